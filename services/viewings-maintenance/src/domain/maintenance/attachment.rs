//! Photos and invoices of requests.

use chrono::{DateTime, Utc};
use lintel_core::{AttachmentId, CommentId, Error, Violations};

use super::{AttachmentKind, MaintenanceActor, invalid::INVALID};
use crate::domain::check;

/// The most files of a request.
pub const MOST_ATTACHMENTS: usize = 20;

/// A file of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Its id.
    pub id: AttachmentId,
    /// The kind of file.
    pub kind: AttachmentKind,
    /// Its name.
    pub file_name: String,
    /// The media type.
    pub media_type: String,
    /// In bytes.
    pub size: i64,
    /// Landlord, Tenant or Contractor.
    pub added_by: MaintenanceActor,
    /// The job that its contractor added it for.
    pub job: Option<i64>,
    /// The comment that it belongs to.
    pub comment: Option<CommentId>,
    /// When it was added.
    pub created_at: DateTime<Utc>,
}

impl Attachment {
    /// Returns whether somebody may see it: invoices are for the landlord alone.
    #[must_use]
    pub fn is_for(&self, reader: MaintenanceActor) -> bool {
        reader == MaintenanceActor::Landlord || self.kind != AttachmentKind::Invoice
    }

    /// Returns whether the contractor of a job sees it: the photos of the problem, and what was added for that job.
    #[must_use]
    pub fn is_for_job(&self, job: i64) -> bool {
        let of_problem = self.kind == AttachmentKind::Photo && self.comment.is_none();
        self.job.map_or(of_problem, |of| of == job)
    }
}

/// The name and the kind of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachmentLabel {
    /// The kind of file.
    pub kind: AttachmentKind,
    /// Its name; `None` for a name of Lintel.
    pub file_name: Option<String>,
}

impl AttachmentLabel {
    /// Judges what somebody says of a file. A tenant adds photos of the problem alone, a contractor photos of the work and invoices.
    ///
    /// # Errors
    /// `MAINTENANCE_INVALID` with every offending field.
    pub fn try_new(
        kind: Option<AttachmentKind>,
        file_name: &str,
        by: MaintenanceActor,
    ) -> Result<Self, Error> {
        let mut found = Violations::default();
        // A path or what only some systems take is no name.
        let name: String = file_name
            .chars()
            .map(|one| if matches!(one, '/' | '\\') { '-' } else { one })
            .collect();
        let name = check::text(
            &mut found,
            "file_name",
            &name,
            &(0..=100),
            "Use a name without control characters.",
        );
        match kind {
            None => check::refuse(&mut found, "kind", "Say what the file shows."),
            Some(AttachmentKind::Photo) if by == MaintenanceActor::Contractor => {
                check::refuse(&mut found, "kind", "Add a photo of the work or an invoice.");
            }
            Some(AttachmentKind::Photo) => {}
            Some(_) if by == MaintenanceActor::Tenant => {
                check::refuse(&mut found, "kind", "Add a photo of the problem.");
            }
            Some(_) => {}
        }
        found.into_result(INVALID)?;
        Ok(Self {
            kind: kind.unwrap_or(AttachmentKind::Photo),
            file_name: name.filter(|name| !name.is_empty()),
        })
    }

    /// The name that is kept: what was said, or the kind; with the ending of what the file is.
    #[must_use]
    pub fn named(&self, media_type: &str) -> String {
        let ending = match media_type {
            "image/jpeg" => "jpg",
            "image/png" => "png",
            _ => "pdf",
        };
        let said = self.file_name.as_deref().unwrap_or(self.kind.as_str());
        let stem = said.rsplit_once('.').map_or(said, |(stem, _)| stem);
        let stem = if stem.is_empty() {
            self.kind.as_str()
        } else {
            stem
        };
        let stem: String = stem.chars().take(95).collect();
        format!("{stem}.{ending}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_adds_its_own_kinds_of_files() {
        let label = |kind, by| AttachmentLabel::try_new(kind, "x", by).is_ok();
        for kind in AttachmentKind::ALL {
            assert!(label(Some(*kind), MaintenanceActor::Landlord));
            let may = *kind == AttachmentKind::Photo;
            assert_eq!(label(Some(*kind), MaintenanceActor::Tenant), may);
            assert_eq!(label(Some(*kind), MaintenanceActor::Contractor), !may);
        }
        assert!(!label(None, MaintenanceActor::Landlord));
    }

    #[test]
    fn a_contractor_sees_the_problem_and_the_own_files_alone() {
        let file = |kind, job, comment: Option<i64>| Attachment {
            id: 1.into(),
            kind,
            file_name: "a.jpg".to_owned(),
            media_type: "image/jpeg".to_owned(),
            size: 1,
            added_by: MaintenanceActor::Tenant,
            job,
            comment: comment.map(Into::into),
            created_at: DateTime::UNIX_EPOCH,
        };
        for (kind, job, comment, seen) in [
            (AttachmentKind::Photo, None, None, true),
            (AttachmentKind::Photo, None, Some(3), false),
            (AttachmentKind::Invoice, None, None, false),
            (AttachmentKind::After, None, None, false),
            (AttachmentKind::Invoice, Some(7), None, true),
            (AttachmentKind::Invoice, Some(8), None, false),
        ] {
            let file = file(kind, job, comment);
            assert_eq!(file.is_for_job(7), seen, "{kind:?} {job:?} {comment:?}");
        }
    }

    #[test]
    fn a_file_is_called_as_it_was_with_the_ending_of_what_it_is() {
        for (said, media_type, kept) in [
            ("IMG_0001.HEIC", "image/jpeg", "IMG_0001.jpg"),
            ("", "image/png", "photo.png"),
            (".png", "image/png", "photo.png"),
            ("etc/passwd", "image/png", "etc-passwd.png"),
        ] {
            let by = MaintenanceActor::Tenant;
            let label = AttachmentLabel::try_new(Some(AttachmentKind::Photo), said, by);
            let name = label.map(|label| label.named(media_type)).ok();
            assert_eq!(name.as_deref(), Some(kept), "{said}");
        }
        let long = "x".repeat(100);
        let by = MaintenanceActor::Landlord;
        let label = AttachmentLabel::try_new(Some(AttachmentKind::Before), &long, by);
        let name = label
            .map(|label| label.named("image/jpeg"))
            .unwrap_or_default();
        assert_eq!(name.chars().count(), 99);
    }
}
