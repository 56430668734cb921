//! Who paid and what for, sealed with the organisation's key: a bank's file names people who have nothing to do with rent.

use lintel_core::{Error, OrganisationId};
use lintel_sealing::{SealingKey, authenticate};

use crate::domain::{Said, bank_match::spoken};

/// Seals what lines say, and marks what says the same.
#[derive(Debug)]
pub struct BankSeal {
    organisation: OrganisationId,
    key: SealingKey,
    marks: SealingKey,
}

/// The same wherever a text says the same; none where it has no words.
pub type Mark = Option<[u8; 32]>;

impl BankSeal {
    /// With the key of an organisation.
    #[must_use]
    pub fn new(organisation: OrganisationId, key: SealingKey) -> Self {
        let marks = SealingKey::derive(key.expose(), "lintel.tenancy.bank-lines.v1");
        Self {
            organisation,
            key,
            marks,
        }
    }

    /// What a line says, sealed so that it opens in this line alone.
    ///
    /// # Errors
    /// [`Error::Internal`].
    pub fn seal(&self, line_key: &str, said: &Said) -> Result<Vec<u8>, Error> {
        let plain = serde_json::to_vec(said).map_err(Error::internal)?;
        let sealed = self.key.seal(&plain, &self.context(line_key));
        sealed.map_err(Error::internal)
    }

    /// What a line says.
    ///
    /// # Errors
    /// [`Error::Internal`] for what was sealed for another line, or with another key.
    pub fn open(&self, line_key: &str, sealed: &[u8]) -> Result<Said, Error> {
        let plain = self.key.open(sealed, &self.context(line_key));
        let plain = plain.map_err(Error::internal)?;
        serde_json::from_slice(&plain).map_err(Error::internal)
    }

    /// The marks of payer and reference.
    #[must_use]
    pub fn marks(&self, said: &Said) -> (Mark, Mark) {
        let mark = |what: &str, text: &str| {
            let words = spoken(text);
            let message = format!("{what} {words}");
            (!words.is_empty()).then(|| authenticate(self.marks.expose(), message.as_bytes()))
        };
        (
            mark("payer", &said.payer),
            mark("reference", &said.reference),
        )
    }

    fn context(&self, line_key: &str) -> Vec<u8> {
        format!("bank line {line_key} of {}", self.organisation).into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seal(organisation: i64) -> BankSeal {
        let organisation = OrganisationId::new(organisation);
        BankSeal::new(organisation, SealingKey::derive(&[1; 32], "a"))
    }

    #[test]
    fn a_line_opens_in_its_place_alone() -> Result<(), Error> {
        let said = Said {
            payer: "A Jones".to_owned(),
            reference: "RENT".to_owned(),
        };
        let sealed = seal(1).seal("key", &said)?;
        assert_eq!(seal(1).open("key", &sealed)?, said);
        assert!(seal(1).open("other", &sealed).is_err());
        assert!(seal(2).open("key", &sealed).is_err());
        Ok(())
    }

    #[test]
    fn what_says_the_same_has_the_same_mark() {
        let marks = |payer: &str, reference: &str| {
            seal(1).marks(&Said {
                payer: payer.to_owned(),
                reference: reference.to_owned(),
            })
        };
        assert_eq!(
            marks("A JONES", "Rent, flat 2"),
            marks("a  jones", "RENT FLAT 2")
        );
        let (payer, reference) = marks("RENT", "RENT");
        assert_ne!(payer, reference);
        assert_eq!(marks("", "--"), (None, None));
    }
}
