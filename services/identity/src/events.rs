//! The public events of this service. Names and addresses are always sealed in them.

use chrono::{DateTime, Utc};
use lintel_core::{EmailTokenId, Error, OrganisationId, SessionId, UserId};
use lintel_db::outbox::NewEvent;
use lintel_proto::{
    PublicEvent as _, access, common::v1::Sealed, convert::timestamp, identity::v1,
};
use lintel_sealing::Sealer;
use uuid::Uuid;

use crate::domain::{
    code::VerificationCode, invitation::Invitation, member::Member, snapshot::MemberSnapshot,
    token::LinkToken, user::User,
};

/// Seals the contents of mails so that only notifications can read them.
#[derive(Debug, Clone)]
pub struct MailSealer(Sealer);

impl MailSealer {
    /// A sealer for the holder of `public_key` (X25519).
    pub fn new(public_key: [u8; 32]) -> Self {
        Self(Sealer::new(public_key))
    }

    /// Seals a verification mail.
    pub fn verification(
        &self,
        name: &str,
        email: &str,
        token: &LinkToken,
        code: &VerificationCode,
    ) -> Result<Sealed, Error> {
        self.0.seal(&v1::VerificationMail {
            recipient_name: name.to_owned(),
            recipient_email: email.to_owned(),
            token: token.expose().to_string(),
            code: code.expose().to_string(),
        })
    }

    /// Seals a mail about an account.
    pub fn account_mail(&self, mail: &v1::AccountMail) -> Result<Sealed, Error> {
        self.0.seal(mail)
    }
}

/// Somebody made an account.
pub fn user_registered(user: &User) -> NewEvent {
    let organisation = user
        .organisation
        .as_ref()
        .map(|organisation| organisation.id);
    v1::UserRegistered {
        user_id: user.id.get(),
        role: access::v1::Role::from(user.role).into(),
        organisation_id: organisation.map(OrganisationId::get).unwrap_or_default(),
        version: user.version,
    }
    .event()
}

/// An account was deleted.
pub fn user_deleted(user: UserId, version: i64) -> NewEvent {
    v1::UserDeleted {
        user_id: user.get(),
        version,
    }
    .event()
}

/// An account's address was verified.
pub fn email_verified(user: UserId, version: i64) -> NewEvent {
    v1::EmailVerified {
        user_id: user.get(),
        version,
    }
    .event()
}

/// A verification mail is to be sent.
pub fn verification_requested(
    user: UserId,
    token: EmailTokenId,
    expires_at: DateTime<Utc>,
    mail: Sealed,
) -> NewEvent {
    v1::EmailVerificationRequested {
        user_id: user.get(),
        email_token_id: token.get(),
        expire_time: Some(timestamp(expires_at)),
        mail: Some(mail),
    }
    .event()
}

/// A mail about an account is to be sent, unless it would arrive after `expires_at`.
pub fn account_mail_requested(
    user: UserId,
    kind: v1::AccountMailKind,
    expires_at: DateTime<Utc>,
    mail: Sealed,
) -> NewEvent {
    v1::AccountMailRequested {
        user_id: user.get(),
        account_mail_id: Uuid::now_v7().to_string(),
        kind: kind.into(),
        expire_time: Some(timestamp(expires_at)),
        mail: Some(mail),
    }
    .event()
}

/// An organisation got another name.
pub fn organisation_renamed(organisation: OrganisationId, version: i64) -> NewEvent {
    v1::OrganisationRenamed {
        organisation_id: organisation.get(),
        version,
    }
    .event()
}

/// An organisation was deleted, with everything in it.
pub fn organisation_deleted(organisation: OrganisationId, version: i64) -> NewEvent {
    v1::OrganisationDeleted {
        organisation_id: organisation.get(),
        version,
    }
    .event()
}

/// Somebody joined an organisation or got another grade in it.
pub fn membership_changed(organisation: OrganisationId, member: &Member) -> NewEvent {
    v1::MembershipChanged {
        membership_id: member.membership,
        organisation_id: organisation.get(),
        user_id: member.user.get(),
        grade: access::v1::Grade::from(member.grade).into(),
        version: member.version,
    }
    .event()
}

/// Somebody founded an organisation and is its first member.
pub fn membership_founded(organisation: OrganisationId, member: &MemberSnapshot) -> NewEvent {
    membership(organisation, member).event()
}

/// A membership as it is now.
pub fn membership(organisation: OrganisationId, member: &MemberSnapshot) -> v1::MembershipChanged {
    v1::MembershipChanged {
        membership_id: member.membership,
        organisation_id: organisation.get(),
        user_id: member.user.get(),
        grade: access::v1::Grade::from(member.grade).into(),
        version: member.version,
    }
}

/// Somebody left an organisation or was removed from it.
pub fn membership_ended(organisation: OrganisationId, member: &Member) -> NewEvent {
    let version = member.version + 1;
    v1::MembershipEnded {
        membership_id: member.membership,
        organisation_id: organisation.get(),
        user_id: member.user.get(),
        version,
    }
    .event()
}

/// An organisation invited somebody, or sent the invitation again.
pub fn invitation_changed(invitation: &Invitation) -> NewEvent {
    v1::InvitationChanged {
        invitation_id: invitation.id,
        organisation_id: invitation.organisation.get(),
        version: invitation.version,
    }
    .event()
}

/// An invitation was accepted or taken back.
pub fn invitation_ended(invitation: &Invitation, accepted: bool) -> NewEvent {
    let version = invitation.version + 1;
    v1::InvitationEnded {
        invitation_id: invitation.id,
        organisation_id: invitation.organisation.get(),
        accepted,
        version,
    }
    .event()
}

/// A session ended before its time, by somebody's wish.
pub fn session_ended(session: SessionId, user: UserId, at: DateTime<Utc>) -> NewEvent {
    ended(session, user, at, false)
}

/// A session ended because nobody used it for too long.
pub fn session_idle(session: SessionId, user: UserId, at: DateTime<Utc>) -> NewEvent {
    ended(session, user, at, true)
}

fn ended(session: SessionId, user: UserId, at: DateTime<Utc>, idle: bool) -> NewEvent {
    v1::SessionEnded {
        session_id: session.to_string(),
        user_id: user.get(),
        end_time: Some(timestamp(at)),
        idle,
    }
    .event()
}

/// Somebody ended all sessions of an account but `kept`, and what was given to those that were over already.
pub fn sessions_revoked(user: UserId, kept: Option<SessionId>, at: DateTime<Utc>) -> NewEvent {
    v1::SessionsRevoked {
        user_id: user.get(),
        kept_session_id: kept.map(|kept| kept.to_string()).unwrap_or_default(),
        revoke_time: Some(timestamp(at)),
    }
    .event()
}
