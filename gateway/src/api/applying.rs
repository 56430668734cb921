//! The steps from the invitation to the day of moving in.

pub(crate) mod agreement;
pub(crate) mod agreements;
pub(crate) mod applicant;
pub(crate) mod applications;
pub(crate) mod documents;
pub(crate) mod draft;
pub(crate) mod invite;
pub(crate) mod invite_photos;
pub(crate) mod invites;
pub(crate) mod move_in;
pub(crate) mod references;
pub(crate) mod signing;
pub(crate) mod signup;
pub(crate) mod verification;

use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;

/// The routes of this room.
pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .merge(agreements::routes())
        .merge(applicant::routes())
        .merge(applications::routes())
        .merge(documents::routes())
        .merge(invite_photos::routes())
        .merge(invites::routes())
        .merge(move_in::routes())
        .merge(references::routes())
        .merge(signing::routes())
        .merge(signup::routes())
}
