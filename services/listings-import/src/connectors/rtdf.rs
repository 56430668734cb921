//! Rightmove's real-time feed (RTDF), and OnTheMarket's, which is the same (docs/reference/uk-lettings.md 1.2 and 1.5). The calls of 2013 and
//! those of today are both read: what a field is called never changed, only which ones must be there.

use std::ops::ControlFlow;

use serde_json::Value;

use super::{
    amount::Area,
    connector::{Connector, Input, Sink},
    draft::{self, Deal, Draft, Required},
    encoding::decoded,
    fault::Fault,
    json::{End, Node, each},
    kinds,
    report::Report,
    rightmove, tenure,
};
use crate::domain::record::{ListingStatus, Outcome, Unreadable};

/// Real-time feed files: a call, or a list of calls.
pub struct Rtdf;

const NAMES: Required = Required {
    reference: "property.agent_ref",
    address: "property.address.display_address",
};
const IMAGE: i64 = 1;

impl Connector for Rtdf {
    fn read(&self, input: &mut dyn Input, sink: &mut Sink<'_>) -> Result<Outcome, Unreadable> {
        let mut report = Report::to(sink);
        let end = each(
            decoded(input)?,
            &["data", "properties", "listings"],
            &mut |_| {},
            &mut |number, element| {
                let value = element.map_err(str::to_owned).and_then(|bytes| {
                    serde_json::from_slice::<Value>(bytes)
                        .map_err(|error| format!("The record is not JSON: {error}."))
                });
                Ok(match value {
                    Ok(value) => call(number, Node::root(&value), &mut report),
                    Err(reason) => report.refuse(number, None, Fault::whole(reason)),
                })
            },
        )?;
        Ok(report.finish(false, end == End::Cut))
    }
}

fn call(number: u64, call: Node<'_>, report: &mut Report<'_, '_>) -> ControlFlow<()> {
    let key = key(call);
    if call.at("success").exists() || call.at("request_id").exists() {
        return report.refuse(number, None, Fault::whole(answer(call)));
    }
    if !call.at("property").is_object() {
        let reason = "It is missing: this is no call that sends a property.";
        return report.refuse(number, key, Fault::of("property", reason));
    }
    if call.at("property.removal_reason").exists() {
        return match key {
            Some(key) => report.gone(key),
            None => report.refuse(number, None, Fault::of(NAMES.reference, "It is missing.")),
        };
    }
    let read = home(call).and_then(|draft| draft.finish(NAMES));
    report.listing(number, key, read)
}

/// Returns the text of an answer of the portal, which people mix up with the property that was sent.
fn answer(call: Node<'_>) -> String {
    let message = call.text("message").unwrap_or_default();
    let shown = super::fault::shown(&message);
    if call.truth("success") == Some(false) {
        format!(
            "This is the portal's answer to a call, not the property that was sent. It was refused: {shown}."
        )
    } else {
        format!("This is the portal's answer to a call, not the property that was sent: {shown}.")
    }
}

fn key(call: Node<'_>) -> Option<String> {
    let branch = call.text("branch.branch_id").ok()?;
    let reference = call.text("property.agent_ref").ok()?;
    draft::key(&branch, &reference)
}

