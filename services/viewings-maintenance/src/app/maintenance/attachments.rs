//! Photos and invoices of requests: adding, reading and taking them away.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{
    AttachmentId, Error, MaintenanceRequestId, OrganisationId, Principal, RequestKey, UserId,
};
use lintel_db::{Tx, once};
use lintel_runtime::limits::Stored;
use tokio::sync::Semaphore;

use super::{Ground, RequestView, file_check, reach::Reach};
use crate::{
    app::keys::Keys,
    domain::maintenance::{
        Attachment, AttachmentKind, AttachmentLabel, Happening, INVALID, MOST_ATTACHMENTS,
        MaintenanceActor, MaintenanceEventKind,
    },
    error::{attachment_not_found, maintenance_request_not_found},
    store::maintenance::{attachment, attachment::NewAttachment, request},
};

/// Files that are examined at once; the others wait.
const AT_ONCE: usize = 2;

/// Photos and invoices.
#[derive(Debug, Clone)]
pub struct Attachments {
    ground: Ground,
    keys: Keys,
    examining: Arc<Semaphore>,
    stored: Stored,
}

/// A file that somebody adds.
#[derive(Debug)]
pub struct AddedFile {
    /// The kind of file.
    pub kind: Option<AttachmentKind>,
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub content: Vec<u8>,
}

/// The person who adds a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct FileBy {
    pub organisation: OrganisationId,
    pub actor: MaintenanceActor,
    /// The account; of a contractor that of the member who asked for the job.
    pub user: UserId,
    pub job: Option<i64>,
}

