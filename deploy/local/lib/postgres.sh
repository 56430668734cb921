# shellcheck shell=bash
# Lintel's own PostgreSQL: a cluster in the state folder, reached over 127.0.0.1 only. A server that already runs here is not used.

PG_DATA=
PG_BIN=
PG_AS=()

# PostgreSQL refuses to run as root. In a user namespace in which root has another number every file stays root's, and it works
# under /root too; where namespaces are forbidden, the system user postgres owns the cluster instead.
choose_postgres_user() {
    PG_AS=()
    ((EUID == 0)) || return 0
    local namespace=(unshare --user --map-user=1000 --map-group=1000 --) owner=
    [[ ! -d $PG_DATA ]] || owner=$(stat -c %U "$PG_DATA")
    if [[ $owner != postgres ]] && "${namespace[@]}" true 2>/dev/null; then
        PG_AS=("${namespace[@]}")
    elif [[ $owner != root ]] && id -u postgres >/dev/null 2>&1; then
        PG_AS=(setpriv --reuid=postgres --regid=postgres --init-groups --)
    else
        fail "PostgreSQL does not run as root and this machine allows neither user namespaces nor the user postgres; start Lintel as an ordinary user."
    fi
}

by_postgres_user() { [[ ${PG_AS[0]:-} == setpriv ]]; }

prepare_postgres() {
    PG_DATA=$STATE/postgres
    local major=
    [[ ! -f $PG_DATA/PG_VERSION ]] || major=$(cat "$PG_DATA/PG_VERSION")
    PG_BIN=$(postgres_bin "$major") ||
        fail "the data in $PG_DATA was written by PostgreSQL $major, which is not installed; install it or name its programs in LINTEL_PG_BIN."
    choose_postgres_user
    [[ -n $major ]] || create_cluster
    choose_postgres_port
}

# The cluster is made beside its place and renamed, so that a start that is killed leaves no half of one.
create_cluster() {
    say "Creating the database cluster"
    local fresh=$PG_DATA.new password
    rm -rf "$fresh"
    password=$(mktemp)
    secret postgres.password >"$password"
    if by_postgres_user; then
        chown postgres "$password"
        chmod 711 "$STATE" # so that postgres reaches its own folder; everything else in here is private
        install -d -o postgres -g postgres -m 700 "$fresh"
        runuser -u postgres -- test -w "$fresh" ||
            fail "the system user postgres cannot reach $STATE; set LINTEL_STATE_DIR to a folder outside private ones."
    fi
    run_job logged "$LOGS/initdb.log" "${PG_AS[@]}" "$PG_BIN/initdb" ${LINTEL_TEST_FSYNC:+--no-sync} \
        --pgdata="$fresh" --username=lintel --pwfile="$password" --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 || {
        rm -f "$password"
        fail "the database cluster could not be created; see $LOGS/initdb.log"
    }
    rm -f "$password"
    mv "$fresh" "$PG_DATA"
}

# The port stays the same from start to start, for people who look into the database; it changes when another program has taken it.
choose_postgres_port() {
    local kept=$STATE/postgres.port
    PG_PORT=$(cat "$kept" 2>/dev/null) && node deploy/local/ports.mjs check "postgres=127.0.0.1:$PG_PORT" >/dev/null && return 0
    PG_PORT=$(node deploy/local/ports.mjs free 1)
    echo "$PG_PORT" >"$kept"
}

# A statement that fails leaves what it was, and never what it held, in the log; docker-compose.yml and deploy/k8s say the same.
PG_SILENT=(-c log_error_verbosity=terse -c log_parameter_max_length=0 -c log_parameter_max_length_on_error=0)

# postgres_command: as one line for supervisor. SIGINT is PostgreSQL's fast shutdown. Tests, whose data may be lost with the machine,
# say by LINTEL_TEST_FSYNC=off that nothing has to reach the disk.
postgres_command() {
    echo "${PG_AS[*]} setpriv --pdeathsig INT $PG_BIN/postgres -D \"$PG_DATA\" -p $PG_PORT" \
        "-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=${LINTEL_TEST_FSYNC:-on} ${PG_SILENT[*]}"
}

postgres_ready() { "$PG_BIN/pg_isready" --quiet --host=127.0.0.1 --port="$PG_PORT" --username=lintel --dbname=postgres; }

database_url() { echo "postgres://$(service_role "$1" "$2"):$(secret "$(password_file "$1" "$2")")@127.0.0.1:$PG_PORT/$(service_database "$1")"; }

# For commands beside a running installation: its PostgreSQL in PGHOST and PGPORT, its version's programs in PATH.
reach_running_postgres() {
    local major
    [[ -s $STATE/postgres/PG_VERSION && -s $STATE/postgres.port ]] || refuse "There is no installation in $STATE."
    major=$(<"$STATE/postgres/PG_VERSION")
    PG_BIN=$(postgres_bin "$major") || refuse "The programs of PostgreSQL $major are not installed."
    PG_PORT=$(<"$STATE/postgres.port")
    postgres_ready || refuse "Lintel does not run from $STATE; start it first."
    export PATH=$PG_BIN:$PATH PGHOST=127.0.0.1 PGPORT=$PG_PORT
}

create_databases() {
    PATH=$PG_BIN:$PATH PGHOST=127.0.0.1 PGPORT=$PG_PORT \
        deploy/setup/create-databases "$SECRETS" services/shared/db/sql/roles.sql "${SERVICES[@]}"
}

# Every service brings its own migrations; they run as the owner of its database.
migrate_databases() {
    local service jobs=() job status=0
    for service in "${SERVICES[@]}"; do
        (
            export LINTEL_PROFILE=dev "$(service_variables "$service")__DATABASE__OWNER_URL=$(database_url "$service" owner)"
            exec "$BIN/lintel-$service" migrate
        ) &
        jobs+=($!)
    done
    for job in "${jobs[@]}"; do wait "$job" || status=1; done
    return "$status"
}
