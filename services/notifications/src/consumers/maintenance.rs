//! Handles viewings-maintenance's requests for mails about maintenance: each becomes a delivery to each recipient.

use std::sync::Arc;

use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_core::UserId;
use lintel_db::Tx;
use lintel_proto::{
    EVENT_TYPES, PublicEvent as _,
    convert::instant,
    maintenance::v1::{MaintenanceMail, MaintenanceMailKind, MaintenanceMailRequested},
};
use prost::Message as _;
use tokio::sync::Notify;

use super::sender::{Asked, Sender};
use crate::{
    domain::{MailAllowance, MaintenanceNotice, Template},
    mail::SealedBox,
};

/// Records deliveries. All other events of maintenance are ignored.
#[derive(Debug)]
pub struct MaintenanceEvents {
    sender: Option<Sender>,
}

impl MaintenanceEvents {
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

impl Handler for MaintenanceEvents {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        match (&self.sender, event.event_type.as_str()) {
            (Some(sender), MaintenanceMailRequested::TYPE) => record(sender, tx, event).await,
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
    let request = MaintenanceMailRequested::decode(event.payload.clone())
        .map_err(|_| HandlerError::Permanent("it is no MaintenanceMailRequested"))?;
    let member = request.member_user_id;
    let to_members = request.to_members || member != 0;
    let template = Template::Maintenance(notice(request.kind(), to_members)?);
    let key = format!("maintenance-mail:{}", request.maintenance_mail_id);
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
    if to_members {
        let organisation = request.organisation_id.into();
        let wants = |user: UserId| member == 0 || user.get() == member;
        sender
            .to_members::<MaintenanceMail>(tx, organisation, &asked, wants)
            .await?;
    } else {
        sender.to_recipient(tx, asked).await?;
    }
    Ok(Handled::Done)
}

fn notice(kind: MaintenanceMailKind, to_members: bool) -> Result<MaintenanceNotice, HandlerError> {
    Ok(match kind {
        MaintenanceMailKind::Reported => MaintenanceNotice::Reported,
        MaintenanceMailKind::Assigned => MaintenanceNotice::Assigned,
        MaintenanceMailKind::Received => MaintenanceNotice::Received,
        MaintenanceMailKind::StatusChanged => MaintenanceNotice::StatusChanged,
        MaintenanceMailKind::Commented if to_members => MaintenanceNotice::CommentedToMembers,
        MaintenanceMailKind::Commented => MaintenanceNotice::CommentedToTenant,
        MaintenanceMailKind::Visit => MaintenanceNotice::Visit,
        MaintenanceMailKind::VisitMoved => MaintenanceNotice::VisitMoved,
        MaintenanceMailKind::VisitCancelled => MaintenanceNotice::VisitCancelled,
        MaintenanceMailKind::Reopened => MaintenanceNotice::Reopened,
        MaintenanceMailKind::Confirmed => MaintenanceNotice::Confirmed,
        MaintenanceMailKind::Overdue => MaintenanceNotice::Overdue,
        MaintenanceMailKind::Withdrawn => MaintenanceNotice::Withdrawn,
        MaintenanceMailKind::JobOffered => MaintenanceNotice::JobOffered,
        MaintenanceMailKind::JobAgreed => MaintenanceNotice::JobAgreed,
        MaintenanceMailKind::JobTimeRefused => MaintenanceNotice::JobTimeRefused,
        MaintenanceMailKind::JobMoved => MaintenanceNotice::JobMoved,
        MaintenanceMailKind::JobCalledOff => MaintenanceNotice::JobCalledOff,
        MaintenanceMailKind::JobAnswered => MaintenanceNotice::JobAnswered,
        // A kind that only a newer version of this program can send.
        MaintenanceMailKind::Unspecified => return Err(HandlerError::UnknownType),
    })
}
