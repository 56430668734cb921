//! Applications.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{
    ApplicationId, InviteId, OrganisationId, PropertyId, TenancyId, TenantId, UserId,
};
use lintel_db::{RowName, StoreError};
use rust_decimal::Decimal;
use sqlx::PgConnection;

use crate::domain::{
    applying::{
        Answers, Application, ApplicationStatus, AppliedHome, EmploymentStatus,
        GuarantorRelationship,
    },
    documents::DocumentType,
};

/// The key by which a half-filled form becomes one application.
pub const DRAFT_UQ: &str = "applications_organisation_id_draft_id_uq";

/// An application's columns, as [`select_applications!`] reads them.
pub(super) struct ApplicationRow {
    pub(in crate::store) application_id: i64,
    pub(in crate::store) property_id: i64,
    pub(in crate::store) property_name: String,
    pub(in crate::store) property_address: String,
    pub(in crate::store) property_type: String,
    pub(in crate::store) room_id: Option<i64>,
    pub(in crate::store) room_number: Option<String>,
    pub(in crate::store) home_rent: Decimal,
    pub(in crate::store) user_id: Option<i64>,
    pub(in crate::store) invite_id: Option<i64>,
    pub(in crate::store) name: String,
    pub(in crate::store) email: String,
    pub(in crate::store) phone: String,
    pub(in crate::store) address: Option<String>,
    pub(in crate::store) date_of_birth: Option<NaiveDate>,
    pub(in crate::store) nationality: Option<String>,
    pub(in crate::store) employment_status: String,
    pub(in crate::store) employer_name: Option<String>,
    pub(in crate::store) employer_phone: Option<String>,
    pub(in crate::store) employer_email: Option<String>,
    pub(in crate::store) position: Option<String>,
    pub(in crate::store) monthly_income: Decimal,
    pub(in crate::store) guarantor_name: Option<String>,
    pub(in crate::store) guarantor_phone: Option<String>,
    pub(in crate::store) guarantor_email: String,
    pub(in crate::store) guarantor_relationship: Option<String>,
    pub(in crate::store) move_in_date: Option<NaiveDate>,
    pub(in crate::store) additional_notes: Option<String>,
    pub(in crate::store) status: String,
    pub(in crate::store) current_step: i16,
    pub(in crate::store) landlord_notes: Option<String>,
    pub(in crate::store) rejection_reason: Option<String>,
    pub(in crate::store) approved_at: Option<DateTime<Utc>>,
    pub(in crate::store) rejected_at: Option<DateTime<Utc>>,
    pub(in crate::store) withdrawn_at: Option<DateTime<Utc>>,
    pub(in crate::store) requested_documents: Vec<String>,
    pub(in crate::store) tenant_id: Option<i64>,
    pub(super) moved_in: bool,
    pub(in crate::store) token_nonce: Vec<u8>,
    pub(in crate::store) device: Option<Vec<u8>>,
    pub(in crate::store) version: i64,
    pub(in crate::store) created_at: DateTime<Utc>,
    pub(in crate::store) updated_at: DateTime<Utc>,
}

impl TryFrom<ApplicationRow> for Application {
    type Error = StoreError;

