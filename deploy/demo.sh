#!/bin/sh
# The demo from a fresh clone, without token, GPU or network use of its own: sh deploy/demo.sh [--tour]
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$here/deploy/setup.sh"

make_venv bot
exec "$here/.venv/bin/pinka" demo "$@"
