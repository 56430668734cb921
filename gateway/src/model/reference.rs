//! References of guarantors and employers.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, instant, money, required, text},
    names::{ReferenceKind, ReferenceState},
};
use crate::problem::Problem;

/// A reference that was asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// Whose.
    pub kind: ReferenceKind,
    /// How it stands.
    pub state: ReferenceState,
    /// Where the link was sent.
    #[schema(example = "parent@example.com")]
    pub email: String,
    /// When the last link was sent; null where none was.
    #[schema(required)]
    pub sent_at: Option<DateTime<Utc>>,
    /// When that link ends.
    #[schema(required)]
    pub expires_at: Option<DateTime<Utc>>,
    /// When it was given or declined; null before.
    #[schema(required)]
    pub answered_at: Option<DateTime<Utc>>,
    /// Why they declined; null otherwise.
    #[schema(required)]
    pub decline_reason: Option<String>,
    /// Why the landlord said that it is not needed; null otherwise.
    #[schema(required)]
    pub waive_reason: Option<String>,
    /// What the guarantor gave; for the landlord alone, null otherwise.
    #[schema(required)]
    pub guarantor_form: Option<GuarantorForm>,
    /// What the employer gave; for the landlord alone, null otherwise.
    #[schema(required)]
    pub employer_form: Option<EmployerForm>,
    /// The signature as a data URL; for the landlord alone, and only where one application is read.
    #[schema(required, example = "data:image/png;base64,iVBORw0KGgo=")]
    pub signature: Option<String>,
}

impl TryFrom<tenancy::Reference> for Reference {
    type Error = Problem;

    fn try_from(reference: tenancy::Reference) -> Result<Self, Problem> {
        let kind = ReferenceKind::from_number(reference.kind);
        let state = ReferenceState::from_number(reference.state);
        let signature = reference.signature;
        let signature = (!signature.is_empty())
            .then(|| format!("data:image/png;base64,{}", STANDARD.encode(signature)));
        Ok(Self {
            kind: required(kind, "kind")?,
            state: required(state, "state")?,
            email: reference.email,
            sent_at: instant(reference.send_time)?,
            expires_at: instant(reference.expire_time)?,
            answered_at: instant(reference.answer_time)?,
            decline_reason: text(reference.decline_reason),
            waive_reason: text(reference.waive_reason),
            guarantor_form: reference.guarantor.map(TryInto::try_into).transpose()?,
            employer_form: reference.employer.map(TryInto::try_into).transpose()?,
            signature,
        })
    }
}

/// What a guarantor gave.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuarantorForm {
    /// The guarantor's name.
    pub full_name: String,
    /// The guarantor's address for mails.
    pub email: String,
    /// The guarantor's phone.
    pub phone: String,
    /// Where the guarantor lives.
    pub address: String,
    /// The guarantor's day of birth.
    #[schema(required)]
    pub date_of_birth: Option<NaiveDate>,
    /// parent, family, friend, partner or other.
    pub relationship: String,
    /// What the guarantor works as.
    pub occupation: String,
    /// Where.
    pub employer_name: String,
    /// Before tax.
    #[schema(required, example = "52000.00")]
    pub annual_income: Option<String>,
    /// Whether they agreed to act as guarantor.
    pub agreed_to_guarantee: bool,
}

impl TryFrom<tenancy::GuarantorForm> for GuarantorForm {
    type Error = Problem;

    fn try_from(form: tenancy::GuarantorForm) -> Result<Self, Problem> {
        Ok(Self {
            full_name: form.display_name,
            email: form.email,
            phone: form.phone,
            address: form.address,
            date_of_birth: date(form.date_of_birth)?,
            relationship: form.relationship,
            occupation: form.occupation,
            employer_name: form.employer_name,
            annual_income: money(form.annual_income)?,
            agreed_to_guarantee: form.agreed_to_guarantee,
        })
    }
}

/// What an employer gave.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmployerForm {
    /// The company.
    pub company_name: String,
    /// Who answers for it.
    pub contact_name: String,
    /// What they work as.
    pub position: String,
    /// Their address for mails.
    pub email: String,
    /// Their phone.
    pub phone: String,
    /// Where the company is.
    pub company_address: String,
    /// What the applicant works as.
    pub employee_position: String,
    /// The first day of the employment.
    #[schema(required)]
    pub employment_start_date: Option<NaiveDate>,
    /// full-time, part-time, contract or temporary.
    pub employment_type: String,
    /// Before tax.
    #[schema(required, example = "31200.00")]
    pub annual_salary: Option<String>,
    /// permanent, fixed-term, probation or zero-hours.
    pub contract_type: String,
    /// What they add; null for nothing.
    #[schema(required)]
    pub additional_comments: Option<String>,
    /// Whether they confirmed the details.
    pub confirmed_details: bool,
}

impl TryFrom<tenancy::EmployerForm> for EmployerForm {
    type Error = Problem;

    fn try_from(form: tenancy::EmployerForm) -> Result<Self, Problem> {
        Ok(Self {
            company_name: form.company_name,
            contact_name: form.contact_name,
            position: form.position,
            email: form.email,
            phone: form.phone,
            company_address: form.company_address,
            employee_position: form.employee_position,
            employment_start_date: date(form.employment_start_date)?,
            employment_type: form.employment_type,
            annual_salary: money(form.annual_salary)?,
            contract_type: form.contract_type,
            additional_comments: text(form.additional_comments),
            confirmed_details: form.confirmed_details,
        })
    }
}
