//! The REST routes, a file a resource.

mod accounts;
mod contract;
mod dashboard;
mod events;
mod health;
mod keys;
mod pages;
mod properties;
mod reply;
mod rooms;
mod session;
mod user_settings;

use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;

/// Every documented route.
pub(crate) fn all() -> OpenApiRouter<Gateway> {
    OpenApiRouter::with_openapi(crate::openapi::base())
        .merge(accounts::routes())
        .merge(session::routes())
        .merge(user_settings::routes())
        .merge(properties::routes())
        .merge(rooms::routes())
        .merge(dashboard::routes())
        .merge(events::routes())
        .merge(health::routes())
        .merge(keys::routes())
        .merge(contract::routes())
}
