//! What banks' files say, sealed with the organisation's key: they name people who have nothing to do with rent.

use lintel_core::{Error, OrganisationId};
use lintel_sealing::{SealingKey, authenticate};

use crate::domain::rent::{
    LeftOut, Said,
    bank_match::{numbers, spoken},
};

/// Seals what files say, and marks what says the same.
#[derive(Debug)]
pub struct BankSeal {
    organisation: OrganisationId,
    key: SealingKey,
    marks: SealingKey,
}

/// The same wherever a text says the same.
pub type Mark = [u8; 32];

/// The marks of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marks {
    /// The payer's; none where the file does not say.
    pub payer: Option<Mark>,
    /// The reference's; none where it has no words.
    pub reference: Option<Mark>,
    /// Those of the numbers within the reference.
    pub numbers: Vec<Mark>,
}

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

    /// The lines that were left out of files, sealed; none where there are none.
    ///
    /// # Errors
    /// [`Error::Internal`].
    pub fn seal_left_out(&self, lines: &[LeftOut]) -> Result<Option<Vec<u8>>, Error> {
        if lines.is_empty() {
            return Ok(None);
        }
        let plain = serde_json::to_vec(lines).map_err(Error::internal)?;
        let sealed = self.key.seal(&plain, &self.left_out());
        sealed.map(Some).map_err(Error::internal)
    }

    /// The lines that were left out of a file.
    ///
    /// # Errors
    /// [`Error::Internal`] for what was sealed with another key.
    pub fn open_left_out(&self, sealed: Option<&[u8]>) -> Result<Vec<LeftOut>, Error> {
        let Some(sealed) = sealed else {
            return Ok(Vec::new());
        };
        let plain = self.key.open(sealed, &self.left_out());
        let plain = plain.map_err(Error::internal)?;
        serde_json::from_slice(&plain).map_err(Error::internal)
    }

    /// The marks of what a line says.
    #[must_use]
    pub fn marks(&self, said: &Said) -> Marks {
        let mark = |what: &str, text: &str| {
            let words = spoken(text);
            let message = format!("{what} {words}");
            (!words.is_empty()).then(|| self.mark(message.as_bytes()))
        };
        let numbers = numbers(&said.reference).into_iter();
        Marks {
            payer: mark("payer", &said.payer),
            reference: mark("reference", &said.reference),
            numbers: numbers
                .map(|number| self.mark(format!("number {number}").as_bytes()))
                .collect(),
        }
    }

    /// The mark of an account's number.
    #[must_use]
    pub fn account(&self, number: &str) -> Mark {
        self.mark(format!("account {number}").as_bytes())
    }

    /// The mark of a whole file.
    #[must_use]
    pub fn file(&self, content: &[u8]) -> Mark {
        let mut message = b"file ".to_vec();
        message.extend_from_slice(content);
        self.mark(&message)
    }

    fn mark(&self, message: &[u8]) -> Mark {
        authenticate(self.marks.expose(), message)
    }

    fn context(&self, line_key: &str) -> Vec<u8> {
        format!("bank line {line_key} of {}", self.organisation).into_bytes()
    }

    fn left_out(&self) -> Vec<u8> {
        format!("left out of bank files of {}", self.organisation).into_bytes()
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
    fn lines_left_out_open_for_their_organisation_alone() -> Result<(), Error> {
        let lines = [LeftOut {
            line: 7,
            why: "It has no day.".to_owned(),
            text: "A JONES".to_owned(),
        }];
        let sealed = seal(1).seal_left_out(&lines)?;
        assert_eq!(seal(1).open_left_out(sealed.as_deref())?, lines);
        assert!(seal(2).open_left_out(sealed.as_deref()).is_err());
        assert_eq!(seal(1).seal_left_out(&[])?, None);
        assert!(seal(1).open_left_out(None)?.is_empty());
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
        let both = marks("RENT", "RENT");
        assert_ne!(both.payer, both.reference);
        let none = marks("", "--");
        assert_eq!((none.payer, none.reference), (None, None));
        let (october, november) = (marks("", "UC 88 410 C OCT"), marks("", "UC 88410C NOV"));
        assert_eq!(october.numbers, november.numbers);
        assert_eq!(october.numbers.len(), 1);
    }
}
