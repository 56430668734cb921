//! The use cases. Each owns its transaction; nothing but PostgreSQL is awaited while one is open.

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
mod portfolio_data;
mod property;
mod sale;
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
pub use import_work::{CHUNK, Progress, Waiting};
pub use inspection::Inspections;
pub use portfolio_data::PortfolioData;
pub use property::Properties;
pub use sale::Sales;
pub use tenancy::record as record_tenancy;
pub use unused_uploads::{KEPT_UNUSED, UnusedUploads};
pub use update::PropertyChange;
pub use upkeep::Upkeep;
