//! The portfolio: homes, what falls due for them, and what was sold.

pub(crate) mod compliance;
pub(crate) mod dashboard;
pub(crate) mod history;
pub(crate) mod home_duties;
pub(crate) mod inspections;
pub(crate) mod properties;
pub(crate) mod property;
pub(crate) mod property_changes;
pub(crate) mod property_input;
pub(crate) mod room_shapes;
pub(crate) mod sales;
pub(crate) mod sold_property;
pub(crate) mod take_back;
pub(crate) mod take_backs;
pub(crate) mod transfer;

use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;

/// The routes of this room.
pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .merge(compliance::routes())
        .merge(dashboard::routes())
        .merge(home_duties::routes())
        .merge(inspections::routes())
        .merge(properties::routes())
        .merge(property_changes::routes())
        .merge(sales::routes())
        .merge(take_backs::routes())
        .merge(transfer::routes())
}
