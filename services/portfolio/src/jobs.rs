//! The background jobs.

mod departures;
mod unused_uploads;
mod upkeep;

pub use departures::run as departures;
pub use unused_uploads::run as unused_uploads;
pub use upkeep::run as upkeep;

/// Returns the cause of a failure, for the log.
fn cause(error: &lintel_core::Error) -> String {
    let source = std::error::Error::source(error);
    source.map(ToString::to_string).unwrap_or_default()
}
