//! Comments of the landlord and the tenants of a request.

use chrono::{DateTime, Utc};
use lintel_core::{AttachmentId, CommentId, Error, TenantId, UserId, Violations};

use super::{Attachment, AttachmentKind, MaintenanceActor, invalid::INVALID};
use crate::domain::check;

/// A comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Its id.
    pub id: CommentId,
    /// The text.
    pub text: String,
    /// The author.
    pub author: MaintenanceActor,
    /// The account.
    pub user: UserId,
    /// The tenant.
    pub tenant: Option<TenantId>,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// A comment that may be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewComment {
    /// The text.
    pub text: String,
    /// Its photos.
    pub photos: Vec<AttachmentId>,
}

impl NewComment {
    /// Judges what was typed. Of the request's files `there`, those that `by` added, that are photos and that belong to no comment yet may
    /// be named.
    ///
    /// # Errors
    /// `MAINTENANCE_INVALID` with every offending field.
    pub fn try_new(
        typed: &str,
        photos: &[AttachmentId],
        there: &[Attachment],
        by: MaintenanceActor,
    ) -> Result<Self, Error> {
        let mut found = Violations::default();
        let text = check::note(&mut found, "text", typed, 4000);
        if text.is_none() {
            check::refuse(&mut found, "text", "Write something.");
        }
        let free = |id: &AttachmentId| {
            there.iter().any(|file| {
                file.id == *id
                    && file.added_by == by
                    && file.comment.is_none()
                    && file.kind != AttachmentKind::Invoice
            })
        };
        if !photos.iter().all(free) {
            check::refuse(
                &mut found,
                "attachment_ids",
                "Name photos of your own that were added to this request and belong to no other comment.",
            );
        }
        found.into_result(INVALID)?;
        let mut photos = photos.to_vec();
        photos.sort_unstable();
        photos.dedup();
        Ok(Self {
            text: text.unwrap_or_default(),
            photos,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_has_text_and_free_photos_of_its_own_side() {
        let tenant = MaintenanceActor::Tenant;
        let file = |id: i64, kind, added_by, comment: Option<i64>| Attachment {
            id: id.into(),
            kind,
            file_name: "a.jpg".to_owned(),
            media_type: "image/jpeg".to_owned(),
            size: 1,
            added_by,
            job: None,
            comment: comment.map(Into::into),
            created_at: DateTime::UNIX_EPOCH,
        };
        let there = [
            file(1, AttachmentKind::Photo, tenant, None),
            file(2, AttachmentKind::Photo, MaintenanceActor::Landlord, None),
            file(3, AttachmentKind::Photo, tenant, Some(9)),
            file(4, AttachmentKind::Invoice, tenant, None),
        ];
        let made = |text: &str, photos: &[i64]| {
            let photos: Vec<_> = photos.iter().map(|id| (*id).into()).collect();
            NewComment::try_new(text, &photos, &there, tenant)
        };
        assert!(made("Still wet", &[1, 1]).is_ok_and(|made| made.photos.len() == 1));
        assert!(made(" ", &[]).is_err());
        for other in [2, 3, 4, 5] {
            assert!(made("Still wet", &[1, other]).is_err(), "{other}");
        }
    }
}
