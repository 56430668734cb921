//! A person's rights over their data: a copy of it, and the deletion of the account.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, header};
use lintel_core::{OrganisationId, SessionId, london_date};
use lintel_proto::identity::v1::{BeginExportRequest, DeleteAccountRequest};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

use crate::{
    Gateway,
    api::accounts::account::MessageReply,
    archive::{self, Export, Subject},
    call::Call,
    rest::{
        DeleteAccountBody,
        input::Change,
        openapi::{IdempotencyKey, LastOwner, Refusals, SignedIn, WithBody},
        problem::Problem,
    },
};

const ZIP: HeaderValue = HeaderValue::from_static("application/zip");

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(export))
        .routes(routes!(delete))
}

/// Everything that is held of the caller's account, as a ZIP file of JSON files
///
/// An Owner also gets the organisation's data: portfolio, tenancies, viewings, maintenance, listings, photos and
/// documents; others get the data about them. `README.txt` says what is where. Passwords, codes and keys are left out.
/// The call is allowed five times a day; each time is noted in the security log. A file that cannot be finished is
/// broken off, also when the session ends meanwhile: by a sign-out, a removal from the organisation, or another grade
/// in it.
#[utoipa::path(
    get, path = "/api/account/export", tag = "Accounts", operation_id = "exportAccount",
    responses(
        (status = 200, description = "The file", body = Vec<u8>, content_type = "application/zip", headers(
            ("Content-Disposition" = String, description = "Its name, `lintel-my-data-YYYY-MM-DD.zip`")
        )),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn export(call: Call<BeginExportRequest>) -> Result<Response, Problem> {
    // The request id is made here, so that a second attempt is recognised as a repeat.
    let message = BeginExportRequest {
        request_id: Uuid::new_v4().to_string(),
    };
    let begun = call.send(message).await?;
    let subject = Subject {
        user: begun.user_id.into(),
        organisation: (begun.organisation_id != 0)
            .then(|| OrganisationId::new(begun.organisation_id)),
        role: call.role(),
    };
    let (gateway, session) = (call.gateway().clone(), call.session()?);
    let day = london_date(gateway.clock.now());
    let name = format!("attachment; filename=\"lintel-my-data-{day}.zip\"");
    let export = Export::new(call, subject, begun.export_token);
    let body = archive::body(&gateway.sessions, session, export.into_parts());
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, ZIP);
    let name = HeaderValue::try_from(name).map_err(Problem::internal)?;
    headers.insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

/// Deletes the caller's account
///
/// Every organisation that nobody else belongs to goes with it, with its properties, papers and photos. Name, address,
/// settings, sessions and API keys are gone at once; the address may sign up anew. For 30 days the log of sign-ins
/// stays, without a name, for an owner who did not ask for this. Takes the cookies away.
#[utoipa::path(
    post, path = "/api/account/delete", tag = "Accounts", operation_id = "deleteAccount",
    params(IdempotencyKey), request_body = DeleteAccountBody,
    responses(
        (status = 200, description = "The account is gone", body = MessageReply, headers(
            ("Set-Cookie" = String, description = "lintel_refresh and lintel_read, empty")
        )),
        LastOwner, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn delete(
    call: Call<DeleteAccountRequest>,
    change: Change<DeleteAccountBody>,
) -> Result<Response, Problem> {
    let reply = call.send(change.request()).await?;
    let gateway = call.gateway();
    // The other replicas learn it from the event; this one ends the sessions now.
    for id in reply.ended_session_ids.iter().flat_map(|id| id.parse()) {
        gateway.sessions.end(SessionId::new(id));
    }
    let said = Json(MessageReply {
        message: "Your account is deleted. For 30 days Lintel keeps, without your name, when and from where somebody signed in; \
                  backups forget the rest with age.",
    });
    Ok((gateway.cookies.clear()?, said).into_response())
}
