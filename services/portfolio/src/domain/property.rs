//! A property and the states it knows.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{Money, MoneyError, PropertyHistoryId, PropertyId, UserId, spelt};
use lintel_rules::{Nation, propose};
use serde::{Deserialize, Serialize};

use super::{CashFlow, FieldChange, Insurance, Lease, Mortgage, Room, RunningCosts, StatedFacts};

spelt! {
    /// The kinds of property (specification 2 section 5).
    PropertyType {
        /// A flat; the only kind with a lease.
        Flat = "Flat",
        /// A house.
        House = "House",
        /// An apartment.
        Apartment = "Apartment",
        /// A studio.
        Studio = "Studio",
        /// A shared house, let by the room.
        Hmo = "HMO",
        /// A serviced accommodation.
        ServicedAccommodation = "Serviced Accommodation",
        /// Commercial premises.
        Commercial = "Commercial",
    }
}

spelt! {
    /// The statuses that a landlord can choose (3-decisions section 4).
    StoredStatus {
        /// Offered; counts as vacant.
        Available = "Available",
        /// Nobody lives in it.
        Vacant = "Vacant",
        /// Let.
        Occupied = "Occupied",
        /// Being renovated.
        UnderRenovation = "Under Renovation",
        /// Being maintained.
        UnderMaintenance = "Under Maintenance",
    }
}

spelt! {
    /// The status of a property: the one that the landlord chose, or for a shared house the one that follows from its rooms.
    Status {
        /// Offered; counts as vacant.
        Available = "Available",
        /// Nobody lives in it.
        Vacant = "Vacant",
        /// Every room is let.
        Occupied = "Occupied",
        /// Some rooms of a shared house are let. Always derived, never stored.
        PartiallyOccupied = "Partially Occupied",
        /// Being renovated.
        UnderRenovation = "Under Renovation",
        /// Being maintained.
        UnderMaintenance = "Under Maintenance",
    }
}

impl From<StoredStatus> for Status {
    fn from(status: StoredStatus) -> Self {
        match status {
            StoredStatus::Available => Self::Available,
            StoredStatus::Vacant => Self::Vacant,
            StoredStatus::Occupied => Self::Occupied,
            StoredStatus::UnderRenovation => Self::UnderRenovation,
            StoredStatus::UnderMaintenance => Self::UnderMaintenance,
        }
    }
}

impl Status {
    /// The status that may be stored, or `None` for the derived one.
    #[must_use]
    pub const fn stored(self) -> Option<StoredStatus> {
        match self {
            Self::Available => Some(StoredStatus::Available),
            Self::Vacant => Some(StoredStatus::Vacant),
            Self::Occupied => Some(StoredStatus::Occupied),
            Self::UnderRenovation => Some(StoredStatus::UnderRenovation),
            Self::UnderMaintenance => Some(StoredStatus::UnderMaintenance),
            Self::PartiallyOccupied => None,
        }
    }

    /// Returns whether the dashboard counts the property as occupied (3-decisions section 3).
    #[must_use]
    pub const fn counts_as_occupied(self) -> bool {
        matches!(self, Self::Occupied | Self::PartiallyOccupied)
    }
}

/// A landlord's property details that passed every rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PropertyDetails {
    /// The landlord's name for it.
    pub name: String,
    /// Street and town.
    pub address: String,
    /// In capitals with its space.
    pub postcode: String,
    /// The nation that the landlord says it is in; `None` while it is proposed from the postcode.
    #[serde(default)]
    pub nation: Option<Nation>,
    /// The kind.
    pub property_type: PropertyType,
    /// 0 to 100; of a shared house its number of rooms.
    pub bedrooms: i32,
    /// 1 to 10, where 10 stands for ten or more.
    pub bathrooms: i32,
    /// The size as the landlord writes it.
    pub size: Option<String>,
    /// The rent per month that it is offered for; of a shared house the sum of its rooms'.
    pub asking_rent: Money,
    /// The purchase price.
    pub purchase_price: Option<Money>,
    /// The current value.
    pub current_value: Option<Money>,
    /// The day of purchase.
    pub purchase_date: Option<NaiveDate>,
    /// The year of purchase; that of `purchase_date` where it is known.
    pub purchase_year: Option<i32>,
    /// The status that the landlord chose; that of a shared house follows from its rooms instead.
    pub status: StoredStatus,
    /// Addresses of the organisation's own files, the cover first.
    pub photos: Vec<String>,
    /// Only of a shared house.
    pub running_costs: Option<RunningCosts>,
    /// Only of a flat.
    pub lease: Option<Lease>,
    /// `None` where nothing about it is known.
    pub mortgage: Option<Mortgage>,
    /// `None` where nothing about it is known.
    pub insurance: Option<Insurance>,
    /// The facts that decide its duties.
    #[serde(default)]
    pub facts: StatedFacts,
}

