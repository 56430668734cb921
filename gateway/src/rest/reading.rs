//! Bodies and queries by the contract's tables, read into the bytes of their messages.

use std::{borrow::Cow, marker::PhantomData};

use lintel_proto::{
    common::v1 as common,
    convert::timestamp,
    input::{Asked, Input, InputField, InputKind},
};
use prost::{
    Message,
    encoding::{WireType, bool, encode_key, encode_varint, int32, int64, message, string},
};
use utoipa::{
    IntoParams, PartialSchema, ToSchema,
    openapi::{
        RefOr, Schema,
        path::{Parameter, ParameterIn},
    },
};

use super::input_schema;
use crate::rest::input::{Field, FieldReader, Fields, choices};

/// The bytes of the message that `input` is read for. What cannot be read is noted in `reader`.
pub fn read(input: &Input, reader: &mut FieldReader<'_>) -> Vec<u8> {
    let mut read = Vec::new();
    if let Some(of) = input.of {
        write_bytes(of, &[], &mut read);
    }
    for field in input.fields {
        let Some((number, way)) = field.numbers.split_last() else {
            continue;
        };
        let mut value = Vec::new();
        write_value(field, *number, reader, &mut value);
        if !value.is_empty() {
            write_within(way, value, &mut read);
        }
    }
    read
}

/// Writes fields of a message that is in the fields of `way`. Messages that come several times are one, by the rules of protobuf.
pub fn write_within(way: &[u32], fields: Vec<u8>, into: &mut Vec<u8>) {
    let written = way.iter().rev().fold(fields, |fields, number| {
        let mut outer = Vec::new();
        write_bytes(*number, &fields, &mut outer);
        outer
    });
    into.extend(written);
}

/// The paths of the fields that a body has, also with null: within the object that is changed, where there is one.
pub fn named(input: &Input, reader: &FieldReader<'_>) -> Vec<String> {
    let named = input.fields.iter().filter(|field| reader.names(field.name));
    let paths = named.filter_map(|field| match input.of {
        None => Some(field.path),
        Some(of) if field.numbers.first() == Some(&of) => {
            field.path.split_once('.').map(|(_, path)| path)
        }
        Some(_) => None,
    });
    paths.map(str::to_owned).collect()
}

fn write_bytes(number: u32, bytes: &[u8], into: &mut Vec<u8>) {
    encode_key(number, WireType::LengthDelimited, into);
    encode_varint(bytes.len() as u64, into);
    into.extend_from_slice(bytes);
}

/// Writes a field if it is there and can be read.
fn write_value(field: &InputField, number: u32, reader: &mut FieldReader<'_>, into: &mut Vec<u8>) {
    let name = field.name;
    let is_all = |value: &serde_json::value::RawValue| value.get() == "\"all\"";
    if field.or_all && reader.raw(name).is_some_and(is_all) {
        return;
    }
    let text = |text: String, into: &mut Vec<u8>| {
        if !text.is_empty() {
            string::encode(number, &text, into);
        }
    };
    match field.kind {
        InputKind::Text | InputKind::Email | InputKind::Password => text(reader.text(name), into),
        InputKind::Percent => text(reader.percent(name).unwrap_or_default(), into),
        InputKind::Texts => string::encode_repeated(number, &reader.texts(name), into),
        InputKind::Files => string::encode_repeated(number, &reader.photos(name), into),
        InputKind::Int | InputKind::IntText => {
            if let Some(whole) = reader.int(name) {
                int32::encode(number, &whole, into);
            }
        }
        InputKind::Id => match reader.id(name) {
            0 => {}
            id => int64::encode(number, &id, into),
        },
        InputKind::Ids => int64::encode_packed(number, &reader.ids(name), into),
        InputKind::Attachments => int64::encode_packed(number, &reader.attachments(name), into),
        InputKind::Flag => {
            if let Some(flag) = reader.flag(name) {
                bool::encode(number, &flag, into);
            }
        }
        InputKind::Money => write(number, reader.money(name).map(common::Money::from), into),
        InputKind::Date => write(number, reader.date(name).map(common::Date::from), into),
        InputKind::Time => write(number, reader.time(name).map(common::TimeOfDay::from), into),
        InputKind::Instant => write(number, reader.instant(name).map(timestamp), into),
        InputKind::Word(words) => {
            let word = reader.one_of(name, |text| words.number(text), &choices(&words, |_| true));
            if let Some(word) = word {
                int32::encode(number, &word, into);
            }
        }
        InputKind::Words(words) => {
            let read = reader.words(name, |text| words.number(text), &choices(&words, |_| true));
            int32::encode_packed(number, &read, into);
        }
        InputKind::Object(inner) => {
            if let Some(bytes) = reader.object(name, |reader| read(inner, reader)) {
                write_bytes(number, &bytes, into);
            }
        }
        InputKind::Objects(inner) => {
            for bytes in reader.list(name, |reader| read(inner, reader)) {
                write_bytes(number, &bytes, into);
            }
        }
    }
}

