//! Handles portfolio's events: what homes are called, and reminders of certificates and inspections.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_core::OrganisationId;
use lintel_db::Tx;
use lintel_proto::{
    EVENT_TYPES, PublicEvent, Word as _,
    common::v1::{Date, TimeOfDay},
    portfolio::v1::{
        CertificateExpired, CertificateExpiring, CertificateType, InspectionDue, InspectionOverdue,
        PropertyChanged, PropertyDeleted,
    },
};
use tokio::sync::Notify;

use super::sender::Sender;
use crate::{
    domain::{Fact, MailAllowance},
    mail::{NewsMail, SealedBox},
    store::home,
};

/// How long a reminder is worth sending.
const WORTH: TimeDelta = TimeDelta::days(7);

/// Tells reminders, and keeps what homes are called. All other events of portfolio are ignored.
#[derive(Debug)]
pub struct PortfolioEvents {
    sender: Option<Sender>,
}

impl PortfolioEvents {
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

    /// For an installation without mails: nothing is told, and what homes are called is kept.
    #[must_use]
    pub const fn without_mail() -> Self {
        Self { sender: None }
    }
}

impl Handler for PortfolioEvents {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        let reminder = match event.event_type.as_str() {
            PropertyChanged::TYPE => {
                let told: PropertyChanged = decode(event)?;
                let told = home::HomeState {
                    organisation: told.organisation_id.into(),
                    property: told.property_id.into(),
                    name: Some(&told.display_name),
                    version: told.version,
                };
                home::keep(tx, &[told]).await?;
                return Ok(Handled::Done);
            }
            PropertyDeleted::TYPE => {
                let told: PropertyDeleted = decode(event)?;
                let told = home::HomeState {
                    organisation: told.organisation_id.into(),
                    property: told.property_id.into(),
                    name: None,
                    version: told.version,
                };
                home::keep(tx, &[told]).await?;
                return Ok(Handled::Done);
            }
            CertificateExpiring::TYPE => {
                let told: CertificateExpiring = decode(event)?;
                Reminder::of_certificate(
                    Fact::CertificateExpiring,
                    told.reminder_id,
                    told.certificate_type(),
                )
                .of_home(told.organisation_id, told.property_id, told.expiry_date)
            }
            CertificateExpired::TYPE => {
                let told: CertificateExpired = decode(event)?;
                Reminder::of_certificate(
                    Fact::CertificateExpired,
                    told.reminder_id,
                    told.certificate_type(),
                )
                .of_home(told.organisation_id, told.property_id, told.expiry_date)
            }
            InspectionDue::TYPE => {
                let told: InspectionDue = decode(event)?;
                Reminder::of_inspection(Fact::InspectionDue, told.reminder_id, told.inspection_time)
                    .of_home(told.organisation_id, told.property_id, told.inspection_date)
            }
            InspectionOverdue::TYPE => {
                let told: InspectionOverdue = decode(event)?;
                Reminder::of_inspection(
                    Fact::InspectionOverdue,
                    told.reminder_id,
                    told.inspection_time,
                )
                .of_home(
                    told.organisation_id,
                    told.property_id,
                    told.inspection_date,
                )
            }
            known if EVENT_TYPES.contains(&known) => return Ok(Handled::Ignored),
            _ => return Err(HandlerError::UnknownType),
        };
        let Some(sender) = &self.sender else {
            return Ok(Handled::Ignored);
        };
        reminder.tell(sender, tx, event.time).await?;
        Ok(Handled::Done)
    }

    fn committed(&self) {
        if let Some(sender) = &self.sender {
            sender.wake();
        }
    }
}

/// A reminder of one home.
struct Reminder {
    fact: Fact,
    key: String,
    organisation: OrganisationId,
    mail: NewsMail,
}

impl Reminder {
    fn of_certificate(fact: Fact, id: i64, kind: CertificateType) -> Self {
        Self::new(
            fact,
            id,
            NewsMail {
                what: kind.text().unwrap_or_default().to_owned(),
                ..NewsMail::default()
            },
        )
    }

    fn of_inspection(fact: Fact, id: i64, time: Option<TimeOfDay>) -> Self {
        Self::new(
            fact,
            id,
            NewsMail {
                time,
                ..NewsMail::default()
            },
        )
    }

    fn new(fact: Fact, id: i64, mail: NewsMail) -> Self {
        Self {
            fact,
            key: format!("reminder:{id}"),
            organisation: OrganisationId::new(0),
            mail,
        }
    }

    fn of_home(mut self, organisation: i64, property: i64, day: Option<Date>) -> Self {
        self.organisation = organisation.into();
        (self.mail.id, self.mail.day) = (property, day);
        self
    }

    /// Tells every member; their settings decide who hears it.
    async fn tell(
        mut self,
        sender: &Sender,
        tx: &mut Tx,
        at: DateTime<Utc>,
    ) -> Result<(), HandlerError> {
        let name = home::name(tx, self.organisation, self.mail.id.into()).await?;
        self.mail.home = name.unwrap_or_default();
        let members = sender.members(tx, self.organisation).await?;
        let about = (self.fact, self.key.as_str(), self.organisation);
        sender
            .of_our_own(tx, about, &members, &self.mail, at + WORTH)
            .await
    }
}

fn decode<M: PublicEvent + Default>(event: &Event) -> Result<M, HandlerError> {
    M::decode(event.payload.clone()).map_err(|_| HandlerError::Permanent("it is not of its type"))
}