/// In which nation a property is, and how that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Located {
    /// The nation: the landlord's word, else the proposal of the postcode.
    pub nation: Nation,
    /// The other nation that homes of the postcode's district are in; `None` where all are in one.
    pub other: Option<Nation>,
    /// True when a person is to be asked: there are two, and nobody has said it yet.
    pub to_confirm: bool,
}

impl PropertyDetails {
    /// In which nation it is.
    #[must_use]
    pub fn located(&self) -> Located {
        let nation = Nation::of_home(self.nation, &self.postcode);
        let of_two = propose(&self.postcode).and_then(|two| Some([two.nation, two.other?]));
        let other = of_two.and_then(|two| two.into_iter().find(|one| *one != nation));
        Located {
            nation,
            other,
            to_confirm: self.nation.is_none() && other.is_some(),
        }
    }
}

/// A stored property with its rooms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Property {
    /// Its id; it alone gives no access.
    pub id: PropertyId,
    /// The details that the landlord gave.
    pub details: PropertyDetails,
    /// The rooms of a shared house in the order of their numbers; none until they are set up.
    pub rooms: Vec<Room>,
    /// True when a tenancy of it or of one of its rooms is in force.
    #[serde(default)]
    pub tenancy_active: bool,
    /// The rent per month of its tenancies, and of a shared house that of its free rooms with it; `None` where nothing is let, or a rent is
    /// not known yet.
    #[serde(default)]
    pub let_rent: Option<Money>,
    /// The member who is responsible for it: who added it, unless that was changed.
    #[serde(default)]
    pub responsible: Option<UserId>,
    /// Grows by one with every change; 1 at first.
    pub version: i64,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

impl Property {
    /// The rent per month: that of its tenancies while it is let, else what it is offered for.
    #[must_use]
    pub fn monthly_rent(&self) -> Money {
        self.let_rent.unwrap_or(self.details.asking_rent)
    }

    /// Returns whether everything that its kind needs is there: for a shared house, its rooms.
    #[must_use]
    pub fn rooms_configured(&self) -> bool {
        self.details.property_type != PropertyType::Hmo || !self.rooms.is_empty()
    }
}

/// Where the rent of a shared house with rooms comes from (the setting autoRentCalculation).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RentRule {
    /// The sum of its rooms' rents; a typed rent is ignored.
    SumOfRooms,
    /// The typed rent; the sum only where none was typed.
    Typed,
}

impl RentRule {
    /// The rule of a request: the sum unless it says otherwise.
    #[must_use]
    pub const fn of(auto_rent_calculation: Option<bool>) -> Self {
        match auto_rent_calculation {
            Some(false) => Self::Typed,
            _ => Self::SumOfRooms,
        }
    }
}

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

/// The way in which a property left the portfolio.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Departure {
    /// Deleted for good.
    Deleted,
    /// Moved to the sold properties.
    Sold,
}

impl Departure {
    /// Its name in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Deleted => "Deleted",
            Self::Sold => "Sold",
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_and_status_reads_back_and_nothing_else_does() {
        for kind in PropertyType::ALL {
            assert_eq!(PropertyType::parse(kind.as_str()), Some(*kind));
        }
        for status in StoredStatus::ALL {
            assert_eq!(StoredStatus::parse(status.as_str()), Some(*status));
            assert_eq!(Status::from(*status).stored(), Some(*status));
            assert_eq!(Status::from(*status).as_str(), status.as_str());
        }
        assert_eq!(PropertyType::parse("hmo"), None);
        assert_eq!(StoredStatus::parse("Partially Occupied"), None);
    }

    #[test]
    fn a_property_that_is_offered_counts_as_vacant() {
        let occupied: Vec<_> = Status::ALL
            .iter()
            .filter(|status| status.counts_as_occupied())
            .collect();
        assert_eq!(occupied, [&Status::Occupied, &Status::PartiallyOccupied]);
    }
}
