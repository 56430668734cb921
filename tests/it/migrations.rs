//! Migrations run while the release before goes on serving, so none may hold a table for as long as the table is large, and none
//! may take away what that release uses. docs/how-to/adding-a-migration.md says what to write instead.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, ensure};
use serde_json::Value;

/// Migrations up to these versions were there before the rules: those of services, and the shared ones, whose versions are no dates.
const BEFORE_THE_RULES: (i64, i64) = (20_261_127_000_000, 7);
/// Every other version of a shared migration is smaller than that of any service's.
const SHARED_END: i64 = 1_000_000;
/// Shorter than a request waits for a lock (`lintel_db`'s `LOCK_TIMEOUT`): what queues behind a migration outlives its waiting.
const GIVES_UP: &str = "SET LOCAL lock_timeout = '800ms';";
/// The line that tells sqlx that a file is no transaction; squawk looks at it otherwise, too.
const NO_TRANSACTION: &str = "-- no-transaction";
/// The comment before a statement that changes every row of a small table: it says why the table is small.
const SMALL: &str = "-- whole table: ";
/// The statements that go over a whole table, or may hide one that does: squawk, which knows the rest, has no rule for
/// these.
const WHOLE_TABLE: [&str; 8] = [
    "UPDATE", "DELETE", "TRUNCATE", "LOCK", "VACUUM", "CLUSTER", "REFRESH", "DO",
];
/// Rules of squawk that say nothing about locks or about the release before: `migrate` sets no limit on statements because building
/// an index takes as long as it takes; a check that lists values is dropped to be made again with one more.
const LEFT_OUT: &str = "require-statement-timeout,prefer-bigint-over-int,prefer-bigint-over-smallint,ban-drop-constraint";

#[test]
fn no_migration_holds_a_table_for_long_or_breaks_the_release_before() -> anyhow::Result<()> {
    let mut looked_at = 0;
    let mut refused = Vec::new();
    for path in migrations()? {
        looked_at += 1;
        if is_newer(&path)? {
            let why = refusals(&path)?.join(", ");
            if !why.is_empty() {
                refused.push(format!("{}: {why}", path.display()));
            }
        }
    }
    ensure!(looked_at > 80, "only {looked_at} migrations were found");
    let refused = refused.join("\n");
    ensure!(
        refused.is_empty(),
        "docs/how-to/adding-a-migration.md:\n{refused}"
    );
    Ok(())
}

#[test]
fn what_locks_a_table_for_long_or_breaks_the_release_before_is_refused() -> anyhow::Result<()> {
    for (why, sql) in [
        (
            "adding-required-field",
            "ALTER TABLE homes ADD COLUMN a bigint NOT NULL;",
        ),
        (
            "adding-field-with-default",
            "ALTER TABLE homes ADD COLUMN a uuid DEFAULT gen_random_uuid();",
        ),
        (
            "adding-not-nullable-field",
            "ALTER TABLE homes ALTER COLUMN a SET NOT NULL;",
        ),
        (
            "require-concurrent-index-creation",
            "CREATE INDEX homes_a_idx ON homes (a);",
        ),
        (
            "require-concurrent-index-deletion",
            "DROP INDEX homes_a_idx;",
        ),
        (
            "disallowed-unique-constraint",
            "ALTER TABLE homes ADD CONSTRAINT homes_a_uq UNIQUE (a);",
        ),
        (
            "constraint-missing-not-valid",
            "ALTER TABLE homes ADD CONSTRAINT homes_a_ck CHECK (a > 0);",
        ),
        (
            "adding-foreign-key-constraint",
            "ALTER TABLE homes ADD COLUMN a bigint REFERENCES users (user_id);",
        ),
        (
            "changing-column-type",
            "ALTER TABLE homes ALTER COLUMN a TYPE bigint;",
        ),
        ("renaming-column", "ALTER TABLE homes RENAME COLUMN a TO b;"),
        ("renaming-table", "ALTER TABLE homes RENAME TO houses;"),
        ("ban-drop-column", "ALTER TABLE homes DROP COLUMN a;"),
        ("ban-drop-table", "DROP TABLE homes;"),
        ("UPDATE of a whole table", "UPDATE homes SET a = 1;"),
        (
            "DELETE of a whole table",
            "-- No longer needed.\n\ndelete from homes;",
        ),
        (
            "DO of a whole table",
            "DO $$ BEGIN UPDATE homes SET a = 1; END $$;",
        ),
    ] {
        let found = refusals_of(&format!("-- Why.\n{GIVES_UP}\n{sql}\n"))?;
        ensure!(
            found.iter().any(|rule| rule == why),
            "{sql} is refused for {found:?}, not for {why}"
        );
    }
    let waits = refusals_of("-- Why.\nALTER TABLE homes ADD COLUMN a bigint;")?;
    ensure!(waits == ["require-lock-timeout", GIVES_UP], "{waits:?}");
    let waits =
        refusals_of("-- Why.\nSET lock_timeout = '5s';\nALTER TABLE homes ADD COLUMN a bigint;")?;
    ensure!(waits == [GIVES_UP], "{waits:?}");
    let several = refusals_of(&format!(
        "{NO_TRANSACTION}\nDROP INDEX CONCURRENTLY IF EXISTS homes_a_idx;\nDROP INDEX CONCURRENTLY IF EXISTS homes_b_idx;"
    ))?;
    ensure!(
        several == ["several statements without a transaction"],
        "{several:?}"
    );
    Ok(())
}

