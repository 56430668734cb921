//! A price in its parts, each at its own rate.

use rust_decimal::Decimal;

use crate::row::Band;

/// A part of a price, and the tax on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaxBand {
    /// The part begins above so many pounds.
    pub from: i64,
    /// And ends with so many; `None` for all the rest.
    pub to: Option<i64>,
    /// Percent.
    pub rate: Decimal,
    /// The tax due on it, in pounds.
    pub tax: Decimal,
}

/// Each part of the price at its own rate, every rate `more` points higher.
pub(super) fn sliced(bands: &[Band], pounds: Decimal, more: Decimal) -> Vec<TaxBand> {
    let mut from = 0;
    let mut slices = Vec::new();
    for band in bands {
        let until = band
            .to
            .map_or(pounds, |limit| Decimal::from(limit).min(pounds));
        let part = until - Decimal::from(from);
        if part > Decimal::ZERO {
            let rate = band.percent + more;
            slices.push(TaxBand {
                from,
                to: band.to,
                rate,
                tax: share(part, rate),
            });
        }
        from = band.to.unwrap_or(from);
    }
    slices
}

/// Returns the tax on the whole price.
pub(super) fn whole_price(pounds: Decimal, percent: Decimal) -> TaxBand {
    TaxBand {
        from: 0,
        to: None,
        rate: percent,
        tax: share(pounds, percent),
    }
}

fn share(pounds: Decimal, percent: Decimal) -> Decimal {
    pounds * percent / Decimal::ONE_HUNDRED
}
