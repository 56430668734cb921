//! What happened in this service, as public events. Names and addresses are always sealed in them.

use chrono::{DateTime, Utc};
use lintel_core::{EmailTokenId, Error, OrganisationId, SessionId, UserId};
use lintel_db::outbox::NewEvent;
use lintel_proto::{PublicEvent, access, common::v1::Sealed, convert::timestamp, identity::v1};
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
    let message = v1::UserRegistered {
        user_id: user.id.get(),
        role: access::v1::Role::from(user.role).into(),
        organisation_id: organisation.map(OrganisationId::get).unwrap_or_default(),
        version: user.version,
    };
    event(&message, "user", user.id, user.version)
}

/// An account was deleted.
pub fn user_deleted(user: UserId, version: i64) -> NewEvent {
    let message = v1::UserDeleted {
        user_id: user.get(),
        version,
    };
    event(&message, "user", user, version)
}

/// An account's address was verified.
pub fn email_verified(user: UserId, version: i64) -> NewEvent {
    let message = v1::EmailVerified {
        user_id: user.get(),
        version,
    };
    event(&message, "user", user, version)
}

/// A verification mail is to be sent.
pub fn verification_requested(
    user: UserId,
    token: EmailTokenId,
    expires_at: DateTime<Utc>,
    mail: Sealed,
) -> NewEvent {
    let message = v1::EmailVerificationRequested {
        user_id: user.get(),
        email_token_id: token.get(),
        expire_time: Some(timestamp(expires_at)),
        mail: Some(mail),
    };
    event(&message, "email-token", token, 1)
}

/// A mail about an account is to be sent, unless it would arrive after `expires_at`.
pub fn account_mail_requested(
    user: UserId,
    kind: v1::AccountMailKind,
    expires_at: DateTime<Utc>,
    mail: Sealed,
) -> NewEvent {
    let id = Uuid::now_v7();
    let message = v1::AccountMailRequested {
        user_id: user.get(),
        account_mail_id: id.to_string(),
        kind: kind.into(),
        expire_time: Some(timestamp(expires_at)),
        mail: Some(mail),
    };
    event(&message, "account-mail", id, 1)
}

/// An organisation got another name.
pub fn organisation_renamed(organisation: OrganisationId, version: i64) -> NewEvent {
    let message = v1::OrganisationRenamed {
        organisation_id: organisation.get(),
        version,
    };
    let event = event(&message, "organisation", organisation, version);
    told_to(organisation, event)
}

/// An organisation was deleted, with everything in it.
pub fn organisation_deleted(organisation: OrganisationId, version: i64) -> NewEvent {
    let message = v1::OrganisationDeleted {
        organisation_id: organisation.get(),
        version,
    };
    let event = event(&message, "organisation", organisation, version);
    told_to(organisation, event)
}

/// Somebody joined an organisation or got another grade in it.
pub fn membership_changed(organisation: OrganisationId, member: &Member) -> NewEvent {
    let message = v1::MembershipChanged {
        membership_id: member.membership,
        organisation_id: organisation.get(),
        user_id: member.user.get(),
        grade: access::v1::Grade::from(member.grade).into(),
        version: member.version,
    };
    let event = event(&message, "membership", member.membership, member.version);
    told_to(organisation, event)
}

/// Somebody founded an organisation and is its first member.
pub fn membership_founded(organisation: OrganisationId, member: &MemberSnapshot) -> NewEvent {
    let message = membership(organisation, member);
    let event = event(&message, "membership", member.membership, member.version);
    told_to(organisation, event)
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

/// The state of an account that other services keep.
pub fn account_changed(user: UserId, message: &v1::AccountChanged) -> NewEvent {
    event(message, "user", user, message.version)
}

/// The state of an organisation that other services keep.
pub fn organisation_changed(
    organisation: OrganisationId,
    message: &v1::OrganisationChanged,
) -> NewEvent {
    let event = event(message, "organisation", organisation, message.version);
    told_to(organisation, event)
}

/// Somebody left an organisation or was removed from it.
pub fn membership_ended(organisation: OrganisationId, member: &Member) -> NewEvent {
    let version = member.version + 1;
    let message = v1::MembershipEnded {
        membership_id: member.membership,
        organisation_id: organisation.get(),
        user_id: member.user.get(),
        version,
    };
    let event = event(&message, "membership", member.membership, version);
    told_to(organisation, event)
}

/// An organisation invited somebody, or sent the invitation again.
pub fn invitation_changed(invitation: &Invitation) -> NewEvent {
    let message = v1::InvitationChanged {
        invitation_id: invitation.id,
        organisation_id: invitation.organisation.get(),
        version: invitation.version,
    };
    let event = event(&message, "invitation", invitation.id, invitation.version);
    told_to(invitation.organisation, event)
}

/// An invitation was accepted or taken back.
pub fn invitation_ended(invitation: &Invitation, accepted: bool) -> NewEvent {
    let version = invitation.version + 1;
    let message = v1::InvitationEnded {
        invitation_id: invitation.id,
        organisation_id: invitation.organisation.get(),
        accepted,
        version,
    };
    let event = event(&message, "invitation", invitation.id, version);
    told_to(invitation.organisation, event)
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
    let message = v1::SessionEnded {
        session_id: session.to_string(),
        user_id: user.get(),
        end_time: Some(timestamp(at)),
        idle,
    };
    event(&message, "session", session, 1)
}

/// Somebody ended all sessions of an account but `kept`, and what was given to those that were over already.
pub fn sessions_revoked(user: UserId, kept: Option<SessionId>, at: DateTime<Utc>) -> NewEvent {
    let message = v1::SessionsRevoked {
        user_id: user.get(),
        kept_session_id: kept.map(|kept| kept.to_string()).unwrap_or_default(),
        revoke_time: Some(timestamp(at)),
    };
    event(&message, "sessions", Uuid::now_v7(), 1)
}

fn event<M: PublicEvent>(
    message: &M,
    aggregate_type: &'static str,
    aggregate_id: impl std::fmt::Display,
    aggregate_version: i64,
) -> NewEvent {
    NewEvent {
        event_type: M::TYPE,
        aggregate_type,
        aggregate_id: aggregate_id.to_string(),
        aggregate_version,
        // Accounts and sessions belong to people, not to the organisation in which they act; see `told_to`.
        organisation: None,
        payload: message.encode_to_vec(),
    }
}

/// An event that members of `organisation` may receive.
fn told_to(organisation: OrganisationId, event: NewEvent) -> NewEvent {
    NewEvent {
        organisation: Some(organisation),
        ..event
    }
}
