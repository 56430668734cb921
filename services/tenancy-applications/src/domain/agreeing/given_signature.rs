//! Signatures as they come from browsers: the typed name, the drawing, and the witness of a deed.

use lintel_core::{Error, Violations};
use unicode_normalization::UnicodeNormalization as _;

use super::{guarantee::Witness, signature};
use crate::domain::check;

/// The reason of a signature that is refused.
pub const SIGNATURE_INVALID: &str = "SIGNATURE_INVALID";

/// The longest occupation of a witness, in characters.
const LONGEST_OCCUPATION: usize = 100;

/// A witness's part as it came.
#[derive(Debug, Clone, Default)]
pub struct GivenWitness {
    /// The name.
    pub name: String,
    /// The address.
    pub address: String,
    /// The occupation; may be empty.
    pub occupation: String,
    /// Their word that they were there.
    pub consent: bool,
    /// The data URL of the pad.
    pub signature: String,
}

impl GivenWitness {
    pub(super) fn judge(
        &self,
        found: &mut Violations,
        guarantor: &str,
        others: &[String],
        guarantor_drawn: Option<&[u8]>,
    ) -> Option<(Witness, Vec<u8>)> {
        const SOMEBODY_ELSE: &str = "The witness has to be somebody else.";
        let say = "Enter the witness's full name, 2 to 200 characters.";
        let field = "signature.witness.display_name";
        let name = check::text(found, field, &self.name, 2..=200, say);
        if others.iter().any(|other| is_same_name(other, &self.name)) {
            check::refuse(found, field, SOMEBODY_ELSE);
        }
        let say = "Enter the witness's full address, 10 to 300 characters.";
        let field = "signature.witness.address";
        let address = check::prose(found, field, &self.address, 10..=300, say);
        let say = "Leave it empty, or use 100 characters at most.";
        let field = "signature.witness.occupation";
        let occupation = check::text(found, field, &self.occupation, 0..=LONGEST_OCCUPATION, say);
        if !self.consent {
            let there = format!("Confirm that you were in the room and saw {guarantor} sign.");
            check::refuse(found, "signature.witness.consent", there);
        }
        let field = "signature.witness.signature";
        let drawn = signature::read(&self.signature);
        match &drawn {
            None => check::refuse(found, field, signature::REQUIRED),
            Some(drawn) if guarantor_drawn == Some(drawn.as_slice()) => {
                check::refuse(found, field, SOMEBODY_ELSE);
            }
            Some(_) => {}
        }
        let witness = Witness {
            name: name?,
            address: address?,
            occupation: occupation.filter(|text| !text.is_empty()),
        };
        Some((witness, drawn?))
    }
}

/// A signature as it came.
#[derive(Debug, Clone, Default)]
pub struct GivenSignature {
    /// The typed name.
    pub name: String,
    /// Whether they consent.
    pub consent: bool,
    /// The data URL of the pad.
    pub signature: String,
    /// The hash of the document that was shown, in hexadecimal.
    pub document_hash: String,
    /// The time zone that the browser tells.
    pub time_zone: String,
    /// The language that the browser tells.
    pub language: String,
    /// The witness of a guarantor's deed.
    pub witness: Option<GivenWitness>,
}

impl GivenSignature {
    /// Judges it for a signer of one of those names. Gives the picture, written anew.
    ///
    /// # Errors
    /// `SIGNATURE_INVALID` with every offending field.
    pub fn judge(&self, names: &[String]) -> Result<Vec<u8>, Error> {
        let mut found = Violations::default();
        let agree = "Confirm that you have read the agreement and agree to it.";
        let drawn = self.examine(&mut found, names, agree);
        if self.witness.is_some() {
            let none = "Leave the witness out: only a guarantor's deed has one.";
            check::refuse(&mut found, "signature.witness", none);
        }
        found.into_result(SIGNATURE_INVALID)?;
        drawn.ok_or_else(|| Error::internal("a signature was neither taken nor refused"))
    }

