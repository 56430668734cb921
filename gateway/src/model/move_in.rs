//! The way from the decision into the home.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, instant, required, text},
    names::{MoveInStepState, RightToRentMethod},
};
use crate::problem::Problem;

/// One of the six steps between the decision and the home.
#[derive(Debug, Serialize, ToSchema)]
pub struct MoveInStep {
    /// employerVerified, guarantorVerified, landlordApproval, astGenerated, astSigned or moveInCompleted.
    #[schema(example = "astGenerated")]
    pub step: String,
    /// How it stands.
    pub state: MoveInStepState,
    /// Who has to act: Landlord, Applicant, Guarantor or Employer; null when nobody has to.
    #[schema(required, example = "Landlord")]
    pub actor: Option<String>,
    /// What is missing, or why it is not needed, as a sentence; null for nothing.
    #[schema(required)]
    pub note: Option<String>,
}

impl TryFrom<tenancy::MoveInStep> for MoveInStep {
    type Error = Problem;

    fn try_from(step: tenancy::MoveInStep) -> Result<Self, Problem> {
        let state = MoveInStepState::from_number(step.state);
        Ok(Self {
            step: step.step,
            state: required(state, "state")?,
            actor: text(step.actor),
            note: text(step.note),
        })
    }
}

/// A check of somebody's right to rent. It is never changed; another one is added.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RightToRentCheck {
    /// Its id.
    #[schema(example = 8)]
    pub id: i64,
    /// The application that it belongs to.
    pub application_id: i64,
    /// The adult who was checked; null for the applicant.
    #[schema(required)]
    pub name: Option<String>,
    /// How.
    pub method: RightToRentMethod,
    /// Which document or status was seen.
    #[schema(example = "British passport")]
    pub document: String,
    /// The day of the check.
    pub check_date: NaiveDate,
    /// Who checked.
    pub checker: String,
    /// The day on which the permission ends; null for a right without end.
    #[schema(required)]
    pub expire_date: Option<NaiveDate>,
    /// When the next check is due; null for a right without end.
    #[schema(required)]
    pub follow_up_date: Option<NaiveDate>,
    /// Whether there is a file.
    pub has_evidence: bool,
    /// When it was recorded.
    pub created_at: DateTime<Utc>,
}

impl TryFrom<tenancy::RightToRentCheck> for RightToRentCheck {
    type Error = Problem;

    fn try_from(check: tenancy::RightToRentCheck) -> Result<Self, Problem> {
        let method = RightToRentMethod::from_number(check.method);
        Ok(Self {
            id: check.right_to_rent_check_id,
            application_id: check.application_id,
            name: text(check.display_name),
            method: required(method, "method")?,
            document: check.document,
            check_date: required(date(check.check_date)?, "check_date")?,
            checker: check.checker,
            expire_date: date(check.expire_date)?,
            follow_up_date: date(check.follow_up_date)?,
            has_evidence: check.has_evidence,
            created_at: required(instant(check.create_time)?, "create_time")?,
        })
    }
}
