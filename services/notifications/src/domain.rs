//! Deliveries, and the rules by which they are tried again. No IO.

mod about;
mod allowance;
mod attached_file;
pub mod backup;
mod breaker;
mod calendar_file;
mod contents;
mod contents_error;
mod delivery;
mod delivery_state;
mod digest;
mod fact;
mod landlord;
mod link_token;
mod maintenance_mail;
mod news_mail;
mod notice;
mod notification;
mod phone;
pub mod phone_code;
mod presentable;
mod quiet_hours;
mod schedule;
mod short_text;
mod stop;
mod tenancy_mail;
mod viewing_mail;

pub use about::{About, Subject};
pub use allowance::{
    Addressee, Hold, MailAllowance, Recent, hold, sender_of_account, sender_of_organisation,
};
pub use attached_file::AttachedFile;
pub use backup::{Backup, BackupState, DueBackup};
pub use breaker::{Breaker, News};
pub use calendar_file::{CalendarFile, CalendarMethod};
pub use contents::{Code, Contents, Recipient};
pub use contents_error::ContentsError;
pub use delivery::{Cause, DeliveryId, Due, Ending, NewDelivery, Outcome, Template};
pub use delivery_state::DeliveryState;
pub use digest::{DigestGroup, DigestRhythm, is_worth_sending};
pub use fact::{Audience, Fact, NotificationKind, Row, Setting, Ways};
pub use landlord::{Landlord, LandlordDetails};
pub use link_token::LinkToken;
pub use maintenance_mail::{MaintenanceFacts, MaintenanceNotice};
pub use news_mail::{ListingChange, NewsFacts};
pub use notice::{Device, Notice};
pub use notification::{Notification, NotificationId, Said};
pub use phone::{SmsCountries, e164, prepare as prepare_phones};
pub use presentable::{presentable, presentable_text};
pub use quiet_hours::QuietHours;
pub use schedule::RetrySchedule;
pub use short_text::short_text;
pub use stop::StopReason;
pub use tenancy_mail::{OfferFacts, TenancyFacts, TenancyNotice};
pub use viewing_mail::{Answer, ViewingFacts, ViewingNotice};
