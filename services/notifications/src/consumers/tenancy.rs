//! Handles tenancy-applications' requests for mails: each becomes a delivery to each recipient.

use std::sync::Arc;

use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_db::Tx;
use lintel_proto::{
    EVENT_TYPES, PublicEvent as _,
    convert::instant,
    tenancy::v1::{TenancyMail, TenancyMailKind, TenancyMailRequested},
};
use prost::Message as _;
use tokio::sync::Notify;

use super::sender::{Asked, Sender};
use crate::{
    domain::{MailAllowance, Template, TenancyNotice},
    mail::SealedBox,
};

/// Records deliveries. All other events of tenancy-applications are ignored.
#[derive(Debug)]
pub struct TenancyEvents {
    sender: Option<Sender>,
}

impl TenancyEvents {
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

impl Handler for TenancyEvents {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        match (&self.sender, event.event_type.as_str()) {
            (Some(sender), TenancyMailRequested::TYPE) => record(sender, tx, event).await,
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
    let request = TenancyMailRequested::decode(event.payload.clone())
        .map_err(|_| HandlerError::Permanent("it is no TenancyMailRequested"))?;
    let template = Template::Tenancy(notice(request.kind())?);
    let key = format!("tenancy-mail:{}", request.tenancy_mail_id);
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
    if request.to_members {
        let organisation = request.organisation_id.into();
        let everybody = |_| true;
        sender
            .to_members::<TenancyMail>(tx, organisation, &asked, everybody)
            .await?;
    } else {
        sender.to_recipient(tx, asked).await?;
    }
    Ok(Handled::Done)
}

fn notice(kind: TenancyMailKind) -> Result<TenancyNotice, HandlerError> {
    // A kind that only a newer version of this program can send.
    notice_of(kind).ok_or(HandlerError::UnknownType)
}

/// Which mail a kind of the contract is; `None` for one that this program does not know.
pub fn notice_of(kind: TenancyMailKind) -> Option<TenancyNotice> {
    Some(match kind {
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
        TenancyMailKind::StatusLink => TenancyNotice::StatusLink,
        TenancyMailKind::Approved => TenancyNotice::Approved,
        TenancyMailKind::Rejected => TenancyNotice::Rejected,
        TenancyMailKind::AgreementToSign => TenancyNotice::AgreementToSign,
        TenancyMailKind::AgreementReminder => TenancyNotice::AgreementReminder,
        TenancyMailKind::AgreementToCountersign => TenancyNotice::AgreementToCountersign,
        TenancyMailKind::AgreementSigned => TenancyNotice::AgreementSigned,
        TenancyMailKind::AgreementCompleted => TenancyNotice::AgreementCompleted,
        TenancyMailKind::AgreementDeclined => TenancyNotice::AgreementDeclined,
        TenancyMailKind::AgreementVoided => TenancyNotice::AgreementVoided,
        TenancyMailKind::GuaranteeEnded => TenancyNotice::GuaranteeEnded,
        TenancyMailKind::MovedIn => TenancyNotice::MovedIn,
        TenancyMailKind::PortalInvitation => TenancyNotice::PortalInvitation,
        TenancyMailKind::TenancyDocumentGiven => TenancyNotice::TenancyDocumentGiven,
        TenancyMailKind::RentDue => TenancyNotice::RentDue,
        TenancyMailKind::TenancyChanged => TenancyNotice::TenancyChanged,
        TenancyMailKind::RentReminder => TenancyNotice::RentReminder,
        TenancyMailKind::TenantGaveNotice => TenancyNotice::TenantGaveNotice,
        TenancyMailKind::NoticeReceived => TenancyNotice::NoticeReceived,
        TenancyMailKind::PetAsked => TenancyNotice::PetAsked,
        TenancyMailKind::TenantWrote => TenancyNotice::TenantWrote,
        TenancyMailKind::TenantContactChanged => TenancyNotice::TenantContactChanged,
        TenancyMailKind::DepositAnswered => TenancyNotice::DepositAnswered,
        TenancyMailKind::RentReceived => TenancyNotice::RentReceived,
        TenancyMailKind::RentLate => TenancyNotice::RentLate,
        TenancyMailKind::RentArrears => TenancyNotice::RentArrears,
        TenancyMailKind::RentArrearsGuarantor => TenancyNotice::RentArrearsGuarantor,
        TenancyMailKind::RentArrearsMembers => TenancyNotice::RentArrearsMembers,
        TenancyMailKind::DepositProtectionDue => TenancyNotice::DepositProtectionDue,
        TenancyMailKind::RightToRentDue => TenancyNotice::RightToRentDue,
        TenancyMailKind::WrittenStatementDue => TenancyNotice::WrittenStatementDue,
        TenancyMailKind::PetAnswerDue => TenancyNotice::PetAnswerDue,
        TenancyMailKind::HoldingDepositAgreementDue => TenancyNotice::HoldingDepositAgreementDue,
        TenancyMailKind::HoldingDepositReturnDue => TenancyNotice::HoldingDepositReturnDue,
        TenancyMailKind::ReferenceClosed => TenancyNotice::ReferenceClosed,
        TenancyMailKind::RefereeDeclined => TenancyNotice::RefereeDeclined,
        TenancyMailKind::AlreadyApplied => TenancyNotice::AlreadyApplied,
        TenancyMailKind::Unspecified => return None,
    })
}
