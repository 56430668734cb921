//! Handles viewings-maintenance's requests for mails about viewings: each becomes a delivery.

use std::sync::Arc;

use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_core::UserId;
use lintel_db::Tx;
use lintel_proto::{
    EVENT_TYPES, PublicEvent as _,
    convert::instant,
    viewings::v1::{ViewingMail, ViewingMailKind, ViewingMailRequested},
};
use prost::Message as _;
use tokio::sync::Notify;

use super::sender::{Asked, Sender};
use crate::{
    domain::{MailAllowance, Template, ViewingNotice},
    mail::SealedBox,
};

/// Records deliveries. All other events of viewings are ignored.
#[derive(Debug)]
pub struct ViewingEvents {
    sender: Option<Sender>,
}

impl ViewingEvents {
    /// `domain`, the sender's, is used in message ids; nobody gets more mails than `allowance`; `wake` starts the mail job.
    #[must_use]
    pub fn new(
        domain: String,
        sealed_box: SealedBox,
        allowance: MailAllowance,
        wake: Arc<Notify>,
    ) -> Self {
        Self {
            sender: Some(Sender::new(domain, sealed_box, allowance, wake)),
        }
    }

    /// For an installation without mails: requests are skipped.
    #[must_use]
    pub const fn without_mail() -> Self {
        Self { sender: None }
    }
}

impl Handler for ViewingEvents {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        match (&self.sender, event.event_type.as_str()) {
            (Some(sender), ViewingMailRequested::TYPE) => record(sender, tx, event).await,
            (_, known) if EVENT_TYPES.contains(&known) => Ok(Handled::Ignored),
            _ => Err(HandlerError::UnknownType),
        }
    }

    fn committed(&self) {
        if let Some(sender) = &self.sender {
            sender.wake();
        }
    }
}

async fn record(sender: &Sender, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
    let request = ViewingMailRequested::decode(event.payload.clone())
        .map_err(|_| HandlerError::Permanent("it is no ViewingMailRequested"))?;
    let template = Template::Viewing(notice(request.kind())?);
    let key = format!("viewing-mail:{}", request.viewing_mail_id);
    let (Some(mail), Some(not_after)) =
        (request.mail, request.expire_time.as_ref().and_then(instant))
    else {
        return Err(HandlerError::Permanent("it lacks the mail or its end"));
    };
    let asked = Asked {
        template,
        key,
        organisation: Some(request.organisation_id.into()),
        mail,
        not_after,
    };
    if request.member_user_id == 0 {
        sender.to_recipient(tx, asked).await?;
    } else {
        let organisation = request.organisation_id.into();
        let member = |user: UserId| user.get() == request.member_user_id;
        sender
            .to_members::<ViewingMail>(tx, organisation, &asked, member)
            .await?;
    }
    Ok(Handled::Done)
}

fn notice(kind: ViewingMailKind) -> Result<ViewingNotice, HandlerError> {
    Ok(match kind {
        ViewingMailKind::Booked => ViewingNotice::Booked,
        ViewingMailKind::Moved => ViewingNotice::Moved,
        ViewingMailKind::Confirmed => ViewingNotice::Confirmed,
        ViewingMailKind::Cancelled => ViewingNotice::Cancelled,
        ViewingMailKind::Reminder => ViewingNotice::Reminder,
        ViewingMailKind::Answered => ViewingNotice::Answered,
        ViewingMailKind::HostCalendar => ViewingNotice::HostCalendar,
        ViewingMailKind::TenantNotice => ViewingNotice::TenantNotice,
        ViewingMailKind::TenantNoticeMoved => ViewingNotice::TenantNoticeMoved,
        ViewingMailKind::TenantNoticeCancelled => ViewingNotice::TenantNoticeCancelled,
        // A kind that only a newer version of this program can send.
        ViewingMailKind::Unspecified => return Err(HandlerError::UnknownType),
    })
}
