//! Stopping mails from the mail itself, without signing in.

use lintel_core::{Error, UserId};

use crate::{clients::Accounts, domain::Setting, mail::UnsubscribeLinks};

/// The mails that the links in mails switch off.
#[derive(Debug, Clone)]
pub struct Unsubscribe {
    links: UnsubscribeLinks,
    accounts: Accounts,
}

impl Unsubscribe {
    /// Reads `links`; `accounts` keeps the settings.
    #[must_use]
    pub const fn new(links: UnsubscribeLinks, accounts: Accounts) -> Self {
        Self { links, accounts }
    }

    /// Returns the setting that the link of a mail would switch off.
    ///
    /// # Errors
    /// `LINK_INVALID`.
    pub fn open(&self, token: &str) -> Result<Setting, Error> {
        self.read(token).map(|(_, setting)| setting)
    }

    /// Switches the setting off that the link names; doing so again changes nothing.
    ///
    /// # Errors
    /// `LINK_INVALID`; [`Error::Unavailable`] while identity is away.
    #[tracing::instrument(name = "app.unsubscribe", skip_all)]
    pub async fn stop(&self, token: &str) -> Result<Setting, Error> {
        let (user, setting) = self.read(token)?;
        if self.accounts.switch_off(user, setting).await? {
            Ok(setting)
        } else {
            Err(link_invalid())
        }
    }

    fn read(&self, token: &str) -> Result<(UserId, Setting), Error> {
        self.links.open(token).ok_or_else(link_invalid)
    }
}

const fn link_invalid() -> Error {
    Error::LinkInvalid {
        message: "This link is not valid. You can switch emails off in Settings, under Notifications.",
    }
}
