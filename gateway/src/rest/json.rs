//! Writes a message of the contract as a JSON object, from its encoded bytes and its [`Shape`].

use lintel_proto::{
    common::v1 as common,
    shape::{Field, Kind, Shape},
};
use prost::{
    DecodeError, Message as _,
    encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field},
};
use prost_types::Timestamp;
use serde::{
    Serialize, Serializer,
    ser::{Error as _, SerializeMap as _},
};

use crate::{
    model::convert::{Decimal, date, instant, money, time},
    problem::rest_name,
};

/// An encoded message with its shape.
pub struct Object<'a> {
    shape: &'static Shape,
    encoded: Encoded<'a>,
}

impl<'a> Object<'a> {
    /// Reads an encoded message.
    ///
    /// # Errors
    /// When the bytes are no message.
    pub fn read(shape: &'static Shape, bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let encoded = Encoded::read(bytes)?;
        Ok(Self { shape, encoded })
    }

    /// Its version; `None` for an object without one.
    pub fn version(&self) -> Option<i64> {
        let mut fields = self.shape.fields.iter();
        let field = fields.find(|field| field.name == "version")?;
        Some(number(self.encoded.of(field.number).last()).cast_signed())
    }
}

/// The fields of an encoded message.
pub struct Encoded<'a> {
    /// What was found, by number; of one number in the order of the bytes.
    found: Vec<(u32, Found<'a>)>,
}

/// The value of a field as it is encoded.
#[derive(Debug, Clone, Copy)]
enum Found<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

impl<'a> Encoded<'a> {
    /// Reads an encoded message.
    ///
    /// # Errors
    /// When the bytes are no message.
    pub fn read(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let mut rest = bytes;
        let mut found = Vec::new();
        while !rest.is_empty() {
            let (number, wire_type) = decode_key(&mut rest)?;
            match wire_type {
                WireType::Varint => found.push((number, Found::Number(decode_varint(&mut rest)?))),
                WireType::LengthDelimited => {
                    let length = usize::try_from(decode_varint(&mut rest)?).unwrap_or(usize::MAX);
                    let Some((value, more)) = rest.split_at_checked(length) else {
                        // Skipping fails in prost's own words.
                        skip_field(wire_type, number, &mut rest, DecodeContext::default())?;
                        break;
                    };
                    found.push((number, Found::Bytes(value)));
                    rest = more;
                }
                _ => skip_field(wire_type, number, &mut rest, DecodeContext::default())?,
            }
        }
        found.sort_by_key(|(number, _)| *number);
        Ok(Self { found })
    }

    /// The messages and texts of the field with `number`.
    pub fn bytes(&self, number: u32) -> impl Iterator<Item = &'a [u8]> {
        self.of(number).filter_map(|found| bytes(Some(found)))
    }

    /// The values of the field with `number`.
    fn of(&self, number: u32) -> impl Iterator<Item = Found<'a>> {
        let start = self.found.partition_point(|(one, _)| *one < number);
        let rest = self.found[start..].iter();
        rest.take_while(move |(one, _)| *one == number)
            .map(|(_, found)| *found)
    }
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.shape.fields.len()))?;
        for field in self.shape.fields {
            if field.list {
                map.serialize_entry(
                    field.name,
                    &List {
                        object: self,
                        field,
                    },
                )?;
            } else {
                let found = self.encoded.of(field.number).last();
                map.serialize_entry(field.name, &Value { field, found })?;
            }
        }
        map.end()
    }
}

struct List<'a, 'b> {
    object: &'b Object<'a>,
    field: &'static Field,
}

impl Serialize for List<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let field = self.field;
        let mut values = Vec::new();
        for found in self.object.encoded.of(field.number) {
            match (found, field.kind) {
                // Numbers of a list are packed into one value.
                (
                    Found::Bytes(mut packed),
                    Kind::Int32 | Kind::Int64 | Kind::Flag | Kind::Word(_),
                ) => {
                    while !packed.is_empty() {
                        let number = decode_varint(&mut packed).map_err(S::Error::custom)?;
                        values.push(Found::Number(number));
                    }
                }
                _ => values.push(found),
            }
        }
        let values = values.into_iter().filter(|found| is_known(field, *found));
        serializer.collect_seq(values.map(|found| Value {
            field,
            found: Some(found),
        }))
    }
}

