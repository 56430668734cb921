//! Each message that REST shows, filled by reflection.

#![expect(clippy::unwrap_used, reason = "tests")]

use lintel_proto::{FILE_DESCRIPTOR_SET, shape};
use prost::Message as _;
use prost_reflect::{
    DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, Value,
};
use serde_json::{Map, Value as Json, json};

use super::json::Object;

fn pool() -> DescriptorPool {
    DescriptorPool::decode(FILE_DESCRIPTOR_SET).unwrap()
}

fn option(pool: &DescriptorPool, field: &FieldDescriptor, name: &str) -> Option<Value> {
    let extension = pool.get_extension_by_name("lintel.rest.v1.field").unwrap();
    let options = field.options();
    let said = options.get_extension(&extension);
    let said = said.as_message().unwrap();
    said.has_field_by_name(name)
        .then(|| said.get_field_by_name(name).unwrap().into_owned())
}

fn texts(value: &Value) -> Vec<String> {
    let texts = value.as_list().unwrap_or_default().iter();
    texts.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The fields that objects of several fields have, each with the names of object and field.
fn grouped(pool: &DescriptorPool, message: &MessageDescriptor) -> Vec<(String, String, String)> {
    let extension = pool.get_extension_by_name("lintel.rest.v1.group").unwrap();
    let options = message.options();
    let said = options.get_extension(&extension).into_owned();
    let mut grouped = Vec::new();
    for group in said.as_list().unwrap_or_default() {
        let group = group.as_message().unwrap();
        let name = group.get_field_by_name("name").unwrap();
        for field in texts(&group.get_field_by_name("fields").unwrap()) {
            let (path, own) = field.split_once(':').unwrap_or((&field, ""));
            grouped.push((
                path.to_owned(),
                name.as_str().unwrap().to_owned(),
                own.to_owned(),
            ));
        }
    }
    grouped
}

fn name(pool: &DescriptorPool, field: &FieldDescriptor) -> String {
    let named = option(pool, field, "name").and_then(|name| name.as_str().map(str::to_owned));
    named.unwrap_or_else(|| field.json_name().to_owned())
}

/// A value of a field, and what JSON has for it.
fn sample(pool: &DescriptorPool, field: &FieldDescriptor) -> (Value, Json) {
    let form = option(pool, field, "form").and_then(|form| form.as_enum_number());
    let place = i32::try_from(field.number()).unwrap();
    match (field.kind(), form.unwrap_or_default()) {
        (Kind::String, 1) => (
            Value::String("4.50".to_owned()),
            serde_json::from_str("4.50").unwrap(),
        ),
        (Kind::String, 3) => {
            let id = "0197a0f2-1111-7000-8000-000000000001".to_owned();
            (Value::String(id.clone()), json!(id))
        }
        (Kind::String, 4) => (Value::String("display_name".to_owned()), json!("name")),
        (Kind::Bytes, 9) => (
            Value::Bytes("png".into()),
            json!("data:image/png;base64,cG5n"),
        ),
        (Kind::String, 10) => (
            Value::String("svg".to_owned()),
            json!("data:image/svg+xml;base64,c3Zn"),
        ),
        (Kind::String, _) => {
            let text = format!("“{}”", field.name());
            (Value::String(text.clone()), json!(text))
        }
        (Kind::Int32, 2) => (Value::I32(-place), json!((-place).to_string())),
        (Kind::Int32, _) => (Value::I32(-place), json!(-place)),
        (Kind::Int64, _) => (Value::I64(i64::MAX - 1), json!(i64::MAX - 1)),
        (Kind::Bool, _) => (Value::Bool(true), json!(true)),
        (Kind::Enum(words), _) => {
            let word = words.values().last().unwrap();
            let extension = pool.get_extension_by_name("lintel.common.v1.text").unwrap();
            let text = word
                .options()
                .get_extension(&extension)
                .as_str()
                .unwrap()
                .to_owned();
            (Value::EnumNumber(word.number()), json!(text))
        }
        (Kind::Message(inner), _) => {
            let (message, shown) = filled(pool, &inner);
            (Value::Message(message), shown)
        }
        (other, form) => panic!("{other:?} in form {form}"),
    }
}

/// A message with something in every field, and the object that JSON has for it.
fn filled(pool: &DescriptorPool, message: &MessageDescriptor) -> (DynamicMessage, Json) {
    let number = |name: &str, value: Value, message: &mut DynamicMessage| {
        message.set_field_by_name(name, value);
    };
    let mut made = DynamicMessage::new(message.clone());
    let shown = match message.full_name() {
        "lintel.common.v1.Money" => {
            number("currency_code", Value::String("GBP".to_owned()), &mut made);
            number("minor_units", Value::I64(123_450), &mut made);
            json!("1234.50")
        }
        "lintel.common.v1.Date" => {
            number("year", Value::I32(2026), &mut made);
            number("month", Value::I32(2), &mut made);
            number("day", Value::I32(28), &mut made);
            json!("2026-02-28")
        }
        "lintel.common.v1.TimeOfDay" => {
            number("hour", Value::I32(9), &mut made);
            number("minute", Value::I32(5), &mut made);
            json!("09:05")
        }
        "google.protobuf.Timestamp" => {
            number("seconds", Value::I64(1_000_000_000), &mut made);
            json!("2001-09-09T01:46:40Z")
        }
        _ => {
            let mut object = Map::new();
            let groups = grouped(pool, message);
            for field in message.fields() {
                let hidden = option(pool, &field, "hidden").is_some();
                let lift = option(pool, &field, "lift").map(|lift| texts(&lift));
                if hidden && lift.is_none() {
                    continue;
                }
                let (value, mut shown) = sample(pool, &field);
                if let (Some(lift), Kind::Message(inner)) = (lift, field.kind()) {
                    for field in inner.fields() {
                        let is_lifted = lift.iter().any(|name| name == "*" || name == field.name());
                        let name = name(pool, &field);
                        if let Some(shown) = shown.get(&name).filter(|_| is_lifted) {
                            object.insert(name, shown.clone());
                        }
                    }
                }
                if let Some(address) = option(pool, &field, "address") {
                    let value = match &shown {
                        Json::String(text) => text.clone(),
                        other => other.to_string(),
                    };
                    let address = address.as_str().unwrap().replace("{}", &value);
                    let start = address.find('{');
                    let end = address.find('}').map(|end| end + 1);
                    let other = start
                        .zip(end)
                        .map(|(start, end)| address[start..end].to_owned());
                    let id = (i64::MAX - 1).to_string();
                    shown =
                        json!(other.map_or(address.clone(), |name| address.replace(&name, &id)));
                }
                let (value, shown) = if field.is_list() {
                    (
                        Value::List(vec![value.clone(), value]),
                        json!([shown, shown]),
                    )
                } else {
                    (value, shown)
                };
                made.set_field(&field, value);
                let group = groups.iter().find(|(path, ..)| path == field.name());
                match group {
                    _ if hidden => {}
                    None => {
                        object.insert(name(pool, &field), shown);
                    }
                    Some((_, outer, own)) => {
                        let own = match own.as_str() {
                            "" => name(pool, &field),
                            own => own.to_owned(),
                        };
                        object.entry(outer).or_insert_with(|| json!({}))[own] = shown;
                    }
                }
            }
            Json::Object(object)
        }
    };
    (made, shown)
}

fn shown(shape: &'static shape::Shape, bytes: &[u8]) -> serde_json::Result<Json> {
    serde_json::to_value(Object::read(shape, bytes).unwrap())
}

#[test]
fn every_field_of_every_reply_comes_back_under_its_name() {
    let pool = pool();
    for shape in shape::ALL {
        let message = pool.get_message_by_name(shape.message).unwrap();
        let (made, expected) = filled(&pool, &message);
        let found = shown(shape, &made.encode_to_vec()).unwrap();
        assert_eq!(found, expected, "{}", shape.message);
    }
    assert!(shape::ALL.len() > 70, "{}", shape::ALL.len());
}

#[test]
fn what_the_contract_leaves_out_is_null_only_where_it_may_be() {
    let pool = pool();
    for shape in shape::ALL {
        let message = pool.get_message_by_name(shape.message).unwrap();
        for field in shape.fields {
            let mut made = filled(&pool, &message).0;
            if matches!(field.kind, shape::Kind::Group(_)) {
                continue;
            }
            let lifted = field.lifted.map(|lifted| lifted.number);
            made.clear_field_by_number(lifted.unwrap_or(field.number));
            let found = shown(shape, &made.encode_to_vec());
            let place = format!("{}.{}", shape.message, field.path);
            let has_default = field.list
                || matches!(
                    field.kind,
                    shape::Kind::Flag
                        | shape::Kind::Int32
                        | shape::Kind::Int64
                        | shape::Kind::NumberText
                        | shape::Kind::Text
                        | shape::Kind::Path
                        | shape::Kind::Address(_)
                        | shape::Kind::Picture(_)
                        | shape::Kind::Uuid
                );
            match found {
                Ok(found) if field.is_nullable() => {
                    assert_eq!(found[field.name], Json::Null, "{place}");
                }
                Ok(found) => {
                    assert!(has_default, "{place}");
                    assert_ne!(found[field.name], Json::Null, "{place}");
                }
                // The message of which it is lifted may be missing itself.
                Err(_) if lifted.is_some() => {
                    let or_null = field.lifted.is_some_and(|lifted| lifted.or_null);
                    assert!(!or_null, "{place}");
                }
                Err(error) => {
                    assert!(!field.is_nullable() && !has_default, "{place}");
                    assert!(error.to_string().contains(field.path), "{error}");
                }
            }
        }
    }
}

#[test]
fn a_field_of_a_later_contract_and_a_value_not_known_are_passed_over() {
    use lintel_proto::{maintenance::v1::Contractor, shape::Shaped as _};
    let contractor = Contractor {
        trade: 99,
        update_time: Some(prost_types::Timestamp::default()),
        ..Contractor::default()
    };
    let mut bytes = contractor.encode_to_vec();
    let refused = shown(Contractor::SHAPE, &bytes).unwrap_err();
    assert!(refused.to_string().contains("trade"), "{refused}");
    bytes = Contractor {
        trade: 1,
        ..contractor
    }
    .encode_to_vec();
    // A text under number 500.
    bytes.extend([0xa2, 0x1f, 0x01, b'x']);
    assert!(shown(Contractor::SHAPE, &bytes).is_ok());
    bytes.push(0xa2);
    assert!(Object::read(Contractor::SHAPE, &bytes).is_err());
}

#[test]
fn an_object_of_a_later_service_is_left_out_where_the_list_says_so() {
    use lintel_proto::{
        portfolio::v1::{DutyCounts, ListHomeDutiesResponse, UnknownFact},
        shape::Shaped as _,
    };
    let fact = |fact| UnknownFact {
        fact,
        home_count: 2,
    };
    let reply = ListHomeDutiesResponse {
        totals: Some(DutyCounts::default()),
        unknown_facts: vec![fact(1), fact(99)],
        ..ListHomeDutiesResponse::default()
    };
    let found = shown(ListHomeDutiesResponse::SHAPE, &reply.encode_to_vec()).unwrap();
    assert_eq!(found["unknownFacts"].as_array().unwrap().len(), 1);
}

#[test]
fn every_refusal_and_reason_of_an_operation_is_known() {
    for operation in shape::OPERATIONS {
        for name in operation.refusals {
            assert!(!crate::rest::openapi::group(name).is_empty(), "{name}");
        }
        for placed in operation.placed {
            if let shape::Place::Id(reason) | shape::Place::Word(_, reason) = placed.place {
                let detail = crate::rest::ids::missing(reason).detail;
                assert!(!detail.contains("Row"), "{reason}");
            }
        }
    }
    assert!(shape::OPERATIONS.len() > 40);
    for name in crate::rest::openapi::NAMED {
        assert!(!crate::rest::openapi::group(name).is_empty(), "{name}");
    }
}
