//! From a claimed delivery to a sent mail: unseal, compose, send. Contents exist only here, in memory, between the claim and the
//! server's answer.

mod compose;
mod maintenance;
mod news;
mod notice;
mod preview;
mod public_url;
mod report;
mod said;
mod sealed;
mod tenancy;
mod tenant_example;
mod transport;
mod unsubscribe;
mod viewings;
mod words;

pub use compose::{ComposeError, Composed, Composer};
pub use preview::{Previews, ToPreview, Written};
pub use public_url::PublicUrl;
pub use report::{NoReport, Report, ReportedState, read as read_report};
pub use said::{said, said_in_bundle};
pub use sealed::{DigestLine, DigestMail, NewsMail, SealedBox, UnsealError};
pub use tenant_example::{Example, example};
pub use transport::Transport;
pub use unsubscribe::UnsubscribeLinks;
pub use words::london_time;
