//! Identity's events: whose verified address is whose, who lets, and that an organisation that is deleted takes everything with it.

use std::sync::Arc;

use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_core::Clock;
use lintel_db::Tx;
use lintel_proto::{
    EVENT_TYPES, PublicEvent as _,
    identity::v1::{AccountChanged, OrganisationChanged, OrganisationDeleted, UserDeleted},
};
use lintel_sealing::Opener;
use prost::Message;
use tokio::sync::Notify;

use crate::{
    app::keeping::copies,
    events::inbound::{self, AccountNews},
};

/// Keeps the copies of accounts and organisations, and records deleted organisations. All other events of identity are ignored.
#[derive(Debug)]
pub struct IdentityEvents {
    clock: Arc<dyn Clock>,
    opener: Opener,
    wake: Arc<Notify>,
}

impl IdentityEvents {
    /// `clock` gives the time of a deletion; `opener` opens what identity seals to this service; `wake` starts the job that erases the
    /// data.
    #[must_use]
    pub const fn new(clock: Arc<dyn Clock>, opener: Opener, wake: Arc<Notify>) -> Self {
        Self {
            clock,
            opener,
            wake,
        }
    }
}

impl Handler for IdentityEvents {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        match event.event_type.as_str() {
            AccountChanged::TYPE => {
                let news = inbound::account(decode(event)?, &self.opener);
                keep(tx, news).await?;
            }
            UserDeleted::TYPE => keep(tx, inbound::account_gone(&decode(event)?)).await?,
            OrganisationChanged::TYPE => {
                let news = inbound::organisation(decode(event)?, &self.opener);
                let news = news.map_err(HandlerError::Permanent)?;
                copies::organisation(tx, news.organisation, &news.lessor, news.version).await?;
            }
            OrganisationDeleted::TYPE => {
                let fact: OrganisationDeleted = decode(event)?;
                let organisation = inbound::organisation_id(fact.organisation_id);
                let organisation = organisation.map_err(HandlerError::Permanent)?;
                copies::gone(tx, organisation, self.clock.now()).await?;
            }
            known if EVENT_TYPES.contains(&known) => return Ok(Handled::Ignored),
            // It may be a new kind of deletion: if it were skipped, the data would stay.
            _ => return Err(HandlerError::UnknownType),
        }
        Ok(Handled::Done)
    }

    fn committed(&self) {
        self.wake.notify_one();
    }
}

async fn keep(tx: &mut Tx, news: Result<AccountNews, &'static str>) -> Result<(), HandlerError> {
    let news = news.map_err(HandlerError::Permanent)?;
    copies::account(tx, news.user, news.role, &news.verified_email, news.version).await?;
    Ok(())
}

fn decode<M: Message + Default>(event: &Event) -> Result<M, HandlerError> {
    M::decode(event.payload.clone())
        .map_err(|_| HandlerError::Permanent("it is not what its type says"))
}
