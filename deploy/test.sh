#!/bin/sh
# Everything a change must pass, on a fresh Debian 12 or 13: sh deploy/test.sh [arguments for pytest]
# Sets up .venv, then lint, types and the tests on SQLite and on a PostgreSQL of its own.
# What could not be run is named at the end; with CI=true that is a failure.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$here/deploy/setup.sh"
. "$here/deploy/postgres.sh"
. "$here/deploy/tools.sh"

began=$(date +%s)
failed=
skipped=

trap "stop_postgres; drop_tools" EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# step NAME COMMAND…: goes on after a failure, so that one run shows everything that is wrong.
step() {
    name=$1
    shift
    say "$name"
    step_began=$(date +%s)
    if "$@"; then
        printf '   %s: ok, %s s\n' "$name" "$(($(date +%s) - step_began))"
    else
        failed="$failed  $name
"
    fi
}

make_venv dev
cd "$here"
bin="$here/.venv/bin"

step "ruff check" "$bin/ruff" check .
step "ruff format" "$bin/ruff" format --check .
step "mypy --strict" "$bin/python" -m mypy --strict -p bot -p storage

if [ -n "${PINKA_TEST_POSTGRES:-}" ]; then
    say "PostgreSQL: the one in PINKA_TEST_POSTGRES"
elif ! start_postgres; then
    skipped="  PostgreSQL: no server to start, so every test on it (apt install postgresql)
"
fi
find_tools
step "pytest" "$bin/python" -m pytest -n auto "$@"

say "$(($(date +%s) - began)) s in all"
if [ -n "$skipped" ]; then
    printf '\n!!!!!!!! 没有测到 / NOT TESTED !!!!!!!!\n%s' "$skipped"
    if [ "${CI:-}" = true ]; then failed="$failed$skipped"; fi
fi
if [ -n "$failed" ]; then
    printf '\n!! 没有通过 / FAILED:\n%s' "$failed"
    exit 1
fi
printf '\n通过 / passed\n'
