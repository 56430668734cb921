//! The landlord of a mail: the name in which it goes, and the ways to reach them.

use lintel_proto::identity::v1::OrganisationProfile;

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
    /// That person's telephone number.
    pub phone: Option<String>,
    /// That person's address for mails.
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

impl Landlord {
    /// Returns who lets as `profile` says; `owner` is the address of a member who owns the organisation. `None` without a name that a
    /// mail can show.
    #[must_use]
    pub fn of(profile: &OrganisationProfile, owner: Option<String>) -> Option<Self> {
        let given = profile.landlord.as_ref();
        let names = given.map_or(&[][..], |given| given.display_names.as_slice());
        let name = match (given.map_or("", |given| given.trading_as.as_str()), names) {
            ("", []) => profile.display_name.clone(),
            ("", [one]) => one.clone(),
            ("", [first @ .., last]) => format!("{} and {last}", first.join(", ")),
            (trading_as, _) => trading_as.to_owned(),
        };
        let name = presentable(&name)?;
        let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let email = given.and_then(|given| text(&given.contact_email));
        Some(Self {
            contact: given
                .and_then(|given| presentable(&given.contact_name))
                .filter(|contact| *contact != name),
            phone: given.and_then(|given| telephone(&given.contact_phone)),
            reply_to: email.clone().or(owner),
            email,
            notice_address: given
                .and_then(|given| presentable_text(&given.notice_address, LONGEST_ADDRESS)),
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

    use lintel_proto::identity::v1;

    use super::*;

    fn profile(change: impl FnOnce(&mut v1::Landlord)) -> OrganisationProfile {
        let mut landlord = v1::Landlord {
            display_names: vec!["Helen Okafor".to_owned()],
            notice_address: "12 Elm Road, Leeds LS1 4AP".to_owned(),
            contact_name: "Sam Reed".to_owned(),
            contact_phone: "0113 496 0000".to_owned(),
            contact_email: "sam@okafor.example".to_owned(),
            ..v1::Landlord::default()
        };
        change(&mut landlord);
        OrganisationProfile {
            display_name: "Helen's portfolio".to_owned(),
            landlord: Some(landlord),
            ..OrganisationProfile::default()
        }
    }

    #[test]
    fn the_contact_is_reached_as_the_landlord_chose() {
        let whole = Landlord::of(&profile(|_| {}), None).unwrap();
        assert_eq!(
            whole.reached().unwrap(),
            "Questions? Ask Sam Reed (Helen Okafor): 0113 496 0000, sam@okafor.example. You can also answer this email."
        );
        let bare = profile(|given| {
            given.contact_name.clear();
            given.contact_phone.clear();
            given.contact_email.clear();
        });
        let bare = Landlord::of(&bare, Some("owner@okafor.example".to_owned())).unwrap();
        assert_eq!(bare.reply_to.as_deref(), Some("owner@okafor.example"));
        assert_eq!(bare.email, None, "the owner's own address is not shown");
        assert_eq!(
            bare.reached().unwrap(),
            "Questions? Answer this email: your answer goes to Helen Okafor."
        );
    }

    #[test]
    fn several_landlords_are_named_together_and_a_trade_before_all() {
        let mut joint = profile(|given| given.display_names.push("Obi Okafor".to_owned()));
        let named = |profile: &_| Landlord::of(profile, None).unwrap().name;
        assert_eq!(named(&joint), "Helen Okafor and Obi Okafor");
        if let Some(given) = &mut joint.landlord {
            given.trading_as = "Okafor Lettings".to_owned();
        }
        assert_eq!(named(&joint), "Okafor Lettings");
        joint.landlord = None;
        assert_eq!(named(&joint), "Helen's portfolio");
    }

    #[test]
    fn what_a_mail_cannot_show_is_left_out() {
        let odd = profile(|given| {
            given.contact_name = "https://evil.example/now".to_owned();
            given.contact_phone = "call evil.example".to_owned();
        });
        let odd = Landlord::of(&odd, None).unwrap();
        assert_eq!((odd.contact, odd.phone), (None, None));
    }
}
