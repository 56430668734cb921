//! The refusal of a call.

use tonic::Status;
use tonic_types::StatusExt as _;

/// The status that a call must have been refused with.
pub fn refusal<T: std::fmt::Debug>(result: Result<T, Status>) -> anyhow::Result<Status> {
    match result {
        Err(status) => Ok(status),
        Ok(reply) => anyhow::bail!("was not refused: {reply:?}"),
    }
}

/// The reason in a status.
pub fn reason(status: &Status) -> String {
    let info = status.get_details_error_info();
    info.map(|info| info.reason).unwrap_or_default()
}

/// The fields that a status names, with their texts.
pub fn violations(status: &Status) -> Vec<(String, String)> {
    let bad = status.get_details_bad_request();
    let fields = bad.into_iter().flat_map(|bad| bad.field_violations);
    fields
        .map(|found| (found.field, found.description))
        .collect()
}

/// The fields that a status names.
pub fn fields(status: &Status) -> Vec<String> {
    violations(status)
        .into_iter()
        .map(|(field, _)| field)
        .collect()
}
