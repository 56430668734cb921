//! Documents of applications.

use chrono::{DateTime, Utc};
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{instant, required, some, text},
    names::{DocumentStatus, DocumentType},
};
use crate::problem::Problem;

/// A document of an application.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    /// The document's id.
    #[schema(example = 21)]
    pub id: i64,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: DocumentType,
    /// Its title.
    #[schema(example = "Passport or ID")]
    pub title: String,
    /// Whether it is accepted.
    pub status: DocumentStatus,
    /// Why it was refused; null otherwise.
    #[schema(required)]
    pub reason: Option<String>,
    /// image/jpeg, image/png or application/pdf.
    #[schema(example = "application/pdf")]
    pub media_type: String,
    /// Its size in bytes.
    #[schema(example = 48213)]
    pub size_bytes: i64,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When a landlord last opened it; null for never.
    #[schema(required)]
    pub opened_at: Option<DateTime<Utc>>,
}

impl TryFrom<tenancy::Document> for Document {
    type Error = Problem;

    fn try_from(document: tenancy::Document) -> Result<Self, Problem> {
        let kind = DocumentType::from_number(document.document_type);
        let status = DocumentStatus::from_number(document.status);
        Ok(Self {
            id: document.document_id,
            kind: required(kind, "document_type")?,
            title: document.title,
            status: required(status, "status")?,
            reason: text(document.reason),
            media_type: document.media_type,
            size_bytes: document.size_bytes,
            created_at: required(instant(document.create_time)?, "create_time")?,
            opened_at: instant(document.open_time)?,
        })
    }
}

/// One reading of a document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentReading {
    /// When.
    pub timestamp: DateTime<Utc>,
    /// Landlord or Applicant.
    #[schema(example = "Landlord")]
    pub actor: String,
    /// The account that read it; null for somebody with the private link.
    #[schema(required)]
    pub user_id: Option<i64>,
}

impl TryFrom<tenancy::DocumentReading> for DocumentReading {
    type Error = Problem;

    fn try_from(reading: tenancy::DocumentReading) -> Result<Self, Problem> {
        Ok(Self {
            timestamp: required(instant(reading.time)?, "time")?,
            actor: reading.actor,
            user_id: some(reading.user_id),
        })
    }
}
