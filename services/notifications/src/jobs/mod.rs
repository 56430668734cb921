//! Background work; one file a job.

mod mail;
mod sweep;

pub use mail::MailJob;
pub use sweep::sweep;
