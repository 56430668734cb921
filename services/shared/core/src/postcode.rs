//! UK postcodes (docs/reference/uk-lettings.md 6.1, BS 7666 letter rules).

/// The postcode in capitals with one space before its last three characters, or `None` if the text is not a postcode.
///
/// A well-formed postcode need not exist. Only the address file could tell, and saving never waits for a lookup.
#[must_use]
pub fn normalise(text: &str) -> Option<String> {
    let letters: Vec<char> = text
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_uppercase())
        .collect();
    if !(5..=7).contains(&letters.len()) {
        return None;
    }
    let (outward, inward) = letters.split_at(letters.len() - 3);
    let special = outward == ['G', 'I', 'R'] && inward == ['0', 'A', 'A'];
    (special || (is_outward(outward) && is_inward(inward))).then(|| {
        outward
            .iter()
            .chain(&[' '])
            .chain(inward)
            .collect::<String>()
    })
}

fn is_inward(code: &[char]) -> bool {
    matches!(code, [digit, a, b] if digit.is_ascii_digit() && is_unit(*a) && is_unit(*b))
}

fn is_unit(c: char) -> bool {
    c.is_ascii_uppercase() && !"CIKMOV".contains(c)
}

fn is_outward(code: &[char]) -> bool {
    let first = |c: char| c.is_ascii_uppercase() && !"QVX".contains(c);
    let second = |c: char| c.is_ascii_uppercase() && !"IJZ".contains(c);
    let digit = |c: char| c.is_ascii_digit();
    match *code {
        [a, d] => first(a) && digit(d),
        [a, b, c] => {
            first(a)
                && ((digit(b) && (digit(c) || "ABCDEFGHJKPSTUW".contains(c)))
                    || (second(b) && digit(c)))
        }
        [a, b, c, d] => {
            first(a) && second(b) && digit(c) && (digit(d) || "ABEHMNPRVWXY".contains(d))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made for this project with the rules of docs/reference/uk-lettings.md 6.1 (34 cases).
    const VECTORS: &str = include_str!("../tests/data/postcodes.json");

    #[derive(serde::Deserialize)]
    struct Vector {
        input: String,
        normalised: String,
        full_valid: bool,
    }

    #[test]
    fn every_reference_postcode_is_judged_and_spelt_as_documented() {
        let vectors: Vec<Vector> = serde_json::from_str(VECTORS).unwrap_or_default();
        assert_eq!(vectors.len(), 34);
        for vector in vectors {
            let expected = vector.full_valid.then_some(vector.normalised);
            assert_eq!(normalise(&vector.input), expected, "{:?}", vector.input);
        }
    }
}
