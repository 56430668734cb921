//! The law and practice that Lintel applies.

use axum::Json;
use lintel_proto::portfolio::v1::ListRulesRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    model::rule::RuleList,
    openapi::{Refusals, SignedIn},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(list))
}

/// The rules that Lintel applies, by topic and nation
///
/// Each with its source and the day on which it was last checked; coming and ended ones are among them. Beside them how many of the
/// organisation's homes are in each nation.
#[utoipa::path(
    get, path = "/api/rules", tag = "Rules", operation_id = "listRules",
    responses(
        (status = 200, description = "The rules", body = RuleList),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(call: Call<ListRulesRequest>) -> Result<Json<RuleList>, Problem> {
    let reply = call.send(ListRulesRequest {}).await?;
    Ok(Json(reply.try_into()?))
}
