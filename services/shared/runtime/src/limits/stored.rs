//! The limits of what an organisation keeps, and of what may come by one link: disks are finite, and an account costs nothing.

use lintel_core::Error;

use crate::{ConfigError, SharedConfig};

const MEGABYTE: u64 = 1_000_000;
/// The most that an organisation keeps in each service: 10,000 files of 2 MB.
const USUAL_GB: u32 = 20;
/// The most that applicants send by one link that invites to apply: a hundred of them with five files of 2 MB each.
const USUAL_MB_BY_LINK: u32 = 1000;

/// The most bytes of files that are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stored {
    /// The bytes of one organisation, in each service that keeps files.
    pub organisation: u64,
    /// The bytes of all files sent by one link that invites to apply.
    pub link: u64,
}

impl Stored {
    /// The limits: what the operator set, else the usual ones.
    ///
    /// # Errors
    /// [`ConfigError`] naming a limit of 0, which would refuse every file.
    pub fn of(shared: &SharedConfig) -> Result<Self, ConfigError> {
        let limit = |key: &str, set: Option<u32>, usual: u32| match set.unwrap_or(usual) {
            0 => Err(ConfigError::new(
                format!("LINTEL_LIMIT_{key}"),
                "a limit is at least 1",
            )),
            limit => Ok(u64::from(limit) * MEGABYTE),
        };
        Ok(Self {
            organisation: limit("STORED_GB", shared.limit_stored_gb, USUAL_GB)? * 1000,
            link: limit(
                "STORED_MB_BY_LINK",
                shared.limit_stored_mb_by_link,
                USUAL_MB_BY_LINK,
            )?,
        })
    }

    /// Checks whether an organisation that keeps `stored` bytes may keep `more`.
    ///
    /// # Errors
    /// `STORAGE_FULL`.
    pub fn check_organisation(self, stored: i64, more: usize) -> Result<(), Error> {
        check(
            stored,
            more,
            self.organisation,
            Error::FailedPrecondition {
                reason: "STORAGE_FULL",
                message: "The files of this portfolio fill its storage space. Delete files that are no longer needed, or ask the operator of Lintel for more.",
            },
        )
    }

    /// Checks whether `more` bytes may come by a link that brought `stored` bytes already.
    ///
    /// # Errors
    /// `LINK_STORAGE_FULL`.
    pub fn check_link(self, stored: i64, more: usize) -> Result<(), Error> {
        check(
            stored,
            more,
            self.link,
            Error::FailedPrecondition {
                reason: "LINK_STORAGE_FULL",
                message: "No more files can be sent by the landlord's link. Give your documents to the landlord in another way, or ask for a new link.",
            },
        )
    }
}

fn check(stored: i64, more: usize, limit: u64, full: Error) -> Result<(), Error> {
    let sum = stored.unsigned_abs().saturating_add(more as u64);
    if sum > limit { Err(full) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_last_byte_fits_and_one_more_does_not() -> anyhow::Result<()> {
        let stored = Stored::of(&SharedConfig::defaults_with(
            json!({"profile": "production", "mail": "off"}),
        )?)?;
        assert_eq!(
            (stored.organisation, stored.link),
            (20_000_000_000, 1_000_000_000)
        );
        assert!(stored.check_organisation(19_999_999_000, 1000).is_ok());
        let full = stored.check_organisation(19_999_999_000, 1001);
        assert_eq!(full.map_err(|error| error.reason()), Err("STORAGE_FULL"));
        assert!(stored.check_link(999_999_000, 1000).is_ok());
        let full = stored.check_link(999_999_000, 1001);
        assert_eq!(
            full.map_err(|error| error.reason()),
            Err("LINK_STORAGE_FULL")
        );
        Ok(())
    }

    #[test]
    fn operators_set_them_and_none_is_refused_by_its_name() -> anyhow::Result<()> {
        let set = json!({"profile": "dev", "mail": "off", "limit_stored_gb": 2, "limit_stored_mb_by_link": 3});
        let stored = Stored::of(&SharedConfig::defaults_with(set)?)?;
        assert_eq!(
            (stored.organisation, stored.link),
            (2_000_000_000, 3_000_000)
        );
        let none = json!({"profile": "dev", "limit_stored_gb": 0});
        let refused = Stored::of(&SharedConfig::defaults_with(none)?).err();
        assert_eq!(
            refused.map(|error| error.key).as_deref(),
            Some("LINTEL_LIMIT_STORED_GB")
        );
        Ok(())
    }
}
