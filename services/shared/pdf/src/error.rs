/// Why there is no file.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// PDF/UA asks for a title.
    #[error("the document has no title")]
    NoTitle,
    /// PDF/UA asks for a description of every picture.
    #[error("a picture has no description in words")]
    NoAlternative,
    /// The bytes of a picture are no PNG.
    #[error("the picture \"{alternative}\" is no PNG file that can be read")]
    Picture {
        /// The description of the picture.
        alternative: String,
    },
    /// The rules of PDF/A or PDF/UA are broken: a fault in this crate.
    #[error("the file would break the rules of PDF/A or PDF/UA: {0}")]
    Rules(String),
}
