//! A gRPC status as a refusal (conventions: "Errors").

use std::{error::Error as _, time::Duration};

use http::StatusCode;
use lintel_proto::{input::Input, status::LIMIT};
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use super::{FieldErrors, Problem, fields::rest_name};

impl From<Status> for Problem {
    fn from(status: Status) -> Self {
        Self::of_call(&status, None)
    }
}

impl Problem {
    /// The refusal of a call, whose fields are called as `input` calls them.
    pub(crate) fn of_call(status: &Status, input: Option<&Input>) -> Self {
        let details = status.get_error_details();
        // Only our own services send an `ErrorInfo`; a status without one was made by a transport, and its text is not for
        // callers.
        let Some(info) = details.error_info() else {
            return transport(status);
        };
        let reason = info.reason.clone();
        let mut errors = FieldErrors::new();
        for violation in details
            .bad_request()
            .iter()
            .flat_map(|bad| &bad.field_violations)
        {
            let said = input.and_then(|input| input.name_of(&violation.field));
            let name = said.unwrap_or_else(|| rest_name(&violation.field));
            let texts = errors.entry(name).or_default();
            if !texts.contains(&violation.description) {
                texts.push(violation.description.clone());
            }
        }
        let http = http_status(status.code(), &reason);
        Self {
            status: http,
            detail: status.message().to_owned().into(),
            reason: reason.into(),
            errors,
            retry_after: details.retry_info().and_then(|info| info.retry_delay),
            limit: info
                .metadata
                .get(LIMIT)
                .and_then(|limit| limit.parse().ok()),
        }
    }
}

fn transport(status: &Status) -> Problem {
    if is_transient(status) {
        tracing::warn!(code = ?status.code(), "an upstream could not be reached");
        return Problem::busy(Duration::from_secs(1));
    }
    match http_status(status.code(), "") {
        StatusCode::INTERNAL_SERVER_ERROR => {
            Problem::internal(format_args!("an upstream answered {:?}", status.code()))
        }
        StatusCode::TOO_MANY_REQUESTS => Problem::busy(Duration::from_secs(1)),
        http => Problem::of_status(http),
    }
}

/// Returns true where a second attempt may succeed: the service said so, or the connection broke.
pub(crate) fn is_transient(status: &Status) -> bool {
    if status.code() == Code::Unavailable {
        return true;
    }
    let mut cause = status.source();
    let broke = cause.is_some();
    while let Some(error) = cause {
        if error.is::<tonic::TimeoutExpired>() {
            return false;
        }
        cause = error.source();
    }
    broke
        && matches!(
            status.code(),
            Code::Unknown | Code::Internal | Code::Cancelled
        )
}

fn http_status(code: Code, reason: &str) -> StatusCode {
    match code {
        Code::InvalidArgument | Code::OutOfRange => StatusCode::UNPROCESSABLE_ENTITY,
        Code::NotFound if matches!(reason, "LINK_EXPIRED" | "LINK_CLOSED") => StatusCode::GONE,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::Aborted if reason == "STALE_ETAG" => StatusCode::PRECONDITION_FAILED,
        Code::AlreadyExists | Code::FailedPrecondition | Code::Aborted => StatusCode::CONFLICT,
        Code::Unauthenticated => StatusCode::UNAUTHORIZED,
        Code::PermissionDenied => StatusCode::FORBIDDEN,
        Code::ResourceExhausted => StatusCode::TOO_MANY_REQUESTS,
        Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Code::DeadlineExceeded | Code::Cancelled => StatusCode::GATEWAY_TIMEOUT,
        Code::Ok | Code::Unknown | Code::Unimplemented | Code::Internal | Code::DataLoss => {
            StatusCode::INTERNAL_SERVER_ERROR
        }
    }
}

impl From<lintel_core::Error> for Problem {
    /// Converts as a service does, so that the gateway's own refusals have the same texts.
    fn from(error: lintel_core::Error) -> Self {
        lintel_proto::status::into_status(error).into()
    }
}

#[cfg(test)]
mod tests {
    use lintel_core::{Error, Violations};

    use super::*;

    #[test]
    fn every_class_of_error_has_the_status_that_the_conventions_say() {
        let message = "m";
        for (error, status) in [
            (Error::field("R", "email", message), 422),
            (
                Error::NotFound {
                    reason: "R",
                    resource: "Property",
                },
                404,
            ),
            (
                Error::LinkEnded {
                    reason: "LINK_EXPIRED",
                    message,
                },
                410,
            ),
            (
                Error::LinkEnded {
                    reason: "LINK_CLOSED",
                    message,
                },
                410,
            ),
            (
                Error::AlreadyExists {
                    reason: "R",
                    resource: "Account",
                    message,
                },
                409,
            ),
            (
                Error::FailedPrecondition {
                    reason: "R",
                    message,
                },
                409,
            ),
            (
                Error::Aborted {
                    reason: "STALE_ETAG",
                    message,
                },
                412,
            ),
            (
                Error::Aborted {
                    reason: "CONCURRENT_UPDATE",
                    message,
                },
                409,
            ),
            (
                Error::Unauthenticated {
                    reason: "R",
                    message,
                },
                401,
            ),
            (
                Error::PermissionDenied {
                    reason: "R",
                    message,
                },
                403,
            ),
            (
                Error::Exhausted {
                    reason: "R",
                    message,
                    limit: 5,
                    retry_after: Duration::from_secs(9),
                },
                429,
            ),
            (Error::unavailable("x"), 503),
            (Error::Busy, 503),
            (Error::DeadlineExceeded, 504),
            (Error::internal("x"), 500),
        ] {
            let text = format!("{error:?}");
            assert_eq!(Problem::from(error).status.as_u16(), status, "{text}");
        }
    }

    #[test]
    fn fields_reason_and_delay_come_through() {
        let mut violations = Violations::default();
        violations.add("monthly_rent", "Enter the rent.");
        violations.add("rooms[0].monthly_rent", "Enter the room's rent.");
        violations.add("rooms[1].monthly_rent", "Enter the room's rent.");
        let problem = Problem::from(Error::Invalid {
            reason: "PROPERTY_INVALID",
            violations,
        });
        assert_eq!(problem.reason, "PROPERTY_INVALID");
        assert_eq!(problem.detail, "Enter the rent. (2 more)");
        assert_eq!(
            problem.errors,
            FieldErrors::from([
                ("monthlyRent".to_owned(), vec!["Enter the rent.".to_owned()]),
                (
                    "hmoRoomRentals".to_owned(),
                    vec!["Enter the room's rent.".to_owned()]
                ),
            ])
        );
        let locked = Problem::from(Error::Exhausted {
            reason: "ACCOUNT_LOCKED",
            message: "Too many attempts.",
            limit: 5,
            retry_after: Duration::from_secs(32),
        });
        assert_eq!(locked.retry_after, Some(Duration::from_secs(32)));
        assert_eq!(locked.limit, Some(5));
    }

    #[test]
    fn what_a_transport_says_never_reaches_a_stranger() {
        let status = Status::unavailable("tcp connect error: 10.0.0.7:7102");
        let problem = Problem::from(status);
        assert_eq!(problem.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(!problem.detail.contains("10.0.0.7"));
        assert!(problem.retry_after.is_some());
        let unknown = Problem::from(Status::unknown("relation users"));
        assert_eq!(unknown.status, StatusCode::INTERNAL_SERVER_ERROR);
        assert!(!unknown.detail.contains("users"));
    }
}
