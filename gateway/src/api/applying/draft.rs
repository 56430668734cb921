//! Half-filled applications.

use chrono::NaiveDate;
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use crate::rest::{
    convert::{date, money, some, text},
    problem::Problem,
};

/// A half-filled application: what is not filled in yet is null.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// The applicant's name.
    #[schema(required)]
    pub name: Option<String>,
    /// The applicant's address for mails.
    #[schema(required)]
    pub email: Option<String>,
    /// The applicant's phone.
    #[schema(required)]
    pub phone: Option<String>,
    /// The current address.
    #[schema(required)]
    pub address: Option<String>,
    /// The property.
    #[schema(required)]
    pub property_id: Option<i64>,
    /// The room of a shared house.
    #[schema(required)]
    pub room_number: Option<String>,
    /// full-time, part-time, contract, self-employed, student or other.
    #[schema(required)]
    pub employment_status: Option<String>,
    /// The employer's name.
    #[schema(required)]
    pub employer_name: Option<String>,
    /// The employer's phone.
    #[schema(required)]
    pub employer_phone: Option<String>,
    /// The employer's address for mails.
    #[schema(required)]
    pub employer_email: Option<String>,
    /// The applicant's job.
    #[schema(required)]
    pub position: Option<String>,
    /// The applicant's income before tax, per month.
    #[schema(required, example = "2600.00")]
    pub monthly_income: Option<String>,
    /// The guarantor's name.
    #[schema(required)]
    pub guarantor_name: Option<String>,
    /// The guarantor's phone.
    #[schema(required)]
    pub guarantor_phone: Option<String>,
    /// The guarantor's address for mails.
    #[schema(required)]
    pub guarantor_email: Option<String>,
    /// parent, sibling, spouse, friend, relative or other.
    #[schema(required)]
    pub guarantor_relationship: Option<String>,
    /// The wished first day.
    #[schema(required)]
    pub move_in_date: Option<NaiveDate>,
    /// The applicant's own notes.
    #[schema(required)]
    pub additional_notes: Option<String>,
    /// The step that the applicant is at, 1 to 4.
    #[schema(example = 2)]
    pub step: i32,
    /// Grows with every change; also the `ETag`.
    pub version: i64,
}

impl TryFrom<tenancy::ContinueDraftResponse> for Draft {
    type Error = Problem;

    fn try_from(moved: tenancy::ContinueDraftResponse) -> Result<Self, Problem> {
        tenancy::GetDraftResponse {
            answers: moved.answers,
            step: moved.step,
            version: moved.version,
        }
        .try_into()
    }
}

impl TryFrom<tenancy::GetDraftResponse> for Draft {
    type Error = Problem;

    fn try_from(draft: tenancy::GetDraftResponse) -> Result<Self, Problem> {
        let answers = draft.answers.unwrap_or_default();
        Ok(Self {
            name: text(answers.display_name),
            email: text(answers.email),
            phone: text(answers.phone),
            address: text(answers.address),
            property_id: some(answers.property_id),
            room_number: answers.room_number,
            employment_status: text(answers.employment_status),
            employer_name: text(answers.employer_name),
            employer_phone: text(answers.employer_phone),
            employer_email: text(answers.employer_email),
            position: text(answers.position),
            monthly_income: money(answers.monthly_income)?,
            guarantor_name: text(answers.guarantor_name),
            guarantor_phone: text(answers.guarantor_phone),
            guarantor_email: text(answers.guarantor_email),
            guarantor_relationship: text(answers.guarantor_relationship),
            move_in_date: date(answers.move_in_date)?,
            additional_notes: text(answers.additional_notes),
            step: draft.step,
            version: draft.version,
        })
    }
}

/// A draft that was kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeptDraft {
    /// Its version; also the `ETag`.
    pub version: i64,
}
