//! Taxes on buying a home (uk-lettings section 2.5).

mod table;

use chrono::NaiveDate;
use lintel_core::{Money, spelt};
use rust_decimal::Decimal;

use self::table::{Band, Table};
use super::Nation;

spelt! {
    /// Who buys.
    BuyerType {
        /// Somebody who owns a home already, or a company.
        Additional = "additional",
        /// Somebody who will own this home alone.
        Standard = "standard",
        /// As additional, from abroad.
        NonResident = "nonResident",
        /// A first-time buyer.
        FirstTime = "firstTime",
    }
}

/// Below this many pounds an additional home is taxed as any other.
const ADDITIONAL_FROM: i64 = 40_000;

/// A part of a price, and the tax on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaxBand {
    /// The part begins above so many pounds.
    pub from: i64,
    /// And ends with so many; `None` for all the rest.
    pub to: Option<i64>,
    /// Percent.
    pub rate: Decimal,
    /// What is due on it, in pounds.
    pub tax: Decimal,
}

/// A tax, and which it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PurchaseTax {
    /// What is due, in whole pounds, rounded down.
    pub amount: Money,
    /// Where it is from: every part of the price, and last what the whole price pays beside them.
    pub bands: Vec<TaxBand>,
    /// As people read it: `SDLT, England, from 1 April 2025, additional home`.
    pub source: String,
}

impl PurchaseTax {
    /// The tax on a home in `nation` bought on `day` for `price` by `buyer`. On a day before the first table that table holds.
    #[must_use]
    pub fn of(nation: Nation, day: NaiveDate, price: Money, buyer: BuyerType) -> Self {
        let table = Table::of(nation, day);
        let pounds = price.to_decimal();
        let whole = |limit: i64| Decimal::from(limit);
        let is_additional = matches!(buyer, BuyerType::Additional | BuyerType::NonResident)
            && pounds >= whole(ADDITIONAL_FROM);
        let mut supplement = None;
        let (mut bands, who) = match buyer {
            _ if is_additional => {
                let abroad = if buyer == BuyerType::NonResident {
                    table.abroad
                } else {
                    0
                };
                supplement = (table.supplement > 0).then(|| whole_price(pounds, table.supplement));
                let who = if abroad > 0 {
                    "additional home, buyer from abroad"
                } else {
                    "additional home"
                };
                (sliced(table.additional, pounds, abroad), who)
            }
            BuyerType::FirstTime => match table.first_time {
                Some((bands, most)) if pounds <= whole(most) => {
                    (sliced(bands, pounds, 0), "first-time buyer")
                }
                _ => (sliced(table.main, pounds, 0), "only home"),
            },
            _ => (sliced(table.main, pounds, 0), "only home"),
        };
        let tax: Decimal = bands.iter().map(|band| band.tax).sum();
        let more = supplement.map_or(Decimal::ZERO, |band| band.tax.floor());
        bands.extend(supplement);
        Self {
            amount: Money::round_half_away((tax + more).floor()).unwrap_or(Money::ZERO),
            bands,
            source: format!(
                "{}, {}, from {}, {who}",
                table.tax,
                nation.as_str(),
                table.first_day().format("%-d %B %Y")
            ),
        }
    }
}

/// Each part of the price at its own rate, every rate `more` tenths of a percent higher.
fn sliced(bands: &[Band], pounds: Decimal, more: i64) -> Vec<TaxBand> {
    let mut from = 0;
    let mut slices = Vec::new();
    for (to, rate) in bands {
        let until = to.map_or(pounds, |limit| Decimal::from(limit).min(pounds));
        let part = until - Decimal::from(from);
        if part > Decimal::ZERO {
            slices.push(TaxBand {
                from,
                to: *to,
                rate: Decimal::new(rate + more, 1),
                tax: share(part, rate + more),
            });
        }
        from = to.unwrap_or(from);
    }
    slices
}

/// What the whole price pays, so many tenths of a percent.
fn whole_price(pounds: Decimal, tenths: i64) -> TaxBand {
    TaxBand {
        from: 0,
        to: None,
        rate: Decimal::new(tenths, 1),
        tax: share(pounds, tenths),
    }
}

