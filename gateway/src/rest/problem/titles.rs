//! The headings of refusals: from the specification if it has one, otherwise by status.

use http::StatusCode;

/// The heading of a refusal for `reason`, or for `status` where the reason has none of its own.
pub(super) fn title(reason: &str, status: StatusCode) -> &'static str {
    of_reason(reason).unwrap_or_else(|| of_status(status))
}

fn of_reason(reason: &str) -> Option<&'static str> {
    Some(match reason {
        "PASSWORD_TOO_SHORT" => "Password Too Short",
        "PASSWORD_MISMATCH" => "Password Mismatch",
        "PASSWORD_CHANGE_REQUIRED" => "Change Your Password",
        "PASSWORD_TOO_COMMON" => "Password Too Common",
        "SIGN_UP_INVALID" | "EMAIL_IN_USE" => "Signup Failed",
        "LOGIN_INVALID"
        | "CREDENTIALS_WRONG"
        | "EMAIL_NOT_VERIFIED"
        | "CODE_WRONG"
        | "CHALLENGE_ENDED"
        | "PASSWORD_RESET_REQUIRED" => "Login Failed",
        "ACCOUNT_LOCKED" => "Too Many Attempts",
        "LINK_INVALID" => "Verification Failed",
        "LINK_EXPIRED" => "Link Expired",
        "LINK_CLOSED" => "Link Closed",
        "LINK_SPENT" => "Link Used Already",
        "LINK_DECLINED" => "Declined Already",
        "SESSION_ENDED" | "TOKEN_EXPIRED" => "Signed Out",
        "STALE_ETAG" | "CONCURRENT_UPDATE" => "Changed By Somebody Else",
        "FILE_TYPE_INVALID" | "FILE_TOO_MANY_PIXELS" | "FILE_ACTIVE" | "FILE_MISSING" => {
            "Invalid file type"
        }
        "FILE_TOO_LARGE" => "File too large",
        _ => return None,
    })
}

fn of_status(status: StatusCode) -> &'static str {
    match status.as_u16() {
        400 => "Bad Request",
        401 => "Not Signed In",
        403 => "Access Denied",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        410 => "Gone",
        412 => "Changed By Somebody Else",
        413 => "Request Too Large",
        415 => "Unsupported Media Type",
        422 => "Please Check Your Entries",
        429 => "Too Many Requests",
        503 => "Please Try Again",
        504 => "Request Timed Out",
        _ if status.is_client_error() => "Bad Request",
        _ => "Something Went Wrong",
    }
}
