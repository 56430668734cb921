//! Documents that the tenants of a tenancy were given.

use chrono::{DateTime, Utc};
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{instant, required},
    names::TenancyDocumentKind,
};
use crate::problem::Problem;

/// A document that a tenant was given.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenancyDocument {
    /// Its id.
    #[schema(example = 14)]
    pub id: i64,
    /// What it is.
    pub kind: TenancyDocumentKind,
    /// Its title.
    #[schema(example = "Gas safety record")]
    pub title: String,
    /// image/jpeg, image/png or application/pdf.
    #[schema(example = "application/pdf")]
    pub media_type: String,
    /// Its size in bytes.
    #[schema(example = 48213)]
    pub size_bytes: i64,
    /// Its SHA-256, in hexadecimal.
    pub hash: String,
    /// When this tenant was given it.
    pub given_at: DateTime<Utc>,
    /// When this tenant opened it first; null before.
    #[schema(required)]
    pub opened_at: Option<DateTime<Utc>>,
}

impl TryFrom<tenancy::TenancyDocument> for TenancyDocument {
    type Error = Problem;

    fn try_from(document: tenancy::TenancyDocument) -> Result<Self, Problem> {
        let kind = TenancyDocumentKind::from_number(document.kind);
        Ok(Self {
            id: document.tenancy_document_id,
            kind: required(kind, "kind")?,
            title: document.title,
            media_type: document.media_type,
            size_bytes: document.size_bytes,
            hash: document.hash,
            given_at: required(instant(document.give_time)?, "give_time")?,
            opened_at: instant(document.open_time)?,
        })
    }
}
