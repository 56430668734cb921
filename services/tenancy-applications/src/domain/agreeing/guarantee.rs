//! A deed of guarantee: how much it is for, who sees it signed, and when it ends.

use chrono::{DateTime, Days, NaiveDate, Utc};
use lintel_core::{DeedId, Error, Money, SignerId, Violations, spelt};

use super::AgreementState;
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
