//! Repairs, and the contractors who do them.

pub(crate) mod attachments;
pub(crate) mod job;
pub(crate) mod job_offers;
pub(crate) mod jobs;
pub(crate) mod request;
pub(crate) mod requests;
pub(crate) mod work;

use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;

/// The routes of this room.
pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .merge(attachments::routes())
        .merge(job_offers::routes())
        .merge(jobs::routes())
        .merge(requests::routes())
        .merge(work::routes())
}
