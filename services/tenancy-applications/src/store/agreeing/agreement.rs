//! Agreements, their signers and their documents. What happened to them is the work of [`super::agreement_event`].

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{AgreementId, ApplicationId, OrganisationId, PropertyId, TenancyId};
use lintel_db::{RowName, StoreError};
use sqlx::{PgConnection, PgPool};

use super::{agreement_signer, guarantee};
use crate::{
    contract::agreement_terms,
    domain::{
        Nation,
        agreeing::{Agreement, AgreementState},
    },
};

/// An agreement to add.
#[derive(Debug, Clone, Copy)]
pub struct NewAgreement<'a> {
    /// The tenancy that it is of.
    pub tenancy: TenancyId,
    /// The application that it is issued from.
    pub application: ApplicationId,
    /// The property.
    pub property: PropertyId,
    /// Whose law.
    pub nation: Nation,
    /// The edition's first day; `None` for the landlord's own document.
    pub edition: Option<NaiveDate>,
    /// What it says, encoded.
    pub terms: &'a [u8],
    /// Where the home is.
    pub address: &'a str,
}

/// Adds an agreement; its document follows by [`keep_document`] in the same transaction.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.agreement.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    new: NewAgreement<'_>,
    now: DateTime<Utc>,
) -> Result<AgreementId, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO agreements (organisation_id, tenancy_id, application_id, property_id, nation, edition, terms,
                                 property_address, document_hash, pages, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10) RETURNING agreement_id",
        organisation.get(),
        new.tenancy.get(),
        new.application.get(),
        new.property.get(),
        new.nation.as_str(),
        new.edition,
        new.terms,
        new.address,
        [0u8; 32].as_slice(),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// Keeps the document that is to be signed.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.agreement.keep_document", skip_all)]
pub async fn keep_document(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    agreement: AgreementId,
    hash: &[u8; 32],
    pages: i32,
    sealed: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE agreements SET document_hash = $3, pages = $4 WHERE organisation_id = $1 AND agreement_id = $2",
        organisation.get(),
        agreement.get(),
        hash.as_slice(),
        pages,
    )
    .execute(&mut *tx)
    .await?;
    keep_contents(tx, organisation, agreement, false, sealed).await
}

async fn keep_contents(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    agreement: AgreementId,
    certified: bool,
    sealed: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO agreement_contents (organisation_id, agreement_id, certified, sealed) VALUES ($1, $2, $3, $4)",
        organisation.get(),
        agreement.get(),
        certified,
        sealed,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The sealed bytes of a document: the one that is signed, or the one with the certificate.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.agreement.contents", skip_all)]
pub async fn contents(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    agreement: AgreementId,
    certified: bool,
) -> Result<Option<Vec<u8>>, StoreError> {
    Ok(sqlx::query_scalar!(
        "SELECT sealed FROM agreement_contents WHERE organisation_id = $1 AND agreement_id = $2 AND certified = $3",
        organisation.get(),
        agreement.get(),
        certified,
    )
    .fetch_optional(tx)
    .await?)
}

/// The last agreement of a tenancy that an application led to, also of one that did not begin.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.agreement.last", skip_all)]
pub async fn last(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
) -> Result<Option<Agreement>, StoreError> {
    let id = sqlx::query_scalar!(
        "SELECT max(g.agreement_id) FROM applications a
         JOIN tenants t ON t.organisation_id = a.organisation_id AND t.application_id = a.application_id
         JOIN agreements g ON g.organisation_id = t.organisation_id AND g.tenancy_id = t.tenancy_id
         WHERE a.organisation_id = $1 AND a.application_id = $2",
        organisation.get(),
        application.get(),
    )
    .fetch_one(&mut *tx)
    .await?;
    match id {
        Some(id) => find(tx, organisation, id.into()).await,
        None => Ok(None),
    }
}

/// The last agreement of a tenancy.
///
/// # Errors
/// As [`last`].
#[tracing::instrument(name = "db.agreement.last_of_tenancy", skip_all)]
pub async fn last_of_tenancy(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<Option<Agreement>, StoreError> {
    let id = sqlx::query_scalar!(
        "SELECT max(agreement_id) FROM agreements WHERE organisation_id = $1 AND tenancy_id = $2",
        organisation.get(),
        tenancy.get(),
    )
    .fetch_one(&mut *tx)
    .await?;
    match id {
        Some(id) => find(tx, organisation, id.into()).await,
        None => Ok(None),
    }
}

/// How far the last agreement of each application is that has one.
///
/// # Errors
/// As [`last`].
#[tracing::instrument(name = "db.agreement.states", skip_all)]
pub async fn states(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    applications: &[i64],
) -> Result<Vec<(ApplicationId, AgreementState)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT DISTINCT ON (a.application_id) a.application_id, g.agreement_id, g.state FROM applications a
         JOIN tenants t ON t.organisation_id = a.organisation_id AND t.application_id = a.application_id
         JOIN agreements g ON g.organisation_id = t.organisation_id AND g.tenancy_id = t.tenancy_id
         WHERE a.organisation_id = $1 AND a.application_id = ANY ($2)
         ORDER BY a.application_id, g.agreement_id DESC",
        organisation.get(),
        applications,
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter().map(|row| {
        let name = name(row.agreement_id.into());
        let state = name.known("state", AgreementState::parse(&row.state))?;
        Ok((row.application_id.into(), state))
    });
    rows.collect()
}

struct AgreementRow {
    agreement_id: i64,
    tenancy_id: i64,
    application_id: i64,
    property_id: i64,
    state: String,
    nation: String,
    edition: Option<NaiveDate>,
    terms: Vec<u8>,
    property_address: String,
    document_hash: Vec<u8>,
    pages: i32,
    signed_hash: Option<Vec<u8>>,
    head: Option<Vec<u8>>,
    reason: Option<String>,
    created_at: DateTime<Utc>,
    completed_at: Option<DateTime<Utc>>,
    version: i64,
}

/// An agreement with its signers.
///
/// # Errors
/// As [`last`].
#[tracing::instrument(name = "db.agreement.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    agreement: AgreementId,
) -> Result<Option<Agreement>, StoreError> {
    let row = sqlx::query_as!(
        AgreementRow,
        "SELECT agreement_id, tenancy_id, application_id, property_id, state, nation, edition, terms, property_address,
                document_hash, pages, signed_hash, reason, created_at, completed_at, version,
                (SELECT hash FROM agreement_events e
                 WHERE e.organisation_id = a.organisation_id AND e.agreement_id = a.agreement_id
                 ORDER BY number DESC LIMIT 1) AS head
         FROM agreements a WHERE organisation_id = $1 AND agreement_id = $2",
        organisation.get(),
        agreement.get(),
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let signers = agreement_signer::of_agreement(tx, organisation, agreement).await?;
    let deeds = guarantee::of_agreement(tx, organisation, agreement).await?;
    let name = name(agreement);
    let signed_hash = row
        .signed_hash
        .map(|hash| name.known("signed_hash", hash.try_into().ok()));
    let head = row
        .head
        .map(|hash| name.known("hash", hash.try_into().ok()));
    Ok(Some(Agreement {
        id: row.agreement_id.into(),
        organisation,
        tenancy: row.tenancy_id.into(),
        application: row.application_id.into(),
        property: row.property_id.into(),
        state: name.known("state", AgreementState::parse(&row.state))?,
        nation: name.known("nation", Nation::parse(&row.nation))?,
        edition: row.edition,
        terms: name.known("terms", agreement_terms::kept(&row.terms))?,
        address: row.property_address,
        document_hash: name.known("document_hash", row.document_hash.try_into().ok())?,
        pages: row.pages,
        signed_hash: signed_hash.transpose()?,
        evidence_hash: head.transpose()?.unwrap_or_default(),
        signers,
        deeds,
        reason: row.reason,
        created_at: row.created_at,
        completed_at: row.completed_at,
        version: row.version,
    }))
}

/// As [`find`], locked until the transaction ends. Whoever calls it has locked the home before.
///
/// # Errors
/// As [`last`].
#[tracing::instrument(name = "db.agreement.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    agreement: AgreementId,
) -> Result<Option<Agreement>, StoreError> {
    sqlx::query!(
        "SELECT FROM agreements WHERE organisation_id = $1 AND agreement_id = $2 FOR UPDATE",
        organisation.get(),
        agreement.get(),
    )
    .fetch_optional(&mut *tx)
    .await?;
    find(tx, organisation, agreement).await
}

