//! Writing down what happens to agreements, as the chain of evidence keeps it.

use chrono::{DateTime, SecondsFormat, Utc};
use lintel_core::{AgreementId, DeedId, Error, OrganisationId, SignerId};
use serde_json::{Map, Value, json};
use sqlx::PgConnection;

use crate::{
    domain::agreeing::{Agreement, Device, Signer, evidence::hex},
    store::agreeing::{agreement_event, guarantee},
};

/// What happened to an agreement, and everything about it that is kept.
#[derive(Debug, Clone)]
pub struct Happening {
    event: &'static str,
    details: Map<String, Value>,
}

impl Happening {
    /// That this happened.
    #[must_use]
    pub fn new(event: &'static str) -> Self {
        Self {
            event,
            details: Map::new(),
        }
    }

    /// With a detail.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.details.insert(name.to_owned(), value.into());
        self
    }

    /// To, or by, a signer.
    #[must_use]
    pub fn of(self, signer: &Signer) -> Self {
        let known = json!({
            "id": signer.id.get(),
            "party": signer.party.as_str(),
            "name": signer.name,
            "email": signer.email,
        });
        self.with("signer", known)
    }

    /// From a device.
    #[must_use]
    pub fn from(self, device: &Device) -> Self {
        self.with("knownBy", device.known_by())
            .with("address", device.address.as_str())
            .with("userAgent", device.user_agent.as_str())
    }

    /// On the document that `agreement` is.
    #[must_use]
    pub fn on(self, agreement: &Agreement) -> Self {
        self.with("documentHash", hex(&agreement.document_hash))
    }

    /// Adds it to the chain of an agreement that is locked. Gives the new head.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn append(
        self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        agreement: AgreementId,
        now: DateTime<Utc>,
    ) -> Result<[u8; 32], Error> {
        let entry = self.with("agreementId", agreement.get()).entry(now)?;
        Ok(agreement_event::append(tx, organisation, agreement, &entry).await?)
    }

    /// Adds it to the chain of a deed whose agreement is locked. Gives the new head.
    ///
    /// # Errors
    /// As [`Self::append`].
    pub async fn append_to_deed(
        self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        deed: DeedId,
        now: DateTime<Utc>,
    ) -> Result<[u8; 32], Error> {
        let entry = self.with("deedId", deed.get()).entry(now)?;
        Ok(guarantee::append(tx, organisation, deed, &entry).await?)
    }

    fn entry(mut self, now: DateTime<Utc>) -> Result<Vec<u8>, Error> {
        let at = now.to_rfc3339_opts(SecondsFormat::Micros, true);
        self.details.insert("event".to_owned(), self.event.into());
        self.details.insert("at".to_owned(), at.into());
        serde_json::to_vec(&self.details).map_err(Error::internal)
    }
}

/// What an entry of the chain says under a name; empty where it says nothing.
#[must_use]
pub fn said(entry: &Value, name: &str) -> String {
    let said = entry.get(name).and_then(Value::as_str);
    said.unwrap_or_default().to_owned()
}

/// Adds something that a guarantor did to the chain of their deed, too.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(super) async fn also_of_deed(
    tx: &mut PgConnection,
    agreement: &Agreement,
    signer: SignerId,
    happening: Happening,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    if let Some(deed) = agreement.deed_of(signer) {
        let happening = happening.with("documentHash", hex(&deed.document_hash));
        happening
            .append_to_deed(tx, agreement.organisation, deed.id, now)
            .await?;
    }
    Ok(())
}
