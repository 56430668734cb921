//! The landlord of a mail: the name in which it goes, and the ways to reach them.

use lintel_core::together;

use super::{presentable, presentable_text};

/// The longest address for notices, as identity takes it.
const LONGEST_ADDRESS: usize = 300;
/// The longest telephone number that a mail shows.
const LONGEST_PHONE: usize = 30;

/// The landlord, as a mail names them.
#[derive(Clone, PartialEq, Eq)]
pub struct Landlord {
    /// The name under which they let; the organisation's until the details are given.
    pub name: String,
    /// The person whom tenants may contact, where another name is given.
    pub contact: Option<String>,
    /// The contact's telephone number.
    pub phone: Option<String>,
    /// The contact's address for mails.
    pub email: Option<String>,
    /// The address that takes answers: that person's, else the owner's.
    pub reply_to: Option<String>,
    /// The address for notices.
    pub notice_address: Option<String>,
}

impl std::fmt::Debug for Landlord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Landlord(..)")
    }
}

/// The details that identity tells of an organisation; a text may be empty.
#[derive(Clone, Copy, Default)]
pub struct LandlordDetails<'a> {
    /// The organisation's own name.
    pub organisation: &'a str,
    /// The names of those who let; none until they are given.
    pub names: &'a [String],
    /// The name under which they trade.
    pub trading_as: &'a str,
    /// The person whom tenants may contact.
    pub contact: &'a str,
    /// The contact's telephone number.
    pub phone: &'a str,
    /// The contact's address for mails.
    pub email: &'a str,
    /// The address for notices.
    pub notice_address: &'a str,
}

impl Landlord {
    /// Returns the landlord of `details`; `owner` is the address of a member who owns the organisation. `None` without a name that a mail
    /// can show.
    #[must_use]
    pub fn of(details: LandlordDetails<'_>, owner: Option<String>) -> Option<Self> {
        let name = match (details.trading_as, details.names) {
            ("", []) => details.organisation.to_owned(),
            ("", names) => together(names),
            (trading_as, _) => trading_as.to_owned(),
        };
        let name = presentable(&name)?;
        let email = details.email.trim();
        let email = (!email.is_empty()).then(|| email.to_owned());
        Some(Self {
            contact: presentable(details.contact).filter(|contact| *contact != name),
            phone: telephone(details.phone),
            reply_to: email.clone().or(owner),
            email,
            notice_address: presentable_text(details.notice_address, LONGEST_ADDRESS),
            name,
        })
    }

    /// Returns the sentence that says how somebody is reached: by telephone, by mail, or by an answer to the mail. `None` where nobody
    /// is.
    #[must_use]
    pub fn reached(&self) -> Option<String> {
        let who = match &self.contact {
            Some(contact) => format!("{contact} ({})", self.name),
            None => self.name.clone(),
        };
        let ways: Vec<_> = [&self.phone, &self.email].into_iter().flatten().collect();
        let ways: Vec<&str> = ways.into_iter().map(String::as_str).collect();
        match (ways.as_slice(), &self.reply_to) {
            ([], None) => None,
            ([], Some(_)) => Some(format!(
                "Questions? Answer this email: your answer goes to {who}."
            )),
            (ways, None) => Some(format!("Questions? Ask {who}: {}.", ways.join(", "))),
            (ways, Some(_)) => Some(format!(
                "Questions? Ask {who}: {}. You can also answer this email.",
                ways.join(", ")
            )),
        }
    }
}

/// A telephone number as it was typed, if it is one.
fn telephone(text: &str) -> Option<String> {
    let text = text.trim();
    let is_one = text.chars().any(|one| one.is_ascii_digit())
        && text.chars().count() <= LONGEST_PHONE
        && text
            .chars()
            .all(|one| one.is_ascii_digit() || " +()-./".contains(one));
    is_one.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn details(names: &[String]) -> LandlordDetails<'_> {
        LandlordDetails {
            organisation: "Helen's portfolio",
            names,
            notice_address: "12 Elm Road, Leeds LS1 4AP",
            contact: "Sam Reed",
            phone: "0113 496 0000",
            email: "sam@okafor.example",
            ..LandlordDetails::default()
        }
    }

    #[test]
    fn the_contact_is_reached_as_the_landlord_chose() {
        let names = ["Helen Okafor".to_owned()];
        let whole = Landlord::of(details(&names), None).unwrap();
        assert_eq!(
            whole.reached().unwrap(),
            "Questions? Ask Sam Reed (Helen Okafor): 0113 496 0000, sam@okafor.example. You can also answer this email."
        );
        let bare = LandlordDetails {
            organisation: "Helen's portfolio",
            names: &names,
            ..LandlordDetails::default()
        };
        let bare = Landlord::of(bare, Some("owner@okafor.example".to_owned())).unwrap();
        assert_eq!(bare.reply_to.as_deref(), Some("owner@okafor.example"));
        assert_eq!(bare.email, None, "the owner's own address is not shown");
        assert_eq!(
            bare.reached().unwrap(),
            "Questions? Answer this email: your answer goes to Helen Okafor."
        );
    }

    #[test]
    fn several_landlords_are_named_together_and_a_trade_before_all() {
        let names = ["Helen Okafor".to_owned(), "Obi Okafor".to_owned()];
        let named = |details| Landlord::of(details, None).unwrap().name;
        assert_eq!(named(details(&names)), "Helen Okafor and Obi Okafor");
        let trading = LandlordDetails {
            trading_as: "Okafor Lettings",
            ..details(&names)
        };
        assert_eq!(named(trading), "Okafor Lettings");
        assert_eq!(named(details(&[])), "Helen's portfolio");
    }

    #[test]
    fn what_a_mail_cannot_show_is_left_out() {
        let odd = LandlordDetails {
            contact: "https://evil.example/now",
            phone: "call evil.example",
            ..details(&[])
        };
        let odd = Landlord::of(odd, None).unwrap();
        assert_eq!((odd.contact, odd.phone), (None, None));
    }
}
