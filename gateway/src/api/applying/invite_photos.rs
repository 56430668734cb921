//! Photos of the homes that a link offers.

use axum::response::Response;
use lintel_files::{Kind, Owner, Size};
use lintel_proto::tenancy::v1::OpenInviteRequest;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{
        files::{self, Pairs},
        home_facts,
    },
    call::Call,
    rest::{
        link::{Link, LinkedPhoto},
        openapi::{BadQuery, LinkEnded, NoSuchFile, Refusals},
        problem::Problem,
    },
    uploads,
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(read))
}

#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes the query; Pairs reads it")]
struct PhotoParams {
    /// `card` fits 640 × 480, `thumb` fits 168 × 168.
    #[param(nullable = false, pattern = "^(card|thumb)$")]
    size: Option<String>,
}

/// A photo of a home that a link offers
///
/// The link's page names the photo; no other file of the landlord's is served.
#[utoipa::path(
    get, path = "/api/invites/by-token/{token}/photos/{id}", tag = "Applications", operation_id = "readInvitePhoto",
    params(
        ("token" = String, Path, description = "The link's token"),
        ("id" = String, Path, description = "The photo's id", format = Uuid),
        PhotoParams
    ),
    responses(
        (status = 200, description = "Its bytes", content((Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"))),
        LinkEnded, NoSuchFile, BadQuery, Refusals
    )
)]
async fn read(
    call: Call<OpenInviteRequest>,
    Link(token): Link,
    LinkedPhoto(id): LinkedPhoto,
    query: Pairs,
) -> Result<Response, Problem> {
    let size = query.size()?.unwrap_or(Size::Full);
    let opened = call.send(OpenInviteRequest { token }).await?;
    let gateway = call.gateway();
    let homes = home_facts::of_homes(gateway, opened.organisation_id, &opened.homes).await?;
    let address = id.address();
    let is_offered = homes.iter().any(|home| home.photo_urls.contains(&address));
    if !is_offered {
        return Err(files::not_found());
    }
    let owner = Owner::Organisation(opened.organisation_id.into());
    let file = gateway.files.get(owner, id, size).await;
    let file = file.map_err(uploads::away)?;
    let photo = file.filter(|file| file.kind == Kind::Photo);
    files::by_link(photo.ok_or_else(files::not_found)?)
}
