//! The use cases of viewings.

mod booking;
mod data;
mod homes;
mod mails;
mod reading;
mod reminders;
mod seen;
mod viewer;

use lintel_db::{Tx, outbox};

pub use booking::Bookings;
pub use data::ViewingData;
pub use homes::ShownHomes;
pub use mails::ViewingMails;
pub use reading::{CheckedTime, Viewings};
pub use reminders::Reminders;
pub use seen::SeenViewing;
pub use viewer::{ViewerPage, Viewers};

use crate::{app::Links, domain::viewing::Viewing, events, store};

/// Writes a viewing that was locked, and tells of it.
async fn write(
    tx: &mut Tx,
    links: &Links,
    viewing: Viewing,
    now: chrono::DateTime<chrono::Utc>,
) -> Result<Viewing, lintel_core::Error> {
    let hash = viewing.token_nonce.as_ref();
    let hash = hash.map(|nonce| links.viewing(nonce).hash());
    let written = store::viewing::update(tx, viewing, hash, now).await?;
    outbox::append(tx, &events::viewing_changed(&written)).await?;
    Ok(written)
}
