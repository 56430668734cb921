//! The landlord of an organisation's homes, as agreements and statements name them.

use lintel_core::{EmailAddress, Error, Violations, spelt, together};

use super::settings_change::is_phone;

/// The reason of every refusal here.
const INVALID: &str = "LANDLORD_INVALID";
/// The longest name, in characters.
const LONGEST_NAME: usize = 200;
/// The most landlords of one home.
const MOST_NAMES: usize = 4;
/// The longest number of a company, in characters.
const LONGEST_NUMBER: usize = 20;

spelt! {
    /// The kind of landlord.
    LandlordKind {
        /// One person.
        Person = "person",
        /// Several persons together.
        Joint = "joint",
        /// A company.
        Company = "company",
    }
}

/// The landlord's details.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Landlord {
    /// A person, joint persons or a company.
    pub kind: LandlordKind,
    /// The names, 1 to 4.
    pub names: Vec<String>,
    /// A company's number; may be empty.
    pub company_number: String,
    /// The name under which they trade; may be empty.
    pub trading_as: String,
    /// Where notices reach them.
    pub notice_address: String,
    /// The person whom tenants may contact; may be empty.
    pub contact_name: String,
    /// The contact's telephone number; may be empty.
    pub contact_phone: String,
    /// The contact's address for mails; may be empty.
    pub contact_email: String,
}

/// Details as somebody typed them.
#[derive(Debug, Clone, Default)]
pub struct LandlordDraft {
    /// The kind of landlord; `None` where it is not given or not known.
    pub kind: Option<LandlordKind>,
    /// The names.
    pub names: Vec<String>,
    /// A company's number.
    pub company_number: String,
    /// The name under which they trade.
    pub trading_as: String,
    /// Where notices reach them.
    pub notice_address: String,
    /// The person whom tenants may contact.
    pub contact_name: String,
    /// The contact's telephone number.
    pub contact_phone: String,
    /// The contact's address for mails.
    pub contact_email: String,
}

impl Landlord {
    /// Judges what somebody typed; white space around it is dropped.
    ///
    /// # Errors
    /// `LANDLORD_INVALID` with every offending field.
    pub fn try_new(draft: &LandlordDraft) -> Result<Self, Error> {
        let mut found = Violations::default();
        if draft.kind.is_none() {
            found.add(
                "landlord.kind",
                "Choose a person, joint landlords or a company.",
            );
        }
        let names = names(&mut found, draft.kind, &draft.names);
        let company_number = line(&draft.company_number);
        if draft.kind != Some(LandlordKind::Company) && !company_number.is_empty() {
            let only = "Only a company has a number: leave it empty.";
            found.add("landlord.company_number", only);
        } else {
            let short = "Enter the company's number, at most 20 characters.";
            at_most(
                &mut found,
                "landlord.company_number",
                &company_number,
                LONGEST_NUMBER,
                short,
            );
        }
        let trading_as = line(&draft.trading_as);
        let short = "Enter a name of at most 200 characters.";
        at_most(
            &mut found,
            "landlord.trading_as",
            &trading_as,
            LONGEST_NAME,
            short,
        );
        let notice_address = draft.notice_address.replace("\r\n", "\n");
        let notice_address = notice_address.trim().to_owned();
        let is_control = |sign: char| sign.is_control() && sign != '\n';
        let long_enough = (10..=300).contains(&notice_address.chars().count());
        if !long_enough || notice_address.contains(is_control) {
            let address = "Enter the address for notices, 10 to 300 characters.";
            found.add("landlord.notice_address", address);
        }
        let contact_name = line(&draft.contact_name);
        at_most(
            &mut found,
            "landlord.contact_name",
            &contact_name,
            LONGEST_NAME,
            short,
        );
        let contact_phone = line(&draft.contact_phone);
        if !contact_phone.is_empty() && !is_phone(&contact_phone) {
            let phone = "Enter a phone number, for example +44 20 7946 0018.";
            found.add("landlord.contact_phone", phone);
        }
        let contact_email = line(&draft.contact_email);
        if !contact_email.is_empty() {
            found.take(
                "landlord.contact_email",
                EmailAddress::parse(&contact_email),
            );
        }
        found.into_result(INVALID)?;
        let kind = draft.kind;
        Ok(Self {
            kind: kind.ok_or_else(|| Error::internal("a kind was neither taken nor refused"))?,
            names,
            company_number,
            trading_as,
            notice_address,
            contact_name,
            contact_phone,
            contact_email,
        })
    }
}

