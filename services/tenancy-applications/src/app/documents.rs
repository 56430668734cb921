//! Documents of applicants, and the checks of their right to rent.

pub(super) mod adding;
mod document_reading;
pub(super) mod file_check;
mod own_documents;
pub(super) mod pdf_pages;
mod right_to_rent;

pub use adding::Documents;
pub use document_reading::{ReadFile, Ticket};
pub use right_to_rent::{ReadEvidence, RightToRent};
