//! Words of addresses, as the search compares them.

/// The words of a text in small letters, without apostrophes and with nothing but letters and digits.
pub fn words(text: &str) -> impl Iterator<Item = String> {
    let text: String = text
        .chars()
        .filter(|c| !matches!(c, '\'' | '’' | '‘'))
        .flat_map(char::to_lowercase)
        .collect();
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.into_iter()
}

/// The text in which words are looked for: those of an address, its town and its postcode.
#[must_use]
pub fn search_text(address: &str, town: &str, postcode: &str) -> String {
    let all = [address, town, postcode].into_iter().flat_map(words);
    all.collect::<Vec<_>>().join(" ")
}

/// The first so many characters.
#[must_use]
pub fn cut(text: &str, most: usize) -> String {
    // PostgreSQL keeps no NUL in texts.
    text.chars().filter(|c| *c != '\0').take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_small_and_have_no_signs() {
        let found: Vec<_> = words("St John’s Road, LEEDS (LS6-1AA)").collect();
        assert_eq!(found, ["st", "johns", "road", "leeds", "ls6", "1aa"]);
        assert_eq!(
            search_text("14 Harbour Row", "Hull", "HU3 1XX"),
            "14 harbour row hull hu3 1xx"
        );
    }

    #[test]
    fn what_is_kept_has_no_nul_and_is_not_too_long() {
        assert_eq!(cut("a\0bcé", 3), "abc");
    }
}
