//! Documents of applications: adding and judging them. Reading is the work of [`super::document_reading`].

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use lintel_core::{
    ApplicationId, Clock, DocumentId, Error, OrganisationId, Principal, RequestKey, Role, UserId,
};
use lintel_db::{Db, Scope, Tx, once};
use lintel_runtime::limits::Stored;
use tokio::sync::Semaphore;

use super::file_check;
use crate::{
    app::{
        applying::{
            ApplicationMails, applicant,
            locked::{act_in, changed},
            timeline,
        },
        keeping::keys::Keys,
    },
    domain::{
        applying::{Actor, Application, TimelineEvent},
        documents::{Document, DocumentLabel, DocumentStatus, MOST_DOCUMENTS},
    },
    error::{
        application_not_found, application_withdrawn, document_not_found, link_expired,
        own_application_rejected,
    },
    store::{self, documents::document::NewDocument},
};

/// Files that are examined at once; the others wait.
const AT_ONCE: usize = 2;
/// The members are told of new documents of an application once within this time.
const QUIET: Duration = Duration::hours(1);

/// Documents of applications.
#[derive(Debug, Clone)]
pub struct Documents {
    pub(in crate::app) db: Db,
    pub(in crate::app) clock: Arc<dyn Clock>,
    pub(in crate::app) keys: Keys,
    mails: ApplicationMails,
    examining: Arc<Semaphore>,
    stored: Stored,
}

/// In whose name a document is worked with, and of which application.
#[derive(Debug, Clone, Copy)]
pub(in crate::app) struct Place {
    pub(in crate::app) organisation: OrganisationId,
    pub(in crate::app) application: ApplicationId,
    pub(in crate::app) actor: Actor,
    pub(in crate::app) user: Option<UserId>,
}

