//! Who lets an organisation's homes, and which mails its tenants get.

use lintel_proto::notifications::v1 as notifications;

use super::convert::required;
use crate::{problem::Problem, rest::WrittenMail};

/// The one mail of a reply.
///
/// # Errors
/// A 500 [`Problem`] where it holds none.
pub fn written(mail: Option<notifications::WrittenMail>) -> Result<WrittenMail, Problem> {
    required(mail, "mail")?.try_into()
}
