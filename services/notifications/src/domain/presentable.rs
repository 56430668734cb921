//! Names typed by unknown people, checked before a mail shows them.

/// Longer names are not used in a greeting.
const LONGEST_NAME: usize = 80;

/// A name that a stranger typed, on one line; `None` where it is empty, longer than 80 characters, or looks like a link or an
/// address.
#[must_use]
pub fn presentable(name: &str) -> Option<String> {
    on_one_line(name, LONGEST_NAME, looks_like_link)
}

/// The same for an address of a home or a sentence of at most `longest` characters: neither a slash ("Flat 2/1", "and/or") nor an
/// amount ("£95.50") makes a link.
#[must_use]
pub fn presentable_text(text: &str, longest: usize) -> Option<String> {
    on_one_line(text, longest, |word| {
        word.contains("//")
            || word.chars().any(char::is_alphabetic) && looks_like_link(&word.replace('/', " "))
    })
}

fn on_one_line(text: &str, longest: usize, is_link: impl Fn(&str) -> bool) -> Option<String> {
    // Line breaks forge headers; the directional marks turn text around what follows it.
    let is_space = |c: char| {
        c.is_whitespace()
            || c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    let words: Vec<&str> = text
        .split(is_space)
        .filter(|word| !word.is_empty())
        .collect();
    let text = words.join(" ");
    let long = text.chars().count() > longest;
    (!text.is_empty() && !long && !words.iter().any(|word| is_link(word))).then_some(text)
}

/// Returns whether a mail client might turn it into a link: an address, a scheme, or letters right after a dot ("evil.example"). "J.R.R.
/// Tolkien" and "Jr." pass: single letters and a dot at the end are no host names.
fn looks_like_link(word: &str) -> bool {
    let host = |word: &str| {
        word.split('.')
            .skip(1)
            .any(|label| label.chars().take_while(|c| c.is_alphanumeric()).count() > 1)
    };
    word.contains(['@', '/', '\\']) || word.contains("://") || host(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_are_greeted() {
        for good in [
            "Ada Lovelace",
            "Ólafur Ó'Brien-Łuczak",
            "J.R.R. Tolkien",
            "Martin Luther King Jr.",
            "山田 太郎",
            "Ada 🏠",
            "<b>Bobby</b>".replace('/', "").as_str(),
        ] {
            assert_eq!(presentable(good).as_deref(), Some(good));
        }
    }

    #[test]
    fn a_name_is_put_on_one_line() {
        assert_eq!(
            presentable(" Ada\r\nBcc: x\t y\0 "),
            Some("Ada Bcc: x y".to_owned())
        );
        assert_eq!(
            presentable("Ada\u{2028}\u{202e}ecalevoL"),
            Some("Ada ecalevoL".to_owned())
        );
    }

    #[test]
    fn an_address_or_a_sentence_may_have_slashes_but_no_links() {
        for good in [
            "Flat 2/1, 12 Great Western Road, Glasgow G4 9AH",
            "Please bring a passport and/or a driving licence, and £95.50. Thank you.",
        ] {
            assert_eq!(presentable_text(good, 250).as_deref(), Some(good));
        }
        for bad in [
            "see evil.example/x",
            "https://evil",
            "//evil",
            "write to eve@evil",
            &"x ".repeat(200),
        ] {
            assert_eq!(presentable_text(bad, 250), None, "{bad:?}");
        }
    }

    #[test]
    fn a_name_that_could_carry_a_strangers_message_is_left_out() {
        for bad in [
            "",
            " \r\n",
            "You won! Visit evil.example",
            "https://evil",
            "www.evil.example/x",
            "eve@evil",
            &"x".repeat(81),
        ] {
            assert_eq!(presentable(bad), None, "{bad:?}");
        }
    }
}
