//! Who is told what concerns an organisation: what identity tells of accounts and members, from its events or its snapshots.

use lintel_core::{OrganisationId, UserId};
use lintel_db::StoreError;
use lintel_proto::identity::v1::{
    AccountChanged, MembershipChanged, MembershipEnded, OrganisationDeleted, UserDeleted,
};
use sqlx::PgConnection;

use crate::store::contact::{self, Member};

/// Keeps an account.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn account(tx: &mut PgConnection, told: AccountChanged) -> Result<(), StoreError> {
    let user = UserId::new(told.user_id);
    let sealed = told.contact.map(|contact| contact.ciphertext);
    contact::keep(tx, user, sealed.as_deref(), told.version).await
}

/// Forgets how a deleted account was told of something.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn account_gone(tx: &mut PgConnection, told: &UserDeleted) -> Result<(), StoreError> {
    contact::keep(tx, UserId::new(told.user_id), None, told.version).await
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
        ended: false,
        version: told.version,
    };
    contact::keep_member(tx, member).await
}

/// Keeps that somebody is no member any more.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn member_gone(tx: &mut PgConnection, told: &MembershipEnded) -> Result<(), StoreError> {
    let member = Member {
        organisation: OrganisationId::new(told.organisation_id),
        membership: told.membership_id,
        user: UserId::new(told.user_id),
        ended: true,
        version: told.version,
    };
    contact::keep_member(tx, member).await
}

/// Keeps that an organisation has no members any more.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn organisation_gone(
    tx: &mut PgConnection,
    told: &OrganisationDeleted,
) -> Result<(), StoreError> {
    contact::end_members(tx, OrganisationId::new(told.organisation_id)).await
}
