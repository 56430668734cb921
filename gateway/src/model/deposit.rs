//! Deposits, the dates of notices, and days by which something has to be done.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, instant, money, required, text},
    names::{DeadlineKind, DepositScheme},
};
use crate::problem::{Problem, rest_name};

/// The deposit of a tenancy.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Deposit {
    /// How much was agreed; null where it is not known.
    #[schema(required, example = "1096.15")]
    pub amount: Option<String>,
    /// When it came; null while it has not.
    #[schema(required)]
    pub received_date: Option<NaiveDate>,
    /// Until when it must be protected, by the rule of the home's nation; null before it came and where no rule is known.
    #[schema(required)]
    pub protect_by_date: Option<NaiveDate>,
    /// Until when the tenants must have the prescribed information; null as the day above.
    #[schema(required)]
    pub inform_by_date: Option<NaiveDate>,
    /// The rule of both days, in words; null without them.
    #[schema(required)]
    pub clock_rule: Option<String>,
    /// What of that rule is not certain; null where all is.
    #[schema(required)]
    pub clock_doubt: Option<String>,
    /// What is wrong with the amount: a deposit that was taken is stored, above the nation's cap too.
    pub warnings: Vec<String>,
    /// Where it is protected; null while that is not known.
    #[schema(required)]
    pub scheme: Option<DepositScheme>,
    /// The scheme's number; null while it is not known.
    #[schema(required)]
    pub scheme_reference: Option<String>,
    /// Since when it is protected; null while it is not.
    #[schema(required)]
    pub protected_date: Option<NaiveDate>,
    /// When the tenants got the prescribed information; null while they have not.
    #[schema(required)]
    pub information_date: Option<NaiveDate>,
    /// When it was given back; null before.
    #[schema(required)]
    pub return_date: Option<NaiveDate>,
    /// How much was given back; null before.
    #[schema(required)]
    pub returned: Option<String>,
    /// What was kept and why; null for nothing.
    #[schema(required)]
    pub deductions: Option<String>,
    /// A document that the tenants were given, which shows what was kept: a bill; null for none.
    #[schema(required, example = 9)]
    pub bill_document_id: Option<i64>,
    /// The tenants’ answers to the return, by their names; a tenant sees the own answer alone.
    pub answers: Vec<DepositAnswer>,
}

/// A tenant's answer to the return of a deposit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepositAnswer {
    /// The tenant.
    #[schema(example = 5)]
    pub tenant_id: i64,
    /// Their name.
    #[schema(example = "Ben Ashworth")]
    pub tenant_name: String,
    /// Whether they agree.
    pub agreed: bool,
    /// Why not; null for nothing.
    #[schema(required)]
    pub text: Option<String>,
    /// When they said it.
    pub answered_at: DateTime<Utc>,
    /// Whether it is about a return that has been changed or taken back since; the tenant is asked anew.
    pub outdated: bool,
}

impl TryFrom<tenancy::DepositAnswer> for DepositAnswer {
    type Error = Problem;

    fn try_from(answer: tenancy::DepositAnswer) -> Result<Self, Problem> {
        Ok(Self {
            tenant_id: answer.tenant_id,
            tenant_name: answer.tenant_name,
            agreed: answer.agreed,
            text: text(answer.text),
            answered_at: required(instant(answer.answer_time)?, "answer_time")?,
            outdated: answer.outdated,
        })
    }
}

impl TryFrom<tenancy::Deposit> for Deposit {
    type Error = Problem;

