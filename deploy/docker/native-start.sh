#!/usr/bin/env bash
# What `make run` would start, in which order and with which variables, without starting anything: its own functions, with
# recorders in the places of the programs. For compose.test.mjs.
#   native-start.sh <empty folder>
# Leaves in the folder: record (one line a step), secrets, supervisord.conf, services.conf.
set -euo pipefail
folder=$(realpath "$1")
cd "$(dirname "$0")/../.."
for part in say settings jobs secrets build postgres supervisor programs start; do
    # shellcheck source=/dev/null
    source "deploy/local/lib/$part.sh"
done

# Who was called, and with which of Lintel's variables, as one line.
mkdir "$folder/bin"
cat >"$folder/bin/recorder" <<'RECORDER'
#!/usr/bin/env bash
[[ $* != generate-push-key* ]] || { echo secret >"$2" && exit; }
[[ $* != generate-sealing-key* ]] || { echo secret >"$2" && echo public >"$3" && exit; }
cat >/dev/null
printf 'run %s %s %s\n' "${0##*/}" "$*" "$(env -0 | grep -z '^LINTEL_' | grep -zv '^LINTEL_TEST_' | base64 -w0)" >>"$RECORD"
RECORDER
chmod +x "$folder/bin/recorder"
for program in psql lintel-streams "${SERVICES[@]/#/lintel-}"; do ln -s recorder "$folder/bin/$program"; done

export RECORD=$folder/record
LINTEL_STATE_DIR=$folder read_settings
BIN=$folder/bin
PG_BIN=$folder/bin
PG_DATA=$folder/postgres
PG_PORT=15432
SUPERVISOR=
mkdir -p "$LOGS"
record() { printf '%s\n' "$*" >>"$RECORD"; }
nats_server() { echo nats-server; }
start_supervisor() { record supervisor supervisord.conf; }
supervisorctl_here() { record supervisor services.conf; }
wait_until() { record ready "$2"; }

# In the order in which the launcher goes through them.
mapfile -t steps < <(grep -xE 'make_secrets|choose_ports|start_infrastructure|start_services' deploy/local/run)
for step in "${steps[@]}"; do
    record step "$step"
    "$step"
done
printf 'port %s\n' "postgres=$PG_PORT" "nats=$NATS_PORT" "inbox=$SMTP_PORT" >>"$RECORD"
for service in "${SERVICES[@]}"; do record port "$service=${SERVICE_PORT[$service]}"; done
rm -rf "$SOCKET_DIR"
