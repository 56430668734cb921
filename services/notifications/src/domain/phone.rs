//! Phone numbers as gateways for text messages take them.

use phonenumber::{Mode, country};

/// The number as E.164 has it ("+447700900123"), of the United Kingdom where no country is named; `None` for what is none. A letter is a
/// mistake: phonenumber 0.3 takes it for the digit that shares its key, and the text message would go to somebody else.
#[must_use]
pub fn e164(typed: &str) -> Option<String> {
    if typed.contains(char::is_alphabetic) {
        return None;
    }
    let number = phonenumber::parse(Some(country::GB), typed.trim()).ok()?;
    phonenumber::is_valid(&number).then(|| number.format().mode(Mode::E164).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_spelling_become_one() {
        for typed in [
            "07400 123456",
            "+44 7400 123456",
            "0044 7400 123456",
            " (07400) 123-456 ",
        ] {
            assert_eq!(e164(typed).as_deref(), Some("+447400123456"), "{typed}");
        }
        assert_eq!(e164("+33 6 12 34 56 78").as_deref(), Some("+33612345678"));
        for none in [
            "",
            "x",
            "12",
            "07400",
            "999",
            "+44 7400 123456789",
            "07400 12345B",
            "O7400 123456",
            "07400 123456 ext 2",
        ] {
            assert_eq!(e164(none), None, "{none}");
        }
    }
}
