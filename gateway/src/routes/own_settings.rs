//! What identity knows of the person who calls, for calls to other services: the services do not ask each other.

use std::time::Duration;

use lintel_proto::{
    Rpc,
    identity::v1::{GetUserSettingsRequest, UserSettings},
};

use super::reply::present;
use crate::{call::Call, problem::Problem};

/// For an answer; the call itself still has to be made after it.
const PATIENCE: Duration = Duration::from_secs(2);

/// The caller's settings.
///
/// # Errors
/// Identity's refusal: of a key, for example, that may not read its account.
pub(super) async fn own_settings<R: Rpc>(call: &Call<R>) -> Result<UserSettings, Problem> {
    let call = call.beside::<GetUserSettingsRequest>()?.within(PATIENCE);
    present(call.send(GetUserSettingsRequest {}).await?.settings)
}

/// How often whoever adds properties has them inspected, in months. None where that cannot be read: a property that is inspected
/// every six months is better than none, and its settings show it.
pub(super) async fn inspection_frequency<R: Rpc>(call: &Call<R>) -> Option<i32> {
    match own_settings(call).await {
        Ok(settings) => Some(settings.default_inspection_frequency),
        Err(problem) => {
            tracing::warn!(
                reason = &*problem.reason,
                "an inspection frequency could not be read"
            );
            None
        }
    }
}
