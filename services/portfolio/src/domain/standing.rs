//! The states that a property went through, as its history shows them.

use chrono::{DateTime, Utc};
use lintel_core::{Money, MoneyError, PropertyHistoryId, UserId};

use super::{CashFlow, FieldChange, Status, property::Property};

/// The figures of a property from one change to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// From when on.
    pub valid_from: DateTime<Utc>,
    /// The derived status.
    pub status: Status,
    /// Rent per month.
    pub monthly_rent: Money,
    /// The current value.
    pub current_value: Option<Money>,
    /// Rent minus profit, so that the three always add up.
    pub monthly_costs: Money,
    /// The person who changed it; none when a rule of Lintel's did.
    pub changed_by: Option<UserId>,
    /// The property's version since then.
    pub version: i64,
}

impl Standing {
    /// The figures of `property` after a change by `changed_by`.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] on overflow, which no stored amounts reach.
    pub fn of(property: &Property, changed_by: Option<UserId>) -> Result<Self, MoneyError> {
        Ok(Self {
            valid_from: property.updated_at,
            status: property.status(),
            monthly_rent: property.monthly_rent(),
            current_value: property.details.current_value,
            monthly_costs: CashFlow::of(property)?.monthly_costs()?,
            changed_by,
            version: property.version,
        })
    }
}

/// One entry of a property's history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The entry's id.
    pub id: PropertyHistoryId,
    /// The state of the property.
    pub standing: Standing,
    /// The changes, field by field; none in a first entry, nor in those from before fields were kept.
    pub changes: Vec<FieldChange>,
}
