//! The rules: plain types and functions without input or output.

mod affordability;
mod application;
mod application_listing;
pub mod check;
mod decision;
mod document;
mod document_type;
mod employer_form;
mod free_mail;
mod guarantor_form;
mod home;
mod import_plan;
mod invite;
mod new_tenancy;
mod notice;
mod reference;
mod reference_kind;
pub mod signature;
mod signup;
mod simple_application;
mod tenancy;
mod tenant;
mod tenant_import;
mod tenant_snapshot;
mod timeline;

pub use affordability::Affordability;
pub use application::{
    Answers, Application, ApplicationStatus, AppliedHome, EmploymentStatus, GuarantorRelationship,
};
pub use application_listing::{ApplicationFilter, ApplicationPlace, ApplicationSort};
pub use decision::{ApplicationField, Decision};
pub use document::{
    Document, DocumentLabel, DocumentReading, DocumentStatus, MOST as MOST_DOCUMENTS, review,
};
pub use document_type::DocumentType;
pub use employer_form::{ContractType, EmployerForm, EmploymentType};
pub use guarantor_form::{GuarantorForm, GuarantorTie};
pub use home::{Home, HomeNews, HomeRoom, by_number, same_room};
pub use import_plan::{Fault, KnownTenancy, Plan, PlannedTenancy};
pub use invite::{Invite, InviteDraft, NewInvite};
pub use new_tenancy::{
    Addition, NewTenancy, NewTenant, TenantDraft, TenantField, changed as changed_tenancy,
};
pub use notice::notices;
pub use reference::{Answer, LINK_LIFETIME, Reference, ReferenceState, from_one_device};
pub use reference_kind::ReferenceKind;
pub use signup::{Signup, SignupDraft};
pub use simple_application::{SimpleApplication, SimpleDraft};
pub use tenancy::{Leaving, Member, Person, StartRefused, Tenancy, TenancyState, shares};
pub use tenant::{LeaseStatus, LeaverPlace, Tenant, TenantFilter, TenantPlace, TenantSummary};
pub use tenant_import::{ImportState, ImportedTenant, NewImport, TenantImport};
pub use tenant_snapshot::{TenantNews, TenantSnapshot};
pub use timeline::{Actor, TimelineEntry, TimelineEvent};
