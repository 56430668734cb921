//! What a delivery is and by which rules it is tried again. No IO.

mod breaker;
mod contents;
mod delivery;
mod notice;
mod presentable;
mod schedule;
mod tenancy_mail;

pub use breaker::{Breaker, News};
pub use contents::{Code, Contents, ContentsError, LinkToken, Recipient};
pub use delivery::{Cause, DeliveryId, Due, Ending, NewDelivery, Outcome, Template};
pub use notice::{Device, Notice};
pub use presentable::{presentable, presentable_text};
pub use schedule::RetrySchedule;
pub use tenancy_mail::{TenancyFacts, TenancyNotice};
