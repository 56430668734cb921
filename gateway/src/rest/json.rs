//! Writes a message of the contract as a JSON object, from its encoded bytes and its [`Shape`].

use base64::{Engine as _, engine::general_purpose::STANDARD};
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

use crate::rest::{
    convert::{Decimal, date, instant, money, time},
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
    /// The values, by number; those of one number in the order of the bytes.
    found: Vec<(u32, EncodedValue<'a>)>,
}

/// The value of a field as it is encoded.
#[derive(Debug, Clone, Copy)]
enum EncodedValue<'a> {
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
                WireType::Varint => {
                    found.push((number, EncodedValue::Number(decode_varint(&mut rest)?)));
                }
                WireType::LengthDelimited => {
                    let length = usize::try_from(decode_varint(&mut rest)?).unwrap_or(usize::MAX);
                    let Some((value, more)) = rest.split_at_checked(length) else {
                        // Skipping fails in prost's own words.
                        skip_field(wire_type, number, &mut rest, DecodeContext::default())?;
                        break;
                    };
                    found.push((number, EncodedValue::Bytes(value)));
                    rest = more;
                }
                _ => skip_field(wire_type, number, &mut rest, DecodeContext::default())?,
            }
        }
        found.sort_by_key(|(number, _)| *number);
        Ok(Self { found })
    }

    /// The number in the field with `number`; 0 for none.
    pub fn id(&self, number: u32) -> i64 {
        self::number(self.of(number).last()).cast_signed()
    }

    /// The messages and texts of the field with `number`.
    pub fn bytes(&self, number: u32) -> impl Iterator<Item = &'a [u8]> {
        self.of(number).filter_map(|found| bytes(Some(found)))
    }

    /// The values of the field with `number`.
    fn of(&self, number: u32) -> impl Iterator<Item = EncodedValue<'a>> {
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
            let shown = Shown {
                field,
                encoded: &self.encoded,
            };
            let Some(lifted) = field.lifted else {
                map.serialize_entry(field.name, &shown)?;
                continue;
            };
            let outer = self.encoded.bytes(lifted.number).last();
            if outer.is_none() && field.is_nullable() {
                map.serialize_entry(field.name, &())?;
                continue;
            }
            let encoded = Encoded::read(outer.unwrap_or_default()).map_err(S::Error::custom)?;
            let encoded = &encoded;
            map.serialize_entry(field.name, &Shown { field, encoded })?;
        }
        map.end()
    }
}

/// A field of a message.
struct Shown<'a, 'b> {
    field: &'static Field,
    encoded: &'b Encoded<'a>,
}

impl Serialize for Shown<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { field, encoded } = *self;
        if let Kind::Group(shape) = field.kind {
            let fields = shape.fields.iter();
            return serializer
                .collect_map(fields.map(|field| (field.name, Shown { field, encoded })));
        }
        if field.list {
            return self.list(serializer);
        }
        let found = encoded.of(field.number).last();
        Value {
            field,
            encoded,
            found,
        }
        .serialize(serializer)
    }
}

impl Shown<'_, '_> {
    fn list<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { field, encoded } = *self;
        let mut values = Vec::new();
        for found in encoded.of(field.number) {
            match (found, field.kind) {
                // Numbers of a list are packed into one value.
                (
                    EncodedValue::Bytes(mut packed),
                    Kind::Int32 | Kind::Int64 | Kind::Flag | Kind::Word(_),
                ) => {
                    while !packed.is_empty() {
                        let number = decode_varint(&mut packed).map_err(S::Error::custom)?;
                        values.push(EncodedValue::Number(number));
                    }
                }
                _ => values.push(found),
            }
        }
        let values = values.into_iter().filter(|found| is_known(field, *found));
        serializer.collect_seq(values.map(|found| Value {
            field,
            encoded,
            found: Some(found),
        }))
    }
}

/// Returns true where a list shows a value: if it says so, only values of enumerations that are known here, and objects with such.
fn is_known(field: &Field, found: EncodedValue<'_>) -> bool {
    if let (true, Kind::Word(words)) = (field.known_only, field.kind) {
        return words.text(int(Some(found))).is_some();
    }
    let (true, Kind::Object(shape), EncodedValue::Bytes(bytes)) =
        (field.known_only, field.kind, found)
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
struct Value<'a, 'b> {
    field: &'static Field,
    /// The message that it is of.
    encoded: &'b Encoded<'a>,
    found: Option<EncodedValue<'a>>,
}

impl Serialize for Value<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { field, found, .. } = *self;
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
            Kind::Address(address) => serializer.serialize_str(&self.address(address)?),
            Kind::Picture(media_type) => {
                let data = STANDARD.encode(bytes(found).unwrap_or_default());
                serializer.collect_str(&format_args!("data:{media_type};base64,{data}"))
            }
            Kind::Group(_) => Err(self.refused("is no value")),
            Kind::Object(shape) => {
                let bytes = bytes(found).ok_or_else(|| self.refused("is missing"))?;
                let object = Object::read(shape, bytes).map_err(S::Error::custom)?;
                object.serialize(serializer)
            }
        }
    }
}

impl<'a> Value<'a, '_> {
    /// The address with its numbers.
    fn address<E: serde::ser::Error>(&self, address: &str) -> Result<String, E> {
        let mut written = String::new();
        let mut parts = address.split('{');
        written.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let (number, rest) = part.split_once('}').unwrap_or_default();
            match (number.parse(), self.found) {
                (Ok(number), _) => written.push_str(&self.encoded.id(number).to_string()),
                (_, Some(EncodedValue::Bytes(_))) => written.push_str(self.text()?),
                (_, found) => written.push_str(&self::number(found).to_string()),
            }
            written.push_str(rest);
        }
        Ok(written)
    }

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

const fn number(found: Option<EncodedValue<'_>>) -> u64 {
    match found {
        Some(EncodedValue::Number(number)) => number,
        _ => 0,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "an int32 is encoded as 64 bits with its sign repeated"
)]
const fn int(found: Option<EncodedValue<'_>>) -> i32 {
    number(found) as i32
}

const fn bytes<'a>(found: Option<EncodedValue<'a>>) -> Option<&'a [u8]> {
    match found {
        Some(EncodedValue::Bytes(bytes)) => Some(bytes),
        _ => None,
    }
}
