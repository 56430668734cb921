//! Moving in: the last of the six steps.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{
    ApplicationId, Clock, Error, OrganisationId, Principal, RequestKey, TenantId, london_date,
};
use lintel_db::{Db, Scope, Tx, once};

use super::{TenancyMails, locked, tenancy, tenancy_documents};
use crate::{
    app::{
        agreeing::{agreed_terms, agreement_reading},
        applying::{
            household::Household,
            locked::{changed, lock_with_home},
            timeline,
        },
        documents::file_check::Checked,
        keeping::keys::Keys,
        references::asked,
        rent::ledgers,
    },
    domain::{
        agreeing::{Agreement, AgreementState},
        applying::{Actor, Application, TimelineEvent},
        letting::{StartRefused, StepName, Tenancy, TenancyDocumentLabel, Tenant},
    },
    error::{
        application_not_found, move_in_steps_missing, tenancy_not_upcoming, tenancy_starts_later,
    },
    store,
};

/// Lets tenants move in.
#[derive(Debug, Clone)]
pub struct MoveIn {
    db: Db,
    clock: Arc<dyn Clock>,
    keys: Keys,
    mails: TenancyMails,
}

impl MoveIn {
    /// Of tenancies kept in `db`; the day is that of `clock` in London.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, keys: Keys, mails: TenancyMails) -> Self {
        Self {
            db,
            clock,
            keys,
            mails,
        }
    }

    /// Lets those who rent together move in, from the first day on, once for all of their applications. A repeat under the same request
    /// id changes nothing more.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `MOVE_IN_STEPS_MISSING` naming them; `TERMS_CHARGED` where an earlier release let rent be charged otherwise
    /// than all have signed; `TENANCY_NOT_UPCOMING` for one that has begun;
    /// `TENANCY_STARTS_LATER`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.complete_move_in", skip_all, fields(application.id = %application))]
    pub async fn complete(
        &self,
        caller: &Principal,
        application: ApplicationId,
        email_tenants: Option<bool>,
        request: Option<&RequestKey>,
    ) -> Result<Tenant, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // The stored answer names nobody: a repeat reads the tenant again.
        let tenant: i64 = once(&mut tx, request, async |tx| {
            let found = lock_with_home(tx, organisation, application).await?;
            let found = found.ok_or_else(application_not_found)?;
            let household = Household::of(tx, organisation, &found).await?;
            let tenant = ready(tx, organisation, &found, &household, now).await?;
            let before = locked::lock_of(tx, organisation, tenant).await?;
            let agreed =
                store::agreeing::agreement::last_of_tenancy(tx, organisation, before.id).await?;
            let agreed = agreed.filter(|one| one.state == AgreementState::Signed);
            // As it was first charged: a dated change since then is a change of what all have signed.
            let standing = agreed_terms::standing(tx, organisation, &before, before.start).await?;
            let charged = standing.is_some();
            let mut after = before.clone();
            match (&agreed, &standing) {
                (Some(agreed), Some(standing)) => {
                    agreed_terms::require_same(standing, &agreed.terms)?;
                }
                (Some(agreed), None) => agreed.terms.apply(&mut after),
                (None, _) => {}
            }
            after
                .start_on(london_date(now))
                .map_err(|refused| match refused {
                    StartRefused::NotUpcoming => tenancy_not_upcoming(),
                    StartRefused::Later => tenancy_starts_later(),
                })?;
            tenancy::save(tx, organisation, &before, after, now).await?;
            if let Some(agreed) = &agreed {
                let begun = locked::lock_of(tx, organisation, tenant).await?;
                if !charged {
                    let (terms, today) = (&agreed.terms.rent_terms, london_date(now));
                    ledgers::start(tx, organisation, &begun, terms, None, today, now).await?;
                }
                self.give(tx, agreed, &begun, now).await?;
            }
            self.tell(tx, organisation, &household, (&before, email_tenants), now)
                .await?;
            Ok(tenant.get())
        })
        .await?;
        let shown = ledgers::shown(&mut tx, organisation, tenant.into(), london_date(now));
        let shown = shown.await?;
        tx.commit().await?;
        Ok(shown)
    }

    /// Gives the tenants the agreement as all have signed it, with its certificate.
    async fn give(
        &self,
        tx: &mut Tx,
        agreed: &Agreement,
        tenancy: &Tenancy,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let organisation = agreed.organisation;
        let own = agreed.edition.is_none();
        let files: &[bool] = if own { &[false, true] } else { &[true] };
        for certified in files.iter().copied() {
            let bytes = agreement_reading::open(tx, &self.keys, agreed, certified).await?;
            let file = Checked {
                media_type: "application/pdf",
                bytes,
            };
            let mut label = TenancyDocumentLabel::of_agreement();
            if own && certified {
                "Certificate of signing".clone_into(&mut label.title);
            }
            tenancy_documents::keep(tx, organisation, &self.keys, tenancy, &label, &file, now)
                .await?;
        }
        Ok(())
    }

    /// Writes it into the timelines of all who rent together, and tells them.
    async fn tell(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        household: &Household,
        (tenancy, email_tenants): (&Tenancy, Option<bool>),
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        for (id, _) in &household.people {
            let found = store::applying::application::lock(tx, organisation, *id).await?;
            let Some(found) = found else { continue };
            let event = TimelineEvent::MovedIn;
            timeline::record(tx, organisation, *id, event, Actor::Landlord, now).await?;
            changed(tx, organisation, &found, now).await?;
        }
        for member in tenancy.staying() {
            let mails = &self.mails;
            mails
                .welcome(tx, organisation, member.id, email_tenants, now)
                .await?;
        }
        Ok(())
    }
}

/// The tenant of an application, if nothing but moving in is missing for all who rent together.
async fn ready(
    tx: &mut Tx,
    organisation: OrganisationId,
    application: &Application,
    household: &Household,
    now: DateTime<Utc>,
) -> Result<TenantId, Error> {
    if application.moved_in {
        return Err(tenancy_not_upcoming());
    }
    let ids: Vec<_> = household.people.iter().map(|(id, _)| *id).collect();
    let asked = asked::of_applications(tx, organisation, &ids).await?;
    let mut missing: Vec<StepName> = Vec::new();
    for id in ids {
        let found = store::applying::application::find(tx, organisation, id).await?;
        let Some(found) = found else { continue };
        let own = asked.iter().filter(|one| one.application == id).cloned();
        let own: Vec<_> = own.collect();
        let facts = household.facts(tx, organisation, &found, &own, now).await?;
        for step in facts.missing() {
            if !missing.contains(&step) {
                missing.push(step);
            }
        }
    }
    match application.tenant {
        Some(tenant) if missing.is_empty() => Ok(tenant),
        _ => {
            let labels: Vec<_> = missing.into_iter().map(StepName::label).collect();
            Err(move_in_steps_missing(&labels))
        }
    }
}
