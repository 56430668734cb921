//! Judges one field at a time of what people type into forms, and remembers every one that breaks a rule. A field is named once: one
//! that could not be read is not also reported as missing.

use std::ops::RangeInclusive;

use chrono::{Datelike as _, NaiveDate};
use lintel_core::{EmailAddress, Money, Violations};

/// The longest name, employer or position, in characters.
pub const LONGEST_NAME: usize = 100;
/// The longest phone number, in characters.
pub const LONGEST_PHONE: usize = 30;
/// The longest address of a home or a company, in characters.
pub const LONGEST_ADDRESS: usize = 300;
/// The most that a column of incomes and rents holds: `numeric(10,2)`.
pub const MONEY_LIMIT: Money = Money::gbp(9_999_999_999);

/// Notes a field that breaks a rule.
pub fn refuse(found: &mut Violations, field: &str, message: impl Into<String>) {
    if found.iter().all(|violation| violation.field != field) {
        found.add(field, message);
    }
}

/// A text on one line without blanks around it, with so many characters; `message` where it is too short or holds control characters.
pub fn text(
    found: &mut Violations,
    field: &str,
    text: &str,
    characters: RangeInclusive<usize>,
    message: &str,
) -> Option<String> {
    if text.chars().any(char::is_control) {
        refuse(found, field, message);
        return None;
    }
    measured(found, field, text.trim(), &characters, message)
}

/// As [`text`], but on any number of lines.
pub fn prose(
    found: &mut Violations,
    field: &str,
    text: &str,
    characters: RangeInclusive<usize>,
    message: &str,
) -> Option<String> {
    let text = text.replace("\r\n", "\n");
    if text
        .chars()
        .any(|one| one.is_control() && !matches!(one, '\n' | '\t'))
    {
        refuse(found, field, message);
        return None;
    }
    measured(found, field, text.trim(), &characters, message)
}

/// What somebody may add or leave empty, on any number of lines.
pub fn note(found: &mut Violations, field: &str, text: &str, most: usize) -> Option<String> {
    const NO_CONTROLS: &str = "Use text without control characters.";
    let text = prose(found, field, text, 0..=most, NO_CONTROLS)?;
    (!text.is_empty()).then_some(text)
}

/// A name, an employer, an occupation or a position: 2 to [`LONGEST_NAME`] characters.
pub fn name(found: &mut Violations, field: &str, given: &str, message: &str) -> Option<String> {
    text(found, field, given, 2..=LONGEST_NAME, message)
}

/// A phone number: 10 to [`LONGEST_PHONE`] characters (docs/reference/screens/application-wizard.md S2 5), whatever they are.
pub fn phone(found: &mut Violations, field: &str, given: &str, message: &str) -> Option<String> {
    text(found, field, given, 10..=LONGEST_PHONE, message)
}

/// A postal address of at least `least` characters.
pub fn address(
    found: &mut Violations,
    field: &str,
    given: &str,
    least: usize,
    message: &str,
) -> Option<String> {
    prose(found, field, given, least..=LONGEST_ADDRESS, message)
}

/// A mail address, as typed.
pub fn email(found: &mut Violations, field: &str, given: &str, message: &str) -> Option<String> {
    let given = given.trim();
    if !is_email(given) {
        refuse(found, field, message);
        return None;
    }
    Some(given.to_owned())
}

/// What is said of a guarantor with the applicant's address.
pub const OWN_ADDRESS_OF_GUARANTOR: &str = "This is your own email address. Enter your guarantor's";
/// What is said of an employer with the applicant's address.
pub const OWN_ADDRESS_OF_EMPLOYER: &str = "This is your own email address. Enter your employer's, or your accountant's if you work for yourself";

/// Refuses a referee's address that is the applicant's own: nobody vouches for themselves. Letter case does not tell addresses apart.
pub fn not_own(
    found: &mut Violations,
    field: &str,
    (given, own): (Option<&str>, Option<&str>),
    message: &str,
) {
    let same = given
        .zip(own)
        .is_some_and(|(given, own)| given.eq_ignore_ascii_case(own));
    if same {
        refuse(found, field, message);
    }
}

/// An amount from nothing up; `message` where there is none.
pub fn money(
    found: &mut Violations,
    field: &str,
    given: Option<Money>,
    message: &str,
) -> Option<Money> {
    let Some(amount) = given else {
        refuse(found, field, message);
        return None;
    };
    if amount.is_negative() {
        refuse(found, field, "Enter an amount that is not negative.");
    } else if amount.minor() > MONEY_LIMIT.minor() {
        refuse(found, field, "Enter an amount up to £99,999,999.99.");
    }
    Some(amount)
}

/// The day of birth of somebody who is at least 18 on `today` (docs/reference/uk-lettings.md 3.7).
pub fn adult(
    found: &mut Violations,
    field: &str,
    born: Option<NaiveDate>,
    today: NaiveDate,
) -> Option<NaiveDate> {
    let Some(born) = born else {
        refuse(found, field, "Date of birth is required");
        return None;
    };
    if born.year() < 1900 || born > today {
        refuse(found, field, "Enter a valid date of birth");
    } else if age(born, today) < 18 {
        refuse(found, field, "You must be at least 18 years old");
    }
    Some(born)
}

