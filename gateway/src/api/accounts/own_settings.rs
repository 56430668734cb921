//! The caller's settings from identity, for calls to other services: services do not call each other.

use std::time::Duration;

use lintel_proto::{
    Rpc,
    identity::v1::{GetUserSettingsRequest, UserSettings},
};

use crate::{
    call::Call,
    rest::{problem::Problem, reply::present},
};

/// Time limit for identity's answer; the call itself has to be made afterwards.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The caller's settings.
///
/// # Errors
/// Identity's refusal: of a key, for example, that may not read its account.
pub(crate) async fn own_settings<R: Rpc>(call: &Call<R>) -> Result<UserSettings, Problem> {
    let call = call.beside::<GetUserSettingsRequest>()?.within(TIMEOUT);
    present(call.send(GetUserSettingsRequest {}).await?.settings)
}

/// The months between inspections that the caller wants for new properties; `None` if that cannot be read. Without it
/// the property gets the usual six months, which its settings show.
pub(crate) async fn inspection_frequency<R: Rpc>(call: &Call<R>) -> Option<i32> {
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
