//! The kinds of fields: how each is described, and how it is read into the contract's type.

use std::{collections::BTreeMap, marker::PhantomData};

use chrono::{NaiveDate, NaiveTime};
use lintel_core::Money;
use lintel_proto::{Word, common::v1 as common, portfolio::v1 as portfolio, shape::Words};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        KnownFormat, ObjectBuilder, Ref, RefOr, SchemaFormat,
        schema::{Array, Schema, Type},
    },
};

use super::{
    FieldReader, Fields,
    kind::{Kind, Read, Schemas},
};
use crate::api::names::{Name, Occupancy, PropertyStatus};

/// Declares kinds: how each is described, and for each type of the contract how it is read.
macro_rules! kinds {
    ($($kind:ty, $schema:expr $(, $target:ty: |$reader:ident, $name:ident| $read:expr)*;)+) => {
        $(
            impl Kind for $kind {
                fn schema() -> RefOr<Schema> {
                    $schema
                }
            }

            $(impl Read<$target> for $kind {
                fn read($reader: &mut FieldReader<'_>, $name: &str) -> Option<$target> {
                    $read
                }
            })*
        )+
    };
}

/// Declares types that stand for kinds.
macro_rules! marks {
    ($($(#[doc = $doc:literal])+ $name:ident)+) => {
        $($(#[doc = $doc])+ #[derive(Debug)] pub struct $name;)+
    };
}

marks! {
    /// An address for mails.
    Email
    /// The id of a row.
    Id
    /// A percentage, exactly as it is written.
    Percent
    /// A whole number, 1 if absent.
    OneUnlessSaid
    /// Addresses of files: one address, a list, or a list as JSON text.
    Files
    /// The statuses that a landlord may set: all but the derived one.
    SaidStatus
    /// `true` or `false` in a query.
    Switch
    /// The direction of a list, `asc` or `desc`; true for rising.
    Direction
    /// The number of rows of a page.
    PageSize
    /// A number of months from 1 to 120.
    Months
}

kinds! {
    String, plain::<Self>(),
        String: |reader, name| text(reader, name),
        Option<String>: |reader, name| text(reader, name).map(Some);
    Email, formatted(KnownFormat::Email), String: |reader, name| text(reader, name);
    i32, plain::<Self>(),
        i32: |reader, name| reader.int(name),
        Option<i32>: |reader, name| reader.int(name).map(Some);
    OneUnlessSaid, plain::<i32>(), i32: |reader, name| Some(reader.int(name).unwrap_or(1));
    PageSize, plain::<i32>(),
        i32: |reader, name| reader.between(name, 1..=i32::MAX, "Enter a whole number of at least 1.");
    Months, plain::<i32>(),
        i32: |reader, name| reader.between(name, 1..=120, "Enter a number of months from 1 to 120.");
    Id, id(),
        i64: |reader, name| Some(reader.id(name)),
        Option<i64>: |reader, name| Some(reader.id(name)).filter(|id| *id > 0).map(Some);
    Percent, plain::<f64>(), String: |reader, name| reader.percent(name);
    Money, plain::<String>(), Option<common::Money>: |reader, name| reader.money(name).map(|money| Some(money.into()));
    NaiveDate, formatted(KnownFormat::Date),
        Option<common::Date>: |reader, name| reader.date(name).map(|date| Some(date.into()));
    NaiveTime, clock(), Option<common::TimeOfDay>: |reader, name| reader.time(name).map(|time| Some(time.into()));
    bool, plain::<Self>(),
        bool: |reader, name| reader.flag(name),
        Option<bool>: |reader, name| reader.flag(name).map(Some);
    Switch, plain::<bool>(), bool: |reader, name| reader.one_of(name, |text| text.parse().ok(), "Enter true or false.");
    Direction, plain::<String>(), bool: |reader, name| {
        let rises = |text: &str| match text {
            "asc" => Some(true),
            "desc" => Some(false),
            _ => None,
        };
        reader.one_of(name, rises, "Choose asc or desc.")
    };
    Vec<String>, plain::<Self>(), Vec<String>: |reader, name| Some(reader.texts(name));
    Files, plain::<Vec<String>>(), Vec<String>: |reader, name| Some(reader.photos(name));
    BTreeMap<String, String>, plain::<Self>();
    Vec<Occupancy>, named_list::<Occupancy>();
    SaidStatus, <PropertyStatus as Kind>::schema(), i32: |reader, name| {
        let derived = portfolio::PropertyStatus::PartiallyOccupied.text();
        let said = choices(&Words::of::<portfolio::PropertyStatus>(), |text| Some(text) != derived);
        let number = |text: &str| portfolio::PropertyStatus::of_text(text).map(i32::from);
        reader.one_of(name, number, &said)
    };
}

impl<W: Word> Kind for Name<W> {
    fn schema() -> RefOr<Schema> {
        Ref::from_schema_name(W::NAME).into()
    }

    fn refer(schemas: &mut Schemas) {
        schemas.push((W::NAME.to_owned(), <Self as PartialSchema>::schema()));
    }
}

impl<W: Word> Read<i32> for Name<W> {
    fn read(reader: &mut FieldReader<'_>, name: &str) -> Option<i32> {
        let number = |text: &str| -> Option<i32> { W::of_text(text).map(Into::into) };
        reader.one_of(name, number, &choices(&Words::of::<W>(), |_| true))
    }
}

/// The refusal text for a value that is none of the texts for which `meant` is true.
pub(crate) fn choices(words: &Words, meant: impl Fn(&str) -> bool) -> String {
    let texts = words.texts.iter().map(|(_, text)| *text);
    let texts: Vec<_> = texts.filter(|text| meant(text)).collect();
    match texts.as_slice() {
        [] => String::new(),
        [only] => format!("Choose {only}."),
        [first @ .., last] => format!("Choose {} or {last}.", first.join(", ")),
    }
}

/// A list of objects.
#[derive(Debug)]
pub struct List<F>(PhantomData<F>);

impl<F: Fields + ToSchema> Kind for List<F> {
    fn schema() -> RefOr<Schema> {
        named_list::<F>()
    }

    fn refer(schemas: &mut Schemas) {
        schemas.push((F::name().into_owned(), F::schema()));
        F::schemas(schemas);
    }
}

impl<F: Fields + ToSchema> Read<Vec<F::Message>> for List<F> {
    fn read(reader: &mut FieldReader<'_>, name: &str) -> Option<Vec<F::Message>> {
        Some(reader.list(name, F::read))
    }
}

/// A value that may also be `all`, which restricts nothing, as an empty value does.
#[derive(Debug)]
pub struct UnlessAll<K>(PhantomData<K>);

impl<K: Kind> Kind for UnlessAll<K> {
    fn schema() -> RefOr<Schema> {
        K::schema()
    }

    fn refer(schemas: &mut Schemas) {
        K::refer(schemas);
    }
}

impl<T, K: Read<T>> Read<T> for UnlessAll<K> {
    fn read(reader: &mut FieldReader<'_>, name: &str) -> Option<T> {
        let is_all = reader
            .raw(name)
            .is_some_and(|value| value.get() == "\"all\"");
        if is_all { None } else { K::read(reader, name) }
    }
}

/// An object in a body.
#[derive(Debug)]
pub struct Nested<F>(PhantomData<F>);

impl<F: Fields + ToSchema> Kind for Nested<F> {
    fn schema() -> RefOr<Schema> {
        F::schema()
    }

    fn refer(schemas: &mut Schemas) {
        F::schemas(schemas);
    }
}

impl<F: Fields + ToSchema> Read<Option<F::Message>> for Nested<F> {
    fn read(reader: &mut FieldReader<'_>, name: &str) -> Option<Option<F::Message>> {
        reader.object(name, F::read).map(Some)
    }
}

fn text(reader: &mut FieldReader<'_>, name: &str) -> Option<String> {
    Some(reader.text(name)).filter(|text| !text.is_empty())
}

fn plain<T: PartialSchema>() -> RefOr<Schema> {
    T::schema()
}

fn formatted(format: KnownFormat) -> RefOr<Schema> {
    let text = ObjectBuilder::new().schema_type(Type::String);
    text.format(Some(SchemaFormat::KnownFormat(format))).into()
}

pub(crate) fn id() -> RefOr<Schema> {
    let number = ObjectBuilder::new().schema_type(Type::Integer);
    let number = number.format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)));
    number.minimum(Some(1)).into()
}

pub(crate) fn clock() -> RefOr<Schema> {
    let text = ObjectBuilder::new().schema_type(Type::String);
    let text = text.pattern(Some("^([01][0-9]|2[0-3]):[0-5][0-9]$"));
    let mut text = text.build();
    text.example = Some("10:00".into());
    text.into()
}

fn named_list<T: ToSchema>() -> RefOr<Schema> {
    Array::new(Ref::from_schema_name(T::name())).into()
}
