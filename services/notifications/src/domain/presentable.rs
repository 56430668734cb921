//! Names typed by unknown people, checked before a mail shows them.

/// Longer names are not used in a greeting.
const LONGEST_NAME: usize = 80;

/// A name that a stranger typed, on one line; `None` where it is empty, longer than 80 characters, or looks like a link or an
/// address.
#[must_use]
pub fn presentable(name: &str) -> Option<String> {
    // Line breaks forge headers; the directional marks turn text around what follows it.
    let is_space = |c: char| {
        c.is_whitespace()
            || c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    let words: Vec<&str> = name
        .split(is_space)
        .filter(|word| !word.is_empty())
        .collect();
    let name = words.join(" ");
    let long = name.chars().count() > LONGEST_NAME;
    (!name.is_empty() && !long && !words.iter().any(|word| looks_like_link(word))).then_some(name)
}

/// Whether a mail client might turn it into a link: an address, a scheme, or letters right after a dot ("evil.example"). "J.R.R.
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
