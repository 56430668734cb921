//! The organisations of the caller.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::StatusCode;
use lintel_proto::identity::v1::{
    self as identity, GetOrganisationRequest, ListOrganisationsRequest, RenameOrganisationRequest,
    SwitchOrganisationRequest,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{
        accounts::account::{LoginReply, User},
        names::Grade,
    },
    call::Call,
    rest::{
        OrganisationBody, SwitchBody,
        convert::required,
        input::{Body, Change},
        openapi::{
            IdempotencyKey, IfMatch, NoSuchOrganisation, Refusals, SignedIn, Stale, WithBody,
        },
        problem::Problem,
        reply::{present, row, rows},
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list))
        .routes(routes!(read, rename))
        .routes(routes!(switch))
}

fn answer(organisation: Option<identity::Organisation>) -> Result<Response, Problem> {
    let organisation = present(organisation)?;
    let version = organisation.version;
    let details = OrganisationDetails::try_from(organisation)?;
    Ok(row(StatusCode::OK, version, details))
}

/// The organisations to which the caller belongs, the one joined first first
#[utoipa::path(
    get, path = "/api/organisations", tag = "Organisation", operation_id = "listOrganisations",
    responses(
        (status = 200, description = "All of them", body = [OwnOrganisation]),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(call: Call<ListOrganisationsRequest>) -> Result<Json<Vec<OwnOrganisation>>, Problem> {
    let reply = call.send(ListOrganisationsRequest {}).await?;
    Ok(Json(rows(reply.organisations)?))
}

/// The organisation in which the caller acts
#[utoipa::path(
    get, path = "/api/organisation", tag = "Organisation", operation_id = "getOrganisation",
    responses(
        (status = 200, description = "The organisation", body = OrganisationDetails, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchOrganisation, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(call: Call<GetOrganisationRequest>) -> Result<Response, Problem> {
    let reply = call.send(GetOrganisationRequest {}).await?;
    answer(reply.organisation)
}

/// Renames the organisation in which the caller, an Owner, acts
#[utoipa::path(
    patch, path = "/api/organisation", tag = "Organisation", operation_id = "renameOrganisation",
    params(IfMatch, IdempotencyKey), request_body = OrganisationBody,
    responses(
        (status = 200, description = "The organisation as it is now", body = OrganisationDetails, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchOrganisation, Stale, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn rename(
    call: Call<RenameOrganisationRequest>,
    change: Change<OrganisationBody>,
) -> Result<Response, Problem> {
    let message = RenameOrganisationRequest {
        etag: change.etag,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    answer(reply.organisation)
}

/// Makes the session act in another of the caller's organisations
///
/// The refresh cookie stays as it is; `lintel_read` is set anew. An Idempotency-Key is ignored: the reply holds secrets.
#[utoipa::path(
    post, path = "/api/auth/organisation", tag = "Session", operation_id = "switchOrganisation",
    request_body = SwitchBody,
    responses(
        (status = 200, description = "The session acts there now", body = LoginReply, headers(
            ("Set-Cookie" = String, description = "lintel_read")
        )),
        NoSuchOrganisation, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn switch(
    call: Call<SwitchOrganisationRequest>,
    body: Body<SwitchBody>,
) -> Result<Response, Problem> {
    let gateway = call.gateway();
    let reply = call.send(body.message).await?;
    let tokens = present(reply.tokens)?;
    let cookie = gateway.cookies.set_read(&tokens, gateway.clock.now())?;
    let body = LoginReply {
        token: tokens.access_token,
        user: User::try_from(present(reply.user)?)?,
        password_change_required: None,
    };
    Ok((cookie, Json(body)).into_response())
}

/// One of the organisations to which the caller belongs.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnOrganisation {
    /// The organisation's id.
    #[schema(example = 3)]
    pub id: i64,
    /// Its name.
    #[schema(example = "Ada Lovelace's portfolio")]
    pub name: String,
    /// The caller's grade in it.
    pub grade: Grade,
    /// True for the organisation that the caller acts in now.
    pub active: bool,
}

impl TryFrom<identity::Organisation> for OwnOrganisation {
    type Error = Problem;

    fn try_from(organisation: identity::Organisation) -> Result<Self, Problem> {
        Ok(Self {
            id: organisation.organisation_id,
            name: organisation.display_name,
            grade: required(Grade::from_number(organisation.grade), "grade")?,
            active: organisation.active,
        })
    }
}

/// The organisation in which the caller acts.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrganisationDetails {
    /// The organisation's id.
    #[schema(example = 3)]
    pub id: i64,
    /// Its name.
    #[schema(example = "Ada Lovelace's portfolio")]
    pub name: String,
    /// The caller's grade in it.
    pub grade: Grade,
    /// Grows by one with every change; the `ETag` says the same.
    #[schema(example = 2)]
    pub version: i64,
}

impl TryFrom<identity::Organisation> for OrganisationDetails {
    type Error = Problem;

    fn try_from(organisation: identity::Organisation) -> Result<Self, Problem> {
        Ok(Self {
            id: organisation.organisation_id,
            name: organisation.display_name,
            grade: required(Grade::from_number(organisation.grade), "grade")?,
            version: organisation.version,
        })
    }
}
