//! Statements that PostgreSQL refuses: its log says which, and nothing of what they held.

use lintel_core::ServiceName;
use lintel_system_tests::{Programs, postgres::Postgres};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

/// A text that somebody typed.
const CANARY: &str = "Wilhelmina Featherstonehaugh";

#[tokio::test]
async fn what_a_refused_statement_held_stands_in_no_log() -> anyhow::Result<()> {
    let postgres = Postgres::start_migrated(&Programs::built()?).await?;
    let service = ServiceName::new("tenancy-applications");
    let ids =
        "INSERT INTO request_ids (scope, method, key, request_hash) VALUES ('anon:x', 'm', $1, '')";
    for role in ["app", "worker", "owner"] {
        let url = postgres.url(&service.role(role), &service.database());
        let mut connection = PgConnection::connect(&url).await?;
        // The context of the first quotes the text, and so does the detail of the others.
        let json = format!("{{\"name\": \"{CANARY}\\u0000\"}}");
        let refused = sqlx::query("SELECT ($1::text)::jsonb")
            .bind(json)
            .fetch_all(&mut connection)
            .await;
        assert!(refused.is_err(), "{role} stored U+0000");
        let table = "CREATE TEMPORARY TABLE refused (name text UNIQUE, age int NOT NULL)";
        sqlx::query(AssertSqlSafe(table))
            .execute(&mut connection)
            .await?;
        let row = "INSERT INTO refused VALUES ($1, NULL)";
        let refused = sqlx::query(row).bind(CANARY).execute(&mut connection).await;
        assert!(refused.is_err(), "{role} stored nothing");
    }
    let mut app =
        PgConnection::connect(&postgres.url(&service.role("app"), &service.database())).await?;
    let mut twice = Vec::new();
    for _ in 0..2 {
        twice.push(
            sqlx::query(ids)
                .bind(CANARY)
                .execute(&mut app)
                .await
                .is_ok(),
        );
    }
    assert_eq!(twice, [true, false]);

    let log = postgres.log()?;
    for complaint in [
        "unsupported Unicode escape sequence",
        "violates not-null constraint",
        "duplicate key value violates unique constraint",
    ] {
        assert!(
            log.contains(complaint),
            "the log does not have it: {complaint}"
        );
    }
    assert!(!log.contains(CANARY), "the log quotes what was typed");
    Ok(())
}
