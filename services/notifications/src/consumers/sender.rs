//! Recording mails that concern an organisation: to whoever is named in them, or to its members, each at their own address.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_bus::HandlerError;
use lintel_core::{OrganisationId, UserId};
use lintel_db::Tx;
use lintel_proto::{
    common::v1::Sealed, identity::v1::AccountContact, maintenance::v1::MaintenanceMail,
    tenancy::v1::TenancyMail, viewings::v1::ViewingMail,
};
use prost::Message;
use tokio::sync::Notify;

use crate::{
    app::Deliveries,
    domain::{NewDelivery, Template},
    mail::SealedBox,
    store::contact,
};

/// A mail that can be addressed to a member.
pub(super) trait ToMember: Message + Default {
    /// The same mail to somebody of this name and address.
    fn addressed(&self, name: String, address: String) -> Self;
}

/// What is said of one requested mail.
#[derive(Debug)]
pub(super) struct Asked {
    /// Which mail it is.
    pub template: Template,
    /// The key of the request.
    pub key: String,
    /// What it says, sealed to this service.
    pub mail: Sealed,
    /// When it becomes pointless.
    pub not_after: DateTime<Utc>,
}

/// Records deliveries.
#[derive(Debug)]
pub(super) struct Sender {
    domain: String,
    sealed_box: SealedBox,
    wake: Arc<Notify>,
}

impl Sender {
    /// `domain`, the sender's, is used in message ids; `wake` starts the mail job.
    pub(super) const fn new(domain: String, sealed_box: SealedBox, wake: Arc<Notify>) -> Self {
        Self {
            domain,
            sealed_box,
            wake,
        }
    }

    /// Starts the mail job.
    pub(super) fn wake(&self) {
        self.wake.notify_one();
    }

    /// Records the mail to whoever is named in it.
    pub(super) async fn to_recipient(&self, tx: &mut Tx, asked: Asked) -> Result<(), HandlerError> {
        let mail = asked.mail.ciphertext;
        let (template, key) = (asked.template, asked.key);
        let delivery = NewDelivery::new(template, key, None, mail, asked.not_after, &self.domain);
        Deliveries::request(tx, delivery).await?;
        Ok(())
    }

    /// Records the mail to each member whose account and contact `wants` accepts.
    pub(super) async fn to_members<M: ToMember>(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        asked: &Asked,
        wants: impl Fn(UserId, &AccountContact) -> bool + Send,
    ) -> Result<(), HandlerError> {
        let mail: M = self
            .sealed_box
            .open_message(&asked.mail)
            .map_err(|_| HandlerError::Permanent("its mail does not open"))?;
        for (user, contact) in contact::of_organisation(tx, organisation).await? {
            let Some(contact) = self.contact(user, contact) else {
                continue;
            };
            // Every one of these can be switched off, and nothing goes to an address that nobody proved.
            let reachable = contact.email_notifications && !contact.verified_email.is_empty();
            if !reachable || !wants(user, &contact) {
                continue;
            }
            let mail = mail.addressed(contact.display_name, contact.verified_email);
            let mail = self.sealed_box.seal(&mail)?.ciphertext;
            let (template, key) = (asked.template, format!("{}:{user}", asked.key));
            let (not_after, domain) = (asked.not_after, &self.domain);
            let delivery = NewDelivery::new(template, key, Some(user), mail, not_after, domain);
            Deliveries::request(tx, delivery).await?;
        }
        Ok(())
    }

    fn contact(&self, user: UserId, contact: Vec<u8>) -> Option<AccountContact> {
        let sealed = Sealed {
            ciphertext: contact,
        };
        let contact = self.sealed_box.open_message(&sealed);
        if contact.is_err() {
            tracing::error!(%user, "a member cannot be told: the contact does not open with our key; fill-copies asks identity again");
        }
        contact.ok()
    }
}

macro_rules! to_member {
    ($($mail:ty),+) => {
        $(impl ToMember for $mail {
            fn addressed(&self, name: String, address: String) -> Self {
                Self {
                    recipient_name: name,
                    recipient_email: address,
                    ..self.clone()
                }
            }
        })+
    };
}

to_member!(TenancyMail, ViewingMail, MaintenanceMail);
