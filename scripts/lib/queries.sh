# shellcheck shell=bash
# The cache of checked SQL: what sqlx's macros learn from a database that has every migration.

# write_queries <folder> <cargo command…>: the command compiles against a fresh scratch database and leaves the cache in
# the folder. A crate that cargo finds fresh writes nothing, so every file with a query is made to look changed; afterwards it
# looks as it did, or everything above it would be built anew although nothing in it is new.
write_queries() {
    local folder=$1 url now status=0 before
    shift
    url=$(scripts/scratch-db | tail -n1)
    before=$(grep -rlE --include='*.rs' '\bquery(_as|_scalar|_file)?(_unchecked)?!\(' gateway services tests | xargs -r stat -c '%.9Y %n')
    now=$(date +%s.%N)
    cut -d ' ' -f 2- <<<"$before" | xargs -r touch -d "@$now"
    SQLX_OFFLINE=false SQLX_OFFLINE_DIR=$folder DATABASE_URL=$url "$@" || status=$?
    put_back "$now" <<<"$before"
    return "$status"
}

# put_back <time>: gives every file whose time is still that one (nobody has edited it meanwhile) the time that it had.
put_back() {
    local was file
    while read -r was file; do
        if [[ -e $file && $(stat -c %.9Y "$file") == "$1" ]]; then touch -d "@$was" "$file"; fi
    done
}
