//! Rows of tenancies and their tenants, with deposits, deadlines and papers.

pub mod deadline;
pub mod deadline_duty;
pub mod deposit;
pub mod deposit_answer;
pub mod move_in;
pub mod paper;
pub mod pet_request;
pub mod shares;
pub mod taken_back;
pub mod tenancy;
pub mod tenancy_document;
pub mod tenant;
pub mod tenant_confirmation;
pub mod tenant_import;
pub mod tenant_invitation;
pub mod tenant_mail;
pub mod tenant_message;
pub mod tenant_photo;
