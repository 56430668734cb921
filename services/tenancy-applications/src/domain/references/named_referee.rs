//! Another guarantor or employer than the one of the form, or a better address of the same.

use lintel_core::{Error, Violations};

use super::ReferenceKind;
use crate::domain::{
    applying::{Answers, GuarantorRelationship},
    check,
};

/// What is said of a guarantor with the employer's address.
const OTHER_ADDRESS_OF_GUARANTOR: &str =
    "This is your employer's email address. Enter your guarantor's";
/// What is said of an employer with the guarantor's address.
const OTHER_ADDRESS_OF_EMPLOYER: &str =
    "This is your guarantor's email address. Enter your employer's";

/// What an applicant says of them; an empty text leaves what the application says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RefereeDraft {
    /// Their name.
    pub name: String,
    /// Where the link goes.
    pub email: String,
    /// Their phone.
    pub phone: String,
    /// Of a guarantor: one of [`GuarantorRelationship`].
    pub relationship: String,
}

/// Somebody whom an applicant names, beside what the application says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedReferee {
    /// Which of the two.
    pub kind: ReferenceKind,
    /// Where the link goes.
    pub email: String,
    /// Their name, where another is said.
    pub name: Option<String>,
    /// Their phone, where another is said.
    pub phone: Option<String>,
    /// Of a guarantor: what they are to the applicant, where something else is said.
    pub relationship: Option<GuarantorRelationship>,
}

impl NamedReferee {
    /// Judges what somebody says beside the `answers` of their application.
    ///
    /// # Errors
    /// `APPLICATION_INVALID` with every offending field.
    pub fn try_new(
        kind: ReferenceKind,
        draft: &RefereeDraft,
        answers: &Answers,
    ) -> Result<Self, Error> {
        let mut found = Violations::default();
        let v = &mut found;
        let texts = Texts::of(kind);
        let name = said(&draft.name);
        let name = name.and_then(|name| check::name(v, "display_name", name, texts.name));
        let email = check::email(v, "email", &draft.email, texts.email);
        let own = Some(answers.email.as_str());
        check::not_own(v, "email", (email.as_deref(), own), texts.own);
        let other = match kind {
            ReferenceKind::Guarantor => answers.employer_email.as_deref(),
            ReferenceKind::Employer => Some(answers.guarantor_email.as_str()),
        };
        check::not_own(v, "email", (email.as_deref(), other), texts.other);
        let phone = said(&draft.phone);
        let phone = phone.and_then(|phone| check::phone(v, "phone", phone, texts.phone));
        let relationship = said(&draft.relationship).filter(|_| kind == ReferenceKind::Guarantor);
        let relationship = relationship.and_then(|given| {
            let known = GuarantorRelationship::parse(given);
            if known.is_none() {
                check::refuse(v, "relationship", "Guarantor relationship is required");
            }
            known
        });
        found.into_result("APPLICATION_INVALID")?;
        Ok(Self {
            kind,
            email: email.unwrap_or_default(),
            name,
            phone,
            relationship,
        })
    }

    /// The answers with this referee in them.
    #[must_use]
    pub fn within(&self, answers: Answers) -> Answers {
        match self.kind {
            ReferenceKind::Guarantor => Answers {
                guarantor_email: self.email.clone(),
                guarantor_name: self.name.clone().or(answers.guarantor_name),
                guarantor_phone: self.phone.clone().or(answers.guarantor_phone),
                guarantor_relationship: self.relationship.or(answers.guarantor_relationship),
                ..answers
            },
            ReferenceKind::Employer => Answers {
                employer_email: Some(self.email.clone()),
                employer_name: self.name.clone().or(answers.employer_name),
                employer_phone: self.phone.clone().or(answers.employer_phone),
                ..answers
            },
        }
    }
}

/// What is said of each field, as the forms say it.
struct Texts {
    name: &'static str,
    email: &'static str,
    phone: &'static str,
    own: &'static str,
    other: &'static str,
}

impl Texts {
    const fn of(kind: ReferenceKind) -> Self {
        match kind {
            ReferenceKind::Guarantor => Self {
                name: "Guarantor name is required",
                email: "Valid guarantor email is required",
                phone: "Valid guarantor phone number is required",
                own: check::OWN_ADDRESS_OF_GUARANTOR,
                other: OTHER_ADDRESS_OF_GUARANTOR,
            },
            ReferenceKind::Employer => Self {
                name: "Employer name is required",
                email: "Valid employer email is required",
                phone: "Valid employer phone number is required",
                own: check::OWN_ADDRESS_OF_EMPLOYER,
                other: OTHER_ADDRESS_OF_EMPLOYER,
            },
        }
    }
}

