//! The simple form (docs/reference/screens/simple-application.md S2 3 and S2 5).

use chrono::NaiveDate;
use lintel_core::{Error, Money, PropertyId, RoomId, Violations};

use super::{Answers, EmploymentStatus};
use crate::domain::check;

/// What somebody filled in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SimpleDraft {
    /// The applicant's name.
    pub name: String,
    /// The applicant's address.
    pub email: String,
    /// The applicant's phone.
    pub phone: String,
    /// When they were born.
    pub date_of_birth: Option<NaiveDate>,
    /// Their nationality.
    pub nationality: String,
    /// One of [`EmploymentStatus`].
    pub employment_status: String,
    /// Before tax, per month.
    pub monthly_income: Option<Money>,
    /// The property; 0 for none.
    pub property: i64,
    /// The room of a shared house.
    pub room: Option<RoomId>,
    /// The guarantor's address.
    pub guarantor_email: String,
    /// The employer's address; empty for none.
    pub employer_email: String,
    /// The fields that could not be read.
    pub unreadable: Violations,
}

/// A simple form that keeps every rule but those of the home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimpleApplication {
    /// The property.
    pub property: PropertyId,
    /// The room of a shared house, if one was named.
    pub room: Option<RoomId>,
    /// What the applicant says.
    pub answers: Answers,
}

impl SimpleApplication {
    /// Judges a form on `today`. `home` is what is wrong with the choice of the home: a field and a text.
    ///
    /// # Errors
    /// `APPLICATION_INVALID` with every offending field.
    pub fn try_new(
        draft: SimpleDraft,
        home: Option<(&str, &str)>,
        today: NaiveDate,
    ) -> Result<Self, Error> {
        let mut found = draft.unreadable;
        let v = &mut found;
        let name = check::name(
            v,
            "display_name",
            &draft.name,
            "Name must be at least 2 characters",
        );
        let email = check::email(v, "email", &draft.email, "Invalid email address");
        let phone = check::phone(
            v,
            "phone",
            &draft.phone,
            "Phone number must be at least 10 digits",
        );
        let date_of_birth = check::adult(v, "date_of_birth", draft.date_of_birth, today);
        let nationality = check::name(
            v,
            "nationality",
            &draft.nationality,
            "Nationality is required",
        );
        let employment_status = EmploymentStatus::parse(&draft.employment_status);
        if employment_status.is_none() {
            check::refuse(v, "employment_status", "Employment status is required");
        }
        let monthly_income = check::money(
            v,
            "monthly_income",
            draft.monthly_income,
            "Monthly income is required",
        );
        if draft.property < 1 {
            check::refuse(v, "property_id", "Please select a property");
        } else if let Some((field, message)) = home {
            check::refuse(v, field, message);
        }
        let guarantor_email = check::email(
            v,
            "guarantor_email",
            &draft.guarantor_email,
            "Invalid guarantor email address",
        );
        let employer_email = if draft.employer_email.trim().is_empty() {
            None
        } else {
            check::email(
                v,
                "employer_email",
                &draft.employer_email,
                "Invalid employer email address",
            )
        };
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
        found.into_result("APPLICATION_INVALID")?;
        let answers = Answers {
            name: name.unwrap_or_default(),
            email: email.unwrap_or_default(),
            phone: phone.unwrap_or_default(),
            address: None,
            date_of_birth,
            nationality,
            employment_status: employment_status.unwrap_or(EmploymentStatus::Other),
            employer_name: None,
            employer_phone: None,
            employer_email,
            position: None,
            monthly_income: monthly_income.unwrap_or(Money::ZERO),
            guarantor_name: None,
            guarantor_phone: None,
            guarantor_email: guarantor_email.unwrap_or_default(),
            guarantor_relationship: None,
            move_in_date: None,
            additional_notes: None,
        };
        Ok(Self {
            property: draft.property.into(),
            room: draft.room,
            answers,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 24).unwrap_or_default()
    }

    #[test]
    fn an_empty_form_names_every_field_with_the_text_of_the_specification() {
        let refused = SimpleApplication::try_new(SimpleDraft::default(), None, today());
        let Err(Error::Invalid { violations, .. }) = refused else {
            panic!("it was taken");
        };
        let found: Vec<_> = violations
            .iter()
            .map(|one| (one.field.as_str(), one.message.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                ("display_name", "Name must be at least 2 characters"),
                ("email", "Invalid email address"),
                ("phone", "Phone number must be at least 10 digits"),
                ("date_of_birth", "Date of birth is required"),
                ("nationality", "Nationality is required"),
                ("employment_status", "Employment status is required"),
                ("monthly_income", "Monthly income is required"),
                ("property_id", "Please select a property"),
                ("guarantor_email", "Invalid guarantor email address"),
            ]
        );
    }

    #[test]
    fn an_employer_is_named_or_not_and_then_by_an_address() {
        let mut form = SimpleDraft {
            name: "Ann".to_owned(),
            email: "ann@example.com".to_owned(),
            phone: "0123456789".to_owned(),
            date_of_birth: today().with_year_before(18),
            nationality: "British".to_owned(),
            employment_status: "student".to_owned(),
            monthly_income: Some(Money::ZERO),
            property: 1,
            room: None,
            guarantor_email: "gus@example.com".to_owned(),
            employer_email: " ".to_owned(),
            unreadable: Violations::default(),
        };
        let taken = SimpleApplication::try_new(form.clone(), None, today());
        assert_eq!(
            taken.ok().map(|form| form.answers.employer_email),
            Some(None)
        );
        form.employer_email = "works".to_owned();
        assert!(SimpleApplication::try_new(form, None, today()).is_err());
    }

    trait YearsBefore {
        fn with_year_before(self, years: i32) -> Option<NaiveDate>;
    }

    impl YearsBefore for NaiveDate {
        fn with_year_before(self, years: i32) -> Option<NaiveDate> {
            use chrono::Datelike as _;
            self.with_year(self.year() - years)
        }
    }
}
