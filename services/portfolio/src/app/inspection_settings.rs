//! Reading and changing the inspection settings of a property.

use std::slice;

use lintel_core::{Error, Expected, Principal, PropertyId, london_date};
use lintel_db::{Asked, Reply, Scope, once, outbox};

use super::{auto_schedule, inspection::Inspections};
use crate::{domain::InspectionSettings, error::property_not_found, events, store};

impl Inspections {
    /// A property's settings with their version; the defaults at version 0 where nothing was set.
    ///
    /// # Errors
    /// `PROPERTY_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_inspection_settings", skip_all, fields(property.id = %property))]
    pub async fn get_inspection_settings(
        &self,
        caller: &Principal,
        property: PropertyId,
    ) -> Result<(InspectionSettings, i64), Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        if !store::property::exists(&mut tx, organisation, property).await? {
            return Err(property_not_found());
        }
        Ok(store::inspection_settings::find(&mut tx, organisation, property).await?)
    }

    /// Sets a property's settings. An automatically scheduled inspection that no person has changed moves with the frequency; if
    /// none is scheduled and the settings ask for one, it is added. The property's history notes the new settings.
    ///
    /// # Errors
    /// `PROPERTY_NOT_FOUND`; `INSPECTION_SETTINGS_INVALID` as `settings` says; `STALE_ETAG` when they are not at the `expected`
    /// version; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.update_inspection_settings", skip_all, fields(property.id = %property))]
    pub async fn update_inspection_settings<R: Reply>(
        &self,
        caller: &Principal,
        property: PropertyId,
        settings: Result<InspectionSettings, Error>,
        expected: &Expected,
        request: Asked<(InspectionSettings, i64), R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let set = once(&mut tx, request, async |tx| {
            store::diary::take_turn(tx, organisation).await?;
            store::property::lock(tx, organisation, property)
                .await?
                .ok_or_else(property_not_found)?;
            let settings = settings?;
            let (before, version) =
                store::inspection_settings::find(tx, organisation, property).await?;
            expected.check(version)?;
            let version =
                store::inspection_settings::put(tx, organisation, property, settings).await?;
            let changes = before.changes_to(settings);
            if !changes.is_empty() {
                let by = caller.user;
                store::history::append_settings(
                    tx,
                    organisation,
                    property,
                    version,
                    now,
                    by,
                    &changes,
                )
                .await?;
            }
            let property = store::property::label(tx, organisation, property)
                .await?
                .ok_or_else(property_not_found)?;
            let bases = store::unscheduled::bases(tx, organisation, property.id).await?;
            let due = settings.next_after(bases.since(), london_date(now));
            let open = store::inspection::lock_open(tx, organisation, property.id).await?;
            if settings.auto_schedule && open.is_empty() {
                auto_schedule::schedule(tx, organisation, slice::from_ref(&property), due, now)
                    .await?;
            }
            let moves = settings.frequency_months != before.frequency_months;
            for mut untouched in open {
                // No person has changed its day or added a note.
                if !(moves && untouched.automatic && untouched.changed_by.is_none()) {
                    continue;
                }
                let (label, id) = (&property, untouched.id);
                if let Some(when) = auto_schedule::moved(tx, organisation, label, due, id).await? {
                    untouched.appointment = when;
                }
                let moved =
                    store::inspection::update(tx, organisation, untouched, None, now).await?;
                outbox::append(tx, &events::inspection_changed(organisation, &moved)).await?;
            }
            Ok((settings, version))
        })
        .await?;
        tx.commit().await?;
        Ok(set)
    }
}
