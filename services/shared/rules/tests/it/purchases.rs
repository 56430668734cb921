//! Purchase taxes: the reference's prices, and what listings showed before.

use chrono::NaiveDate;
use lintel_core::Money;
use lintel_rules::{Nation, Purchase, PurchaseTax, TaxBand, rules};
use rust_decimal::Decimal;

use crate::{day, vectors::rows};

/// The buyers that listings knew.
#[derive(Debug, Clone, Copy)]
enum Buyer {
    Standard,
    Additional,
    NonResident,
    FirstTime,
}

fn purchase(nation: Nation, price: Money, buyer: Buyer) -> Purchase {
    Purchase {
        owns_another: matches!(buyer, Buyer::Additional | Buyer::NonResident),
        is_abroad: matches!(buyer, Buyer::NonResident),
        is_first_time: matches!(buyer, Buyer::FirstTime),
        ..Purchase::of_home(nation, day("2026-11-25"), price)
    }
}

fn tax(nation: Nation, price: Money, buyer: Buyer) -> PurchaseTax {
    rules()
        .purchase_tax(purchase(nation, price, buyer))
        .unwrap()
}

fn same(nation: Nation, price: &str, buyer: Buyer, expected: &str) {
    let found = tax(nation, Money::parse(price).unwrap(), buyer).amount;
    let expected = Money::parse(expected).unwrap();
    assert_eq!(found, expected, "{nation:?} {price} {buyer:?}");
}

#[test]
fn every_reference_price_is_taxed_as_the_reference_has_it() {
    for row in rows("sdlt_england_ni_from_2025_04_01") {
        for nation in [Nation::England, Nation::NorthernIreland] {
            let price = row.text("price");
            same(nation, price, Buyer::Standard, row.text("standard"));
            same(nation, price, Buyer::Additional, row.text("additional"));
            same(
                nation,
                price,
                Buyer::NonResident,
                row.text("additional_non_resident"),
            );
            same(
                nation,
                price,
                Buyer::FirstTime,
                row.text("first_time_buyer"),
            );
        }
    }
    for row in rows("ltt_wales_from_2024_12_11") {
        let price = row.text("price");
        same(Nation::Wales, price, Buyer::Standard, row.text("main"));
        same(Nation::Wales, price, Buyer::FirstTime, row.text("main"));
        same(Nation::Wales, price, Buyer::Additional, row.text("higher"));
        same(Nation::Wales, price, Buyer::NonResident, row.text("higher"));
    }
    for row in rows("lbtt_scotland_ads_8pct_from_2024_12_05") {
        let price = row.text("price");
        same(Nation::Scotland, price, Buyer::Standard, row.text("lbtt"));
        same(
            Nation::Scotland,
            price,
            Buyer::Additional,
            row.text("total"),
        );
    }
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
        same(Nation::Scotland, price, Buyer::FirstTime, expected);
    }
}

#[test]
fn a_tax_says_which_it_is() {
    let said = |nation, buyer| tax(nation, Money::gbp(20_000_000), buyer).source;
    for (nation, buyer, expected) in [
        (
            Nation::England,
            Buyer::Additional,
            "SDLT, England, from 1 April 2025, additional home",
        ),
        (
            Nation::NorthernIreland,
            Buyer::NonResident,
            "SDLT, Northern Ireland, from 1 April 2025, additional home, buyer from abroad",
        ),
        (
            Nation::Scotland,
            Buyer::FirstTime,
            "LBTT, Scotland, from 5 December 2024, first-time buyer",
        ),
        (
            Nation::Scotland,
            Buyer::Additional,
            "LBTT with ADS, Scotland, from 5 December 2024, additional home",
        ),
        (
            Nation::Wales,
            Buyer::Standard,
            "LTT, Wales, from 11 December 2024, only home",
        ),
    ] {
        assert_eq!(said(nation, buyer), expected);
    }
}

#[test]
fn a_tax_is_the_sum_of_its_bands_and_a_supplement_takes_the_whole_price() {
    let bands = |nation, pounds: i64| -> Vec<_> {
        let tax = tax(nation, Money::gbp(pounds * 100), Buyer::Additional);
        let shown = |band: &TaxBand| (band.from, band.to, band.rate, band.tax);
        tax.bands.iter().map(shown).collect()
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

#[test]
fn before_the_first_rates_the_first_ones_hold() {
    for nation in Nation::ALL {
        let price = Money::gbp(30_000_000);
        let long_ago = NaiveDate::from_ymd_opt(2010, 1, 1).unwrap();
        let then = rules().purchase_tax(Purchase::of_home(*nation, long_ago, price));
        let now = rules().purchase_tax(Purchase::of_home(*nation, day("2026-11-25"), price));
        assert_eq!(then, now);
        assert!(now.is_some());
    }
}
