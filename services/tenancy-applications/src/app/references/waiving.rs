//! References that a landlord does without.

use lintel_core::{ApplicationId, Error, Principal, RequestKey, Violations};
use lintel_db::{Scope, once};

use super::{asked::of_application, asking::References};
use crate::{
    app::applying::{ApplicationView, Eyes, locked::changed, timeline, view},
    domain::{
        applying::{Actor, TimelineEvent},
        check,
        references::{ReferenceKind, ReferenceState},
    },
    error::{application_not_found, reference_already_given, reference_not_found},
    store,
};

/// How long the reason may be, in characters.
const REASON: std::ops::RangeInclusive<usize> = 2..=500;

impl References {
    /// Says that a reference which was asked for is not needed, and why: its link is dead. A repeat under the same request id changes
    /// nothing more.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `REFERENCE_NOT_FOUND` where none was asked for; `REFERENCE_INVALID` with every offending field;
    /// `REFERENCE_ALREADY_GIVEN`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.waive_reference", skip_all, fields(application.id = %application))]
    pub async fn waive(
        &self,
        caller: &Principal,
        application: ApplicationId,
        kind: Option<ReferenceKind>,
        reason: &str,
        request: Option<&RequestKey>,
    ) -> Result<ApplicationView, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // The stored answer holds no personal data: a repeat reads the application again.
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = store::applying::application::lock(tx, organisation, application).await?;
            let found = found.ok_or_else(application_not_found)?;
            let asked = of_application(tx, organisation, application).await?;
            let asked = asked.into_iter().find(|one| Some(one.kind) == kind);
            let asked = asked.ok_or_else(reference_not_found)?;
            let mut bad = Violations::default();
            let why = "Say why it is not needed, in 2 to 500 characters.";
            let reason = check::prose(&mut bad, "reason", reason, REASON, why);
            bad.into_result("REFERENCE_INVALID")?;
            if asked.state() == ReferenceState::Given {
                return Err(reference_already_given());
            }
            let reason = reason.unwrap_or_default();
            let mails = &self.to_referees;
            mails.close(tx, organisation, &found, &asked, now).await?;
            store::references::reference::waive(tx, organisation, asked.id, &reason, now).await?;
            let event = TimelineEvent::ReferenceWaived(asked.kind);
            timeline::record(tx, organisation, application, event, Actor::Landlord, now).await?;
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
