# shellcheck shell=bash
# The secrets of this installation: made once, readable by their owner only.

random_hex() { od -An -v -tx1 -N"$1" /dev/urandom | tr -d ' \n'; }

random_base64() { head -c "$1" /dev/urandom | base64 -w0; }

# keep_secret <name> <command…>: the command's output becomes the secret unless there is one. Written beside and renamed,
# so that a start that is killed leaves no half of a secret.
keep_secret() {
    local file=$SECRETS/$1
    shift
    [[ ! -s $file ]] || return 0
    (umask 077 && "$@" >"$file.new") && mv "$file.new" "$file"
}

make_secrets() {
    local name
    mkdir -p "$SECRETS"
    chmod 700 "$SECRETS"
    keep_secret master.key random_base64 32
    keep_secret service.key random_hex 32
    for name in postgres nats "${SERVICES[@]}"; do keep_secret "$name.password" random_hex 24; done
    make_sealing_pair
}

# The key pair to which identity seals what a mail needs (names, addresses, links) and which only notifications can open.
make_sealing_pair() {
    local secret=$SECRETS/mail-sealing.secret public=$SECRETS/mail-sealing.public
    [[ ! -s $secret || ! -s $public ]] || return 0
    rm -f "$secret" "$public"
    { logged "$LOGS/sealing-key.log" "$BIN/lintel-notifications" generate-sealing-key "$secret" "$public" &&
        [[ -s $secret && -s $public ]]; } ||
        fail "the mail sealing key pair could not be made; see $LOGS/sealing-key.log"
    chmod 600 "$secret" "$public"
}

secret() { cat "$SECRETS/$1"; }
