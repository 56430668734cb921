//! A file that a mail brings.

/// A PDF to attach.
#[derive(Clone, PartialEq, Eq)]
pub struct AttachedFile {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub pdf: Vec<u8>,
}

impl std::fmt::Debug for AttachedFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AttachedFile(..)")
    }
}
