//! Ledgers: how rent is due in a tenancy and how far it was charged and told. Whoever locks one has locked its tenancy.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{Money, OrganisationId, PropertyId, RentChangeId, TenancyId, TenantId};
use lintel_db::{RowName, StoreError};
use rust_decimal::Decimal;
use sqlx::{PgConnection, PgPool};

use crate::{
    domain::rent::{
        EarlierRise, NewRentChange, ProRata, RentChange, RentPeriod, RentTerms, Rents,
        ledger::Ledger,
    },
    store::nation,
};

struct LedgerRow {
    period: Option<String>,
    due_day: Option<i16>,
    first_day: Option<NaiveDate>,
    pro_rata: Option<String>,
    first_rent: Option<Decimal>,
    next_due: Option<NaiveDate>,
    looked_on: NaiveDate,
    mailed_on: NaiveDate,
    last_receipt: i64,
    told_receipt: i64,
    quiet: bool,
    version: i64,
    earlier_rise_date: Option<NaiveDate>,
    earlier_rise_rent: Option<Decimal>,
    postcode: String,
    home_nation: Option<String>,
}

/// A tenancy's ledger.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.ledger.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<Option<Ledger>, StoreError> {
    let row = sqlx::query_as!(
        LedgerRow,
        "SELECT period, due_day, first_day, pro_rata, first_rent, next_due, looked_on, mailed_on, last_receipt, told_receipt, quiet,
                ledgers.version, earlier_rise_date, earlier_rise_rent, home_postcode AS postcode, home_nation
         FROM ledgers JOIN tenancies USING (organisation_id, tenancy_id) WHERE organisation_id = $1 AND tenancy_id = $2",
        organisation.get(),
        tenancy.get(),
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let name = RowName {
        table: "ledgers",
        id: tenancy.get(),
    };
    let terms = match (
        row.period,
        row.due_day,
        row.first_day,
        row.pro_rata,
        row.first_rent,
    ) {
        (Some(period), Some(due_day), Some(first_day), Some(pro_rata), Some(rent)) => {
            let terms = RentTerms {
                period: name.known("period", RentPeriod::parse(&period))?,
                due_day: name.known("due_day", u32::try_from(due_day).ok())?,
                first_day,
                pro_rata: name.known("pro_rata", ProRata::parse(&pro_rata))?,
            };
            let rents = Rents {
                first: name.money("first_rent", rent)?,
                changes: changes(tx, organisation, tenancy).await?,
            };
            Some((terms, rents))
        }
        _ => None,
    };
    Ok(Some(Ledger {
        tenancy,
        terms,
        next_due: row.next_due,
        looked_on: row.looked_on,
        mailed_on: row.mailed_on,
        last_receipt: row.last_receipt.into(),
        told_receipt: row.told_receipt.into(),
        quiet: row.quiet,
        version: row.version,
        earlier_rise: match (row.earlier_rise_date, row.earlier_rise_rent) {
            (Some(effective), Some(rent)) => Some(EarlierRise {
                effective,
                monthly: name.money("earlier_rise_rent", rent)?,
            }),
            _ => None,
        },
        nation: nation(&name, row.home_nation.as_deref(), &row.postcode)?,
    }))
}

async fn changes(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<Vec<RentChange>, StoreError> {
    let rows = sqlx::query!(
        "SELECT rent_change_id, effective_date, monthly_rent, serve_date FROM rent_changes
         WHERE organisation_id = $1 AND tenancy_id = $2 ORDER BY effective_date",
        organisation.get(),
        tenancy.get(),
    )
    .fetch_all(tx)
    .await?;
    let changes = rows.into_iter().map(|row| {
        let name = RowName {
            table: "rent_changes",
            id: row.rent_change_id,
        };
        Ok(RentChange {
            id: row.rent_change_id.into(),
            effective: row.effective_date,
            monthly: name.money("monthly_rent", row.monthly_rent)?,
            served: row.serve_date,
        })
    });
    changes.collect()
}

/// Whether rent is charged in a tenancy.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.ledger.is_charged", skip_all)]
pub async fn is_charged(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM ledgers WHERE organisation_id = $1 AND tenancy_id = $2 AND period IS NOT NULL) AS "is!""#,
        organisation.get(),
        tenancy.get(),
    )
    .fetch_one(tx)
    .await?)
}

