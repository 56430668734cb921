//! A deed of guarantee: how much it is for, who sees it signed, and when it ends.

use chrono::{DateTime, Days, NaiveDate, Utc};
use lintel_core::{DeedId, Error, Money, SignerId, Violations, spelt};

use super::{
    Agreement, AgreementState, GivenSignature,
    agreement::{SIGNATURE_INVALID, is_same_name},
    signature,
};
use crate::domain::check;

/// The version of both consents' wording.
pub const DEED_CONSENT_VERSION: &str = "2026-11-29";
/// The guarantor's consent.
pub const DEED_CONSENT: &str = "I have read the deed and sign it as a deed.";
/// The reason of every refusal of an end.
pub const INVALID: &str = "GUARANTEE_INVALID";
/// Months of rent that are guaranteed in all, where the landlord names no sum.
const USUAL_MONTHS: i64 = 12;
/// A notice ends within this many days.
const LATEST_END: u64 = 366;
/// The longest occupation of a witness, in characters.
const LONGEST_OCCUPATION: usize = 100;

/// The witness's consent.
#[must_use]
pub fn witness_consent(guarantor: &str) -> String {
    format!("I was in the room and saw {guarantor} sign.")
}

spelt! {
    /// The state of a deed.
    GuaranteeState {
        /// It waits for the guarantor and the witness.
        Waiting = "waiting",
        /// Both have signed; the agreement waits for others.
        Signed = "signed",
        /// All have signed the agreement.
        InForce = "inForce",
        /// It has ended for what falls due later.
        Ended = "ended",
        /// Its agreement came to nothing.
        Void = "void",
    }
}

spelt! {
    /// The reason for which a guarantee ends before its tenancy.
    GuaranteeEndReason {
        /// The tenant has died.
        TenantDied = "tenant-died",
        /// The guarantor gave notice.
        Notice = "notice",
        /// Guarantor and landlord agreed to it.
        Agreed = "agreed",
    }
}

/// The sums of a guarantee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GuaranteeTerms {
    /// The most that is ever owed under a deed; it stays when the rent rises.
    pub limit: Money,
    /// The rent per month that is covered after rises.
    pub covered_rent: Money,
}

impl GuaranteeTerms {
    /// The terms at a rent where the landlord names none: twelve months' rent, and rises by a tenth.
    #[must_use]
    pub fn usual(rent: Money) -> Self {
        Self {
            limit: Money::gbp(rent.minor().saturating_mul(USUAL_MONTHS)),
            covered_rent: Money::gbp(rent.minor().saturating_add(rent.minor() / 10)),
        }
    }

    /// Judges what the landlord named; what is not named is as usual.
    pub(in crate::domain) fn judged(
        found: &mut Violations,
        limit: Option<Money>,
        covered_rent: Option<Money>,
        rent: Money,
    ) -> Self {
        let usual = Self::usual(rent);
        let terms = Self {
            limit: limit.unwrap_or(usual.limit),
            covered_rent: covered_rent.unwrap_or(usual.covered_rent),
        };
        for (field, amount, least) in [
            (
                "terms.guarantee_limit",
                terms.limit,
                "Enter at least the rent of a month.",
            ),
            (
                "terms.guaranteed_rent_limit",
                terms.covered_rent,
                "Enter at least the rent per month.",
            ),
        ] {
            if amount.minor() < rent.minor() {
                check::refuse(found, field, least);
            } else {
                check::money(found, field, Some(amount), least);
            }
        }
        terms
    }
}

/// The witness of a deed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The name.
    pub name: String,
    /// The address.
    pub address: String,
    /// The occupation.
    pub occupation: Option<String>,
}

/// The end of a guarantee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GuaranteeEnd {
    /// Nothing that falls due after it is guaranteed.
    pub last_day: NaiveDate,
    /// The reason.
    pub reason: GuaranteeEndReason,
}

/// The deed of one guarantor of an agreement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    /// Its id.
    pub id: DeedId,
    /// The guarantor among the agreement's signers.
    pub signer: SignerId,
    /// The guarantor's address.
    pub guarantor_address: Option<String>,
    /// The tenants for whom it is given.
    pub tenants: Vec<String>,
    /// The SHA-256 of the document that is signed.
    pub document_hash: [u8; 32],
    /// Its pages.
    pub pages: i32,
    /// The SHA-256 of the document with its certificate.
    pub signed_hash: Option<[u8; 32]>,
    /// The head of its own chain of evidence.
    pub evidence_hash: [u8; 32],
    /// The witness; nobody before it is signed.
    pub witness: Option<Witness>,
    /// The time of both signatures.
    pub signed_at: Option<DateTime<Utc>>,
    /// Its end.
    pub end: Option<GuaranteeEnd>,
    /// Its version.
    pub version: i64,
}

impl Deed {
    /// Its state on a day, beside an agreement in this state.
    #[must_use]
    pub fn state(&self, agreement: AgreementState, today: NaiveDate) -> GuaranteeState {
        match agreement {
            AgreementState::Declined | AgreementState::Voided => GuaranteeState::Void,
            AgreementState::Issued | AgreementState::Signed if self.signed_at.is_none() => {
                GuaranteeState::Waiting
            }
            AgreementState::Issued => GuaranteeState::Signed,
            AgreementState::Signed if self.end.is_some_and(|end| end.last_day < today) => {
                GuaranteeState::Ended
            }
            AgreementState::Signed => GuaranteeState::InForce,
        }
    }
}

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

impl GivenWitness {
    fn judge(
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

/// An end as somebody typed it.
#[derive(Debug, Clone, Copy, Default)]
pub struct GuaranteeEndDraft {
    /// The reason.
    pub reason: Option<GuaranteeEndReason>,
    /// The last day.
    pub last_day: Option<NaiveDate>,
}

impl GuaranteeEndDraft {
    /// Judges it for a guarantee of a tenancy that begins on `start`.
    ///
    /// # Errors
    /// `GUARANTEE_INVALID` with every offending field.
    pub fn judge(self, start: NaiveDate, today: NaiveDate) -> Result<GuaranteeEnd, Error> {
        let mut found = Violations::default();
        if self.reason.is_none() {
            let choose = "Choose why the guarantee ends.";
            check::refuse(&mut found, "reason", choose);
        }
        match self.last_day {
            None => check::refuse(&mut found, "end_date", "Enter the last day."),
            Some(day) if day < start => {
                let begun = "Choose the first day of the tenancy or a later day.";
                check::refuse(&mut found, "end_date", begun);
            }
            Some(day) if self.reason == Some(GuaranteeEndReason::TenantDied) && day > today => {
                check::refuse(&mut found, "end_date", "Choose today or an earlier day.");
            }
            Some(day) if day > today + Days::new(LATEST_END) => {
                check::refuse(&mut found, "end_date", "Choose a day within a year.");
            }
            Some(_) => {}
        }
        found.into_result(INVALID)?;
        let both = self.last_day.zip(self.reason);
        let (last_day, reason) =
            both.ok_or_else(|| Error::internal("an end was neither taken nor refused"))?;
        Ok(GuaranteeEnd { last_day, reason })
    }
}

#[cfg(test)]
mod tests;
