//! An inspection as clients see it.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, instant, required, text, time},
    names::InspectionStatus,
};
use crate::problem::Problem;

/// An inspection of a property.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Inspection {
    /// Its id.
    pub id: i64,
    /// The property.
    pub property_id: i64,
    /// What the landlord calls the property.
    pub property_name: String,
    /// Where the property is.
    pub property_address: String,
    /// The day on which it is due.
    pub inspection_date: NaiveDate,
    /// The time of it on the clock of Europe/London.
    #[schema(example = "10:00", pattern = "^[0-9]{2}:[0-9]{2}$")]
    pub inspection_time: String,
    /// How it stands.
    pub status: InspectionStatus,
    /// What the landlord notes; null where nothing.
    #[schema(required)]
    pub notes: Option<String>,
    /// What was found; null where nothing.
    #[schema(required)]
    pub issues_found: Option<String>,
    /// What is to be done about it; null where nothing.
    #[schema(required)]
    pub action_required: Option<String>,
    /// When it was done; null until then.
    #[schema(required)]
    pub completed_at: Option<DateTime<Utc>>,
    /// Photos and documents of it.
    #[schema(example = json!(["/api/files/0197a0f2-1111-7000-8000-000000000001"]))]
    pub media_files: Vec<String>,
    /// For how many whole days it has been overdue; null where it is not.
    #[schema(required)]
    pub days_overdue: Option<i32>,
    /// Whether Lintel scheduled it by the property's settings.
    pub automatic: bool,
    /// Who changed it last; null when a rule of Lintel's did.
    #[schema(required)]
    pub changed_by_user_id: Option<i64>,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// Grows by one with every change; also the `ETag`.
    pub version: i64,
}

impl TryFrom<portfolio::Inspection> for Inspection {
    type Error = Problem;

    fn try_from(inspection: portfolio::Inspection) -> Result<Self, Problem> {
        let status = InspectionStatus::from_number(inspection.status);
        let changed_by = inspection.changed_by_user_id;
        Ok(Self {
            id: inspection.inspection_id,
            property_id: inspection.property_id,
            property_name: inspection.property_display_name,
            property_address: inspection.property_address,
            inspection_date: required(date(inspection.inspection_date)?, "inspection_date")?,
            inspection_time: required(time(inspection.inspection_time)?, "inspection_time")?,
            status: required(status, "status")?,
            notes: text(inspection.notes),
            issues_found: text(inspection.issues_found),
            action_required: text(inspection.action_required),
            completed_at: instant(inspection.complete_time)?,
            media_files: inspection.media_urls,
            days_overdue: inspection.overdue_days,
            automatic: inspection.automatic,
            changed_by_user_id: (changed_by != 0).then_some(changed_by),
            created_at: required(instant(inspection.create_time)?, "create_time")?,
            updated_at: required(instant(inspection.update_time)?, "update_time")?,
            version: inspection.version,
        })
    }
}

/// A day and a time at which an overdue inspection could be made up for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InspectionProposal {
    /// The overdue inspection.
    pub inspection: Inspection,
    /// A working day: Monday to Friday, no bank holiday in England, the day after tomorrow or later.
    pub inspection_date: NaiveDate,
    /// A time within an hour of which nothing else is scheduled.
    #[schema(example = "10:00", pattern = "^[0-9]{2}:[0-9]{2}$")]
    pub inspection_time: String,
}

impl TryFrom<portfolio::InspectionProposal> for InspectionProposal {
    type Error = Problem;

    fn try_from(proposal: portfolio::InspectionProposal) -> Result<Self, Problem> {
        Ok(Self {
            inspection: required(proposal.inspection, "inspection")?.try_into()?,
            inspection_date: required(date(proposal.inspection_date)?, "inspection_date")?,
            inspection_time: required(time(proposal.inspection_time)?, "inspection_time")?,
        })
    }
}

/// How the inspections of a property schedule themselves.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InspectionSettings {
    /// Months from one inspection to the next: 3, 6 or 12.
    #[schema(example = 6)]
    pub frequency_months: i32,
    /// How many days before an inspection it is reminded of: 7, 14 or 30.
    #[schema(example = 7)]
    pub reminder_days: i32,
    /// Whether the next one is scheduled by itself.
    pub auto_schedule: bool,
    /// Grows by one with every change, 0 while nothing was set; also the `ETag`.
    pub version: i64,
}

impl TryFrom<portfolio::InspectionSettings> for InspectionSettings {
    type Error = Problem;

    fn try_from(settings: portfolio::InspectionSettings) -> Result<Self, Problem> {
        Ok(Self {
            frequency_months: required(settings.frequency_months, "frequency_months")?,
            reminder_days: required(settings.reminder_days, "reminder_days")?,
            auto_schedule: required(settings.auto_schedule, "auto_schedule")?,
            version: settings.version,
        })
    }
}
