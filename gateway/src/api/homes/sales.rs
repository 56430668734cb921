//! Selling properties, and what was sold.

use axum::{Json, response::Response};
use http::{HeaderValue, StatusCode, header};
use lintel_proto::portfolio::v1::{
    GetSaleAnalyticsRequest, GetSoldPropertyRequest, ListSoldPropertiesRequest,
    ListSoldPropertyHistoryRequest, SellPropertyRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{
        homes::{
            history::PropertyHistoryEntry,
            sold_property::{SaleAnalytics, SoldProperty},
        },
        names::SoldPropertySort,
    },
    call::Call,
    rest::{
        SaleBody,
        ids::{PropertyId, SoldPropertyId},
        input::{Change, Direction, PageParams, Query, fields},
        openapi::{
            BadQuery, IdempotencyKey, IfMatch, Let, NoSuchProperty, NoSuchSale, Refusals, SignedIn,
            Stale, WithBody,
        },
        pages::{self, MOST_ROWS, PAGE},
        problem::Problem,
        reply::{present, row, rows},
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(sell))
        .routes(routes!(list))
        .routes(routes!(analytics))
        .routes(routes!(read))
        .routes(routes!(history))
}

/// Sells a property
///
/// It leaves the portfolio and becomes a sold property; its history stays readable. Of several who sell it at once, one does.
#[utoipa::path(
    post, path = "/api/properties/{id}/sell", tag = "Sold properties", operation_id = "sellProperty",
    params(("id" = i64, Path, description = "The property's id", minimum = 1), IfMatch, IdempotencyKey),
    request_body = SaleBody,
    responses(
        (status = 201, description = "The sold property", body = SoldProperty, headers(
            ("Location" = String, description = "Where it can be read"),
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchProperty, Stale, Let, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn sell(
    call: Call<SellPropertyRequest>,
    PropertyId(property_id): PropertyId,
    change: Change<SaleBody>,
) -> Result<Response, Problem> {
    let message = SellPropertyRequest {
        property_id,
        sale: change.message.sale,
        etag: change.etag,
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    let sold = present(reply.sold_property)?;
    let location = format!("/api/sold-properties/{}", sold.sold_property_id);
    let mut response = row(
        StatusCode::CREATED,
        sold.version,
        SoldProperty::try_from(sold)?,
    );
    let location = HeaderValue::try_from(location).map_err(Problem::internal)?;
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

fields! {
    /// The order of a list of sold properties.
    SoldOrderParams for ListSoldPropertiesRequest {
        /// The field to sort by; saleDate unless given.
        sort: Option<SoldPropertySort>,
        /// desc (unless given) or asc.
        ascending: Option<Direction> { pattern: "^(asc|desc)$" },
    }
}

/// All sold properties, in the order asked for
///
/// Lists up to 10,000 without page parameters; with `pageSize` or `pageToken` one page. Properties without an
/// annualised return come last in both directions of that order.
#[utoipa::path(
    get, path = "/api/sold-properties", tag = "Sold properties", operation_id = "listSoldProperties",
    params(SoldOrderParams, PageParams),
    responses(
        (status = 200, description = "The sold properties", body = [SoldProperty], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListSoldPropertiesRequest>,
    order: Query<SoldOrderParams>,
    query: Query<PageParams>,
) -> Result<Response, Problem> {
    let call = pages::within(call, &query.message);
    let path = order.of("/api/sold-properties");
    pages::answer(&path, query.message, async |page_size, page_token| {
        page(&call, &order.message, page_size, page_token).await
    })
    .await
}

async fn page(
    call: &Call<ListSoldPropertiesRequest>,
    order: &ListSoldPropertiesRequest,
    page_size: i32,
    page_token: String,
) -> Result<pages::Page<SoldProperty>, Problem> {
    let message = ListSoldPropertiesRequest {
        page_size,
        page_token,
        ..*order
    };
    let reply = call.send(message).await?;
    Ok((rows(reply.sold_properties)?, reply.next_page_token))
}

/// The figures of all sales, with the sold properties
#[utoipa::path(
    get, path = "/api/sold-properties/analytics", tag = "Sold properties",
    operation_id = "getSaleAnalytics",
    responses(
        (status = 200, description = "The figures", body = SaleAnalytics),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn analytics(call: Call<GetSaleAnalyticsRequest>) -> Result<Json<SaleAnalytics>, Problem> {
    let call = call.within(pages::WHOLE_LIST);
    let reply = call.send(GetSaleAnalyticsRequest {}).await?;
    let (list, latest) = (call.beside()?, ListSoldPropertiesRequest::default());
    let (mut sold, mut next) = page(&list, &latest, PAGE, String::new()).await?;
    while !next.is_empty() && sold.len() < MOST_ROWS {
        let (more, following) = page(&list, &latest, PAGE, next).await?;
        sold.extend(more);
        next = following;
    }
    Ok(Json(SaleAnalytics::of(present(reply.analytics)?, sold)?))
}

/// One sold property
#[utoipa::path(
    get, path = "/api/sold-properties/{id}", tag = "Sold properties", operation_id = "getSoldProperty",
    params(("id" = i64, Path, description = "The sold property's id", minimum = 1)),
    responses(
        (status = 200, description = "The sold property", body = SoldProperty, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchSale, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetSoldPropertyRequest>,
    SoldPropertyId(sold_property_id): SoldPropertyId,
) -> Result<Response, Problem> {
    let reply = call
        .send(GetSoldPropertyRequest { sold_property_id })
        .await?;
    let sold = present(reply.sold_property)?;
    Ok(row(
        StatusCode::OK,
        sold.version,
        SoldProperty::try_from(sold)?,
    ))
}

/// Lists the history of a sold property while it was in the portfolio, the newest entry first
#[utoipa::path(
    get, path = "/api/sold-properties/{id}/history", tag = "Sold properties",
    operation_id = "listSoldPropertyHistory",
    params(("id" = i64, Path, description = "The sold property's id", minimum = 1), PageParams),
    responses(
        (status = 200, description = "The entries", body = [PropertyHistoryEntry], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, NoSuchSale, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn history(
    call: Call<ListSoldPropertyHistoryRequest>,
    SoldPropertyId(sold_property_id): SoldPropertyId,
    page: Query<PageParams>,
) -> Result<Response, Problem> {
    let call = pages::within(call, &page.message);
    let path = format!("/api/sold-properties/{sold_property_id}/history");
    pages::answer(&path, page.message, async |page_size, page_token| {
        let message = ListSoldPropertyHistoryRequest {
            sold_property_id,
            page_size,
            page_token,
        };
        let reply = call.send(message).await?;
        Ok((
            rows::<_, PropertyHistoryEntry>(reply.entries)?,
            reply.next_page_token,
        ))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rest::input::asked;

    #[test]
    fn the_latest_sale_is_first_unless_asked_otherwise() {
        let read = |query: &str| {
            let asked = asked::<SoldOrderParams>(query);
            asked.map(|request| (request.sort().as_str_name(), request.ascending))
        };
        assert_eq!(
            read("pageSize=5"),
            Ok(("SOLD_PROPERTY_SORT_UNSPECIFIED", false))
        );
        assert_eq!(
            read("sort=profit&direction=asc"),
            Ok(("SOLD_PROPERTY_SORT_PROFIT", true))
        );
        assert_eq!(
            read("sort=return"),
            Ok(("SOLD_PROPERTY_SORT_RETURN", false))
        );
        let named = ["direction", "sort"].map(str::to_owned).to_vec();
        assert_eq!(read("sort=price&direction=up&sort=profit"), Err(named));
    }
}
