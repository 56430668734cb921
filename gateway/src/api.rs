//! The operations of REST that stand by hand, because they think or because what they answer is made of more than one message: one room
//! for each part of the product, one file for each resource. All others are options of the contract ([`crate::rest`]).

pub(crate) mod accounts;
pub(crate) mod applying;
pub(crate) mod contract;
pub(crate) mod events;
pub(crate) mod files;
pub(crate) mod health;
pub(crate) mod home_facts;
pub(crate) mod homes;
pub(crate) mod landlord_contact;
pub(crate) mod listings;
pub(crate) mod maintenance;
pub(crate) mod names;
pub(crate) mod notifications;
pub(crate) mod portal;
pub(crate) mod rent;
pub(crate) mod tenants;
pub(crate) mod viewings;

use std::sync::LazyLock;

use axum::Router;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    Gateway,
    rest::{self, openapi},
};

/// The described routes and their document. They are put together once: that takes a while and some memory.
static DESCRIBED: LazyLock<(Router<Gateway>, OpenApi)> = LazyLock::new(|| {
    let (routes, mut document) = OpenApiRouter::with_openapi(openapi::base())
        .merge(accounts::routes())
        .merge(homes::routes())
        .merge(applying::routes())
        .merge(tenants::routes())
        .merge(portal::routes())
        .merge(rent::routes())
        .merge(maintenance::routes())
        .merge(viewings::routes())
        .merge(listings::routes())
        .merge(notifications::routes())
        .merge(files::routes())
        .merge(events::routes())
        .merge(health::routes())
        .merge(rest::routes())
        .merge(contract::routes())
        .split_for_parts();
    openapi::sort_required(&mut document);
    (routes, document)
});

/// Returns every described route.
pub(crate) fn routes() -> Router<Gateway> {
    DESCRIBED.0.clone()
}

/// Returns the document that describes them.
pub(crate) fn document() -> &'static OpenApi {
    &DESCRIBED.1
}
