//! The arrears of all tenants.

use std::sync::OnceLock;

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::header;
use lintel_proto::tenancy::{v1 as tenancy, v1::ListArrearsRequest};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    rest::{
        ArrearsFields, ArrearsParams,
        convert::{money, required},
        input::{PageParams, Query},
        openapi::{BadQuery, Refusals, SignedIn},
        pages,
        problem::Problem,
        reply::{present, rows},
    },
};

/// The path of the list.
const LIST: &str = "/api/arrears";

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(list))
}

/// Lists the arrears of tenants as of a day, the oldest first unless another order is asked for, with the sums of all
///
/// Lists up to 10,000 without parameters; with `pageSize` or `pageToken` one page. The sums are of all pages.
#[utoipa::path(
    get, path = "/api/arrears", tag = "Rent", operation_id = "listArrears",
    params(ArrearsParams, PageParams),
    responses(
        (status = 200, description = "The tenants and the sums", body = ArrearsList, headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListArrearsRequest>,
    page: Query<PageParams>,
    wanted: Query<ArrearsParams>,
) -> Result<Response, Problem> {
    let call = pages::within(call, &page.message);
    let path = wanted.of(LIST);
    // Each page has the sums of all; those of the first are answered.
    let sums = OnceLock::new();
    let (tenants, link) = pages::gather(&path, page.message, async |page_size, page_token| {
        let message = ListArrearsRequest {
            page_size,
            page_token,
            ..wanted.message
        };
        let reply = call.send(message).await?;
        let totals = ArrearsTotals::try_from(&reply)?;
        sums.get_or_init(|| totals);
        Ok((
            rows::<_, TenantArrears>(reply.tenants)?,
            reply.next_page_token,
        ))
    })
    .await?;
    let totals = present(sums.into_inner())?;
    let mut response = Json(ArrearsList { tenants, totals }).into_response();
    if let Some(link) = link {
        response.headers_mut().insert(header::LINK, link);
    }
    Ok(response)
}

/// The arrears of one tenant, together with the others of the tenancy.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantArrears {
    /// The tenant.
    #[schema(example = 5)]
    pub tenant_id: i64,
    /// The tenancy.
    pub tenancy_id: i64,
    /// The property.
    pub property_id: i64,
    /// The tenant's name.
    #[schema(example = "Grace Hopper")]
    pub tenant_name: String,
    /// The landlord's name for the property.
    pub property_name: String,
    /// The room of a shared house; null where the whole property is let.
    #[schema(required)]
    pub room_number: Option<String>,
    /// The arrears.
    #[serde(flatten)]
    pub arrears: ArrearsFields,
}

impl TryFrom<tenancy::TenantArrears> for TenantArrears {
    type Error = Problem;

    fn try_from(row: tenancy::TenantArrears) -> Result<Self, Problem> {
        Ok(Self {
            tenant_id: row.tenant_id,
            tenancy_id: row.tenancy_id,
            property_id: row.property_id,
            tenant_name: row.tenant_name,
            property_name: row.property_display_name,
            room_number: row.room_number,
            arrears: required(row.arrears, "arrears")?.try_into()?,
        })
    }
}

/// The sums of all tenants.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArrearsTotals {
    /// The overdue amount, each tenancy counted once.
    #[schema(example = "2850.00")]
    pub total_owed: String,
    /// The number of tenants in arrears.
    #[schema(example = 2)]
    pub tenants_in_arrears: i64,
    /// The number of tenancies in arrears.
    #[schema(example = 1)]
    pub tenancies_in_arrears: i64,
    /// The amount received in the calendar month of the day, by then.
    #[schema(example = "8550.00")]
    pub received_this_month: String,
    /// The amount due in the calendar month of the day, by then.
    #[schema(example = "9450.00")]
    pub due_this_month: String,
}

impl TryFrom<&tenancy::ListArrearsResponse> for ArrearsTotals {
    type Error = Problem;

    fn try_from(list: &tenancy::ListArrearsResponse) -> Result<Self, Problem> {
        let sum = |sum, name| required(money(sum)?, name);
        Ok(Self {
            total_owed: sum(list.total_owed.clone(), "total_owed")?,
            tenants_in_arrears: list.tenants_in_arrears,
            tenancies_in_arrears: list.tenancies_in_arrears,
            received_this_month: sum(list.received_this_month.clone(), "received_this_month")?,
            due_this_month: sum(list.due_this_month.clone(), "due_this_month")?,
        })
    }
}

/// The tenants in arrears, and the sums of all.
#[derive(Debug, Serialize, ToSchema)]
pub struct ArrearsList {
    /// The oldest arrears first.
    pub tenants: Vec<TenantArrears>,
    /// The sums of all, not only of these.
    #[serde(flatten)]
    pub totals: ArrearsTotals,
}
