# shellcheck shell=bash
# What the machine must have: a supported system, Rust, Node, and four things from apt.

# at_least <have> <want>: compares dotted versions.
at_least() { [[ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n1)" == "$2" ]]; }

check_toolchains() {
    local have
    command -v cargo rustc >/dev/null ||
        fail "Rust 1.95 or newer is needed and cargo was not found in PATH; install it from https://rustup.rs."
    have=$(rustc --version | awk '{print $2}')
    at_least "${have%%-*}" 1.95.0 || fail "Rust 1.95 or newer is needed, this machine has $have; \`rustup update\` brings it."
    command -v node npm >/dev/null ||
        fail "Node 20.19 or newer with npm is needed and was not found in PATH; install it from https://nodejs.org."
    have=$(node --version)
    at_least "${have#v}" 20.19.0 || fail "Node 20.19 or newer is needed, this machine has ${have#v}."
}

# The bin folder of a PostgreSQL of at least version 15; with an argument, of exactly that major version.
postgres_bin() {
    local major=${1:-} dir version
    for dir in ${LINTEL_PG_BIN:+"$LINTEL_PG_BIN"} $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -rV) \
        "$(pg_config --bindir 2>/dev/null || true)"; do
        [[ -x $dir/initdb && -x $dir/postgres && -x $dir/psql ]] || continue
        version=$("$dir/postgres" --version | grep -oE '[0-9]+' | head -n1)
        if [[ -n $major ]]; then [[ $version == "$major" ]] || continue; else ((version >= 15)) || continue; fi
        printf '%s\n' "$dir"
        return 0
    done
    return 1
}

# First of the given names that can be run; Debian keeps servers in /usr/sbin, outside an ordinary user's PATH.
find_program() {
    local name
    for name in "$@"; do
        PATH="$PATH:/usr/sbin:/sbin" command -v "$name" && return 0
    done
    return 1
}

nats_server() { find_program ${NATS_SERVER_BIN:+"$NATS_SERVER_BIN"} nats-server; }

# Debian's package that brings a browser; Ubuntu's package of that name is called chromium-browser.
chromium_package() { if grep -qx 'ID=ubuntu' /etc/os-release; then echo chromium-browser; else echo chromium; fi; }

# The apt packages that this machine lacks for: run | test | bench.
missing_packages() {
    local purpose=$1
    command -v cc >/dev/null || echo build-essential
    postgres_bin >/dev/null || echo postgresql
    nats_server >/dev/null || echo nats-server
    find_program supervisord >/dev/null || echo supervisor
    [[ $purpose != bench ]] || find_program wrk >/dev/null || echo wrk
    [[ $purpose == test ]] || return 0
    find_program chromium chromium-browser >/dev/null || chromium_package
    # Without windows it takes half of the time; only Debian has that as a package.
    ! grep -qx 'ID=debian' /etc/os-release || find_program chromium-headless-shell >/dev/null || echo chromium-headless-shell
    find_program shellcheck >/dev/null || echo shellcheck
    find_program pdftotext >/dev/null || echo poppler-utils
    find_program openssl >/dev/null || echo openssl
    python3 -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
}

# Installs what is missing for: run | test | bench. Does not touch apt when everything is there.
install_packages() {
    local packages installer=deploy/local/install-packages
    mapfile -t packages < <(missing_packages "$1")
    ((${#packages[@]})) || return 0
    check_distribution "${packages[*]}"
    command -v mold >/dev/null || packages+=(mold)
    if ((EUID == 0)); then
        say "Installing ${packages[*]}"
        "$installer" "${packages[@]}" >&2 || fail "apt could not install ${packages[*]}; its messages are above."
    elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [[ -t 0 ]]; }; then
        say "Installing ${packages[*]} as root with sudo"
        sudo "$installer" "${packages[@]}" >&2 || fail "apt could not install ${packages[*]}; its messages are above."
    else
        fail "system packages are missing; install them with: sudo $PWD/$installer ${packages[*]}"
    fi
}

# Debian 12 and Ubuntu 24.04 are the first that carry what Lintel needs. Other systems work when the programs are there.
check_distribution() {
    local id version
    id=$(. /etc/os-release 2>/dev/null && echo "${ID:-}")
    version=$(. /etc/os-release 2>/dev/null && echo "${VERSION_ID:-99}")
    case $id in
        debian) at_least "$version" 12 || fail "Debian 12 or newer is needed, this is Debian $version." ;;
        ubuntu) at_least "$version" 24.04 || fail "Ubuntu 24.04 or newer is needed, this is Ubuntu $version." ;;
        *) fail "Debian 12 or Ubuntu 24.04 is needed to install what is missing here: $1." ;;
    esac
}
