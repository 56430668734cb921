# shellcheck shell=bash
# The secrets of this installation: made once, readable by their owner only.

make_secrets() {
    logged "$LOGS/secrets.log" deploy/setup/make-secrets "$SECRETS" "$BIN/lintel-notifications" "${SERVICES[@]}" ||
        fail "the secrets could not be made; see $LOGS/secrets.log"
}

secret() { cat "$SECRETS/$1"; }
