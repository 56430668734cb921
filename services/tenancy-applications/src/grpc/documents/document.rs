//! Documents as callers are told them.

use lintel_core::UserId;
use lintel_proto::{convert::timestamp, tenancy::v1};

use crate::domain::documents::{Document, DocumentReading};

/// A document as whoever reads it may see it.
pub fn document(document: Document, landlord: bool) -> v1::Document {
    v1::Document {
        document_id: document.id.get(),
        document_type: v1::DocumentType::from(document.document_type).into(),
        title: document.title,
        status: v1::DocumentStatus::from(document.status).into(),
        reason: document.reason.unwrap_or_default(),
        media_type: document.media_type,
        size_bytes: document.size,
        create_time: Some(timestamp(document.created_at)),
        open_time: document.opened_at.filter(|_| landlord).map(timestamp),
    }
}

/// A reading of a document.
pub fn reading(reading: DocumentReading) -> v1::DocumentReading {
    v1::DocumentReading {
        time: Some(timestamp(reading.at)),
        actor: reading.actor.as_str().to_owned(),
        user_id: reading.user.map_or(0, UserId::get),
    }
}
