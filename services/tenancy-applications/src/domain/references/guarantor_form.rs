//! The guarantor's form (docs/reference/screens/references.md S2 3 and S2 5).

use chrono::NaiveDate;
use lintel_core::{Error, Money, Violations, spelt};

use crate::domain::check;

spelt! {
    /// What a guarantor says they are to the applicant.
    GuarantorTie {
        /// A parent.
        Parent = "parent",
        /// Another member of the family.
        Family = "family",
        /// A friend.
        Friend = "friend",
        /// A partner.
        Partner = "partner",
        /// Anybody else.
        Other = "other",
    }
}

/// What a guarantor enters; before it is checked, anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuarantorForm {
    /// Their name.
    pub name: String,
    /// Their mail address.
    pub email: String,
    /// Their phone.
    pub phone: String,
    /// Where they live.
    pub address: String,
    /// When they were born.
    pub date_of_birth: Option<NaiveDate>,
    /// What they are to the applicant, as [`GuarantorTie`] spells it.
    pub relationship: String,
    /// What they do.
    pub occupation: String,
    /// For whom.
    pub employer_name: String,
    /// Before tax.
    pub annual_income: Option<Money>,
    /// Whether they agree to stand surety.
    pub agreed: bool,
}

impl GuarantorForm {
    /// The form with its texts in order. `found` holds the fields that could not be read.
    ///
    /// # Errors
    /// `REFERENCE_INVALID` with every offending field.
    pub fn check(self, mut found: Violations, today: NaiveDate) -> Result<Self, Error> {
        let name = check::name(
            &mut found,
            "display_name",
            &self.name,
            "Full name is required",
        );
        let email = check::email(&mut found, "email", &self.email, "Valid email is required");
        let phone = check::phone(
            &mut found,
            "phone",
            &self.phone,
            "Valid phone number is required",
        );
        let address = check::address(
            &mut found,
            "address",
            &self.address,
            10,
            "Full address is required",
        );
        check::adult(&mut found, "date_of_birth", self.date_of_birth, today);
        if GuarantorTie::parse(&self.relationship).is_none() {
            check::refuse(&mut found, "relationship", "Relationship is required");
        }
        let occupation = check::name(
            &mut found,
            "occupation",
            &self.occupation,
            "Occupation is required",
        );
        let employer = check::name(
            &mut found,
            "employer_name",
            &self.employer_name,
            "Employer name is required",
        );
        check::money(
            &mut found,
            "annual_income",
            self.annual_income,
            "Annual income is required",
        );
        if !self.agreed {
            check::refuse(
                &mut found,
                "agreed_to_guarantee",
                "You must agree to act as guarantor",
            );
        }
        found.into_result("REFERENCE_INVALID")?;
        Ok(Self {
            name: name.unwrap_or_default(),
            email: email.unwrap_or_default(),
            phone: phone.unwrap_or_default(),
            address: address.unwrap_or_default(),
            occupation: occupation.unwrap_or_default(),
            employer_name: employer.unwrap_or_default(),
            ..self
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> GuarantorForm {
        GuarantorForm {
            name: " Ibrahim Diallo ".to_owned(),
            email: "ibrahim@example.org".to_owned(),
            phone: "07700 900733".to_owned(),
            address: "12 Orchard Street, Leeds".to_owned(),
            date_of_birth: NaiveDate::from_ymd_opt(1968, 3, 2),
            relationship: "parent".to_owned(),
            occupation: "Surgeon".to_owned(),
            employer_name: "Infirmary".to_owned(),
            annual_income: Some(Money::gbp(8_400_000)),
            agreed: true,
        }
    }

    fn refused(change: impl Fn(&mut GuarantorForm)) -> Vec<(String, String)> {
        let mut form = good();
        change(&mut form);
        let today = NaiveDate::from_ymd_opt(2026, 11, 24).unwrap_or_default();
        match form.check(Violations::default(), today) {
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
        type Change = fn(&mut GuarantorForm);
        let cases: [(Change, &str, &str); 10] = [
            (
                |form| form.name = "I".to_owned(),
                "display_name",
                "Full name is required",
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
                |form| form.address = "12 Orchar".to_owned(),
                "address",
                "Full address is required",
            ),
            (
                |form| form.date_of_birth = None,
                "date_of_birth",
                "Date of birth is required",
            ),
            (
                |form| form.relationship = "sibling".to_owned(),
                "relationship",
                "Relationship is required",
            ),
            (
                |form| form.occupation = "S".to_owned(),
                "occupation",
                "Occupation is required",
            ),
            (
                |form| form.employer_name = String::new(),
                "employer_name",
                "Employer name is required",
            ),
            (
                |form| form.annual_income = None,
                "annual_income",
                "Annual income is required",
            ),
            (
                |form| form.agreed = false,
                "agreed_to_guarantee",
                "You must agree to act as guarantor",
            ),
        ];
        for (change, field, text) in cases {
            assert_eq!(refused(change), [(field.to_owned(), text.to_owned())]);
        }
    }
}
