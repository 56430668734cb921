//! A deed as it was signed.

use lintel_core::{Error, Violations};

use super::{Agreement, GivenSignature, given_signature::SIGNATURE_INVALID, guarantee::Witness};

/// A deed as it was signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedDeed {
    /// The guarantor's picture.
    pub guarantor_drawn: Vec<u8>,
    /// The witness.
    pub witness: Witness,
    /// The witness's picture.
    pub witness_drawn: Vec<u8>,
}

impl SignedDeed {
    /// Judges the signatures of a guarantor of this name and of the witness, for an agreement.
    ///
    /// # Errors
    /// `SIGNATURE_INVALID` with every offending field.
    pub fn judge(
        given: &GivenSignature,
        guarantor: &str,
        agreement: &Agreement,
    ) -> Result<Self, Error> {
        let mut found = Violations::default();
        let names = [guarantor.to_owned()];
        let agree = "Confirm that you have read the deed and sign it as a deed.";
        let guarantor_drawn = given.examine(&mut found, &names, agree);
        let witness = given.witness.clone().unwrap_or_default();
        let mut others = agreement.tenants();
        others.push(guarantor.to_owned());
        others.extend(agreement.terms.landlord_names().into_iter().map(Into::into));
        let judged = witness.judge(&mut found, guarantor, &others, guarantor_drawn.as_deref());
        found.into_result(SIGNATURE_INVALID)?;
        let (guarantor_drawn, (witness, witness_drawn)) = guarantor_drawn
            .zip(judged)
            .ok_or_else(|| Error::internal("a deed was neither taken nor refused"))?;
        Ok(Self {
            guarantor_drawn,
            witness,
            witness_drawn,
        })
    }
}
