//! Background work; one file a job.

mod backup;
mod bundles;
mod digests;
mod figures;
mod fill;
mod mail;
mod outgoing;
mod push;
mod sweep;
mod text;

pub use backup::make_backups;
pub use bundles::send_bundles;
pub use digests::send_digests;
pub use figures::watch_queue;
pub use fill::{Fill, note_unfilled};
pub use mail::{MailJob, Pace};
pub use push::PushJob;
pub use sweep::sweep;
pub use text::{TextJob, discard_texts};
