//! Handles tenancy-applications' requests for mails: each becomes a delivery to each recipient.

use std::sync::Arc;

use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_core::UserId;
use lintel_db::Tx;
use lintel_proto::{
    EVENT_TYPES, PublicEvent as _,
    common::v1::Sealed,
    convert::instant,
    identity::v1::AccountContact,
    tenancy::v1::{TenancyMail, TenancyMailKind, TenancyMailRequested},
};
use prost::Message as _;
use tokio::sync::Notify;

use crate::{
    app::Deliveries,
    domain::{NewDelivery, Template, TenancyNotice},
    mail::SealedBox,
    store::contact,
};

/// Records deliveries. All other events of tenancy-applications are ignored.
#[derive(Debug)]
pub struct TenancyEvents {
    sender: Option<Sender>,
}

#[derive(Debug)]
struct Sender {
    domain: String,
    sealed_box: SealedBox,
    wake: Arc<Notify>,
}

impl TenancyEvents {
    /// `domain`, the sender's, is used in message ids; `wake` starts the mail job.
    #[must_use]
    pub const fn new(domain: String, sealed_box: SealedBox, wake: Arc<Notify>) -> Self {
        Self {
            sender: Some(Sender {
                domain,
                sealed_box,
                wake,
            }),
        }
    }

    /// For an installation without mails: requests are skipped.
    #[must_use]
    pub const fn without_mail() -> Self {
        Self { sender: None }
    }
}

impl Handler for TenancyEvents {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        match (&self.sender, event.event_type.as_str()) {
            (Some(sender), TenancyMailRequested::TYPE) => sender.record(tx, event).await,
            (_, known) if EVENT_TYPES.contains(&known) => Ok(Handled::Ignored),
            _ => Err(HandlerError::UnknownType),
        }
    }

    fn committed(&self) {
        if let Some(sender) = &self.sender {
            sender.wake.notify_one();
        }
    }
}

impl Sender {
    async fn record(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        let request = TenancyMailRequested::decode(event.payload.clone())
            .map_err(|_| HandlerError::Permanent("it is no TenancyMailRequested"))?;
        let template = Template::Tenancy(notice(request.kind())?);
        let key = format!("tenancy-mail:{}", request.tenancy_mail_id);
        let (Some(sealed), Some(not_after)) =
            (request.mail, request.expire_time.as_ref().and_then(instant))
        else {
            return Err(HandlerError::Permanent("it lacks the mail or its end"));
        };
        if !request.to_members {
            let domain = &self.domain;
            let mail = sealed.ciphertext;
            let delivery = NewDelivery::new(template, key, None, mail, not_after, domain);
            Deliveries::request(tx, delivery).await?;
            return Ok(Handled::Done);
        }
        let mail: TenancyMail = self
            .sealed_box
            .open_message(&sealed)
            .map_err(|_| HandlerError::Permanent("its mail does not open"))?;
        for (user, contact) in contact::of_organisation(tx, request.organisation_id.into()).await? {
            let Some(mail) = self.addressed(&mail, user, contact) else {
                continue;
            };
            let sealed = self.sealed_box.seal(&mail)?;
            let key = format!("{key}:{user}");
            let user = Some(user);
            let mail = sealed.ciphertext;
            let delivery = NewDelivery::new(template, key, user, mail, not_after, &self.domain);
            Deliveries::request(tx, delivery).await?;
        }
        Ok(Handled::Done)
    }

    /// The mail to one member; `None` for a member who wants none, or whose address is not verified.
    fn addressed(&self, mail: &TenancyMail, user: UserId, contact: Vec<u8>) -> Option<TenancyMail> {
        let sealed = Sealed {
            ciphertext: contact,
        };
        let Ok(contact) = self.sealed_box.open_message::<AccountContact>(&sealed) else {
            tracing::error!(%user, "a member cannot be told: the contact does not open with our key; fill-copies asks identity again");
            return None;
        };
        (contact.email_notifications && !contact.verified_email.is_empty()).then(|| TenancyMail {
            recipient_name: contact.display_name,
            recipient_email: contact.verified_email,
            ..mail.clone()
        })
    }
}

fn notice(kind: TenancyMailKind) -> Result<TenancyNotice, HandlerError> {
    Ok(match kind {
        TenancyMailKind::Invite => TenancyNotice::Invite,
        TenancyMailKind::Draft => TenancyNotice::Draft,
        TenancyMailKind::ApplicationReceived => TenancyNotice::ApplicationReceived,
        TenancyMailKind::GuarantorRequest => TenancyNotice::GuarantorRequest,
        TenancyMailKind::EmployerRequest => TenancyNotice::EmployerRequest,
        TenancyMailKind::ApplicationSubmitted => TenancyNotice::ApplicationSubmitted,
        TenancyMailKind::ReferenceGiven => TenancyNotice::ReferenceGiven,
        TenancyMailKind::ReferenceDeclined => TenancyNotice::ReferenceDeclined,
        TenancyMailKind::DocumentAdded => TenancyNotice::DocumentAdded,
        TenancyMailKind::ApplicationWithdrawn => TenancyNotice::ApplicationWithdrawn,
        TenancyMailKind::DocumentsRequired => TenancyNotice::DocumentsRequired,
        TenancyMailKind::DocumentRejected => TenancyNotice::DocumentRejected,
        TenancyMailKind::StatusChanged => TenancyNotice::StatusChanged,
        TenancyMailKind::Approved => TenancyNotice::Approved,
        TenancyMailKind::Rejected => TenancyNotice::Rejected,
        // A kind that only a newer version of this program can send.
        TenancyMailKind::Unspecified => return Err(HandlerError::UnknownType),
    })
}
