//! Forgetting tokens and sessions that are long over.

use chrono::Duration;
use lintel_core::{Clock, Error};
use lintel_db::Db;

use crate::store::{email_tokens, sessions};

/// An expired link is only good for saying that it expired, which an unknown one does as well.
const TOKENS_KEPT: Duration = Duration::days(1);
/// Sessions stay a month for a person who asks where they were signed in.
const SESSIONS_KEPT: Duration = Duration::days(30);

/// Deletes what expired long ago. Every replica may do so at any time.
///
/// # Errors
/// The store's errors.
pub async fn run(db: &Db, clock: &dyn Clock) -> Result<(), Error> {
    let now = clock.now();
    let mut tx = db.begin_worker().await?;
    let tokens = email_tokens::delete_expired(&mut tx, now - TOKENS_KEPT).await?;
    let sessions = sessions::delete_expired(&mut tx, now - SESSIONS_KEPT).await?;
    tx.commit().await?;
    tracing::debug!(tokens, sessions, "forgot what is long over");
    Ok(())
}

#[cfg(test)]
mod tests {
    use lintel_core::{FixedClock, SystemClock};
    use lintel_testkit::TestDatabase;

    use super::*;

    #[tokio::test]
    async fn what_expired_long_ago_is_forgotten_and_the_rest_stays() -> anyhow::Result<()> {
        let database = TestDatabase::new("identity", &crate::MIGRATOR).await?;
        let clock = FixedClock::new(SystemClock.now());
        let mut superuser = database.superuser().await?;
        sqlx::query(
            "INSERT INTO users (user_id, email, email_key, name, password_hash, created_at, updated_at)
             VALUES (1, 'a@b.example', 'a@b.example', 'A', '', now(), now())",
        )
        .execute(&mut superuser)
        .await?;
        for age in ["-1 hour", "23 hours", "25 hours", "29 days", "31 days"] {
            sqlx::query(
                "INSERT INTO email_tokens (user_id, purpose, token_hash, created_at, expires_at)
                 VALUES (1, 'verification', sha256($1::text::bytea), now(), $2 - $1::text::interval)",
            )
            .bind(age)
            .bind(clock.now())
            .execute(&mut superuser)
            .await?;
            sqlx::query(
                "INSERT INTO sessions (session_id, user_id, user_agent, created_at, last_used_at, expires_at, refresh_hash)
                 VALUES (gen_random_uuid(), 1, $1, now(), now(), $2 - $1::text::interval, sha256(''))",
            )
            .bind(age)
            .bind(clock.now())
            .execute(&mut superuser)
            .await?;
        }
        run(&database.db, &clock).await?;
        let (tokens, sessions): (i64, i64) = sqlx::query_as(
            "SELECT (SELECT count(*) FROM email_tokens), (SELECT count(*) FROM sessions)",
        )
        .fetch_one(&mut superuser)
        .await?;
        assert_eq!((tokens, sessions), (2, 4));
        Ok(())
    }
}
