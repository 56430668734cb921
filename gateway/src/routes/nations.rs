//! In which nation a home is.

use axum::Json;
use lintel_proto::portfolio::v1::ProposeNationRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    input::{Query, fields},
    openapi::{BadQuery, Refusals, SignedIn},
    problem::Problem,
    rest::NationProposal,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(propose))
}

fields! {
    /// Where a home is.
    NationParams for ProposeNationRequest {
        /// Its postcode, in any spelling.
        postcode: String { example: "CH4 0AA", max_length: 20 },
    }
}

/// The nation that a postcode is in
///
/// For a form that is being filled in: nothing is stored. Where homes of a district are in two nations, both are named.
#[utoipa::path(
    get, path = "/api/properties/nation", tag = "Properties", operation_id = "proposeNation",
    params(NationParams),
    responses(
        (status = 200, description = "The proposal", body = NationProposal),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn propose(
    call: Call<ProposeNationRequest>,
    wanted: Query<NationParams>,
) -> Result<Json<NationProposal>, Problem> {
    let reply = call.send(wanted.message).await?;
    Ok(Json(reply.try_into()?))
}