/// Whether a list shows a value: where it says so, only objects whose enumerations are known here.
fn is_known(field: &Field, found: Found<'_>) -> bool {
    let (true, Kind::Object(shape), Found::Bytes(bytes)) = (field.known_only, field.kind, found)
    else {
        return true;
    };
    let Ok(encoded) = Encoded::read(bytes) else {
        return true;
    };
    let mut words = shape.fields.iter().filter(|field| !field.nullable);
    words.all(|field| match field.kind {
        Kind::Word(words) => words.text(int(encoded.of(field.number).last())).is_some(),
        _ => true,
    })
}

/// One value, `None` where the contract has nothing.
struct Value<'a> {
    field: &'static Field,
    found: Option<Found<'a>>,
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { field, found } = *self;
        if found.is_none() && field.nullable {
            return serializer.serialize_none();
        }
        match field.kind {
            Kind::Flag => serializer.serialize_bool(number(found) != 0),
            Kind::Int64 => serializer.serialize_i64(number(found).cast_signed()),
            Kind::Int32 => serializer.serialize_i32(int(found)),
            Kind::NumberText => serializer.collect_str(&int(found)),
            Kind::Text | Kind::Uuid => serializer.serialize_str(self.text()?),
            Kind::Path => serializer.serialize_str(&rest_name(self.text()?)),
            Kind::Number => {
                let decimal = Decimal::read(self.text()?);
                let decimal = decimal.map_err(|_| self.refused("is no number"))?;
                match decimal {
                    Some(decimal) => decimal.serialize(serializer),
                    None if field.nullable => serializer.serialize_none(),
                    None => Err(self.refused("is missing")),
                }
            }
            Kind::Money => self.converted(serializer, |bytes| {
                money(Some(common::Money::decode(bytes).ok()?)).ok()?
            }),
            Kind::Date => self.converted(serializer, |bytes| {
                date(Some(common::Date::decode(bytes).ok()?)).ok()?
            }),
            Kind::Time => self.converted(serializer, |bytes| {
                time(Some(common::TimeOfDay::decode(bytes).ok()?)).ok()?
            }),
            Kind::Instant => self.converted(serializer, |bytes| {
                instant(Some(Timestamp::decode(bytes).ok()?)).ok()?
            }),
            Kind::Word(words) => match words.text(int(found)) {
                Some(text) => serializer.serialize_str(text),
                None if field.nullable => serializer.serialize_none(),
                None => Err(self.refused("is missing")),
            },
            Kind::Object(shape) => {
                let bytes = bytes(found).ok_or_else(|| self.refused("is missing"))?;
                let object = Object::read(shape, bytes).map_err(S::Error::custom)?;
                object.serialize(serializer)
            }
        }
    }
}

impl<'a> Value<'a> {
    fn text<E: serde::ser::Error>(&self) -> Result<&'a str, E> {
        std::str::from_utf8(bytes(self.found).unwrap_or_default()).map_err(E::custom)
    }

    fn converted<T: Serialize, S: Serializer>(
        &self,
        serializer: S,
        read: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<S::Ok, S::Error> {
        let bytes = bytes(self.found).ok_or_else(|| self.refused("is missing"))?;
        let value = read(bytes).ok_or_else(|| self.refused("cannot be read"))?;
        value.serialize(serializer)
    }

    fn refused<E: serde::ser::Error>(&self, why: &str) -> E {
        E::custom(format_args!("{} of a reply {why}", self.field.path))
    }
}

const fn number(found: Option<Found<'_>>) -> u64 {
    match found {
        Some(Found::Number(number)) => number,
        _ => 0,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "an int32 is encoded as 64 bits with its sign repeated"
)]
const fn int(found: Option<Found<'_>>) -> i32 {
    number(found) as i32
}

const fn bytes<'a>(found: Option<Found<'a>>) -> Option<&'a [u8]> {
    match found {
        Some(Found::Bytes(bytes)) => Some(bytes),
        _ => None,
    }
}
