//! The members of the caller's organisation and their grades.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{Clock, Error, Expected, Grade, OrganisationId, Principal, RequestKey, UserId};
use lintel_db::{Db, Scope, Tx, once, outbox};

use super::{
    api_keys, invitations,
    membership_lock::{locked, locked_by_owner},
    sessions,
};
use crate::{
    domain::{client::Client, member::Member, security_event::SecurityKind},
    error::member_not_found,
    events,
    store::{membership, security_event},
};

/// The members of the caller's organisation.
#[derive(Debug, Clone)]
pub struct Members {
    db: Db,
    clock: Arc<dyn Clock>,
}

impl Members {
    /// Manages members kept in `db`.
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// All members, the first to join first.
    ///
    /// # Errors
    /// The store's errors.
    #[tracing::instrument(name = "app.list_members", skip_all)]
    pub async fn list(&self, caller: &Principal) -> Result<Vec<Member>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(membership::list(&mut tx, organisation).await?)
    }

    /// Gives `member` another grade. The member's sessions in the organisation, the tokens of the member's API keys and the invitations
    /// that the member sent end with the former grade. `grade` is `None` where the request named none.
    ///
    /// # Errors
    /// `NOT_ALLOWED` for a caller who is no longer an Owner; `SESSION_ENDED`; `MEMBER_NOT_FOUND`; `MEMBER_INVALID`; `STALE_ETAG`;
    /// `LAST_OWNER`; `REQUEST_ID_REUSED`; the store's errors.
    #[tracing::instrument(name = "app.change_member_grade", skip_all)]
    pub async fn change_grade(
        &self,
        caller: &Principal,
        member: UserId,
        grade: Option<Grade>,
        expected: &Expected,
        request: Option<&RequestKey>,
    ) -> Result<Member, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // The stored answer is empty, so that no name or address is stored with it.
        once(&mut tx, request, async |tx| {
            let members = locked_by_owner(tx, organisation, caller, self.clock.now()).await?;
            let member = members.find(member).ok_or_else(member_not_found)?;
            let grade = grade.ok_or_else(|| {
                Error::field(
                    "MEMBER_INVALID",
                    "grade",
                    "Choose Owner, Manager or Viewer.",
                )
            })?;
            expected.check(member.version)?;
            if member.grade == grade {
                return Ok(());
            }
            members.can_lose_owner(member)?;
            self.set_grade(tx, caller, organisation, member, grade)
                .await
        })
        .await?;
        let members = membership::list(&mut tx, organisation).await?;
        tx.commit().await?;
        let mut members = members.into_iter();
        members
            .find(|one| one.user == member)
            .ok_or_else(member_not_found)
    }

    async fn set_grade(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        organisation: OrganisationId,
        member: &Member,
        grade: Grade,
    ) -> Result<(), Error> {
        let version = membership::set_grade(tx, organisation, member.user, grade).await?;
        let changed = Member {
            grade,
            version,
            ..member.clone()
        };
        outbox::append(tx, &events::membership_changed(organisation, &changed)).await?;
        let now = self.clock.now();
        api_keys::end_tokens_of(tx, organisation, member.user, now).await?;
        invitations::take_back_all(tx, organisation, Some(member.user)).await?;
        sessions::end_in(tx, member.user, organisation, now).await?;
        let noted = SecurityKind::GradeChanged;
        note(tx, caller, member.user, noted, now).await?;
        tx.act_as(Scope::of(caller)).await?;
        Ok(())
    }

    /// Removes `member`, or lets the caller leave. The member's sessions in the organisation end, and so do the API keys and
    /// invitations that the member made there.
    ///
    /// # Errors
    /// `NOT_ALLOWED` for a caller who is not an Owner and names somebody else; `SESSION_ENDED`; `MEMBER_NOT_FOUND`; `LAST_OWNER`;
    /// `REQUEST_ID_REUSED`; the store's errors.
    #[tracing::instrument(name = "app.remove_member", skip_all)]
    pub async fn remove(
        &self,
        caller: &Principal,
        member: UserId,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        once(&mut tx, request, async |tx| {
            let now = self.clock.now();
            let members = if member == caller.user {
                locked(tx, organisation).await?
            } else {
                locked_by_owner(tx, organisation, caller, now).await?
            };
            let member = members.find(member).ok_or_else(member_not_found)?;
            members.can_lose_owner(member)?;
            end_membership(tx, organisation, member, now).await?;
            sessions::end_in(tx, member.user, organisation, now).await?;
            let noted = match member.user == caller.user {
                true => SecurityKind::OrganisationLeft,
                false => SecurityKind::RemovedFromOrganisation,
            };
            note(tx, caller, member.user, noted, now).await?;
            tx.act_as(Scope::of(caller)).await?;
            Ok(())
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Adds what `caller` did to the log of `member`, as whom the transaction acts. If somebody else did it, the log does not show that
/// person's device.
async fn note(
    tx: &mut Tx,
    caller: &Principal,
    member: UserId,
    kind: SecurityKind,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    if caller.user == member {
        security_event::append_of(tx, caller, kind, now).await?;
    } else {
        security_event::append(tx, member, kind, &Client::default(), now).await?;
    }
    Ok(())
}

/// Ends a membership in the caller's transaction, together with the API keys and invitations that the member made in the
/// organisation.
///
/// # Errors
/// The store's errors.
pub(super) async fn end_membership(
    tx: &mut Tx,
    organisation: OrganisationId,
    member: &Member,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    membership::delete(tx, organisation, member.user).await?;
    outbox::append(tx, &events::membership_ended(organisation, member)).await?;
    api_keys::revoke_all_of(tx, organisation, member.user, now).await?;
    invitations::take_back_all(tx, organisation, Some(member.user)).await
}
