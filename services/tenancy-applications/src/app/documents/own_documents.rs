//! Documents that applicants take back.

use lintel_core::{DocumentId, Error, RequestKey};
use lintel_db::once;

use super::adding::Documents;
use crate::{
    app::applying::{ApplicationView, Eyes, applicant, locked::changed, timeline, view},
    domain::{
        applying::{Actor, TimelineEvent},
        documents::DocumentStatus,
    },
    error::{
        application_withdrawn, document_not_found, document_seen, link_expired,
        own_application_rejected,
    },
    store,
};

impl Documents {
    /// Takes a file back that the landlord has neither opened nor judged, for who has the private link. What the landlord had asked for is
    /// asked for again, unless another file of the same type is there.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_EXPIRED`; `APPLICATION_WITHDRAWN`; `APPLICATION_REJECTED`; `DOCUMENT_NOT_FOUND`; `DOCUMENT_SEEN`;
    /// `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.remove_own_document", skip_all)]
    pub async fn remove_by_link(
        &self,
        token: &str,
        document: DocumentId,
        request: Option<&RequestKey>,
    ) -> Result<ApplicationView, Error> {
        let now = self.clock.now();
        let (mut tx, organisation, found) = applicant::of_link(&self.db, token, now).await?;
        let application = found.id;
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = store::applying::application::lock(tx, organisation, application).await?;
            let mut found = found.ok_or_else(link_expired)?;
            if found.withdrawn_at.is_some() {
                return Err(application_withdrawn());
            }
            if found.rejected_at.is_some() {
                return Err(own_application_rejected());
            }
            let there =
                store::documents::document::of_application(tx, organisation, application).await?;
            let removed = there.iter().find(|one| one.id == document);
            let removed = removed.ok_or_else(document_not_found)?;
            let was_requested =
                store::documents::document::take_back(tx, organisation, document).await?;
            let was_requested = was_requested.ok_or_else(document_seen)?;
            let kind = removed.document_type;
            let mut others = there.iter().filter(|one| one.id != document);
            let is_there = others
                .any(|one| one.document_type == kind && one.status != DocumentStatus::Rejected);
            if was_requested && !is_there && !found.requested_documents.contains(&kind) {
                found.requested_documents.push(kind);
                found = store::applying::application::update(tx, organisation, found, now).await?;
            }
            let event = TimelineEvent::DocumentRemoved(removed.title.clone());
            timeline::record(tx, organisation, application, event, Actor::Applicant, now).await?;
            changed(tx, organisation, &found, now).await?;
            Ok(document.get())
        })
        .await?;
        let found = store::applying::application::find(&mut tx, organisation, application).await?;
        let found = found.ok_or_else(link_expired)?;
        let seen = view::whole(&mut tx, organisation, found, Eyes::Applicant, now).await?;
        tx.commit().await?;
        Ok(seen)
    }
}
