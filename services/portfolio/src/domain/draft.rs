//! A property as typed, unchecked.

use chrono::NaiveDate;
use lintel_core::{Money, UserId, Violations};
use lintel_rules::Nation;

use super::{Lease, MortgageType, PropertyType, RunningCosts, StatedFacts, Status};

/// A property to add, unchecked. [`super::NewProperty::try_new`] judges it.
#[derive(Debug, Clone, Default)]
pub struct PropertyDraft {
    /// The landlord's name for it.
    pub name: String,
    /// Street and town.
    pub address: String,
    /// A postcode in any spelling.
    pub postcode: String,
    /// The nation that the landlord says it is in; `None` to propose it from the postcode.
    pub nation: Option<Nation>,
    /// The kind; `None` where it is missing or unknown.
    pub property_type: Option<PropertyType>,
    /// Bedrooms.
    pub bedrooms: i32,
    /// Bathrooms.
    pub bathrooms: i32,
    /// Size; empty where not given.
    pub size: String,
    /// Rent per month.
    pub monthly_rent: Option<Money>,
    /// The rent per month that it is offered for, where it is said apart from the rent.
    pub asking_rent: Option<Money>,
    /// The purchase price.
    pub purchase_price: Option<Money>,
    /// The current value.
    pub current_value: Option<Money>,
    /// The day of purchase.
    pub purchase_date: Option<NaiveDate>,
    /// The year of purchase.
    pub purchase_year: Option<i32>,
    /// The status; none where not given.
    pub status: Option<Status>,
    /// Addresses of photos.
    pub photos: Vec<String>,
    /// The rooms of a shared house.
    pub rooms: Vec<RoomDraft>,
    /// The running costs of a shared house.
    pub running_costs: RunningCosts,
    /// The lease of a flat.
    pub lease: Lease,
    /// The mortgage.
    pub mortgage: MortgageDraft,
    /// The insurance.
    pub insurance: InsuranceDraft,
    /// The facts that decide its duties.
    pub facts: StatedFacts,
    /// The member who is responsible. Of a new property it is who adds it, unless another is named.
    pub responsible: Option<UserId>,
    /// Fields that could not be read. The rules add their own refusals, so that a person can correct everything at once.
    pub unreadable: Violations,
}

/// A room, unchecked.
#[derive(Debug, Clone, Default)]
pub struct RoomDraft {
    /// The number on the door.
    pub number: String,
    /// A name; empty where not given.
    pub name: String,
    /// Rent per month.
    pub monthly_rent: Option<Money>,
    /// The rent per month that it is offered for, where it is said apart from the rent.
    pub asking_rent: Option<Money>,
    /// True when somebody lives in it.
    pub occupied: bool,
}

/// A mortgage, unchecked; texts are empty where not given.
#[derive(Debug, Clone, Default)]
pub struct MortgageDraft {
    /// The lender.
    pub company: String,
    /// The lender's reference.
    pub reference: String,
    /// The lender's contact details.
    pub contact: String,
    /// Interest per year in percent.
    pub interest_rate: String,
    /// The amount borrowed.
    pub amount_borrowed: Option<Money>,
    /// The outstanding balance.
    pub outstanding_balance: Option<Money>,
    /// Per month.
    pub monthly_payment: Option<Money>,
    /// The type of the mortgage.
    pub mortgage_type: Option<MortgageType>,
    /// When the fixed rate ends.
    pub fixed_term_end: Option<NaiveDate>,
}

/// An insurance, unchecked; texts are empty where not given.
#[derive(Debug, Clone, Default)]
pub struct InsuranceDraft {
    /// The insurer.
    pub company: String,
    /// The policy's number.
    pub reference: String,
    /// The premium per year.
    pub annual_premium: Option<Money>,
    /// When it is to be renewed.
    pub renewal_date: Option<NaiveDate>,
    /// The type of insurance.
    pub insurance_type: String,
}
