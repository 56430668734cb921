//! Parts of banks' lines, and what decided lines say of later ones.

use chrono::NaiveDate;
use lintel_core::{BankLineId, LedgerEntryId, Money, OrganisationId, TenancyId, TenantId};
use lintel_db::{RowName, StoreError};
use rust_decimal::Decimal;
use sqlx::PgConnection;

use crate::domain::rent::{BankLinePartKind, StoredPart};

/// A part to add.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewPart {
    /// The line.
    pub line: BankLineId,
    /// What it is.
    pub kind: BankLinePartKind,
    /// How much, above 0.
    pub amount: Money,
    /// The entry, of rent and refunds.
    pub entry: Option<LedgerEntryId>,
    /// The tenant, of the return of a deposit.
    pub tenant: Option<TenantId>,
}

/// Whether a line of a bank's file was decided to be the return of a tenancy's deposit.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.bank_line_part.returns_deposit", skip_all)]
pub async fn returns_deposit(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (
             SELECT FROM bank_line_parts JOIN tenants USING (organisation_id, tenant_id)
             WHERE organisation_id = $1 AND tenancy_id = $2 AND kind = 'depositReturn') AS "returns!""#,
        organisation.get(),
        tenancy.get(),
    )
    .fetch_one(tx)
    .await?)
}

/// Adds parts in their order.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.bank_line_part.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    parts: &[NewPart],
) -> Result<(), StoreError> {
    let lines: Vec<i64> = parts.iter().map(|part| part.line.get()).collect();
    let kinds: Vec<String> = parts
        .iter()
        .map(|part| part.kind.as_str().to_owned())
        .collect();
    let amounts: Vec<Decimal> = parts.iter().map(|part| part.amount.to_decimal()).collect();
    let entries = parts.iter().map(|part| part.entry.map(LedgerEntryId::get));
    let entries: Vec<Option<i64>> = entries.collect();
    let tenants = parts.iter().map(|part| part.tenant.map(TenantId::get));
    let tenants: Vec<Option<i64>> = tenants.collect();
    sqlx::query!(
        "INSERT INTO bank_line_parts (organisation_id, bank_line_id, kind, amount, entry_id, tenant_id)
         SELECT $1, given.bank_line_id, given.kind, given.amount, given.entry_id, given.tenant_id
         FROM unnest($2::bigint[], $3::text[], $4::numeric[], $5::bigint[], $6::bigint[]) WITH ORDINALITY
             AS given (bank_line_id, kind, amount, entry_id, tenant_id, place)
         ORDER BY given.place",
        organisation.get(),
        &lines,
        &kinds,
        &amounts,
        &entries as &[Option<i64>],
        &tenants as &[Option<i64>],
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The parts of these lines that were not taken back, in their order.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.bank_line_part.of_lines", skip_all)]
pub async fn of_lines(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    lines: &[i64],
) -> Result<Vec<StoredPart>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT bank_line_part_id, bank_line_id, part.kind, part.amount, part.entry_id, tenants.tenant_id AS "tenant_id?",
             tenants.name AS "name?", entry.pays AS "pays?"
           FROM bank_line_parts AS part
           LEFT JOIN ledger_entries AS entry ON entry.organisation_id = $1 AND entry.entry_id = part.entry_id
           LEFT JOIN ledger_entries AS back ON back.organisation_id = $1 AND back.reverses = part.entry_id
           LEFT JOIN tenants ON tenants.organisation_id = $1 AND tenants.tenant_id = coalesce(part.tenant_id, entry.tenant_id)
           WHERE part.organisation_id = $1 AND bank_line_id = ANY ($2) AND back.entry_id IS NULL ORDER BY bank_line_part_id"#,
        organisation.get(),
        lines,
    )
    .fetch_all(tx)
    .await?;
    let parts = rows.into_iter().map(|row| {
        let name = RowName {
            table: "bank_line_parts",
            id: row.bank_line_part_id,
        };
        Ok(StoredPart {
            line: row.bank_line_id.into(),
            kind: name.known("kind", BankLinePartKind::parse(&row.kind))?,
            amount: name.money("amount", row.amount)?,
            tenant: row.tenant_id.map(Into::into).zip(row.name),
            entry: row.entry_id.map(Into::into),
            charge: row.pays.map(Into::into),
        })
    });
    parts.collect()
}

/// Takes away the parts of these lines that are no entries of a ledger. Gives the lines.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.bank_line_part.remove_bare", skip_all)]
pub async fn remove_bare(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    lines: &[i64],
) -> Result<Vec<BankLineId>, StoreError> {
    let removed = sqlx::query_scalar!(
        "DELETE FROM bank_line_parts WHERE organisation_id = $1 AND bank_line_id = ANY ($2) AND entry_id IS NULL RETURNING bank_line_id",
        organisation.get(),
        lines,
    )
    .fetch_all(tx)
    .await?;
    Ok(removed.into_iter().map(Into::into).collect())
}

