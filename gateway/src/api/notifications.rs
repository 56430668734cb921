//! Messages, and backups.

pub(crate) mod backups;
pub(crate) mod push;
pub(crate) mod receipts;
pub(crate) mod unsubscribe;

use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;

/// The routes of this room.
pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .merge(backups::routes())
        .merge(push::routes())
        .merge(receipts::routes())
        .merge(unsubscribe::routes())
}
