//! The names of a document.

/// A name, without its solidus and with its escapes resolved.
pub(super) struct Named<'a> {
    pub name: Vec<u8>,
    /// The bytes behind the name.
    pub behind: &'a [u8],
}

/// Every name in `bytes`, also where it is spelt with `#4A` for a letter. What only looks like a name, in a text or a picture,
/// counts as one.
pub(super) fn names(bytes: &[u8]) -> impl Iterator<Item = Named<'_>> {
    let slashes = (0..bytes.len()).filter(|at| bytes[*at] == b'/');
    slashes.map(|at| name(&bytes[at + 1..]))
}

/// The name that begins here; cut where it is longer than any that matters.
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
