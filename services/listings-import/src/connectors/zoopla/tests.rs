//! Listings as Zoopla sends them.

use std::io::Cursor;

use lintel_core::Money;
use serde_json::json;

use super::*;
use crate::connectors::testing::Sure;
use crate::domain::record::{ListingGroup, ListingRecord, Row};

fn read(text: &str) -> (Vec<Row>, Outcome) {
    let mut rows = Vec::new();
    let outcome = Zoopla.read(&mut Cursor::new(text.as_bytes()), &mut |row| {
        rows.push(row);
        ControlFlow::Continue(())
    });
    (rows, outcome.sure())
}

fn sale() -> Value {
    json!({
        "branch_reference": "B1", "category": "residential", "listing_reference": "S1", "life_cycle_status": "available",
        "location": {"property_number_or_name": 14, "street_name": "Harbour Row", "town_or_city": "Hull", "county": "East Yorkshire", "postal_code": "HU3 1AA", "country_code": "GB-ENG"},
        "pricing": {"transaction_type": "sale", "currency_code": "GBP", "price": 92000, "price_qualifier": "guide_price"},
        "property_type": "terraced", "total_bedrooms": 2,
        "areas": {"internal": {"maximum": {"value": 64.1, "units": "sq_metres"}}},
        "detailed_description": [
            {"heading": "Lounge", "dimensions": {"length": 3.76, "width": 3.35, "units": "metres"}, "text": "Bay <b>window</b>."},
            {"heading": "Kitchen", "dimensions": "10 by 9"}, {"text": "Yard."}
        ]
    })
}

fn only(value: &Value) -> Result<ListingRecord, String> {
    match read(&value.to_string()).0.pop() {
        Some(Row::Listing(record)) => Ok(*record),
        Some(Row::Refused(refusal)) => Err(refusal.field),
        other => panic!("{other:?}"),
    }
}

fn with(path: &str, value: Value) -> Value {
    let mut listing = sale();
    *listing.pointer_mut(path).sure() = value;
    listing
}

#[test]
fn a_listing_is_a_home() {
    let record = only(&sale()).sure();
    assert_eq!(record.key, "B1/S1");
    assert_eq!(record.address, "Harbour Row, Hull");
    assert_eq!(
        record.description,
        "Lounge (3.76 m × 3.35 m)\nBay window.\nKitchen (10 by 9)\nYard."
    );
    assert_eq!(
        (record.square_feet, record.qualifier.as_str()),
        (Some(690), "Guide price")
    );
    assert_eq!(
        (record.group, record.title()),
        (ListingGroup::House, "2 bed terraced house, Hull".to_owned())
    );
}

#[test]
fn rents_by_the_person_are_those_of_all_bedrooms() {
    let mut letting = with(
        "/pricing",
        json!({"transaction_type": "rent", "currency_code": "GBP", "price": 115.5, "rent_frequency": "per_person_per_week"}),
    );
    letting["total_bedrooms"] = json!(5);
    assert_eq!(only(&letting).sure().rent(), Some(Money::gbp(250_250)));
    letting["pricing"]["rent_frequency"] = json!(null);
    assert_eq!(only(&letting), Err("pricing.rent_frequency".to_owned()));
}

#[test]
fn hidden_prices_and_other_countries_are_not_searched_by_price() {
    assert_eq!(
        only(&with("/pricing/price_qualifier", json!("non_quoting")))
            .sure()
            .price,
        None
    );
    let spain = with("/location/country_code", json!("ES"));
    assert!(!only(&spain).sure().in_uk);
    let mut euros = spain;
    euros["pricing"]["currency_code"] = json!("EUR");
    assert_eq!(only(&euros).sure().price, None);
    assert_eq!(
        only(&with("/pricing/currency_code", json!("EUR"))),
        Err("pricing.currency_code".to_owned())
    );
}

#[test]
fn a_wrong_listing_is_refused_with_its_field() {
    for (path, value, field) in [
        ("/life_cycle_status", json!("gone"), "life_cycle_status"),
        (
            "/pricing/transaction_type",
            json!("swap"),
            "pricing.transaction_type",
        ),
        ("/pricing/price", json!(-1), "pricing.price"),
        ("/total_bedrooms", json!(2.5), "total_bedrooms"),
        ("/listing_reference", json!(" "), "listing_reference"),
        ("/location", json!({}), "location.street_name"),
    ] {
        assert_eq!(only(&with(path, value)), Err(field.to_owned()), "{path}");
    }
    let (rows, outcome) = read("[1, \"x\", {\"a\":tru}]");
    assert!(rows.iter().all(|row| matches!(row, Row::Refused(_))) && rows.len() == 3);
    assert!(!outcome.complete_snapshot);
}

#[test]
fn a_deletion_needs_its_branch() {
    assert_eq!(
        read(r#"{"branch_reference":"B1","listing_reference":"S1","deletion_reason":"let"}"#).0,
        [Row::Gone {
            key: "B1/S1".into()
        }]
    );
    let (rows, _) = read(r#"{"listing_reference":"S1"}"#);
    assert!(
        matches!(rows.as_slice(), [Row::Refused(refusal)] if refusal.field == "branch_reference")
    );
}
