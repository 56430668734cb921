//! Deleting tokens, sessions and other rows that ended long ago.

use chrono::Duration;
use lintel_core::{Clock, Error};
use lintel_db::Db;

use crate::{
    domain::invitation,
    store::{
        self, api_key, call_limit, device, email_token, login_challenge, login_try, security_event,
        session, signing_key, user,
    },
};

/// An expired link can only be answered as expired, and an unknown link is answered the same way.
const TOKENS_KEPT: Duration = Duration::days(1);
/// Sessions are kept for a month, for people who ask where they were signed in.
const SESSIONS_KEPT: Duration = Duration::days(30);

/// The inviter sees for a month that an invitation was not accepted.
const INVITATIONS_KEPT: Duration = Duration::days(30);
/// Two years, for an owner who finds out late (docs/reference/promises.md 6).
const LOG_KEPT: Duration = Duration::days(730);
/// The name of a retired key stays readable for this long, for somebody who examines what it signed.
const KEYS_KEPT: Duration = Duration::days(90);
/// Waiting a day between tries gives fewer tries than the delays allow.
const TRIES_KEPT: Duration = Duration::days(1);
/// Where a password has to be reset, a hundred tries a month are not enough to guess it.
const LAST_TRIES_KEPT: Duration = Duration::days(30);
/// The security log of a deleted account, for an owner who did not delete it.
const DELETED_LOG_KEPT: Duration = Duration::days(30);
/// The time for which devices are remembered: as long as browsers keep a cookie.
const DEVICES_KEPT: Duration = Duration::days(400);

/// Deletes what expired long ago. Every replica may do so at any time.
///
/// # Errors
/// The store's errors.
pub async fn run(db: &Db, clock: &dyn Clock) -> Result<(), Error> {
    let now = clock.now();
    let mut tx = db.begin_worker().await?;
    let tokens = email_token::delete_expired(&mut tx, now - TOKENS_KEPT).await?;
    let sessions = session::delete_expired(&mut tx, now - SESSIONS_KEPT).await?;
    let invitations =
        store::invitation::delete_old(&mut tx, now - INVITATIONS_KEPT, now - invitation::DAY)
            .await?;
    let devices = device::delete_unused(&mut tx, now - DEVICES_KEPT).await?;
    let log = security_event::delete_old(&mut tx, now - LOG_KEPT).await?;
    user::forget_deleted(&mut tx, now - DELETED_LOG_KEPT).await?;
    let challenges = login_challenge::delete_expired(&mut tx, now).await?;
    let keys = signing_key::delete_retired(&mut tx, now - KEYS_KEPT).await?;
    let counts = call_limit::delete_spent(&mut tx, now).await?;
    let tries = login_try::delete_old(&mut tx, now - TRIES_KEPT, now - LAST_TRIES_KEPT).await?;
    api_key::delete_ended(&mut tx, now - TOKENS_KEPT).await?;
    tx.commit().await?;
    tracing::debug!(
        tokens,
        sessions,
        devices,
        challenges,
        tries,
        counts,
        keys,
        log,
        invitations,
        "forgot what is long over"
    );
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
        sqlx::query("INSERT INTO organisations (organisation_id, name, created_at, updated_at) VALUES (1, 'A', now(), now())")
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
            sqlx::query(
                "INSERT INTO invitations (organisation_id, email, email_key, grade, invited_by, token_hash, created_at, expires_at)
                 VALUES (1, $1, $1, 'Viewer', 1, sha256($1::text::bytea), now(), $2 - $1::text::interval)",
            )
            .bind(age)
            .bind(clock.now())
            .execute(&mut superuser)
            .await?;
            sqlx::query(
                "INSERT INTO invitation_mails (organisation_id, email_hash, sent_at)
                 VALUES (1, sha256(''), $2 - $1::text::interval)",
            )
            .bind(age)
            .bind(clock.now())
            .execute(&mut superuser)
            .await?;
            sqlx::query(
                "INSERT INTO login_tries (address_hash, failures, last_at)
                 VALUES (sha256($1::text::bytea), 99, $2 - $1::text::interval),
                        (sha256('last' || $1::text::bytea), 100, $2 - $1::text::interval)",
            )
            .bind(age)
            .bind(clock.now())
            .execute(&mut superuser)
            .await?;
            sqlx::query(
                "INSERT INTO call_limits (guard, subject, spent_until)
                 VALUES ('login', sha256($1::text::bytea), $2 - $1::text::interval)",
            )
            .bind(age)
            .bind(clock.now())
            .execute(&mut superuser)
            .await?;
        }
        run(&database.db, &clock).await?;
        let left: (i64, i64, i64, i64, i64, i64) = sqlx::query_as(
            "SELECT (SELECT count(*) FROM email_tokens), (SELECT count(*) FROM sessions),
                 (SELECT count(*) FROM invitations), (SELECT count(*) FROM invitation_mails),
                 (SELECT count(*) FROM login_tries), (SELECT count(*) FROM call_limits)",
        )
        .fetch_one(&mut superuser)
        .await?;
        assert_eq!(left, (2, 4, 4, 2, 6, 1));
        Ok(())
    }

    #[tokio::test]
    async fn a_deleted_accounts_log_goes_after_a_month_and_late_rows_at_once() -> anyhow::Result<()>
    {
        let database = TestDatabase::new("identity", &crate::MIGRATOR).await?;
        let clock = FixedClock::new(SystemClock.now());
        let mut superuser = database.superuser().await?;
        for (user, deleted) in [(1, None), (2, Some("29 days")), (3, Some("31 days"))] {
            sqlx::query(
                "INSERT INTO users (user_id, email, email_key, name, password_hash, created_at, updated_at, deleted_at)
                 VALUES ($1::bigint, '', ($1::bigint)::text, 'A', '', now(), now(), $2 - $3::text::interval)",
            )
            .bind(i64::from(user))
            .bind(clock.now())
            .bind(deleted)
            .execute(&mut superuser)
            .await?;
        }
        for row in [
            "security_events (user_id, at, kind, user_agent, address) SELECT user_id, now(), 'signed-in', '', '' FROM users",
            "user_settings (user_id, updated_at) SELECT user_id, now() FROM users",
            "email_tokens (user_id, purpose, token_hash, created_at, expires_at)
             SELECT user_id, 'verification', sha256(user_id::text::bytea), now(), now() + interval '1 day' FROM users",
        ] {
            let sql = sqlx::AssertSqlSafe(format!("INSERT INTO {row}"));
            sqlx::query(sql).execute(&mut superuser).await?;
        }
        run(&database.db, &clock).await?;
        let left: (Vec<i64>, Vec<i64>, Vec<i64>) = sqlx::query_as(
            "SELECT (SELECT array_agg(user_id ORDER BY 1) FROM security_events),
                 (SELECT array_agg(user_id) FROM user_settings), (SELECT array_agg(user_id) FROM email_tokens)",
        )
        .fetch_one(&mut superuser)
        .await?;
        assert_eq!(left, (vec![1, 2], vec![1], vec![1]));
        Ok(())
    }
}
