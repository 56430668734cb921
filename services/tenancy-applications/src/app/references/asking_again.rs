//! Asking for a reference again, by a new link.

use lintel_core::{ApplicationId, Error, Principal, RequestKey};
use lintel_db::{Scope, once};

use super::{References, asked::of_application};
use crate::{
    app::applying::{ApplicationView, Eyes, locked::changed, timeline, view},
    domain::{
        applying::{Actor, TimelineEvent},
        references::ReferenceKind,
    },
    error::{
        application_not_found, application_rejected, application_withdrawn,
        reference_already_given, reference_not_found, reference_not_needed,
    },
    store,
};

impl References {
    /// Mails a new link; the one before is dead.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `APPLICATION_WITHDRAWN`; `APPLICATION_REJECTED`; `REFERENCE_NOT_NEEDED` once they have moved in;
    /// `REFERENCE_NOT_FOUND` where none was asked for; `REFERENCE_ALREADY_GIVEN`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the
    /// database is away.
    #[tracing::instrument(name = "app.send_reference", skip_all, fields(application.id = %application))]
    pub async fn send(
        &self,
        caller: &Principal,
        application: ApplicationId,
        kind: Option<ReferenceKind>,
        request: Option<&RequestKey>,
    ) -> Result<ApplicationView, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // The stored answer holds no personal data: a repeat reads the application again.
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = store::applying::application::lock(tx, organisation, application).await?;
            let found = found.ok_or_else(application_not_found)?;
            if found.withdrawn_at.is_some() {
                return Err(application_withdrawn());
            }
            if found.rejected_at.is_some() {
                return Err(application_rejected());
            }
            if found.moved_in {
                return Err(reference_not_needed());
            }
            let asked = of_application(tx, organisation, application).await?;
            let asked = asked.into_iter().find(|one| Some(one.kind) == kind);
            let asked = asked.ok_or_else(reference_not_found)?;
            if asked.answered_at.is_some() {
                return Err(reference_already_given());
            }
            let to = (asked.id, asked.kind, asked.email.as_str());
            let generation = asked.generation + 1;
            self.send_link(tx, organisation, &found, to, generation, now)
                .await?;
            let again = TimelineEvent::ReferenceSentAgain(asked.kind);
            timeline::record(tx, organisation, application, again, Actor::Landlord, now).await?;
            changed(tx, organisation, &found, now).await?;
            Ok(application.get())
        })
        .await?;
        let found = store::applying::application::find(&mut tx, organisation, application).await?;
        let found = found.ok_or_else(application_not_found)?;
        let mut seen = view::whole(&mut tx, organisation, found, Eyes::Landlord, now).await?;
        self.open(&mut tx, organisation, &mut seen.references)
            .await?;
        tx.commit().await?;
        Ok(seen)
    }
}
