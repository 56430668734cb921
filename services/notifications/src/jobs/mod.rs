//! Background work; one file a job.

mod figures;
mod mail;
mod sweep;

pub use figures::watch_queue;
pub use mail::{MailJob, Pace};
pub use sweep::sweep;
