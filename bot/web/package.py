"""What a GPU machine installs: a small wheel with the agent alone, made from the code that runs here, and the script
that puts it into an environment of its own. The two libraries it needs come from the machine's own index.
"""

import base64
import hashlib
import io
import zipfile
from functools import cache
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from bot import __version__

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("bot/__init__.py", "bot/cli.py", "bot/agent/**/*", "bot/wire/**/*")
WHEEL = f"pinka-{__version__}-py3-none-any.whl"
_INFO = f"pinka-{__version__}.dist-info"
_MADE = (1980, 1, 1, 0, 0, 0)
NEEDS = ("aiohttp>=3.10,<4", "nvidia-ml-py>=13.580")
"""What plain pinka requires, for a copy that runs without being installed."""


@cache
def wheel() -> bytes:
    """The wheel; the same bytes each time."""
    files = {str(path.relative_to(ROOT)): path.read_bytes() for path in _sources()}
    files[f"{_INFO}/METADATA"] = _metadata().encode()
    files[f"{_INFO}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: pinka\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{_INFO}/entry_points.txt"] = b"[console_scripts]\npinka = bot.cli:main\n"
    record = "".join(f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{_INFO}/RECORD"] = f"{record}{_INFO}/RECORD,,\n".encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, _MADE), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _sources() -> list[Path]:
    found = {path for part in PARTS for path in ROOT.glob(part) if path.is_file()}
    return sorted(path for path in found if path.suffix != ".pyc" and "__pycache__" not in path.parts)


def _metadata() -> str:
    lines = ["Metadata-Version: 2.1", "Name: pinka", f"Version: {__version__}", "Requires-Python: >=3.11"]
    return "\n".join([*lines, *(f"Requires-Dist: {one}" for one in _needs())]) + "\n"


def _needs() -> list[str]:
    try:
        listed = requires("pinka") or []
    except PackageNotFoundError:
        listed = []
    return [one for one in listed if "extra ==" not in one] or list(NEEDS)


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


SCRIPT = r"""#!/bin/sh
# Installs the agent of Pinka in an environment of its own, enrols it and starts it. No root needed.
# It only reads: it opens no port and changes no setting of a card.
set -eu
url='@URL@'
code=${1:?"usage: install.sh CODE"}
home=${PINKA_AGENT_HOME:-$HOME/.pinka}
python=
for name in ${PINKA_PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
    if command -v "$name" >/dev/null 2>&1 && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
        python=$name
        break
    fi
done
if [ -z "$python" ]; then
    echo "要有 Python 3.11 以上。装好后再贴一次，或设 PINKA_PYTHON=/路径/python3.11" >&2
    echo "Python 3.11 or newer is needed. Install it and paste again, or set PINKA_PYTHON=/path/to/python3.11" >&2
    exit 1
fi
mkdir -p "$home"
chmod 700 "$home"
wheel="$home/@WHEEL@"
"$python" - "$url/agent/@WHEEL@" "$wheel" <<'FETCH'
import sys, urllib.request
with urllib.request.urlopen(sys.argv[1], timeout=60) as answer, open(sys.argv[2], "wb") as file:
    file.write(answer.read())
FETCH
if ! "$python" -m venv "$home/venv" 2>/dev/null \
    && ! { "$python" -m venv --without-pip "$home/venv" 2>/dev/null \
        && "$python" -m pip --python "$home/venv/bin/python" install --quiet pip; }
then
    echo "这个 Python 建不了虚拟环境：apt install python3-venv，再贴一次" >&2
    echo "This Python cannot make environments: apt install python3-venv, then paste again" >&2
    exit 1
fi
"$home/venv/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade "$wheel"
"$home/venv/bin/pinka" agent enrol "$url" "$code"
"$home/venv/bin/pinka" agent start
"$home/venv/bin/pinka" agent status --wait 20
"""


def script(url: str) -> str:
    """`install.sh` for a machine that reaches the bot at `url` (checked by the settings: no quote, no blank)."""
    return SCRIPT.replace("@URL@", url).replace("@WHEEL@", WHEEL)
