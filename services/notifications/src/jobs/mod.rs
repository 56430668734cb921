//! Background work; one file a job.

mod mail;

pub use mail::MailJob;
