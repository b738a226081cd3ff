# shellcheck shell=sh disable=SC2154
# Sourced by demo.sh and test.sh: finds Python and makes .venv. POSIX sh; the caller has done `set -eu` and
# set `here` to the repository.

say() { printf '\n== %s\n' "$*" >&2; }
die() { printf '\n!! %s\n' "$*" >&2; exit 1; }
is_root() { [ "$(id -u)" = 0 ]; }

apt_install() {
    say "apt-get install $*"
    DEBIAN_FRONTEND=noninteractive apt-get update -qq \
        && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# Prints the first Python that is new enough and can make a virtual environment.
find_python() {
    for candidate in python3 python3.13 python3.12 python3.11 python3.14; do
        if command -v "$candidate" >/dev/null 2>&1 \
            && "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
        then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

# make_venv EXTRAS: .venv with the repository and its extras at the pinned versions, made again only when
# something it was made from has changed.
make_venv() {
    extras=$1
    python="$here/.venv/bin/python"
    if ! "$python" -c 'import pip' 2>/dev/null; then    # none, or one whose making was interrupted
        if ! base=$(find_python); then
            is_root && command -v apt-get >/dev/null 2>&1 && apt_install python3 python3-venv || true
            base=$(find_python) || die "需要 Python 3.11 以上和 venv：apt install python3 python3-venv / Python 3.11 or newer with venv is needed"
        fi
        say "$("$base" --version), virtual environment in .venv"
        "$base" -m venv "$here/.venv"
    fi
    for stamp in "$here/.venv/pinka-dev" "$here/.venv/pinka-$extras"; do    # dev holds every other extra
        if [ -e "$stamp" ] && [ ! "$here/pyproject.toml" -nt "$stamp" ] && [ ! "$here/constraints.txt" -nt "$stamp" ]; then
            return 0
        fi
    done
    say "installing pinka[$extras]"
    # From inside the folder: pip reads the brackets of a path with spaces wrongly otherwise.
    if command -v uv >/dev/null 2>&1 && (cd "$here" && uv pip install -q -p "$python" -c constraints.txt -e ".[$extras]"); then
        :
    else
        (cd "$here" && "$python" -m pip install -q --disable-pip-version-check -c constraints.txt -e ".[$extras]")
    fi
    : >"$stamp"
}
