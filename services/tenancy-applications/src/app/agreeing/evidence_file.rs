//! The command that verifies a file of evidence, with nothing but the file.

use anyhow::Context as _;

use crate::domain::agreeing::evidence;

/// The command's name; it takes the file's path.
pub const COMMAND: &str = "verify-evidence";

/// Verifies the file that is named.
///
/// # Errors
/// Where no file or more than one is named, where it cannot be read, and where an entry was altered: the first such is named.
pub fn command(arguments: &[String]) -> anyhow::Result<String> {
    let [path] = arguments else {
        anyhow::bail!("name the file: {COMMAND} <file>");
    };
    let file = std::fs::read(path).with_context(|| format!("{path} cannot be read"))?;
    let (entries, head) = evidence::verify(&file)?;
    Ok(format!(
        "{entries} entries, none altered\nhead of the chain: {head}\n"
    ))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::domain::agreeing::evidence::{Entry, File, hash};

    fn entries() -> Vec<Entry> {
        let first = hash(None, b"first");
        [
            (1, b"first".to_vec(), first),
            (2, b"second".to_vec(), hash(Some(&first), b"second")),
        ]
        .into_iter()
        .map(|(number, bytes, hash)| Entry {
            number,
            bytes,
            hash,
        })
        .collect()
    }

    fn verified(entries: &[Entry]) -> anyhow::Result<String> {
        let file = tempfile::NamedTempFile::new()?;
        let told = serde_json::to_vec(&File::new(1, &[0; 32], entries))?;
        std::fs::write(file.path(), told)?;
        command(&[file.path().display().to_string()])
    }

    #[test]
    fn it_says_how_many_entries_hold_or_which_was_altered() {
        let said = verified(&entries()).unwrap();
        assert!(said.starts_with("2 entries, none altered\n"));
        let mut altered = entries();
        altered[1].bytes[0] ^= 1;
        let refused = verified(&altered).unwrap_err();
        assert_eq!(refused.to_string(), "entry 2 was altered");
    }

    #[test]
    fn it_needs_one_file() {
        for arguments in [&[][..], &["a".to_owned(), "b".to_owned()]] {
            assert!(command(arguments).is_err());
        }
        assert!(command(&["/nowhere/at/all".to_owned()]).is_err());
    }
}