    fn try_from(row: ApplicationRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "applications",
            id: row.application_id,
        };
        let employment = EmploymentStatus::parse(&row.employment_status);
        let relationship = row.guarantor_relationship.map(|text| {
            name.known(
                "guarantor_relationship",
                GuarantorRelationship::parse(&text),
            )
        });
        let documents = row
            .requested_documents
            .iter()
            .map(|text| name.known("requested_documents", DocumentType::parse(text)));
        let nonce = row.token_nonce.as_slice().try_into().ok();
        Ok(Self {
            id: row.application_id.into(),
            home: AppliedHome {
                property: row.property_id.into(),
                name: row.property_name,
                address: row.property_address,
                room: row.room_id.map(Into::into).zip(row.room_number),
                rent: name.money("home_rent", row.home_rent)?,
            },
            property_type: row.property_type,
            user: row.user_id.map(Into::into),
            invite: row.invite_id.map(Into::into),
            requested_documents: documents.collect::<Result<_, _>>()?,
            answers: Answers {
                name: row.name,
                email: row.email,
                phone: row.phone,
                address: row.address,
                date_of_birth: row.date_of_birth,
                nationality: row.nationality,
                employment_status: name.known("employment_status", employment)?,
                employer_name: row.employer_name,
                employer_phone: row.employer_phone,
                employer_email: row.employer_email,
                position: row.position,
                monthly_income: name.money("monthly_income", row.monthly_income)?,
                guarantor_name: row.guarantor_name,
                guarantor_phone: row.guarantor_phone,
                guarantor_email: row.guarantor_email,
                guarantor_relationship: relationship.transpose()?,
                move_in_date: row.move_in_date,
                additional_notes: row.additional_notes,
            },
            status: name.known("status", ApplicationStatus::parse(&row.status))?,
            step: row.current_step,
            landlord_notes: row.landlord_notes,
            rejection_reason: row.rejection_reason,
            approved_at: row.approved_at,
            rejected_at: row.rejected_at,
            withdrawn_at: row.withdrawn_at,
            tenant: row.tenant_id.map(Into::into),
            moved_in: row.moved_in,
            token_nonce: name.known("token_nonce", nonce)?,
            device: row.device.and_then(|device| device.try_into().ok()),
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
        })
    }
}

/// Every column that an [`Application`] is read from; what follows the tables is the caller's. A property is called what the landlord
/// calls it now, where it is still there.
macro_rules! select_applications {
    ($($tail:literal)+, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            ApplicationRow,
            r#"SELECT a.application_id, a.property_id, coalesce(h.name, a.property_name) AS "property_name!",
                 a.property_address, coalesce(h.property_type, '') AS "property_type!", a.room_id, a.room_number, a.home_rent,
                 a.user_id, a.invite_id, a.name, a.email, a.phone, a.address, a.date_of_birth, a.nationality,
                 a.employment_status, a.employer_name, a.employer_phone, a.employer_email, a.position, a.monthly_income,
                 a.guarantor_name, a.guarantor_phone, a.guarantor_email, a.guarantor_relationship, a.move_in_date,
                 a.additional_notes, a.status, a.current_step, a.landlord_notes, a.rejection_reason, a.approved_at,
                 a.rejected_at, a.withdrawn_at, a.requested_documents, a.tenant_id,
                 coalesce(y.state <> 'Upcoming', false) AS "moved_in!", a.token_nonce, a.device, a.version, a.created_at, a.updated_at
             FROM applications a
             LEFT JOIN homes h ON h.organisation_id = a.organisation_id AND h.property_id = a.property_id
             LEFT JOIN tenants t ON t.organisation_id = a.organisation_id AND t.tenant_id = a.tenant_id
             LEFT JOIN tenancies y ON y.organisation_id = t.organisation_id AND y.tenancy_id = t.tenancy_id "# $(+ $tail)+,
            $($argument),+
        )
    };
}
pub(super) use select_applications;

/// An application to add.
#[derive(Debug)]
pub struct NewApplication<'a> {
    /// What is applied for.
    pub home: &'a AppliedHome,
    /// What the applicant says.
    pub answers: &'a Answers,
    /// The account that makes it.
    pub user: Option<UserId>,
    /// The link that it comes by.
    pub invite: Option<InviteId>,
    /// The half-filled form that it was.
    pub draft: Option<i64>,
    /// What the token of the private link is made of.
    pub token_nonce: &'a [u8; 32],
    /// The token's hash.
    pub token_hash: &'a [u8; 32],
    /// A keyed hash of the network address that it comes from.
    pub device: Option<[u8; 32]>,
}

