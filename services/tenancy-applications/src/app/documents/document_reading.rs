//! Reading documents of applications: their bytes, by tickets as well, and who has read them.

use chrono::{DateTime, Duration, Utc};
use lintel_core::{ApplicationId, DocumentId, Error, Page, PageRequest, PageToken, Principal};
use lintel_db::{Scope, Tx};
use lintel_sealing::LinkToken;
use uuid::Uuid;

use super::adding::{Documents, Place, context};
use crate::{
    domain::documents::{Document, DocumentReading},
    error::{application_not_found, document_not_found, document_private, file_not_found},
    store::{self, documents::document_ticket::NewTicket},
};

/// The time that a ticket can be used (docs/reference/http.md, "Sign-in, cookies, files").
const TICKET: Duration = Duration::seconds(60);

/// A file as it was read.
#[derive(Debug)]
pub struct ReadFile {
    /// What it is.
    pub document: Document,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A ticket to read a file once.
#[derive(Debug)]
pub struct Ticket {
    /// The file.
    pub file: Uuid,
    /// What whoever has it shows.
    pub token: LinkToken,
    /// When it is over.
    pub expires_at: DateTime<Utc>,
}

impl Documents {
    /// The bytes of a document. The reading is recorded in the same transaction.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `DOCUMENT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_document", skip_all, fields(application.id = %application))]
    pub async fn read(
        &self,
        caller: &Principal,
        application: ApplicationId,
        document: DocumentId,
    ) -> Result<ReadFile, Error> {
        let (tx, place) = self.begin(caller, application).await?;
        self.open(tx, place, document).await
    }

    /// Reads like [`Self::read`], by the private link of the applicant; no identity document, because a link may be forwarded.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_EXPIRED`; `DOCUMENT_PRIVATE`; `DOCUMENT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_own_document", skip_all)]
    pub async fn read_by_link(&self, token: &str, document: DocumentId) -> Result<ReadFile, Error> {
        let place = self.of_link(token).await?;
        let scope = crate::app::applying::invites::of(place.organisation);
        let mut tx = self.db.begin(scope).await?;
        let (organisation, application) = (place.organisation, place.application);
        let found =
            store::documents::document::find(&mut tx, organisation, application, document).await?;
        if found.is_some_and(|found| found.document_type.is_identity()) {
            return Err(document_private());
        }
        self.open(tx, place, document).await
    }

    /// A page of who read a document, the newest first.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `DOCUMENT_NOT_FOUND`; `PAGE_TOKEN_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_document_readings", skip_all, fields(application.id = %application))]
    pub async fn readings(
        &self,
        caller: &Principal,
        application: ApplicationId,
        document: DocumentId,
        page: &PageRequest,
    ) -> Result<Page<DocumentReading>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::applying::application::find(&mut tx, organisation, application).await?;
        found.ok_or_else(application_not_found)?;
        let found =
            store::documents::document::find(&mut tx, organisation, application, document).await?;
        found.ok_or_else(document_not_found)?;
        let before = page.after.as_ref().map(|token| token.id);
        let limit = Page::<DocumentReading>::limit(page);
        let rows =
            store::documents::document::readings(&mut tx, organisation, document, before, limit)
                .await?;
        Ok(Page::cut(rows, page, |row| PageToken {
            sort: String::new(),
            id: row.id,
        }))
    }

    /// A ticket with which the caller reads a document once within a minute. It is recorded with the document.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `DOCUMENT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.issue_document_ticket", skip_all, fields(application.id = %application))]
    pub async fn issue_ticket(
        &self,
        caller: &Principal,
        application: ApplicationId,
        document: DocumentId,
    ) -> Result<Ticket, Error> {
        let now = self.clock.now();
        let (mut tx, place) = self.begin(caller, application).await?;
        let organisation = place.organisation;
        let file =
            store::documents::document::file_of(&mut tx, organisation, application, document)
                .await?;
        let file = file.ok_or_else(document_not_found)?;
        let token = LinkToken::generate();
        let new = NewTicket {
            hash: token.hash(),
            document,
            actor: place.actor,
            reader: caller.user,
            issued_at: now,
            expires_at: now + TICKET,
        };
        store::documents::document_ticket::insert(&mut tx, organisation, &new).await?;
        tx.commit().await?;
        Ok(Ticket {
            file,
            token,
            expires_at: new.expires_at,
        })
    }

    /// The bytes of a ticket's document, for the caller that it was issued to; the ticket is spent and the reading recorded in one
    /// transaction.
    ///
    /// # Errors
    /// `FILE_NOT_FOUND` for a ticket that is not known, spent, over, or of another file or reader, and for a landlord who acts for another
    /// organisation by now; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.redeem_document_ticket", skip_all)]
    pub async fn redeem_ticket(
        &self,
        caller: &Principal,
        token: &str,
        file: Option<Uuid>,
    ) -> Result<ReadFile, Error> {
        let reader = caller.user;
        let now = self.clock.now();
        let token = LinkToken::parse(token).ok_or_else(file_not_found)?;
        let file = file.ok_or_else(file_not_found)?;
        let hash = token.hash();
        let organisation =
            store::documents::document_ticket::organisation_of(self.db.unscoped(), &hash);
        let organisation = organisation.await?.ok_or_else(file_not_found)?;
        let acts_for = caller.membership.map(|member| member.organisation);
        if acts_for.is_some_and(|own| own != organisation) {
            return Err(file_not_found());
        }
        let scope = Scope {
            organisation: Some(organisation),
            user: Some(reader),
        };
        let mut tx = self.db.begin(scope).await?;
        let spent = store::documents::document_ticket::spend(
            &mut tx,
            organisation,
            &hash,
            reader,
            file,
            now,
        );
        let spent = spent.await?.ok_or_else(file_not_found)?;
        let place = Place {
            organisation,
            application: spent.application,
            actor: spent.actor,
            user: Some(reader),
        };
        self.open(tx, place, spent.document).await
    }

    async fn open(
        &self,
        mut tx: Tx,
        place: Place,
        document: DocumentId,
    ) -> Result<ReadFile, Error> {
        let Place {
            organisation,
            application,
            actor,
            user,
        } = place;
        let found =
            store::documents::document::find(&mut tx, organisation, application, document).await?;
        let found = found.ok_or_else(document_not_found)?;
        let sealed = store::documents::document::contents(&mut tx, organisation, document).await?;
        let sealed = sealed.ok_or_else(document_not_found)?;
        let key = self.keys.of_organisation(&mut tx, organisation).await?;
        let now = self.clock.now();
        store::documents::document::record_reading(
            &mut tx,
            organisation,
            document,
            actor,
            user,
            now,
        )
        .await?;
        let bytes = key.open(&sealed, &context(organisation, document));
        let bytes = bytes.map_err(Error::internal)?.to_vec();
        tx.commit().await?;
        Ok(ReadFile {
            document: found,
            bytes,
        })
    }
}
