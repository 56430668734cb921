//! Keeps how accounts are reached, and to which organisations they belong, from identity's events.

use lintel_bus::{Event, HandlerError};
use lintel_core::{OrganisationId, UserId};
use lintel_db::Tx;
use lintel_proto::{
    PublicEvent,
    identity::v1::{
        AccountChanged, MembershipChanged, MembershipEnded, OrganisationChanged,
        OrganisationDeleted, UserDeleted,
    },
};

use crate::store::contact;

/// Takes an event that says how somebody is reached; `false` for any other.
///
/// # Errors
/// As [`lintel_bus::Handler::handle`].
pub(super) async fn handle(tx: &mut Tx, event: &Event) -> Result<bool, HandlerError> {
    match event.event_type.as_str() {
        AccountChanged::TYPE => {
            let account: AccountChanged = decode(event)?;
            // Where no mail is sent, nothing is sealed.
            if let Some(sealed) = account.contact {
                let user = UserId::new(account.user_id);
                contact::keep(tx, user, account.version, &sealed.ciphertext).await?;
            }
        }
        UserDeleted::TYPE => {
            let account: UserDeleted = decode(event)?;
            contact::forget(tx, account.user_id.into()).await?;
        }
        OrganisationChanged::TYPE => {
            let fact: OrganisationChanged = decode(event)?;
            let organisation = OrganisationId::new(fact.organisation_id);
            contact::set_members(tx, organisation, &fact.member_user_ids).await?;
        }
        OrganisationDeleted::TYPE => {
            let fact: OrganisationDeleted = decode(event)?;
            contact::set_members(tx, fact.organisation_id.into(), &[]).await?;
        }
        MembershipChanged::TYPE => {
            let fact: MembershipChanged = decode(event)?;
            contact::add_member(tx, fact.organisation_id.into(), fact.user_id.into()).await?;
        }
        MembershipEnded::TYPE => {
            let fact: MembershipEnded = decode(event)?;
            contact::remove_member(tx, fact.organisation_id.into(), fact.user_id.into()).await?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn decode<M: PublicEvent + Default>(event: &Event) -> Result<M, HandlerError> {
    M::decode(event.payload.clone()).map_err(|_| HandlerError::Permanent("it is not of its type"))
}
