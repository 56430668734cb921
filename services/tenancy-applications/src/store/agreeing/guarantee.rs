//! Deeds of guarantee, their documents and their chains of evidence.

use chrono::{DateTime, Utc};
use lintel_core::{AgreementId, DeedId, OrganisationId, SignerId};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use crate::domain::agreeing::{Deed, GuaranteeEnd, GuaranteeEndReason, Witness, evidence};

/// Adds a deed for a signer; its document follows by [`keep_document`] in the same transaction.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.guarantee.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    agreement: AgreementId,
    signer: SignerId,
    guarantor_address: Option<&str>,
    tenants: &[String],
) -> Result<DeedId, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO guarantee_deeds (organisation_id, agreement_id, signer_id, guarantor_address, tenants, document_hash, pages)
         VALUES ($1, $2, $3, $4, $5, $6, 0) RETURNING deed_id",
        organisation.get(),
        agreement.get(),
        signer.get(),
        guarantor_address,
        tenants,
        [0u8; 32].as_slice(),
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// Keeps the document that is to be signed.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.guarantee.keep_document", skip_all)]
pub async fn keep_document(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    deed: DeedId,
    hash: &[u8; 32],
    pages: i32,
    sealed: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE guarantee_deeds SET document_hash = $3, pages = $4 WHERE organisation_id = $1 AND deed_id = $2",
        organisation.get(),
        deed.get(),
        hash.as_slice(),
        pages,
    )
    .execute(&mut *tx)
    .await?;
    keep_contents(tx, organisation, deed, false, sealed).await
}

async fn keep_contents(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    deed: DeedId,
    certified: bool,
    sealed: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO guarantee_contents (organisation_id, deed_id, certified, sealed) VALUES ($1, $2, $3, $4)",
        organisation.get(),
        deed.get(),
        certified,
        sealed,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The sealed bytes of a deed: the one that is signed, or the one with the certificate.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.guarantee.contents", skip_all)]
pub async fn contents(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    deed: DeedId,
    certified: bool,
) -> Result<Option<Vec<u8>>, StoreError> {
    Ok(sqlx::query_scalar!(
        "SELECT sealed FROM guarantee_contents WHERE organisation_id = $1 AND deed_id = $2 AND certified = $3",
        organisation.get(),
        deed.get(),
        certified,
    )
    .fetch_optional(tx)
    .await?)
}

/// The deeds of an agreement, in the order of their signers.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.guarantee.of_agreement", skip_all)]
pub async fn of_agreement(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    agreement: AgreementId,
) -> Result<Vec<Deed>, StoreError> {
    let rows = sqlx::query!(
        "SELECT deed_id, signer_id, guarantor_address, tenants, document_hash, pages, signed_hash, signed_at, witness_name,
                witness_address, witness_occupation, end_date, end_reason, version,
                (SELECT hash FROM guarantee_events e
                 WHERE e.organisation_id = d.organisation_id AND e.deed_id = d.deed_id
                 ORDER BY number DESC LIMIT 1) AS head
         FROM guarantee_deeds d WHERE organisation_id = $1 AND agreement_id = $2 ORDER BY deed_id",
        organisation.get(),
        agreement.get(),
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter().map(|row| {
        let name = name(row.deed_id.into());
        let hash = |column, bytes: Vec<u8>| name.known(column, bytes.try_into().ok());
        let signed_hash = row.signed_hash.map(|bytes| hash("signed_hash", bytes));
        let head = row.head.map(|bytes| hash("hash", bytes));
        let witness = row.witness_name.zip(row.witness_address);
        let reason = row
            .end_reason
            .map(|text| name.known("end_reason", GuaranteeEndReason::parse(&text)));
        let end = row.end_date.zip(reason.transpose()?);
        Ok(Deed {
            id: row.deed_id.into(),
            signer: row.signer_id.into(),
            guarantor_address: row.guarantor_address,
            tenants: row.tenants,
            document_hash: hash("document_hash", row.document_hash)?,
            pages: row.pages,
            signed_hash: signed_hash.transpose()?,
            evidence_hash: head.transpose()?.unwrap_or_default(),
            witness: witness.map(|(name, address)| Witness {
                name,
                address,
                occupation: row.witness_occupation,
            }),
            signed_at: row.signed_at,
            end: end.map(|(last_day, reason)| GuaranteeEnd { last_day, reason }),
            version: row.version,
        })
    });
    rows.collect()
}

/// A deed as it was signed, to be kept.
#[derive(Debug, Clone, Copy)]
pub struct Signed<'a> {
    /// The witness.
    pub witness: &'a Witness,
    /// The witness's picture, sealed.
    pub sealed_signature: &'a [u8],
    /// The SHA-256 of the deed with its certificate.
    pub signed_hash: &'a [u8; 32],
    /// The deed with its certificate, sealed.
    pub sealed: &'a [u8],
    /// The time of both signatures.
    pub at: DateTime<Utc>,
}

/// Keeps that guarantor and witness have signed. Gives the deed's version.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.guarantee.sign", skip_all)]
pub async fn sign(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    deed: DeedId,
    signed: Signed<'_>,
) -> Result<i64, StoreError> {
    let version = sqlx::query_scalar!(
        "UPDATE guarantee_deeds
         SET witness_name = $3, witness_address = $4, witness_occupation = $5, sealed_witness_signature = $6, signed_hash = $7,
             signed_at = $8, version = version + 1
         WHERE organisation_id = $1 AND deed_id = $2 RETURNING version",
        organisation.get(),
        deed.get(),
        signed.witness.name,
        signed.witness.address,
        signed.witness.occupation,
        signed.sealed_signature,
        signed.signed_hash.as_slice(),
        signed.at,
    )
    .fetch_one(&mut *tx)
    .await?;
    keep_contents(tx, organisation, deed, true, signed.sealed).await?;
    Ok(version)
}

/// Keeps when a guarantee ends and why. Gives the deed's version.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.guarantee.end", skip_all)]
pub async fn end(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    deed: DeedId,
    end: GuaranteeEnd,
) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        "UPDATE guarantee_deeds SET end_date = $3, end_reason = $4, version = version + 1
         WHERE organisation_id = $1 AND deed_id = $2 RETURNING version",
        organisation.get(),
        deed.get(),
        end.last_day,
        end.reason.as_str(),
    )
    .fetch_one(tx)
    .await?)
}

