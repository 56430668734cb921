//! Phone numbers as gateways for text messages take them.

use std::{collections::HashSet, str::FromStr as _, sync::Arc};

use phonenumber::{Mode, PhoneNumber, country, metadata::DATABASE};

/// Reads what is known of all countries' numbers, which whoever asks first waits for otherwise: a debug build takes two seconds.
pub fn prepare() {
    let _ = DATABASE.by_id("GB");
}

/// The number as E.164 has it ("+447700900123"), of the United Kingdom where no country is named; `None` for what is none. A letter is a
/// mistake: phonenumber 0.3 takes it for the digit that shares its key, and the text message would go to somebody else.
#[must_use]
pub fn e164(typed: &str) -> Option<String> {
    read(typed).map(|number| number.format().mode(Mode::E164).to_string())
}

fn read(typed: &str) -> Option<PhoneNumber> {
    if typed.contains(char::is_alphabetic) {
        return None;
    }
    let number = phonenumber::parse(Some(country::GB), typed.trim()).ok()?;
    phonenumber::is_valid(&number).then_some(number)
}

/// The countries that text messages are sent to: a message to some costs a hundred times one at home, which thieves live on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmsCountries(Arc<HashSet<country::Id>>);

impl SmsCountries {
    /// Reads codes of ISO 3166 with commas between them ("GB,IE"); `None` where one is none, or there is none. What phonenumber knows of
    /// countries is not asked: loading it takes a debug build two seconds, which a start cannot wait for.
    #[must_use]
    pub fn parse(codes: &str) -> Option<Self> {
        let codes = codes
            .split(',')
            .map(|code| country::Id::from_str(code.trim()));
        Some(Self(Arc::new(codes.collect::<Result<_, _>>().ok()?)))
    }

    /// Returns whether a number in any spelling is of one of them. Countries with one code (Jersey has that of the United Kingdom) count
    /// together.
    #[must_use]
    pub fn has(&self, typed: &str) -> bool {
        read(typed).is_some_and(|number| {
            let mut known = self
                .0
                .iter()
                .filter_map(|country| DATABASE.by_id(country.as_ref()));
            known.any(|of_country| of_country.country_code() == number.code().value())
        })
    }
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

    #[test]
    fn messages_go_to_named_countries_alone() {
        let here = SmsCountries::parse("GB");
        let has = |number: &str| here.as_ref().is_some_and(|countries| countries.has(number));
        assert!(has("07400 123456") && has("+44 7400 123456"));
        assert!(!has("+33 6 12 34 56 78") && !has("+353 85 012 3456") && !has("x"));
        let both = SmsCountries::parse("GB, IE");
        assert!(both.is_some_and(|countries| countries.has("+353 85 012 3456")));
        for none in ["", "England", "GB;IE", "GB,,IE"] {
            assert_eq!(SmsCountries::parse(none), None, "{none}");
        }
    }
}
