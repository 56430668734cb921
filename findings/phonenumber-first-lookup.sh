#!/usr/bin/env bash
# phonenumber 0.3.10 (Rust): the first question about one country's calling code reads the numbering plans of all countries.
#
# DATABASE.by_id("GB") took 1.2 s in an unoptimised program and 0.16 s in an optimised one, on two busy cores; the next one a microsecond. A service
# that checks a list of country codes when it starts (ours did) starts that much later, and every short command of it pays it again;
# country::Id::from_str says whether a code is one without reading anything.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir src
cat >Cargo.toml <<'TOML'
[package]
name = "try"
version = "0.0.0"
edition = "2021"
[dependencies]
phonenumber = "=0.3.10"
TOML
cat >src/main.rs <<'RUST'
use std::{str::FromStr, time::Instant};

use phonenumber::{country, metadata::DATABASE};

fn timed(asked: impl Fn() -> u16) -> (u16, f64) {
    let begun = Instant::now();
    (asked(), begun.elapsed().as_secs_f64() * 1000.0)
}

fn main() {
    let code = |id: &str| DATABASE.by_id(id).map_or(0, |country| country.country_code());
    let known = timed(|| country::Id::from_str("GB").is_ok().into());
    let (first, second) = (timed(|| code("GB")), timed(|| code("IE")));
    println!("GB is a country: {:.3} ms; code {}: {:.3} ms; then code {}: {:.3} ms", known.1, first.0, first.1, second.0, second.1);
    if (first.0, second.0) != (44, 353) || first.1 < 100.0 * second.1.max(known.1) {
        println!("This has changed.");
        std::process::exit(1);
    }
}
RUST
for profile in dev release; do
    cargo build --quiet --profile "$profile"
    echo -n "$profile: "
    "target/${profile/#dev/debug}/try"
done
