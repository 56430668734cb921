# shellcheck shell=bash
# The cache of checked SQL: what sqlx's macros learn from a database that has every migration.

files_with_queries() { grep -rlE --include='*.rs' '\bquery(_as|_scalar|_file)?(_unchecked)?!\(' gateway services tests; }

# write_queries <folder> <cargo command…>: the command compiles against a fresh scratch database and leaves the cache in
# the folder. A crate that cargo finds fresh writes nothing, so every file with a query is made to look changed; afterwards it
# gets its old time back, or everything above it would be built again without a change.
write_queries() {
    local folder=$1 url now status=0 before
    shift
    url=$(scripts/scratch-db | tail -n1)
    before=$(files_with_queries | xargs -r stat -c '%.9Y %n')
    now=$(date +%s.%N)
    cut -d ' ' -f 2- <<<"$before" | xargs -r touch -d "@$now"
    SQLX_OFFLINE=false SQLX_OFFLINE_DIR=$folder DATABASE_URL=$url "$@" || status=$?
    put_back "$now" <<<"$before"
    return "$status"
}

QUERIES_CHECKED=${CARGO_TARGET_DIR:-target}/queries-checked

# What decides about the cache, as one sum.
queries_state() {
    { files_with_queries && find .sqlx services/*/migrations services/shared/db -type f; echo Cargo.lock; } | LC_ALL=C sort -u |
        xargs sha256sum | sha256sum
}

# with_checked_queries <folder> <cargo command…>: runs the command, and as write_queries does if anything has changed that
# decides about the cache since same_queries last found it right.
with_checked_queries() {
    local folder=$1
    shift
    if [[ $(queries_state) == "$(cat "$QUERIES_CHECKED" 2>/dev/null)" ]]; then
        "$@"
    else
        rm -f "$QUERIES_CHECKED"
        mkdir -p "$folder"
        write_queries "$folder" "$@"
    fi
}

# same_queries <folder>: whether the cache is what with_checked_queries has written there, or was right already.
same_queries() {
    [[ ! -e $QUERIES_CHECKED ]] || return 0
    diff -rq .sqlx "$1" || {
        echo ".sqlx is not what the queries and migrations say; run make sqlx-prepare"
        return 1
    }
    queries_state >"$QUERIES_CHECKED"
}

# put_back <time>: gives every file whose time is still that one (nobody has edited it meanwhile) the time that it had.
put_back() {
    local was file
    while read -r was file; do
        if [[ -e $file && $(stat -c %.9Y "$file") == "$1" ]]; then touch -d "@$was" "$file"; fi
    done
}
