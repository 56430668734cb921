//! SQL as functions over a caller's connection. There are no rules here. Rows are checked when they are read: one that does not fit
//! the domain's types is an error, not a value to guess.

pub mod bulk;
pub mod certificate;
pub mod dashboard;
pub mod departure;
pub mod diary;
pub mod duty;
pub mod export;
pub mod history;
pub mod import;
pub mod inspection;
pub mod inspection_settings;
pub mod kept_home;
pub mod listing;
pub mod nation;
pub mod property;
mod property_row;
pub mod property_update;
pub mod reminder;
pub mod rent;
pub mod room;
pub mod series;
pub mod snapshot;
pub mod sold_property;
pub mod taken_back;
pub mod tenancy;
pub mod unscheduled;
pub mod upload;

use lintel_core::Money;
use lintel_db::RowName;
use rust_decimal::Decimal;

/// The column's value for an amount that may be unknown.
fn decimal(amount: Option<Money>) -> Option<Decimal> {
    amount.map(Money::to_decimal)
}

/// The service's own tables; the shared ones are lintel-db's.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();
