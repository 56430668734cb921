//! Tests of the purchase tax: which facts follow from what was said, and that the tax is by all of them.

use lintel_core::Violations;
use lintel_rules::{Buyer, Kind};

use super::*;
use crate::domain::{
    assumption_source::{AssumptionSource, Defaults},
    buyer::{BuyerType, SaidOfPurchase},
    typed::Typed,
};

const PERSON: PurchaseFacts = BuyerType::Standard.facts();
const LANDLORD: PurchaseFacts = BuyerType::Additional.facts();

fn facts(typed: &Typed) -> (PurchaseFacts, Vec<AssumptionSource>) {
    let mut from = Defaults {
        sources: Vec::new(),
    };
    let facts = PurchaseFacts::of(typed, false, &mut from);
    (facts, from.sources)
}

fn refused(said: SaidOfPurchase) -> Vec<String> {
    let mut violations = Violations::default();
    said.check(&mut violations);
    let Err(lintel_core::Error::Invalid { violations, .. }) = violations.into_result("X") else {
        return Vec::new();
    };
    violations.iter().map(|one| one.field.clone()).collect()
}

/// The golden cases of docs/reference/uk-nations.md 9, and a word's own rates.
#[test]
fn each_purchase_pays_by_its_own_rates() {
    use Nation::{England, NorthernIreland, Scotland, Wales};
    let day = NaiveDate::from_ymd_opt(2026, 11, 25).unwrap_or_default();
    let abroad = PurchaseFacts {
        is_abroad: true,
        ..PERSON
    };
    let letting = PurchaseFacts {
        buyer: Buyer::LettingCompany,
        ..PERSON
    };
    let own_use = PurchaseFacts {
        buyer: Buyer::CompanyOwnUse,
        ..PERSON
    };
    let six_flats = PurchaseFacts {
        dwellings: 6,
        ..LANDLORD
    };
    let mixed = PurchaseFacts {
        kind: Kind::Mixed,
        ..LANDLORD
    };
    let shop = PurchaseFacts {
        kind: Kind::Commercial,
        ..LANDLORD
    };
    for (nation, price, facts, tax, name) in [
        (England, 300_000, abroad, 11_000, "SDLT"),
        (England, 600_000, letting, 50_000, "SDLT"),
        (England, 600_000, own_use, 102_000, "SDLT"),
        (England, 1_200_000, six_flats, 49_500, "SDLT"),
        (England, 300_000, mixed, 4_500, "SDLT"),
        (Scotland, 300_000, shop, 3_500, "LBTT"),
        (Scotland, 250_000, LANDLORD, 22_100, "LBTT with ADS"),
        (Wales, 250_000, LANDLORD, 14_950, "LTT"),
        (England, 250_000, LANDLORD, 15_000, "SDLT"),
        (England, 300_000, PERSON, 5_000, "SDLT"),
        (England, 300_000, BuyerType::FirstTime.facts(), 0, "SDLT"),
        (
            NorthernIreland,
            300_000,
            BuyerType::NonResident.facts(),
            26_000,
            "SDLT",
        ),
    ] {
        let found = tax_on(nation, day, Money::gbp(price * 100), facts);
        assert_eq!(found.amount, Money::gbp(tax * 100), "{facts:?}");
        assert_eq!(found.name, name);
    }
}

#[test]
fn a_word_for_the_buyer_comes_back_as_it_was_said() {
    for word in BuyerType::ALL {
        assert_eq!(word.facts().nearest(), *word);
        let typed = Typed {
            buyer: Some(*word),
            ..Typed::default()
        };
        assert_eq!(facts(&typed).0, word.facts());
    }
    let company = PurchaseFacts {
        buyer: Buyer::LettingCompany,
        ..PERSON
    };
    assert_eq!(company.nearest(), BuyerType::Additional);
}

#[test]
fn what_is_said_by_itself_wins_over_the_word_for_the_buyer() {
    let said = |buyer, purchase| {
        facts(&Typed {
            buyer,
            purchase,
            ..Typed::default()
        })
        .0
    };
    let first = SaidOfPurchase {
        is_first_time: Some(true),
        ..SaidOfPurchase::default()
    };
    assert_eq!(said(None, first), BuyerType::FirstTime.facts());
    let owner = SaidOfPurchase {
        owns_another: Some(true),
        ..SaidOfPurchase::default()
    };
    assert_eq!(said(Some(BuyerType::FirstTime), owner), LANDLORD);
    let only = SaidOfPurchase {
        owns_another: Some(false),
        is_abroad: Some(true),
        ..SaidOfPurchase::default()
    };
    let expected = PurchaseFacts {
        is_abroad: true,
        ..PERSON
    };
    assert_eq!(said(Some(BuyerType::NonResident), only), expected);
    let company = SaidOfPurchase {
        buyer: Some(Buyer::CompanyOwnUse),
        ..SaidOfPurchase::default()
    };
    assert!(!said(Some(BuyerType::FirstTime), company).is_first_time);
}

#[test]
fn a_commercial_listing_is_commercial_until_something_else_is_said() {
    let mut from = Defaults {
        sources: Vec::new(),
    };
    let typed = Typed::default();
    let kind = PurchaseFacts::of(&typed, true, &mut from).kind;
    assert_eq!(kind, Kind::Commercial);
    let source = from.sources.iter().find(|one| one.field == "property_kind");
    assert_eq!(
        source.map(|one| one.source.as_str()),
        Some("the listing is commercial")
    );
}

#[test]
fn only_what_nobody_said_has_a_source() {
    let typed = Typed {
        purchase: SaidOfPurchase {
            kind: Some(Kind::Residential),
            dwellings: Some(2),
            owns_another: Some(false),
            ..SaidOfPurchase::default()
        },
        ..Typed::default()
    };
    let (_, sources) = facts(&typed);
    let fields: Vec<_> = sources.iter().map(|one| one.field.as_str()).collect();
    assert_eq!(
        fields,
        ["buyer_type", "buyer", "lives_abroad", "first_time_buyer"]
    );
}

#[test]
fn what_contradicts_itself_is_refused_beside_its_field() {
    let first = SaidOfPurchase {
        is_first_time: Some(true),
        ..SaidOfPurchase::default()
    };
    assert!(refused(first).is_empty());
    let owner = SaidOfPurchase {
        owns_another: Some(true),
        ..first
    };
    assert_eq!(refused(owner), ["first_time_buyer"]);
    let company = SaidOfPurchase {
        buyer: Some(Buyer::LettingCompany),
        ..first
    };
    assert_eq!(refused(company), ["first_time_buyer"]);
    for homes in [-1, 0, 1001] {
        let none = SaidOfPurchase {
            dwellings: Some(homes),
            ..SaidOfPurchase::default()
        };
        assert_eq!(refused(none), ["dwellings"], "{homes}");
    }
}
