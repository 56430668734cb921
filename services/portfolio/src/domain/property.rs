//! A property and the states it knows.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{Money, PropertyId, UserId};
use lintel_rules::{Nation, propose};
use serde::{Deserialize, Serialize};

use super::{
    Insurance, Lease, Mortgage, PropertyType, Room, RunningCosts, StatedFacts, StoredStatus,
};

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
