//! PropertyData's sourced properties, from its API or a saved answer (docs/reference/uk-lettings.md 1.4). Both spellings of a field are read.

use serde_json::Value;

use super::{
    connector::{Connector, Input, Sink},
    draft::{self, Draft, Required},
    encoding::decoded,
    fault::{Fault, shown},
    json::{End, Node, each},
    kinds,
    report::Report,
};
use crate::domain::record::{ListingStatus, Outcome, Unreadable};

/// Answers of `/sourced-properties`.
pub struct PropertyData;

const NAMES: Required = Required {
    reference: "id",
    address: "address",
};

impl Connector for PropertyData {
    fn read(&self, input: &mut dyn Input, sink: &mut Sink<'_>) -> Result<Outcome, Unreadable> {
        let mut report = Report::to(sink);
        // What the list is called stands before the homes.
        let list = std::cell::RefCell::new(String::new());
        let end = each(
            decoded(input)?,
            &["data", "properties"],
            &mut |head| {
                if let Ok(head) = serde_json::from_slice::<Value>(head) {
                    *list.borrow_mut() = list_name(Node::root(&head));
                }
            },
            &mut |number, element| {
                let value = element.map_err(str::to_owned).and_then(|bytes| {
                    serde_json::from_slice::<Value>(bytes)
                        .map_err(|error| format!("The record is not JSON: {error}."))
                });
                let value = match value {
                    Ok(value) => value,
                    Err(reason) => return Ok(report.refuse(number, None, Fault::whole(reason))),
                };
                let item = Node::root(&value);
                if let Some(answer) = error(item) {
                    return Err(Unreadable::file(answer));
                }
                let key = item.text("id").ok().and_then(|id| draft::key("", &id));
                let read = home(item, &list.borrow()).and_then(|draft| draft.finish(NAMES));
                Ok(report.listing(number, key, read))
            },
        )?;
        Ok(report.finish(false, end == End::Cut))
    }
}

/// Returns the error that PropertyData answers instead of a list.
fn error(item: Node<'_>) -> Option<String> {
    if item.at("id").exists() || item.text("status").ok()?.to_lowercase() != "error" {
        return None;
    }
    let (code, message) = (item.text("code").ok()?, item.text("message").ok()?);
    Some(format!(
        "PropertyData answered with error {code}: {}.",
        shown(&message)
    ))
}

/// `high-yield-properties` as people read it.
fn list_name(head: Node<'_>) -> String {
    let words = head
        .text("list")
        .unwrap_or_default()
        .replace(['-', '_'], " ");
    let mut letters = words.chars();
    let first = letters
        .next()
        .map(|c| c.to_uppercase().to_string())
        .unwrap_or_default();
    first + letters.as_str()
}

fn either(item: Node<'_>, names: [&str; 2]) -> Result<String, Fault> {
    let text = item.text(names[0])?;
    if text.trim().is_empty() {
        item.text(names[1])
    } else {
        Ok(text)
    }
}

fn home(item: Node<'_>, list: &str) -> Result<Draft, Fault> {
    let id = item.text("id")?;
    let url = either(item, ["url", "listing_url"])?;
    let kind = either(item, ["type", "type_standardised"])?;
    let mut found = kinds::of_words(&kind);
    let standard = kinds::of_words(&item.text("type_standardised")?);
    if !standard.name.is_empty() {
        found.group = standard.group;
    }
    let precise = item.text("precise_address")?;
    let address = item.text("address")?;
    let mut images = item.texts("images")?;
    images.insert(0, either(item, ["image_url", "image"])?);
    Ok(Draft {
        display_address: if address.trim().is_empty() {
            precise.clone()
        } else {
            address.clone()
        },
        street: vec![if precise.trim().is_empty() {
            address
        } else {
            precise
        }],
        postcode: item.text("postcode")?,
        amount: item.pounds("price")?,
        bedrooms: item.rooms("bedrooms")?,
        bathrooms: item.rooms("bathrooms")?,
        square_feet: ["sqf", "square_feet", "internal_area"]
            .iter()
            .find_map(|name| {
                item.decimal(name)
                    .and_then(|size| super::amount::Area::Feet.square_feet(size))
            }),
        description: item.text("description")?,
        tags: tags(item, list),
        images,
        source: source(&id, &url).map(str::to_owned),
        status: Some(if item.truth("sstc") == Some(true) {
            ListingStatus::SoldSubjectToContract
        } else {
            ListingStatus::Available
        }),
        kind: found,
        prices: item.items("price_history").filter_map(price).collect(),
        reference: id,
        url,
        ..Draft::default()
    })
}

fn price(point: Node<'_>) -> Option<(chrono::NaiveDate, Option<lintel_core::Money>)> {
    let date = point.text("date").ok()?;
    let day = date
        .get(..10)
        .unwrap_or(&date)
        .parse::<chrono::NaiveDate>()
        .ok()?;
    point.pounds("price").ok().map(|price| (day, price))
}

