//! Field masks.

use lintel_core::{Error, Violations};

/// The fields that a mask names, each once. A mask that names none changes nothing, which nobody means.
///
/// # Errors
/// `UPDATE_MASK_INVALID` with every path that is no field that may be changed.
pub fn fields<T: PartialEq>(
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
            // A path is the caller's text, and travels back in a header.
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
        fields(mask, |path| path.parse().ok()).map_err(|error| error.to_string())
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
        assert!(fields::<u32>(None, |_| None).is_err());
    }
}
