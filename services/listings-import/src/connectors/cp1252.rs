//! Windows-1252, which the bulk load's writers use and which is hidden in files that were decoded wrongly before.

const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The character of a byte.
#[must_use]
pub fn decode(byte: u8) -> char {
    match byte {
        0x80..=0x9f => HIGH
            .get(usize::from(byte - 0x80))
            .copied()
            .unwrap_or(char::from(byte)),
        _ => char::from(byte),
    }
}

/// Returns the intended character for one between U+0080 and U+009F, which is a byte of Windows-1252 that somebody took for Latin-1.
#[must_use]
pub fn intended(c: char) -> char {
    match u8::try_from(u32::from(c)) {
        Ok(byte) => decode(byte),
        Err(_) => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_wrongly_decoded_characters_are_the_same_letters() {
        assert_eq!(decode(b'a'), 'a');
        assert_eq!((decode(0x92), decode(0xa3), decode(0x80)), ('’', '£', '€'));
        assert_eq!(
            (intended('\u{92}'), intended('£'), intended('ő')),
            ('’', '£', 'ő')
        );
    }
}
