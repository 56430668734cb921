//! Who repairs things for the organisation.

use axum::response::Response;
use http::{HeaderValue, StatusCode, header};
use lintel_proto::maintenance::v1::{
    self as maintenance, CreateContractorRequest, ListContractorsRequest, UpdateContractorRequest,
};
use prost_types::FieldMask;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::ContractorId,
    pages,
    reply::{present, row, rows},
};
use crate::{
    Gateway,
    call::Call,
    input::{Change, Email, PageParams, Query, fields},
    model::names::Trade,
    openapi::{
        BadQuery, IdempotencyKey, IfMatch, NoSuchContractor, Refusals, SignedIn, Stale, WithBody,
    },
    problem::Problem,
    rest::Contractor,
};

/// Where the list is.
const LIST: &str = "/api/contractors";

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list, create))
        .routes(routes!(update))
}

/// The contractor of a reply, with its version.
fn answer(
    status: StatusCode,
    contractor: Option<maintenance::Contractor>,
) -> Result<Response, Problem> {
    let contractor = present(contractor)?;
    let version = contractor.version;
    Ok(row(status, version, Contractor::try_from(contractor)?))
}

fields! {
    /// What narrows the list of contractors.
    ContractorParams for ListContractorsRequest {
        /// Of this trade.
        trade: Option<Trade>,
        /// Words of which each is found in the name or the address; or a phone number.
        search: Option<String> { max_length: 200 },
    }
}

/// The contractors, by name
///
/// Without parameters up to 10,000; with `pageSize` or `pageToken` one page.
#[utoipa::path(
    get, path = "/api/contractors", tag = "Maintenance", operation_id = "listContractors",
    params(ContractorParams, PageParams),
    responses(
        (status = 200, description = "The contractors", body = [Contractor], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListContractorsRequest>,
    page: Query<PageParams>,
    wanted: Query<ContractorParams>,
) -> Result<Response, Problem> {
    let call = pages::within(call, &page.message);
    let path = wanted.of(LIST);
    pages::answer(&path, page.message, async |page_size, page_token| {
        let message = ListContractorsRequest {
            page_size,
            page_token,
            ..wanted.message.clone()
        };
        let reply = call.send(message).await?;
        Ok((
            rows::<_, Contractor>(reply.contractors)?,
            reply.next_page_token,
        ))
    })
    .await
}

fields! {
    /// A contractor to add. Unknown and server-owned fields are ignored; absent, null and empty are the same.
    ContractorBody for maintenance::Contractor {
        /// The firm or the person; 2 to 100 characters.
        display_name: String { example: "Aire Valley Heating", min_length: 2, max_length: 100 },
        /// What they do.
        trade: Trade,
        /// At least 10 characters.
        phone: String { example: "0113 496 0101", min_length: 10 },
        /// Their address for mails.
        email: Option<Email>,
        /// Registration numbers, up to 200 characters; a gas engineer needs one.
        registration: Option<String> { example: "Gas Safe 512907", max_length: 200 },
        /// Up to 1,000 characters.
        notes: Option<String> { max_length: 1000 },
    }
}

/// Adds a contractor
#[utoipa::path(
    post, path = "/api/contractors", tag = "Maintenance", operation_id = "createContractor",
    params(IdempotencyKey), request_body = ContractorBody,
    responses(
        (status = 201, description = "The contractor as it was stored", body = Contractor, headers(
            ("Location" = String, description = "Where it can be read"),
            ("ETag" = String, description = "The row's version in quotes")
        )),
        WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn create(
    call: Call<CreateContractorRequest>,
    change: Change<ContractorBody>,
) -> Result<Response, Problem> {
    let message = CreateContractorRequest {
        contractor: Some(change.message),
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    let contractor = present(reply.contractor)?;
    let location = format!("{LIST}/{}", contractor.contractor_id);
    let mut response = answer(StatusCode::CREATED, Some(contractor))?;
    let location = HeaderValue::try_from(location).map_err(Problem::internal)?;
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

fields! {
    /// A contractor to change: what is absent stays, null empties. Unknown and server-owned fields are ignored.
    ContractorChangeBody for maintenance::Contractor {
        /// The firm or the person; 2 to 100 characters.
        display_name: Option<String> { min_length: 2, max_length: 100 },
        /// What they do.
        trade: Option<Trade>,
        /// At least 10 characters.
        phone: Option<String> { min_length: 10 },
        /// Their address for mails.
        email: Option<Email>,
        /// Registration numbers, up to 200 characters; a gas engineer needs one.
        registration: Option<String> { max_length: 200 },
        /// Up to 1,000 characters.
        notes: Option<String> { max_length: 1000 },
    }
}

/// Changes a contractor
#[utoipa::path(
    patch, path = "/api/contractors/{id}", tag = "Maintenance", operation_id = "updateContractor",
    params(("id" = i64, Path, description = "The contractor's id", minimum = 1), IfMatch, IdempotencyKey),
    request_body = ContractorChangeBody,
    responses(
        (status = 200, description = "The contractor as it is now", body = Contractor, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchContractor, Stale, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn update(
    call: Call<UpdateContractorRequest>,
    ContractorId(contractor_id): ContractorId,
    change: Change<ContractorChangeBody>,
) -> Result<Response, Problem> {
    let message = UpdateContractorRequest {
        contractor: Some(maintenance::Contractor {
            contractor_id,
            ..change.message
        }),
        update_mask: Some(FieldMask {
            paths: change.named,
        }),
        etag: change.etag,
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.contractor)
}
