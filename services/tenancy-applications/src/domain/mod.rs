//! The rules: plain types and functions without input or output.

mod affordability;
mod application;
mod application_listing;
pub mod check;
mod document_type;
mod free_mail;
mod invite;
mod notice;
mod reference_kind;
mod signup;
mod simple_application;
mod timeline;

pub use affordability::Affordability;
pub use application::{
    Answers, Application, ApplicationStatus, AppliedHome, EmploymentStatus, GuarantorRelationship,
};
pub use application_listing::{ApplicationFilter, ApplicationPlace, ApplicationSort};
pub use document_type::DocumentType;
pub use invite::{Invite, InviteDraft, NewInvite};
pub use notice::notices;
pub use reference_kind::ReferenceKind;
pub use signup::{Signup, SignupDraft};
pub use simple_application::{SimpleApplication, SimpleDraft};
pub use timeline::{Actor, TimelineEntry, TimelineEvent};