fn home(call: Node<'_>) -> Result<Draft, Fault> {
    let property = call.at("property");
    // Paths in refusals are those of the file, so each is asked from the call.
    let price = "property.price_information";
    let details = "property.details";
    let frequency = call.whole(&format!("{price}.rent_frequency"));
    let deal = match call.whole("branch.channel") {
        Some(1) => Deal::Sale,
        Some(2) => Deal::Let(rightmove::feed_frequency(frequency).ok_or_else(|| {
            let field = format!("{price}.rent_frequency");
            Fault::of(
                field,
                "It is not one of 1, 4, 12, 52 and 365 payments a year.",
            )
        })?),
        _ => {
            let reason = "It must be 1 for sales or 2 for lettings.";
            return Err(Fault::of("branch.channel", reason));
        }
    };
    let code = call.whole("property.status");
    // The bulk load counts from 0.
    let status = match code {
        None => ListingStatus::Available,
        Some(code) => rightmove::status(code.saturating_sub(1))
            .ok_or_else(|| Fault::of("property.status", format!("{code} is not one of 1 to 6.")))?,
    };
    let hidden = property.truth("published") == Some(false);
    let qualifier = call
        .whole(&format!("{price}.price_qualifier"))
        .unwrap_or_default();
    let description = call.text(&format!("{details}.description"))?;
    let summary = call.text(&format!("{details}.summary"))?;
    Ok(Draft {
        branch: call.text("branch.branch_id")?,
        reference: call.text("property.agent_ref")?,
        display_address: call.text("property.address.display_address")?,
        street: ["house_name_number", "address_2", "address_3", "address_4"]
            .iter()
            .map(|name| call.text(&format!("property.address.{name}")))
            .collect::<Result<_, _>>()?,
        town: call.text("property.address.town")?,
        postcode: format!(
            "{} {}",
            call.text("property.address.postcode_1")?,
            call.text("property.address.postcode_2")?
        ),
        deal,
        amount: call.pounds(&format!("{price}.price"))?,
        price_on_application: qualifier == rightmove::ON_APPLICATION,
        qualifier: rightmove::qualifier(qualifier).to_owned(),
        bedrooms: call.rooms(&format!("{details}.bedrooms"))?,
        bathrooms: call.rooms(&format!("{details}.bathrooms"))?,
        square_feet: area(call.at(details)),
        description: if description.trim().is_empty() {
            summary
        } else {
            description
        },
        tags: call.texts(&format!("{details}.features"))?,
        images: images(property)?,
        url: call.text("property.rightmove_url")?,
        kind: kinds::of_code(property.whole("property_type").unwrap_or_default()),
        tenure: tenure::of_code(
            call.whole(&format!("{price}.tenure_type"))
                .unwrap_or_default(),
        )
        .to_owned(),
        status: Some(if hidden {
            ListingStatus::Hidden
        } else {
            status
        }),
        abroad: call.truth("branch.overseas") == Some(true),
        ..Draft::default()
    })
}

fn area(details: Node<'_>) -> Option<i32> {
    let unit = match details.whole("internal_area_unit") {
        None | Some(1) => Area::Feet,
        Some(2) => Area::Metres,
        Some(3) => Area::Acres,
        Some(4) => Area::Hectares,
        Some(_) => return None,
    };
    details
        .decimal("internal_area")
        .and_then(|size| unit.square_feet(size))
}