/// Closes an agreement that is not to be signed any more. Gives its version.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.agreement.close", skip_all)]
pub async fn close(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    agreement: AgreementId,
    state: AgreementState,
    reason: Option<&str>,
) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        "UPDATE agreements SET state = $3, reason = $4, version = version + 1
         WHERE organisation_id = $1 AND agreement_id = $2 RETURNING version",
        organisation.get(),
        agreement.get(),
        state.as_str(),
        reason,
    )
    .fetch_one(tx)
    .await?)
}

/// Keeps that all have signed, with the document and its certificate. Gives the agreement's version.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.agreement.complete", skip_all)]
pub async fn complete(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    agreement: AgreementId,
    signed_hash: &[u8; 32],
    sealed: &[u8],
    at: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let version = sqlx::query_scalar!(
        "UPDATE agreements SET state = 'signed', signed_hash = $3, completed_at = $4, version = version + 1
         WHERE organisation_id = $1 AND agreement_id = $2 RETURNING version",
        organisation.get(),
        agreement.get(),
        signed_hash.as_slice(),
        at,
    )
    .fetch_one(&mut *tx)
    .await?;
    keep_contents(tx, organisation, agreement, true, sealed).await?;
    Ok(version)
}

/// Void agreements of which those who were asked do not know yet, with their homes.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.agreement.untold", skip_all)]
pub async fn untold(
    worker: &PgPool,
) -> Result<Vec<(OrganisationId, PropertyId, AgreementId)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT organisation_id, property_id, agreement_id FROM agreements
         WHERE state = 'voided' AND NOT void_told LIMIT 200",
    )
    .fetch_all(worker)
    .await?;
    let rows = rows.into_iter().map(|row| {
        let ids = (row.organisation_id, row.property_id, row.agreement_id);
        (ids.0.into(), ids.1.into(), ids.2.into())
    });
    Ok(rows.collect())
}

/// Notes that they know. Gives whether it was news.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.agreement.told", skip_all)]
pub async fn told(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    agreement: AgreementId,
) -> Result<bool, StoreError> {
    let noted = sqlx::query!(
        "UPDATE agreements SET void_told = true
         WHERE organisation_id = $1 AND agreement_id = $2 AND state = 'voided' AND NOT void_told",
        organisation.get(),
        agreement.get(),
    )
    .execute(tx)
    .await?;
    Ok(noted.rows_affected() == 1)
}

fn name(agreement: AgreementId) -> RowName {
    RowName {
        table: "agreements",
        id: agreement.get(),
    }
}
