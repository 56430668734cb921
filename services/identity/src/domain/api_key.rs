//! API keys: what they may do, and what is stored of them.

use chrono::{DateTime, Duration, Utc};
use lintel_core::{Error, Violations};
use zeroize::Zeroizing;

use super::{name::ApiKeyName, token::LinkToken};
use crate::error::api_keys_full;

/// The start of every key, by which people and scanners recognise one.
const MARK: &str = "lk_";
/// Characters of a key that are stored to tell keys apart: the mark and seven more, of 43.
const PREFIX: usize = 10;
/// The time for which a token of a key is valid.
pub const TOKEN_LIFETIME: Duration = Duration::minutes(5);
/// A use is stored only if the last stored one is older than this.
pub const USE_NOTED_EVERY: Duration = Duration::minutes(1);
/// Keys that one organisation may have: few enough to list without pages.
const MOST: usize = 50;
/// Everything that a key may be allowed: the scopes of the contract's access rules, for reading and writing.
pub const SCOPES: [&str; 18] = [
    "account.read",
    "account.write",
    "identity-documents.read",
    "identity-documents.write",
    "listings.read",
    "listings.write",
    "maintenance.read",
    "maintenance.write",
    "notifications.read",
    "notifications.write",
    "organisation.read",
    "organisation.write",
    "portfolio.read",
    "portfolio.write",
    "tenancy.read",
    "tenancy.write",
    "viewings.read",
    "viewings.write",
];

/// A key itself: 256 random bits. Secret; only its hash is stored.
#[derive(Debug)]
pub struct Secret(LinkToken);

impl Secret {
    /// A new key from the system's generator.
    #[must_use]
    pub fn generate() -> Self {
        Self(LinkToken::generate())
    }

    /// Reads a key; `None` for text that cannot be one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        LinkToken::parse(text.strip_prefix(MARK)?).map(Self)
    }

    /// The key's text, shown once.
    #[must_use]
    pub fn expose(&self) -> Zeroizing<String> {
        Zeroizing::new(format!("{MARK}{}", self.0.expose().as_str()))
    }

    /// The key's first characters.
    #[must_use]
    pub fn prefix(&self) -> String {
        self.expose().chars().take(PREFIX).collect()
    }

    /// The hash that is stored.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        self.0.hash()
    }
}

/// A key to make; every field is checked.
#[derive(Debug)]
pub struct NewApiKey {
    /// Its display name.
    pub name: ApiKeyName,
    /// Its scopes: each once, in the order of [`SCOPES`].
    pub scopes: Vec<String>,
    /// When it stops working.
    pub expires_at: Option<DateTime<Utc>>,
}

impl NewApiKey {
    /// Checks every field and names all that break a rule at once.
    ///
    /// # Errors
    /// `API_KEY_INVALID`.
    pub fn check(
        name: &str,
        scopes: &[String],
        expires_at: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Result<Self, Error> {
        let mut violations = Violations::default();
        let name = violations.take("display_name", ApiKeyName::parse(name));
        if scopes.is_empty() {
            violations.add("scopes", "Choose at least one thing that the key may do.");
        }
        if scopes.iter().any(|scope| !SCOPES.contains(&scope.as_str())) {
            violations.add("scopes", format!("Choose from {}.", SCOPES.join(", ")));
        }
        if expires_at.is_some_and(|at| at <= now) {
            violations.add("expire_time", "Choose a moment that is still to come.");
        }
        match name {
            Some(name) if violations.is_empty() => Ok(Self {
                name,
                scopes: SCOPES
                    .iter()
                    .filter(|known| scopes.iter().any(|scope| scope == *known))
                    .map(|scope| (*scope).to_owned())
                    .collect(),
                expires_at,
            }),
            _ => Err(Error::Invalid {
                reason: "API_KEY_INVALID",
                violations,
            }),
        }
    }
}

/// Checks that an organisation with `count` keys may have another.
///
/// # Errors
/// `API_KEYS_FULL`.
pub const fn check_room(count: usize) -> Result<(), Error> {
    if count < MOST {
        Ok(())
    } else {
        Err(api_keys_full())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_scope_of_the_contract_can_be_had_and_no_other() {
        let rules = lintel_auth::AccessRules::from_contract();
        let scopes: BTreeSet<String> = rules
            .iter()
            .flat_map(lintel_auth::AccessRules::iter)
            .filter(|(_, rule)| !rule.scope.is_empty())
            .flat_map(|(_, rule)| ["read", "write"].map(|kind| format!("{}.{kind}", rule.scope)))
            .collect();
        let known: BTreeSet<String> = SCOPES.iter().map(|scope| (*scope).to_owned()).collect();
        assert_eq!(scopes, known);
    }

    #[test]
    fn a_key_is_recognised_by_its_mark_and_begins_as_its_prefix_says() {
        let key = Secret::generate();
        let text = key.expose();
        assert_eq!((text.len(), key.prefix().len()), (46, 10));
        assert!(text.starts_with(&key.prefix()));
        assert_eq!(Secret::parse(&text).map(|key| key.hash()), Some(key.hash()));
        for bad in ["", "lk_", &text[3..], &text[..45], "lk_!"] {
            assert!(Secret::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn all_faults_are_named_at_once_and_scopes_are_kept_once_each() {
        let now = DateTime::UNIX_EPOCH;
        let faults = NewApiKey::check(" ", &["portfolio.delete".to_owned()], Some(now), now);
        let Err(Error::Invalid { violations, .. }) = faults else {
            return assert_eq!("Invalid", "something else");
        };
        let fields: Vec<_> = violations.iter().map(|v| v.field.as_str()).collect();
        assert_eq!(fields, ["display_name", "scopes", "expire_time"]);
        assert!(NewApiKey::check("CRM", &[], None, now).is_err());
        let twice = ["portfolio.write", "account.read", "portfolio.write"].map(str::to_owned);
        let made = NewApiKey::check(" CRM ", &twice, None, now);
        let scopes = made.map(|made| made.scopes).unwrap_or_default();
        assert_eq!(scopes, ["account.read", "portfolio.write"]);
    }
}
