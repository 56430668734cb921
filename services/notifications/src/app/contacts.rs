//! The contacts of an organisation: accounts and members, from identity's events or its snapshots.

use lintel_core::{OrganisationId, SessionId, UserId};
use lintel_db::StoreError;
use lintel_proto::{
    convert::instant,
    identity::v1::{
        AccountChanged, AccountContact, MembershipChanged, MembershipEnded, OrganisationChanged,
        OrganisationDeleted, SessionEnded, SessionsRevoked, UserDeleted,
    },
};
use sqlx::PgConnection;

use super::news;
use crate::{
    mail::SealedBox,
    store::{
        self,
        contact::{self, Member},
        delivery, delivery_log, phone, push, push_subscription, stopped_address, text,
    },
};

/// Keeps an account. Its verified address is found by what `sealed_box` makes of it.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn account(
    tx: &mut PgConnection,
    told: AccountChanged,
    sealed_box: Option<&SealedBox>,
) -> Result<(), StoreError> {
    let user = UserId::new(told.user_id);
    let digest = told
        .contact
        .as_ref()
        .zip(sealed_box)
        .and_then(|(sealed, ours)| {
            // One that does not open is kept all the same, and said so when the account is to be told something.
            let contact: AccountContact = ours.open_message(sealed).ok()?;
            let address = contact.verified_email;
            (!address.is_empty()).then(|| ours.address_digest(&address))
        });
    let sealed = told.contact.map(|contact| contact.ciphertext);
    if let Some(digest) = &digest {
        // Whoever proves an address anew gets mails there again.
        if contact::address_of(tx, user).await?.as_deref() != Some(digest) {
            stopped_address::lift(tx, digest).await?;
        }
    }
    let digest = digest.as_ref().map(<[u8; 32]>::as_slice);
    contact::keep(tx, user, sealed.as_deref(), digest, told.version).await
}

/// Forgets how a deleted account was told of something, and what it was told.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn account_gone(tx: &mut PgConnection, told: &UserDeleted) -> Result<(), StoreError> {
    let user = UserId::new(told.user_id);
    store::news::erase_user(tx, user).await?;
    push_subscription::forget_all(tx, user).await?;
    text::erase_user(tx, user).await?;
    phone::forget(tx, user).await?;
    contact::keep(tx, user, None, None, told.version).await
}

/// Sends no more news to the browser whose session somebody ended; time alone ends none.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn session_ended(tx: &mut PgConnection, told: &SessionEnded) -> Result<(), StoreError> {
    match SessionId::parse(&told.session_id) {
        Some(session) if !told.idle => {
            push_subscription::session_ended(tx, UserId::new(told.user_id), session).await
        }
        _ => Ok(()),
    }
}

/// Sends no more news to any browser of an account but that of the session that goes on.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn sessions_revoked(
    tx: &mut PgConnection,
    told: &SessionsRevoked,
) -> Result<(), StoreError> {
    let user = UserId::new(told.user_id);
    match told.revoke_time.as_ref().and_then(instant) {
        Some(at) => {
            let kept = SessionId::parse(&told.kept_session_id);
            push_subscription::revoked(tx, user, kept, at).await
        }
        None => push_subscription::forget_all(tx, user).await,
    }
}

/// Keeps a member.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn member(tx: &mut PgConnection, told: &MembershipChanged) -> Result<(), StoreError> {
    let member = Member {
        organisation: OrganisationId::new(told.organisation_id),
        membership: told.membership_id,
        user: UserId::new(told.user_id),
        grade: told.grade().known(),
        ended: false,
        version: told.version,
    };
    contact::keep_member(tx, member).await
}

/// Keeps that somebody is no member any more, and takes back what they were told for the organisation.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn member_gone(tx: &mut PgConnection, told: &MembershipEnded) -> Result<(), StoreError> {
    let (organisation, user) = (
        OrganisationId::new(told.organisation_id),
        UserId::new(told.user_id),
    );
    let member = Member {
        organisation,
        membership: told.membership_id,
        user,
        grade: None,
        ended: true,
        version: told.version,
    };
    contact::keep_member(tx, member).await?;
    push::drop_member(tx, organisation, user).await?;
    text::drop_member(tx, organisation, user).await?;
    delivery::drop_member(tx, organisation, user).await?;
    if !contact::is_member_anywhere(tx, user).await? {
        // At the next sign-in the browser is asked again.
        push_subscription::forget_all(tx, user).await?;
    }
    forget(tx, organisation, Some(user)).await
}

/// Keeps who lets an organisation's homes, where identity tells it to this service.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn organisation(
    tx: &mut PgConnection,
    told: OrganisationChanged,
) -> Result<(), StoreError> {
    match told.profile_for_notifications {
        Some(profile) => {
            let organisation = OrganisationId::new(told.organisation_id);
            store::landlord::keep(tx, organisation, &profile.ciphertext, told.version).await
        }
        None => Ok(()),
    }
}

/// Keeps that an organisation has no members and no homes any more, and takes back what was told for it.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn organisation_gone(
    tx: &mut PgConnection,
    told: &OrganisationDeleted,
) -> Result<(), StoreError> {
    let organisation = OrganisationId::new(told.organisation_id);
    contact::end_members(tx, organisation).await?;
    store::backup::forget(tx, organisation).await?;
    store::home::organisation_gone(tx, organisation).await?;
    store::landlord::organisation_gone(tx, organisation).await?;
    delivery_log::erase_organisation(tx, organisation).await?;
    forget(tx, organisation, None).await
}

async fn forget(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: Option<UserId>,
) -> Result<(), StoreError> {
    for reader in store::news::erase_organisation(tx, organisation, user).await? {
        news::changed(tx, reader).await?;
    }
    Ok(())
}
