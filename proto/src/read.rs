//! Reading requests: every field that cannot be read is recorded by its path, so that a caller gets all errors at once.

use std::fmt::Display;

use chrono::{NaiveDate, NaiveTime};
use lintel_core::{Error, Money, Violations};

use crate::common;

/// Reads the fields of a message and records those that cannot be read.
#[derive(Debug, Default)]
pub struct Reader {
    /// The fields that cannot be read, by path.
    pub unreadable: Violations,
}

impl Reader {
    /// An amount; `None` if it was not given.
    pub fn money(&mut self, field: &str, money: Option<common::v1::Money>) -> Option<Money> {
        self.read(field, money)
    }

    /// A date; `None` if it was not given.
    pub fn date(&mut self, field: &str, date: Option<common::v1::Date>) -> Option<NaiveDate> {
        self.read(field, date)
    }

    /// A time of day; `None` if it was not given.
    pub fn time(&mut self, field: &str, time: Option<common::v1::TimeOfDay>) -> Option<NaiveTime> {
        self.read(field, time)
    }

    /// A value of an enumeration; `None` if it was not given, an error if this server does not know it.
    pub fn choice<W, T>(
        &mut self,
        field: &str,
        message: &str,
        number: i32,
        known: impl Fn(W) -> Option<T>,
    ) -> Option<T>
    where
        W: TryFrom<i32>,
    {
        let choice = W::try_from(number).map_err(|_| message);
        self.unreadable.take(field, choice).and_then(known)
    }

    fn read<W, T>(&mut self, field: &str, value: Option<W>) -> Option<T>
    where
        T: TryFrom<W>,
        T::Error: Display,
    {
        self.unreadable
            .take(field, value.map(T::try_from).transpose())
            .flatten()
    }
}

/// The fields that a mask names, each once. A mask without fields is refused, because it would change nothing.
///
/// # Errors
/// `UPDATE_MASK_INVALID` with every path that cannot be changed.
pub fn masked<T: PartialEq>(
    mask: Option<prost_types::FieldMask>,
    known: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, Error> {
    let paths = mask.unwrap_or_default().paths;
    let mut violations = Violations::default();
    if paths.is_empty() {
        violations.add("update_mask", "Name at least one field to change.");
    }
    let mut fields = Vec::new();
    for path in paths {
        match known(&path) {
            Some(field) if fields.contains(&field) => {}
            Some(field) => fields.push(field),
            // A path is the caller's text and is returned in a header, so it is cut.
            None => {
                let path: String = path.chars().take(60).collect();
                violations.add("update_mask", format!("{path:?} cannot be changed."));
            }
        }
    }
    violations.into_result("UPDATE_MASK_INVALID")?;
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(paths: &[&str]) -> Result<Vec<u32>, String> {
        let paths = paths.iter().map(|path| (*path).to_owned()).collect();
        let mask = Some(prost_types::FieldMask { paths });
        masked(mask, |path| path.parse().ok()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_mask_names_fields_that_may_be_changed_and_at_least_one() {
        assert_eq!(read(&["1", "2", "1"]), Ok(vec![1, 2]));
        assert_eq!(
            read(&["1", "version"]),
            Err("\"version\" cannot be changed.".to_owned())
        );
        assert_eq!(
            read(&[]),
            Err("Name at least one field to change.".to_owned())
        );
        assert!(masked::<u32>(None, |_| None).is_err());
    }
}
