//! The texts that people search lists for.

use crate::{Error, postcode};

/// The most characters of a search.
const LONGEST: usize = 200;
/// Fewer digits than this are no part of a phone number that tells one from another.
const FEWEST_DIGITS: usize = 4;

/// A search as lists compare it; the default finds everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Search {
    /// Words in lower case of which each is to be found. A whole postcode that is typed without its blank is two of them.
    pub words: Vec<String>,
    /// The digits of a phone number without the country's code or the leading 0, so that `07700 900123`, `+44 7700 900123` and
    /// `7700900123` find one another; empty where none was typed.
    pub phone: String,
}

impl Search {
    /// Reads what was typed.
    ///
    /// # Errors
    /// [`Error::Invalid`] `SEARCH_INVALID` for more than 200 characters or a zero byte among them.
    pub fn read(typed: &str) -> Result<Self, Error> {
        let refused = |text: &str| Error::field("SEARCH_INVALID", "search", text);
        if typed.chars().count() > LONGEST {
            return Err(refused("Search for at most 200 characters."));
        }
        if typed.contains('\0') {
            return Err(refused("Search for text without control characters."));
        }
        let words = typed.split_whitespace().flat_map(|word| {
            let whole = postcode::normalise(word).unwrap_or_else(|| word.to_owned());
            let parts = whole.split(' ').map(str::to_lowercase);
            parts.collect::<Vec<_>>()
        });
        Ok(Self {
            words: words.collect(),
            phone: phone(typed),
        })
    }

    /// Returns true where each word stands in `text`, which is in lower case, or where `phone` holds the number.
    #[must_use]
    pub fn finds(&self, text: &str, phone: &str) -> bool {
        let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
        let is_number = !self.phone.is_empty() && digits.contains(&self.phone);
        is_number || self.words.iter().all(|word| text.contains(word))
    }
}

fn phone(typed: &str) -> String {
    let is_of_a_number = |c: char| c.is_ascii_digit() || c.is_whitespace() || "+()-./".contains(c);
    if !typed.chars().all(is_of_a_number) {
        return String::new();
    }
    let digits: String = typed.chars().filter(char::is_ascii_digit).collect();
    let is_abroad = typed.trim_start().starts_with('+') || digits.starts_with("00");
    let bare = digits.trim_start_matches('0');
    let national = if is_abroad {
        // As in +44 (0)7700: the 0 is dialled within the country alone.
        bare.strip_prefix("44")
            .unwrap_or(bare)
            .trim_start_matches('0')
    } else {
        bare
    };
    match national.len() >= FEWEST_DIGITS {
        true => national.to_owned(),
        false => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(typed: &str) -> Option<Vec<String>> {
        Search::read(typed).ok().map(|search| search.words)
    }

    #[test]
    fn a_search_is_its_words() {
        let typed = "  High   street\tLS1 ";
        let expected = ["high", "street", "ls1"].map(str::to_owned).to_vec();
        assert_eq!(words(typed), Some(expected));
        assert_eq!(words(""), Some(Vec::new()));
        assert_eq!(words(&"é".repeat(200)).map(|words| words.len()), Some(1));
        assert_eq!(words(&"é".repeat(201)), None);
        assert_eq!(words("a\0b"), None);
    }

    #[test]
    fn a_postcode_is_found_with_and_without_its_blank() {
        let expected = Some(["bs6", "7qd"].map(str::to_owned).to_vec());
        assert_eq!(words("bs67qd"), expected);
        assert_eq!(words("BS6 7QD"), expected);
    }

    #[test]
    fn a_phone_number_is_found_however_it_is_written() {
        let stored = "+44 7700 900123";
        for typed in [
            "07700 900123",
            "07700900123",
            "+447700900123",
            "0044 (0)7700 900-123",
            "7700 900 123",
            "900123",
        ] {
            let search = Search::read(typed).unwrap_or_default();
            assert!(search.finds("ada lovelace", stored), "{typed}");
            assert!(search.finds("ada lovelace", "07700 900 123"), "{typed}");
            assert!(!search.finds("ada lovelace", "07700 900124"), "{typed}");
        }
    }

    #[test]
    fn what_is_no_phone_number_is_found_by_its_words_alone() {
        for typed in ["123", "flat 12345", "ada"] {
            let search = Search::read(typed).unwrap_or_default();
            assert_eq!(search.phone, "", "{typed}");
        }
        let search = Search::read("Ada Flat").unwrap_or_default();
        assert!(search.finds("ada lovelace garden flat", ""));
        assert!(!search.finds("ada lovelace", ""));
    }
}
