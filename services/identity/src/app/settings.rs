//! Reading and saving settings.

use std::sync::Arc;

use lintel_core::{Clock, Error, Expected, Principal, RequestKey, UserId};
use lintel_db::{Db, Scope, Tx, once};

use crate::{
    domain::{
        settings::Settings,
        settings_change::{NotificationSetting, SettingsChange},
    },
    error::session_ended,
    store::{second_factor, settings, user},
};

/// The settings of the caller.
#[derive(Debug, Clone)]
pub struct UserSettings {
    /// Where settings are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

impl UserSettings {
    /// The caller's settings, with defaults where nothing was saved.
    ///
    /// # Errors
    /// `SESSION_ENDED` for an account that was deleted; the store's errors.
    pub async fn get(&self, caller: &Principal) -> Result<Settings, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        in_force(&mut tx, caller).await
    }

    /// Saves what `change` names and returns the settings in force. A change that alters nothing keeps the version.
    ///
    /// # Errors
    /// `SETTINGS_INVALID` as `change` says; `STALE_ETAG` when they are not at the `expected` version; `REQUEST_ID_REUSED`;
    /// `SESSION_ENDED` for an account that was deleted; the store's errors.
    #[tracing::instrument(name = "app.update_user_settings", skip_all)]
    pub async fn update(
        &self,
        caller: &Principal,
        change: SettingsChange,
        expected: &Expected,
        request: Option<&RequestKey>,
    ) -> Result<Settings, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // The stored answer holds no personal data: a repeat reads the settings again.
        once(&mut tx, request, async |tx| {
            user::lock(tx, caller.user).await?;
            let saved = settings::find(tx, caller.user).await?.unwrap_or_default();
            expected.check(saved.version)?;
            let next = change.onto(saved.clone());
            if next != saved {
                settings::put(tx, caller.user, &next, self.clock.now()).await?;
            }
            Ok(())
        })
        .await?;
        let settings = in_force(&mut tx, caller).await?;
        tx.commit().await?;
        Ok(settings)
    }

    /// Switches one notification setting of `user` off. Off already, or of a deleted account, it changes nothing.
    ///
    /// # Errors
    /// The store's errors.
    #[tracing::instrument(name = "app.switch_off_notifications", skip_all)]
    pub async fn switch_off(
        &self,
        user: UserId,
        setting: NotificationSetting,
    ) -> Result<(), Error> {
        let mut tx = self.db.begin(Scope::user(user)).await?;
        if user::find(&mut tx, user, None).await?.is_none() {
            return Ok(());
        }
        user::lock(&mut tx, user).await?;
        let saved = settings::find(&mut tx, user).await?.unwrap_or_default();
        let next = SettingsChange::off(setting).onto(saved.clone());
        if next != saved {
            settings::put(&mut tx, user, &next, self.clock.now()).await?;
        }
        tx.commit().await?;
        Ok(())
    }
}

async fn in_force(tx: &mut Tx, caller: &Principal) -> Result<Settings, Error> {
    let user = user::find(tx, caller.user, None)
        .await?
        .ok_or_else(session_ended)?;
    let saved = settings::find(tx, caller.user).await?;
    let two_factor = second_factor::confirmed_since(tx, caller.user).await?;
    Ok(Settings::in_force(
        &user,
        saved.unwrap_or_default(),
        two_factor.is_some(),
    ))
}
