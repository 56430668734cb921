//! The description of an object for OpenAPI, from its [`Shape`].

use lintel_proto::shape::{Field, Kind, Shape};
use serde_json::Value;
use utoipa::openapi::{
    KnownFormat, Object, Ref, RefOr, SchemaFormat,
    schema::{Array, OneOfBuilder, Schema, SchemaType, Type},
};

use crate::api::names::words;

/// The description of `shape`.
pub fn object(shape: &Shape) -> RefOr<Schema> {
    let mut object = Object::with_type(Type::Object);
    object.description = Some(shape.meaning.to_owned());
    for field in shape.fields {
        object.required.push(field.name.to_owned());
        object
            .properties
            .insert(field.name.to_owned(), property(field));
    }
    object.into()
}

/// Adds the descriptions of what the fields of `shape` refer to.
pub fn within(shape: &Shape, schemas: &mut Vec<(String, RefOr<Schema>)>) {
    for field in shape.fields {
        match field.kind {
            Kind::Object(inner) if !schemas.iter().any(|(name, _)| name == inner.name) => {
                schemas.push((inner.name.to_owned(), object(inner)));
                within(inner, schemas);
            }
            Kind::Group(inner) => {
                schemas.push((inner.name.to_owned(), object(inner)));
                within(inner, schemas);
            }
            Kind::Word(inner) => schemas.push((inner.name.to_owned(), words(&inner))),
            _ => {}
        }
    }
}

fn property(field: &Field) -> RefOr<Schema> {
    let meaning = field.meaning.to_owned();
    if field.list {
        let mut array = Array::new(value(field));
        array.description = Some(meaning);
        array.example = example(field);
        return array.into();
    }
    match value(field) {
        RefOr::Ref(mut reference) => {
            reference.description = meaning;
            if !field.is_nullable() {
                return reference.into();
            }
            let either = OneOfBuilder::new().item(reference);
            either.item(Object::with_type(Type::Null)).into()
        }
        RefOr::T(Schema::Object(mut object)) => {
            object.description = Some(meaning);
            object.example = example(field);
            if !field.pattern.is_empty() {
                object.pattern = Some(field.pattern.to_owned());
            }
            if let (true, SchemaType::Type(one)) = (field.is_nullable(), &object.schema_type) {
                object.schema_type = SchemaType::from_iter([one.clone(), Type::Null]);
            }
            object.into()
        }
        other @ RefOr::T(_) => other,
    }
}

/// One value of a field.
fn value(field: &Field) -> RefOr<Schema> {
    let (kind, format) = match field.kind {
        Kind::Flag => (Type::Boolean, None),
        Kind::Int32 => (Type::Integer, Some(KnownFormat::Int32)),
        Kind::Int64 => (Type::Integer, Some(KnownFormat::Int64)),
        Kind::Number => (Type::Number, Some(KnownFormat::Double)),
        Kind::Text
        | Kind::Path
        | Kind::NumberText
        | Kind::Money
        | Kind::Time
        | Kind::Address(_)
        | Kind::Picture(_) => (Type::String, None),
        Kind::Uuid => (Type::String, Some(KnownFormat::Uuid)),
        Kind::Date => (Type::String, Some(KnownFormat::Date)),
        Kind::Instant => (Type::String, Some(KnownFormat::DateTime)),
        Kind::Word(words) => return Ref::from_schema_name(words.name).into(),
        Kind::Object(shape) | Kind::Group(shape) => {
            return Ref::from_schema_name(shape.name).into();
        }
    };
    let mut object = Object::with_type(kind);
    object.format = format.map(SchemaFormat::KnownFormat);
    object.into()
}

fn example(field: &Field) -> Option<Value> {
    if field.example.is_empty() {
        return None;
    }
    let is_text = !field.list
        && matches!(
            field.kind,
            Kind::Text
                | Kind::Path
                | Kind::NumberText
                | Kind::Address(_)
                | Kind::Picture(_)
                | Kind::Uuid
                | Kind::Money
                | Kind::Date
                | Kind::Time
                | Kind::Instant
        );
    if is_text {
        return Some(field.example.into());
    }
    serde_json::from_str(field.example).ok()
}
