//! Documents that people sign and keep: accessible PDF files (PDF/A-2a and PDF/UA-1 in one), the same bytes for the same
//! [`Document`] at any time and on any machine, so that a hash of them is evidence.
//!
//! It knows nothing of lettings. A caller says what the document holds, block by block; where lines and pages break, which
//! font has which character and what a screen reader is told is decided here. Text never makes it fail: a character that no
//! font has is printed as a visible replacement.
//!
//! ```
//! # use chrono::DateTime;
//! use lintel_pdf::{Block, Document, Level, Term, Terms};
//!
//! let document = Document {
//!     title: "Tenancy agreement".to_owned(),
//!     language: "en-GB",
//!     created: DateTime::from_timestamp(1_795_000_000, 0).unwrap_or_default(),
//!     id: "agreement 0198c5d2, version 1".to_owned(),
//!     foot: "Room 4, Ashmead House".to_owned(),
//!     blocks: vec![
//!         Block::small("Version 1 of 24 November 2026"),
//!         Block::heading(Level::One, "Tenancy agreement"),
//!         Terms::new("Main terms", vec![
//!             Term::new("Tenant", "Tom Hargreaves"),
//!             Term::new("Rent", "£610.00 per month").note("None is asked for in advance."),
//!         ])
//!         .into(),
//!         Block::heading(Level::Two, "1. How long it lasts"),
//!         Block::text("The tenancy has no end date."),
//!     ],
//! };
//! let bytes = lintel_pdf::render(&document)?;
//! assert!(bytes.starts_with(b"%PDF-1.7"));
//! # Ok::<(), lintel_pdf::PdfError>(())
//! ```

mod align;
mod block;
mod blocks;
mod clean;
mod document;
mod draw;
mod error;
mod export;
mod flow;
mod fonts;
mod length;
mod level;
mod list;
mod pages;
mod paragraph;
mod picture;
mod pictures;
mod rows;
mod shape;
mod style;
mod table;
mod tags;
mod terms;
mod text;

pub use align::Align;
pub use block::Block;
pub use document::Document;
pub use error::PdfError;
pub use level::Level;
pub use list::{Item, List, Marks};
pub use picture::Picture;
pub use table::{Column, Row, Table};
pub use terms::{Term, Terms};
pub use text::{Run, Text};

/// The file of a document.
///
/// Computes and does no IO: some milliseconds a page, so call it in `tokio::task::spawn_blocking`.
///
/// # Errors
/// [`PdfError`]: what the caller can mend (no title, a picture without a description or that is no PNG).
pub fn render(document: &Document) -> Result<Vec<u8>, PdfError> {
    export::render(document)
}
