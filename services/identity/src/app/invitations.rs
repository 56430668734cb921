//! Inviting people into the caller's organisation.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{Clock, Error, Grade, OrganisationId, Principal, RequestKey, UserId};
use lintel_db::{Db, ResultExt as _, Scope, Tx, once, outbox};
use lintel_proto::{access, identity::v1};

use super::membership_lock::locked_by_owner;
use crate::{
    domain::{
        invitation::{self, DAY, HOUR, Invitation, Invited},
        secrets::Secrets,
        token::{INVITATION_LIFETIME, LinkToken},
    },
    error::{
        already_member, invitation_exists, invitation_link_invalid, invitation_not_found,
        organisation_not_found,
    },
    events::{self, MailSealer},
    store::{
        self,
        invitation::{NewInvitation, Which},
        organisation, user,
    },
};

/// An invitation and the state of its link.
#[derive(Debug)]
pub struct SentInvitation {
    /// The invitation.
    pub invitation: Invitation,
    /// True when a mail carries the link.
    pub email_sent: bool,
    /// The link's token where no mail carries it; not in the answer to a repeat, because it is not stored.
    pub token: Option<String>,
}

/// The parts of an invitation that the holder of a link may see.
#[derive(Debug)]
pub struct Preview {
    /// The organisation's name.
    pub organisation: String,
    /// The invitation.
    pub invitation: Invitation,
    /// True when there is an account with its address.
    pub account_exists: bool,
}

/// The invitations of the caller's organisation.
#[derive(Debug, Clone)]
pub struct Invitations {
    /// Where they are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Makes the keyed hashes under which addresses are counted.
    pub secrets: Secrets,
    /// `None` where no mail transport is configured; then the inviter is shown the link instead.
    pub mail: Option<MailSealer>,
}

impl Invitations {
    /// Returns whether an invitation's link has expired.
    pub fn has_expired(&self, invitation: &Invitation) -> bool {
        invitation.expires_at <= self.clock.now()
    }

