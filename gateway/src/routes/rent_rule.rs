//! Where the rent of a shared house comes from: a setting of the person who saves, which identity keeps.

use std::future::Future;

use lintel_proto::Rpc;

use super::own_settings::own_settings;
use crate::{call::Call, input::JsonObject, problem::Problem};

/// Whether a rent may stand there already that the rooms do not add up to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stored {
    /// The property is in the portfolio.
    Yes,
    /// It is being added.
    No,
}

/// The caller's autoRentCalculation for the contract's field of that name. Identity is asked only where it makes a difference:
/// for what may be a shared house, when rent or rooms are given.
///
/// # Errors
/// Identity's refusal; a guess could overwrite a rent that somebody typed.
pub(super) fn auto_rent_calculation<'c, R: Rpc>(
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
