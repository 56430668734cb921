//! The employer's form (docs/reference/screens/references.md S2 3 and S2 5).

use chrono::{Months, NaiveDate};
use lintel_core::{Error, Money, Violations, spelt};

use crate::domain::check;

/// The longest comments, in characters.
const LONGEST_COMMENTS: usize = 2000;

spelt! {
    /// How somebody is employed.
    EmploymentType {
        /// Full time.
        FullTime = "full-time",
        /// Part time.
        PartTime = "part-time",
        /// By contract.
        Contract = "contract",
        /// For a while.
        Temporary = "temporary",
    }
}

spelt! {
    /// By what contract.
    ContractType {
        /// Without an end.
        Permanent = "permanent",
        /// With an end.
        FixedTerm = "fixed-term",
        /// In probation.
        Probation = "probation",
        /// Without hours that are sure.
        ZeroHours = "zero-hours",
    }
}

/// What an employer enters; before it is checked, anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmployerForm {
    /// The company.
    pub company_name: String,
    /// Who fills in the form.
    pub contact_name: String,
    /// Their position.
    pub position: String,
    /// Their mail address.
    pub email: String,
    /// Their phone.
    pub phone: String,
    /// Where the company is.
    pub company_address: String,
    /// The applicant's position.
    pub employee_position: String,
    /// The first day of the employment.
    pub employment_start: Option<NaiveDate>,
    /// As [`EmploymentType`] spells it.
    pub employment_type: String,
    /// Before tax.
    pub annual_salary: Option<Money>,
    /// As [`ContractType`] spells it.
    pub contract_type: String,
    /// Anything else; may be empty.
    pub comments: String,
    /// Whether they confirm what they entered.
    pub confirmed: bool,
}

impl EmployerForm {
    /// The form with its texts in order. `found` holds the fields that could not be read.
    ///
    /// # Errors
    /// `REFERENCE_INVALID` with every offending field.
    pub fn check(self, mut found: Violations, today: NaiveDate) -> Result<Self, Error> {
        let mut name = |field: &str, text: &str, message: &str| {
            check::name(&mut found, field, text, message).unwrap_or_default()
        };
        let company_name = name(
            "company_name",
            &self.company_name,
            "Company name is required",
        );
        let contact_name = name(
            "contact_name",
            &self.contact_name,
            "Contact name is required",
        );
        let position = name("position", &self.position, "Position is required");
        let employee_position = name(
            "employee_position",
            &self.employee_position,
            "Employee position is required",
        );
        let email = check::email(&mut found, "email", &self.email, "Valid email is required");
        let phone = check::phone(
            &mut found,
            "phone",
            &self.phone,
            "Valid phone number is required",
        );
        let company_address = check::address(
            &mut found,
            "company_address",
            &self.company_address,
            10,
            "Company address is required",
        );
        let start = match self.employment_start {
            None => Some("Employment start date is required"),
            Some(start) if start > today => Some(
                "The employment start date cannot be in the future. Say in the comments if the job begins later",
            ),
            Some(start) if start < earliest(today) => {
                Some("Enter a start date within the last 80 years")
            }
            Some(_) => None,
        };
        if let Some(message) = start {
            check::refuse(&mut found, "employment_start_date", message);
        }
        if EmploymentType::parse(&self.employment_type).is_none() {
            check::refuse(&mut found, "employment_type", "Employment type is required");
        }
        check::money(
            &mut found,
            "annual_salary",
            self.annual_salary,
            "Annual salary is required",
        );
        if ContractType::parse(&self.contract_type).is_none() {
            check::refuse(&mut found, "contract_type", "Contract type is required");
        }
        let comments = check::note(
            &mut found,
            "additional_comments",
            &self.comments,
            LONGEST_COMMENTS,
        );
        if !self.confirmed {
            check::refuse(
                &mut found,
                "confirmed_details",
                "You must confirm the employment details are accurate",
            );
        }
        found.into_result("REFERENCE_INVALID")?;
        Ok(Self {
            company_name,
            contact_name,
            position,
            employee_position,
            email: email.unwrap_or_default(),
            phone: phone.unwrap_or_default(),
            company_address: company_address.unwrap_or_default(),
            comments: comments.unwrap_or_default(),
            ..self
        })
    }
}

