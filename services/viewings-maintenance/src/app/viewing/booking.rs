//! Booking viewings, changing them, and forgetting who came.

use std::sync::Arc;

use lintel_core::{Clock, Error, Expected, OrganisationId, Principal, RequestKey, ViewingId};
use lintel_db::{Db, Scope, Tx, once, outbox};

use super::{ViewingMails, seen, seen::SeenViewing, write};
use crate::{
    app::{Asking, Links, Named},
    domain::{
        Home,
        viewing::{NewViewing, ShownHome, Viewing, ViewingDraft, ViewingField, change, remind_at},
    },
    error::{home_not_found, room_not_found, viewing_not_found, viewing_open},
    events,
    store::{self, viewing::Booking},
};

/// Books and changes viewings.
#[derive(Debug, Clone)]
pub struct Bookings {
    db: Db,
    clock: Arc<dyn Clock>,
    links: Links,
    mails: ViewingMails,
    asking: Arc<Asking>,
}

impl Bookings {
    /// Viewings kept in `db`, of homes that `asking` knows.
    #[must_use]
    pub const fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        links: Links,
        mails: ViewingMails,
        asking: Arc<Asking>,
    ) -> Self {
        Self {
            db,
            clock,
            links,
            mails,
            asking,
        }
    }

    /// Books a viewing that the caller will show, and tells the viewer, the caller and those who live there. An overlap is no refusal.
    ///
    /// # Errors
    /// `HOME_NOT_FOUND`; `ROOM_NOT_FOUND`; `VIEWING_INVALID` with every offending field; `REQUEST_ID_REUSED`; [`Error::Unavailable`]
    /// while the database is away.
    #[tracing::instrument(name = "app.create_viewing", skip_all, fields(property.id = draft.property))]
    pub async fn create(
        &self,
        caller: &Principal,
        draft: ViewingDraft,
        request: Option<&RequestKey>,
    ) -> Result<SeenViewing, Error> {
        let home = Named::Home(caller.organisation()?, draft.property.into());
        // One that was sold or deleted a moment ago is shown to nobody.
        let is_there = self.asking.is_there(home).await;
        let use_case = || self.create_once(caller, draft.clone(), is_there, request);
        self.asking.or_ask(&[home], use_case).await
    }

    async fn create_once(
        &self,
        caller: &Principal,
        draft: ViewingDraft,
        is_there: bool,
        request: Option<&RequestKey>,
    ) -> Result<SeenViewing, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // The stored answer names nobody: a repeat reads the viewing again.
        let id: i64 = once(&mut tx, request, async |tx| {
            // docs/reference/http.md: a home that is not there is reported before what is wrong with the rest.
            store::home::hold(tx, organisation, draft.property.into()).await?;
            let home = store::home::find(tx, organisation, draft.property.into()).await?;
            let home = home.filter(|_| is_there).ok_or_else(home_not_found)?;
            let room = room_of(Some(&home), draft.room.as_deref())?;
            let new = NewViewing::try_new(draft, now)?;
            let token = self.links.new_viewing();
            let shown = ShownHome {
                property: home.property,
                name: home.name,
                address: home.address,
                postcode: home.postcode,
                room,
            };
            let booking = Booking {
                home: &shown,
                host: caller.user,
                remind_at: remind_at(new.at, now),
                token_nonce: &token.nonce,
                token_hash: &token.hash,
                now,
            };
            let id = store::viewing::insert(tx, organisation, &new, &booking).await?;
            let booked = find(tx, organisation, id).await?;
            outbox::append(tx, &events::viewing_changed(&booked)).await?;
            if self.mails.booked(tx, &booked).await? {
                store::viewing::noticed(tx, organisation, id, now).await?;
            }
            Ok(id.get())
        })
        .await?;
        let booked = find(&mut tx, organisation, id.into()).await?;
        let seen = seen::one(&mut tx, booked).await?;
        tx.commit().await?;
        Ok(seen)
    }

    /// Changes `fields` of a viewing to what `draft` says, and tells whom it concerns; a request that changes nothing writes nothing. A
    /// repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `VIEWING_NOT_FOUND`; `ROOM_NOT_FOUND`; `VIEWING_INVALID` with every offending field; `VIEWING_TRANSITION`; `STALE_ETAG` when the
    /// viewing is not at the `expected` version; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.update_viewing", skip_all, fields(viewing.id = %viewing))]
    pub async fn update(
        &self,
        caller: &Principal,
        viewing: ViewingId,
        fields: Result<Vec<ViewingField>, Error>,
        draft: ViewingDraft,
        expected: &Expected,
        request: Option<&RequestKey>,
    ) -> Result<SeenViewing, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        if fields
            .as_ref()
            .is_ok_and(|fields| fields.contains(&ViewingField::Room))
        {
            self.know_room(caller, viewing, draft.room.as_deref())
                .await?;
        }
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let before = lock(tx, organisation, viewing).await?;
            let fields = fields?;
            let room = if fields.contains(&ViewingField::Room) {
                let home = store::home::find(tx, organisation, before.home.property).await?;
                room_of(home.as_ref(), draft.room.as_deref())?
            } else {
                None
            };
            // docs/reference/http.md: an invalid request is refused as such before a conflict with another change is reported.
            let mut after = change(&before, &fields, draft, room, now)?;
            expected.check(before.version)?;
            if after == before {
                return Ok(viewing.get());
            }
            if address(&after) != address(&before) {
                // Who had the earlier address has no business with the viewing any more.
                after.token_nonce = Some(self.links.new_viewing().nonce);
            }
            // Calendars keep the file with the newer stamp.
            after.updated_at = now;
            if self.mails.changed(tx, &before, &after, now).await? {
                after.notice_at = Some(now);
            }
            write(tx, &self.links, after, now).await?;
            Ok(viewing.get())
        })
        .await?;
        let changed = find(&mut tx, organisation, viewing).await?;
        let seen = seen::one(&mut tx, changed).await?;
        tx.commit().await?;
        Ok(seen)
    }

    /// Asks portfolio for a viewing's home where the copy lacks the room that is named.
    async fn know_room(
        &self,
        caller: &Principal,
        viewing: ViewingId,
        room: Option<&str>,
    ) -> Result<(), Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let Some(found) = store::viewing::find(&mut tx, organisation, viewing).await? else {
            return Ok(());
        };
        let property = found.home.property;
        let home = store::home::find(&mut tx, organisation, property).await?;
        drop(tx);
        if room_of(home.as_ref(), room).is_err() {
            self.asking.ask(Named::Home(organisation, property)).await?;
        }
        Ok(())
    }

    /// Takes who came out of a viewing that is over or called off. One that names nobody any more stays as it is.
    ///
    /// # Errors
    /// `VIEWING_NOT_FOUND`; `VIEWING_OPEN`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.erase_viewer", skip_all, fields(viewing.id = %viewing))]
    pub async fn erase(
        &self,
        caller: &Principal,
        viewing: ViewingId,
        request: Option<&RequestKey>,
    ) -> Result<SeenViewing, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let mut found = lock(tx, organisation, viewing).await?;
            if found.status.is_open() {
                return Err(viewing_open());
            }
            if found.viewer.take().is_some() {
                found.token_nonce = None;
                found.remind_at = None;
                found.note_for_viewer = None;
                if let Some(reply) = &mut found.reply {
                    reply.message = None;
                }
                write(tx, &self.links, found, now).await?;
            }
            Ok(viewing.get())
        })
        .await?;
        let erased = find(&mut tx, organisation, viewing).await?;
        let seen = seen::one(&mut tx, erased).await?;
        tx.commit().await?;
        Ok(seen)
    }
}

async fn find(
    tx: &mut Tx,
    organisation: OrganisationId,
    viewing: ViewingId,
) -> Result<Viewing, Error> {
    let found = store::viewing::find(tx, organisation, viewing).await?;
    found.ok_or_else(viewing_not_found)
}

async fn lock(
    tx: &mut Tx,
    organisation: OrganisationId,
    viewing: ViewingId,
) -> Result<Viewing, Error> {
    let found = store::viewing::lock(tx, organisation, viewing).await?;
    found.ok_or_else(viewing_not_found)
}

/// The number of the room as its door has it; `None` for the whole home.
fn room_of(home: Option<&Home>, named: Option<&str>) -> Result<Option<String>, Error> {
    let Some(named) = named.filter(|number| !number.trim().is_empty()) else {
        return Ok(None);
    };
    let room = home.and_then(|home| home.room(named));
    let room = room.ok_or_else(room_not_found)?;
    Ok(Some(room.number.clone()))
}

fn address(viewing: &Viewing) -> Option<&str> {
    viewing.viewer.as_ref().map(|viewer| viewer.email.as_str())
}
