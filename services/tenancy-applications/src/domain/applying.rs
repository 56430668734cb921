//! The rules of links that invite, of applications and of what the landlord decides.

mod actor;
mod affordability;
mod application;
mod application_listing;
pub(super) mod decision;
mod free_mail;
mod holding_deposit;
mod invite;
mod notice;
mod offer;
mod signup;
mod simple_application;
mod timeline;

pub use actor::Actor;
pub use affordability::Affordability;
pub use application::{
    Answers, Application, ApplicationStatus, AppliedHome, EmploymentStatus, GuarantorRelationship,
};
pub use application_listing::{ApplicationFilter, ApplicationPlace, ApplicationSort};
pub use decision::{ApplicationField, Decision};
pub use holding_deposit::{
    HoldingDeposit, HoldingDraft, HoldingDuty, HoldingOutcome, HoldingState,
};
pub use invite::{Invite, InviteDraft, InvitedTo, NewInvite};
pub use notice::notices;
pub use offer::{EnergyRating, Offer, OfferDraft, OfferedHome};
pub use signup::{Signup, SignupDraft};
pub use simple_application::{SimpleApplication, SimpleDraft};
pub use timeline::{TimelineEntry, TimelineEvent};
