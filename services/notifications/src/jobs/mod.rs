//! Background work; one file a job.

mod mail;
mod sweep;

pub use mail::{MailJob, Pace};
pub use sweep::sweep;