/// A file as it was read.
#[derive(Debug)]
pub struct ReadFile {
    /// The file's row.
    pub attachment: Attachment,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Attachments {
    /// Files of requests on `ground`, sealed with `keys`, as many as `stored` allows.
    #[must_use]
    pub fn new(ground: Ground, keys: Keys, stored: Stored) -> Self {
        Self {
            ground,
            keys,
            examining: Arc::new(Semaphore::new(AT_ONCE)),
            stored,
        }
    }

    /// Adds a file. A tenant adds photos of the problem alone.
    ///
    /// # Errors
    /// `MAINTENANCE_REQUEST_NOT_FOUND`; `TENANCY_ENDED`; `MAINTENANCE_INVALID`; `FILE_TYPE_INVALID`; `STORAGE_FULL`; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away, or tenancy-applications where a tenant adds it.
    #[tracing::instrument(name = "app.add_attachment", skip_all, fields(maintenance_request.id = %id))]
    pub async fn add(
        &self,
        caller: &Principal,
        id: MaintenanceRequestId,
        file: AddedFile,
        key: Option<&RequestKey>,
    ) -> Result<Attachment, Error> {
        self.ground.know_tenant(caller).await?;
        // Whose the request is comes first: no stranger's file is worth examining.
        let mut tx = self.ground.begin(caller).await?;
        let reach = self.ground.reach(&mut tx, caller, id).await?;
        reach.may_write()?;
        let found = request::find(&mut tx, reach.organisation, id).await?;
        found.ok_or_else(maintenance_request_not_found)?;
        tx.commit().await?;
        let label = AttachmentLabel::try_new(file.kind, &file.name, reach.actor)?;
        let checked = self.examine(file.content, label.kind).await?;

        let now = self.ground.clock.now();
        let mut tx = self.ground.begin(caller).await?;
        let added: i64 = once(&mut tx, key, async |tx| {
            let (reach, request) = self.ground.lock(tx, caller, id).await?;
            let by = FileBy {
                organisation: reach.organisation,
                actor: reach.actor,
                user: reach.user,
                job: None,
            };
            let added = self.keep(tx, by, id, &label, &checked, now).await?;
            let happening = happening(label.kind, "", label.kind.as_str());
            let ground = &self.ground;
            ground
                .save(tx, &reach, request, vec![happening], now)
                .await?;
            Ok(added.get())
        })
        .await?;
        let reach = self.ground.reach(&mut tx, caller, id).await?;
        let added = of_request(&mut tx, &reach, id, added.into()).await?;
        tx.commit().await?;
        Ok(added)
    }

    /// The bytes of a file. Invoices are for the landlord alone.
    ///
    /// # Errors
    /// `MAINTENANCE_REQUEST_NOT_FOUND`; `ATTACHMENT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_attachment", skip_all, fields(maintenance_request.id = %id))]
    pub async fn read(
        &self,
        caller: &Principal,
        id: MaintenanceRequestId,
        file: AttachmentId,
    ) -> Result<ReadFile, Error> {
        let mut tx = self.ground.begin(caller).await?;
        let reach = self.ground.reach(&mut tx, caller, id).await?;
        let organisation = reach.organisation;
        let found = request::find(&mut tx, organisation, id).await?;
        found.ok_or_else(maintenance_request_not_found)?;
        let attachment = of_request(&mut tx, &reach, id, file).await?;
        let bytes = self.open(&mut tx, organisation, file).await?;
        tx.commit().await?;
        Ok(ReadFile { attachment, bytes })
    }

    /// Takes a file away.
    ///
    /// # Errors
    /// `MAINTENANCE_REQUEST_NOT_FOUND`; `ATTACHMENT_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.remove_attachment", skip_all, fields(maintenance_request.id = %id))]
    pub async fn remove(
        &self,
        caller: &Principal,
        id: MaintenanceRequestId,
        file: AttachmentId,
        key: Option<&RequestKey>,
    ) -> Result<RequestView, Error> {
        let now = self.ground.clock.now();
        let mut tx = self.ground.begin(caller).await?;
        let _: i64 = once(&mut tx, key, async |tx| {
            let (reach, request) = self.ground.lock(tx, caller, id).await?;
            let gone = of_request(tx, &reach, id, file).await?;
            attachment::delete(tx, reach.organisation, file).await?;
            let happening = happening(gone.kind, gone.kind.as_str(), "");
            let ground = &self.ground;
            ground
                .save(tx, &reach, request, vec![happening], now)
                .await?;
            Ok(id.get())
        })
        .await?;
        let shown = self.ground.shown(&mut tx, caller, id).await?;
        tx.commit().await?;
        Ok(shown)
    }

    /// The bytes of a file, opened.
    pub(super) async fn open(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        file: AttachmentId,
    ) -> Result<Vec<u8>, Error> {
        let sealed = attachment::contents(tx, organisation, file).await?;
        let sealed = sealed.ok_or_else(attachment_not_found)?;
        let key = self.keys.of_organisation(tx, organisation).await?;
        let bytes = key.open(&sealed, &context(organisation, file));
        Ok(bytes.map_err(Error::internal)?.to_vec())
    }

    /// Judges a file by its content, outside any transaction.
    pub(super) async fn examine(
        &self,
        content: Vec<u8>,
        kind: AttachmentKind,
    ) -> Result<file_check::Checked, Error> {
        let permit = self.examining.acquire().await.map_err(Error::internal)?;
        let checked = tokio::task::spawn_blocking(move || file_check::check(content, kind)).await;
        drop(permit);
        checked.map_err(Error::internal)?
    }

    /// Keeps an examined file of a locked request.
    pub(super) async fn keep(
        &self,
        tx: &mut Tx,
        by: FileBy,
        id: MaintenanceRequestId,
        label: &AttachmentLabel,
        file: &file_check::Checked,
        now: DateTime<Utc>,
    ) -> Result<AttachmentId, Error> {
        let organisation = by.organisation;
        let there = attachment::of_request(tx, organisation, id).await?;
        if there.len() >= MOST_ATTACHMENTS {
            let text = format!("A request has at most {MOST_ATTACHMENTS} files.");
            return Err(Error::field(INVALID, "content", text));
        }
        let stored = attachment::stored(tx, organisation).await?;
        self.stored.check_organisation(stored, file.bytes.len())?;
        let name = label.named(file.media_type);
        let new = NewAttachment {
            kind: label.kind,
            file_name: &name,
            media_type: file.media_type,
            size: i64::try_from(file.bytes.len()).map_err(Error::internal)?,
            added_by: by.actor,
            user: by.user,
            job: by.job,
        };
        let added = attachment::insert(tx, organisation, id, new, now).await?;
        let key = self.keys.of_organisation(tx, organisation).await?;
        let sealed = key.seal(&file.bytes, &context(organisation, added));
        let sealed = sealed.map_err(Error::internal)?;
        attachment::keep_contents(tx, organisation, added, &sealed).await?;
        Ok(added)
    }
}

/// A file of a request that the caller may see.
async fn of_request(
    tx: &mut Tx,
    reach: &Reach,
    id: MaintenanceRequestId,
    file: AttachmentId,
) -> Result<Attachment, Error> {
    let files = attachment::of_request(tx, reach.organisation, id).await?;
    let found = files.into_iter().find(|one| one.id == file);
    found
        .filter(|one| one.is_for(reach.actor) && reach.sees(one.created_at))
        .ok_or_else(attachment_not_found)
}

/// Returns the history's entry of an added or removed file; of an invoice it is for the landlord alone.
pub(super) fn happening(kind: AttachmentKind, was: &str, became: &str) -> Happening {
    let event = MaintenanceEventKind::Attachment;
    match kind {
        AttachmentKind::Invoice => Happening::private(event, was, became),
        _ => Happening::new(event, was, became),
    }
}

/// Returns the context that a file's bytes are bound to: its row.
fn context(organisation: OrganisationId, file: AttachmentId) -> Vec<u8> {
    format!("maintenance attachment {file} of {organisation}").into_bytes()
}
