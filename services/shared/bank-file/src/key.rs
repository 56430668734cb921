//! Keys of lines.

use std::collections::HashMap;

use sha2::{Digest as _, Sha256};

/// Makes the keys of one file.
#[derive(Debug, Default)]
pub struct Keys(HashMap<String, u32>);

impl Keys {
    /// The key of a line that these parts name. Lines with the same parts are counted, in the order of the file: a tenant may pay
    /// the same amount twice on one day.
    pub fn next(&mut self, parts: &[&str]) -> String {
        let mut hash = Sha256::new();
        for part in parts {
            // With its length before it, no part runs into the next one.
            hash.update(part.len().to_string());
            hash.update(":");
            hash.update(part);
        }
        let key = hex::encode(hash.finalize());
        let count = self.0.entry(key.clone()).or_default();
        *count += 1;
        match *count {
            1 => key,
            count => format!("{key}-{count}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lines_of_one_file_are_counted() {
        let (mut first, mut again) = (Keys::default(), Keys::default());
        let one = first.next(&["a", "b"]);
        assert_eq!(one.len(), 64);
        assert_eq!(first.next(&["a", "b"]), format!("{one}-2"));
        assert_eq!(again.next(&["a", "b"]), one);
        assert_ne!(again.next(&["ab", ""]), one);
    }
}
