//! Accounts, sessions and organisations.

pub(crate) mod account;
pub(crate) mod become_tenant;
pub(crate) mod invitations;
pub(crate) mod keys;
pub(crate) mod landlord;
pub(crate) mod organisations;
pub(crate) mod own_settings;
pub(crate) mod passwords;
pub(crate) mod privacy;
pub(crate) mod session;
pub(crate) mod sessions;
pub(crate) mod sign_up;
pub(crate) mod user_settings;

use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;

/// The routes of this room.
pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .merge(become_tenant::routes())
        .merge(invitations::routes())
        .merge(keys::routes())
        .merge(landlord::routes())
        .merge(organisations::routes())
        .merge(passwords::routes())
        .merge(privacy::routes())
        .merge(session::routes())
        .merge(sessions::routes())
        .merge(sign_up::routes())
        .merge(user_settings::routes())
}
