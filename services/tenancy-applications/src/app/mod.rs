//! The use cases. Each owns its transaction; nothing but PostgreSQL is awaited while one is open.

mod allowance;
pub mod applicant;
mod application_mails;
pub mod copies;
mod departures;
mod drafts;
mod home_choice;
mod invites;
pub mod keys;
mod leavers;
mod links;
mod portal;
mod retention;
pub mod tenancy;
mod tenants;
pub mod timeline;
pub mod vacancy;

pub use application_mails::ApplicationMails;
pub use departures::Departures;
pub use drafts::{Drafts, KeptDraft};
pub use invites::{Invites, MadeInvite, OpenedInvite};
pub use leavers::Leavers;
pub use links::{Links, NewToken};
pub use portal::{OwnHome, Portal};
pub use retention::Retention;
pub use tenants::Tenants;
pub use vacancy::OpenHome;
