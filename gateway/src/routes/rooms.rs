//! The rooms of a shared house.

use axum::Json;
use lintel_proto::portfolio::v1::ListRoomsRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{ids::PropertyId, reply::rows};
use crate::{
    Gateway,
    call::Call,
    model::room::Room,
    openapi::{NoSuchProperty, Refusals, SignedIn},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(list))
}

/// The rooms of a shared house by number; none for other kinds
#[utoipa::path(
    get, path = "/api/rooms/{propertyId}", tag = "Properties", operation_id = "listRooms",
    params(("propertyId" = i64, Path, description = "The property's id", minimum = 1)),
    responses(
        (status = 200, description = "The rooms", body = [Room]),
        NoSuchProperty, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListRoomsRequest>,
    PropertyId(property_id): PropertyId,
) -> Result<Json<Vec<Room>>, Problem> {
    let message = ListRoomsRequest { property_id };
    let reply = call.send(message).await?;
    Ok(Json(rows(reply.rooms)?))
}
