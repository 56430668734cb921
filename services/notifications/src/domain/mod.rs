//! What a delivery is and by which rules it is tried again. No IO.

mod breaker;
mod contents;
mod delivery;
mod schedule;

pub use breaker::{Breaker, News};
pub use contents::{Contents, ContentsError, VerificationMail};
pub use delivery::{Cause, DeliveryId, Due, Ending, NewDelivery, Outcome, Template};
pub use schedule::RetrySchedule;
