# shellcheck shell=bash
# Debian's supervisord runs everything: it restarts what dies, rotates the logs and stops all of it when the launcher
# goes. Its configuration is written anew at each start, because the ports of the services are.

SUPERVISOR=
SOCKET_DIR=
CONFIG=

# A value as supervisor's configuration needs it, which has two kinds of quotes and no escape.
quoted() {
    case $1 in
        *\"*\'* | *\'*\"*) fail "a setting has both kinds of quotes in it: $1" ;;
        *\"*) printf "'%s'" "$1" ;;
        *) printf '"%s"' "$1" ;;
    esac
}

# program <name> <priority> <stop signal> <command> [NAME=value…]
# Lower priorities start first and stop last. A child also gets the signal when supervisord itself is killed.
program() {
    local name=$1 priority=$2 signal=$3 command=$4 variable environment=
    shift 4
    for variable in "$@"; do environment+="${environment:+,}${variable%%=*}=$(quoted "${variable#*=}")"; done
    [[ $command == *--pdeathsig* ]] || command="setpriv --pdeathsig $signal $command"
    cat <<PROGRAM

[program:$name]
command=${command//%/%%}
environment=${environment//%/%%}
directory=${PWD//%/%%}
priority=$priority
autorestart=true
startsecs=1
startretries=20
stopsignal=$signal
stopwaitsecs=20
killasgroup=true
redirect_stderr=true
stdout_logfile=${LOGS//%/%%}/$name.log
stdout_logfile_maxbytes=10MB
stdout_logfile_backups=3
PROGRAM
}

supervisor_section() {
    local user=
    ((EUID)) || user="user=root"
    cat <<SECTION
[unix_http_server]
file=$SOCKET_DIR/supervisor.sock
chmod=0600

[supervisord]
nodaemon=true
silent=true
$user
logfile=${LOGS//%/%%}/supervisord.log
logfile_maxbytes=10MB
logfile_backups=3
pidfile=${STATE//%/%%}/supervisord.pid
childlogdir=${LOGS//%/%%}

[rpcinterface:supervisor]
supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface

[supervisorctl]
serverurl=unix://$SOCKET_DIR/supervisor.sock

[include]
files = services.conf
SECTION
}

write_supervisor_config() {
    # A socket's path may have 107 bytes at most, which a deep state folder exceeds. One that a killed launcher left
    # behind goes now.
    local kept=$STATE/socket-folder
    [[ ! -s $kept ]] || rm -rf "$(<"$kept")"
    SOCKET_DIR=$(mktemp -d /tmp/lintel-XXXXXX)
    echo "$SOCKET_DIR" >"$kept"
    CONFIG=$STATE/supervisord.conf
    rm -f "$STATE/services.conf"
    (umask 077 && { supervisor_section && infrastructure_programs; } >"$CONFIG")
}

# The services join when the databases are migrated; supervisord starts what a reread configuration adds.
add_services() {
    (umask 077 && service_programs >"$STATE/services.conf")
    supervisorctl_here update
}

start_supervisor() {
    local supervisord
    supervisord=$(find_program supervisord)
    : >"$LOGS/supervisord.out"
    set -m
    # Killed together with the launcher, however that ends; descriptor 3 is the lock of the state folder.
    setpriv --pdeathsig TERM "$supervisord" --nodaemon --configuration="$CONFIG" </dev/null >>"$LOGS/supervisord.out" 2>&1 &
    SUPERVISOR=$!
    set +m
}

supervisorctl_here() { supervisorctl -c "$CONFIG" "$@"; }

# Its exit code does not say it: a program that waits for its next attempt counts as running there.
all_programs_run() { ! { supervisorctl_here status || true; } | grep -v ' RUNNING '; }

# Ends when everything has ended: supervisord waits for its programs and kills those that do not stop in time.
stop_supervisor() {
    if [[ -n $SUPERVISOR ]]; then
        # Again and again, because a signal is lost that comes before supervisord has taken the place of the shell that starts it.
        while kill -TERM "$SUPERVISOR" 2>/dev/null; do sleep 0.5; done
        wait "$SUPERVISOR" 2>/dev/null || true
        SUPERVISOR=
    fi
    [[ -z $SOCKET_DIR ]] || rm -rf "$SOCKET_DIR"
}

# Names the first program that supervisord could not keep up: given up, or started again and again.
broken_program() {
    { supervisorctl_here status 2>/dev/null || true; } |
        awk '!found && ($2 == "FATAL" || $2 == "BACKOFF") { found = 1; sub(/^services:/, "", $1); print $1 }'
}

# wait_until <seconds> <what> <log> <command…>: waits for the command to succeed, gives up early when a program breaks.
wait_until() {
    local deadline=$((SECONDS + $1)) what=$2 log=$3 looked=$SECONDS broken
    shift 3
    until run_job "$@" >/dev/null 2>&1; do
        kill -0 "$SUPERVISOR" 2>/dev/null || fail "supervisord ended; see $LOGS/supervisord.out"
        if ((SECONDS > looked + 1)); then
            looked=$SECONDS
            broken=$(broken_program)
            [[ -z $broken ]] || fail "$broken does not stay up; see $LOGS/$broken.log"
        fi
        ((SECONDS < deadline)) || fail "$what did not become ready; see $log"
        sleep 0.1
    done
}
