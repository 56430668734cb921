//! The full form (docs/reference/screens/application-wizard.md S2 3 and S2 5).

use chrono::{Days, NaiveDate};
use lintel_core::{Error, Money, PropertyId, Violations};

use super::{Answers, EmploymentStatus, GuarantorRelationship};
use crate::domain::check;

/// The longest note, in characters.
pub const LONGEST_NOTE: usize = 2000;
/// The latest wished first day: what lies further away is a slip of the finger.
const LATEST_MOVE_IN: Days = Days::new(3 * 366);

/// What somebody filled in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SignupDraft {
    /// The applicant's name.
    pub name: String,
    /// The applicant's address.
    pub email: String,
    /// The applicant's phone.
    pub phone: String,
    /// Where they live now.
    pub address: String,
    /// The property; 0 for none.
    pub property: i64,
    /// The room of a shared house.
    pub room_number: Option<String>,
    /// One of [`EmploymentStatus`].
    pub employment_status: String,
    /// The employer's name.
    pub employer_name: String,
    /// The employer's phone.
    pub employer_phone: String,
    /// The employer's address.
    pub employer_email: String,
    /// Their position.
    pub position: String,
    /// Before tax, per month.
    pub monthly_income: Option<Money>,
    /// The guarantor's name.
    pub guarantor_name: String,
    /// The guarantor's phone.
    pub guarantor_phone: String,
    /// The guarantor's address.
    pub guarantor_email: String,
    /// One of [`GuarantorRelationship`].
    pub guarantor_relationship: String,
    /// The wished first day.
    pub move_in_date: Option<NaiveDate>,
    /// What they add.
    pub additional_notes: String,
    /// The fields that could not be read.
    pub unreadable: Violations,
}

/// A full form that keeps every rule but those of the home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signup {
    /// The property.
    pub property: PropertyId,
    /// The room of a shared house, if one was named.
    pub room_number: Option<String>,
    /// What the applicant says.
    pub answers: Answers,
}

impl Signup {
    /// Judges a form on `today`. `home` adds what is wrong with the choice of the home, so that every field is named at once.
    ///
    /// # Errors
    /// `SIGNUP_INVALID` with every offending field.
    pub fn try_new(
        draft: SignupDraft,
        home: Option<(&str, &str)>,
        today: NaiveDate,
    ) -> Result<Self, Error> {
        let mut found = draft.unreadable;
        let v = &mut found;
        let name = check::name(v, "display_name", &draft.name, "Full name is required");
        let email = check::email(v, "email", &draft.email, "Valid email is required");
        let phone = check::phone(v, "phone", &draft.phone, "Valid phone number is required");
        let address = check::address(
            v,
            "address",
            &draft.address,
            5,
            "Current address is required",
        );
        if draft.property < 1 {
            check::refuse(v, "property_id", "Please select a property");
        } else if let Some((field, message)) = home {
            check::refuse(v, field, message);
        }
        let employment_status = EmploymentStatus::parse(&draft.employment_status);
        if employment_status.is_none() {
            check::refuse(v, "employment_status", "Employment status is required");
        }
        let employer_name = check::name(
            v,
            "employer_name",
            &draft.employer_name,
            "Employer name is required",
        );
        let employer_phone = check::phone(
            v,
            "employer_phone",
            &draft.employer_phone,
            "Valid employer phone number is required",
        );
        let employer_email = check::email(
            v,
            "employer_email",
            &draft.employer_email,
            "Valid employer email is required",
        );
        let position = check::name(v, "position", &draft.position, "Position is required");
        let monthly_income = check::money(
            v,
            "monthly_income",
            draft.monthly_income,
            "Monthly income is required",
        );
        let guarantor_name = check::name(
            v,
            "guarantor_name",
            &draft.guarantor_name,
            "Guarantor name is required",
        );
        let guarantor_phone = check::phone(
            v,
            "guarantor_phone",
            &draft.guarantor_phone,
            "Valid guarantor phone number is required",
        );
        let guarantor_email = check::email(
            v,
            "guarantor_email",
            &draft.guarantor_email,
            "Valid guarantor email is required",
        );
        let own = email.as_deref();
        check::not_own(
            v,
            "guarantor_email",
            (guarantor_email.as_deref(), own),
            check::OWN_ADDRESS_OF_GUARANTOR,
        );
        check::not_own(
            v,
            "employer_email",
            (employer_email.as_deref(), own),
            check::OWN_ADDRESS_OF_EMPLOYER,
        );
        let guarantor_relationship = GuarantorRelationship::parse(&draft.guarantor_relationship);
        if guarantor_relationship.is_none() {
            check::refuse(
                v,
                "guarantor_relationship",
                "Guarantor relationship is required",
            );
        }
        move_in_date(v, draft.move_in_date, today);
        let additional_notes =
            check::note(v, "additional_notes", &draft.additional_notes, LONGEST_NOTE);
        found.into_result("SIGNUP_INVALID")?;
        let answers = Answers {
            name: name.unwrap_or_default(),
            email: email.unwrap_or_default(),
            phone: phone.unwrap_or_default(),
            address,
            date_of_birth: None,
            nationality: None,
            employment_status: employment_status.unwrap_or(EmploymentStatus::Other),
            employer_name,
            employer_phone,
            employer_email,
            position,
            monthly_income: monthly_income.unwrap_or(Money::ZERO),
            guarantor_name,
            guarantor_phone,
            guarantor_email: guarantor_email.unwrap_or_default(),
            guarantor_relationship,
            move_in_date: draft.move_in_date,
            additional_notes,
        };
        Ok(Self {
            property: draft.property.into(),
            room_number: draft.room_number,
            answers,
        })
    }
}