    /// The open invitations, the newest first.
    ///
    /// # Errors
    /// The store's errors.
    #[tracing::instrument(name = "app.list_invitations", skip_all)]
    pub async fn list(&self, caller: &Principal) -> Result<Vec<Invitation>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(store::invitation::read(&mut tx, organisation, Which::All).await?)
    }

    /// Invites an address.
    ///
    /// # Errors
    /// `INVITATION_INVALID`; `NOT_ALLOWED` for a caller who is no longer an Owner; `SESSION_ENDED`; `ALREADY_MEMBER`,
    /// `INVITATION_EXISTS`, `ORGANISATION_FULL`, `INVITATIONS_EXHAUSTED`; `REQUEST_ID_REUSED`; the store's errors.
    #[tracing::instrument(name = "app.create_invitation", skip_all)]
    pub async fn create(
        &self,
        caller: &Principal,
        email: &str,
        grade: Option<Grade>,
        request: Option<&RequestKey>,
    ) -> Result<SentInvitation, Error> {
        let organisation = caller.organisation()?;
        let invited = Invited::check(email, grade)?;
        let token = LinkToken::generate();
        let mut fresh = false;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // The stored answer is only a number, so that no address or token is stored with it.
        let id = once(&mut tx, request, async |tx| {
            fresh = true;
            let now = self.clock.now();
            let members = locked_by_owner(tx, organisation, caller, now).await?;
            if members.has_address(&invited.email.key()) {
                return Err(already_member());
            }
            let open = store::invitation::read(tx, organisation, Which::All).await?;
            if open.iter().any(|one| one.email_key == invited.email.key()) {
                return Err(invitation_exists());
            }
            invitation::check_room(members.count(), open.len())?;
            let new = NewInvitation {
                organisation,
                email: &invited.email,
                grade: invited.grade,
                invited_by: caller.user,
                token_hash: &token.hash(),
                created_at: now,
                expires_at: now + INVITATION_LIFETIME,
            };
            let id = store::invitation::insert(tx, &new)
                .await
                .on_constraint(store::invitation::ADDRESS_UQ, invitation_exists)?;
            let invitation = self.find(tx, organisation, Which::Id(id)).await?;
            self.send(tx, &invitation, &token, now).await?;
            Ok(id)
        })
        .await?;
        self.answer(tx, organisation, id, token, fresh).await
    }

    /// Sends an invitation again, with a new link.
    ///
    /// # Errors
    /// `NOT_ALLOWED` for a caller who is no longer an Owner; `SESSION_ENDED`; `INVITATION_NOT_FOUND`, `INVITATIONS_EXHAUSTED`,
    /// `REQUEST_ID_REUSED`; the store's errors.
    #[tracing::instrument(name = "app.resend_invitation", skip_all)]
    pub async fn resend(
        &self,
        caller: &Principal,
        id: i64,
        request: Option<&RequestKey>,
    ) -> Result<SentInvitation, Error> {
        let organisation = caller.organisation()?;
        let token = LinkToken::generate();
        let mut fresh = false;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        once(&mut tx, request, async |tx| {
            fresh = true;
            let now = self.clock.now();
            locked_by_owner(tx, organisation, caller, now).await?;
            let before = self.find(tx, organisation, Which::Id(id)).await?;
            store::invitation::renew(tx, &before, &token.hash(), now + INVITATION_LIFETIME).await?;
            let invitation = self.find(tx, organisation, Which::Id(id)).await?;
            self.send(tx, &invitation, &token, now).await
        })
        .await?;
        self.answer(tx, organisation, id, token, fresh).await
    }

    /// Takes an invitation back.
    ///
    /// # Errors
    /// `NOT_ALLOWED` for a caller who is no longer an Owner; `SESSION_ENDED`; `INVITATION_NOT_FOUND`, `REQUEST_ID_REUSED`; the
    /// store's errors.
    #[tracing::instrument(name = "app.revoke_invitation", skip_all)]
    pub async fn revoke(
        &self,
        caller: &Principal,
        id: i64,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        once(&mut tx, request, async |tx| {
            locked_by_owner(tx, organisation, caller, self.clock.now()).await?;
            let invitation = self.find(tx, organisation, Which::Id(id)).await?;
            take_back(tx, &invitation).await
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Returns the invitation of the link with `token`. Does not use the link up, because mail scanners follow links too.
    ///
    /// # Errors
    /// `LINK_INVALID`; the store's errors.
    #[tracing::instrument(name = "app.preview_invitation", skip_all)]
    pub async fn preview(&self, token: &str) -> Result<Preview, Error> {
        let token = LinkToken::parse(token).ok_or_else(invitation_link_invalid)?;
        let mut tx = self.db.begin(Scope::none()).await?;
        let invitation = open(&mut tx, &token.hash(), self.clock.now())
            .await?
            .ok_or_else(invitation_link_invalid)?;
        let organisation = organisation::name(&mut tx, invitation.organisation)
            .await?
            .ok_or_else(organisation_not_found)?;
        let account = user::user_of_email(&mut tx, &invitation.email_key).await?;
        Ok(Preview {
            organisation,
            account_exists: account.is_some(),
            invitation,
        })
    }

    async fn find(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        which: Which<'_>,
    ) -> Result<Invitation, Error> {
        let found = store::invitation::read(tx, organisation, which).await?;
        found.into_iter().next().ok_or_else(invitation_not_found)
    }

    /// Asks for the mail with the link, unless the limit is reached, and publishes the invitation.
    async fn send(
        &self,
        tx: &mut Tx,
        invitation: &Invitation,
        token: &LinkToken,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        outbox::append(tx, &events::invitation_changed(invitation)).await?;
        let Some(sealer) = &self.mail else {
            return Ok(());
        };
        let address = self.secrets.address_hash(&invitation.email_key);
        store::invitation::take_turn(tx, &address).await?;
        invitation::check_mails(
            store::invitation::mails_by(tx, invitation.organisation, now - DAY).await?,
            store::invitation::mails_to(tx, &address, now - HOUR).await?,
        )?;
        store::invitation::note_mail(tx, invitation.organisation, &address, now).await?;
        let organisation = organisation::name(tx, invitation.organisation).await?;
        let mail = sealer.account_mail(&v1::AccountMail {
            recipient_email: invitation.email.clone(),
            token: token.expose().to_string(),
            organisation_name: organisation.unwrap_or_default(),
            inviter_name: invitation.inviter.clone().unwrap_or_default(),
            grade: access::v1::Grade::from(invitation.grade).into(),
            ..Default::default()
        })?;
        let event = events::account_mail_requested(
            invitation.invited_by,
            v1::AccountMailKind::Invitation,
            invitation.expires_at,
            mail,
        );
        outbox::append(tx, &event).await?;
        Ok(())
    }

    /// The invitation as it is now; only the call that made the token gets it.
    async fn answer(
        &self,
        mut tx: Tx,
        organisation: OrganisationId,
        id: i64,
        token: LinkToken,
        fresh: bool,
    ) -> Result<SentInvitation, Error> {
        let invitation = self.find(&mut tx, organisation, Which::Id(id)).await?;
        tx.commit().await?;
        let email_sent = self.mail.is_some();
        Ok(SentInvitation {
            invitation,
            email_sent,
            token: (fresh && !email_sent).then(|| token.expose().to_string()),
        })
    }
}

/// The open invitation whose link has the token with this hash; the transaction then acts in its organisation.
pub(super) async fn open(
    tx: &mut Tx,
    token_hash: &[u8; 32],
    now: DateTime<Utc>,
) -> Result<Option<Invitation>, Error> {
    let Some(organisation) = store::invitation::organisation_of(tx, token_hash).await? else {
        return Ok(None);
    };
    let scope = Scope {
        organisation: Some(organisation),
        user: None,
    };
    tx.act_as(scope).await?;
    let found = store::invitation::read(tx, organisation, Which::Token(token_hash)).await?;
    Ok(found.into_iter().find(|one| one.is_open(now)))
}

/// Takes back open invitations of an organisation in the caller's transaction: those that `inviter` sent, or all.
///
/// # Errors
/// The store's errors.
pub(super) async fn take_back_all(
    tx: &mut Tx,
    organisation: OrganisationId,
    inviter: Option<UserId>,
) -> Result<(), Error> {
    for invitation in store::invitation::read(tx, organisation, Which::All).await? {
        if inviter.is_none_or(|inviter| inviter == invitation.invited_by) {
            take_back(tx, &invitation).await?;
        }
    }
    Ok(())
}

async fn take_back(tx: &mut Tx, invitation: &Invitation) -> Result<(), Error> {
    store::invitation::delete(tx, invitation).await?;
    outbox::append(tx, &events::invitation_ended(invitation, false)).await?;
    Ok(())
}
