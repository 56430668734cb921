//! A piece of news on its way out of Lintel, to a browser or to a phone.

use lintel_core::{OrganisationId, UserId};
use lintel_proto::identity::v1::AccountContact;

use crate::{
    domain::{About, Fact},
    mail::SealedBox,
};

/// A message to one account besides the news in Lintel itself.
#[derive(Clone, Copy)]
pub struct OutMessage<'a> {
    /// To whom.
    pub user: UserId,
    /// The contact of the account, with its settings.
    pub contact: &'a AccountContact,
    /// The event that it is about.
    pub fact: Fact,
    /// For which organisation it is told.
    pub organisation: Option<OrganisationId>,
    /// The thing that it is about, where an organisation is to find it again.
    pub about: Option<About>,
    /// One line.
    pub title: &'a str,
    /// A sentence or two; may be empty.
    pub text: &'a str,
    /// Where it leads in the web application, beginning with "/"; may be empty.
    pub url: &'a str,
    /// One message for an account and a key, however often it is told.
    pub key: &'a str,
    /// Keeps unreadable what waits to be sent.
    pub sealed_box: &'a SealedBox,
}

impl std::fmt::Debug for OutMessage<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OutMessage({})", self.key)
    }
}
