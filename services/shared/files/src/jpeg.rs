//! The structure of a JPEG (ITU-T T.81, annex B), as far as its decoder does not tell: whether the picture is whole, and
//! whether it is decoded scan by scan, which takes more memory.

/// The picture's properties, as its markers give them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Structure {
    /// True when all coefficients are kept until the last scan.
    pub(crate) progressive: bool,
}

const SOI: u8 = 0xD8;
const EOI: u8 = 0xD9;
const SOS: u8 = 0xDA;
const TEM: u8 = 0x01;

/// Reads the markers from the start to the end of the picture; `None` if it is cut off. Bytes after the end are ignored.
pub(crate) fn structure(bytes: &[u8]) -> Option<Structure> {
    let mut progressive = false;
    let mut rest = bytes.strip_prefix(&[0xFF, SOI])?;
    loop {
        let (marker, after) = next_marker(rest)?;
        match marker {
            EOI => return Some(Structure { progressive }),
            // Markers without a segment.
            SOI | TEM | 0xD0..=0xD7 => rest = after,
            _ => {
                progressive |= marker == 0xC2;
                let (length, _) = after.split_first_chunk::<2>()?;
                rest = after.get(usize::from(u16::from_be_bytes(*length))..)?;
                if marker == SOS {
                    rest = after_scan(rest)?;
                }
            }
        }
    }
}

/// The marker at the beginning, fill bytes skipped.
fn next_marker(mut bytes: &[u8]) -> Option<(u8, &[u8])> {
    bytes = bytes.strip_prefix(&[0xFF])?;
    while let Some(after) = bytes.strip_prefix(&[0xFF]) {
        bytes = after;
    }
    let (marker, after) = bytes.split_first()?;
    Some((*marker, after))
}

/// From entropy-coded data to the marker that ends it: stuffed bytes and restarts belong to it.
fn after_scan(bytes: &[u8]) -> Option<&[u8]> {
    let ends = |pair: &[u8]| pair[0] == 0xFF && !matches!(pair[1], 0x00 | 0xFF | 0xD0..=0xD7);
    let end = bytes.windows(2).position(ends)?;
    bytes.get(end..)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &[u8] = &[
        0xFF, 0xD8, // SOI
        0xFF, 0xE1, 0, 4, 0xFF, 0xD9, // an APP1 whose content looks like an end
        0xFF, 0xFF, 0xC2, 0, 3, 9, // fill byte, SOF2
        0xFF, 0xDA, 0, 2, 1, 2, 0xFF, 0, 0xFF, 0xD3,
        7, // scan with a stuffed byte and a restart
        0xFF, 0xD9,
    ];

    #[test]
    fn a_whole_picture_ends_at_its_own_end() {
        let progressive = Structure { progressive: true };
        assert_eq!(structure(WHOLE), Some(progressive));
        let with_trailer = [WHOLE, b"<script>"].concat();
        assert_eq!(structure(&with_trailer), Some(progressive));
    }

    #[test]
    fn one_that_breaks_off_anywhere_is_none() {
        for length in 0..WHOLE.len() {
            assert_eq!(structure(&WHOLE[..length]), None, "{length}");
        }
    }
}
