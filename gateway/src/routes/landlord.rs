//! Who lets the organisation's homes, and which mails its tenants get.

use axum::{Json, extract::Path, response::Response};
use http::StatusCode;
use lintel_proto::{
    Word as _,
    identity::v1::{
        self as identity, GetLandlordRequest, GetOrganisationRequest, ListTenantMailsRequest,
        SaveLandlordRequest, SwitchTenantMailsRequest,
    },
    notifications::v1::ShowTenantMailRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::reply::row;
use crate::{
    Gateway,
    call::Call,
    input::{Change, fields},
    model::{
        landlord::{self, Landlord, TenantMails},
        names::{LandlordKind, TenantMailKind},
    },
    openapi::{IdempotencyKey, IfMatch, NoSuchOrganisation, Refusals, SignedIn, Stale, WithBody},
    problem::Problem,
    rest::WrittenMail,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(read, save))
        .routes(routes!(mails, switch))
        .routes(routes!(show))
}

/// The landlord's details
///
/// Agreements and statements name them; empty until they are given.
#[utoipa::path(
    get, path = "/api/organisation/landlord", tag = "Organisation", operation_id = "getLandlord",
    responses(
        (status = 200, description = "The details", body = Landlord, headers(
            ("ETag" = String, description = "The organisation's version in quotes")
        )),
        NoSuchOrganisation, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(call: Call<GetLandlordRequest>) -> Result<Response, Problem> {
    let reply = call.send(GetLandlordRequest {}).await?;
    let (version, details) = (reply.version, reply.landlord);
    Ok(row(
        StatusCode::OK,
        version,
        Landlord::new(details, version),
    ))
}

fields! {
    /// The landlord's details, whole: what is left out is empty.
    LandlordBody for SaveLandlordRequest {
        /// A person, joint persons or a company.
        landlord.kind: LandlordKind,
        /// The names, each 2 to 200 characters; of a person and of a company exactly one.
        landlord.display_names: Vec<String> { example: serde_json::json!(["Helen Okafor"]), min_items: 1, max_items: 4 },
        /// A company's number.
        landlord.company_number: Option<String> { max_length: 20 },
        /// The name under which they trade.
        landlord.trading_as: Option<String> { example: "Okafor Lettings", max_length: 200 },
        /// Where notices reach them.
        landlord.notice_address: String { example: "4 Queen Charlotte Court, Bristol BS1 4HE", min_length: 10, max_length: 300 },
        /// The person whom tenants may contact.
        landlord.contact_name: Option<String> { max_length: 200 },
        /// That person's telephone number.
        landlord.contact_phone: Option<String> { max_length: 30 },
        /// That person's address for mails.
        landlord.contact_email: Option<String> { max_length: 254 },
    }
}

/// Saves the landlord's details
#[utoipa::path(
    put, path = "/api/organisation/landlord", tag = "Organisation", operation_id = "saveLandlord",
    params(IfMatch, IdempotencyKey), request_body = LandlordBody,
    responses(
        (status = 200, description = "The details as they are now", body = Landlord, headers(
            ("ETag" = String, description = "The organisation's version in quotes")
        )),
        NoSuchOrganisation, Stale, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn save(
    call: Call<SaveLandlordRequest>,
    change: Change<LandlordBody>,
) -> Result<Response, Problem> {
    let message = SaveLandlordRequest {
        etag: change.etag,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    let (version, details) = (reply.version, reply.landlord);
    Ok(row(
        StatusCode::OK,
        version,
        Landlord::new(details, version),
    ))
}

/// The mails to tenants, and whether the organisation wants them
#[utoipa::path(
    get, path = "/api/organisation/tenant-mails", tag = "Organisation", operation_id = "listTenantMails",
    responses(
        (status = 200, description = "Every kind", body = TenantMails, headers(
            ("ETag" = String, description = "The organisation's version in quotes")
        )),
        NoSuchOrganisation, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn mails(call: Call<ListTenantMailsRequest>) -> Result<Response, Problem> {
    let reply = call.send(ListTenantMailsRequest {}).await?;
    let (version, mails) = (reply.version, reply.mails);
    Ok(row(
        StatusCode::OK,
        version,
        TenantMails::new(mails, version),
    ))
}

fields! {
    /// The mails to tenants that are not wanted.
    TenantMailsBody for SwitchTenantMailsRequest {
        /// The kinds that are off; all others are on.
        off_kinds: Vec<TenantMailKind> { example: serde_json::json!(["receipt"]) },
    }
}

/// Switches mails to tenants off and on
///
/// A kind that a law asks for cannot be off.
#[utoipa::path(
    put, path = "/api/organisation/tenant-mails", tag = "Organisation", operation_id = "switchTenantMails",
    params(IfMatch, IdempotencyKey), request_body = TenantMailsBody,
    responses(
        (status = 200, description = "Every kind as it is now", body = TenantMails, headers(
            ("ETag" = String, description = "The organisation's version in quotes")
        )),
        NoSuchOrganisation, Stale, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn switch(
    call: Call<SwitchTenantMailsRequest>,
    change: Change<TenantMailsBody>,
) -> Result<Response, Problem> {
    let message = SwitchTenantMailsRequest {
        etag: change.etag,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    let (version, mails) = (reply.version, reply.mails);
    Ok(row(
        StatusCode::OK,
        version,
        TenantMails::new(mails, version),
    ))
}

/// The text of a mail to tenants
///
/// As it is sent, with invented names and amounts.
#[utoipa::path(
    get, path = "/api/organisation/tenant-mails/{kind}", tag = "Organisation", operation_id = "showTenantMail",
    params(("kind" = String, Path, description = "A kind of mail to tenants", example = "receipt")),
    responses(
        (status = 200, description = "The mail", body = WrittenMail),
        NoSuchOrganisation, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn show(
    call: Call<ShowTenantMailRequest>,
    Path(kind): Path<String>,
) -> Result<Json<WrittenMail>, Problem> {
    let known = identity::TenantMailKind::of_text(&kind);
    let kind = known.ok_or_else(|| Problem::of_status(StatusCode::NOT_FOUND))?;
    let details = call.beside::<GetLandlordRequest>()?;
    let details = details.send(GetLandlordRequest {}).await?;
    let details = details.landlord.unwrap_or_default();
    let organisation_name = if !details.trading_as.is_empty() {
        details.trading_as
    } else if let Some(name) = details.display_names.into_iter().next() {
        name
    } else {
        let organisation = call.beside::<GetOrganisationRequest>()?;
        let organisation = organisation.send(GetOrganisationRequest {}).await?;
        let organisation = organisation.organisation.unwrap_or_default();
        organisation.display_name
    };
    let message = ShowTenantMailRequest {
        kind: kind.into(),
        organisation_name,
    };
    let reply = call.send(message).await?;
    Ok(Json(landlord::written(reply.mail)?))
}