    fn try_from(deposit: tenancy::Deposit) -> Result<Self, Problem> {
        Ok(Self {
            amount: money(deposit.amount)?,
            received_date: date(deposit.receive_date)?,
            protect_by_date: date(deposit.protect_by_date)?,
            inform_by_date: date(deposit.inform_by_date)?,
            clock_rule: text(deposit.clock_rule),
            clock_doubt: text(deposit.clock_doubt),
            warnings: deposit.warnings,
            scheme: DepositScheme::from_number(deposit.scheme),
            scheme_reference: text(deposit.scheme_reference),
            protected_date: date(deposit.protect_date)?,
            information_date: date(deposit.information_date)?,
            return_date: date(deposit.return_date)?,
            returned: money(deposit.returned)?,
            deductions: text(deposit.deductions),
            bill_document_id: known(deposit.bill_document_id),
            answers: deposit
                .answers
                .into_iter()
                .map(DepositAnswer::try_from)
                .collect::<Result<_, _>>()?,
        })
    }
}

/// The earliest last day that a notice leads to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeProposal {
    /// The earliest last day; null where none is worked out, and while a landlord's reason is not chosen.
    #[schema(required)]
    pub earliest_date: Option<NaiveDate>,
    /// Why, or why there is none, in words for people.
    pub reason: String,
    /// What is said beside the day.
    pub said: Vec<String>,
    /// What is not known and matters.
    pub asked_for: Vec<AskedFact>,
    /// The reasons that a landlord may give there on the day.
    pub reasons: Vec<NoticeReason>,
}

/// A fact that is asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedFact {
    /// The field: statementDate, signingDate, or deposit, which is recorded as such.
    #[schema(example = "statementDate")]
    pub field: String,
    /// What a person is asked.
    pub text: String,
}

/// A reason that a landlord may give.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeReason {
    /// Its code: a ground of Schedule 2 in England.
    #[schema(example = "1A")]
    pub code: String,
    /// For people.
    pub title: String,
    /// How long the notice is, in words.
    pub rule: String,
}

impl TryFrom<tenancy::ProposeNoticeResponse> for NoticeProposal {
    type Error = Problem;

    fn try_from(proposal: tenancy::ProposeNoticeResponse) -> Result<Self, Problem> {
        Ok(Self {
            earliest_date: date(proposal.earliest_date)?,
            reason: proposal.reason,
            said: proposal.said,
            asked_for: proposal.asked_for.into_iter().map(Into::into).collect(),
            reasons: proposal.reasons.into_iter().map(Into::into).collect(),
        })
    }
}

impl From<tenancy::AskedFact> for AskedFact {
    fn from(asked: tenancy::AskedFact) -> Self {
        Self {
            field: rest_name(&asked.field),
            text: asked.text,
        }
    }
}

impl From<tenancy::NoticeReason> for NoticeReason {
    fn from(reason: tenancy::NoticeReason) -> Self {
        Self {
            code: reason.code,
            title: reason.title,
            rule: reason.rule,
        }
    }
}

/// A day by which something has to be done.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Deadline {
    /// What.
    pub kind: DeadlineKind,
    /// The last day for it.
    pub due_date: NaiveDate,
    /// The tenant that it is about; of several the first. Null where it is about an application.
    #[schema(required)]
    pub tenant_id: Option<i64>,
    /// The application that it is about; null where it is about a tenant.
    #[schema(required)]
    pub application_id: Option<i64>,
    /// The property.
    pub property_id: i64,
    /// The tenant's or the applicant's name.
    #[schema(example = "Grace Hopper")]
    pub tenant_name: String,
    /// What the landlord calls the property, with the room.
    pub property_name: String,
}

impl TryFrom<tenancy::Deadline> for Deadline {
    type Error = Problem;

    fn try_from(deadline: tenancy::Deadline) -> Result<Self, Problem> {
        let kind = DeadlineKind::from_number(deadline.kind);
        Ok(Self {
            kind: required(kind, "kind")?,
            due_date: required(date(deadline.due_date)?, "due_date")?,
            tenant_id: known(deadline.tenant_id),
            application_id: known(deadline.application_id),
            property_id: deadline.property_id,
            tenant_name: deadline.tenant_name,
            property_name: deadline.property_display_name,
        })
    }
}

/// An id; 0 says none.
fn known(id: i64) -> Option<i64> {
    (id > 0).then_some(id)
}
