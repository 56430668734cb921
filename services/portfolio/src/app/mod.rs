//! The use cases. Each owns its transaction; nothing but PostgreSQL is awaited while one is open.

mod analytics;
mod page;
mod property;

pub use analytics::Analytics;
pub use page::Page;
pub use property::Properties;
