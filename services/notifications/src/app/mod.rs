//! Use cases: each owns its transaction, except those that join a consumer's.

mod backup_file;
mod backups;
pub mod browsers;
mod bundles;
pub mod contacts;
mod data;
mod deliveries;
mod delivery_log;
mod digests;
mod failures;
mod inbox;
pub mod news;
mod out_message;
pub mod pushes;
mod receipts;
pub mod texts;
mod unsubscribe;
mod ways;
mod wish;

pub use crate::store::delivery::Queue;
pub use backups::{Backups, Made};
pub use browsers::{Browser, Browsers, Pushing};
pub use bundles::Bundles;
pub use data::NotificationData;
pub use deliveries::{Deliveries, Requested, Settled};
pub use delivery_log::{DeliveryLog, Sent};
pub use digests::Digests;
pub use failures::Failures;
pub use inbox::Inbox;
pub use news::{News, Told};
pub use out_message::OutMessage;
pub use receipts::Receipts;
pub use unsubscribe::Unsubscribe;
pub use ways::{Way, Ways};
pub use wish::{quiet_for, wants, wants_push, wants_text};