/// The ways to reach whoever lets, as tenants, applicants and others with a link see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LandlordContact {
    /// The name under which they let.
    pub name: String,
    /// The person to contact; may be empty.
    pub person: String,
    /// The contact's telephone number; may be empty.
    pub phone: String,
    /// The contact's address for mails; may be empty.
    pub email: String,
    /// Where notices reach them; empty until the details are given.
    pub notice_address: String,
}

impl LandlordContact {
    /// Returns the contact of an organisation: its own name stands until the landlord's details are given.
    #[must_use]
    pub fn of(organisation: String, landlord: Option<Landlord>) -> Self {
        let Some(landlord) = landlord else {
            return Self {
                name: organisation,
                person: String::new(),
                phone: String::new(),
                email: String::new(),
                notice_address: String::new(),
            };
        };
        let name = match landlord.trading_as.as_str() {
            "" => together(&landlord.names),
            trading_as => trading_as.to_owned(),
        };
        Self {
            name,
            person: landlord.contact_name,
            phone: landlord.contact_phone,
            email: landlord.contact_email,
            notice_address: landlord.notice_address,
        }
    }
}

fn names(found: &mut Violations, kind: Option<LandlordKind>, given: &[String]) -> Vec<String> {
    let names: Vec<_> = given.iter().map(|name| line(name)).collect();
    for (place, name) in names.iter().enumerate() {
        let field = format!("landlord.display_names[{place}]");
        if !(2..=LONGEST_NAME).contains(&name.chars().count()) || has_control(name) {
            found.add(field, "Enter the landlord's name, 2 to 200 characters.");
        } else if names[..place].contains(name) {
            found.add(field, "This landlord is named above already.");
        }
    }
    let many = match (kind, names.len()) {
        (_, 0) => Some("Enter the landlord's name, 2 to 200 characters."),
        (Some(LandlordKind::Person), 2..) => {
            Some("One person has one name. Choose joint landlords for more.")
        }
        (Some(LandlordKind::Company), 2..) => Some("A company has one name."),
        (Some(LandlordKind::Joint), 1) => Some("Enter the other landlord's name as well."),
        (_, many) if many > MOST_NAMES => Some("Name at most 4 landlords."),
        _ => None,
    };
    if let Some(many) = many {
        found.add("landlord.display_names", many);
    }
    names
}

fn line(text: &str) -> String {
    text.trim().to_owned()
}

fn has_control(text: &str) -> bool {
    text.contains(|sign: char| sign.is_control() || matches!(sign, '\u{2028}' | '\u{2029}'))
}

