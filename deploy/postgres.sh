# shellcheck shell=sh disable=SC2154
# Sourced by test.sh: a PostgreSQL server of its own, in a temporary folder on a free loopback port, without
# fsync and without passwords. Never for real data. POSIX sh; needs setup.sh.

pg_dir=

# Sets pg_bin to the newest installed server's programs.
find_postgres() {
    pg_bin=
    for initdb in "$(command -v initdb || true)" $(printf '%s\n' /usr/lib/postgresql/*/bin/initdb | sort -V); do
        if [ -x "$initdb" ] && [ -x "${initdb%/*}/postgres" ]; then pg_bin=${initdb%/*}; fi
    done
    [ -n "$pg_bin" ]
}

# initdb and postgres refuse to run as root.
as_server_user() {
    if is_root; then
        (cd / && runuser -u "$pg_user" -- "$@")
    else
        "$@"
    fi
}

free_port() {
    "$here/.venv/bin/python" -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Starts the server and exports PINKA_TEST_POSTGRES; fails when there is no PostgreSQL to start. Each command
# that may fail says so itself: the caller asks with `if`, which switches `set -e` off in here.
start_postgres() {
    if ! find_postgres && is_root && command -v apt-get >/dev/null 2>&1; then
        apt_install postgresql postgresql-contrib || true
    fi
    find_postgres || return 1
    pg_user=nobody
    if id postgres >/dev/null 2>&1; then pg_user=postgres; fi
    pg_dir=$(mktemp -d "${TMPDIR:-/tmp}/pinka-postgres.XXXXXX")
    if is_root; then chown "$pg_user" "$pg_dir"; fi
    as_server_user "$pg_bin/initdb" -D "$pg_dir/data" -U pinka -A trust -E UTF8 --locale=C --no-sync >/dev/null || return 1
    for attempt in 1 2 3; do
        port=$(free_port)
        settings="-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories= -c fsync=off"
        settings="$settings -c synchronous_commit=off -c full_page_writes=off -c max_connections=100"
        if as_server_user "$pg_bin/pg_ctl" -D "$pg_dir/data" -l "$pg_dir/log" -w -t 60 -o "$settings" start >/dev/null; then
            as_server_user "$pg_bin/createdb" -h 127.0.0.1 -p "$port" -U pinka pinka_test || return 1
            PINKA_TEST_POSTGRES="postgresql://pinka@127.0.0.1:$port/pinka_test"
            export PINKA_TEST_POSTGRES
            say "PostgreSQL $("$pg_bin/postgres" --version | sed 's/^[^0-9]*//') on port $port"
            return 0
        fi
        say "PostgreSQL did not start on port $port (try $attempt): $(tail -n 3 "$pg_dir/log")"
    done
    return 1
}

# pg_ctl stops the server by the process id in its own data folder. Safe to call twice, or with nothing started.
stop_postgres() {
    [ -n "$pg_dir" ] || return 0
    if [ -e "$pg_dir/data/postmaster.pid" ]; then
        as_server_user "$pg_bin/pg_ctl" -D "$pg_dir/data" -m immediate -w -t 30 stop >/dev/null 2>&1 || true
    fi
    rm -rf "$pg_dir"
    pg_dir=
}
