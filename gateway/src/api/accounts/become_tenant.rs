//! Making an empty landlord account a tenant's.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use lintel_core::{Error, SessionId};
use lintel_proto::{
    identity::v1::BecomeTenantRequest,
    portfolio::v1::{ListPropertiesRequest, ListSoldPropertiesRequest},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::accounts::account::MessageReply,
    call::Call,
    rest::{
        BecomeTenantBody,
        input::Change,
        openapi::{IdempotencyKey, NotEmptied, Refusals, SignedIn, WithBody},
        problem::Problem,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(become_tenant))
}

/// Makes the caller's landlord account a tenant's
///
/// Only an empty one: without homes and sold homes, and in one organisation that nobody else belongs to, which is deleted. The settings
/// stay. Every session ends, this one too: sign in anew as a tenant. Takes the cookies away.
#[utoipa::path(
    post, path = "/api/account/become-tenant", tag = "Accounts", operation_id = "becomeTenant",
    params(IdempotencyKey), request_body = BecomeTenantBody,
    responses(
        (status = 200, description = "The account is a tenant's", body = MessageReply, headers(
            ("Set-Cookie" = String, description = "lintel_refresh and lintel_read, empty")
        )),
        NotEmptied, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn become_tenant(
    call: Call<BecomeTenantRequest>,
    change: Change<BecomeTenantBody>,
) -> Result<Response, Problem> {
    check_empty(&call).await?;
    let reply = call.send(change.request()).await?;
    let gateway = call.gateway();
    // The other replicas learn it from the event; this one ends the sessions now.
    for id in reply.ended_session_ids.iter().flat_map(|id| id.parse()) {
        gateway.sessions.end(SessionId::new(id));
    }
    let said = Json(MessageReply {
        message: "This is a tenant's account now. Sign in once more.",
    });
    Ok((gateway.cookies.clear()?, said).into_response())
}

/// Checks that the caller's organisation has no home and has sold none: portfolio alone knows.
async fn check_empty(call: &Call<BecomeTenantRequest>) -> Result<(), Problem> {
    let (homes, sold) = (call.beside()?, call.beside()?);
    let homes = homes.send(ListPropertiesRequest {
        page_size: 1,
        ..ListPropertiesRequest::default()
    });
    let sold = sold.send(ListSoldPropertiesRequest {
        page_size: 1,
        ..ListSoldPropertiesRequest::default()
    });
    let (homes, sold) = tokio::try_join!(homes, sold)?;
    if homes.properties.is_empty() && sold.sold_properties.is_empty() {
        return Ok(());
    }
    Err(Error::FailedPrecondition {
        reason: "ACCOUNT_NOT_EMPTY",
        message: "This account has homes, so it stays a landlord's. Sign in with another account as a tenant.",
    }
    .into())
}
