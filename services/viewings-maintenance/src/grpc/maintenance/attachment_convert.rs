//! Attachments in the words of the contract.

use lintel_core::CommentId;
use lintel_proto::{convert::timestamp, maintenance::v1};

use crate::domain::maintenance::Attachment;

/// A file.
pub fn attachment(attachment: Attachment) -> v1::Attachment {
    v1::Attachment {
        attachment_id: attachment.id.get(),
        kind: v1::AttachmentKind::from(attachment.kind).into(),
        file_name: attachment.file_name,
        media_type: attachment.media_type,
        size_bytes: attachment.size,
        added_by: v1::MaintenanceActor::from(attachment.added_by).into(),
        comment_id: attachment.comment.map_or(0, CommentId::get),
        create_time: Some(timestamp(attachment.created_at)),
    }
}
