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
