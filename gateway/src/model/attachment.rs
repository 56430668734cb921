//! Files of maintenance requests.

use chrono::{DateTime, Utc};
use lintel_proto::maintenance::v1 as maintenance;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{instant, required, some},
    names::{AttachmentKind, MaintenanceActor},
};
use crate::problem::Problem;

/// A photo or an invoice of a maintenance request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Attachment {
    /// Its id.
    #[schema(example = 31)]
    pub id: i64,
    /// What it is.
    pub kind: AttachmentKind,
    /// What it is called.
    #[schema(example = "boiler.png")]
    pub file_name: String,
    /// image/jpeg, image/png or application/pdf.
    #[schema(example = "image/png")]
    pub media_type: String,
    /// Its size in bytes.
    #[schema(example = 48213)]
    pub size_bytes: i64,
    /// Who added it.
    pub added_by: MaintenanceActor,
    /// The comment that it belongs to; null for the request itself.
    #[schema(required)]
    pub comment_id: Option<i64>,
    /// When it was added.
    pub created_at: DateTime<Utc>,
}

impl TryFrom<maintenance::Attachment> for Attachment {
    type Error = Problem;

    fn try_from(file: maintenance::Attachment) -> Result<Self, Problem> {
        let kind = AttachmentKind::from_number(file.kind);
        let added_by = MaintenanceActor::from_number(file.added_by);
        Ok(Self {
            id: file.attachment_id,
            kind: required(kind, "kind")?,
            file_name: file.file_name,
            media_type: file.media_type,
            size_bytes: file.size_bytes,
            added_by: required(added_by, "added_by")?,
            comment_id: some(file.comment_id),
            created_at: required(instant(file.create_time)?, "create_time")?,
        })
    }
}

/// Where the bytes of a file of a request are.
pub(super) fn address(request: i64, attachment: i64) -> String {
    format!("/api/maintenance-requests/{request}/attachments/{attachment}/content")
}
