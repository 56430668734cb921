//! Identity's events: an organisation that is deleted takes its listings with it, an account and a member who leaves what they watched.

use std::sync::Arc;

use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_core::{Clock, OrganisationId, UserId};
use lintel_db::Tx;
use lintel_proto::{
    EVENT_TYPES, PublicEvent as _,
    identity::v1::{MembershipChanged, MembershipEnded, OrganisationDeleted, UserDeleted},
};
use prost::Message;
use tokio::sync::Notify;

use crate::{app, store::leaver::Leaver};

/// Records deleted organisations and accounts and who left. All other events of identity are ignored.
#[derive(Debug)]
pub struct IdentityEvents {
    clock: Arc<dyn Clock>,
    wake: Arc<Notify>,
}

impl IdentityEvents {
    /// `clock` gives the time of a deletion; `wake` starts the job that erases the data.
    #[must_use]
    pub const fn new(clock: Arc<dyn Clock>, wake: Arc<Notify>) -> Self {
        Self { clock, wake }
    }
}

impl Handler for IdentityEvents {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        let now = self.clock.now();
        match event.event_type.as_str() {
            OrganisationDeleted::TYPE => {
                let organisation = decode::<OrganisationDeleted>(event)?.organisation_id;
                app::note(tx, OrganisationId::new(named(organisation)?), now).await?;
            }
            UserDeleted::TYPE => {
                let user = decode::<UserDeleted>(event)?.user_id;
                app::note_account(tx, UserId::new(named(user)?), now).await?;
            }
            MembershipEnded::TYPE => {
                let ended: MembershipEnded = decode(event)?;
                let leaver = Leaver {
                    membership: named(ended.membership_id)?,
                    organisation: OrganisationId::new(named(ended.organisation_id)?),
                    user: UserId::new(named(ended.user_id)?),
                    gone_at: event.time,
                };
                app::left(tx, leaver).await?;
            }
            MembershipChanged::TYPE => {
                let changed: MembershipChanged = decode(event)?;
                let membership = named(changed.membership_id)?;
                let organisation = OrganisationId::new(named(changed.organisation_id)?);
                let user = UserId::new(named(changed.user_id)?);
                app::joined(tx, organisation, user, membership, event.time).await?;
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

fn named(id: i64) -> Result<i64, HandlerError> {
    if id < 1 {
        return Err(HandlerError::Permanent("it names nobody"));
    }
    Ok(id)
}

fn decode<M: Message + Default>(event: &Event) -> Result<M, HandlerError> {
    M::decode(event.payload.clone())
        .map_err(|_| HandlerError::Permanent("it is not what its type says"))
}
