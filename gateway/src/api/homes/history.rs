//! The history of a property.

use chrono::{DateTime, Utc};
use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api::names::PropertyStatus,
    rest::{
        convert::{instant, money, required},
        problem::{Problem, rest_name},
    },
};

/// The state of a property from a moment on; one entry for every change, also of the settings of its inspections.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PropertyHistoryEntry {
    /// The entry's id.
    pub id: i64,
    /// The time from which it held.
    pub valid_from: DateTime<Utc>,
    /// The derived status.
    pub status: PropertyStatus,
    /// Rent per month.
    #[schema(example = "1250.00")]
    pub monthly_rent: String,
    /// Its value; null when not known.
    #[schema(required, example = "250000.00")]
    pub current_value: Option<String>,
    /// Its costs per month.
    #[schema(example = "640.17")]
    pub monthly_costs: String,
    /// The account that changed it; null when a rule of Lintel's did.
    #[schema(required)]
    pub changed_by_user_id: Option<i64>,
    /// The property's version since then.
    pub version: i64,
    /// The changes, field by field; nothing in a first entry, nor in those from before fields were kept.
    pub changes: Vec<FieldChange>,
}

/// A field that a change made different.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldChange {
    /// The field, as a property or the settings of its inspections have it; `roomNumber`, `roomName`, `roomRent` or `roomOccupied`
    /// of a room; `tenancyActive` where a tenancy began or ended.
    #[schema(example = "mortgageCompany")]
    pub field: String,
    /// The room's number for a field of a room, the old one where that is what changed.
    #[schema(required)]
    pub room_number: Option<String>,
    /// The old value: decimal text, a date, true or false, or as people write it; addresses of photos with spaces
    /// between them. Null where nothing was known, or the room is new.
    #[schema(required)]
    pub before: Option<String>,
    /// The new value, likewise; null where it was emptied, or the room is gone.
    #[schema(required)]
    pub after: Option<String>,
}

impl From<portfolio::FieldChange> for FieldChange {
    fn from(change: portfolio::FieldChange) -> Self {
        Self {
            field: field_name(&change.field),
            room_number: (!change.room_number.is_empty()).then_some(change.room_number),
            before: change.old_value,
            after: change.new_value,
        }
    }
}

fn field_name(path: &str) -> String {
    let part = match path {
        "rooms.room_number" => "roomNumber",
        "rooms.display_name" => "roomName",
        "rooms.monthly_rent" => "roomRent",
        "rooms.asking_rent" => "roomAskingRent",
        "rooms.occupied" => "roomOccupied",
        _ => return rest_name(path.strip_prefix("inspection_settings.").unwrap_or(path)),
    };
    part.to_owned()
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
            changes: entry.changes.into_iter().map(Into::into).collect(),
        })
    }
}