/// Full years of age on `today`. Who was born on 29 February comes of age on 1 March of a common year.
fn age(born: NaiveDate, today: NaiveDate) -> i32 {
    let years = today.year() - born.year();
    let birthday_to_come = (today.month(), today.day()) < (born.month(), born.day());
    years - i32::from(birthday_to_come)
}

/// What can stand in a greeting of text that nobody has judged: one line of at most [`LONGEST_NAME`] characters.
#[must_use]
pub fn one_line(text: &str) -> String {
    let text = text.trim().chars().filter(|one| !one.is_control());
    text.take(LONGEST_NAME).collect()
}

/// Whether mail could be sent to this address.
#[must_use]
pub fn is_email(text: &str) -> bool {
    EmailAddress::parse(text).is_ok_and(|email| email.as_typed() == text)
}

fn measured(
    found: &mut Violations,
    field: &str,
    text: &str,
    characters: &RangeInclusive<usize>,
    message: &str,
) -> Option<String> {
    let length = text.chars().count();
    if length < *characters.start() {
        refuse(found, field, message);
        return None;
    }
    if length > *characters.end() {
        let most = characters.end();
        refuse(found, field, format!("Use {most} characters or fewer."));
        return None;
    }
    Some(text.to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(found: &Violations) -> Vec<&str> {
        found.iter().map(|one| one.message.as_str()).collect()
    }

    fn day(text: &str) -> Option<NaiveDate> {
        text.parse().ok()
    }

    #[test]
    fn a_field_is_named_once() {
        let mut found = Violations::default();
        refuse(&mut found, "email", "first");
        assert_eq!(email(&mut found, "email", "x", "second"), None);
        assert_eq!(texts(&found), ["first"]);
    }

    #[test]
    fn characters_are_counted_without_the_blanks_around_them() {
        let mut found = Violations::default();
        assert_eq!(
            name(&mut found, "name", "  Bo ", "short"),
            Some("Bo".to_owned())
        );
        assert_eq!(name(&mut found, "a", " B ", "short"), None);
        assert_eq!(name(&mut found, "b", "B\no", "short"), None);
        assert_eq!(name(&mut found, "c", &"é".repeat(101), "short"), None);
        assert_eq!(phone(&mut found, "d", "123456789", "phone"), None);
        assert_eq!(
            phone(&mut found, "e", "0123456789", "phone").as_deref(),
            Some("0123456789")
        );
        assert_eq!(
            texts(&found),
            ["short", "short", "Use 100 characters or fewer.", "phone"]
        );
    }

    #[test]
    fn an_address_may_have_lines_and_nothing_hidden() {
        let mut found = Violations::default();
        let lines = address(&mut found, "a", "1 High Street\r\nLeeds", 5, "short");
        assert_eq!(lines.as_deref(), Some("1 High Street\nLeeds"));
        assert_eq!(
            address(&mut found, "b", "1 High\0 Street", 5, "short"),
            None
        );
        assert_eq!(note(&mut found, "c", "  ", 10), None);
        assert_eq!(texts(&found), ["short"]);
    }

    #[test]
    fn an_amount_is_there_and_neither_negative_nor_beyond_the_column() {
        let mut found = Violations::default();
        assert_eq!(money(&mut found, "a", None, "required"), None);
        money(&mut found, "b", Some(Money::gbp(-1)), "required");
        money(
            &mut found,
            "c",
            Some(Money::gbp(10_000_000_000)),
            "required",
        );
        assert_eq!(
            money(&mut found, "d", Some(Money::ZERO), "required"),
            Some(Money::ZERO)
        );
        assert_eq!(found.iter().count(), 3);
    }

    #[test]
    fn somebody_is_eighteen_from_the_birthday_on() {
        for (born, today, allowed) in [
            ("2008-11-24", "2026-11-24", true),
            ("2008-11-25", "2026-11-24", false),
            ("2008-02-29", "2026-02-28", false),
            ("2008-02-29", "2026-03-01", true),
            ("1899-12-31", "2026-11-24", false),
            ("2027-01-01", "2026-11-24", false),
        ] {
            let mut found = Violations::default();
            adult(
                &mut found,
                "born",
                day(born),
                day(today).unwrap_or_default(),
            );
            assert_eq!(found.is_empty(), allowed, "{born} on {today}");
        }
    }

    #[test]
    fn what_no_mail_server_would_take_is_refused() {
        for good in ["ada@example.com", "o'neill+flat@mail.example.co.uk"] {
            assert!(is_email(good), "{good}");
        }
        for bad in [
            "",
            "ada",
            "ada@localhost",
            "a b@example.com",
            ".ada@example.com",
            "a@b@c.com",
            "ada@example.123",
            "ada@example.com,bob@example.com",
            "ädä@example.com",
        ] {
            assert!(!is_email(bad), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn no_address_can_break_out_of_a_mail_header(text in ".{0,80}") {
            if is_email(&text) {
                prop_assert!(text.bytes().all(|byte| byte.is_ascii_graphic()));
                prop_assert!(!text.contains([',', '<', '>', '"', ';', ':']));
            }
        }
    }
}
