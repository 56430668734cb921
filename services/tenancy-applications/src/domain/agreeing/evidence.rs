//! The evidence of an agreement: a chain in which every entry is bound to the one before, so that a change of any byte is found and
//! named.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// What a file of evidence calls itself.
const FORMAT: &str = "lintel-evidence-1";

/// The hash of an entry: of the one before and of the entry's stored bytes, each behind its length in eight bytes, the highest first.
/// The first entry has nothing before it.
#[must_use]
pub fn hash(before: Option<&[u8; 32]>, bytes: &[u8]) -> [u8; 32] {
    let before = before.map_or(&[][..], |before| before.as_slice());
    let mut hash = Sha256::new();
    for part in [before, bytes] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// Bytes as lower-case hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An entry as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// 1 for the first; without gaps.
    pub number: i32,
    /// What happened, as JSON; written once.
    pub bytes: Vec<u8>,
    /// [`hash`] of it.
    pub hash: [u8; 32],
}

/// A chain as a file, which can be verified without anything else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct File {
    format: String,
    agreement_id: i64,
    /// The deed, where the chain is of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deed_id: Option<i64>,
    document_hash: String,
    head: String,
    entries: Vec<FileEntry>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileEntry {
    number: i32,
    bytes: String,
    hash: String,
}

/// What is wrong with a file of evidence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// It is no such file.
    #[error("this is not a file of evidence")]
    Unreadable,
    /// An entry is not what it was when it was written, or is missing.
    #[error("entry {0} was altered")]
    Entry(i32),
    /// The entries hold, but the head of the chain is another one: entries were taken from the end.
    #[error("the head of the chain was altered, or entries behind entry {0} are missing")]
    Head(i32),
}

impl File {
    /// The file of a chain.
    #[must_use]
    pub fn new(agreement_id: i64, document_hash: &[u8; 32], entries: &[Entry]) -> Self {
        let head = entries.last().map(|entry| hex(&entry.hash));
        Self {
            format: FORMAT.to_owned(),
            agreement_id,
            deed_id: None,
            document_hash: hex(document_hash),
            head: head.unwrap_or_default(),
            entries: entries
                .iter()
                .map(|entry| FileEntry {
                    number: entry.number,
                    bytes: STANDARD.encode(&entry.bytes),
                    hash: hex(&entry.hash),
                })
                .collect(),
        }
    }

    /// The file of the chain of a deed of that agreement.
    #[must_use]
    pub fn of_deed(self, deed_id: i64) -> Self {
        Self {
            deed_id: Some(deed_id),
            ..self
        }
    }
}

/// Verifies a file of evidence. Gives how many entries it has and the head of the chain, to be compared with the one on the certificate.
///
/// # Errors
/// [`Broken`], naming the first altered entry.
pub fn verify(file: &[u8]) -> Result<(usize, String), Broken> {
    let file: File = serde_json::from_slice(file).map_err(|_| Broken::Unreadable)?;
    if file.format != FORMAT || file.entries.is_empty() {
        return Err(Broken::Unreadable);
    }
    let mut before: Option<[u8; 32]> = None;
    let mut last = 0;
    for entry in &file.entries {
        let number = last + 1;
        let bytes = STANDARD.decode(&entry.bytes);
        let bytes = bytes.map_err(|_| Broken::Entry(number))?;
        let expected = hash(before.as_ref(), &bytes);
        if entry.number != number || entry.hash != hex(&expected) {
            return Err(Broken::Entry(number));
        }
        (before, last) = (Some(expected), number);
    }
    if Some(&file.head) != file.entries.last().map(|entry| &entry.hash) {
        return Err(Broken::Head(last));
    }
    Ok((file.entries.len(), file.head))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn chain() -> Vec<Entry> {
        let mut before = None;
        let texts = ["{\"event\":\"created\"}", "{\"event\":\"sent\"}", "{}", "x"];
        (1..)
            .zip(texts)
            .map(|(number, text)| {
                let bytes = text.as_bytes().to_vec();
                let hash = hash(before.as_ref(), &bytes);
                before = Some(hash);
                Entry {
                    number,
                    bytes,
                    hash,
                }
            })
            .collect()
    }

    fn told(entries: &[Entry]) -> Vec<u8> {
        serde_json::to_vec(&File::new(7, &[3; 32], entries)).unwrap()
    }

    #[test]
    fn a_whole_chain_holds() {
        let (entries, head) = verify(&told(&chain())).unwrap();
        assert_eq!((entries, head), (4, hex(&chain()[3].hash)));
    }

    #[test]
    fn each_altered_byte_names_its_entry() {
        for place in 0..4 {
            for byte in 0..chain()[place].bytes.len() {
                let mut entries = chain();
                entries[place].bytes[byte] ^= 1;
                let number = i32::try_from(place).unwrap() + 1;
                assert_eq!(verify(&told(&entries)), Err(Broken::Entry(number)));
            }
            let mut entries = chain();
            entries[place].hash[9] ^= 1;
            let number = i32::try_from(place).unwrap() + 1;
            assert_eq!(verify(&told(&entries)), Err(Broken::Entry(number)));
        }
    }

    #[test]
    fn a_missing_or_exchanged_entry_is_found() {
        let mut entries = chain();
        entries.remove(1);
        assert_eq!(verify(&told(&entries)), Err(Broken::Entry(2)));
        let mut entries = chain();
        entries.swap(0, 1);
        assert_eq!(verify(&told(&entries)), Err(Broken::Entry(1)));
        let mut short = File::new(7, &[3; 32], &chain());
        short.entries.pop();
        let short = serde_json::to_vec(&short).unwrap();
        assert_eq!(verify(&short), Err(Broken::Head(3)));
        for other in [&b""[..], b"{}", b"[]", b"\xff"] {
            assert_eq!(verify(other), Err(Broken::Unreadable));
        }
    }

    #[test]
    fn where_one_part_ends_and_the_next_begins_is_part_of_the_hash() {
        assert_ne!(hash(None, b"ab"), hash(Some(&[0; 32]), b"ab"));
    }
}
