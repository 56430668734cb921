/// A picture.
#[derive(Clone, Debug)]
pub struct Picture {
    /// A PNG file, as the photo or signature code wrote it.
    pub png: Vec<u8>,
    /// Its width on paper, in millimetres; it is made smaller where the page or column has less room.
    pub width: u16,
    /// Its description in words: "Signature of Tom Hargreaves". Not empty.
    pub alternative: String,
}