/// The pictures by their `sort_order`; those without one come last.
fn images(property: Node<'_>) -> Result<Vec<String>, Fault> {
    let mut images: Vec<(i64, String)> = property
        .items("media")
        .filter(|media| media.whole("media_type") == Some(IMAGE))
        .map(|media| {
            let order = media.whole("sort_order").unwrap_or(i64::MAX);
            media.text("media_url").map(|url| (order, url))
        })
        .collect::<Result<_, _>>()?;
    images.sort_by_key(|(order, _)| *order);
    Ok(images.into_iter().map(|(_, url)| url).collect())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use lintel_core::Money;
    use serde_json::json;

    use super::*;
    use crate::connectors::testing::Sure;
    use crate::domain::record::{ListingRecord, Row};

    fn read(value: &Value) -> Vec<Row> {
        let mut rows = Vec::new();
        let text = value.to_string();
        let outcome = Rtdf.read(&mut Cursor::new(text.as_bytes()), &mut |row| {
            rows.push(row);
            ControlFlow::Continue(())
        });
        assert!(!outcome.sure().complete_snapshot);
        rows
    }

    fn sale() -> Value {
        json!({
            "network": {"network_id": 5}, "branch": {"branch_id": 1566, "channel": 1},
            "property": {
                "agent_ref": "A1", "published": true, "property_type": 2, "status": 1,
                "address": {"house_name_number": "33", "address_2": "Soho Square", "town": "London", "postcode_1": "W1D", "postcode_2": "3QU", "display_address": "Soho Square"},
                "price_information": {"price": 450_000.0, "price_qualifier": 2, "tenure_type": 1},
                "details": {"summary": "Short", "description": "", "bedrooms": 2, "internal_area": 100, "internal_area_unit": 2, "features": ["Own drive"]},
                "media": [
                    {"media_type": 1, "media_url": "https://x.example/2.jpg", "sort_order": 2},
                    {"media_type": 2, "media_url": "https://x.example/plan.jpg", "sort_order": 0},
                    {"media_type": 1, "media_url": "https://x.example/last.jpg"},
                    {"media_type": 1, "media_url": "www.x.example/1.jpg", "sort_order": 1}
                ],
                "principal": {"auto_email_updates": true}
            }
        })
    }

    fn only(value: &Value) -> ListingRecord {
        match read(value).pop() {
            Some(Row::Listing(record)) => *record,
            other => panic!("{other:?}"),
        }
    }

    fn with(path: &str, value: Value) -> Value {
        let mut call = sale();
        *call.pointer_mut(path).sure() = value;
        call
    }

    #[test]
    fn a_call_of_either_dialect_is_a_home() {
        let record = only(&sale());
        assert_eq!(
            (record.key.as_str(), record.full_address.as_str()),
            ("1566/A1", "33 Soho Square, London")
        );
        assert_eq!(record.price, Some(Money::gbp(45_000_000)));
        assert_eq!(
            (record.square_feet, record.tenure.as_str()),
            (Some(1_076), "Freehold")
        );
        assert_eq!(record.description, "Short");
        assert_eq!(
            record.image_urls,
            [
                "https://www.x.example/1.jpg",
                "https://x.example/2.jpg",
                "https://x.example/last.jpg"
            ]
        );
        assert!(record.is_for_sale());
    }

    #[test]
    fn states_count_from_one_and_rents_are_payments_a_year() {
        assert_eq!(
            only(&with("/property/status", json!(6))).status,
            ListingStatus::LetAgreed
        );
        assert_eq!(
            only(&with("/property/status", json!(2))).status,
            ListingStatus::SoldSubjectToContract
        );
        assert_eq!(
            only(&with("/property/published", json!(false))).status,
            ListingStatus::Hidden
        );
        let mut letting = with("/branch/channel", json!(2));
        for (payments, pence) in [
            (json!(52), 195_000_000),
            (json!(12), 45_000_000),
            (json!(null), 45_000_000),
            (json!(4), 15_000_000),
            (json!(1), 3_750_000),
        ] {
            letting["property"]["price_information"]["rent_frequency"] = payments;
            let record = only(&letting);
            assert_eq!(
                (record.price, record.rent()),
                (None, Some(Money::gbp(pence)))
            );
        }
    }

    #[test]
    fn wrong_calls_are_refused_with_their_field_and_the_others_are_read() {
        for (path, value, field) in [
            ("/branch/channel", json!(3), "branch.channel"),
            ("/property/status", json!(0), "property.status"),
            (
                "/property/price_information/price",
                json!("many"),
                "property.price_information.price",
            ),
            (
                "/property/details/bedrooms",
                json!([1]),
                "property.details.bedrooms",
            ),
            ("/property/agent_ref", json!(""), "property.agent_ref"),
            ("/property", json!("x"), "property"),
        ] {
            let rows = read(&json!([with(path, value), sale()]));
            let Some(Row::Refused(refusal)) = rows.first() else {
                panic!("{path}: {rows:?}")
            };
            assert_eq!((refusal.line, refusal.field.as_str()), (1, field));
            assert!(matches!(rows.get(1), Some(Row::Listing(_))));
        }
    }

    #[test]
    fn a_removal_says_that_the_home_is_gone_and_an_answer_is_no_home() {
        let removal = json!({"branch": {"branch_id": 12345, "channel": 2}, "property": {"agent_ref": "p1", "removal_reason": 7}});
        assert_eq!(
            read(&removal),
            [Row::Gone {
                key: "12345/p1".into()
            }]
        );
        let answer = json!({"request_id": "1", "message": "Property created", "success": true, "property": {"agent_ref": "A1"}});
        let rows = read(&answer);
        assert!(
            matches!(rows.as_slice(), [Row::Refused(refusal)] if refusal.reason.contains("answer")),
            "{rows:?}"
        );
    }
}
