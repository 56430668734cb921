//! Faults of sealed contents.

/// Why the sealed contents cannot become a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ContentsError {
    /// It is not a message of the template's kind.
    #[error("it cannot be decoded")]
    Encoding,
    /// The token would break the link.
    #[error("the token is not URL-safe base64")]
    Token,
    /// The code is not eight characters in two groups.
    #[error("the code is not XXXX-XXXX")]
    Code,
    /// The address is not valid.
    #[error("the address is none")]
    Address,
    /// The time is missing.
    #[error("it does not say when it happened")]
    Time,
    /// The grade of the invitation is missing.
    #[error("it does not say with which grade")]
    Grade,
    /// The application is missing.
    #[error("it does not say which application")]
    Application,
    /// The maintenance request is missing.
    #[error("it does not say which maintenance request")]
    Request,
    /// The thing that its link leads to is missing.
    #[error("it does not say what it is about")]
    Subject,
    /// The calendar file is none.
    #[error("its calendar file is none")]
    Calendar,
}
