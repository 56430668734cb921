//! Documents of applications.

use chrono::{DateTime, Utc};
use lintel_core::{DocumentId, Error, UserId, Violations, spelt};

use super::DocumentType;
use crate::domain::{applying::Actor, check};

/// The longest title, in characters.
const LONGEST_TITLE: usize = 100;
/// The longest reason, in characters.
const LONGEST_REASON: usize = 500;
/// So many an application has at most.
pub const MOST: usize = 40;

spelt! {
    /// Whether the landlord has accepted a document.
    DocumentStatus {
        /// Received.
        Pending = "pending",
        /// Accepted.
        Accepted = "accepted",
        /// Refused, with a reason.
        Rejected = "rejected",
    }
}

/// A document of an application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Its id.
    pub id: DocumentId,
    /// What it is.
    pub document_type: DocumentType,
    /// Its title.
    pub title: String,
    /// Whether it is accepted.
    pub status: DocumentStatus,
    /// Why it was refused.
    pub reason: Option<String>,
    /// What kind of file it is.
    pub media_type: String,
    /// How large the file is, in bytes.
    pub size: i64,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When a landlord last read it.
    pub opened_at: Option<DateTime<Utc>>,
}

impl Document {
    /// A name to keep the file under: its number and type, nothing that somebody typed.
    #[must_use]
    pub fn file_name(&self) -> String {
        let ending = match self.media_type.as_str() {
            "image/jpeg" => "jpg",
            "image/png" => "png",
            _ => "pdf",
        };
        format!("{}-{}.{ending}", self.document_type.as_str(), self.id)
    }
}

/// A reading of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentReading {
    /// Its number, in the order of the readings.
    pub id: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// Landlord or Applicant.
    pub actor: Actor,
    /// The account; `None` for somebody with the private link.
    pub user: Option<UserId>,
}

/// What a document is, as whoever adds it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentLabel {
    /// What it is.
    pub document_type: DocumentType,
    /// Its title; the type's where none was given.
    pub title: String,
}

impl DocumentLabel {
    /// Of a type and a title, which may be empty.
    ///
    /// # Errors
    /// `DOCUMENT_INVALID` with every offending field.
    pub fn try_new(document_type: Option<DocumentType>, title: &str) -> Result<Self, Error> {
        let mut found = Violations::default();
        if document_type.is_none() {
            found.add("document_type", "Choose what the document is.");
        }
        let title = check::text(
            &mut found,
            "title",
            title,
            0..=LONGEST_TITLE,
            "Use text without control characters.",
        );
        found.into_result("DOCUMENT_INVALID")?;
        let document_type = document_type.unwrap_or(DocumentType::Other);
        let title = title.filter(|title| !title.is_empty());
        Ok(Self {
            document_type,
            title: title.unwrap_or_else(|| document_type.label().to_owned()),
        })
    }
}

/// What the landlord says of a document.
///
/// # Errors
/// `DOCUMENT_INVALID` for neither accepted nor rejected, and for a refusal without a reason.
pub fn review(
    status: Option<DocumentStatus>,
    reason: &str,
) -> Result<(DocumentStatus, Option<String>), Error> {
    let mut found = Violations::default();
    let status = match status {
        Some(status @ (DocumentStatus::Accepted | DocumentStatus::Rejected)) => status,
        _ => {
            found.add("status", "Choose accepted or rejected.");
            DocumentStatus::Pending
        }
    };
    let reason = check::note(&mut found, "reason", reason, LONGEST_REASON);
    if status == DocumentStatus::Rejected && reason.is_none() {
        check::refuse(
            &mut found,
            "reason",
            "Give the reason, so that the applicant knows what to send.",
        );
    }
    found.into_result("DOCUMENT_INVALID")?;
    Ok((
        status,
        reason.filter(|_| status == DocumentStatus::Rejected),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_without_a_title_has_its_types() {
        let label = DocumentLabel::try_new(Some(DocumentType::BankStatements), " ");
        assert_eq!(
            label.map(|label| label.title).ok(),
            Some("Bank statements".to_owned())
        );
        assert!(DocumentLabel::try_new(None, "x").is_err());
        assert!(DocumentLabel::try_new(Some(DocumentType::Other), &"x".repeat(101)).is_err());
    }

    #[test]
    fn a_refusal_needs_a_reason_and_nothing_else_has_one() {
        assert!(review(Some(DocumentStatus::Rejected), " ").is_err());
        assert!(review(Some(DocumentStatus::Pending), "x").is_err());
        assert!(review(None, "x").is_err());
        assert_eq!(
            review(Some(DocumentStatus::Rejected), "Blurred").ok(),
            Some((DocumentStatus::Rejected, Some("Blurred".to_owned())))
        );
        assert_eq!(
            review(Some(DocumentStatus::Accepted), "x").ok(),
            Some((DocumentStatus::Accepted, None))
        );
    }
}
