//! The landlord's details of organisations, and which mails their tenants do not get.

use chrono::{DateTime, Utc};
use lintel_core::OrganisationId;
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::{known, one_row};
use crate::domain::{
    landlord::{Landlord, LandlordKind},
    tenant_mail::TenantMailKind,
};

/// The details of a landlord that its tenants see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The details; `None` until they are given.
    pub landlord: Option<Landlord>,
    /// The kinds of mails that are off.
    pub mails_off: Vec<TenantMailKind>,
    /// The organisation's version.
    pub version: i64,
}

/// The columns of an organisation that make a landlord.
#[derive(Debug)]
pub(super) struct Columns {
    pub organisation_id: i64,
    pub landlord_kind: Option<String>,
    pub landlord_names: Option<Vec<String>>,
    pub landlord_company_number: Option<String>,
    pub landlord_trading_as: Option<String>,
    pub landlord_notice_address: Option<String>,
    pub landlord_contact_name: Option<String>,
    pub landlord_contact_phone: Option<String>,
    pub landlord_contact_email: Option<String>,
    pub mails_off: Vec<String>,
    pub version: i64,
}

impl TryFrom<Columns> for Row {
    type Error = StoreError;

    fn try_from(row: Columns) -> Result<Self, StoreError> {
        let id = row.organisation_id;
        let text = |text: Option<String>| text.unwrap_or_default();
        let landlord = match row.landlord_kind {
            None => None,
            Some(kind) => {
                let kind = LandlordKind::parse(&kind);
                Some(Landlord {
                    kind: known("organisations", "landlord_kind", id, kind)?,
                    names: row.landlord_names.unwrap_or_default(),
                    company_number: text(row.landlord_company_number),
                    trading_as: text(row.landlord_trading_as),
                    notice_address: text(row.landlord_notice_address),
                    contact_name: text(row.landlord_contact_name),
                    contact_phone: text(row.landlord_contact_phone),
                    contact_email: text(row.landlord_contact_email),
                })
            }
        };
        // A kind that a later release knows stays off there, and is nothing here.
        let off = row.mails_off.iter();
        Ok(Self {
            landlord,
            mails_off: off.filter_map(|kind| TenantMailKind::parse(kind)).collect(),
            version: row.version,
        })
    }
}

/// The details of an organisation.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.landlord.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Option<Row>, StoreError> {
    let row = sqlx::query_as!(
        Columns,
        "SELECT organisation_id, landlord_kind, landlord_names, landlord_company_number, landlord_trading_as,
             landlord_notice_address, landlord_contact_name, landlord_contact_phone, landlord_contact_email, mails_off, version
         FROM organisations WHERE organisation_id = $1",
        organisation.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Saves the details whole.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.landlord.save", skip_all)]
pub async fn save(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    landlord: &Landlord,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE organisations SET landlord_kind = $2, landlord_names = $3, landlord_company_number = $4, landlord_trading_as = $5,
             landlord_notice_address = $6, landlord_contact_name = $7, landlord_contact_phone = $8, landlord_contact_email = $9,
             updated_at = $10, version = version + 1, snapshot_due = true
         WHERE organisation_id = $1",
        organisation.get(),
        landlord.kind.as_str(),
        &landlord.names,
        landlord.company_number,
        landlord.trading_as,
        landlord.notice_address,
        landlord.contact_name,
        landlord.contact_phone,
        landlord.contact_email,
        at,
    )
    .execute(tx)
    .await?;
    one_row(&done)
}

/// Keeps which mails are off.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.landlord.switch_mails", skip_all)]
pub async fn switch_mails(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    off: &[TenantMailKind],
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let off: Vec<_> = off.iter().map(|kind| kind.as_str().to_owned()).collect();
    let done = sqlx::query!(
        "UPDATE organisations SET mails_off = $2, updated_at = $3, version = version + 1, snapshot_due = true
         WHERE organisation_id = $1",
        organisation.get(),
        &off,
        at,
    )
    .execute(tx)
    .await?;
    one_row(&done)
}
