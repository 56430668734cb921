//! The rules of a portfolio: what a property is, when one is refused, what it earns.
//!
//! Nothing here waits, reads a clock or knows of a database or a wire. A draft is what somebody typed, a new property is
//! one that keeps every rule, a property is one that is stored.

mod books;
mod check;
mod dashboard;
mod draft;
mod figures;
mod finance;
mod new_property;
mod percentage;
mod property;
mod room;
mod spelling;

pub use dashboard::{Dashboard, Holding, RoomCount, Units};
pub use draft::{InsuranceDraft, MortgageDraft, PropertyDraft, RoomDraft};
pub use figures::{
    CashFlow, Figures, annual_yield_percent, derived_status, lease_years_left, running_costs,
};
pub use finance::{Insurance, Lease, Mortgage, MortgageType, RunningCosts};
pub use new_property::{MOST_ROOMS, NewProperty};
pub use percentage::{Percentage, PercentageError};
pub use property::{
    HistoryEntry, Property, PropertyDetails, PropertyType, Standing, Status, StoredStatus,
};
pub use room::{NewRoom, Room, by_number};