fn move_in_date(found: &mut Violations, given: Option<NaiveDate>, today: NaiveDate) {
    let message = match given {
        None => "Move-in date is required",
        Some(day) if day < today => "Choose a move-in date from today on",
        Some(day) if day > today + LATEST_MOVE_IN => "Choose a move-in date within three years",
        Some(_) => return,
    };
    check::refuse(found, "move_in_date", message);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 24).unwrap_or_default()
    }

    fn filled_in() -> SignupDraft {
        SignupDraft {
            name: "Ann Applicant".to_owned(),
            email: "ann@example.com".to_owned(),
            phone: "020 7946 0018".to_owned(),
            address: "1 High Street".to_owned(),
            property: 7,
            room_number: None,
            employment_status: "full-time".to_owned(),
            employer_name: "Works Ltd".to_owned(),
            employer_phone: "0161 496 0000".to_owned(),
            employer_email: "hr@works.example".to_owned(),
            position: "Engineer".to_owned(),
            monthly_income: Some(Money::gbp(250_000)),
            guarantor_name: "Gus Guarantor".to_owned(),
            guarantor_phone: "0161 496 0001".to_owned(),
            guarantor_email: "gus@example.com".to_owned(),
            guarantor_relationship: "parent".to_owned(),
            move_in_date: Some(today()),
            additional_notes: String::new(),
            unreadable: Violations::default(),
        }
    }

    fn refused(draft: SignupDraft, home: Option<(&str, &str)>) -> Vec<(String, String)> {
        match Signup::try_new(draft, home, today()) {
            Err(Error::Invalid { reason, violations }) => {
                assert_eq!(reason, "SIGNUP_INVALID");
                let all = violations.iter();
                all.map(|one| (one.field.clone(), one.message.clone()))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_form_that_keeps_every_rule_is_taken() {
        let taken = Signup::try_new(filled_in(), None, today());
        let taken = taken.map(|signup| (signup.property.get(), signup.answers.name));
        assert_eq!(taken.ok(), Some((7, "Ann Applicant".to_owned())));
    }

    #[test]
    fn an_empty_form_names_every_field_with_the_text_of_the_specification() {
        let found = refused(SignupDraft::default(), None);
        let expected = [
            ("display_name", "Full name is required"),
            ("email", "Valid email is required"),
            ("phone", "Valid phone number is required"),
            ("address", "Current address is required"),
            ("property_id", "Please select a property"),
            ("employment_status", "Employment status is required"),
            ("employer_name", "Employer name is required"),
            ("employer_phone", "Valid employer phone number is required"),
            ("employer_email", "Valid employer email is required"),
            ("position", "Position is required"),
            ("monthly_income", "Monthly income is required"),
            ("guarantor_name", "Guarantor name is required"),
            (
                "guarantor_phone",
                "Valid guarantor phone number is required",
            ),
            ("guarantor_email", "Valid guarantor email is required"),
            (
                "guarantor_relationship",
                "Guarantor relationship is required",
            ),
            ("move_in_date", "Move-in date is required"),
        ];
        let expected = expected.map(|(field, text)| (field.to_owned(), text.to_owned()));
        assert_eq!(found, expected);
    }

    #[test]
    fn nobody_vouches_for_themselves() {
        let own = |change: fn(&mut SignupDraft)| {
            let mut form = filled_in();
            form.email = "Ann@example.com".to_owned();
            change(&mut form);
            refused(form, None)
        };
        let guarantor = own(|form| form.guarantor_email = "ann@EXAMPLE.com".to_owned());
        let text = check::OWN_ADDRESS_OF_GUARANTOR.to_owned();
        assert_eq!(guarantor, [("guarantor_email".to_owned(), text)]);
        let employer = own(|form| form.employer_email = "ann@example.com".to_owned());
        let text = check::OWN_ADDRESS_OF_EMPLOYER.to_owned();
        assert_eq!(employer, [("employer_email".to_owned(), text)]);
        assert!(own(|_| {}).is_empty());
    }

    #[test]
    fn limits_are_where_the_specification_draws_them() {
        type Change = fn(&mut SignupDraft);
        let cases: [(Change, &str, bool); 10] = [
            (|form| form.name = "Bo".to_owned(), "display_name", true),
            (|form| form.name = "B".to_owned(), "display_name", false),
            (|form| form.phone = "123456789".to_owned(), "phone", false),
            (|form| form.address = "1 Hi".to_owned(), "address", false),
            (|form| form.address = "1 Hig".to_owned(), "address", true),
            (
                |form| form.employment_status = "retired".to_owned(),
                "employment_status",
                false,
            ),
            (
                |form| form.guarantor_relationship = "partner".to_owned(),
                "guarantor_relationship",
                false,
            ),
            (
                |form| form.monthly_income = Some(Money::gbp(-1)),
                "monthly_income",
                false,
            ),
            (
                |form| form.move_in_date = today().pred_opt(),
                "move_in_date",
                false,
            ),
            (
                |form| form.additional_notes = "x".repeat(2001),
                "additional_notes",
                false,
            ),
        ];
        for (change, field, allowed) in cases {
            let mut form = filled_in();
            change(&mut form);
            let found = refused(form, None);
            let fields: Vec<_> = found.iter().map(|(field, _)| field.as_str()).collect();
            assert_eq!(fields, if allowed { vec![] } else { vec![field] });
        }
    }

    #[test]
    fn what_is_wrong_with_the_home_is_named_beside_the_rest() {
        let mut form = filled_in();
        form.email = "x".to_owned();
        let found = refused(form, Some(("room_number", "Please select a room")));
        let fields: Vec<_> = found.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(fields, ["email", "room_number"]);
    }
}
