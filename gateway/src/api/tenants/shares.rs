//! The shares of tenants in the rent of a tenancy.

use axum::Json;
use chrono::NaiveDate;
use lintel_proto::tenancy::{v1 as tenancy, v1::SetSharesRequest};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    rest::{
        SharesChangeFields, TenantShareBody,
        convert::{money, required},
        ids::TenancyId,
        input::{Change, List, fields},
        openapi::{IdempotencyKey, NoSuchTenancy, Refusals, SignedIn, WithBody},
        problem::Problem,
    },
};

/// Fields whose names differ from the contract's.
const NAMES: [(&str, &str); 1] = [("fromDate", "from")];

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(set))
}

fields! {
    /// The share of each tenant in the rent.
    SharesBody for SetSharesRequest {
        /// One for each tenant who lives there on the day; they add up to the rent of the tenancy.
        shares: List<TenantShareBody> { min_items: 1, max_items: 50 },
    } then read_from {
        /// The first day; absent for today. A day to come only where rent is charged by schedule.
        from: Option<NaiveDate>,
    }
}

fn read_from(reader: &mut crate::rest::input::FieldReader<'_>, message: &mut SetSharesRequest) {
    message.from_date = reader.date("from").map(Into::into);
}

/// Sets what each tenant pays of the rent from a day on
///
/// Shares inform: joint tenants owe the rent together. Charges that were made stay. A repeat with the same key and body gets the first
/// answer.
#[utoipa::path(
    put, path = "/api/tenancies/{id}/shares", tag = "Rent", operation_id = "setShares",
    params(("id" = i64, Path, description = "The tenancy's id", minimum = 1), IdempotencyKey),
    request_body = SharesBody,
    responses(
        (status = 200, description = "The shares as they were stored", body = Shares),
        NoSuchTenancy, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn set(
    call: Call<SetSharesRequest>,
    TenancyId(tenancy_id): TenancyId,
    change: Change<SharesBody>,
) -> Result<Json<Shares>, Problem> {
    let message = SetSharesRequest {
        tenancy_id,
        ..change.request()
    };
    let reply = call.send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    Ok(Json((tenancy_id, reply).try_into()?))
}

/// Shares as they were stored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Shares {
    /// The tenancy.
    #[schema(example = 3)]
    pub tenancy_id: i64,
    /// The rent of the whole tenancy per month on the first day.
    #[schema(example = "950.00")]
    pub tenancy_rent: String,
    /// The shares.
    #[serde(flatten)]
    pub change: SharesChangeFields,
}

impl TryFrom<(i64, tenancy::SetSharesResponse)> for Shares {
    type Error = Problem;

    fn try_from((tenancy_id, set): (i64, tenancy::SetSharesResponse)) -> Result<Self, Problem> {
        Ok(Self {
            tenancy_id,
            tenancy_rent: required(money(set.monthly_rent)?, "monthly_rent")?,
            change: required(set.shares, "shares")?.try_into()?,
        })
    }
}
