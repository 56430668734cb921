//! Enumerations that people read: the build generates [`Word`] for each whose values have a text.

/// A value of an enumeration whose text is the same in REST, in the database and in the contract.
pub trait Word: Copy + Default + Into<i32> + TryFrom<i32> + Send + Sync + 'static {
    /// The enumeration's name.
    const NAME: &'static str;
    /// Its description: the comment in the contract.
    const MEANING: &'static str;
    /// The number and the text of each value but the unspecified one.
    const TEXTS: &'static [(i32, &'static str)];

    /// Its text; `None` for the unspecified value.
    #[must_use]
    fn text(self) -> Option<&'static str> {
        let number: i32 = self.into();
        let mut texts = Self::TEXTS.iter();
        texts.find(|(one, _)| *one == number).map(|(_, text)| *text)
    }

    /// The value that `text` spells exactly.
    #[must_use]
    fn of_text(text: &str) -> Option<Self> {
        let (number, _) = Self::TEXTS.iter().find(|(_, one)| *one == text)?;
        Self::try_from(*number).ok()
    }
}

/// Converts enumerations of a service's domain by their texts, which the domain (`lintel_core::spelt!`) and the contract share. A
/// name after the types is that of the way back, which is `None` where nothing was given. Makes a module `tests` that compares
/// the texts of both sides.
#[macro_export]
macro_rules! words {
    ($($domain:ty = $wire:ty $(, $known:ident)?;)+) => {
        $(
            impl From<$domain> for $wire {
                fn from(word: $domain) -> Self {
                    <$wire as $crate::Word>::of_text(word.as_str()).unwrap_or_default()
                }
            }

            $(pub fn $known(word: $wire) -> Option<$domain> {
                $crate::Word::text(word).and_then(<$domain>::parse)
            })?
        )+

        #[cfg(test)]
        mod tests {
            use super::*;

            #[test]
            fn the_domain_and_the_contract_have_the_same_texts() {
                $(
                    for word in <$domain>::ALL {
                        let text = $crate::Word::text(<$wire>::from(*word));
                        assert_eq!(text, Some(word.as_str()));
                    }
                    assert_eq!(<$domain>::ALL.len(), <$wire as $crate::Word>::TEXTS.len());
                )+
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/word.rs"));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::portfolio::v1::PropertyType;

    #[test]
    fn a_value_is_found_by_its_text() {
        let kind = PropertyType::ServicedAccommodation;
        assert_eq!(kind.text(), Some("Serviced Accommodation"));
        assert_eq!(PropertyType::of_text("Serviced Accommodation"), Some(kind));
        assert_eq!(PropertyType::of_text("hmo"), None);
        assert_eq!(PropertyType::Unspecified.text(), None);
        let (name, meaning) = (PropertyType::NAME, PropertyType::MEANING);
        assert_eq!((name, meaning), ("PropertyType", "The kinds of property."));
    }
}