/// One application of the organisation.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.application.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
) -> Result<Option<Application>, StoreError> {
    let row = select_applications!(
        "WHERE a.organisation_id = $1 AND a.application_id = $2",
        organisation.get(),
        application.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// As [`find`], locked for a change. Whoever changes its tenancy as well locks the home first.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.application.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
) -> Result<Option<Application>, StoreError> {
    let row = select_applications!(
        "WHERE a.organisation_id = $1 AND a.application_id = $2 FOR UPDATE OF a",
        organisation.get(),
        application.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Those of `applications`, in no order.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.application.of_ids", skip_all)]
pub async fn of_ids(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    applications: &[i64],
) -> Result<Vec<Application>, StoreError> {
    let rows = select_applications!(
        "WHERE a.organisation_id = $1 AND a.application_id = ANY ($2)",
        organisation.get(),
        applications,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Adds an application at its first version, submitted.
///
/// # Errors
/// [`StoreError`] when the database refuses; [`DRAFT_UQ`] when the draft was submitted already.
#[tracing::instrument(name = "db.application.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    new: &NewApplication<'_>,
    now: DateTime<Utc>,
) -> Result<ApplicationId, StoreError> {
    let (home, answers) = (new.home, new.answers);
    let id = sqlx::query_scalar!(
        "INSERT INTO applications (organisation_id, property_id, property_name, property_address, room_id, room_number,
             home_rent, user_id, invite_id, draft_id, name, email, phone, address, date_of_birth, nationality,
             employment_status, employer_name, employer_phone, employer_email, position, monthly_income, guarantor_name,
             guarantor_phone, guarantor_email, guarantor_relationship, move_in_date, additional_notes, token_nonce,
             token_hash, device, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
             $24, $25, $26, $27, $28, $29, $30, $31, $32, $32)
         RETURNING application_id",
        organisation.get(),
        home.property.get(),
        home.name,
        home.address,
        home.room.as_ref().map(|(id, _)| id.get()),
        home.room_number(),
        home.rent.to_decimal(),
        new.user.map(UserId::get),
        new.invite.map(InviteId::get),
        new.draft,
        answers.name,
        answers.email,
        answers.phone,
        answers.address,
        answers.date_of_birth,
        answers.nationality,
        answers.employment_status.as_str(),
        answers.employer_name,
        answers.employer_phone,
        answers.employer_email,
        answers.position,
        answers.monthly_income.to_decimal(),
        answers.guarantor_name,
        answers.guarantor_phone,
        answers.guarantor_email,
        answers.guarantor_relationship.map(GuarantorRelationship::as_str),
        answers.move_in_date,
        answers.additional_notes,
        new.token_nonce.as_slice(),
        new.token_hash.as_slice(),
        new.device.as_ref().map(<[u8; 32]>::as_slice),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// Writes what landlord and applicant decide of an application, at its next version: not what the applicant said.
///
/// # Errors
/// [`StoreError`] when the database refuses, or when there is no such application: lock it first.
#[tracing::instrument(name = "db.application.update", skip_all)]
pub async fn update(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    changed: Application,
    now: DateTime<Utc>,
) -> Result<Application, StoreError> {
    let documents: Vec<_> = changed
        .requested_documents
        .iter()
        .map(|one| one.as_str().to_owned())
        .collect();
    let row = sqlx::query!(
        "UPDATE applications
         SET status = $3, current_step = $4, landlord_notes = $5, rejection_reason = $6, approved_at = $7,
             rejected_at = $8, withdrawn_at = $9, requested_documents = $10, tenant_id = $11,
             updated_at = greatest($12, updated_at), version = version + 1
         WHERE organisation_id = $1 AND application_id = $2
         RETURNING version, updated_at",
        organisation.get(),
        changed.id.get(),
        changed.status.as_str(),
        changed.step,
        changed.landlord_notes,
        changed.rejection_reason,
        changed.approved_at,
        changed.rejected_at,
        changed.withdrawn_at,
        &documents,
        changed.tenant.map(TenantId::get),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(Application {
        version: row.version,
        updated_at: row.updated_at,
        ..changed
    })
}

/// Writes who answers for an applicant, as the applicant says now. The version is not another one: [`bump`] it.
///
/// # Errors
/// [`StoreError`] when the database refuses, or when there is no such application: lock it first.
#[tracing::instrument(name = "db.application.name_referees", skip_all)]
pub async fn name_referees(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    answers: &Answers,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE applications
         SET guarantor_name = $3, guarantor_phone = $4, guarantor_email = $5, guarantor_relationship = $6, employer_name = $7,
             employer_phone = $8, employer_email = $9
         WHERE organisation_id = $1 AND application_id = $2 RETURNING application_id",
        organisation.get(),
        application.get(),
        answers.guarantor_name,
        answers.guarantor_phone,
        answers.guarantor_email,
        answers.guarantor_relationship.map(GuarantorRelationship::as_str),
        answers.employer_name,
        answers.employer_phone,
        answers.employer_email,
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// Gives an application the private link of this token; the one before is dead.
///
/// # Errors
/// [`StoreError`] when the database refuses, or when there is no such application: lock it first.
#[tracing::instrument(name = "db.application.renew_link", skip_all)]
pub async fn renew_link(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    nonce: &[u8; 32],
    hash: &[u8; 32],
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE applications SET token_nonce = $3, token_hash = $4
         WHERE organisation_id = $1 AND application_id = $2 RETURNING application_id",
        organisation.get(),
        application.get(),
        nonce.as_slice(),
        hash.as_slice(),
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// Gives an application its next version, because something that belongs to it is another one now. Returns that version.
///
/// # Errors
/// [`StoreError`] when the database refuses, or when there is no such application: lock it first.
#[tracing::instrument(name = "db.application.bump", skip_all)]
pub async fn bump(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        "UPDATE applications SET version = version + 1, updated_at = greatest($3, updated_at)
         WHERE organisation_id = $1 AND application_id = $2 RETURNING version",
        organisation.get(),
        application.get(),
        now,
    )
    .fetch_one(tx)
    .await?)
}

/// Notes that a document that may have been asked for has come.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.application.document_came", skip_all)]
pub async fn document_came(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    document_type: DocumentType,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE applications SET requested_documents = array_remove(requested_documents, $3)
         WHERE organisation_id = $1 AND application_id = $2 AND $3 = ANY (requested_documents)",
        organisation.get(),
        application.get(),
        document_type.as_str(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The first of the other applications that hold the home, or a part of it that overlaps with the room: approved, and what came of it
/// has not ended.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.application.holder", skip_all)]
pub async fn holder(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    room_number: Option<&str>,
    but: ApplicationId,
) -> Result<Option<ApplicationId>, StoreError> {
    let id = sqlx::query_scalar!(
        "SELECT a.application_id FROM applications a
         JOIN tenants t ON t.organisation_id = a.organisation_id AND t.tenant_id = a.tenant_id
         JOIN tenancies y ON y.organisation_id = t.organisation_id AND y.tenancy_id = t.tenancy_id
         WHERE a.organisation_id = $1 AND a.property_id = $2 AND a.application_id <> $4 AND a.status = 'Approved'
             AND a.withdrawn_at IS NULL AND NOT t.has_left AND y.state <> 'Ended'
             AND ($3::text IS NULL OR a.room_number IS NULL OR lower(a.room_number) = lower($3))
         ORDER BY a.approved_at, a.application_id LIMIT 1",
        organisation.get(),
        property.get(),
        room_number,
        but.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(id.map(Into::into))
}

/// The tenancy that came of an approved application for exactly this home or room and has not ended.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.application.tenancy_of", skip_all)]
pub async fn tenancy_of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    property: PropertyId,
    room_number: Option<&str>,
) -> Result<Option<TenancyId>, StoreError> {
    let id = sqlx::query_scalar!(
        "SELECT t.tenancy_id FROM applications a
         JOIN tenants t ON t.organisation_id = a.organisation_id AND t.tenant_id = a.tenant_id
         JOIN tenancies y ON y.organisation_id = t.organisation_id AND y.tenancy_id = t.tenancy_id
         WHERE a.organisation_id = $1 AND a.application_id = $2 AND a.property_id = $3 AND a.status = 'Approved'
             AND a.withdrawn_at IS NULL AND NOT t.has_left AND y.state <> 'Ended'
             AND lower(a.room_number) IS NOT DISTINCT FROM lower($4::text)",
        organisation.get(),
        application.get(),
        property.get(),
        room_number,
    )
    .fetch_optional(tx)
    .await?;
    Ok(id.map(Into::into))
}
