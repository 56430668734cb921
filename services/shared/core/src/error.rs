//! All the errors that a use case may return (conventions: "Errors").
//!
//! `Display` is the constant text that a person reads; it never contains the cause. The cause is logged once, where the call
//! is answered.

use std::time::Duration;

/// Why a use case failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// One or more fields break a rule; all of them are listed.
    #[error("{}", violations.summary())]
    Invalid {
        /// Upper snake case, stable: clients may depend on it.
        reason: &'static str,
        /// Every offending field with its text.
        violations: Violations,
    },
    /// The row does not exist, or the caller may not see it; both look the same to the caller.
    #[error("{resource} not found.")]
    NotFound {
        /// Upper snake case, stable.
        reason: &'static str,
        /// The kind of thing, as people call it ("Property").
        resource: &'static str,
    },
    /// A mailed link or code that is not valid. Unknown, used and expired ones look the same, reason `LINK_INVALID`.
    #[error("{message}")]
    LinkInvalid {
        /// The text that a person reads.
        message: &'static str,
    },
    /// A private link that was made and leads nowhere any more; never said for a token that nobody made.
    #[error("{message}")]
    LinkEnded {
        /// `LINK_EXPIRED` or `LINK_CLOSED`.
        reason: &'static str,
        /// The text that a person reads.
        message: &'static str,
    },
    /// A unique value is already in use.
    #[error("{message}")]
    AlreadyExists {
        /// Upper snake case, stable.
        reason: &'static str,
        /// The kind of thing that exists.
        resource: &'static str,
        /// The text that a person reads.
        message: &'static str,
    },
    /// The row is in a state that forbids the change.
    #[error("{message}")]
    FailedPrecondition {
        /// Upper snake case, stable.
        reason: &'static str,
        /// The text that a person reads.
        message: &'static str,
    },
    /// A [`Self::FailedPrecondition`] whose text names another row that stands against the change.
    #[error("{message}")]
    Conflict {
        /// Upper snake case, stable.
        reason: &'static str,
        /// The text that a person reads; it names nothing that the caller may not see.
        message: String,
    },
    /// Somebody else changed the row first.
    #[error("{message}")]
    Aborted {
        /// `STALE_ETAG` or `CONCURRENT_UPDATE`.
        reason: &'static str,
        /// The text that a person reads.
        message: &'static str,
    },
    /// No credential, or one that is not valid.
    #[error("{message}")]
    Unauthenticated {
        /// Upper snake case, stable.
        reason: &'static str,
        /// The text that a person reads.
        message: &'static str,
    },
    /// The caller is known, but is not allowed to do this.
    #[error("{message}")]
    PermissionDenied {
        /// Upper snake case, stable.
        reason: &'static str,
        /// The text that a person reads.
        message: &'static str,
    },
    /// A limit is reached for now.
    #[error("{message}")]
    Exhausted {
        /// Upper snake case, stable.
        reason: &'static str,
        /// The text that a person reads.
        message: &'static str,
        /// The limit, for the period that it counts.
        limit: u32,
        /// The time to wait before trying again.
        retry_after: Duration,
    },
    /// A dependency of this service is away; the same call may succeed later.
    #[error("Lintel is busy or restarting. Please try again.")]
    Unavailable {
        /// The failure, for the log.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// This service already does as much of this kind of work as it accepts. Nothing is wrong, so single calls are not
    /// logged.
    #[error("Lintel is busy or restarting. Please try again.")]
    Busy,
    /// The call took longer than its deadline.
    #[error("The request took too long. Please try again.")]
    DeadlineExceeded,
    /// An internal error.
    #[error("Something went wrong on our side.")]
    Internal {
        /// The failure, for the log.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl Error {
    /// An internal error, with its cause.
    pub fn internal(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Internal {
            source: source.into(),
        }
    }

    /// A dependency that is away, with the cause.
    pub fn unavailable(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Unavailable {
            source: source.into(),
        }
    }

    /// More calls than `limit`; another one is allowed after `retry_after`.
    #[must_use]
    pub const fn rate_limited(limit: u32, retry_after: Duration) -> Self {
        Self::Exhausted {
            reason: "RATE_LIMITED",
            message: "Too many requests. Please wait a moment and try again.",
            limit,
            retry_after,
        }
    }

    /// An error of one field.
    pub fn field(reason: &'static str, field: &str, message: impl Into<String>) -> Self {
        let mut violations = Violations::default();
        violations.add(field, message);
        Self::Invalid { reason, violations }
    }

    /// The stable reason, in upper snake case.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Invalid { reason, .. }
            | Self::NotFound { reason, .. }
            | Self::LinkEnded { reason, .. }
            | Self::AlreadyExists { reason, .. }
            | Self::FailedPrecondition { reason, .. }
            | Self::Conflict { reason, .. }
            | Self::Aborted { reason, .. }
            | Self::Unauthenticated { reason, .. }
            | Self::PermissionDenied { reason, .. }
            | Self::Exhausted { reason, .. } => reason,
            Self::LinkInvalid { .. } => "LINK_INVALID",
            Self::Unavailable { .. } | Self::Busy => "UNAVAILABLE",
            Self::DeadlineExceeded => "DEADLINE_EXCEEDED",
            Self::Internal { .. } => "INTERNAL",
        }
    }
}

/// One field that breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The field's path in the contract, in snake case (`rooms[2].rent`).
    pub field: String,
    /// The text that a person reads beside the field.
    pub message: String,
}

/// Collects all invalid fields of a request, so that a person can correct them together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Violations(Vec<Violation>);

impl Violations {
    /// Adds a field that breaks a rule.
    pub fn add(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.0.push(Violation {
            field: field.into(),
            message: message.into(),
        });
    }

    /// Returns the value, or adds the error to the field.
    pub fn take<T, E: std::fmt::Display>(
        &mut self,
        field: &str,
        result: Result<T, E>,
    ) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.add(field, error.to_string());
                None
            }
        }
    }

    /// Returns whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Every violation in the order it was found.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.0.iter()
    }

    /// `Ok` when nothing was found.
    ///
    /// # Errors
    /// [`Error::Invalid`] with `reason` and everything found.
    pub fn into_result(self, reason: &'static str) -> Result<(), Error> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Error::Invalid {
                reason,
                violations: self,
            })
        }
    }

    fn summary(&self) -> String {
        match self.0.as_slice() {
            [] => "The request is not valid.".to_owned(),
            [only] => only.message.clone(),
            [first, rest @ ..] => format!("{} ({} more)", first.message, rest.len()),
        }
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = std::slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_violation_is_kept_and_the_text_says_how_many_more_there_are() {
        let mut violations = Violations::default();
        violations.add("name", "Name is required.");
        violations.add("postcode", "Enter a UK postcode.");
        assert_eq!(violations.iter().count(), 2);
        let error = violations.into_result("PROPERTY_INVALID");
        assert_eq!(
            error.map_err(|e| e.to_string()),
            Err("Name is required. (1 more)".to_owned())
        );
    }

    #[test]
    fn the_text_of_a_fault_never_contains_its_source() {
        let error = Error::internal("password=hunter2");
        assert!(!error.to_string().contains("hunter2"));
    }
}