/// The list and by how much the price fell. How long the home is on the market changes by the day, so it is none.
fn tags(item: Node<'_>, list: &str) -> Vec<String> {
    let mut tags = vec![list.to_owned()];
    if let Some(percent) = item
        .decimal("reduced_by")
        .filter(|percent| *percent >= rust_decimal::Decimal::ONE)
    {
        tags.push(format!("Reduced by {} %", percent.round()));
    }
    tags
}

/// The portal that PropertyData found the home on: its outbound address says it, else the first letter of the id.
fn source(id: &str, url: &str) -> Option<&'static str> {
    let url = url.to_lowercase();
    let named = |names: [&str; 2]| names.iter().any(|name| url.contains(name));
    if named(["/outbound/otm/", "onthemarket.com/"]) {
        Some("OnTheMarket")
    } else if named(["/outbound/rightmove/", "rightmove.co.uk/"]) {
        Some("Rightmove")
    } else if named(["/outbound/zoopla/", "zoopla.co.uk/"]) {
        Some("Zoopla")
    } else {
        let digits = id
            .get(1..)
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()));
        match id.bytes().next() {
            Some(b'O') if digits => Some("OnTheMarket"),
            Some(b'R') if digits => Some("Rightmove"),
            Some(b'Z') if digits => Some("Zoopla"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{io::Cursor, ops::ControlFlow};

    use lintel_core::Money;

    use super::*;
    use crate::connectors::testing::Sure;
    use crate::domain::record::{ListingGroup, ListingRecord, Row};

    fn read(text: &str) -> Result<Vec<Row>, String> {
        let mut rows = Vec::new();
        PropertyData
            .read(&mut Cursor::new(text.as_bytes()), &mut |row| {
                rows.push(row);
                ControlFlow::Continue(())
            })
            .map_err(|error| error.to_string())?;
        Ok(rows)
    }

    fn only(text: &str) -> ListingRecord {
        match read(text).sure().pop() {
            Some(Row::Listing(record)) => *record,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn both_spellings_are_read() {
        for text in [
            r#"{"status":"success","list":"high-yield-properties","data":[{"id":"X1","address":"Mill Lane, Leeds","postcode":"LS1 4AP","price":"165,000","bedrooms":3,"sqf":700,"type":"Terraced","type_standardised":"Terraced house","reduced_by":31.7406,"sstc":0,"url":"https://propertydata.co.uk/outbound/rightmove/1","price_history":[{"date":"2026-07-11","price":165000},{"date":"2026-01-01","price":null}]}]}"#,
            r#"{"status":"success","list":"high-yield-properties","properties":[{"id":"X1","address":"Mill Lane, Leeds","postcode":"LS1 4AP","price":165000,"bedrooms":"3","square_feet":700,"type":"Terraced","type_standardised":"Terraced house","reduced_by":31.7406,"listing_url":"https://propertydata.co.uk/outbound/rightmove/1","price_history":[{"date":"2026-01-01"},{"date":"2026-07-11","price":"165000"}]}]}"#,
        ] {
            let record = only(text);
            assert_eq!(record.price, Some(Money::gbp(16_500_000)));
            assert_eq!((record.bedrooms, record.square_feet), (Some(3), Some(700)));
            assert_eq!(record.source.as_deref(), Some("Rightmove"));
            assert_eq!(
                record.source_url,
                "https://propertydata.co.uk/outbound/rightmove/1"
            );
            assert_eq!(record.tags, ["High yield properties", "Reduced by 32 %"]);
            assert_eq!(record.group, ListingGroup::House);
            let history: Vec<_> = record
                .price_history
                .iter()
                .map(|point| point.price.map(Money::minor))
                .collect();
            assert_eq!(history, [None, Some(16_500_000)]);
            assert_eq!(record.title(), "3 bed terraced");
        }
    }

    #[test]
    fn the_portal_is_known_by_the_address_or_the_id() {
        assert_eq!(
            source("X1", "https://propertydata.co.uk/outbound/otm/1"),
            Some("OnTheMarket")
        );
        assert_eq!(source("O14909526", ""), Some("OnTheMarket"));
        assert_eq!(source("Z1", ""), Some("Zoopla"));
        assert_eq!(source("Oak", ""), None);
        assert_eq!(source("17", "https://example.com"), None);
    }

    #[test]
    fn an_error_is_the_answer_and_bad_homes_are_refused() {
        let text = r#"{"status":"error","code":"X02","message":"Invalid key"}"#;
        assert_eq!(
            read(text),
            Err("PropertyData answered with error X02: “Invalid key”.".to_owned())
        );
        let rows = read(r#"{"data":[{"address":"x"},{"id":"1"},{"id":"2","address":"x","price":{}},{"id":"3","address":"y","sstc":1}]}"#).sure();
        let fields: Vec<_> = rows
            .iter()
            .filter_map(|row| match row {
                Row::Refused(refusal) => Some(refusal.field.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(fields, ["id", "address", "price"]);
        assert!(
            matches!(rows.last(), Some(Row::Listing(record)) if record.status == ListingStatus::SoldSubjectToContract)
        );
        assert_eq!(read(r#"{"status":"success","data":[]}"#), Ok(vec![]));
    }
}
