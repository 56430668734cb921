//! Rows of applicants' documents and of the checks of their right to rent.

pub mod document;
pub mod document_ticket;
pub mod right_to_rent;
