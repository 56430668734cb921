//! Addresses and postcodes.

use lintel_core::postcode;

use super::html::plain_line;

/// The postcode in its usual spelling, its first half where it is no more than that, or nothing.
#[must_use]
pub fn postcode(text: &str) -> String {
    postcode::normalise(text)
        .or_else(|| outcode(text))
        .unwrap_or_default()
}

/// The first half of a postcode.
fn outcode(text: &str) -> Option<String> {
    let text = text.trim();
    if text.len() > 4 {
        return None;
    }
    let whole = postcode::normalise(&format!("{text}1AA"))?;
    whole.strip_suffix(" 1AA").map(str::to_owned)
}

/// The parts that say something, each once, with commas between them. A number is followed by its street without a comma.
#[must_use]
pub fn join<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut out = String::new();
    let mut last = String::new();
    for part in parts {
        let part = plain_line(part);
        let part = part.trim_matches([',', ' ']);
        if part.is_empty() || part.eq_ignore_ascii_case(&last) {
            continue;
        }
        if !out.is_empty() {
            out.push_str(if is_number(&last) { " " } else { ", " });
        }
        out.push_str(part);
        part.clone_into(&mut last);
    }
    out
}

/// `14`, `22A`, `34-36`.
fn is_number(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_digit())
        && part.len() <= 8
        && part.chars().filter(char::is_ascii_alphabetic).count() <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_postcode_is_spelt_as_usual_or_is_its_first_half_or_nothing() {
        for (text, spelt) in [
            ("m145ll", "M14 5LL"),
            ("HU3 1XX", "HU3 1XX"),
            (" m14 ", "M14"),
            ("EC1A", "EC1A"),
            ("03730", ""),
            ("nowhere", ""),
            ("", ""),
        ] {
            assert_eq!(postcode(text), spelt, "{text}");
        }
    }

    #[test]
    fn parts_of_an_address_are_joined_as_people_write_them() {
        assert_eq!(
            join(["14", "Harbour Row", "", " ", "Hull", "Hull"]),
            "14 Harbour Row, Hull"
        );
        assert_eq!(
            join(["Flat 7, Canal Wharf", "Mill Street", "Leeds"]),
            "Flat 7, Canal Wharf, Mill Street, Leeds"
        );
        assert_eq!(
            join(["The Poplars ", "Road &amp; Lane"]),
            "The Poplars, Road & Lane"
        );
        assert_eq!(join([]), "");
    }
}
