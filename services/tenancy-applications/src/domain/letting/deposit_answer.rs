//! What a tenant says of what was given back of the deposit.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{Error, Money, TenantId, Violations, former_home_until};

use super::Deposit;
use crate::{domain::check, error::deposit_return_changed};

/// The reason of every refusal here.
const INVALID: &str = "DEPOSIT_ANSWER_INVALID";
/// The longest text, in characters: as much of it as a mail shows.
const LONGEST: usize = 1000;

/// Whether somebody agrees with a return, and why not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidOfReturn {
    /// Whether they agree.
    pub agreed: bool,
    /// Why not; may be left out where they agree.
    pub text: Option<String>,
}

/// The answer of a tenant that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepositAnswer {
    /// The tenant.
    pub tenant: TenantId,
    /// Their name.
    pub name: String,
    /// What they say.
    pub said: SaidOfReturn,
    /// When they said it.
    pub at: DateTime<Utc>,
    /// Whether the return that it is about has been changed or taken back since.
    pub outdated: bool,
}

/// The return that a tenant has seen; what is absent is not compared.
#[derive(Debug, Clone, Copy, Default)]
pub struct SeenReturn {
    /// Its day.
    pub on: Option<NaiveDate>,
    /// How much was given back.
    pub returned: Option<Money>,
}

impl SeenReturn {
    /// Checks that it is still the one that is recorded.
    ///
    /// # Errors
    /// `DEPOSIT_RETURN_CHANGED` for another one.
    pub fn check(&self, known: &Deposit) -> Result<(), Error> {
        let is_other_day = self.on.is_some() && self.on != known.returned_on;
        let is_other_sum = self.returned.is_some() && self.returned != known.returned;
        if is_other_day || is_other_sum {
            return Err(deposit_return_changed());
        }
        Ok(())
    }
}

impl SaidOfReturn {
    /// Judges what a tenant says.
    ///
    /// # Errors
    /// `DEPOSIT_ANSWER_INVALID` without a text of somebody who does not agree, and for one that is too long.
    pub fn judge(agreed: bool, text: &str) -> Result<Self, Error> {
        let mut found = Violations::default();
        let least = usize::from(!agreed);
        let why = "Say why you don’t agree, in at most 1,000 characters.";
        let text = check::prose(&mut found, "text", text, least..=LONGEST, why);
        found.into_result(INVALID)?;
        Ok(Self {
            agreed,
            text: text.filter(|text| !text.is_empty()),
        })
    }

    /// Checks that a return of that day may still be answered: for as long as a former home is seen.
    ///
    /// # Errors
    /// `DEPOSIT_ANSWER_INVALID` afterwards.
    pub fn in_time(&self, returned: NaiveDate, today: NaiveDate) -> Result<(), Error> {
        let last = former_home_until(returned);
        if today <= last {
            return Ok(());
        }
        let late = format!(
            "An answer could be given here until {}. Ask the deposit scheme.",
            last.format("%-d %B %Y")
        );
        Err(Error::field(INVALID, "agreed", late))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn who_does_not_agree_says_why() {
        for text in ["", " \n", "\u{7}", &"x".repeat(1001)] {
            let refused = SaidOfReturn::judge(false, text).unwrap_err();
            assert_eq!(refused.reason(), INVALID, "{text:?}");
        }
        let why = SaidOfReturn::judge(false, " The key was\r\nnever lost. ").unwrap();
        assert_eq!(why.text.as_deref(), Some("The key was\nnever lost."));
        assert_eq!(SaidOfReturn::judge(true, " ").unwrap().text, None);
        let thanks = SaidOfReturn::judge(true, "Thank you").unwrap();
        assert_eq!(thanks.text.as_deref(), Some("Thank you"));
        assert!(SaidOfReturn::judge(true, &"x".repeat(1001)).is_err());
    }

    #[test]
    fn a_return_is_answered_for_twelve_months() {
        let agreed = SaidOfReturn::judge(true, "").unwrap();
        let returned = day("2026-11-09");
        assert!(agreed.in_time(returned, day("2026-11-09")).is_ok());
        assert!(agreed.in_time(returned, day("2027-11-09")).is_ok());
        let late = agreed.in_time(returned, day("2027-11-10")).unwrap_err();
        assert_eq!(late.reason(), INVALID);
    }
}
