//! Rent due and received.

pub(crate) mod arrears;
pub(crate) mod bank_statements;
pub(crate) mod ledger;
pub(crate) mod rent_rule;
pub(crate) mod tenancy_rent;

use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;

/// The routes of this room.
pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .merge(arrears::routes())
        .merge(bank_statements::routes())
        .merge(ledger::routes())
        .merge(tenancy_rent::routes())
}
