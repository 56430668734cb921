//! An inspection as clients see it.

use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use super::convert::required;
use crate::problem::Problem;

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
