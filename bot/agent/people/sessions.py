"""The names of the terminal sessions a process was started in: screen tells it, tmux only half."""

from collections.abc import Callable, Mapping, Sequence


def session_names(environ: Mapping[str, str], arguments_of: Callable[[int], Sequence[str]]) -> tuple[str, ...]:
    """Best first. screen's STY is `pid.name`. tmux's TMUX is `socket,server,session`: a socket of one's own has
    one's own name, and the server's command line names the session it began with, which is number 0 and no other.
    """
    names = []
    screen = environ.get("STY", "").partition(".")[2]
    if screen:
        names.append(screen)
    socket, _, rest = environ.get("TMUX", "").partition(",")
    server, _, number = rest.partition(",")
    if number == "0" and server.isdecimal():
        names += _started_as(arguments_of(int(server)))
    own = socket.rpartition("/")[2]
    if own and own != "default":
        names.append(own)
    return tuple(dict.fromkeys(names))


def _started_as(arguments: Sequence[str]) -> list[str]:
    words = list(arguments)
    if not words or "tmux" not in words[0]:
        return []
    after = [words[place + 1] for place, word in enumerate(words[:-1]) if word == "-s"]
    joined = [word[2:] for word in words if word.startswith("-s") and len(word) > 2]
    return [*after, *joined][:1]
