//! The tenants of the homes, and the duties towards them.

pub(crate) mod deposits;
pub(crate) mod documents;
pub(crate) mod duties;
pub(crate) mod mails;
pub(crate) mod photos;
pub(crate) mod shares;
pub(crate) mod transfer;

use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;

/// The routes of this room.
pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .merge(deposits::routes())
        .merge(documents::routes())
        .merge(duties::routes())
        .merge(mails::routes())
        .merge(photos::routes())
        .merge(shares::routes())
        .merge(transfer::routes())
}