/// Writes a ledger as it becomes.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.ledger.save", skip_all)]
pub async fn save(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    ledger: &Ledger,
) -> Result<(), StoreError> {
    let terms = ledger.terms.as_ref();
    let due_day = terms.map(|(terms, _)| i16::try_from(terms.due_day).unwrap_or_default());
    sqlx::query!(
        "INSERT INTO ledgers (organisation_id, tenancy_id, period, due_day, first_day, pro_rata, first_rent, next_due, looked_on,
                              mailed_on, last_receipt, told_receipt, quiet, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
         ON CONFLICT (organisation_id, tenancy_id) DO UPDATE
         SET period = excluded.period, due_day = excluded.due_day, first_day = excluded.first_day, pro_rata = excluded.pro_rata,
             first_rent = excluded.first_rent, next_due = excluded.next_due, looked_on = excluded.looked_on,
             mailed_on = excluded.mailed_on, last_receipt = excluded.last_receipt, told_receipt = excluded.told_receipt,
             quiet = excluded.quiet, version = excluded.version",
        organisation.get(),
        ledger.tenancy.get(),
        terms.map(|(terms, _)| terms.period.as_str()),
        due_day,
        terms.map(|(terms, _)| terms.first_day),
        terms.map(|(terms, _)| terms.pro_rata.as_str()),
        terms.map(|(_, rents)| rents.first.to_decimal()),
        ledger.next_due,
        ledger.looked_on,
        ledger.mailed_on,
        ledger.last_receipt.get(),
        ledger.told_receipt.get(),
        ledger.quiet,
        ledger.version,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Keeps the last rise of before Lintel in place of the one that was kept.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.ledger.keep_earlier_rise", skip_all)]
pub async fn keep_earlier_rise(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    rise: EarlierRise,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE ledgers SET earlier_rise_date = $3, earlier_rise_rent = $4 WHERE organisation_id = $1 AND tenancy_id = $2",
        organisation.get(),
        tenancy.get(),
        rise.effective,
        rise.monthly.to_decimal(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Records a change of the rent.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.ledger.add_change", skip_all)]
pub async fn add_change(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    new: &NewRentChange,
    now: DateTime<Utc>,
) -> Result<RentChangeId, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO rent_changes (organisation_id, tenancy_id, effective_date, monthly_rent, serve_date, created_at)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING rent_change_id",
        organisation.get(),
        tenancy.get(),
        new.effective,
        new.monthly.to_decimal(),
        new.served,
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// The tenancy of a change of the rent, and when the change was recorded.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.ledger.of_change", skip_all)]
pub async fn of_change(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    change: RentChangeId,
) -> Result<Option<(PropertyId, TenancyId, DateTime<Utc>)>, StoreError> {
    let row = sqlx::query!(
        "SELECT property_id, tenancy_id, rent_changes.created_at FROM rent_changes JOIN tenancies USING (organisation_id, tenancy_id)
         WHERE organisation_id = $1 AND rent_change_id = $2",
        organisation.get(),
        change.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| {
        (
            row.property_id.into(),
            row.tenancy_id.into(),
            row.created_at,
        )
    }))
}

/// Takes a change of the rent back; the history has what it was.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.ledger.remove_change", skip_all)]
pub async fn remove_change(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    change: RentChangeId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM rent_changes WHERE organisation_id = $1 AND rent_change_id = $2",
        organisation.get(),
        change.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A tenancy that a job has to look at, with its home.
pub type Due = (OrganisationId, PropertyId, TenancyId);

/// Tenancies whose charges of `today` were not looked at yet.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.ledger.to_look_at", skip_all)]
pub async fn to_look_at(worker: &PgPool, today: NaiveDate) -> Result<Vec<Due>, StoreError> {
    let rows = sqlx::query!(
        "SELECT organisation_id, property_id, tenancy_id FROM ledgers JOIN tenancies USING (organisation_id, tenancy_id)
         WHERE NOT quiet AND looked_on < $1 ORDER BY looked_on, tenancy_id LIMIT 200",
        today,
    )
    .fetch_all(worker)
    .await?;
    let due = rows.into_iter();
    Ok(due
        .map(|row| {
            (
                row.organisation_id.into(),
                row.property_id.into(),
                row.tenancy_id.into(),
            )
        })
        .collect())
}

/// Tenancies whose reminders of `today` were not mailed yet, after their charges were looked at.
///
/// # Errors
/// As [`to_look_at`].
#[tracing::instrument(name = "db.ledger.to_remind", skip_all)]
pub async fn to_remind(worker: &PgPool, today: NaiveDate) -> Result<Vec<Due>, StoreError> {
    let rows = sqlx::query!(
        "SELECT organisation_id, property_id, tenancy_id FROM ledgers JOIN tenancies USING (organisation_id, tenancy_id)
         WHERE NOT quiet AND mailed_on < $1 AND looked_on >= $1 ORDER BY mailed_on, tenancy_id LIMIT 200",
        today,
    )
    .fetch_all(worker)
    .await?;
    let due = rows.into_iter();
    Ok(due
        .map(|row| {
            (
                row.organisation_id.into(),
                row.property_id.into(),
                row.tenancy_id.into(),
            )
        })
        .collect())
}

/// Tenancies with receipts of which their tenants were not told yet.
///
/// # Errors
/// As [`to_look_at`].
#[tracing::instrument(name = "db.ledger.to_thank", skip_all)]
pub async fn to_thank(worker: &PgPool, today: NaiveDate) -> Result<Vec<Due>, StoreError> {
    let rows = sqlx::query!(
        "SELECT organisation_id, property_id, tenancy_id FROM ledgers JOIN tenancies USING (organisation_id, tenancy_id)
         WHERE last_receipt > told_receipt AND receipts_mailed_on IS DISTINCT FROM $1 ORDER BY tenancy_id LIMIT 200",
        today,
    )
    .fetch_all(worker)
    .await?;
    let due = rows.into_iter();
    Ok(due
        .map(|row| {
            (
                row.organisation_id.into(),
                row.property_id.into(),
                row.tenancy_id.into(),
            )
        })
        .collect())
}

/// Notes that a reminder was mailed; `false` where it was before.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.ledger.note_told", skip_all)]
pub async fn note_told(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    (tenancy, tenant): (TenancyId, TenantId),
    due: NaiveDate,
    stage: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let noted = sqlx::query!(
        "INSERT INTO arrears_told (organisation_id, tenancy_id, tenant_id, due_date, stage, told_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        organisation.get(),
        tenancy.get(),
        tenant.get(),
        due,
        stage,
        now,
    )
    .execute(tx)
    .await?;
    Ok(noted.rows_affected() == 1)
}

/// A tenant as mails about rent name them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payer {
    /// The name.
    pub name: String,
    /// The address.
    pub email: String,
    /// The property.
    pub property: PropertyId,
    /// What the landlord calls it.
    pub property_name: String,
    /// Where it is.
    pub property_address: String,
    /// The share of the rent per month.
    pub share: Money,
}

/// A tenant whom a job mails about rent.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.ledger.payer", skip_all)]
pub async fn payer(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<Option<Payer>, StoreError> {
    let row = sqlx::query!(
        "SELECT name, email, property_id, home_name, home_address, share
         FROM tenants JOIN tenancies USING (organisation_id, tenancy_id) WHERE organisation_id = $1 AND tenant_id = $2",
        organisation.get(),
        tenant.get(),
    )
    .fetch_optional(tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let name = RowName {
        table: "tenants",
        id: tenant.get(),
    };
    Ok(Some(Payer {
        name: row.name,
        email: row.email,
        property: row.property_id.into(),
        property_name: row.home_name,
        property_address: row.home_address,
        share: name.money("share", row.share)?,
    }))
}

/// The guarantor of a tenant's application, whose reference was given: the name and the address. Nobody where what fell due on `due` is
/// not guaranteed, because the guarantee had ended.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.ledger.guarantor", skip_all)]
pub async fn guarantor(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    due: NaiveDate,
) -> Result<Option<(String, String)>, StoreError> {
    let row = sqlx::query!(
        "SELECT guarantor_name, reference_requests.email
         FROM tenants
         JOIN applications USING (organisation_id, application_id)
         JOIN reference_requests USING (organisation_id, application_id)
         WHERE tenants.organisation_id = $1 AND tenants.tenant_id = $2 AND kind = 'guarantor' AND answered_at IS NOT NULL
           AND NOT declined AND NOT EXISTS (
               SELECT FROM guarantee_deeds d
               JOIN agreement_signers s USING (organisation_id, signer_id)
               JOIN agreements a ON a.organisation_id = d.organisation_id AND a.agreement_id = d.agreement_id
               WHERE d.organisation_id = $1 AND a.tenancy_id = tenants.tenancy_id
                 AND s.email_key = lower(reference_requests.email) AND d.end_date < $3)",
        organisation.get(),
        tenant.get(),
        due,
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| (row.guarantor_name.unwrap_or_default(), row.email)))
}

/// Whether money was recorded in a tenancy, of one tenant or of all, that was not taken back.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.ledger.has_money", skip_all)]
pub async fn has_money(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (
             SELECT FROM ledger_entries AS entry
             WHERE organisation_id = $1 AND tenancy_id = $2 AND kind = 'receipt' AND NOT EXISTS (
                 SELECT FROM ledger_entries AS back
                 WHERE back.organisation_id = $1 AND back.reverses = entry.entry_id)) AS "has!""#,
        organisation.get(),
        tenancy.get(),
    )
    .fetch_one(tx)
    .await?)
}

/// Whether money of a tenant was recorded that was not taken back.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.ledger.has_money_of", skip_all)]
pub async fn has_money_of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    tenant: TenantId,
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (
             SELECT FROM ledger_entries AS entry
             WHERE organisation_id = $1 AND tenancy_id = $2 AND tenant_id = $3 AND kind IN ('receipt', 'refund') AND NOT EXISTS (
                 SELECT FROM ledger_entries AS back
                 WHERE back.organisation_id = $1 AND back.reverses = entry.entry_id)) AS "has!""#,
        organisation.get(),
        tenancy.get(),
        tenant.get(),
    )
    .fetch_one(tx)
    .await?)
}

/// How many entries a tenancy has.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.ledger.count", skip_all)]
pub async fn count(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM ledger_entries WHERE organisation_id = $1 AND tenancy_id = $2"#,
        organisation.get(),
        tenancy.get(),
    )
    .fetch_one(tx)
    .await?)
}
