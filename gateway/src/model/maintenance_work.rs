//! What is done about maintenance requests: costs, comments, what happened, and their figures.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::maintenance::v1 as maintenance;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    attachment::Attachment,
    convert::{date, instant, money, required, some, text},
    names::{MaintenanceActor, MaintenanceEventKind, MaintenancePriority},
};
use crate::problem::Problem;

/// A line of what a request cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cost {
    /// Its id.
    pub id: i64,
    /// What it was for.
    #[schema(example = "New valve and a test")]
    pub description: String,
    /// How much, with VAT.
    #[schema(example = "148.50")]
    pub amount: String,
    /// The day of the invoice.
    pub date: NaiveDate,
    /// Its invoice; null for none.
    #[schema(required)]
    pub attachment_id: Option<i64>,
    /// Who added it; null where the account is gone.
    #[schema(required)]
    pub added_by_user_id: Option<i64>,
    /// When it was added.
    pub created_at: DateTime<Utc>,
}

impl TryFrom<maintenance::Cost> for Cost {
    type Error = Problem;

    fn try_from(cost: maintenance::Cost) -> Result<Self, Problem> {
        Ok(Self {
            id: cost.cost_id,
            description: cost.description,
            amount: required(money(cost.amount)?, "amount")?,
            date: required(date(cost.cost_date)?, "cost_date")?,
            attachment_id: some(cost.attachment_id),
            added_by_user_id: some(cost.added_by_user_id),
            created_at: required(instant(cost.create_time)?, "create_time")?,
        })
    }
}

/// Something that happened to a request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MaintenanceEvent {
    /// What happened.
    pub kind: MaintenanceEventKind,
    /// When.
    pub at: DateTime<Utc>,
    /// Who did it.
    pub actor: MaintenanceActor,
    /// The account that did it; null for Lintel, and for others than the reader where a tenant reads.
    #[schema(required)]
    pub user_id: Option<i64>,
    /// What it was before; null where nothing.
    #[schema(required)]
    pub from: Option<String>,
    /// What it was from then on; null where nothing.
    #[schema(required)]
    pub to: Option<String>,
}

impl TryFrom<maintenance::MaintenanceEvent> for MaintenanceEvent {
    type Error = Problem;

    fn try_from(event: maintenance::MaintenanceEvent) -> Result<Self, Problem> {
        let kind = MaintenanceEventKind::from_number(event.kind);
        let actor = MaintenanceActor::from_number(event.actor);
        Ok(Self {
            kind: required(kind, "kind")?,
            at: required(instant(event.time)?, "time")?,
            actor: required(actor, "actor")?,
            user_id: some(event.user_id),
            from: text(event.from),
            to: text(event.to),
        })
    }
}

/// What somebody wrote to the other side.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Comment {
    /// Its id.
    pub id: i64,
    /// What was written.
    #[schema(example = "An engineer is booked for Friday morning.")]
    pub text: String,
    /// Who wrote it.
    pub author: MaintenanceActor,
    /// The account that wrote it; null where it is gone.
    #[schema(required)]
    pub user_id: Option<i64>,
    /// The tenant's name, for the landlord; null otherwise.
    #[schema(required)]
    pub author_name: Option<String>,
    /// Its photos.
    pub attachments: Vec<Attachment>,
    /// When it was written.
    pub created_at: DateTime<Utc>,
}

impl TryFrom<maintenance::Comment> for Comment {
    type Error = Problem;

    fn try_from(comment: maintenance::Comment) -> Result<Self, Problem> {
        let author = MaintenanceActor::from_number(comment.author);
        let files = comment.attachments.into_iter().map(Attachment::try_from);
        Ok(Self {
            id: comment.comment_id,
            text: comment.text,
            author: required(author, "author")?,
            user_id: some(comment.user_id),
            author_name: text(comment.author_name),
            attachments: files.collect::<Result<_, _>>()?,
            created_at: required(instant(comment.create_time)?, "create_time")?,
        })
    }
}

/// The figures of the maintenance cards; of a tenant, of their own tenancy.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MaintenanceAnalytics {
    /// All of them.
    #[schema(example = 12)]
    pub total: i64,
    /// Open.
    pub open: i64,
    /// In Progress.
    pub in_progress: i64,
    /// Completed.
    pub completed: i64,
    /// Cancelled.
    pub cancelled: i64,
    /// High, neither Completed nor Cancelled.
    pub urgent: i64,
    /// Neither Completed nor Cancelled, and over a target.
    pub late: i64,
    /// The sum of the costs dated in this calendar year; null for tenants.
    #[schema(required, example = "358.00")]
    pub cost_this_year: Option<String>,
}

impl TryFrom<maintenance::GetMaintenanceSummaryResponse> for MaintenanceAnalytics {
    type Error = Problem;

    fn try_from(summary: maintenance::GetMaintenanceSummaryResponse) -> Result<Self, Problem> {
        Ok(Self {
            total: summary.total,
            open: summary.open,
            in_progress: summary.in_progress,
            completed: summary.completed,
            cancelled: summary.cancelled,
            urgent: summary.urgent,
            late: summary.late,
            cost_this_year: money(summary.cost_this_year)?,
        })
    }
}

/// How a report stands if it is sent now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JudgedReport {
    /// How soon it has to be done.
    pub priority: MaintenancePriority,
    /// Whether somebody may be hurt, or the home is open or without power.
    pub emergency: bool,
    /// Until when it is answered; null where there is no target.
    #[schema(required)]
    pub respond_by: Option<DateTime<Utc>>,
    /// Until when it is fixed; null where there is no target.
    #[schema(required)]
    pub fix_by: Option<DateTime<Utc>>,
    /// What to do at once; null where nothing.
    #[schema(required)]
    pub advice: Option<String>,
}

impl TryFrom<maintenance::JudgeReportResponse> for JudgedReport {
    type Error = Problem;

    fn try_from(judged: maintenance::JudgeReportResponse) -> Result<Self, Problem> {
        let priority = MaintenancePriority::from_number(judged.priority);
        Ok(Self {
            priority: required(priority, "priority")?,
            emergency: judged.emergency,
            respond_by: instant(judged.respond_by_time)?,
            fix_by: instant(judged.fix_by_time)?,
            advice: text(judged.advice),
        })
    }
}
