"""What a process is called: program and script name. Arguments leave the machine only when asked for, redacted."""

import re
from collections.abc import Sequence

LONGEST = 80
LONGEST_ARGUMENTS = 400
PYTHON = re.compile(r"^(python|pypy)[\d.]*$")
INTERPRETERS = re.compile(r"^(perl|ruby|julia|node|bash|sh|zsh|dash|Rscript)[\d.]*$")
LAUNCHERS = frozenset(
    {"torchrun", "accelerate", "deepspeed", "mpirun", "mpiexec", "horovodrun", "uv", "pixi", "poetry"}
)
SCRIPT = re.compile(r"\.(py|ipynb|sh|pl|jl|R|js|rb)$")
PLAIN_NAME = re.compile(r"^[\w.+@~-]{1,60}$")
TAKES_A_VALUE = frozenset({"-W", "-X", "--check-hash-based-pycs"})
HIDDEN = "***"
SECRET_NAME = re.compile(
    r"(token|secret|passw(or)?d|passwd|pwd|api[-_]?key|access[-_]?key|private[-_]?key|credential|auth|bearer|cookie)",
    re.I,
)
SECRET_VALUE = re.compile(
    r"\b(hf_|sk-|sk_|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AKIA|ASIA|AIza|ya29\.|eyJ|npm_|dckr_pat_|wandb_v1_)[\w./+=-]{8,}"
    r"|\b[0-9a-fA-F]{32,}\b|(?<![\w/.])(?=[\w+=-]*\d)(?=[\w+=-]*[A-Za-z])[A-Za-z0-9+_=-]{40,}"
)
CREDENTIALS = re.compile(r"(?P<scheme>[a-zA-Z][\w+.-]*://)[^/@\s]+@")
SCHEME = re.compile(r"\b(?P<scheme>bearer|basic|token)\s+\S+", re.I)
QUERY = re.compile(r"(?P<name>[?&][^=&\s]*(?:token|key|sig|secret|passw|auth|credential)[^=&\s]*=)[^&\s]+", re.I)


def command_name(arguments: Sequence[str], name: str) -> str:
    """`python train.py`, never an argument. `name` is the system's short one, for a zombie or a kernel's own."""
    if not arguments or not arguments[0]:
        return _clean(name)
    # A program that renamed itself puts a sentence in the first place: only its first word is a name.
    words = arguments[0].split()
    program = _base(words[0].rstrip(":") if words else name) or name
    script = ""
    if PYTHON.match(program):
        script = _of_python(arguments[1:])
    elif INTERPRETERS.match(program) or program in LAUNCHERS:
        script = _of_others(arguments[1:])
    return _clean(f"{program} {script}")


def redacted(arguments: Sequence[str]) -> str:
    """The whole line with tokens, keys, passwords and the credentials of addresses taken out."""
    shown: list[str] = []
    hide_next = False
    for word in arguments:
        option = word.startswith("-")
        if hide_next and not option:
            shown.append(HIDDEN)
            hide_next = False
            continue
        before, equals, _ = word.partition("=")
        names_a_secret = SECRET_NAME.search(before) is not None and "://" not in before
        hide_next = option and not equals and names_a_secret
        shown.append(f"{before}={HIDDEN}" if equals and names_a_secret else _without_secrets(word))
    return _clean(" ".join(shown), LONGEST_ARGUMENTS)


def _without_secrets(word: str) -> str:
    word = SCHEME.sub(rf"\g<scheme> {HIDDEN}", CREDENTIALS.sub(rf"\g<scheme>{HIDDEN}@", word))
    return SECRET_VALUE.sub(HIDDEN, QUERY.sub(rf"\g<name>{HIDDEN}", word))


def _of_python(arguments: Sequence[str]) -> str:
    """Python's own options are known one by one, so that the first word that is none of them is the script."""
    words = iter(arguments)
    for word in words:
        if word in TAKES_A_VALUE:
            next(words, None)
        elif not word.startswith("-"):
            return _plain(_base(word))
        elif not word.startswith("--") and word.endswith("m"):
            return f"-m {_plain(next(words, ''))}"
        elif not word.startswith("--") and word.endswith("c"):
            return "-c"
    return ""


def _of_others(arguments: Sequence[str]) -> str:
    """The first word if it is no option, else only what has a script's ending: the rest may be an option's value."""
    if arguments and not arguments[0].startswith("-") and "." in arguments[0]:
        return _plain(_base(arguments[0]))
    return next((_plain(_base(word)) for word in arguments if SCRIPT.search(word) and word[0] != "-"), "")


def _plain(word: str) -> str:
    return word if PLAIN_NAME.match(word) else ""


def _base(word: str) -> str:
    return word.rstrip("/").rpartition("/")[2]


def _clean(text: str, most: int = LONGEST) -> str:
    """One line, whatever a process calls itself."""
    return "".join(sign if sign.isprintable() else " " for sign in text)[:most].strip()
