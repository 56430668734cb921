//! The register of grants in `docs/reference/what-ends-when.md`: whatever opens something has a row, and with it an end.

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::{Context as _, ensure};

const PAGE: &str = include_str!("../../docs/reference/what-ends-when.md");
const HEAD: &str = "| grant | kept in | made by | so that | ends | tried by |";

/// The cells of the register, row by row.
fn register() -> anyhow::Result<Vec<Vec<&'static str>>> {
    let (_, rows) = PAGE.split_once(HEAD).context("there is no register")?;
    let rows = rows
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    Ok(rows
        .map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect())
}

/// The tables that a row names: "service one, two, other-service three".
fn tables_of(cell: &str) -> Vec<String> {
    let mut service = "";
    let mut tables = Vec::new();
    for part in cell.split(", ") {
        let (named, table) = part.split_once(' ').unwrap_or((service, part));
        service = named;
        tables.push(format!("{service} {table}"));
    }
    tables
}

/// Returns true for a column that keeps a secret which opens something.
fn opens(column: &str) -> bool {
    let Some((name, kind)) = column.trim().split_once(char::is_whitespace) else {
        return false;
    };
    let secret = [
        "token", "refresh", "code", "ticket", "key", "endpoint", "device", "link",
    ];
    let kept = ["hash", "digest", "nonce"];
    let named = secret.iter().any(|secret| name.contains(secret))
        && kept.iter().any(|kept| name.ends_with(kept));
    (named && kind.trim().starts_with("bytea"))
        || (name == "session_id" && kind.trim().starts_with("uuid"))
}

/// Tables of the migrations in `folder` that keep what opens something.
fn tables_that_open(service: &str, folder: &Path) -> anyhow::Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for file in fs::read_dir(folder)? {
        let mut table = String::new();
        for line in fs::read_to_string(file?.path())?.lines() {
            let words: Vec<_> = line
                .split([' ', '('])
                .filter(|word| !word.is_empty())
                .collect();
            if let ["CREATE" | "ALTER", "TABLE", named, ..] = words.as_slice() {
                table = (*named).to_owned();
            }
            let columns = line.split("ADD COLUMN ");
            if columns.into_iter().any(opens) {
                found.insert(format!("{service} {table}"));
            }
        }
    }
    Ok(found)
}

#[test]
fn whatever_opens_something_has_a_row_in_the_register() -> anyhow::Result<()> {
    let services = Path::new(env!("CARGO_MANIFEST_DIR")).join("../services");
    let mut found = tables_that_open("shared", &services.join("shared/db/migrations"))?;
    for service in lintel_system_tests::system::SERVICES {
        found.extend(tables_that_open(
            service,
            &services.join(service).join("migrations"),
        )?);
    }
    ensure!(found.len() > 10, "too few tables were found: {found:?}");
    let register = register()?;
    let named = register
        .iter()
        .flat_map(|row| tables_of(row.get(1).unwrap_or(&"")));
    let named: BTreeSet<_> = named.collect();
    let missing: Vec<_> = found.difference(&named).collect();
    ensure!(
        missing.is_empty(),
        "these keep what opens something, and no row of the register names them: {missing:?}"
    );
    Ok(())
}

#[test]
fn every_grant_has_a_maker_a_reason_an_end_and_a_test() -> anyhow::Result<()> {
    let register = register()?;
    ensure!(register.len() > 10, "the register is cut off");
    for row in register {
        ensure!(
            row.len() == 6 && row.iter().all(|cell| !cell.is_empty()),
            "{row:?}"
        );
        ensure!(
            row.last().is_some_and(|tests| tests.starts_with('`')),
            "{row:?} names no test"
        );
    }
    Ok(())
}
