//! Messages of replies, converted to JSON.

use std::{borrow::Cow, collections::BTreeMap, marker::PhantomData};

use lintel_proto::shape::Shaped;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

use super::{json::Object, schema};
use crate::rest::problem::Problem;

/// The JSON of a message of the contract.
#[derive(Debug, Clone)]
pub struct Shown<M> {
    json: Box<RawValue>,
    message: PhantomData<fn() -> M>,
}

impl<M: Shaped> Shown<M> {
    /// Converts a message.
    ///
    /// # Errors
    /// A 500 [`Problem`] for one that lacks what every version of the service sends.
    pub fn new(message: &M) -> Result<Self, Problem> {
        let bytes = message.encode_to_vec();
        let object = Object::read(M::SHAPE, &bytes).map_err(Problem::internal)?;
        Ok(Self {
            json: serde_json::value::to_raw_value(&object).map_err(Problem::internal)?,
            message: PhantomData,
        })
    }
}

impl<M> Shown<M> {
    /// The same with another value under `name`.
    ///
    /// # Errors
    /// A 500 [`Problem`] for a value that is no JSON.
    pub fn with(self, name: &str, value: &impl Serialize) -> Result<Self, Problem> {
        let value = serde_json::value::to_raw_value(value).map_err(Problem::internal)?;
        let fields = serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(self.json.get());
        let mut fields = fields.map_err(Problem::internal)?;
        fields.insert(name.to_owned(), value);
        Ok(Self {
            json: serde_json::value::to_raw_value(&fields).map_err(Problem::internal)?,
            message: PhantomData,
        })
    }
}

impl<M> Serialize for Shown<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json.serialize(serializer)
    }
}

impl<M: Shaped> PartialSchema for Shown<M> {
    fn schema() -> RefOr<Schema> {
        schema::object(M::SHAPE)
    }
}

impl<M: Shaped> ToSchema for Shown<M> {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed(M::SHAPE.name)
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schema::within(M::SHAPE, schemas);
    }
}

/// A message whose fields stand among those of the object around it.
#[derive(Debug, Clone)]
pub struct Flat<M> {
    bytes: Vec<u8>,
    message: PhantomData<fn() -> M>,
}

impl<M: Shaped> Flat<M> {
    /// Converts a message.
    ///
    /// # Errors
    /// A 500 [`Problem`] for one that lacks what every version of the service sends.
    pub fn new(message: &M) -> Result<Self, Problem> {
        let bytes = message.encode_to_vec();
        let object = Object::read(M::SHAPE, &bytes).map_err(Problem::internal)?;
        // A missing field is refused here, before anything is answered.
        serde_json::to_writer(std::io::sink(), &object).map_err(Problem::internal)?;
        Ok(Self {
            bytes,
            message: PhantomData,
        })
    }
}

impl<M: Shaped> Serialize for Flat<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let object = Object::read(M::SHAPE, &self.bytes).map_err(serde::ser::Error::custom)?;
        object.serialize(serializer)
    }
}

impl<M: Shaped> PartialSchema for Flat<M> {
    fn schema() -> RefOr<Schema> {
        Shown::<M>::schema()
    }
}

impl<M: Shaped> ToSchema for Flat<M> {
    fn name() -> Cow<'static, str> {
        Shown::<M>::name()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Shown::<M>::schemas(schemas);
    }
}
