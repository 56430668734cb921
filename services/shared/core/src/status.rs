//! Failures on the wire: each class of [`Error`] as a gRPC status with machine-readable details (AIP-193).

use std::{collections::HashMap, error::Error as _};

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt as _};

use crate::Error;

/// The domain of every `ErrorInfo`: reasons are unique across the product.
pub const ERROR_DOMAIN: &str = "lintel";

/// Where the `ErrorInfo` of a used-up limit says how many there may be.
pub const LIMIT: &str = "limit";

/// The most fields that one refusal names: it travels in headers, and clients take 16 KiB of those. Whoever mends fifty learns of the
/// rest.
const MOST_VIOLATIONS: usize = 50;

/// The status that a caller gets, with exactly one `ErrorInfo` and what else the class carries. Faults of ours and of what
/// we depend on are logged here, once, with their cause; the caller never sees the cause.
impl From<Error> for Status {
    fn from(error: Error) -> Self {
        log(&error);
        let metadata = match &error {
            Error::Exhausted { limit, .. } => {
                HashMap::from([(LIMIT.to_owned(), limit.to_string())])
            }
            _ => HashMap::new(),
        };
        let mut details = ErrorDetails::with_error_info(error.reason(), ERROR_DOMAIN, metadata);
        let code = match &error {
            Error::Invalid { violations, .. } => {
                for violation in violations.iter().take(MOST_VIOLATIONS) {
                    details.add_bad_request_violation(&violation.field, &violation.message);
                }
                Code::InvalidArgument
            }
            Error::NotFound { resource, .. } => {
                details.set_resource_info(*resource, "", "", "");
                Code::NotFound
            }
            Error::LinkInvalid { .. } | Error::LinkEnded { .. } => Code::NotFound,
            Error::AlreadyExists { resource, .. } => {
                details.set_resource_info(*resource, "", "", "");
                Code::AlreadyExists
            }
            Error::FailedPrecondition { reason, message } => {
                details.add_precondition_failure_violation(*reason, "", *message);
                Code::FailedPrecondition
            }
            Error::Conflict { reason, message } => {
                details.add_precondition_failure_violation(*reason, "", message);
                Code::FailedPrecondition
            }
            Error::Aborted { .. } => Code::Aborted,
            Error::Unauthenticated { .. } => Code::Unauthenticated,
            Error::PermissionDenied { .. } => Code::PermissionDenied,
            Error::Exhausted {
                message,
                retry_after,
                ..
            } => {
                details.add_quota_failure_violation("", *message);
                details.set_retry_info(Some(*retry_after));
                Code::ResourceExhausted
            }
            Error::Unavailable { .. } | Error::Busy => {
                details.set_retry_info(Some(std::time::Duration::from_secs(1)));
                Code::Unavailable
            }
            Error::DeadlineExceeded => Code::DeadlineExceeded,
            Error::Internal { .. } => Code::Internal,
        };
        Self::with_error_details(code, error.to_string(), details)
    }
}

/// The same, where a closure or a response needs it by name.
#[must_use]
pub fn into_status(error: Error) -> Status {
    error.into()
}

fn log(error: &Error) {
    let chain = || {
        let mut text = String::new();
        let mut source = error.source();
        while let Some(cause) = source {
            if !text.is_empty() {
                text.push_str(": ");
            }
            text.push_str(&cause.to_string());
            source = cause.source();
        }
        text
    };
    match error {
        Error::Internal { .. } => tracing::error!(cause = chain(), "internal error"),
        Error::Unavailable { .. } => tracing::warn!(cause = chain(), "unavailable"),
        _ => tracing::debug!(reason = error.reason(), "refused"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Violations;

    #[test]
    fn a_refusal_of_hundreds_of_fields_still_fits_into_headers() {
        let mut violations = Violations::default();
        for index in 0..400 {
            let field = format!("bookings[{index}].inspection_date");
            violations.add(field, "Choose today or a later day.");
        }
        let status = into_status(Error::Invalid {
            reason: "INSPECTION_INVALID",
            violations,
        });
        let named = status.get_details_bad_request();
        let named = named.map(|bad| bad.field_violations.len());
        assert_eq!(named, Some(MOST_VIOLATIONS));
        // Base64 makes four bytes of three.
        assert!(status.details().len() * 4 / 3 < 12 * 1024);
        assert!(status.message().ends_with("(399 more)"));
    }

    #[test]
    fn every_violation_and_the_reason_travel_in_the_details() {
        let mut violations = Violations::default();
        violations.add("name", "Name is required.");
        violations.add("rooms[1].room_number", "This room number is used twice.");
        let status = into_status(Error::Invalid {
            reason: "PROPERTY_INVALID",
            violations,
        });
        assert_eq!(status.code(), Code::InvalidArgument);
        let details = status.get_error_details();
        assert_eq!(
            details.error_info().map(|info| info.reason.as_str()),
            Some("PROPERTY_INVALID")
        );
        let fields: Vec<_> = details
            .bad_request()
            .into_iter()
            .flat_map(|bad| &bad.field_violations)
            .map(|violation| violation.field.as_str())
            .collect();
        assert_eq!(fields, ["name", "rooms[1].room_number"]);
    }

    #[test]
    fn a_cause_never_reaches_the_caller() {
        let status = into_status(Error::internal("relation \"users\" does not exist"));
        assert_eq!(status.code(), Code::Internal);
        assert!(!format!("{status:?}").contains("users"));
    }

    #[test]
    fn a_delay_travels_as_retry_info_and_the_limit_with_the_reason() {
        let status = into_status(Error::Exhausted {
            reason: "ACCOUNT_LOCKED",
            message: "Too many attempts.",
            limit: 5,
            retry_after: std::time::Duration::from_secs(32),
        });
        let delay = status
            .get_details_retry_info()
            .and_then(|info| info.retry_delay);
        assert_eq!(delay, Some(std::time::Duration::from_secs(32)));
        let info = status.get_details_error_info();
        let limit = info.and_then(|info| info.metadata.get(LIMIT).cloned());
        assert_eq!(limit.as_deref(), Some("5"));
    }
}
