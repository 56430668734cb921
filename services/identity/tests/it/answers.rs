//! Helpers for refusals.

use anyhow::ensure;
use tonic::Status;
use tonic_types::StatusExt as _;

/// The stable reason of a refusal.
pub fn reason(status: &Status) -> String {
    status
        .get_details_error_info()
        .map(|info| info.reason)
        .unwrap_or_default()
}

/// Every field of a refusal with its text.
pub fn fields(status: &Status) -> Vec<(String, String)> {
    status
        .get_details_bad_request()
        .into_iter()
        .flat_map(|bad| bad.field_violations)
        .map(|violation| (violation.field, violation.description))
        .collect()
}

/// The refusal of a call that must fail.
pub fn refused<T>(answer: Result<T, Status>) -> anyhow::Result<Status> {
    match answer {
        Ok(_) => anyhow::bail!("the call was not refused"),
        Err(status) => Ok(status),
    }
}

/// Requires a refusal for `expected`.
pub fn refused_for<T>(answer: Result<T, Status>, expected: &str) -> anyhow::Result<Status> {
    let status = refused(answer)?;
    let found = reason(&status);
    ensure!(
        found == expected,
        "{found} ({status:?}) instead of {expected}"
    );
    Ok(status)
}