    /// Looks for what is wrong with it; `agree` is asked where the consent is missing. Gives the picture.
    pub(super) fn examine(
        &self,
        found: &mut Violations,
        names: &[String],
        agree: &str,
    ) -> Option<Vec<u8>> {
        if !names.iter().any(|name| is_same_name(&self.name, name)) {
            let same = format!("Type your own name: {}.", names.join(", or "));
            check::refuse(found, "signature.display_name", same);
        }
        if !self.consent {
            check::refuse(found, "signature.consent", agree);
        }
        let drawn = signature::read(&self.signature);
        if drawn.is_none() {
            check::refuse(found, "signature.signature", signature::REQUIRED);
        }
        for (field, text) in [
            ("signature.time_zone", &self.time_zone),
            ("signature.language", &self.language),
        ] {
            let short = "Leave it empty, or use 64 characters at most.";
            check::text(found, field, text, 0..=64, short);
        }
        drawn
    }
}

/// Returns true where two names are the same but for accents, apostrophes, hyphens, blanks and case (docs/reference/decisions.md 8, Names at signing): phones type ’
/// where a landlord typed ', and nobody signs with other people's habits.
#[must_use]
pub fn is_same_name(one: &str, other: &str) -> bool {
    let (bare_one, bare_other) = (bare(one), bare(other));
    if bare_one.is_empty() {
        // Nothing but what is not compared.
        return one.trim() == other.trim();
    }
    bare_one == bare_other
}

fn bare(name: &str) -> String {
    let letters = name.nfkd().filter(|&sign| !is_passed_over(sign));
    letters
        .flat_map(char::to_lowercase)
        .nfkd()
        .filter(|&sign| !is_passed_over(sign))
        .collect()
}

/// Accents of Latin, Greek and Cyrillic letters, apostrophes and what is typed for them, hyphens and dashes, blanks, and signs that
/// nobody sees. Vowel signs of other scripts are part of a name.
const fn is_passed_over(sign: char) -> bool {
    matches!(sign,
        '\u{300}'..='\u{36f}'
        | '\'' | '`' | '\u{b4}' | '\u{2b9}'..='\u{2bf}' | '\u{2c8}' | '\u{2cb}' | '\u{55a}' | '\u{5f3}'
        | '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{2035}' | '\u{a78b}' | '\u{a78c}' | '\u{ff07}'
        | '-' | '\u{ad}' | '\u{58a}' | '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{30fb}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
        | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
    ) || sign.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_compared_by_its_letters() {
        for (typed, name) in [
            ("  ann  O'NEILL ", "Ann O'Neill"),
            ("Ann O’Neill", "Ann O'Neill"),
            ("Ann ONeill", "Ann O`Neill"),
            ("Anne Marie Smith", "Anne–Marie Smith"),
            ("Anne-Marie\u{a0}Smith", "AnneMarie Smith"),
            ("Zoe Muller", "Zoë Müller"),
            ("Zoe\u{308} Mu\u{308}ller", "Zoë Müller"),
            ("İpek Yılmaz", "ipek yılmaz"),
            ("ＡＮＮ", "Ann"),
            ("Ann\u{200b} Lee", "Ann Lee"),
            ("李小龙", "李小龙"),
        ] {
            assert!(is_same_name(typed, name), "{typed} {name}");
            assert!(is_same_name(name, typed), "{name} {typed}");
        }
        for (typed, name) in [
            ("", "Ann"),
            ("'", "Ann"),
            ("Ann", "-"),
            ("'", "-"),
            ("Ann Lee", "Ann Leigh"),
            ("हिन्दी", "हन्द"),
            ("Ann1", "Ann"),
        ] {
            assert!(!is_same_name(typed, name), "{typed} {name}");
        }
        assert!(is_same_name("-", " - "));
    }

    #[test]
    fn a_signature_needs_name_consent_and_ink() {
        let refused = GivenSignature::default().judge(&["Ann".to_owned()]);
        let Err(Error::Invalid { reason, violations }) = refused else {
            panic!("{refused:?}");
        };
        let fields: Vec<_> = violations.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(reason, SIGNATURE_INVALID);
        assert_eq!(
            fields,
            [
                "signature.display_name",
                "signature.consent",
                "signature.signature"
            ]
        );
    }
}
