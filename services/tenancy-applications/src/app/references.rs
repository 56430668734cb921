//! References of applicants: asking guarantors and employers, and reading what they answer.

pub(super) mod asked;
mod asking;
mod asking_again;
mod own_referees;
mod referee_mails;
mod reference_answers;
mod waiving;

pub use asking::References;
pub use referee_mails::RefereeMails;
pub use reference_answers::{AskedReference, Given, UncheckedForm};
