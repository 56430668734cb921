//! The rent that the tenants of a tenancy owe together.

use std::sync::OnceLock;

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use chrono::NaiveDate;
use http::header;
use lintel_proto::tenancy::{v1 as tenancy, v1::GetTenancyRentRequest};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::names::LeaseStatus,
    call::Call,
    rest::{
        ArrearsFields, LedgerEntryFields, RentChange, RentTerms, SharesChange, TenancyPayer,
        TenancyRentParams,
        convert::{date, money, required, text},
        ids::TenancyId,
        input::{PageParams, Query},
        openapi::{BadQuery, NoSuchTenancy, Refusals, SignedIn},
        pages,
        problem::Problem,
        reply::{present, rows},
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(read))
}

/// Shows the arrears of a tenancy as of a day, the share of each tenant and the payments of each
///
/// Joint tenants owe together: days, months of rent and ground 8 are the tenancy's. 50 entries where no page is asked for; at most 200.
/// The figures are of all entries.
#[utoipa::path(
    get, path = "/api/tenancies/{id}/rent", tag = "Rent", operation_id = "getTenancyRent",
    params(("id" = i64, Path, description = "The tenancy's id", minimum = 1), TenancyRentParams, PageParams),
    responses(
        (status = 200, description = "The rent and a page of the entries", body = TenancyRent, headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more entries follow")
        )),
        NoSuchTenancy, BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetTenancyRentRequest>,
    TenancyId(tenancy_id): TenancyId,
    page: Query<PageParams>,
    wanted: Query<TenancyRentParams>,
) -> Result<Response, Problem> {
    let path = wanted.of(&format!("/api/tenancies/{tenancy_id}/rent"));
    // The page is one: its reply holds what is not of the entries, too.
    let replied = OnceLock::new();
    let page = page.message.always();
    let (entries, link) = pages::gather(&path, page, async |page_size, page_token| {
        let message = GetTenancyRentRequest {
            tenancy_id,
            page_size,
            page_token,
            ..wanted.message
        };
        let mut reply = call.send(message).await?;
        let entries = rows(std::mem::take(&mut reply.entries))?;
        let next = std::mem::take(&mut reply.next_page_token);
        replied.get_or_init(|| reply);
        Ok((entries, next))
    })
    .await?;
    let reply = present(replied.into_inner())?;
    let mut response = Json(TenancyRent::new(reply, entries)?).into_response();
    if let Some(link) = link {
        response.headers_mut().insert(header::LINK, link);
    }
    Ok(response)
}

/// An entry with the tenant whose it is: of money the payer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenancyLedgerEntry {
    /// The tenant.
    pub tenant_id: i64,
    /// The tenant's name.
    #[schema(example = "Grace Hopper")]
    pub tenant_name: String,
    /// The entry.
    #[serde(flatten)]
    pub entry: LedgerEntryFields,
}

impl TryFrom<tenancy::TenancyLedgerEntry> for TenancyLedgerEntry {
    type Error = Problem;

    fn try_from(line: tenancy::TenancyLedgerEntry) -> Result<Self, Problem> {
        let entry = required(line.entry, "entry")?;
        Ok(Self {
            tenant_id: entry.tenant_id,
            tenant_name: line.tenant_name,
            entry: entry.try_into()?,
        })
    }
}

/// The rent of a tenancy as of a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenancyRent {
    /// The tenancy.
    #[schema(example = 3)]
    pub tenancy_id: i64,
    /// The property.
    pub property_id: i64,
    /// The landlord's name for it.
    pub property_name: String,
    /// Its address.
    pub property_address: String,
    /// Its postcode.
    #[schema(example = "BS4 2AD")]
    pub property_postcode: String,
    /// The room of a shared house; null where the whole property is let.
    #[schema(required)]
    pub room_number: Option<String>,
    /// The tenancy's state.
    pub lease_status: LeaseStatus,
    /// The arrears of all tenants together on that day.
    #[serde(flatten)]
    pub arrears: ArrearsFields,
    /// The threshold of ground 8 in words, reached or not; null outside England and where nothing is overdue.
    #[schema(required)]
    pub ground8: Option<String>,
    /// The rent of the tenancy per month on that day.
    #[schema(example = "950.00")]
    pub monthly_rent: String,
    /// The terms by which rent is due; null where none is charged.
    #[schema(required)]
    pub terms: Option<RentTerms>,
    /// The dated changes of the rent, the oldest first.
    pub changes: Vec<RentChange>,
    /// The shares that were said, each from a day on, the oldest first; before the first all pay the same.
    pub shares: Vec<SharesChange>,
    /// The tenants by id, those who have left as well.
    pub tenants: Vec<TenancyPayer>,
    /// The charges by that day in all, less waivers and charges taken back.
    #[schema(example = "4425.00")]
    pub charged: String,
    /// The receipts by that day in all, less refunds and receipts taken back.
    #[schema(example = "4475.00")]
    pub received: String,
    /// The day of the first entry; null where there is none.
    #[schema(required)]
    pub first_entry_date: Option<NaiveDate>,
    /// The next day that rent is due; null where none is.
    #[schema(required)]
    pub next_due_date: Option<NaiveDate>,
    /// The amount due then of all together; null where nothing is.
    #[schema(required, example = "950.00")]
    pub next_due_amount: Option<String>,
    /// A page of the entries of that day and before, the oldest first, each with the balance of the tenancy after it.
    pub entries: Vec<TenancyLedgerEntry>,
}

impl TenancyRent {
    /// Builds the answer from a reply, with these entries.
    ///
    /// # Errors
    /// A reply that is not complete.
    pub fn new(
        found: tenancy::GetTenancyRentResponse,
        entries: Vec<TenancyLedgerEntry>,
    ) -> Result<Self, Problem> {
        let status = LeaseStatus::from_number(found.lease_status);
        let changes = found.changes.into_iter().map(TryInto::try_into);
        let shares = found.shares.into_iter().map(TryInto::try_into);
        let tenants = found.tenants.into_iter().map(TryInto::try_into);
        Ok(Self {
            tenancy_id: found.tenancy_id,
            property_id: found.property_id,
            property_name: found.property_display_name,
            property_address: found.property_address,
            property_postcode: found.property_postcode,
            room_number: found.room_number,
            lease_status: required(status, "lease_status")?,
            arrears: required(found.arrears, "arrears")?.try_into()?,
            ground8: text(found.ground_8),
            monthly_rent: required(money(found.monthly_rent)?, "monthly_rent")?,
            terms: found.terms.map(TryInto::try_into).transpose()?,
            changes: changes.collect::<Result<_, _>>()?,
            shares: shares.collect::<Result<_, _>>()?,
            tenants: tenants.collect::<Result<_, _>>()?,
            charged: required(money(found.charged)?, "charged")?,
            received: required(money(found.received)?, "received")?,
            first_entry_date: date(found.first_entry_date)?,
            next_due_date: date(found.next_due_date)?,
            next_due_amount: money(found.next_due_amount)?,
            entries,
        })
    }
}