impl Documents {
    /// Documents kept in `db`, sealed with `keys`, as many as `stored` allows.
    #[must_use]
    pub fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        keys: Keys,
        mails: ApplicationMails,
        stored: Stored,
    ) -> Self {
        Self {
            db,
            clock,
            keys,
            mails,
            examining: Arc::new(Semaphore::new(AT_ONCE)),
            stored,
        }
    }

    /// Adds a document: a member's to an application of the organisation, or a tenant account's to its own.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `DOCUMENT_INVALID`; `FILE_TYPE_INVALID`; `APPLICATION_WITHDRAWN`; `APPLICATION_REJECTED` to its
    /// applicant; `STORAGE_FULL`; `LINK_STORAGE_FULL` to its applicant; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.add_document", skip_all, fields(application.id = %application))]
    pub async fn add(
        &self,
        caller: &Principal,
        application: ApplicationId,
        label: Result<DocumentLabel, Error>,
        content: Vec<u8>,
        request: Option<&RequestKey>,
    ) -> Result<Document, Error> {
        // Whose the application is comes first: no stranger's file is worth examining.
        let (tx, place) = self.begin(caller, application).await?;
        tx.commit().await?;
        let (label, file) = self.examine(label, content).await?;
        let (mut tx, _) = self.begin(caller, application).await?;
        let own = Scope::of(caller);
        let added = self
            .keep(&mut tx, place, &label, &file, own, request)
            .await?;
        tx.commit().await?;
        Ok(added)
    }

    /// As [`Self::add`], by the private link of the applicant.
    ///
    /// # Errors
    /// `LINK_INVALID`, `LINK_EXPIRED`, and as [`Self::add`].
    #[tracing::instrument(name = "app.add_own_document", skip_all)]
    pub async fn add_by_link(
        &self,
        token: &str,
        label: Result<DocumentLabel, Error>,
        content: Vec<u8>,
        request: Option<&RequestKey>,
    ) -> Result<Document, Error> {
        let place = self.of_link(token).await?;
        let (label, file) = self.examine(label, content).await?;
        let scope = crate::app::applying::invites::of(place.organisation);
        let mut tx = self.db.begin(scope).await?;
        let added = self
            .keep(&mut tx, place, &label, &file, scope, request)
            .await?;
        tx.commit().await?;
        Ok(added)
    }

    /// Accepts or refuses a document.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `DOCUMENT_NOT_FOUND`; `DOCUMENT_INVALID`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the
    /// database is away.
    #[tracing::instrument(name = "app.review_document", skip_all, fields(application.id = %application))]
    pub async fn review(
        &self,
        caller: &Principal,
        application: ApplicationId,
        document: DocumentId,
        review: Result<(DocumentStatus, Option<String>), Error>,
        request: Option<&RequestKey>,
    ) -> Result<Document, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = store::applying::application::lock(tx, organisation, application).await?;
            let found = found.ok_or_else(application_not_found)?;
            let judged =
                store::documents::document::find(tx, organisation, application, document).await?;
            let judged = judged.ok_or_else(document_not_found)?;
            let (status, reason) = review?;
            store::documents::document::review(
                tx,
                organisation,
                document,
                status,
                reason.as_deref(),
            )
            .await?;
            let title = judged.title;
            let event = match reason.clone() {
                Some(reason) => TimelineEvent::DocumentRejected {
                    title: title.clone(),
                    reason,
                },
                None => TimelineEvent::DocumentAccepted(title.clone()),
            };
            timeline::record(tx, organisation, application, event, Actor::Landlord, now).await?;
            if let Some(reason) = reason {
                let mails = &self.mails;
                mails
                    .tell_of_refused_document(tx, organisation, &found, &title, &reason, now)
                    .await?;
            }
            changed(tx, organisation, &found, now).await?;
            Ok(document.get())
        })
        .await?;
        let judged =
            store::documents::document::find(&mut tx, organisation, application, document).await?;
        tx.commit().await?;
        judged.ok_or_else(document_not_found)
    }

    /// Begins a transaction for a caller's application.
    pub(in crate::app) async fn begin(
        &self,
        caller: &Principal,
        application: ApplicationId,
    ) -> Result<(Tx, Place), Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let (organisation, actor) = if caller.role == Role::Tenant {
            let organisation = applicant::organisation_of(&mut tx, caller, application).await?;
            act_in(&mut tx, caller, organisation).await?;
            (organisation, Actor::Applicant)
        } else {
            let organisation = caller.organisation()?;
            let found =
                store::applying::application::find(&mut tx, organisation, application).await?;
            found.ok_or_else(application_not_found)?;
            (organisation, Actor::Landlord)
        };
        let place = Place {
            organisation,
            application,
            actor,
            user: Some(caller.user),
        };
        Ok((tx, place))
    }

    pub(in crate::app) async fn of_link(&self, token: &str) -> Result<Place, Error> {
        let now = self.clock.now();
        let (tx, organisation, found) = applicant::of_link(&self.db, token, now).await?;
        tx.commit().await?;
        Ok(Place {
            organisation,
            application: found.id,
            actor: Actor::Applicant,
            user: None,
        })
    }

    /// Judges a file by its content, outside any transaction.
    async fn examine(
        &self,
        label: Result<DocumentLabel, Error>,
        content: Vec<u8>,
    ) -> Result<(DocumentLabel, file_check::Checked), Error> {
        let label = label?;
        let permit = self.examining.acquire().await.map_err(Error::internal)?;
        let checked = tokio::task::spawn_blocking(move || file_check::check(content)).await;
        drop(permit);
        Ok((label, checked.map_err(Error::internal)??))
    }

    async fn keep(
        &self,
        tx: &mut Tx,
        place: Place,
        label: &DocumentLabel,
        file: &file_check::Checked,
        caller: Scope,
        request: Option<&RequestKey>,
    ) -> Result<Document, Error> {
        let Place {
            organisation,
            application,
            actor,
            user,
        } = place;
        let now = self.clock.now();
        // A request id belongs to its caller, the rows to the organisation.
        let within = Scope {
            organisation: Some(organisation),
            user,
        };
        tx.act_as(caller).await?;
        let kept: i64 = once(tx, request, async |tx| {
            tx.act_as(within).await?;
            let found = store::applying::application::lock(tx, organisation, application).await?;
            let found = found.ok_or_else(match user {
                Some(_) => application_not_found,
                None => link_expired,
            })?;
            if found.withdrawn_at.is_some() {
                return Err(application_withdrawn());
            }
            if found.rejected_at.is_some() && actor == Actor::Applicant {
                return Err(own_application_rejected());
            }
            let id = self.insert(tx, place, label, file, &found, now).await?;
            tx.act_as(caller).await?;
            Ok(id.get())
        })
        .await?;
        tx.act_as(within).await?;
        let kept =
            store::documents::document::find(tx, organisation, application, kept.into()).await?;
        kept.ok_or_else(|| match actor {
            Actor::Landlord => application_not_found(),
            _ => document_not_found(),
        })
    }

    async fn insert(
        &self,
        tx: &mut Tx,
        place: Place,
        label: &DocumentLabel,
        file: &file_check::Checked,
        found: &Application,
        now: DateTime<Utc>,
    ) -> Result<DocumentId, Error> {
        let Place {
            organisation,
            application,
            actor,
            ..
        } = place;
        let there =
            store::documents::document::of_application(tx, organisation, application).await?;
        if there.len() >= MOST_DOCUMENTS {
            let text = format!("An application has at most {MOST_DOCUMENTS} documents.");
            return Err(Error::field("DOCUMENT_INVALID", "content", text));
        }
        let stored = store::keeping::stored::of_organisation(tx, organisation).await?;
        self.stored.check_organisation(stored, file.bytes.len())?;
        if actor == Actor::Applicant {
            let by_link = store::keeping::stored::by_link_of(tx, organisation, application).await?;
            self.stored.check_link(by_link, file.bytes.len())?;
        }
        let tells_members = actor == Actor::Applicant
            && !store::documents::document::told_since(tx, organisation, application, now - QUIET)
                .await?;
        let new = NewDocument {
            label,
            media_type: file.media_type,
            size: i64::try_from(file.bytes.len()).map_err(Error::internal)?,
            added_by: actor,
            members_told: tells_members,
            was_requested: found.requested_documents.contains(&label.document_type),
        };
        let id =
            store::documents::document::insert(tx, organisation, application, new, now).await?;
        let key = self.keys.of_organisation(tx, organisation).await?;
        let sealed = key.seal(&file.bytes, &context(organisation, id));
        let sealed = sealed.map_err(Error::internal)?;
        store::documents::document::keep_contents(tx, organisation, id, &sealed).await?;
        let event = TimelineEvent::DocumentAdded(label.title.clone());
        timeline::record(tx, organisation, application, event, actor, now).await?;
        if tells_members {
            let mails = &self.mails;
            mails
                .tell_of_added_document(tx, organisation, found, &label.title, now)
                .await?;
        }
        if found.requested_documents.contains(&label.document_type) {
            let mut found = found.clone();
            found
                .requested_documents
                .retain(|one| *one != label.document_type);
            store::applying::application::update(tx, organisation, found, now).await?;
        }
        changed(tx, organisation, found, now).await?;
        Ok(id)
    }
}

/// What the bytes of a document are bound to: its row.
pub(in crate::app) fn context(organisation: OrganisationId, document: DocumentId) -> Vec<u8> {
    format!("document {document} of {organisation}").into_bytes()
}
