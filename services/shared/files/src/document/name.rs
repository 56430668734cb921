//! The names of a document.

/// A name without its slash, with its escapes resolved.
pub(super) struct Named<'a> {
    pub name: Vec<u8>,
    /// The bytes after the name.
    pub behind: &'a [u8],
}

/// Every name in `bytes`, also if a letter is written as an escape such as `#4A`. Text and picture data that look like a
/// name are included.
pub(super) fn names(bytes: &[u8]) -> impl Iterator<Item = Named<'_>> {
    let slashes = (0..bytes.len()).filter(|at| bytes[*at] == b'/');
    slashes.map(|at| name(&bytes[at + 1..]))
}

/// The name at the start of `bytes`, cut after the longest length that matters.
fn name(bytes: &[u8]) -> Named<'_> {
    const LONGEST: usize = 32;
    let mut name = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at).filter(|byte| is_regular(**byte)) {
        let escaped = bytes.get(at + 1..at + 3).filter(|_| *byte == b'#');
        let escaped = escaped.and_then(|pair| hex::decode(pair).ok());
        name.push(escaped.as_ref().map_or(*byte, |byte| byte[0]));
        at += if escaped.is_some() { 3 } else { 1 };
        if name.len() > LONGEST {
            break;
        }
    }
    let behind = &bytes[at..];
    Named { name, behind }
}

const fn is_regular(byte: u8) -> bool {
    byte.is_ascii_graphic()
        && !matches!(
            byte,
            b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%'
        )
        || !byte.is_ascii()
}
