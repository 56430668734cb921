//! Homes for sale, and what they return.

pub(crate) mod analyses;
pub(crate) mod assumptions;
pub(crate) mod imports;
pub(crate) mod listing;
pub(crate) mod search;

use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;

/// The routes of this room.
pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .merge(analyses::routes())
        .merge(imports::routes())
        .merge(search::routes())
}
