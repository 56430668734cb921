# shellcheck shell=bash
# Building: cargo decides for itself what is stale; for the web a stamp does.

WEB_STAMP=web/node_modules/.lintel-installed
DIST_STAMP=web/node_modules/.lintel-built

# One hash over files and folders, names and contents.
fingerprint() { find "$@" -type f -print0 2>/dev/null | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1; }

install_web() {
    local want
    want="$(node --version) $(sha256sum <web/package-lock.json)"
    [[ $(cat "$WEB_STAMP" 2>/dev/null) != "$want" ]] || return 0
    say "Installing the web packages"
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm --prefix web ci --no-audit --no-fund || return 1
    echo "$want" >"$WEB_STAMP"
}

build_web() {
    local sources want
    mapfile -t sources < <(find web -mindepth 1 -maxdepth 1 ! -name node_modules ! -name dist ! -name coverage)
    want=$(fingerprint "${sources[@]}")
    [[ ! -f web/dist/index.html || $(cat "$DIST_STAMP" 2>/dev/null) != "$want" ]] || return 0
    say "Building the web application"
    npm --prefix web run build || return 1
    echo "$want" >"$DIST_STAMP"
}

# Two copies may start from one checkout at the same time.
web() {
    mkdir -p "$TARGET"
    exec 9>"$TARGET/.web.lock"
    flock 9
    install_web && build_web
}

# How cargo builds the programs: dev, or release for what is measured.
CARGO_PROFILE=${LINTEL_CARGO_PROFILE:-dev}
build_rust() { cargo build --locked --workspace --bins --profile "$CARGO_PROFILE"; }

build() {
    TARGET=${CARGO_TARGET_DIR:-target}
    BIN=$(realpath -m "$TARGET/${CARGO_PROFILE/#dev/debug}")
    say "Building (the first time takes some minutes)"
    run_job shown "$LOGS/build-web.log" web || fail "the web application could not be built; see $LOGS/build-web.log"
    run_job shown "$LOGS/build-rust.log" build_rust || fail "the programs could not be built; see $LOGS/build-rust.log"
}
