# shellcheck shell=bash
# The programs of one installation and the settings of each of them.

# One free port for everything that people do not address themselves.
choose_ports() {
    local ports service
    mapfile -t ports < <(node deploy/local/ports.mjs free $((${#SERVICES[@]} + 2)))
    NATS_PORT=${ports[0]}
    SMTP_PORT=${ports[1]}
    declare -gA SERVICE_PORT
    ports=("${ports[@]:2}")
    for service in "${SERVICES[@]}"; do
        SERVICE_PORT[$service]=${ports[0]}
        ports=("${ports[@]:1}")
    done
    SMTP_URL=${LINTEL_SMTP_URL:-smtp://127.0.0.1:$SMTP_PORT}
}

check_public_ports() {
    local taken addresses=("LINTEL_HTTP_PORT=$BIND:$HTTP_PORT" "LINTEL_GRPC_PORT=$BIND:$GRPC_PORT")
    [[ $INBOX == no ]] || addresses+=("LINTEL_INBOX_PORT=127.0.0.1:$INBOX_PORT")
    taken=$(node deploy/local/ports.mjs check "${addresses[@]}") || fail "$taken"
}

# nats_url <program>: NATS for it, by its own user.
nats_url() { echo "nats://$1:$(secret "nats-$1.password")@127.0.0.1:$NATS_PORT"; }

write_nats_config() {
    (
        umask 077
        cat >"$STATE/nats.conf" <<CONF
listen: 127.0.0.1:$NATS_PORT
server_name: lintel_local
jetstream { store_dir: "$STATE/nats" }
$(deploy/setup/nats-users "$SECRETS" "${SERVICES[@]}")
CONF
    )
}

infrastructure_programs() {
    program postgres 100 INT "$(postgres_command)"
    program nats 100 TERM "$(nats_server) -c \"$STATE/nats.conf\""
    [[ $INBOX == no ]] || program inbox 100 TERM "$(inbox_command)"
}

# To this machine alone, whatever BIND is: what is in it opens accounts.
inbox_command() {
    echo "$(command -v node) --require \"$PWD/deploy/inbox/own-pages-only.cjs\" \"$PWD/web/node_modules/maildev/bin/maildev\" --ip 127.0.0.1 --smtp $SMTP_PORT" \
        "--web-ip 127.0.0.1 --web $INBOX_PORT --mail-directory \"$STATE/mail\""
}

service_programs() {
    printf '[group:services]\nprograms=%s\npriority=300\n' "$(IFS=, && echo "${SERVICES[*]}")"
    local service shared=(
        "LINTEL_PROFILE=dev"
        "LINTEL_PUBLIC_URL=$PUBLIC_URL"
        "LINTEL_SERVICE_KEY_FILE=$SECRETS/service.key"
        "LINTEL_MAIL=$MAIL"
    )
    [[ $MAIL == off ]] || shared+=("LINTEL_SMTP_URL=$SMTP_URL" "LINTEL_MAIL_FROM=$MAIL_FROM")
    for service in "${SERVICES[@]}"; do
        shared+=("$(service_variables "$service")_URL=http://127.0.0.1:${SERVICE_PORT[$service]}")
    done
    for service in "${SERVICES[@]}"; do service_program "$service" "${shared[@]}"; done
    program gateway 400 TERM "\"$BIN/lintel-gateway\" serve" "${shared[@]}" \
        "LINTEL_NATS_URL=$(nats_url gateway)" \
        "LINTEL_FILES_URL=file://$FILES" \
        "LINTEL_GATEWAY__HTTP_LISTEN=$(listen_on "$HTTP_PORT")" \
        "LINTEL_GATEWAY__GRPC_LISTEN=$(listen_on "$GRPC_PORT")" \
        "LINTEL_GATEWAY__WEB_DIR=$PWD/web/dist"
}

# service_program <service> <shared variables…>
service_program() {
    local service=$1 prefix own=()
    prefix=$(service_variables "$1")
    shift
    # Besides the key that all processes share, each gets the keys and the files that it uses and no other.
    case $service in
        identity)
            own+=("LINTEL_MASTER_KEY_FILE=$SECRETS/master.key"
                "LINTEL_MAIL_SEALING_PUBLIC_KEY_FILE=$SECRETS/mail-sealing.public"
                "LINTEL_TENANCY_SEALING_PUBLIC_KEY_FILE=$SECRETS/tenancy-sealing.public"
                "LINTEL_VIEWINGS_SEALING_PUBLIC_KEY_FILE=$SECRETS/viewings-sealing.public")
            ;;
        portfolio) own+=("LINTEL_FILES_URL=file://$FILES") ;;
        tenancy-applications)
            own+=("LINTEL_TENANCY_SEALING_SECRET_KEY_FILE=$SECRETS/tenancy-sealing.secret"
                "LINTEL_VIEWINGS_SEALING_PUBLIC_KEY_FILE=$SECRETS/viewings-sealing.public"
                "LINTEL_MAIL_SEALING_PUBLIC_KEY_FILE=$SECRETS/mail-sealing.public")
            ;;
        viewings-maintenance)
            own+=("LINTEL_VIEWINGS_SEALING_SECRET_KEY_FILE=$SECRETS/viewings-sealing.secret"
                "LINTEL_MAIL_SEALING_PUBLIC_KEY_FILE=$SECRETS/mail-sealing.public")
            ;;
        notifications)
            own+=("LINTEL_MAIL_SEALING_SECRET_KEY_FILE=$SECRETS/mail-sealing.secret"
                "LINTEL_PUSH_SECRET_KEY_FILE=$SECRETS/push.secret"
                "LINTEL_RECEIPT_SECRET_FILE=$SECRETS/receipts.secret")
            ;;
    esac
    program "$service" 300 TERM "\"$BIN/lintel-$service\" serve" "$@" "${own[@]}" \
        "LINTEL_NATS_URL=$(nats_url "$service")" \
        "${prefix}__LISTEN=127.0.0.1:${SERVICE_PORT[$service]}" \
        "${prefix}__DATABASE__URL=$(database_url "$service" app)" \
        "${prefix}__DATABASE__WORKER_URL=$(database_url "$service" worker)"
}
