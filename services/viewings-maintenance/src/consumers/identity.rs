//! Identity's events: who lets and who is responsible, and that an organisation that is deleted takes everything with it.

use std::sync::Arc;

use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_core::Clock;
use lintel_db::Tx;
use lintel_proto::{
    EVENT_TYPES, PublicEvent as _,
    identity::v1::{
        AccountChanged, MembershipChanged, MembershipEnded, OrganisationChanged,
        OrganisationDeleted, UserDeleted,
    },
};
use lintel_sealing::Opener;
use tokio::sync::Notify;

use super::decode;
use crate::{
    app::{copies, maintenance::leave},
    events::inbound,
    store,
};

/// Keeps the copies of accounts, organisations and members, and records deleted organisations. All other events of identity are ignored.
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
        let permanent = HandlerError::Permanent;
        match event.event_type.as_str() {
            AccountChanged::TYPE => {
                let news = inbound::account(&decode(event)?).map_err(permanent)?;
                copies::account(tx, &news).await?;
            }
            UserDeleted::TYPE => {
                let news = inbound::account_gone(&decode(event)?).map_err(permanent)?;
                copies::account(tx, &news).await?;
            }
            OrganisationChanged::TYPE => {
                let news =
                    inbound::organisation(decode(event)?, &self.opener).map_err(permanent)?;
                let Some(news) = news else {
                    return Ok(Handled::Ignored);
                };
                copies::organisation(tx, &news).await?;
            }
            MembershipChanged::TYPE => {
                let news = inbound::member(&decode(event)?).map_err(permanent)?;
                copies::member(tx, &news).await?;
            }
            MembershipEnded::TYPE => {
                let news = inbound::member_gone(&decode(event)?).map_err(permanent)?;
                let (organisation, user) = (news.organisation, news.user);
                // They may have come back, under another number.
                if copies::member(tx, &news).await?
                    && !store::member::exists(tx, organisation, user).await?
                {
                    leave(tx, organisation, user, self.clock.now()).await?;
                }
            }
            OrganisationDeleted::TYPE => {
                let fact: OrganisationDeleted = decode(event)?;
                let organisation = inbound::organisation_id(fact.organisation_id);
                let organisation = organisation.map_err(permanent)?;
                store::departure::note(tx, organisation, self.clock.now()).await?;
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
