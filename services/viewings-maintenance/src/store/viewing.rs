//! Viewings.

mod clash;
mod listing;
mod reminder;
mod row;

pub use clash::{clashes, overlapping};
pub use listing::{page, summary};
pub use reminder::{Due, remind};

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, PropertyId, ViewingId};
use lintel_db::StoreError;
use sqlx::PgConnection;
use uuid::Uuid;

use self::row::{ViewingRow, select_viewings};
use crate::domain::{
    HomeNews,
    viewing::{NewViewing, ShownHome, Viewing},
};

/// One viewing of the organisation.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.viewing.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    viewing: ViewingId,
) -> Result<Option<Viewing>, StoreError> {
    let row = select_viewings!(
        "WHERE organisation_id = $1 AND viewing_id = $2",
        organisation.get(),
        viewing.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Works like [`find`], locked for a change.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.viewing.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    viewing: ViewingId,
) -> Result<Option<Viewing>, StoreError> {
    let row = select_viewings!(
        "WHERE organisation_id = $1 AND viewing_id = $2 FOR UPDATE",
        organisation.get(),
        viewing.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// The viewings of a property that are still to take place after `now`, locked for a change, in the order of their ids; with a room, those
/// of that room and of the whole home.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.viewing.lock_ahead", skip_all)]
pub async fn lock_ahead(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    room: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Vec<Viewing>, StoreError> {
    let rows = select_viewings!(
        "WHERE organisation_id = $1 AND property_id = $2 AND status IN ('Scheduled', 'Confirmed') AND starts_at > $3
           AND ($4::text IS NULL OR room_number IS NULL OR lower(room_number) = lower($4))
         ORDER BY viewing_id FOR UPDATE",
        organisation.get(),
        property.get(),
        now,
        room,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// The fields of a new row besides the typed ones.
#[derive(Debug)]
pub struct Booking<'a> {
    /// The home that is shown.
    pub home: &'a ShownHome,
    /// The host.
    pub host: lintel_core::UserId,
    /// When the viewer is to be reminded.
    pub remind_at: Option<DateTime<Utc>>,
    /// The nonce that the token of the viewer's link is made of.
    pub token_nonce: &'a [u8; 32],
    /// The hash that finds the row by that token.
    pub token_hash: &'a [u8; 32],
    /// When it is booked.
    pub now: DateTime<Utc>,
}

/// Adds a viewing.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.viewing.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    new: &NewViewing,
    booking: &Booking<'_>,
) -> Result<ViewingId, StoreError> {
    let home = booking.home;
    let id = sqlx::query_scalar!(
        "INSERT INTO viewings (organisation_id, property_id, home_name, home_address, home_postcode, room_number,
             viewer_name, viewer_email, viewer_phone, viewing_date, viewing_time, starts_at, notes, host_user_id, calendar_uid,
             remind_at, token_nonce, token_hash, created_at, updated_at, note_for_viewer)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19, $20)
         RETURNING viewing_id",
        organisation.get(),
        home.property.get(),
        home.name,
        home.address,
        home.postcode,
        home.room,
        new.viewer.name,
        new.viewer.email,
        new.viewer.phone,
        new.at.day,
        new.at.time,
        new.at.instant,
        new.notes,
        booking.host.get(),
        Uuid::new_v4(),
        booking.remind_at,
        booking.token_nonce.as_slice(),
        booking.token_hash.as_slice(),
        booking.now,
        new.note_for_viewer,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// Writes a viewing that was locked, at its next version; `token_hash` is that of its nonce. Returns it as it is now.
///
/// # Errors
/// [`StoreError`] when the database refuses, or when there is no such viewing: lock it first.
#[tracing::instrument(name = "db.viewing.update", skip_all)]
pub async fn update(
    tx: &mut PgConnection,
    viewing: Viewing,
    token_hash: Option<[u8; 32]>,
    now: DateTime<Utc>,
) -> Result<Viewing, StoreError> {
    let viewer = viewing.viewer.as_ref();
    let reply = viewing.reply.as_ref();
    let wished = reply.and_then(|reply| reply.wished);
    let version = sqlx::query_scalar!(
        "UPDATE viewings SET room_number = $3, viewer_name = $4, viewer_email = $5, viewer_phone = $6, viewing_date = $7,
             viewing_time = $8, starts_at = $9, status = $10, notes = $11, viewer_answer = $12, answered_at = $13,
             requested_date = $14, requested_time = $15, viewer_message = $16, notice_at = $17, sequence = $18, moves = $19,
             remind_at = $20, token_nonce = $21, token_hash = $22, updated_at = $23, home_left = $24, note_for_viewer = $25, version = version + 1
         WHERE organisation_id = $1 AND viewing_id = $2 RETURNING version",
        viewing.organisation.get(),
        viewing.id.get(),
        viewing.home.room,
        viewer.map(|viewer| viewer.name.as_str()),
        viewer.map(|viewer| viewer.email.as_str()),
        viewer.map(|viewer| viewer.phone.as_str()),
        viewing.at.day,
        viewing.at.time,
        viewing.at.instant,
        viewing.status.as_str(),
        viewing.notes,
        reply.map(|reply| reply.answer.as_str()),
        reply.map(|reply| reply.at),
        wished.map(|(day, _)| day),
        wished.map(|(_, time)| time),
        reply.and_then(|reply| reply.message.as_deref()),
        viewing.notice_at,
        viewing.sequence,
        viewing.moves,
        viewing.remind_at,
        viewing.token_nonce.as_ref().map(<[u8; 32]>::as_slice),
        token_hash.as_ref().map(<[u8; 32]>::as_slice),
        now,
        viewing.home_left,
        viewing.note_for_viewer,
    )
    .fetch_one(tx)
    .await?;
    Ok(Viewing {
        version,
        updated_at: now,
        ..viewing
    })
}

/// Notes when those who live there were given notice, without a new version: the viewing is as it was.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.viewing.noticed", skip_all)]
pub async fn noticed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    viewing: ViewingId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE viewings SET notice_at = $3 WHERE organisation_id = $1 AND viewing_id = $2",
        organisation.get(),
        viewing.get(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Calls the viewings of these homes as they are called now. Those that left stay what they were called last.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.viewing.rename_homes", skip_all)]
pub async fn rename_homes(
    tx: &mut PgConnection,
    told: &[&(OrganisationId, HomeNews)],
) -> Result<(), StoreError> {
    let homes = || {
        told.iter()
            .filter_map(|(organisation, news)| Some((organisation.get(), news.home.as_ref()?)))
    };
    let organisations: Vec<i64> = homes().map(|(organisation, _)| organisation).collect();
    let properties: Vec<i64> = homes().map(|(_, home)| home.property.get()).collect();
    let names: Vec<&str> = homes().map(|(_, home)| home.name.as_str()).collect();
    let addresses: Vec<&str> = homes().map(|(_, home)| home.address.as_str()).collect();
    let postcodes: Vec<&str> = homes().map(|(_, home)| home.postcode.as_str()).collect();
    sqlx::query!(
        "UPDATE viewings SET home_name = told.name, home_address = told.address, home_postcode = told.postcode
         FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[])
             AS told (organisation_id, property_id, name, address, postcode)
         WHERE viewings.organisation_id = told.organisation_id AND viewings.property_id = told.property_id
           AND (home_name, home_address, home_postcode) IS DISTINCT FROM (told.name, told.address, told.postcode)",
        &organisations,
        &properties,
        &names as _,
        &addresses as _,
        &postcodes as _,
    )
    .execute(tx)
    .await?;
    Ok(())
}