/// An entry that was confirmed from a line, as a whole or a part: what names it, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirmed {
    /// The mark of its payer.
    pub payer: Option<Vec<u8>>,
    /// The mark of its reference.
    pub reference: Option<Vec<u8>>,
    /// The marks of its numbers.
    pub numbers: Vec<Vec<u8>>,
    /// The tenant.
    pub tenant: TenantId,
    /// Whether it is one of several tenants of its line.
    pub is_split: bool,
}

/// The receipts with any of these marks that were not taken back.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.bank_line_part.confirmed", skip_all)]
pub async fn confirmed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    payers: &[Vec<u8>],
    references: &[Vec<u8>],
    numbers: &[Vec<u8>],
) -> Result<Vec<Confirmed>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT DISTINCT payer_mark, reference_mark, number_marks, entry.tenant_id AS "tenant_id!", is_split AS "is_split!"
           FROM (
               SELECT bank_line_id, entry_id, false AS is_split FROM bank_lines WHERE organisation_id = $1 AND entry_id IS NOT NULL
               UNION ALL
               SELECT bank_line_id, entry_id, true FROM bank_line_parts WHERE organisation_id = $1 AND kind = 'rent') AS decided
           JOIN bank_lines AS line ON line.organisation_id = $1 AND line.bank_line_id = decided.bank_line_id
           JOIN ledger_entries AS entry ON entry.organisation_id = $1 AND entry.entry_id = decided.entry_id AND entry.kind = 'receipt'
           LEFT JOIN ledger_entries AS back ON back.organisation_id = $1 AND back.reverses = entry.entry_id
           WHERE back.entry_id IS NULL AND NOT line.went_out
             AND (payer_mark = ANY ($2) OR reference_mark = ANY ($3) OR number_marks && $4)
           ORDER BY 4"#,
        organisation.get(),
        payers,
        references,
        numbers,
    )
    .fetch_all(tx)
    .await?;
    let found = rows.into_iter().map(|row| Confirmed {
        payer: row.payer_mark,
        reference: row.reference_mark,
        numbers: row.number_marks,
        tenant: row.tenant_id.into(),
        is_split: row.is_split,
    });
    Ok(found.collect())
}

/// How a line was split.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitBefore {
    /// The mark of its reference.
    pub reference: Vec<u8>,
    /// Its day.
    pub booked: NaiveDate,
    /// Its parts in their order: what each was, whose and how much.
    pub parts: Vec<(BankLinePartKind, Option<TenantId>, Money)>,
}

/// The last line with each of these references that was split, as far as its parts were not taken back and it is to be proposed again.
///
/// # Errors
/// As [`of_lines`].
#[tracing::instrument(name = "db.bank_line_part.splits", skip_all)]
pub async fn splits(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    references: &[Vec<u8>],
) -> Result<Vec<SplitBefore>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT last.reference_mark AS "reference_mark!", last.booked_on, part.bank_line_part_id, part.kind, part.amount,
             coalesce(part.tenant_id, entry.tenant_id) AS tenant_id
           FROM (
               SELECT DISTINCT ON (reference_mark) reference_mark, bank_line_id, booked_on FROM bank_lines AS line
               WHERE organisation_id = $1 AND reference_mark = ANY ($2) AND propose_again AND NOT went_out AND EXISTS (
                   SELECT FROM bank_line_parts AS part
                   LEFT JOIN ledger_entries AS back ON back.organisation_id = $1 AND back.reverses = part.entry_id
                   WHERE part.organisation_id = $1 AND part.bank_line_id = line.bank_line_id AND back.entry_id IS NULL)
               ORDER BY reference_mark, booked_on DESC, bank_line_id DESC) AS last
           JOIN bank_line_parts AS part ON part.organisation_id = $1 AND part.bank_line_id = last.bank_line_id
           LEFT JOIN ledger_entries AS entry ON entry.organisation_id = $1 AND entry.entry_id = part.entry_id
           LEFT JOIN ledger_entries AS back ON back.organisation_id = $1 AND back.reverses = part.entry_id
           WHERE back.entry_id IS NULL ORDER BY last.reference_mark, part.bank_line_part_id"#,
        organisation.get(),
        references,
    )
    .fetch_all(tx)
    .await?;
    let mut found: Vec<SplitBefore> = Vec::new();
    for row in rows {
        let name = RowName {
            table: "bank_line_parts",
            id: row.bank_line_part_id,
        };
        let kind = name.known("kind", BankLinePartKind::parse(&row.kind))?;
        let part = (
            kind,
            row.tenant_id.map(Into::into),
            name.money("amount", row.amount)?,
        );
        match found.last_mut() {
            Some(last) if last.reference == row.reference_mark => last.parts.push(part),
            _ => found.push(SplitBefore {
                reference: row.reference_mark,
                booked: row.booked_on,
                parts: vec![part],
            }),
        }
    }
    Ok(found)
}