/// So many tenths of a percent of an amount.
fn share(pounds: Decimal, tenths: i64) -> Decimal {
    pounds * Decimal::new(tenths, 3)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    /// The domain reference's vectors (uk-lettings section 2), made for this project.
    const VECTORS: &str = include_str!("../../tests/vectors/returns.json");

    #[derive(Deserialize)]
    struct Families {
        sdlt_england_ni_from_2025_04_01: Vec<Sdlt>,
        ltt_wales_from_2024_12_11: Vec<Ltt>,
        lbtt_scotland_ads_8pct_from_2024_12_05: Vec<Lbtt>,
    }

    #[derive(Deserialize)]
    struct Sdlt {
        price: String,
        standard: String,
        additional: String,
        additional_non_resident: String,
        first_time_buyer: String,
    }

    #[derive(Deserialize)]
    struct Ltt {
        price: String,
        main: String,
        higher: String,
    }

    #[derive(Deserialize)]
    struct Lbtt {
        price: String,
        lbtt: String,
        total: String,
    }

    fn tax(nation: Nation, price: &str, buyer: BuyerType) -> Option<Money> {
        let day = NaiveDate::from_ymd_opt(2026, 11, 25)?;
        let price = Money::parse(price).ok()?;
        Some(PurchaseTax::of(nation, day, price, buyer).amount)
    }

    fn same(nation: Nation, price: &str, buyer: BuyerType, expected: &str) {
        let expected = Money::parse(expected).ok();
        assert!(expected.is_some());
        let found = tax(nation, price, buyer);
        assert_eq!(found, expected, "{nation:?} {price} {buyer:?}");
    }

    #[test]
    fn every_reference_price_is_taxed_as_the_reference_has_it() -> serde_json::Result<()> {
        let families: Families = serde_json::from_str(VECTORS)?;
        assert_eq!(families.sdlt_england_ni_from_2025_04_01.len(), 13);
        for row in &families.sdlt_england_ni_from_2025_04_01 {
            for nation in [Nation::England, Nation::NorthernIreland] {
                let price = &row.price;
                same(nation, price, BuyerType::Standard, &row.standard);
                same(nation, price, BuyerType::Additional, &row.additional);
                same(
                    nation,
                    price,
                    BuyerType::NonResident,
                    &row.additional_non_resident,
                );
                same(nation, price, BuyerType::FirstTime, &row.first_time_buyer);
            }
        }
        assert_eq!(families.ltt_wales_from_2024_12_11.len(), 7);
        for row in &families.ltt_wales_from_2024_12_11 {
            same(Nation::Wales, &row.price, BuyerType::Standard, &row.main);
            same(Nation::Wales, &row.price, BuyerType::FirstTime, &row.main);
            same(
                Nation::Wales,
                &row.price,
                BuyerType::Additional,
                &row.higher,
            );
            same(
                Nation::Wales,
                &row.price,
                BuyerType::NonResident,
                &row.higher,
            );
        }
        assert_eq!(families.lbtt_scotland_ads_8pct_from_2024_12_05.len(), 7);
        for row in &families.lbtt_scotland_ads_8pct_from_2024_12_05 {
            same(Nation::Scotland, &row.price, BuyerType::Standard, &row.lbtt);
            same(
                Nation::Scotland,
                &row.price,
                BuyerType::Additional,
                &row.total,
            );
        }
        Ok(())
    }

    #[test]
    fn a_first_time_buyer_in_scotland_pays_nothing_on_the_first_175000() {
        for (price, expected) in [
            ("145001", "0"),
            ("175000", "0"),
            ("175050", "1"),
            ("200000", "500"),
            ("300000", "4000"),
            ("800000", "53750"),
        ] {
            same(Nation::Scotland, price, BuyerType::FirstTime, expected);
        }
    }

    #[test]
    fn a_tax_says_which_it_is() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 25).unwrap_or_default();
        let price = Money::gbp(20_000_000);
        let said = |nation, buyer| PurchaseTax::of(nation, day, price, buyer).source;
        assert_eq!(
            said(Nation::England, BuyerType::Additional),
            "SDLT, England, from 1 April 2025, additional home"
        );
        assert_eq!(
            said(Nation::NorthernIreland, BuyerType::NonResident),
            "SDLT, Northern Ireland, from 1 April 2025, additional home, buyer from abroad"
        );
        assert_eq!(
            said(Nation::Scotland, BuyerType::FirstTime),
            "LBTT, Scotland, from 5 December 2024, first-time buyer"
        );
    }

    #[test]
    fn a_tax_is_the_sum_of_its_bands_and_a_supplement_takes_the_whole_price() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 25).unwrap_or_default();
        let bands = |nation, pounds: i64| {
            let tax = PurchaseTax::of(nation, day, Money::gbp(pounds * 100), BuyerType::Additional);
            let shown = |band: &TaxBand| (band.from, band.to, band.rate, band.tax);
            tax.bands.iter().map(shown).collect::<Vec<_>>()
        };
        let number = Decimal::from;
        assert_eq!(
            bands(Nation::England, 180_000),
            [
                (0, Some(125_000), number(5), number(6_250)),
                (125_000, Some(250_000), number(7), number(3_850)),
            ]
        );
        assert_eq!(
            bands(Nation::Scotland, 200_000),
            [
                (0, Some(145_000), number(0), number(0)),
                (145_000, Some(250_000), number(2), number(1_100)),
                (0, None, number(8), number(16_000)),
            ]
        );
        assert_eq!(bands(Nation::Wales, 0), []);
    }
}
