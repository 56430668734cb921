//! A text message of one segment (GSM 03.38): longer ones are charged and delivered in pieces.

/// The characters of one segment in the GSM alphabet, and in UCS-2 (two bytes each) where one character is not of that alphabet.
const GSM: usize = 160;
const UCS2: usize = 70;
/// The characters of the basic alphabet that are not ASCII letters and digits.
const BASIC: &str = " @£$¥èéùìòÇØøÅåÆæßÉ!\"#¤%&'()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà_ΔΦΓΛΩΠΨΣΘΞ\n\r";
/// The characters that take two places of the basic alphabet.
const EXTENDED: &str = "^{}\\[~]|€";

/// One line of news and where to read the rest, in one segment: the news gives way where both do not fit.
#[must_use]
pub fn short_text(title: &str, link: &str) -> String {
    let title = plain(title);
    let link = if link.is_empty() {
        String::new()
    } else {
        format!(" {link}")
    };
    let whole = format!("{title}{link}");
    if fits(&whole) {
        return whole;
    }
    let chars: Vec<char> = title.chars().collect();
    (0..chars.len())
        .rev()
        .map(|kept| {
            let head: String = chars.iter().take(kept).collect();
            format!("{}...{link}", head.trim_end())
        })
        .find(|text| fits(text))
        // A link that is longer than a segment: the news alone, as far as it goes.
        .unwrap_or_else(|| chars.iter().take(UCS2).collect())
}

/// The marks that editors put for those that phones have.
fn plain(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| match c {
            '‘' | '’' => '\'',
            '“' | '”' => '"',
            '–' | '—' | '−' => '-',
            '\u{a0}' | '\n' | '\r' | '\t' => ' ',
            c => c,
        })
        .collect();
    text.replace('…', "...")
}

fn fits(text: &str) -> bool {
    let mut places = 0;
    for c in text.chars() {
        places += match c {
            c if c.is_ascii_alphanumeric() || BASIC.contains(c) => 1,
            c if EXTENDED.contains(c) => 2,
            _ => return text.encode_utf16().count() <= UCS2,
        };
    }
    places <= GSM
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINK: &str = "https://lintel.example/maintenance-requests/12";

    #[test]
    fn what_fits_stays_whole_and_the_link_always_does() {
        assert_eq!(
            short_text("Viewing tomorrow", LINK),
            format!("Viewing tomorrow {LINK}")
        );
        assert_eq!(short_text("Boiler – “cold”", ""), "Boiler - \"cold\"");
        let long = short_text(&"a repair ".repeat(40), LINK);
        assert_eq!(long.chars().count(), 159);
        assert!(long.ends_with(&format!("... {LINK}")), "{long}");
        // A letter that is not of the alphabet makes every character count twice.
        let polish = short_text(&"Łódź ".repeat(40), LINK);
        assert_eq!(polish.encode_utf16().count(), 69);
        assert!(polish.ends_with(LINK));
        // Extended characters take two places.
        assert!(short_text(&"[".repeat(80), "").chars().count() == 80);
        assert!(short_text(&"[".repeat(81), "").ends_with("..."));
    }

    #[test]
    fn a_link_that_is_too_long_is_left_out() {
        let text = short_text("Viewing tomorrow", &"x".repeat(200));
        assert_eq!(text, "Viewing tomorrow");
    }
}
