//! The use cases. Each owns its transaction; nothing but PostgreSQL is awaited while one is open. What a copy lacks is asked for outside
//! of any.

mod analytics;
mod auto_schedule;
mod certificate;
mod compliance_summary;
mod departures;
mod export;
mod files;
mod import;
mod import_check;
mod import_work;
mod inspection;
mod inspection_booking;
mod inspection_outcome;
mod inspection_settings;
mod owners;
mod portfolio_data;
mod property;
mod responsible;
mod rule_book;
mod sale;
mod snapshots;
mod tenancy;
mod unused_uploads;
mod update;
mod upkeep;

pub use analytics::Analytics;
pub use certificate::{Certificates, ListedCertificates};
pub use compliance_summary::ComplianceSummary;
pub use departures::{Departures, note as note_departure};
pub use export::{Part, template};
pub use import::Imports;
pub use import_work::{CHUNK, Waiting};
pub use inspection::Inspections;
pub use owners::{Asking, Owners, Peers};
pub use portfolio_data::PortfolioData;
pub use property::Properties;
pub use responsible::member_left;
pub use rule_book::RuleBook;
pub use sale::Sales;
pub use snapshots::Snapshots;
pub use tenancy::record as record_tenancy;
pub use unused_uploads::{KEPT_UNUSED, UnusedUploads};
pub use update::PropertyChange;
pub use upkeep::Upkeep;
