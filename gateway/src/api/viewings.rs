//! Viewings, and the pages of viewers.

pub(crate) mod planned;
pub(crate) mod viewer;

use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;

/// The routes of this room.
pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .merge(planned::routes())
        .merge(viewer::routes())
}
