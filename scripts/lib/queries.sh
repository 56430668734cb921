# shellcheck shell=bash
# The cache of checked SQL: what sqlx's macros learn from a database that has every migration.

# write_queries <folder> <cargo command…>: the command compiles against a fresh scratch database and leaves the cache in
# the folder. A crate that cargo finds fresh writes nothing, so every file with a query is made to look changed.
write_queries() {
    local folder=$1 url
    shift
    url=$(scripts/scratch-db | tail -n1)
    grep -rlE --include='*.rs' '\bquery(_as|_scalar|_file)?(_unchecked)?!\(' gateway services tests | xargs -r touch
    SQLX_OFFLINE=false SQLX_OFFLINE_DIR=$folder DATABASE_URL=$url "$@"
}
