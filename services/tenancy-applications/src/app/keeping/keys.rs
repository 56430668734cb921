//! The keys of organisations: made at first use, kept wrapped with the service's own key.

use lintel_core::{Error, OrganisationId};
use lintel_sealing::{LinkToken, Opener, SealingKey};
use sqlx::PgConnection;
use zeroize::Zeroizing;

use crate::store::keeping::organisation_key;

/// Makes and opens the keys of organisations.
#[derive(Debug, Clone)]
pub struct Keys {
    wrapping: SealingKey,
}

impl Keys {
    /// Wraps keys with one that is derived from the service's secret.
    #[must_use]
    pub fn new(secret: &Opener) -> Self {
        Self {
            wrapping: secret.derive("lintel.tenancy.organisation-keys.v1"),
        }
    }

    /// The key of an organisation; the first use makes it.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away; [`Error::Internal`] for a key that does not open.
    pub async fn of_organisation(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
    ) -> Result<SealingKey, Error> {
        let context = format!("key of organisation {organisation}");
        let wrapped = match organisation_key::find(tx, organisation).await? {
            Some(wrapped) => wrapped,
            None => {
                // 256 random bits, as a token's hash has them.
                let fresh = Zeroizing::new(LinkToken::generate().hash());
                let wrapped = self.wrapping.seal(fresh.as_slice(), context.as_bytes());
                let wrapped = wrapped.map_err(Error::internal)?;
                organisation_key::keep(tx, organisation, &wrapped).await?
            }
        };
        let key = self.wrapping.open(&wrapped, context.as_bytes());
        let key: [u8; 32] = key
            .map_err(Error::internal)?
            .as_slice()
            .try_into()
            .map_err(Error::internal)?;
        Ok(SealingKey::new(Zeroizing::new(key)))
    }
}
