#!/usr/bin/env bash
# cargo 1.95.0: two checkouts of one workspace with one CARGO_TARGET_DIR run each other's programs.
#
# A member of a workspace is told apart by its path within the workspace, not by where the workspace lies. Two git worktrees that share a
# target folder (to build dependencies once) therefore share the members' artifacts, too, and whether one is stale is asked of the times of
# files: where the second worktree was checked out before the first was built, cargo says "Fresh" and runs the first one's code, its build
# script's output included. Nothing is said, and a test can pass or fail of code that is not there. A target folder for each checkout, with
# sccache or `cargo vendor` for what is shared, does not have this.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unset CARGO_BUILD_TARGET_DIR RUSTC_WORKSPACE_WRAPPER
version=$(cargo --version | cut -d' ' -f2)
[ "$version" = 1.95.0 ] || echo "This was seen with cargo 1.95.0; here is $version."

checkout() {
  mkdir -p "$1/app/src"
  printf '[workspace]\nmembers = ["app"]\nresolver = "3"\n' >"$1/Cargo.toml"
  printf '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2024"\n' >"$1/app/Cargo.toml"
  printf 'fn main() {\n    println!("%s");\n}\n' "$2" >"$1/app/src/main.rs"
}
checkout first "the first checkout"
checkout second "the second checkout"
sleep 1.1

export CARGO_TARGET_DIR="$work/target"
first=$(cd first && cargo run --quiet --offline)
second=$(cd second && cargo run --quiet --offline)
echo "first/ prints: $first"
echo "second/ prints: $second"
if [ "$first" != "the first checkout" ] || [ "$second" != "the first checkout" ]; then
  echo "This has changed."
  exit 1
fi
