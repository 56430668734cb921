# shellcheck shell=bash
# The order in which everything starts. docker-compose.yml starts the same in the same order (deploy/docker/compose.test.mjs).

start_infrastructure() {
    write_supervisor_config
    start_supervisor
    wait_until 60 PostgreSQL "$LOGS/postgres.log" postgres_ready
    run_job logged "$LOGS/databases.log" create_databases || fail "the databases could not be created; see $LOGS/databases.log"
    run_job logged "$LOGS/migrate.log" migrate_databases || fail "the databases could not be migrated; see $LOGS/migrate.log"
    run_job logged "$LOGS/streams.log" apply_streams ||
        fail "the event streams could not be created; see $LOGS/streams.log"
}

apply_streams() {
    LINTEL_NATS_URL=$(nats_url streams) "$BIN/lintel-streams" apply
}

start_services() {
    run_job logged "$LOGS/start.log" add_services || fail "supervisord refused the services; see $LOGS/start.log"
    wait_until 60 "the gateway" "$LOGS/gateway.log" node deploy/local/probe.mjs "http://$(reachable "$HTTP_PORT")/readyz"
    [[ $INBOX == no ]] ||
        wait_until 30 "the mail inbox" "$LOGS/inbox.log" node deploy/local/probe.mjs "http://127.0.0.1:$INBOX_PORT/"
    wait_until 30 "a service" "$LOGS" all_programs_run
}
