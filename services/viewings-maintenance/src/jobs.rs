//! What goes on by itself.

mod departures;
mod fill;
mod overdue;
mod reminders;
mod retention;

pub use departures::run as departures;
pub use fill::Fill;
pub use overdue::run as overdue;
pub use reminders::run as reminders;
pub use retention::run as retention;
