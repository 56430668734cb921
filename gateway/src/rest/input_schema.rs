//! The description of bodies and queries for OpenAPI, from their tables.

use lintel_proto::input::{Input, InputField, InputKind};
use serde_json::Value;
use utoipa::openapi::{
    KnownFormat, Object, Ref, RefOr, SchemaFormat,
    schema::{Array, Schema, Type},
};

use crate::{
    api::names,
    rest::input::{Field, clock, id, object_of},
};

/// The description of a body.
pub fn object(input: &Input) -> RefOr<Schema> {
    object_of(input.meaning, fields(input, false))
}

/// The descriptions of the fields, as a query has them or as a body.
pub fn fields(input: &Input, in_query: bool) -> Vec<Field> {
    let fields = input.fields.iter();
    fields.map(|field| described(field, in_query)).collect()
}

/// Adds the descriptions of what the fields of `input` refer to.
pub fn within(input: &Input, schemas: &mut Vec<(String, RefOr<Schema>)>) {
    for field in input.fields {
        match field.kind {
            InputKind::Word(words) | InputKind::Words(words) => {
                schemas.push((words.name.to_owned(), names::words(&words)));
            }
            InputKind::Object(inner) => within(inner, schemas),
            InputKind::Objects(inner) => {
                schemas.push((inner.name.to_owned(), object(inner)));
                within(inner, schemas);
            }
            _ => {}
        }
    }
}

fn described(field: &InputField, in_query: bool) -> Field {
    let mut schema = value(field.kind, in_query);
    let bounds = &field.bounds;
    let length = |bound: Option<i32>| bound.and_then(|bound| usize::try_from(bound).ok());
    match &mut schema {
        RefOr::T(Schema::Object(object)) => {
            object.example = example(field).or_else(|| object.example.take());
            object.min_length = length(bounds.min_length);
            object.max_length = length(bounds.max_length);
            if let Some(least) = bounds.minimum {
                object.minimum = Some(least.into());
            }
            object.maximum = bounds.maximum.map(Into::into);
            // A time of day has its own.
            if object.pattern.is_none() && !bounds.pattern.is_empty() {
                object.pattern = Some(bounds.pattern.to_owned());
            }
        }
        RefOr::T(Schema::Array(array)) => {
            array.example = example(field);
            array.min_items = length(bounds.min_items);
            array.max_items = length(bounds.max_items);
        }
        _ => {}
    }
    Field {
        name: field.name.to_owned(),
        required: field.required,
        nullable: !field.required,
        description: match in_query {
            // A query has no null.
            true => field.meaning.replace("; null ", "; absent "),
            false => field.meaning.to_owned(),
        },
        schema,
    }
}

/// The description of the values that can be read.
fn value(kind: InputKind, in_query: bool) -> RefOr<Schema> {
    let of = |kind: Type, format: Option<KnownFormat>| {
        let mut object = Object::with_type(kind);
        object.format = format.map(SchemaFormat::KnownFormat);
        object
    };
    let text = || of(Type::String, None);
    match kind {
        InputKind::Text | InputKind::Money | InputKind::IntText => text().into(),
        InputKind::Email => of(Type::String, Some(KnownFormat::Email)).into(),
        InputKind::Password => of(Type::String, Some(KnownFormat::Password)).into(),
        InputKind::Texts | InputKind::Files => Array::new(text()).into(),
        InputKind::Int => of(Type::Integer, Some(KnownFormat::Int32)).into(),
        InputKind::Id => id(),
        InputKind::Ids if in_query => {
            let mut ids = text();
            ids.pattern = Some("^[1-9][0-9]*(,[1-9][0-9]*)*$".to_owned());
            ids.into()
        }
        InputKind::Ids => Array::new(id()).into(),
        InputKind::Attachments => Array::new(of(Type::Integer, Some(KnownFormat::Int64))).into(),
        InputKind::Percent => of(Type::Number, Some(KnownFormat::Double)).into(),
        InputKind::Flag => of(Type::Boolean, None).into(),
        InputKind::Date => of(Type::String, Some(KnownFormat::Date)).into(),
        InputKind::Time => clock(),
        InputKind::Instant => of(Type::String, Some(KnownFormat::DateTime)).into(),
        InputKind::Word(words) => Ref::from_schema_name(words.name).into(),
        InputKind::Words(_) if in_query => text().into(),
        InputKind::Words(words) => Array::new(Ref::from_schema_name(words.name)).into(),
        InputKind::Object(inner) => object(inner),
        InputKind::Objects(inner) => Array::new(Ref::from_schema_name(inner.name)).into(),
    }
}

fn example(field: &InputField) -> Option<Value> {
    let is_text = matches!(
        field.kind,
        InputKind::Text
            | InputKind::Email
            | InputKind::Password
            | InputKind::Money
            | InputKind::IntText
            | InputKind::Date
            | InputKind::Time
            | InputKind::Instant
    );
    match field.example {
        "" => None,
        text if is_text => Some(text.into()),
        json => Some(serde_json::from_str(json).unwrap_or_else(|_| json.into())),
    }
}