/// Adds an entry to the chain of a deed whose agreement the caller has locked. Gives the new head.
///
/// # Errors
/// As [`insert`].
#[tracing::instrument(name = "db.guarantee.append", skip_all)]
pub async fn append(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    deed: DeedId,
    entry: &[u8],
) -> Result<[u8; 32], StoreError> {
    let chain = chain(tx, organisation, deed).await?;
    let last = chain.last();
    let number = last.map_or(1, |last| last.number + 1);
    let hash = evidence::hash(last.map(|last| &last.hash), entry);
    sqlx::query!(
        "INSERT INTO guarantee_events (organisation_id, deed_id, number, entry, hash) VALUES ($1, $2, $3, $4, $5)",
        organisation.get(),
        deed.get(),
        number,
        entry,
        hash.as_slice(),
    )
    .execute(tx)
    .await?;
    Ok(hash)
}

/// The chain of a deed, from its first entry on.
///
/// # Errors
/// As [`of_agreement`].
#[tracing::instrument(name = "db.guarantee.chain", skip_all)]
pub async fn chain(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    deed: DeedId,
) -> Result<Vec<evidence::Entry>, StoreError> {
    let rows = sqlx::query!(
        "SELECT number, entry, hash FROM guarantee_events WHERE organisation_id = $1 AND deed_id = $2 ORDER BY number",
        organisation.get(),
        deed.get(),
    )
    .fetch_all(tx)
    .await?;
    let name = name(deed);
    let rows = rows.into_iter().map(|row| {
        Ok(evidence::Entry {
            number: row.number,
            bytes: row.entry,
            hash: name.known("hash", row.hash.try_into().ok())?,
        })
    });
    rows.collect()
}

fn name(deed: DeedId) -> RowName {
    RowName {
        table: "guarantee_deeds",
        id: deed.get(),
    }
}
