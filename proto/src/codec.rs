//! How calls are read and written: protobuf, whose requests hold no text that PostgreSQL cannot store. Every text of every call is looked
//! at here, so that no field is forgotten: what PostgreSQL refuses, it writes to its log with what stood beside it.

use std::{collections::BTreeMap, marker::PhantomData};

use lintel_core::Violations;
use prost::{
    DecodeError, Message,
    bytes::{Buf as _, Bytes},
    encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field},
};
use tonic::{
    Status,
    codec::{Codec, DecodeBuf, Decoder},
};
use tonic_prost::ProstEncoder;

use crate::status::into_status;

/// A message that is received: a request with the table of its fields, or a reply.
pub trait Received: Message + Default + Send + 'static {
    /// Where the request's fields are in the tables; `None` for a reply.
    const TABLE: Option<usize>;
}

/// A field that holds text, or a message that may.
#[derive(Debug)]
struct Field {
    number: u32,
    name: &'static str,
    list: bool,
    holds: Holds,
}

#[derive(Debug, Clone, Copy)]
enum Holds {
    Text,
    Message(usize),
}

/// Texts that are named before the rest is left unread; more do not fit into a refusal.
const MOST: usize = 50;

include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// The codec of the contract's calls.
#[derive(Debug, Clone)]
pub struct ContractCodec<T, U>(PhantomData<(T, U)>);

impl<T, U> Default for ContractCodec<T, U> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: Message + Send + 'static, U: Received> Codec for ContractCodec<T, U> {
    type Encode = T;
    type Decode = U;
    type Encoder = ProstEncoder<T>;
    type Decoder = StorableDecoder<U>;

    fn encoder(&mut self) -> ProstEncoder<T> {
        ProstEncoder::default()
    }

    fn decoder(&mut self) -> StorableDecoder<U> {
        StorableDecoder(PhantomData)
    }
}

/// Reads a message and refuses a request with a text that cannot be stored.
#[derive(Debug)]
pub struct StorableDecoder<U>(PhantomData<U>);

impl<U: Received> Decoder for StorableDecoder<U> {
    type Item = U;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<U>, Status> {
        let bytes = buffer.copy_to_bytes(buffer.remaining());
        let message = U::decode(bytes.clone());
        let message = message.map_err(|error| Status::internal(error.to_string()))?;
        if let Some(table) = U::TABLE {
            check(table, bytes)?;
        }
        Ok(Some(message))
    }
}

/// Not generic: it is compiled once.
fn check(table: usize, bytes: Bytes) -> Result<(), Status> {
    let mut found = Violations::default();
    unstorable(table, bytes, "", &mut found)
        .map_err(|error| Status::internal(error.to_string()))?;
    found.into_result("TEXT_INVALID").map_err(into_status)
}

/// Notes every text that holds U+0000, which is the one character that PostgreSQL has no place for.
fn unstorable(
    table: usize,
    mut bytes: Bytes,
    within: &str,
    found: &mut Violations,
) -> Result<(), DecodeError> {
    let fields = MESSAGES.get(table).copied().unwrap_or_default();
    let mut places = BTreeMap::<u32, usize>::new();
    while bytes.has_remaining() && found.iter().nth(MOST).is_none() {
        let (number, wire_type) = decode_key(&mut bytes)?;
        if wire_type != WireType::LengthDelimited {
            skip_field(wire_type, number, &mut bytes, DecodeContext::default())?;
            continue;
        }
        let length = usize::try_from(decode_varint(&mut bytes)?).unwrap_or(usize::MAX);
        // The message was decoded before, so it does not end here.
        let value = bytes.split_to(length.min(bytes.remaining()));
        let Some(field) = fields.iter().find(|field| field.number == number) else {
            continue;
        };
        let place = places.entry(number).or_default();
        let path = || {
            let name = field.name;
            if field.list {
                format!("{within}{name}[{place}]")
            } else {
                format!("{within}{name}")
            }
        };
        match field.holds {
            Holds::Text if value.contains(&0) => {
                found.add(
                    path(),
                    "This text contains a character that cannot be stored.",
                );
            }
            Holds::Text => {}
            Holds::Message(inner) => unstorable(inner, value, &format!("{}.", path()), found)?,
        }
        *place += 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tonic_types::StatusExt as _;

    use super::*;
    use crate::{
        identity::v1::{LoginRequest, LoginResponse},
        portfolio::v1::{CreatePropertyRequest, Property, Room},
    };

    fn refused<R: Received>(request: &R) -> Option<(String, Vec<String>)> {
        let bytes = Bytes::from(request.encode_to_vec());
        let status = check(R::TABLE?, bytes).err()?;
        let details = status.get_error_details();
        let fields = details.bad_request()?.field_violations.iter();
        let fields = fields.map(|violation| violation.field.clone()).collect();
        Some((details.error_info()?.reason.clone(), fields))
    }

    #[test]
    fn a_text_with_a_nul_is_refused_by_its_path_however_deep_it_is() {
        let email = "ann@example.com".to_owned();
        let mut login = LoginRequest {
            email,
            ..LoginRequest::default()
        };
        assert_eq!(refused(&login), None);
        login.user_agent = "Firefox\0".to_owned();
        let expected = |fields: &[&str]| {
            let fields = fields.iter().map(|&field| field.to_owned()).collect();
            Some(("TEXT_INVALID".to_owned(), fields))
        };
        assert_eq!(refused(&login), expected(&["user_agent"]));

        let room = |number: &str| Room {
            room_number: number.to_owned(),
            ..Room::default()
        };
        let property = Property {
            rooms: vec![room("1"), room("\0")],
            ..Property::default()
        };
        let create = CreatePropertyRequest {
            property: Some(property),
            request_id: "a\0".to_owned(),
            ..CreatePropertyRequest::default()
        };
        let named = ["property.rooms[1].room_number", "request_id"];
        assert_eq!(refused(&create), expected(&named));
    }

    #[test]
    fn bytes_may_hold_anything_and_replies_are_not_looked_at() {
        use crate::tenancy::v1::AddDocumentRequest;
        let upload = AddDocumentRequest {
            content: vec![0; 64],
            application_id: 5,
            ..AddDocumentRequest::default()
        };
        assert_eq!(refused(&upload), None);
        assert_eq!(LoginResponse::TABLE, None);
    }
}
