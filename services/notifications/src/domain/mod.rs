//! What a delivery is and by which rules it is tried again. No IO.

mod about;
mod breaker;
mod calendar_file;
mod contents;
mod delivery;
mod fact;
mod maintenance_mail;
mod notice;
mod presentable;
mod schedule;
mod tenancy_mail;
mod viewing_mail;

pub use about::{About, Subject};
pub use breaker::{Breaker, News};
pub use calendar_file::{CalendarFile, CalendarMethod};
pub use contents::{Code, Contents, ContentsError, LinkToken, Recipient};
pub use delivery::{Cause, DeliveryId, Due, Ending, NewDelivery, Outcome, Template};
pub use fact::{Audience, Fact, NotificationKind, Row, Setting, Ways};
pub use maintenance_mail::{MaintenanceFacts, MaintenanceNotice};
pub use notice::{Device, Notice};
pub use presentable::{presentable, presentable_text};
pub use schedule::RetrySchedule;
pub use tenancy_mail::{TenancyFacts, TenancyNotice};
pub use viewing_mail::{Answer, ViewingFacts, ViewingNotice};
