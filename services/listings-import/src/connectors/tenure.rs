//! The tenure of a home, as people read it.

/// Rightmove's codes (docs/reference/uk-lettings.md 1.1.2); empty for what is not known.
#[must_use]
pub const fn of_code(code: i64) -> &'static str {
    match code {
        1 => "Freehold",
        2 => "Leasehold",
        3 => "Feudal",
        4 => "Commonhold",
        5 => "Share of freehold",
        6 => "Non-traditional",
        _ => "",
    }
}

/// The tenure that words name: `leasehold`, `Share of Freehold`, `share_of_freehold`; empty for what is not known.
#[must_use]
pub fn of_words(text: &str) -> &'static str {
    let words = text.to_lowercase().replace(['_', '-'], " ");
    match words.trim() {
        "freehold" => "Freehold",
        "leasehold" => "Leasehold",
        "feudal" => "Feudal",
        "commonhold" => "Commonhold",
        "share of freehold" | "shared freehold" => "Share of freehold",
        "flying freehold" => "Flying freehold",
        "share transfer" => "Share transfer",
        "non traditional" => "Non-traditional",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_words_name_the_tenure() {
        assert_eq!(
            (of_code(1), of_code(5), of_code(9)),
            ("Freehold", "Share of freehold", "")
        );
        assert_eq!(of_words(" share_of_freehold"), "Share of freehold");
        assert_eq!(of_words("Leasehold"), "Leasehold");
        assert_eq!(of_words("mine"), "");
    }
}
