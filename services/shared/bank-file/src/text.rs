//! Texts of a file as people read them.

/// The text on one line: without control characters, spaces joined, at most so many characters.
pub fn clean(text: &str, most: usize) -> String {
    if is_clean(text) && text.len() <= most {
        return text.to_owned();
    }
    let mut cleaned = String::new();
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        let word: String = word.chars().filter(|c| !is_hidden(*c)).collect();
        if word.is_empty() {
            continue;
        }
        if !cleaned.is_empty() {
            cleaned.push(' ');
        }
        cleaned.push_str(&word);
    }
    match cleaned.char_indices().nth(most) {
        Some((end, _)) => cleaned[..end].trim_end().to_owned(),
        None => cleaned,
    }
}

/// Returns whether a text is plain letters with one blank between words, as nearly all are.
fn is_clean(text: &str) -> bool {
    let mut before = b' ';
    for byte in text.bytes() {
        if !(0x20..0x7f).contains(&byte) || byte == b' ' && before == b' ' {
            return false;
        }
        before = byte;
    }
    text.is_empty() || before != b' '
}

/// Characters without a shape that can turn the order of the others.
fn is_hidden(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{ad}')
}

/// Several texts as one; what is empty or said before is left out.
pub fn joined<'a>(texts: impl IntoIterator<Item = &'a str>, most: usize) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut length = 0;
    for text in texts {
        // What lies beyond the limit is cut anyway.
        if length > most {
            break;
        }
        let part = clean(text, most);
        if !part.is_empty() && !parts.contains(&part) {
            length += part.len();
            parts.push(part);
        }
    }
    match parts.pop() {
        None => String::new(),
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            clean(&parts.join(" "), most)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_on_one_line_and_short() {
        assert_eq!(clean("  A\tJONES \r\n RENT\u{0}", 100), "A JONES RENT");
        assert_eq!(clean("A\u{202e}B", 100), "AB");
        assert_eq!(clean("Zoë Zoë", 4), "Zoë");
        assert_eq!(clean("", 4), "");
    }

    #[test]
    fn what_is_said_twice_is_said_once() {
        assert_eq!(joined(["RENT", "", " RENT ", "FLAT 2"], 100), "RENT FLAT 2");
        assert_eq!(joined(["ab", "cd", "ef"], 4), "ab c");
    }
}
