//! What was sent on behalf of the caller's organisation.

use axum::response::Response;
use lintel_proto::notifications::v1::ListDeliveriesRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{pages, reply::rows};
use crate::{
    Gateway,
    call::Call,
    input::{Id, PageParams, Query, fields},
    model::names::DeliverySubject,
    openapi::{BadQuery, Refusals, SignedIn},
    problem::Problem,
    rest::Delivery,
};

/// Where the list is.
const LIST: &str = "/api/deliveries";

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(list))
}

fields! {
    /// Of what messages are listed.
    DeliveryParams for ListDeliveriesRequest {
        /// What kind.
        subject: DeliverySubject,
        /// Its id.
        subject_id: Id,
    }
}

/// What was sent about an application, a viewing, a maintenance request or a tenancy, the newest first
#[utoipa::path(
    get, path = "/api/deliveries", tag = "Notifications", operation_id = "listDeliveries",
    params(DeliveryParams, PageParams),
    responses(
        (status = 200, description = "The messages", body = [Delivery], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListDeliveriesRequest>,
    page: Query<PageParams>,
    wanted: Query<DeliveryParams>,
) -> Result<Response, Problem> {
    let path = wanted.of(LIST);
    pages::answer(&path, page.message, async |page_size, page_token| {
        let message = ListDeliveriesRequest {
            page_size,
            page_token,
            ..wanted.message.clone()
        };
        let reply = call.send(message).await?;
        Ok((
            rows::<_, Delivery>(reply.deliveries)?,
            reply.next_page_token,
        ))
    })
    .await
}
