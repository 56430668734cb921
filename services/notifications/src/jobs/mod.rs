//! Background work; one file a job.

mod figures;
mod fill;
mod mail;
mod sweep;

pub use figures::watch_queue;
pub use fill::{Fill, note_unfilled};
pub use mail::{MailJob, Pace};
pub use sweep::sweep;