/// A text without blanks around it; `None` for none.
fn said(text: &str) -> Option<&str> {
    let text = text.trim();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use lintel_core::Money;

    use super::*;
    use crate::domain::applying::EmploymentStatus;

    fn answers() -> Answers {
        Answers {
            name: "Ann".to_owned(),
            email: "ann@example.com".to_owned(),
            phone: "020 7946 0018".to_owned(),
            address: None,
            date_of_birth: None,
            nationality: None,
            employment_status: EmploymentStatus::FullTime,
            employer_name: Some("Works Ltd".to_owned()),
            employer_phone: Some("0161 496 0000".to_owned()),
            employer_email: Some("hr@works.example".to_owned()),
            position: None,
            monthly_income: Money::ZERO,
            guarantor_name: Some("Gus".to_owned()),
            guarantor_phone: Some("0161 496 0001".to_owned()),
            guarantor_email: "gus@example.com".to_owned(),
            guarantor_relationship: Some(GuarantorRelationship::Parent),
            move_in_date: None,
            additional_notes: None,
        }
    }

    fn draft(email: &str) -> RefereeDraft {
        RefereeDraft {
            email: email.to_owned(),
            ..RefereeDraft::default()
        }
    }

    fn refused(kind: ReferenceKind, draft: &RefereeDraft) -> Vec<(String, String)> {
        match NamedReferee::try_new(kind, draft, &answers()) {
            Err(Error::Invalid { reason, violations }) => {
                assert_eq!(reason, "APPLICATION_INVALID");
                let all = violations.iter();
                all.map(|one| (one.field.clone(), one.message.clone()))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn nobody_vouches_for_themselves_or_as_both() {
        use ReferenceKind::{Employer, Guarantor};
        for (kind, email, text) in [
            (
                Guarantor,
                "ANN@example.com",
                check::OWN_ADDRESS_OF_GUARANTOR,
            ),
            (Employer, "Ann@example.com", check::OWN_ADDRESS_OF_EMPLOYER),
            (Guarantor, "HR@works.example", OTHER_ADDRESS_OF_GUARANTOR),
            (Employer, "gus@EXAMPLE.com", OTHER_ADDRESS_OF_EMPLOYER),
            (Guarantor, "gus", "Valid guarantor email is required"),
            (Employer, "", "Valid employer email is required"),
        ] {
            let found = refused(kind, &draft(email));
            assert_eq!(found, [("email".to_owned(), text.to_owned())]);
        }
    }

    #[test]
    fn what_is_not_said_stays_and_what_is_wrong_is_named() {
        let corrected = NamedReferee::try_new(
            ReferenceKind::Guarantor,
            &draft(" gus@example.org "),
            &answers(),
        );
        let expected = Answers {
            guarantor_email: "gus@example.org".to_owned(),
            ..answers()
        };
        assert_eq!(
            corrected.ok().map(|one| one.within(answers())),
            Some(expected)
        );
        let other = RefereeDraft {
            name: "Nia".to_owned(),
            email: "nia@example.org".to_owned(),
            phone: "07700 900123".to_owned(),
            relationship: "friend".to_owned(),
        };
        let named = NamedReferee::try_new(ReferenceKind::Guarantor, &other, &answers());
        let expected = Answers {
            guarantor_name: Some("Nia".to_owned()),
            guarantor_phone: Some("07700 900123".to_owned()),
            guarantor_email: "nia@example.org".to_owned(),
            guarantor_relationship: Some(GuarantorRelationship::Friend),
            ..answers()
        };
        assert_eq!(named.ok().map(|one| one.within(answers())), Some(expected));
        let bad = RefereeDraft {
            name: "N".to_owned(),
            phone: "123".to_owned(),
            relationship: "partner".to_owned(),
            ..other
        };
        let fields = |kind| -> Vec<String> {
            let found = refused(kind, &bad);
            found.into_iter().map(|(field, _)| field).collect()
        };
        assert_eq!(
            fields(ReferenceKind::Guarantor),
            ["display_name", "phone", "relationship"]
        );
        // Nobody asks what an employer is to the applicant.
        assert_eq!(fields(ReferenceKind::Employer), ["display_name", "phone"]);
    }
}