fn write<M: Message>(number: u32, value: Option<M>, into: &mut Vec<u8>) {
    if let Some(value) = value {
        message::encode(number, &value, into);
    }
}

/// The fields that the contract reads of a message, for a handler that does more than pass it on.
#[derive(Debug)]
pub struct Of<M>(PhantomData<fn() -> M>);

impl<M: Asked> Fields for Of<M> {
    type Message = M;

    fn described() -> Vec<Field> {
        input_schema::fields(M::INPUT, false)
    }

    fn fill(reader: &mut FieldReader<'_>, message: &mut M) {
        // It was written above by the contract's own numbers.
        let _ = message.merge(read(M::INPUT, reader).as_slice());
    }

    fn named(reader: &FieldReader<'_>) -> Vec<String> {
        named(M::INPUT, reader)
    }
}

impl<M: Asked> PartialSchema for Of<M> {
    fn schema() -> RefOr<Schema> {
        input_schema::object(M::INPUT)
    }
}

impl<M: Asked> ToSchema for Of<M> {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed(M::INPUT.name)
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        input_schema::within(M::INPUT, schemas);
    }
}

impl<M: Asked> IntoParams for Of<M> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let fields = input_schema::fields(M::INPUT, true).into_iter();
        fields.map(Field::parameter).collect()
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use lintel_proto::{
        identity::v1::UpdateUserSettingsRequest,
        portfolio::v1::{SellPropertyRequest, UpdateCertificateRequest},
    };

    use super::*;
    use crate::rest::input::JsonObject;

    fn sent<M: Asked>(body: &str) -> (M, Vec<String>, Vec<String>) {
        let object = JsonObject::parse(body.as_bytes()).unwrap();
        let mut reader = FieldReader::new(&object);
        let message = Of::<M>::read(&mut reader);
        let named = Of::<M>::named(&reader);
        let refused = reader.finish().err();
        let refused = refused.map(|problem| problem.errors.into_keys().collect());
        (message, named, refused.unwrap_or_default())
    }

    #[test]
    fn money_is_read_in_every_shape() {
        let body = r#"{"salePrice": "£255,000.50", "purchasePrice": 210000, "stampDuty": "", "saleDate": "2026-11-01"}"#;
        let (request, _, refused) = sent::<SellPropertyRequest>(body);
        let sale = request.sale.unwrap();
        assert!(refused.is_empty());
        assert_eq!(sale.sale_price.unwrap().minor_units, 25_500_050);
        assert_eq!(sale.purchase_price.unwrap().minor_units, 21_000_000);
        assert_eq!((sale.stamp_duty, sale.sale_date.unwrap().day), (None, 1));
    }

    #[test]
    fn the_object_that_is_changed_is_there_and_names_what_was_said() {
        let (request, named, _) =
            sent::<UpdateCertificateRequest>(r#"{"issueDate": null, "x": 1}"#);
        assert_eq!(request.certificate, Some(Default::default()));
        assert_eq!(named, ["issue_date"]);
    }

    #[test]
    fn what_cannot_be_read_is_named_and_the_rest_is_read() {
        let body = r#"{"quietFrom": "9:00", "digest": "Hourly", "email": "a@example.com", "sessionTimeout": "30"}"#;
        let (request, _, refused) = sent::<UpdateUserSettingsRequest>(body);
        assert_eq!(refused, ["digest", "quietFrom"]);
        let settings = request.settings.unwrap();
        assert_eq!(settings.email, "a@example.com");
        assert_eq!(settings.session_timeout, 30);
    }
}
