//! The tax on buying a home, as an analysis asks for it. Rates and rules are those of lintel-rules.

use chrono::NaiveDate;
use lintel_core::{Money, spelt};
use lintel_rules::{Nation, Purchase, PurchaseTax, rules};

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

impl BuyerType {
    /// One home that such a buyer buys.
    const fn purchase(self, nation: Nation, day: NaiveDate, price: Money) -> Purchase {
        Purchase {
            owns_another: matches!(self, Self::Additional | Self::NonResident),
            is_abroad: matches!(self, Self::NonResident),
            is_first_time: matches!(self, Self::FirstTime),
            ..Purchase::of_home(nation, day, price)
        }
    }
}

/// The tax on a home in `nation` bought on `day` for `price` by `buyer`. On a day before the first rates it is by those.
pub(super) fn tax_on(
    nation: Nation,
    day: NaiveDate,
    price: Money,
    buyer: BuyerType,
) -> PurchaseTax {
    // Every nation has a tax, as tests of the rules say.
    let tax = rules().purchase_tax(buyer.purchase(nation, day, price));
    tax.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_buyer_pays_by_their_own_rates() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 25).unwrap_or_default();
        let price = Money::gbp(30_000_000);
        for (nation, buyer, pounds, source) in [
            (
                Nation::England,
                BuyerType::Standard,
                5_000,
                "SDLT, England, from 1 April 2025, only home",
            ),
            (
                Nation::England,
                BuyerType::Additional,
                20_000,
                "SDLT, England, from 1 April 2025, additional home",
            ),
            (
                Nation::NorthernIreland,
                BuyerType::NonResident,
                26_000,
                "SDLT, Northern Ireland, from 1 April 2025, additional home, buyer from abroad",
            ),
            (
                Nation::England,
                BuyerType::FirstTime,
                0,
                "SDLT, England, from 1 April 2025, first-time buyer",
            ),
            (
                Nation::Scotland,
                BuyerType::Additional,
                28_600,
                "LBTT with ADS, Scotland, from 5 December 2024, additional home",
            ),
        ] {
            let tax = tax_on(nation, day, price, buyer);
            assert_eq!(tax.amount, Money::gbp(pounds * 100), "{source}");
            assert_eq!(tax.source, source);
        }
    }
}
