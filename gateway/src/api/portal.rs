//! The pages of a tenant.

pub(crate) mod acts;
pub(crate) mod certificates;
pub(crate) mod download;
pub(crate) mod invitations;
pub(crate) mod overview;
pub(crate) mod tenancy;

use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;

/// The routes of this room.
pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .merge(acts::routes())
        .merge(certificates::routes())
        .merge(download::routes())
        .merge(invitations::routes())
        .merge(overview::routes())
}
