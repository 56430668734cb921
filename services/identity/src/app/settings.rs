//! Reading settings.

use lintel_core::{Error, Principal};
use lintel_db::{Db, Scope};

use crate::{
    domain::settings::Settings,
    error::session_ended,
    store::{settings, users},
};

/// The settings of the caller.
#[derive(Debug, Clone)]
pub struct UserSettings {
    db: Db,
}

impl UserSettings {
    /// Settings kept in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// The caller's settings, defaults filled.
    ///
    /// # Errors
    /// `SESSION_ENDED` for an account that is gone; the store's errors.
    pub async fn get(&self, caller: &Principal) -> Result<Settings, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let user = users::find(&mut tx, caller.user, None)
            .await?
            .ok_or_else(session_ended)?;
        let saved = settings::find(&mut tx, caller.user).await?;
        Ok(Settings::in_force(&user, saved.unwrap_or_default()))
    }
}
