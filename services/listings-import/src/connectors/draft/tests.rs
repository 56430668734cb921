//! Drafts that are cleaned.

use super::*;
use crate::connectors::testing::{Refusing, Sure};

const NAMES: Required = Required {
    reference: "REF",
    address: "ADDRESS",
};

fn draft() -> Draft {
    Draft {
        branch: "7".into(),
        reference: "S1".into(),
        street: vec!["14".into(), "Harbour Row".into()],
        town: "Hull".into(),
        postcode: "hu31aa".into(),
        amount: Some(Money::gbp(9_200_000)),
        ..Draft::default()
    }
}

#[test]
fn a_home_is_cleaned() {
    let record = Draft {
        description: "<b>Lounge</b><script>x</script>".into(),
        tags: [
            "No chain",
            "<b>Garden</b>",
            "no chain",
            "",
            "a",
            "b",
            "c",
            "d",
        ]
        .map(String::from)
        .to_vec(),
        images: [
            "a.jpg",
            "http://x.example/a.jpg",
            "javascript:x",
            "https://x.example/a.jpg",
        ]
        .map(String::from)
        .to_vec(),
        url: "javascript:alert(1)".into(),
        ..draft()
    }
    .finish(NAMES)
    .sure();
    assert_eq!(record.key, "7/S1");
    assert_eq!(
        (record.address.as_str(), record.full_address.as_str()),
        ("Harbour Row, Hull", "14 Harbour Row, Hull")
    );
    assert_eq!(record.postcode, "HU3 1AA");
    assert_eq!(record.description, "Lounge");
    assert_eq!(record.tags, ["No chain", "Garden", "a", "b", "c"]);
    assert_eq!(record.image_urls, ["https://x.example/a.jpg"]);
    assert_eq!(record.source_url, "");
    assert_eq!(record.title(), "Property, Hull");
    assert!(record.is_for_sale());
}

#[test]
fn a_home_needs_a_reference_and_an_address() {
    let fault = |draft: Draft| draft.finish(NAMES).refusal().field;
    assert_eq!(
        fault(Draft {
            reference: " ".into(),
            ..draft()
        }),
        "REF"
    );
    assert_eq!(
        fault(Draft {
            reference: "x".repeat(300),
            ..draft()
        }),
        "REF"
    );
    assert_eq!(
        fault(Draft {
            street: vec![],
            town: String::new(),
            ..draft()
        }),
        "ADDRESS"
    );
}

#[test]
fn a_hidden_price_is_none_and_a_rent_is_no_price() {
    let hidden = Draft {
        price_on_application: true,
        ..draft()
    }
    .finish(NAMES)
    .sure();
    assert_eq!(
        (hidden.price, hidden.qualifier.as_str()),
        (None, "Price on application")
    );
    let weekly = Draft {
        deal: Deal::Let(Frequency::Weekly),
        amount: Some(Money::gbp(30_000)),
        ..draft()
    };
    let weekly = weekly.finish(NAMES).sure();
    assert_eq!(
        (weekly.price, weekly.rent()),
        (None, Some(Money::gbp(130_000)))
    );
    assert!(!weekly.is_for_sale());
}

#[test]
fn texts_prices_and_pictures_are_bounded() {
    let day = |n: i32| NaiveDate::from_ymd_opt(1900 + n, 1, 1).sure();
    let record = Draft {
        display_address: "x".repeat(1_000),
        images: (0..100).map(|n| format!("https://x.example/{n}")).collect(),
        prices: (0..120).rev().map(|n| (day(n), None)).collect(),
        ..draft()
    };
    let record = record.finish(NAMES).sure();
    assert_eq!(record.address.chars().count(), LONGEST_ADDRESS);
    assert_eq!(
        (record.image_urls.len(), record.price_history.len()),
        (MOST_IMAGES, MOST_PRICES)
    );
    assert_eq!(record.price_history[0].from, day(20));
}
