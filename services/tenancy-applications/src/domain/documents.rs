//! The rules of applicants' documents and of the checks of their right to rent.

mod document;
mod document_type;
mod right_to_rent;

pub use document::{
    Document, DocumentLabel, DocumentReading, DocumentStatus, MOST as MOST_DOCUMENTS, review,
};
pub use document_type::DocumentType;
pub use right_to_rent::{
    MOST_CHECKS, NewRightToRent, RightToRentCheck, RightToRentDraft, RightToRentMethod, is_recorded,
};
