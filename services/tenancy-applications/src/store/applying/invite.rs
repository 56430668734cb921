//! Links that invite to apply.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{InviteId, Money, OrganisationId, PropertyId, RoomId, UserId};
use lintel_db::{RowName, StoreError};
use rust_decimal::Decimal;
use sqlx::PgConnection;

use crate::domain::applying::{EnergyRating, Invite, NewInvite, Offer};

struct InviteRow {
    invite_id: i64,
    property_id: i64,
    property_name: String,
    property_address: String,
    room_id: Option<i64>,
    room_number: Option<String>,
    recipient_name: Option<String>,
    recipient_email: Option<String>,
    token_nonce: Vec<u8>,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    revoked_at: Option<DateTime<Utc>>,
    last_used_at: Option<DateTime<Utc>>,
    applications: i32,
    offered_deposit: Option<Decimal>,
    offered_from: Option<NaiveDate>,
    offered_bills: Option<String>,
    offered_energy_rating: Option<String>,
    version: i64,
}

impl TryFrom<InviteRow> for Invite {
    type Error = StoreError;

    fn try_from(row: InviteRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "invites",
            id: row.invite_id,
        };
        let deposit = row
            .offered_deposit
            .map(|amount| name.money("offered_deposit", amount));
        let rating = row
            .offered_energy_rating
            .map(|text| name.known("offered_energy_rating", EnergyRating::parse(&text)));
        let nonce = row.token_nonce.as_slice().try_into().ok();
        Ok(Self {
            id: row.invite_id.into(),
            property: row.property_id.into(),
            property_name: row.property_name,
            property_address: row.property_address,
            room: row.room_id.map(Into::into).zip(row.room_number),
            recipient_name: row.recipient_name,
            recipient_email: row.recipient_email,
            token_nonce: name.known("token_nonce", nonce)?,
            created_at: row.created_at,
            expires_at: row.expires_at,
            revoked_at: row.revoked_at,
            last_used_at: row.last_used_at,
            applications: row.applications,
            offer: Offer {
                deposit: deposit.transpose()?,
                free_from: row.offered_from,
                bills: row.offered_bills,
                energy_rating: rating.transpose()?,
            },
            version: row.version,
        })
    }
}

/// Every column that an [`Invite`] is read from; what follows the table is the caller's.
macro_rules! select_invites {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            InviteRow,
            "SELECT invite_id, property_id, property_name, property_address, room_id, room_number, recipient_name,
                 recipient_email, token_nonce, created_at, expires_at, revoked_at, last_used_at, applications,
                 offered_deposit, offered_from, offered_bills, offered_energy_rating, version
             FROM invites " + $tail,
            $($argument),+
        )
    };
}

/// What a link invites for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitedHome {
    /// The property.
    pub property: PropertyId,
    /// What the landlord calls it.
    pub name: String,
    /// Where it is, with its postcode.
    pub address: String,
    /// The room of a shared house and its number.
    pub room: Option<(RoomId, String)>,
}

/// One link of the organisation.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.invite.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    invite: InviteId,
) -> Result<Option<Invite>, StoreError> {
    let row = select_invites!(
        "WHERE organisation_id = $1 AND invite_id = $2",
        organisation.get(),
        invite.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// As [`find`], locked for a change.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.invite.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    invite: InviteId,
) -> Result<Option<Invite>, StoreError> {
    let row = select_invites!(
        "WHERE organisation_id = $1 AND invite_id = $2 FOR UPDATE",
        organisation.get(),
        invite.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// At most `limit` links that work at `now`, the newest first, those before `before`.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.invite.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    before: Option<i64>,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Invite>, StoreError> {
    let rows = select_invites!(
        "WHERE organisation_id = $1 AND ($2::bigint IS NULL OR invite_id < $2) AND revoked_at IS NULL AND expires_at > $3
         ORDER BY invite_id DESC LIMIT $4",
        organisation.get(),
        before,
        now,
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Adds a link.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.invite.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    home: &InvitedHome,
    new: &NewInvite,
    token: (&[u8; 32], &[u8; 32]),
    by: UserId,
    now: DateTime<Utc>,
) -> Result<InviteId, StoreError> {
    let (nonce, hash) = token;
    let id = sqlx::query_scalar!(
        "INSERT INTO invites (organisation_id, property_id, property_name, property_address, room_id, room_number,
             recipient_name, recipient_email, token_nonce, token_hash, expires_at, created_by, created_at,
             offered_deposit, offered_from, offered_bills, offered_energy_rating)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING invite_id",
        organisation.get(),
        home.property.get(),
        home.name,
        home.address,
        home.room.as_ref().map(|(id, _)| id.get()),
        home.room.as_ref().map(|(_, number)| number.as_str()),
        new.recipient_name,
        new.recipient_email,
        nonce.as_slice(),
        hash.as_slice(),
        now + new.life,
        by.get(),
        now,
        new.offer.deposit.map(Money::to_decimal),
        new.offer.free_from,
        new.offer.bills,
        new.offer.energy_rating.map(EnergyRating::as_str),
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// What a link's row is to say, at its next version, which is returned.
///
/// # Errors
/// [`StoreError`] when the database refuses, or when there is no such link: lock it first.
#[tracing::instrument(name = "db.invite.update", skip_all)]
pub async fn update(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    invite: &Invite,
) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        "UPDATE invites SET revoked_at = $3, last_used_at = $4, applications = $5, version = version + 1
         WHERE organisation_id = $1 AND invite_id = $2 RETURNING version",
        organisation.get(),
        invite.id.get(),
        invite.revoked_at,
        invite.last_used_at,
        invite.applications,
    )
    .fetch_one(tx)
    .await?)
}

/// The newest link that works at `now`, was mailed to an account's verified address and was not followed by an application of the account
/// for its home.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.invite.newest_of_account", skip_all)]
pub async fn newest_of_account(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    (account, verified): (UserId, &str),
    now: DateTime<Utc>,
) -> Result<Option<Invite>, StoreError> {
    let row = select_invites!(
        "WHERE organisation_id = $1 AND email_key = $2 AND revoked_at IS NULL AND expires_at > $3
             AND NOT EXISTS (SELECT FROM applications
                             WHERE applications.organisation_id = $1 AND (email_key = $2 OR user_id = $4)
                                 AND applications.property_id = invites.property_id
                                 AND applications.room_id IS NOT DISTINCT FROM invites.room_id
                                 AND applications.created_at >= invites.created_at)
         ORDER BY created_at DESC, invite_id DESC LIMIT 1",
        organisation.get(),
        verified,
        now,
        account.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// How many links the organisation had mailed to an address since then.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.invite.mailed_to", skip_all)]
pub async fn mailed_to(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    email: &str,
    since: DateTime<Utc>,
) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM invites
         WHERE organisation_id = $1 AND email_key = lower($2) AND created_at > $3"#,
        organisation.get(),
        email,
        since,
    )
    .fetch_one(tx)
    .await?)
}
