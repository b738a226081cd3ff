# shellcheck shell=sh disable=SC2154
# Sourced by test.sh: programs that some tests start, fetched where they are missing. POSIX sh; needs setup.sh.

tools_dir=

# The compiler of our NVML stand-in, and a real SSH server for the tunnel. As root they are installed, else used
# where they are.
find_tools() {
    missing=
    command -v gcc >/dev/null 2>&1 || missing="$missing gcc libc6-dev"
    command -v sshd >/dev/null 2>&1 || [ -x /usr/sbin/sshd ] || missing="$missing openssh-server openssh-client"
    if [ -n "$missing" ] && is_root && command -v apt-get >/dev/null 2>&1; then
        # shellcheck disable=SC2086
        apt_install $missing || true
    fi
    find_promtool || true
}

# promtool judges our metrics. Only the program is taken out of Debian's package: nothing is installed or started.
find_promtool() {
    if command -v promtool >/dev/null 2>&1; then return 0; fi
    command -v apt-get >/dev/null 2>&1 && command -v dpkg-deb >/dev/null 2>&1 || return 1
    tools_dir=$(mktemp -d "${TMPDIR:-/tmp}/pinka-tools.XXXXXX")
    say "promtool, out of Debian's package"
    (
        cd "$tools_dir"
        apt-get download -qq prometheus >/dev/null 2>&1 \
            || { is_root && apt-get update -qq && apt-get download -qq prometheus >/dev/null 2>&1; }
        dpkg-deb -x prometheus_*.deb . && rm -f prometheus_*.deb usr/bin/prometheus
    ) || return 1
    PINKA_TEST_PROMTOOL="$tools_dir/usr/bin/promtool"
    export PINKA_TEST_PROMTOOL
}

drop_tools() {
    if [ -n "$tools_dir" ]; then rm -rf "$tools_dir"; fi
    tools_dir=
}
