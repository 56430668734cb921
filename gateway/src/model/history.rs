//! How a property stood over time.

use chrono::{DateTime, Utc};
use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{instant, money, required},
    names::PropertyStatus,
};
use crate::problem::Problem;

/// How a property stood from a moment on; one entry for every change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PropertyHistoryEntry {
    /// The entry's id.
    pub id: i64,
    /// From when on.
    pub valid_from: DateTime<Utc>,
    /// The derived status.
    pub status: PropertyStatus,
    /// Rent per month.
    #[schema(example = "1250.00")]
    pub monthly_rent: String,
    /// What it was worth; null when not known.
    #[schema(required, example = "250000.00")]
    pub current_value: Option<String>,
    /// What it cost per month.
    #[schema(example = "640.17")]
    pub monthly_costs: String,
    /// Who changed it; null when a rule of Lintel's did.
    #[schema(required)]
    pub changed_by_user_id: Option<i64>,
    /// The property's version since then.
    pub version: i64,
}

impl TryFrom<portfolio::PropertyHistoryEntry> for PropertyHistoryEntry {
    type Error = Problem;

    fn try_from(entry: portfolio::PropertyHistoryEntry) -> Result<Self, Problem> {
        Ok(Self {
            id: entry.property_history_id,
            valid_from: required(instant(entry.valid_from_time)?, "valid_from_time")?,
            status: required(PropertyStatus::from_number(entry.status), "status")?,
            monthly_rent: required(money(entry.monthly_rent)?, "monthly_rent")?,
            current_value: money(entry.current_value)?,
            monthly_costs: required(money(entry.monthly_costs)?, "monthly_costs")?,
            changed_by_user_id: (entry.changed_by_user_id != 0).then_some(entry.changed_by_user_id),
            version: entry.version,
        })
    }
}
