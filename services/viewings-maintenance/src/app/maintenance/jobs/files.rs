//! Photos of the work and invoices, by the link of a job.

use lintel_core::{AttachmentId, Error, RequestKey};
use lintel_db::once;

use super::pages::{JobPages, by_contractor, of};
use crate::{
    app::maintenance::{
        AddedFile, Attachments, JobPage, ReadFile,
        attachments::{FileBy, happening},
        ground::record,
    },
    domain::maintenance::{Attachment, AttachmentLabel, Job, MaintenanceActor},
    error::attachment_not_found,
    store::maintenance::attachment,
};

/// The files of jobs.
#[derive(Debug, Clone)]
pub struct JobFiles {
    pages: JobPages,
    attachments: Attachments,
}

impl JobFiles {
    /// The files of jobs that `pages` shows, kept with `attachments`.
    #[must_use]
    pub const fn new(pages: JobPages, attachments: Attachments) -> Self {
        Self { pages, attachments }
    }

    /// Adds a photo of the work or an invoice, from the time that the visit is agreed on until 14 days after the job is done.
    ///
    /// # Errors
    /// `LINK_INVALID`, `LINK_EXPIRED`, `LINK_CLOSED`; `JOB_TRANSITION`; `MAINTENANCE_INVALID`; `FILE_TYPE_INVALID`; `STORAGE_FULL`;
    /// `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.add_job_file", skip_all)]
    pub async fn add(
        &self,
        token: &str,
        file: AddedFile,
        key: Option<&RequestKey>,
    ) -> Result<Attachment, Error> {
        let ground = &self.pages.ground;
        let (organisation, id) = self.pages.of_token(token).await?;
        // Whether the link works comes first: no stranger's file is worth examining.
        let mut tx = ground.db.begin(of(organisation)).await?;
        takes_files(&self.pages.page(&mut tx, organisation, id).await?.job)?;
        tx.commit().await?;
        let actor = MaintenanceActor::Contractor;
        let label = AttachmentLabel::try_new(file.kind, &file.name, actor)?;
        let checked = self.attachments.examine(file.content, label.kind).await?;

        let now = ground.clock.now();
        let mut tx = ground.db.begin(of(organisation)).await?;
        let added: i64 = once(&mut tx, key, async |tx| {
            let work = self.pages.take(tx, organisation, id, now).await?;
            takes_files(&work.job)?;
            let by = FileBy {
                organisation,
                actor,
                user: work.job.offered_by,
                job: Some(id),
            };
            let (files, request) = (&self.attachments, work.request);
            let added = files
                .keep(tx, by, request.id, &label, &checked, now)
                .await?;
            let entry = happening(label.kind, "", label.kind.as_str());
            let entries = vec![by_contractor(entry, now)];
            record(tx, organisation, request, entries, now).await?;
            Ok(added.get())
        })
        .await?;
        let page = self.pages.page(&mut tx, organisation, id).await?;
        tx.commit().await?;
        shown(page, added.into())
    }

    /// Takes back a file that the contractor added, until the job is done.
    ///
    /// # Errors
    /// `LINK_INVALID`, `LINK_EXPIRED`, `LINK_CLOSED`; `ATTACHMENT_NOT_FOUND`; `JOB_TRANSITION`; `REQUEST_ID_REUSED`; [`Error::Unavailable`]
    /// while the database is away.
    #[tracing::instrument(name = "app.remove_job_file", skip_all)]
    pub async fn remove(
        &self,
        token: &str,
        file: AttachmentId,
        key: Option<&RequestKey>,
    ) -> Result<JobPage, Error> {
        let ground = &self.pages.ground;
        let now = ground.clock.now();
        let (organisation, id) = self.pages.of_token(token).await?;
        let mut tx = ground.db.begin(of(organisation)).await?;
        let _: i64 = once(&mut tx, key, async |tx| {
            let work = self.pages.take(tx, organisation, id, now).await?;
            let files = attachment::of_request(tx, organisation, work.request.id).await?;
            let own = |one: &Attachment| one.id == file && one.job == Some(id);
            let gone = files.into_iter().find(own);
            let gone = gone.ok_or_else(attachment_not_found)?;
            if !work.job.is_open() {
                return Err(work.job.refused());
            }
            attachment::delete(tx, organisation, file).await?;
            let entry = happening(gone.kind, gone.kind.as_str(), "");
            let entries = vec![by_contractor(entry, now)];
            record(tx, organisation, work.request, entries, now).await?;
            Ok(id)
        })
        .await?;
        let page = self.pages.page(&mut tx, organisation, id).await?;
        tx.commit().await?;
        Ok(page)
    }

    /// The bytes of a file that the page shows.
    ///
    /// # Errors
    /// `LINK_INVALID`, `LINK_EXPIRED`, `LINK_CLOSED`; `ATTACHMENT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_job_file", skip_all)]
    pub async fn read(&self, token: &str, file: AttachmentId) -> Result<ReadFile, Error> {
        let (organisation, id) = self.pages.of_token(token).await?;
        let mut tx = self.pages.ground.db.begin(of(organisation)).await?;
        let page = self.pages.page(&mut tx, organisation, id).await?;
        let attachment = shown(page, file)?;
        let bytes = self.attachments.open(&mut tx, organisation, file).await?;
        tx.commit().await?;
        Ok(ReadFile { attachment, bytes })
    }
}

fn takes_files(job: &Job) -> Result<(), Error> {
    let may = job.done_at().is_some() || (job.is_open() && job.agreed.is_some());
    if may { Ok(()) } else { Err(job.refused()) }
}

/// A file that the page shows.
fn shown(page: JobPage, file: AttachmentId) -> Result<Attachment, Error> {
    let found = page.attachments.into_iter().find(|one| one.id == file);
    found.ok_or_else(attachment_not_found)
}
