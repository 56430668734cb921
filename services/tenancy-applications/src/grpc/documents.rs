//! The endpoints of applicants' documents.

pub(super) mod document;
mod document_service;

pub use document_service::DocumentGrpc;
