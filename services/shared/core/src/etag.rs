//! The version of a row that a caller has seen.

use crate::Error;

/// The versions that a change may overwrite: any, or only those that the caller has seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// Any version (docs/reference/http.md: without `If-Match` a save is accepted).
    Any,
    /// One of these versions.
    OneOf(Vec<i64>),
}

impl Expected {
    /// Reads the `etag` of a request: empty or `*` for any, otherwise versions as `If-Match` lists them, in quotes or not.
    /// A tag that is not a version, such as a weak tag, matches nothing (RFC 9110 section 13.1.1).
    #[must_use]
    pub fn parse(etag: &str) -> Self {
        let etag = etag.trim();
        if matches!(etag, "" | "*") {
            return Self::Any;
        }
        let versions = etag.split(',').map(str::trim).map(|tag| {
            let quoted = tag.strip_prefix('"').and_then(|tag| tag.strip_suffix('"'));
            quoted.unwrap_or(tag).parse().ok()
        });
        Self::OneOf(versions.flatten().collect())
    }

    /// Checks whether a row at `version` may be changed.
    ///
    /// # Errors
    /// [`Error::Aborted`] `STALE_ETAG` when somebody else changed it since.
    pub fn check(&self, version: i64) -> Result<(), Error> {
        match self {
            Self::OneOf(seen) if !seen.contains(&version) => Err(Error::Aborted {
                reason: "STALE_ETAG",
                message: "Somebody else has changed this in the meantime. Load it again and repeat your change.",
            }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_if_match_lists_them_and_bare() {
        for (etag, expected) in [
            ("", Expected::Any),
            (" * ", Expected::Any),
            ("7", Expected::OneOf(vec![7])),
            ("\"7\"", Expected::OneOf(vec![7])),
            ("\"7\", \"8\"", Expected::OneOf(vec![7, 8])),
        ] {
            assert_eq!(Expected::parse(etag), expected, "{etag}");
        }
    }

    #[test]
    fn only_a_version_that_was_seen_may_be_overwritten() {
        for (etag, may) in [
            ("", true),
            ("7", true),
            ("\"6\", \"7\"", true),
            ("6", false),
            ("\"8\"", false),
            ("W/\"7\"", false),
            ("\"7", false),
            ("seven", false),
        ] {
            let checked = Expected::parse(etag)
                .check(7)
                .map_err(|error| error.reason());
            assert_eq!(
                checked,
                if may { Ok(()) } else { Err("STALE_ETAG") },
                "{etag}"
            );
        }
    }
}
