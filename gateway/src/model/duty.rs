//! Duties towards a tenant with a last day, besides the deposit.

use chrono::NaiveDate;
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, required, text},
    names::{Paper, PetAnswer},
};
use crate::problem::Problem;

/// The duties towards a tenant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Duties {
    /// The papers that are owed, or were given.
    pub papers: Vec<OwedPaper>,
    /// The tenant's requests for pets, the newest first; at most 50.
    pub pet_requests: Vec<PetRequest>,
    /// The rule of the answer to a request of today, in words; null where none is known.
    #[schema(required)]
    pub pet_rule: Option<String>,
}

/// A paper that is owed, or was given.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwedPaper {
    /// The paper.
    pub paper: Paper,
    /// The last day for it; null where none is owed any more.
    #[schema(required)]
    pub due_date: Option<NaiveDate>,
    /// The rule of that day, in words; null without one.
    #[schema(required)]
    pub rule: Option<String>,
    /// When it was given; null while that is not recorded.
    #[schema(required)]
    pub delivery_date: Option<NaiveDate>,
    /// When all had signed an agreement of Lintel that says it; null without one.
    #[schema(required)]
    pub signing_date: Option<NaiveDate>,
}

/// A tenant's request for a pet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PetRequest {
    /// Its id.
    pub id: i64,
    /// The pet.
    #[schema(example = "A small dog")]
    pub pet: String,
    /// When the tenant asked.
    pub request_date: NaiveDate,
    /// When the information came that was asked for; null where none was, or before.
    #[schema(required)]
    pub information_date: Option<NaiveDate>,
    /// The last day for the answer; null where no rule is known.
    #[schema(required)]
    pub answer_by_date: Option<NaiveDate>,
    /// The answer; null before.
    #[schema(required)]
    pub answer: Option<PetAnswer>,
    /// When it was given; null before.
    #[schema(required)]
    pub answer_date: Option<NaiveDate>,
    /// Why; null where nothing was said.
    #[schema(required)]
    pub reason: Option<String>,
}

impl TryFrom<tenancy::Duties> for Duties {
    type Error = Problem;

    fn try_from(duties: tenancy::Duties) -> Result<Self, Problem> {
        let papers = duties.papers.into_iter().map(TryInto::try_into);
        let requests = duties.pet_requests.into_iter().map(TryInto::try_into);
        Ok(Self {
            papers: papers.collect::<Result<_, _>>()?,
            pet_requests: requests.collect::<Result<_, _>>()?,
            pet_rule: text(duties.pet_rule),
        })
    }
}

impl TryFrom<tenancy::OwedPaper> for OwedPaper {
    type Error = Problem;

    fn try_from(owed: tenancy::OwedPaper) -> Result<Self, Problem> {
        Ok(Self {
            paper: required(Paper::from_number(owed.paper), "paper")?,
            due_date: date(owed.due_date)?,
            rule: text(owed.rule),
            delivery_date: date(owed.delivery_date)?,
            signing_date: date(owed.signing_date)?,
        })
    }
}

impl TryFrom<tenancy::PetRequest> for PetRequest {
    type Error = Problem;

    fn try_from(request: tenancy::PetRequest) -> Result<Self, Problem> {
        Ok(Self {
            id: request.pet_request_id,
            pet: request.pet,
            request_date: required(date(request.request_date)?, "request_date")?,
            information_date: date(request.information_date)?,
            answer_by_date: date(request.answer_by_date)?,
            answer: PetAnswer::from_number(request.answer),
            answer_date: date(request.answer_date)?,
            reason: text(request.reason),
        })
    }
}
