# shellcheck shell=bash
# The secrets of this installation: made once, readable by their owner only.

make_secrets() {
    logged "$LOGS/secrets.log" deploy/setup/make-secrets "$SECRETS" "$BIN/lintel-notifications" "${SERVICES[@]}" ||
        fail "the secrets could not be made; see $LOGS/secrets.log"
    # The one user of NATS that the releases before had; here nothing of theirs runs beside.
    rm -f "$SECRETS/nats.password"
}

secret() { cat "$SECRETS/$1"; }
