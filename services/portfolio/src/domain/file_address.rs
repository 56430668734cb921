//! The address of an uploaded file.

use serde::{Deserialize, Serialize};

/// `/api/files/{uuid}`, in lower case: the only addresses that documents and pictures may have (docs/reference/http.md, "files"). That the file
/// exists and is the organisation's own is the file store's to say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileAddress(String);

impl FileAddress {
    /// The part before the file's id.
    const PREFIX: &'static str = "/api/files/";
    /// The refusal of an address that is not a file of the organisation.
    pub const NOT_OURS: &'static str = "Upload the file first: only your own files can be used.";

    /// The address, if `text` is one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let id = text.strip_prefix(Self::PREFIX)?;
        let shaped = id.len() == 36
            && id.bytes().enumerate().all(|(place, byte)| match place {
                8 | 13 | 18 | 23 => byte == b'-',
                _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
            });
        shaped.then(|| Self(text.to_owned()))
    }

    /// The address as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<FileAddress> for String {
    fn from(address: FileAddress) -> Self {
        address.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_address_of_a_file_of_ours_is_one() {
        let own = "/api/files/0197a0f2-1111-7000-8000-00000000abcd";
        assert_eq!(
            FileAddress::parse(own).as_ref().map(FileAddress::as_str),
            Some(own)
        );
        for bad in [
            "",
            "/api/files/",
            "/api/files/5",
            "/api/files/0197a0f2-1111-7000-8000-00000000ABCD",
            "/api/files/0197a0f2011110700008000000000000abcd",
            "/api/files/0197a0f2-1111-7000-8000-00000000abcd?size=card",
            "/api/files/0197a0f2-1111-7000-8000-00000000abcd/../x",
            " /api/files/0197a0f2-1111-7000-8000-00000000abcd",
            "https://lintel.example/api/files/0197a0f2-1111-7000-8000-00000000abcd",
            "javascript:alert(1)",
        ] {
            assert_eq!(FileAddress::parse(bad), None, "{bad}");
        }
    }
}
