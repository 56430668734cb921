//! The referees' forms between the contract, which they also are sealed as, and the domain.

use chrono::NaiveDate;
use lintel_core::{Error, Money, Violations};
use lintel_proto::{read::Reader, tenancy::v1};

use crate::domain::{
    agreeing::signature,
    check,
    references::{Answer, EmployerForm, GuarantorForm},
};

/// A form as it came, with the fields that could not be read.
#[derive(Debug)]
pub struct Unchecked {
    answer: Answer,
    unreadable: Violations,
}

impl Unchecked {
    /// A guarantor's.
    #[must_use]
    pub fn guarantor(form: v1::GuarantorForm) -> Self {
        let mut reader = Reader::default();
        let answer = Answer::Guarantor(read_guarantor(&mut reader, form));
        Self {
            answer,
            unreadable: reader.unreadable,
        }
    }

    /// An employer's.
    #[must_use]
    pub fn employer(form: v1::EmployerForm) -> Self {
        let mut reader = Reader::default();
        let answer = Answer::Employer(read_employer(&mut reader, form));
        Self {
            answer,
            unreadable: reader.unreadable,
        }
    }

    /// The form with its texts in order. A signature that is missing is an offending field like any other.
    ///
    /// # Errors
    /// `REFERENCE_INVALID` with every offending field.
    pub fn check(self, signed: bool, today: NaiveDate) -> Result<Answer, Error> {
        let mut found = self.unreadable;
        if !signed {
            check::refuse(&mut found, "signature", signature::REQUIRED);
        }
        Ok(match self.answer {
            Answer::Guarantor(form) => Answer::Guarantor(form.check(found, today)?),
            Answer::Employer(form) => Answer::Employer(form.check(found, today)?),
        })
    }
}

fn read_guarantor(reader: &mut Reader, form: v1::GuarantorForm) -> GuarantorForm {
    GuarantorForm {
        date_of_birth: reader.date("date_of_birth", form.date_of_birth),
        annual_income: reader.money("annual_income", form.annual_income),
        name: form.display_name,
        email: form.email,
        phone: form.phone,
        address: form.address,
        relationship: form.relationship,
        occupation: form.occupation,
        employer_name: form.employer_name,
        agreed: form.agreed_to_guarantee,
    }
}

fn read_employer(reader: &mut Reader, form: v1::EmployerForm) -> EmployerForm {
    EmployerForm {
        employment_start: reader.date("employment_start_date", form.employment_start_date),
        annual_salary: reader.money("annual_salary", form.annual_salary),
        company_name: form.company_name,
        contact_name: form.contact_name,
        position: form.position,
        email: form.email,
        phone: form.phone,
        company_address: form.company_address,
        employee_position: form.employee_position,
        employment_type: form.employment_type,
        contract_type: form.contract_type,
        comments: form.additional_comments,
        confirmed: form.confirmed_details,
    }
}

/// A guarantor's form as callers are told it.
#[must_use]
pub fn guarantor(form: &GuarantorForm) -> v1::GuarantorForm {
    v1::GuarantorForm {
        display_name: form.name.clone(),
        email: form.email.clone(),
        phone: form.phone.clone(),
        address: form.address.clone(),
        date_of_birth: form.date_of_birth.map(Into::into),
        relationship: form.relationship.clone(),
        occupation: form.occupation.clone(),
        employer_name: form.employer_name.clone(),
        annual_income: form.annual_income.map(Into::into),
        agreed_to_guarantee: form.agreed,
    }
}

/// An employer's form as callers are told it.
#[must_use]
pub fn employer(form: &EmployerForm) -> v1::EmployerForm {
    v1::EmployerForm {
        company_name: form.company_name.clone(),
        contact_name: form.contact_name.clone(),
        position: form.position.clone(),
        email: form.email.clone(),
        phone: form.phone.clone(),
        company_address: form.company_address.clone(),
        employee_position: form.employee_position.clone(),
        employment_start_date: form.employment_start.map(Into::into),
        employment_type: form.employment_type.clone(),
        annual_salary: form.annual_salary.map(Into::into),
        contract_type: form.contract_type.clone(),
        additional_comments: form.comments.clone(),
        confirmed_details: form.confirmed,
    }
}

/// What is sealed of an answer.
#[must_use]
pub fn to_keep(answer: &Answer) -> v1::Reference {
    let mut kept = v1::Reference::default();
    match answer {
        Answer::Guarantor(form) => kept.guarantor = Some(guarantor(form)),
        Answer::Employer(form) => kept.employer = Some(employer(form)),
    }
    kept
}

/// What was sealed of an answer.
///
/// # Errors
/// [`Error::Internal`] for amounts or dates that cannot be.
pub fn kept(kept: v1::Reference) -> Result<Option<Answer>, Error> {
    let mut reader = Reader::default();
    let answer = match (kept.guarantor, kept.employer) {
        (Some(form), _) => Some(Answer::Guarantor(read_guarantor(&mut reader, form))),
        (None, Some(form)) => Some(Answer::Employer(read_employer(&mut reader, form))),
        (None, None) => None,
    };
    if reader.unreadable.is_empty() {
        Ok(answer)
    } else {
        Err(Error::internal("a sealed form does not read"))
    }
}

/// An answer as a copy of somebody's data has it.
#[must_use]
pub fn exported(answer: &Answer) -> serde_json::Value {
    let amount = |amount: Option<Money>| amount.map(|amount| amount.to_string());
    match answer {
        Answer::Guarantor(form) => serde_json::json!({
            "name": form.name,
            "email": form.email,
            "phone": form.phone,
            "address": form.address,
            "dateOfBirth": form.date_of_birth,
            "relationship": form.relationship,
            "occupation": form.occupation,
            "employerName": form.employer_name,
            "annualIncome": amount(form.annual_income),
            "agreedToGuarantee": form.agreed,
        }),
        Answer::Employer(form) => serde_json::json!({
            "companyName": form.company_name,
            "contactName": form.contact_name,
            "position": form.position,
            "email": form.email,
            "phone": form.phone,
            "companyAddress": form.company_address,
            "employeePosition": form.employee_position,
            "employmentStartDate": form.employment_start,
            "employmentType": form.employment_type,
            "annualSalary": amount(form.annual_salary),
            "contractType": form.contract_type,
            "additionalComments": form.comments,
            "confirmedDetails": form.confirmed,
        }),
    }
}