#[test]
fn what_docs_say_to_write_instead_is_not_refused() -> anyhow::Result<()> {
    let page = std::fs::read_to_string(root().join("docs/how-to/adding-a-migration.md"))?;
    let examples: Vec<&str> = page
        .split("```sql\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    ensure!(examples.len() >= 4, "{} examples", examples.len());
    for sql in examples {
        let found = refusals_of(sql)?;
        ensure!(found.is_empty(), "{found:?}: {sql}");
    }
    Ok(())
}

/// Returns all migrations: each service's, and the shared ones.
fn migrations() -> anyhow::Result<Vec<PathBuf>> {
    let services = root().join("services");
    let mut folders = vec![services.join("shared/db/migrations")];
    for service in std::fs::read_dir(services)? {
        folders.push(service?.path().join("migrations"));
    }
    let mut found = Vec::new();
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        for file in std::fs::read_dir(folder)? {
            found.push(file?.path());
        }
    }
    Ok(found)
}

fn is_newer(path: &Path) -> anyhow::Result<bool> {
    let name = path.file_stem().and_then(OsStr::to_str);
    let version = name.and_then(|name| name.split_once('_'));
    let (version, _) = version.with_context(|| format!("{} has no version", path.display()))?;
    let version: i64 = version.parse()?;
    let (service, shared) = BEFORE_THE_RULES;
    Ok(if version < SHARED_END {
        version > shared
    } else {
        version > service
    })
}

fn refusals_of(sql: &str) -> anyhow::Result<Vec<String>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("migration.sql");
    std::fs::write(&path, sql)?;
    refusals(&path)
}

/// Returns the reasons why a migration is refused, each once; none when it is not.
fn refusals(path: &Path) -> anyhow::Result<Vec<String>> {
    let sql = std::fs::read_to_string(path)?;
    let alone = sql.starts_with(NO_TRANSACTION);
    let mut refused = squawk(path, alone)?;
    if !alone && !sql.contains(GIVES_UP) {
        refused.push(GIVES_UP.to_owned());
    }
    let statements: Vec<&str> = statements(&sql);
    // PostgreSQL makes a transaction of statements that are sent together.
    if alone && statements.len() > 1 {
        refused.push("several statements without a transaction".to_owned());
    }
    for statement in statements {
        let mut lines = statement.lines().map(str::trim);
        let code = lines.find(|line| !line.is_empty() && !line.starts_with("--"));
        let word = code
            .and_then(|code| code.split_whitespace().next())
            .unwrap_or_default();
        let word = word.to_uppercase();
        if WHOLE_TABLE.contains(&word.as_str()) && !statement.contains(SMALL) {
            refused.push(format!("{word} of a whole table"));
        }
    }
    refused.dedup();
    Ok(refused)
}

/// The statements with the comments before them, without the bodies of functions.
fn statements(sql: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (number, text) in sql.split("$$").enumerate() {
        if number % 2 == 0 {
            found.extend(text.split(';').map(str::trim));
        }
    }
    let has_code = |text: &&str| {
        text.lines()
            .any(|line| !line.trim_start().starts_with("--") && !line.trim().is_empty())
    };
    found.retain(has_code);
    found
}

/// The rules of squawk that a file breaks, in the file's order.
fn squawk(path: &Path, alone: bool) -> anyhow::Result<Vec<String>> {
    let python = std::env::var_os("LINTEL_TEST_PYTHON").map(PathBuf::from);
    let program = python.map_or_else(
        || PathBuf::from("squawk"),
        |python| python.with_file_name("squawk"),
    );
    let mut command = Command::new(&program);
    command.args(["--reporter", "json", "--pg-version", "15"]);
    if alone {
        // One statement, which holds nobody up while it waits.
        command
            .arg("--exclude")
            .arg(format!("{LEFT_OUT},require-lock-timeout"));
    } else {
        command.args(["--assume-in-transaction", "--exclude", LEFT_OUT]);
    }
    let ended = command
        .arg(path)
        .output()
        .with_context(|| format!("starting {}", program.display()))?;
    let found: Vec<Value> = serde_json::from_slice(&ended.stdout)
        .with_context(|| String::from_utf8_lossy(&ended.stderr).into_owned())?;
    let mut rules: Vec<String> = found
        .iter()
        .filter_map(|problem| Some(problem["rule_name"].as_str()?.to_owned()))
        .collect();
    rules.dedup();
    Ok(rules)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
