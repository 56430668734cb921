//! The usual validity of certificates (docs/reference/uk-nations.md 8).

use chrono::NaiveDate;

use crate::{nation::Nation, rules::Rules, words::months_after};

/// The certificate whose early renewal keeps its day.
const GAS: &str = "Gas Safety";

impl Rules {
    /// For how many months a certificate is usually valid that is issued on `day`; `None` where nothing is usual. `kind` is its type as
    /// portfolio spells it.
    #[must_use]
    pub fn certificate_months(&self, nation: Nation, kind: &str, day: NaiveDate) -> Option<u32> {
        self.row(&format!("certificate.{kind}"), nation, day)?
            .count("months")
    }

    /// The usual last day of one that is issued on `issued`.
    #[must_use]
    pub fn certificate_expiry(
        &self,
        nation: Nation,
        kind: &str,
        issued: NaiveDate,
    ) -> Option<NaiveDate> {
        months_after(issued, self.certificate_months(nation, kind, issued)?)
    }

    /// The usual last day of one that is issued on `issued` and follows one whose last day is `previous`. A gas check in the months that
    /// end with that day keeps it.
    #[must_use]
    pub fn renewed_certificate_expiry(
        &self,
        nation: Nation,
        kind: &str,
        issued: NaiveDate,
        previous: NaiveDate,
    ) -> Option<NaiveDate> {
        let early = kind == GAS && issued <= previous && self.keeps_day(nation, issued, previous);
        let from = if early { previous } else { issued };
        months_after(from, self.certificate_months(nation, kind, issued)?)
    }

    fn keeps_day(&self, nation: Nation, issued: NaiveDate, previous: NaiveDate) -> bool {
        let row = self.row("certificate.gas-renewal", nation, issued);
        let months = row.and_then(|row| row.count("months"));
        // Two months that end with 20 November begin on 21 September.
        let before =
            months.and_then(|months| previous.checked_sub_months(chrono::Months::new(months)));
        before.is_some_and(|before| issued > before)
    }
}
