//! The rule that the rent of a shared house is the sum of its rooms: a setting of the caller, which identity keeps.

use std::future::Future;

use lintel_proto::Rpc;

use crate::{
    api::accounts::own_settings::own_settings,
    call::Call,
    rest::{input::JsonObject, problem::Problem},
};

/// The property's place in the portfolio: one that is stored may have a rent that differs from the sum of its rooms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stored {
    /// The property is in the portfolio.
    Yes,
    /// It is being added.
    No,
}

/// The caller's autoRentCalculation for the contract's field of that name. Identity is asked only if it makes a difference: for a
/// possible shared house, when rent or rooms are given.
///
/// # Errors
/// Identity's refusal; a guess could overwrite a rent that somebody typed.
pub(crate) fn auto_rent_calculation<'c, R: Rpc>(
    call: &'c Call<R>,
    body: &JsonObject,
    stored: Stored,
) -> impl Future<Output = Result<Option<bool>, Problem>> + Send + use<'c, R> {
    let may_be_shared = body
        .get("propertyType")
        .is_none_or(|kind| kind.get() == "\"HMO\"");
    let rent = body.names("monthlyRent");
    let rooms = body.names("hmoRooms") || body.names("hmoRoomRentals");
    let matters = may_be_shared
        && match stored {
            Stored::Yes => rent || rooms,
            Stored::No => rent && rooms,
        };
    async move {
        if !matters {
            return Ok(None);
        }
        Ok(Some(own_settings(call).await?.auto_rent_calculation))
    }
}
