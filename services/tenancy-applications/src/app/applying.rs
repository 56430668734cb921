//! Applying for a home: links that invite, forms, and what the landlord decides.

pub mod applicant;
mod application_mails;
pub(super) mod applications;
mod deciding;
mod drafts;
mod erasure;
mod holding_deposits;
mod home_choice;
pub(super) mod household;
pub(super) mod invites;
pub(super) mod locked;
pub(super) mod own_applications;
mod signups;
mod status_links;
mod submission;
pub mod timeline;
pub mod vacancy;
pub(super) mod view;

pub use application_mails::ApplicationMails;
pub use applications::Applications;
pub use deciding::{AskedDecision, Deciding};
pub use drafts::{Drafts, KeptDraft};
pub use erasure::Erasure;
pub use holding_deposits::{HoldingDeposits, StandingHolding};
pub use invites::{Invites, MadeInvite, OpenedInvite};
pub use own_applications::{OwnApplications, OwnOpenHomes};
pub use signups::{SignupAnswer, Signups};
pub use submission::{Submission, Submissions};
pub use vacancy::OpenHome;
pub use view::{ApplicationView, Eyes, Views, Way};
