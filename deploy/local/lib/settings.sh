# shellcheck shell=bash
# shellcheck disable=SC2034  # read by the files that source this one
# The settings of spec "Starting it", and the places inside the state folder.

# shellcheck source=deploy/setup/service-names.sh
source deploy/setup/service-names.sh

# Services that hear others come after those: deploy/setup/dump-databases.
SERVICES=(identity portfolio tenancy-applications viewings-maintenance listings-import notifications)

read_settings() {
    HTTP_PORT=${LINTEL_HTTP_PORT:-8080}
    GRPC_PORT=${LINTEL_GRPC_PORT:-8081}
    INBOX_PORT=${LINTEL_INBOX_PORT:-8082}
    BIND=${LINTEL_BIND:-127.0.0.1}
    MAIL=${LINTEL_MAIL:-on}
    MAIL_FROM=${LINTEL_MAIL_FROM:-Lintel <no-reply@lintel.localhost>}
    local name
    for name in HTTP GRPC INBOX; do
        local value=${name}_PORT
        if ! [[ ${!value} =~ ^[1-9][0-9]{0,4}$ ]] || ((${!value} > 65535)); then
            fail "LINTEL_${name}_PORT is \"${!value}\", which is no port number."
        fi
    done
    [[ $MAIL == on || $MAIL == off ]] || fail "LINTEL_MAIL is \"$MAIL\"; it can be on or off."
    PUBLIC_URL=${LINTEL_PUBLIC_URL:-http://127.0.0.1:$HTTP_PORT}

    # Our own inbox is used where no mail server is set.
    INBOX=yes
    [[ $MAIL == on && -z ${LINTEL_SMTP_URL:-} ]] || INBOX=no

    locate_state
}

locate_state() {
    STATE=$(realpath -m "${LINTEL_STATE_DIR:-.lintel}")
    # supervisor's configuration has no way, or no reliable one, to escape these.
    [[ $STATE$PWD != *[%\"\'\\\;$'\n']* ]] ||
        fail "the path of the state folder or of this checkout has a quote, semicolon, backslash or percent sign in it."
    LOGS=$STATE/logs
    SECRETS=$STATE/secrets
    FILES=$STATE/files
}

# The address to reach something bound to BIND: one cannot connect to a wildcard address.
reachable() {
    case $BIND in
        0.0.0.0 | ::) echo "127.0.0.1:$1" ;;
        *:*) echo "[$BIND]:$1" ;;
        *) echo "$BIND:$1" ;;
    esac
}

# BIND and a port as a socket address.
listen_on() { case $BIND in *:*) echo "[$BIND]:$1" ;; *) echo "$BIND:$1" ;; esac; }

# One installation for each state folder: the launcher and supervisord (which keeps descriptors 3 and 4) hold its lock, so it
# is free only when nothing of that installation runs any more.
lock_state() {
    [[ -d $STATE ]] || (umask 077 && mkdir -p "$STATE") 2>/dev/null || true
    [[ -w $STATE ]] || fail "the state folder $STATE cannot be written; set LINTEL_STATE_DIR to another."
    (umask 077 && mkdir -p "$LOGS" "$STATE/nats" "$STATE/mail")
    exec 3>>"$STATE/lock"
    # A launcher that was killed takes its programs with it, which takes a moment.
    flock -w 3 3 || fail "Lintel is already running from $STATE; stop it or set LINTEL_STATE_DIR to another."
}
