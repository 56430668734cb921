//! The holding deposit of an applicant.

use chrono::NaiveDate;
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, money, text},
    names::HoldingOutcome,
};
use crate::problem::Problem;

/// The holding deposit of an application, and the rule there.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoldingDeposit {
    /// How much it is; null where none was recorded.
    #[schema(required, example = "230.76")]
    pub amount: Option<String>,
    /// When it came; null where none was recorded.
    #[schema(required)]
    pub received_date: Option<NaiveDate>,
    /// The last day for the agreement; null where none was recorded and where no rule is known.
    #[schema(required)]
    pub agree_by_date: Option<NaiveDate>,
    /// Whether that day was agreed in writing in place of the rule's.
    pub agreed_in_writing: bool,
    /// The last day for paying it back, or putting it to rent or deposit; null while that is not due.
    #[schema(required)]
    pub pay_back_by_date: Option<NaiveDate>,
    /// The outcome; null while it is held.
    #[schema(required)]
    pub outcome: Option<HoldingOutcome>,
    /// When; null while it is held.
    #[schema(required)]
    pub outcome_date: Option<NaiveDate>,
    /// Why; null where nothing was said.
    #[schema(required)]
    pub reason: Option<String>,
    /// The rule there, in words; null where none is held.
    #[schema(required)]
    pub rule: Option<String>,
    /// The faults of the amount: one that was taken is stored, above the cap too.
    pub warnings: Vec<String>,
}

impl TryFrom<tenancy::HoldingDeposit> for HoldingDeposit {
    type Error = Problem;

    fn try_from(holding: tenancy::HoldingDeposit) -> Result<Self, Problem> {
        Ok(Self {
            amount: money(holding.amount)?,
            received_date: date(holding.receive_date)?,
            agree_by_date: date(holding.agree_by_date)?,
            agreed_in_writing: holding.agreed_in_writing,
            pay_back_by_date: date(holding.pay_back_by_date)?,
            outcome: HoldingOutcome::from_number(holding.outcome),
            outcome_date: date(holding.outcome_date)?,
            reason: text(holding.reason),
            rule: text(holding.rule),
            warnings: holding.warnings,
        })
    }
}
