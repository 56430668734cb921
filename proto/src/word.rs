//! Enumerations that people read: the build writes [`Word`] for each whose values have a text.

/// A value of an enumeration whose text is the same in REST, in the database and in the contract.
pub trait Word: Copy + Default + Into<i32> + TryFrom<i32> + Send + Sync + 'static {
    /// The enumeration's name.
    const NAME: &'static str;
    /// What it says: the contract's comment.
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
