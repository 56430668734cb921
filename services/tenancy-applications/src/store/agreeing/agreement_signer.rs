//! Who signs agreements, their links and their signatures.

use chrono::{DateTime, Utc};
use lintel_core::{AgreementId, ApplicationId, OrganisationId, PropertyId, SignerId, TenancyId};
use lintel_db::{RowName, StoreError};
use sqlx::{PgConnection, PgPool};

use crate::domain::agreeing::{Party, Signer};

/// Adds a signer; the landlord has no address.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.agreement_signer.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    agreement: AgreementId,
    party: Party,
    name: &str,
    email: Option<&str>,
) -> Result<SignerId, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO agreement_signers (organisation_id, agreement_id, party, name, email, email_key)
         VALUES ($1, $2, $3, $4, $5::text, lower($5::text)) RETURNING signer_id",
        organisation.get(),
        agreement.get(),
        party.as_str(),
        name,
        email,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// Whether anybody has signed an agreement of a tenancy, whatever became of it.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.agreement_signer.any_signed", skip_all)]
pub async fn any_signed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT FROM agreement_signers s
               JOIN agreements a ON a.organisation_id = s.organisation_id AND a.agreement_id = s.agreement_id
               WHERE a.organisation_id = $1 AND a.tenancy_id = $2 AND s.signed_at IS NOT NULL) AS "signed!""#,
        organisation.get(),
        tenancy.get(),
    )
    .fetch_one(tx)
    .await?)
}

/// The signers of an agreement, in their order.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.agreement_signer.of_agreement", skip_all)]
pub async fn of_agreement(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    agreement: AgreementId,
) -> Result<Vec<Signer>, StoreError> {
    let rows = sqlx::query!(
        "SELECT signer_id, party, name, email, generation, sent_at, expires_at, opened_at, signed_at, declined_at, decline_reason
         FROM agreement_signers WHERE organisation_id = $1 AND agreement_id = $2 ORDER BY signer_id",
        organisation.get(),
        agreement.get(),
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter().map(|row| {
        let name = RowName {
            table: "agreement_signers",
            id: row.signer_id,
        };
        Ok(Signer {
            id: row.signer_id.into(),
            party: name.known("party", Party::parse(&row.party))?,
            name: row.name,
            email: row.email.unwrap_or_default(),
            generation: row.generation,
            sent_at: row.sent_at,
            expires_at: row.expires_at,
            opened_at: row.opened_at,
            signed_at: row.signed_at,
            declined_at: row.declined_at,
            decline_reason: row.decline_reason,
        })
    });
    rows.collect()
}

/// Notes that a signer was asked: by a link of this token and generation until an end, or, the landlord, without one.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.agreement_signer.sent", skip_all)]
pub async fn sent(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    signer: SignerId,
    link: Option<(&[u8; 32], i32, DateTime<Utc>)>,
    reminded: bool,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE agreement_signers
         SET token_hash = $3, expires_at = $4, sent_at = $5, generation = coalesce($7, generation),
             reminded_at = CASE WHEN $6 THEN $5::timestamptz ELSE reminded_at END
         WHERE organisation_id = $1 AND signer_id = $2",
        organisation.get(),
        signer.get(),
        link.map(|(hash, ..)| hash.as_slice()),
        link.map(|(_, _, expires)| expires),
        at,
        reminded,
        link.map(|(_, generation, _)| generation),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Keeps when a signer opened the agreement first. Gives whether it was the first time.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.agreement_signer.open", skip_all)]
pub async fn open(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    signer: SignerId,
    at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let opened = sqlx::query!(
        "UPDATE agreement_signers SET opened_at = $3
         WHERE organisation_id = $1 AND signer_id = $2 AND opened_at IS NULL",
        organisation.get(),
        signer.get(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(opened.rows_affected() == 1)
}

/// Keeps a signature, sealed.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.agreement_signer.sign", skip_all)]
pub async fn sign(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    signer: SignerId,
    sealed: &[u8],
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE agreement_signers SET sealed_signature = $3, signed_at = $4
         WHERE organisation_id = $1 AND signer_id = $2",
        organisation.get(),
        signer.get(),
        sealed,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Keeps that a signer does not want to sign, and why where they say.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.agreement_signer.decline", skip_all)]
pub async fn decline(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    signer: SignerId,
    reason: Option<&str>,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE agreement_signers SET declined_at = $3, decline_reason = $4
         WHERE organisation_id = $1 AND signer_id = $2",
        organisation.get(),
        signer.get(),
        at,
        reason,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The signatures of an agreement, sealed.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.agreement_signer.signatures", skip_all)]
pub async fn signatures(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    agreement: AgreementId,
) -> Result<Vec<(SignerId, Vec<u8>)>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT signer_id, sealed_signature AS "sealed!" FROM agreement_signers
           WHERE organisation_id = $1 AND agreement_id = $2 AND sealed_signature IS NOT NULL ORDER BY signer_id"#,
        organisation.get(),
        agreement.get(),
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows.map(|row| (row.signer_id.into(), row.sealed)).collect())
}

/// The agreement of a signer.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.agreement_signer.agreement_of", skip_all)]
pub async fn agreement_of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    signer: SignerId,
) -> Result<Option<AgreementId>, StoreError> {
    let id = sqlx::query_scalar!(
        "SELECT agreement_id FROM agreement_signers WHERE organisation_id = $1 AND signer_id = $2",
        organisation.get(),
        signer.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(id.map(Into::into))
}

/// The agreements to whose signers an address belongs, and the applications that they were issued from; the newest first, at most 200.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.agreement_signer.of_address", skip_all)]
pub async fn of_address(
    tx: &mut PgConnection,
    verified: &str,
) -> Result<Vec<(OrganisationId, AgreementId, ApplicationId)>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT organisation AS "organisation!", agreement AS "agreement!", application AS "application!"
           FROM agreements_of_address($1)"#,
        verified,
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter().map(|row| {
        let ids = (row.organisation, row.agreement, row.application);
        (ids.0.into(), ids.1.into(), ids.2.into())
    });
    Ok(rows.collect())
}

/// Agreements with a signer who was asked by a link before `asked_before`, has not answered and was not reminded; with their homes.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.agreement_signer.silent", skip_all)]
pub async fn silent(
    worker: &PgPool,
    asked_before: DateTime<Utc>,
) -> Result<Vec<(OrganisationId, PropertyId, AgreementId)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT DISTINCT a.organisation_id, a.property_id, a.agreement_id
         FROM agreement_signers s
         JOIN agreements a ON a.organisation_id = s.organisation_id AND a.agreement_id = s.agreement_id
         WHERE a.state = 'issued' AND s.sent_at <= $1 AND s.email IS NOT NULL
           AND s.signed_at IS NULL AND s.reminded_at IS NULL LIMIT 200",
        asked_before,
    )
    .fetch_all(worker)
    .await?;
    let rows = rows.into_iter().map(|row| {
        let ids = (row.organisation_id, row.property_id, row.agreement_id);
        (ids.0.into(), ids.1.into(), ids.2.into())
    });
    Ok(rows.collect())
}
