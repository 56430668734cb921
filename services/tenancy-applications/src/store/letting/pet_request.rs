//! Requests of tenants for a pet.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{OrganisationId, PetRequestId, TenantId};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use crate::domain::letting::{KeptPetRequest, MOST_PET_REQUESTS, PetAnswer, PetRequest};

struct Found {
    pet_request_id: i64,
    pet: String,
    request_date: NaiveDate,
    information_date: Option<NaiveDate>,
    answer: Option<String>,
    answer_date: Option<NaiveDate>,
    reason: Option<String>,
}

impl TryFrom<Found> for KeptPetRequest {
    type Error = StoreError;

    fn try_from(row: Found) -> Result<Self, StoreError> {
        let name = RowName {
            table: "pet_requests",
            id: row.pet_request_id,
        };
        let answer = row
            .answer
            .map(|text| name.known("answer", PetAnswer::parse(&text)));
        Ok(Self {
            id: row.pet_request_id.into(),
            request: PetRequest {
                pet: row.pet,
                requested: row.request_date,
                informed: row.information_date,
                answer: answer.transpose()?.zip(row.answer_date),
                reason: row.reason,
            },
        })
    }
}

/// The requests of a tenant, the newest first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.pet_request.of_tenant", skip_all)]
pub async fn of_tenant(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<Vec<KeptPetRequest>, StoreError> {
    let rows = sqlx::query_as!(
        Found,
        "SELECT pet_request_id, pet, request_date, information_date, answer, answer_date, reason FROM pet_requests
         WHERE organisation_id = $1 AND tenant_id = $2 ORDER BY request_date DESC, pet_request_id DESC LIMIT $3",
        organisation.get(),
        tenant.get(),
        MOST_PET_REQUESTS,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Adds a request, or keeps it in place of the tenant's request with that number. Returns whether there was one.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.pet_request.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    number: Option<PetRequestId>,
    request: &PetRequest,
    at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let (answer, answered) = request.answer.unzip();
    let Some(number) = number else {
        sqlx::query!(
            "INSERT INTO pet_requests (organisation_id, tenant_id, pet, request_date, information_date, answer, answer_date, reason,
                                       created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)",
            organisation.get(),
            tenant.get(),
            request.pet,
            request.requested,
            request.informed,
            answer.map(PetAnswer::as_str),
            answered,
            request.reason,
            at,
        )
        .execute(tx)
        .await?;
        return Ok(true);
    };
    let done = sqlx::query!(
        "UPDATE pet_requests SET pet = $4, request_date = $5, information_date = $6, answer = $7, answer_date = $8, reason = $9,
                updated_at = $10
         WHERE organisation_id = $1 AND tenant_id = $2 AND pet_request_id = $3",
        organisation.get(),
        tenant.get(),
        number.get(),
        request.pet,
        request.requested,
        request.informed,
        answer.map(PetAnswer::as_str),
        answered,
        request.reason,
        at,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Removes a tenant's request. Returns whether there was one.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.pet_request.remove", skip_all)]
pub async fn remove(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    number: PetRequestId,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM pet_requests WHERE organisation_id = $1 AND tenant_id = $2 AND pet_request_id = $3",
        organisation.get(),
        tenant.get(),
        number.get(),
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() > 0)
}
