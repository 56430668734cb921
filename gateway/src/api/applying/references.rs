//! References of guarantors and employers: asking for them, and giving them by a link.

use axum::Json;
use lintel_proto::tenancy::v1::{
    GiveEmployerReferenceRequest, GiveGuarantorReferenceRequest, ListReferenceRequestsRequest,
    OpenEmployerRequestRequest, OpenGuarantorRequestRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{
        applying::verification::{
            EmployerRequest, EmployerVerified, GuarantorRequest, GuarantorVerified,
            ReferenceRequest,
        },
        landlord_contact,
    },
    call::Call,
    rest::{
        EmployerBody, GuarantorBody,
        input::Change,
        link::Link,
        openapi::{IdempotencyKey, LinkEnded, ReferenceGiven, Refusals, SignedIn, WithBody},
        problem::Problem,
    },
};

/// Fields whose names differ from the contract's.
const NAMES: [(&str, &str); 1] = [("name", "fullName")];

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(requests))
        .routes(routes!(guarantor, give_guarantor))
        .routes(routes!(employer, give_employer))
}

/// The requests for references to the verified address of this account, the newest first
#[utoipa::path(
    get, path = "/api/reference-requests", tag = "References", operation_id = "listReferenceRequests",
    responses(
        (status = 200, description = "The requests of the kind of its role, at most 200", body = [ReferenceRequest]),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn requests(
    call: Call<ListReferenceRequestsRequest>,
) -> Result<Json<Vec<ReferenceRequest>>, Problem> {
    let url = &call.gateway().public_url;
    let reply = call.send(ListReferenceRequestsRequest {}).await?;
    let requests = reply.reference_requests.into_iter();
    let requests = requests.map(|request| ReferenceRequest::new(request, url));
    Ok(Json(requests.collect::<Result<_, _>>()?))
}

/// Shows the part of the request that a guarantor may see
#[utoipa::path(
    get, path = "/api/guarantor-verify/{token}", tag = "References", operation_id = "openGuarantorRequest",
    params(("token" = String, Path, description = "The link's token")),
    responses(
        (status = 200, description = "The request", body = GuarantorRequest),
        LinkEnded, Refusals
    )
)]
async fn guarantor(
    call: Call<OpenGuarantorRequestRequest>,
    Link(token): Link,
) -> Result<Json<GuarantorRequest>, Problem> {
    let reply = call.send(OpenGuarantorRequestRequest { token }).await?;
    // Once it is answered the link tells nothing but that.
    let landlord = match reply.completed {
        false => landlord_contact::find(call.gateway(), reply.organisation_id).await,
        true => None,
    };
    Ok(Json(GuarantorRequest {
        landlord,
        ..reply.try_into()?
    }))
}

/// Gives a guarantor's reference, once
#[utoipa::path(
    post, path = "/api/guarantor-verify/{token}", tag = "References", operation_id = "giveGuarantorReference",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    request_body = GuarantorBody,
    responses(
        (status = 200, description = "It is taken", body = GuarantorVerified),
        LinkEnded, ReferenceGiven, WithBody, Refusals
    )
)]
async fn give_guarantor(
    call: Call<GiveGuarantorReferenceRequest>,
    Link(token): Link,
    change: Change<GuarantorBody>,
) -> Result<Json<GuarantorVerified>, Problem> {
    let message = GiveGuarantorReferenceRequest {
        token,
        form: Some(change.message.form.unwrap_or_default()),
        signature: change.message.signature,
        request_id: change.request_id,
    };
    let reply = call.send(message).await;
    reply.map_err(|problem| problem.renamed(&NAMES))?;
    Ok(Json(GuarantorVerified {
        message: "Thank you. The guarantor form has been submitted.",
        guarantor_verified: true,
    }))
}

/// Shows the part of the request that an employer may see
#[utoipa::path(
    get, path = "/api/employer-verify/{token}", tag = "References", operation_id = "openEmployerRequest",
    params(("token" = String, Path, description = "The link's token")),
    responses(
        (status = 200, description = "The request", body = EmployerRequest),
        LinkEnded, Refusals
    )
)]
async fn employer(
    call: Call<OpenEmployerRequestRequest>,
    Link(token): Link,
) -> Result<Json<EmployerRequest>, Problem> {
    let reply = call.send(OpenEmployerRequestRequest { token }).await?;
    // Once it is answered the link tells nothing but that.
    let landlord = match reply.completed {
        false => landlord_contact::find(call.gateway(), reply.organisation_id).await,
        true => None,
    };
    Ok(Json(EmployerRequest {
        landlord,
        ..reply.try_into()?
    }))
}

/// Gives an employer's reference, once
#[utoipa::path(
    post, path = "/api/employer-verify/{token}", tag = "References", operation_id = "giveEmployerReference",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    request_body = EmployerBody,
    responses(
        (status = 200, description = "It is taken", body = EmployerVerified),
        LinkEnded, ReferenceGiven, WithBody, Refusals
    )
)]
async fn give_employer(
    call: Call<GiveEmployerReferenceRequest>,
    Link(token): Link,
    change: Change<EmployerBody>,
) -> Result<Json<EmployerVerified>, Problem> {
    let message = GiveEmployerReferenceRequest {
        token,
        form: Some(change.message.form.unwrap_or_default()),
        signature: change.message.signature,
        request_id: change.request_id,
    };
    call.send(message).await?;
    Ok(Json(EmployerVerified {
        message: "Thank you. The employment verification has been submitted.",
        employer_verified: true,
    }))
}