fn at_most(found: &mut Violations, field: &str, text: &str, most: usize, message: &str) {
    if text.chars().count() > most || has_control(text) {
        found.add(field, message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> LandlordDraft {
        LandlordDraft {
            kind: Some(LandlordKind::Person),
            names: vec![" Helen Okafor ".to_owned()],
            trading_as: "Okafor Lettings".to_owned(),
            notice_address: " 4 Queen Charlotte Court\r\nBristol BS1 4HE ".to_owned(),
            ..LandlordDraft::default()
        }
    }

    fn refused(draft: &LandlordDraft) -> Vec<String> {
        let Err(Error::Invalid { reason, violations }) = Landlord::try_new(draft) else {
            return Vec::new();
        };
        assert_eq!(reason, INVALID);
        let fields = violations.iter();
        fields
            .map(|one| one.field.replace("landlord.", ""))
            .collect()
    }

    #[test]
    fn details_are_kept_without_blanks_around_them() {
        let kept = Landlord::try_new(&draft());
        let kept = kept.map(|kept| (kept.names, kept.notice_address));
        let wanted = (
            vec!["Helen Okafor".to_owned()],
            "4 Queen Charlotte Court\nBristol BS1 4HE".to_owned(),
        );
        assert_eq!(kept.ok(), Some(wanted));
    }

    #[test]
    fn every_field_that_breaks_a_rule_is_named() {
        let all = LandlordDraft {
            kind: None,
            names: Vec::new(),
            company_number: "0".repeat(21),
            trading_as: "a".repeat(201),
            notice_address: "Bristol".to_owned(),
            contact_name: "a\u{7}".to_owned(),
            contact_phone: "call me".to_owned(),
            contact_email: "helen".to_owned(),
        };
        assert_eq!(
            refused(&all),
            [
                "kind",
                "display_names",
                "company_number",
                "trading_as",
                "notice_address",
                "contact_name",
                "contact_phone",
                "contact_email",
            ]
        );
    }

    #[test]
    fn a_kind_has_as_many_names_as_it_may() {
        let named = |kind, names: &[&str]| {
            refused(&LandlordDraft {
                kind: Some(kind),
                names: names.iter().map(|&name| name.to_owned()).collect(),
                ..draft()
            })
        };
        use LandlordKind::{Company, Joint, Person};
        let none: [&str; 0] = [];
        assert_eq!(
            named(Joint, &["Ann Lee", "Bo Lee", "Cy Lee", "Di Lee"]),
            none
        );
        assert_eq!(named(Company, &["Okafor Homes Ltd"]), none);
        assert_eq!(named(Joint, &["Ann Lee"]), ["display_names"]);
        assert_eq!(named(Person, &["Ann Lee", "Bo Lee"]), ["display_names"]);
        assert_eq!(named(Company, &["One Ltd", "Two Ltd"]), ["display_names"]);
        assert_eq!(
            named(Joint, &["Ann Lee", "Ann Lee", "Cy", "Di", "Ed"]),
            ["display_names[1]", "display_names"]
        );
        assert_eq!(named(Person, &["A"]), ["display_names[0]"]);
    }

    #[test]
    fn a_contact_has_the_name_under_which_they_let() -> Result<(), Error> {
        let bare = LandlordContact::of("Helen's portfolio".to_owned(), None);
        assert_eq!(
            (bare.name.as_str(), bare.phone.as_str()),
            ("Helen's portfolio", "")
        );
        let own = LandlordDraft {
            contact_phone: "0117 496 0140".to_owned(),
            ..draft()
        };
        let contact = LandlordContact::of(String::new(), Some(Landlord::try_new(&own)?));
        assert_eq!(contact.name, "Okafor Lettings");
        assert_eq!(contact.phone, "0117 496 0140");
        assert!(contact.notice_address.starts_with("4 Queen Charlotte"));
        let joint = LandlordDraft {
            kind: Some(LandlordKind::Joint),
            names: vec!["Ann Lee".to_owned(), "Bo Lee".to_owned()],
            trading_as: String::new(),
            ..draft()
        };
        let contact = LandlordContact::of(String::new(), Some(Landlord::try_new(&joint)?));
        assert_eq!(contact.name, "Ann Lee and Bo Lee");
        Ok(())
    }

    #[test]
    fn only_a_company_has_a_number() {
        let numbered = |kind| {
            refused(&LandlordDraft {
                kind: Some(kind),
                company_number: "01234567".to_owned(),
                ..draft()
            })
        };
        assert_eq!(numbered(LandlordKind::Person), ["company_number"]);
        assert!(numbered(LandlordKind::Company).is_empty());
    }
}
