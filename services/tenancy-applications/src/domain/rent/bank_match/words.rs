//! Names and references as they can be compared: banks write them in capitals, without accents, and the last name first or last.

/// What stands before names.
const TITLES: [&str; 8] = ["mr", "mrs", "ms", "miss", "mx", "dr", "prof", "rev"];

/// The words of a text in lower case, without accents and marks.
pub fn parts(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for one in text.chars().flat_map(char::to_lowercase) {
        if one.is_alphanumeric() {
            match plain(one) {
                Some(plain) => word.push_str(plain),
                None => word.push(one),
            }
        } else if !is_within_words(one) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// A text as it is compared with another one; empty where it has no words.
#[must_use]
pub fn spoken(text: &str) -> String {
    parts(text).join(" ")
}

/// The words without titles before them.
pub fn without_title(words: &[String]) -> &[String] {
    let titles = words
        .iter()
        .take_while(|word| TITLES.contains(&word.as_str()));
    match words.split_at_checked(titles.count()) {
        Some((_, rest)) if !rest.is_empty() => rest,
        _ => words,
    }
}

/// A name as it is written, and with the last name first.
pub fn orders(name: &[String]) -> Vec<String> {
    match name {
        [] => Vec::new(),
        [one] => vec![one.clone()],
        [before @ .., last] => vec![name.join(" "), format!("{last} {}", before.join(" "))],
    }
}

/// A name of several words as its first letter and the last word, in both orders.
pub fn initials(name: &[String]) -> Vec<String> {
    match name {
        [first, .., last] => {
            let initial = first.chars().next().unwrap_or_default();
            vec![format!("{initial} {last}"), format!("{last} {initial}")]
        }
        _ => Vec::new(),
    }
}

/// Apostrophes and accents that stand by themselves.
const fn is_within_words(one: char) -> bool {
    matches!(one, '\'' | '’' | '‘' | '`' | '´' | '\u{300}'..='\u{36f}')
}

/// The letters that a bank writes for one with an accent.
const fn plain(one: char) -> Option<&'static str> {
    Some(match one {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' => "a",
        'æ' => "ae",
        'ç' | 'ć' | 'č' | 'ĉ' | 'ċ' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'į' | 'ı' => "i",
        'ķ' => "k",
        'ł' | 'ĺ' | 'ļ' | 'ľ' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ő' => "o",
        'œ' => "oe",
        'ŕ' | 'ř' => "r",
        'ś' | 'ş' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'ţ' | 'ť' | 'ț' => "t",
        'þ' => "th",
        'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ů' | 'ű' | 'ų' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn banks_spellings_of_a_name_are_alike() {
        for (text, words) in [
            ("Zoë O’Neil-Smith", "zoe oneil smith"),
            ("ZOE  O'NEIL SMITH,", "zoe oneil smith"),
            ("Łukasz Müller", "lukasz muller"),
            ("Zoe\u{308} Strauß", "zoe strauss"),
            ("RENT/FLAT 2", "rent flat 2"),
            ("李 明", "李 明"),
            ("--", ""),
        ] {
            assert_eq!(spoken(text), words, "{text}");
        }
    }

    #[test]
    fn titles_are_no_part_of_a_name() {
        let name = |text| without_title(&parts(text)).join(" ");
        assert_eq!(name("MR A JONES"), "a jones");
        assert_eq!(name("Dr. Ann Mr"), "ann mr");
        assert_eq!(name("Miss"), "miss");
    }

    #[test]
    fn a_name_is_found_in_both_orders() {
        assert_eq!(
            orders(&parts("Ada King Lovelace")),
            ["ada king lovelace", "lovelace ada king"]
        );
        assert_eq!(orders(&parts("Ada")), ["ada"]);
        assert!(orders(&[]).is_empty() && initials(&parts("Ada")).is_empty());
        assert_eq!(
            initials(&parts("Ada King Lovelace")),
            ["a lovelace", "lovelace a"]
        );
    }
}
