//! Text that may be set: without characters that a page cannot show or PDF/A forbids.

/// The sign that stands for a character that cannot be shown.
pub const REPLACEMENT: char = '\u{FFFD}';

/// The text with line breaks as `\n`, a space before each (so that what is copied from the page has one between the words),
/// without characters that are never seen, and with a sign in the place of those that stand for nothing.
///
/// Marks that turn the direction go as well: they could make a name read otherwise than it is stored.
pub fn clean(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let mut cleaned = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => cleaned.push_str(" \n"),
            '\t' => cleaned.push(' '),
            _ if stands_for_nothing(character) => cleaned.push(REPLACEMENT),
            _ if is_never_seen(character) => {}
            _ => cleaned.push(character),
        }
    }
    cleaned
}

/// [`clean`] on one line of at most 2,000 characters: what is said and not shown, which PDF/A limits.
pub fn clean_line(text: &str) -> String {
    let line = clean(text).replace(" \n", " ");
    line.trim().chars().take(2_000).collect()
}

/// Returns whether a font need not have the character: it only joins or parts its neighbours.
pub fn joins(character: char) -> bool {
    matches!(character, '\u{200B}'..='\u{200D}')
}

/// Controls, private characters and those that never will be characters.
fn stands_for_nothing(character: char) -> bool {
    let code = u32::from(character);
    character.is_control()
        || matches!(code, 0xE000..=0xF8FF | 0xFDD0..=0xFDEF | 0xF0000..)
        || code & 0xFFFE == 0xFFFE
}

/// Default_Ignorable_Code_Point of Unicode but for those that [`joins`] names.
fn is_never_seen(character: char) -> bool {
    !joins(character)
        && matches!(u32::from(character),
            0xAD | 0x34F | 0x61C | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F | 0x200B..=0x200F
            | 0x202A..=0x202E | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFF8
            | 0x1BCA0..=0x1BCA3 | 0x1D173..=0x1D17A | 0xE0000..=0xE0FFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_shown_is_replaced_and_what_is_never_seen_is_left_out() {
        assert_eq!(clean("a\r\nb\u{2028}c\td"), "a \nb \nc d");
        assert_eq!(
            clean("a\u{0}b\u{E000}c\u{FFFE}"),
            "a\u{FFFD}b\u{FFFD}c\u{FFFD}"
        );
        assert_eq!(clean("Tom\u{202E}moT\u{AD}\u{FEFF}"), "TommoT");
        assert_eq!(clean("क्\u{200D}ष BS6\u{A0}7QD"), "क्\u{200D}ष BS6\u{A0}7QD");
    }

    #[test]
    fn what_is_said_is_one_line_and_not_endless() {
        assert_eq!(clean_line(" a\nb "), "a b");
        assert_eq!(clean_line(&"x".repeat(40_000)).len(), 2_000);
    }
}