/// The first day of the longest employment that is believed: a lifetime of work.
fn earliest(today: NaiveDate) -> NaiveDate {
    let lifetime = Months::new(80 * 12);
    today.checked_sub_months(lifetime).unwrap_or(today)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default()
    }

    fn good() -> EmployerForm {
        EmployerForm {
            company_name: "Northern Rail Works".to_owned(),
            contact_name: "Petra Hill".to_owned(),
            position: "Head of people".to_owned(),
            email: "people@example.org".to_owned(),
            phone: "0114 496 0320".to_owned(),
            company_address: "1 Station Road, Sheffield".to_owned(),
            employee_position: "Engineer".to_owned(),
            employment_start: NaiveDate::from_ymd_opt(2022, 9, 1),
            employment_type: "full-time".to_owned(),
            annual_salary: Some(Money::gbp(4_080_000)),
            contract_type: "permanent".to_owned(),
            comments: String::new(),
            confirmed: true,
        }
    }

    fn refused(change: impl Fn(&mut EmployerForm)) -> Vec<(String, String)> {
        let mut form = good();
        change(&mut form);
        match form.check(Violations::default(), day(2026, 11, 24)) {
            Err(Error::Invalid { violations, .. }) => violations
                .iter()
                .map(|one| (one.field.clone(), one.message.clone()))
                .collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn every_rule_has_its_text() {
        assert!(refused(|_| {}).is_empty());
        type Change = fn(&mut EmployerForm);
        let cases: [(Change, &str, &str); 14] = [
            (
                |form| form.company_name = "N".to_owned(),
                "company_name",
                "Company name is required",
            ),
            (
                |form| form.contact_name = "P".to_owned(),
                "contact_name",
                "Contact name is required",
            ),
            (
                |form| form.position = "H".to_owned(),
                "position",
                "Position is required",
            ),
            (
                |form| form.employee_position = "E".to_owned(),
                "employee_position",
                "Employee position is required",
            ),
            (
                |form| form.email = "x".to_owned(),
                "email",
                "Valid email is required",
            ),
            (
                |form| form.phone = "123456789".to_owned(),
                "phone",
                "Valid phone number is required",
            ),
            (
                |form| form.company_address = "1 Station".to_owned(),
                "company_address",
                "Company address is required",
            ),
            (
                |form| form.employment_start = None,
                "employment_start_date",
                "Employment start date is required",
            ),
            (
                |form| form.employment_start = Some(day(2026, 11, 25)),
                "employment_start_date",
                "The employment start date cannot be in the future. Say in the comments if the job begins later",
            ),
            (
                |form| form.employment_start = Some(day(1946, 11, 23)),
                "employment_start_date",
                "Enter a start date within the last 80 years",
            ),
            (
                |form| form.employment_type = "self-employed".to_owned(),
                "employment_type",
                "Employment type is required",
            ),
            (
                |form| form.annual_salary = None,
                "annual_salary",
                "Annual salary is required",
            ),
            (
                |form| form.contract_type = String::new(),
                "contract_type",
                "Contract type is required",
            ),
            (
                |form| form.confirmed = false,
                "confirmed_details",
                "You must confirm the employment details are accurate",
            ),
        ];
        assert!(refused(|form| form.employment_start = Some(day(2026, 11, 24))).is_empty());
        assert!(refused(|form| form.employment_start = Some(day(1946, 11, 24))).is_empty());
        for (change, field, text) in cases {
            assert_eq!(refused(change), [(field.to_owned(), text.to_owned())]);
        }
    }
}
