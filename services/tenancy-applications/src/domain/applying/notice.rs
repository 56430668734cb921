//! Reasons for a landlord to look twice: shown as sentences, never scored (docs/reference/uk-lettings.md 4.2).

use super::{Answers, free_mail};
use crate::domain::references::Networks;

/// The sentences about an application whose forms came from `networks`.
#[must_use]
pub fn notices(answers: &Answers, networks: &Networks) -> Vec<String> {
    let same = |one: &str, other: &str| one.trim().eq_ignore_ascii_case(other.trim());
    let guarantor = answers.guarantor_email.as_str();
    let employer = answers.employer_email.as_deref();
    let mut notices = Vec::new();
    if same(guarantor, &answers.email) {
        notices.push("The guarantor has the applicant's email address.".to_owned());
    }
    if let Some(employer) = employer {
        if same(employer, &answers.email) {
            notices.push("The employer has the applicant's email address.".to_owned());
        }
        if let Some(domain) = free_mail::domain_of(employer) {
            notices.push(format!(
                "The employer's email address is at a free mail service ({domain})."
            ));
        }
        if same(employer, guarantor) {
            notices.push("The guarantor and the employer have the same email address.".to_owned());
        }
    }
    for (who, phone) in [
        ("guarantor", &answers.guarantor_phone),
        ("employer", &answers.employer_phone),
    ] {
        let phone = phone.as_deref().map(digits);
        if phone.is_some_and(|phone| !phone.is_empty() && phone == digits(&answers.phone)) {
            notices.push(format!("The {who} has the applicant's phone number."));
        }
    }
    for who in &networks.applicants {
        let who = who.as_str();
        notices.push(format!(
            "The application and the {who}'s reference came from one network within a day."
        ));
    }
    if networks.both {
        notices.push("Both references came from one device within a day.".to_owned());
    }
    notices
}

/// The digits of a phone number, with 0 for the United Kingdom's +44.
fn digits(phone: &str) -> String {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    let national = digits
        .strip_prefix("0044")
        .or_else(|| digits.strip_prefix("44"));
    national.map_or(digits.clone(), |rest| {
        format!("0{}", rest.strip_prefix('0').unwrap_or(rest))
    })
}

#[cfg(test)]
mod tests {
    use lintel_core::Money;

    use super::*;
    use crate::domain::{applying::EmploymentStatus, references::ReferenceKind};

    fn answers(applicant: &str, guarantor: &str, employer: Option<&str>) -> Answers {
        Answers {
            name: "Ann".to_owned(),
            email: applicant.to_owned(),
            phone: "0123456789".to_owned(),
            address: None,
            date_of_birth: None,
            nationality: None,
            employment_status: EmploymentStatus::Other,
            employer_name: None,
            employer_phone: None,
            employer_email: employer.map(str::to_owned),
            position: None,
            monthly_income: Money::ZERO,
            guarantor_name: None,
            guarantor_phone: None,
            guarantor_email: guarantor.to_owned(),
            guarantor_relationship: None,
            move_in_date: None,
            additional_notes: None,
        }
    }

    fn told(applicant: &str, guarantor: &str, employer: Option<&str>) -> usize {
        let answers = answers(applicant, guarantor, employer);
        let none = notices(&answers, &Networks::default());
        let same = Networks {
            both: true,
            applicants: vec![ReferenceKind::Employer],
        };
        let more = notices(&answers, &same).split_off(none.len());
        assert_eq!(
            more,
            [
                "The application and the employer's reference came from one network within a day.",
                "Both references came from one device within a day.",
            ]
        );
        none.len()
    }

    #[test]
    fn each_coincidence_is_a_sentence() {
        assert_eq!(told("a@x.example", "g@x.example", Some("e@y.example")), 0);
        assert_eq!(told("a@x.example", "A@X.example", None), 1);
        assert_eq!(told("a@x.example", "g@x.example", Some("hr@gmail.com")), 1);
        assert_eq!(told("a@x.example", "g@y.example", Some("G@y.example")), 1);
        assert_eq!(told("a@x.example", "g@y.example", Some("a@x.example")), 1);
        assert_eq!(told("a@gmail.com", "a@gmail.com", Some("a@gmail.com")), 4);
        let one_phone = Answers {
            phone: "07700 900123".to_owned(),
            guarantor_phone: Some("+44 7700 900123".to_owned()),
            employer_phone: Some("0113 496 0000".to_owned()),
            ..answers("a@x.example", "g@x.example", None)
        };
        let said = "The guarantor has the applicant's phone number.";
        assert_eq!(notices(&one_phone, &Networks::default()), [said]);
    }
}
