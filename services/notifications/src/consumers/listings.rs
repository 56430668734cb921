//! Handles what changed about listings that people watch: each hears it behind the bell and by mail.

use std::sync::Arc;

use chrono::TimeDelta;
use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_core::UserId;
use lintel_db::Tx;
use lintel_proto::{EVENT_TYPES, PublicEvent as _, Word as _, listings::v1::WatchedListingChanged};
use prost::Message as _;
use tokio::sync::Notify;

use super::sender::Sender;
use crate::{
    domain::{Fact, MailAllowance},
    mail::{NewsMail, SealedBox},
};

/// How long it is worth sending.
const WORTH: TimeDelta = TimeDelta::days(3);

/// Tells people of what they watch. All other events of listings are ignored.
#[derive(Debug)]
pub struct ListingEvents {
    sender: Option<Sender>,
}

impl ListingEvents {
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

    /// For an installation without mails: nothing is told.
    #[must_use]
    pub const fn without_mail() -> Self {
        Self { sender: None }
    }
}

impl Handler for ListingEvents {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        match (&self.sender, event.event_type.as_str()) {
            (Some(sender), WatchedListingChanged::TYPE) => tell(sender, tx, event).await,
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

async fn tell(sender: &Sender, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
    let told = WatchedListingChanged::decode(event.payload.clone())
        .map_err(|_| HandlerError::Permanent("it is no WatchedListingChanged"))?;
    let (organisation, user) = (told.organisation_id.into(), UserId::new(told.user_id));
    // Somebody who left the organisation meanwhile is not told what was theirs in it.
    let members = sender.members(tx, organisation).await?.into_iter();
    let watchers: Vec<_> = members.filter(|(member, _)| *member == user).collect();
    let mail = NewsMail {
        id: told.listing_id,
        change: told.change().text().unwrap_or_default().to_owned(),
        what: told.listing_title,
        price: told.price,
        earlier_price: told.earlier_price,
        ..NewsMail::default()
    };
    let key = format!(
        "watched-listing:{organisation}/{}/{}",
        told.listing_id, told.version
    );
    let about = (Fact::WatchedListing, key.as_str(), organisation);
    sender
        .of_our_own(tx, about, &watchers, &mail, event.time + WORTH)
        .await?;
    Ok(Handled::Done)
}
