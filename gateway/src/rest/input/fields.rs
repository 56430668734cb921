//! The fields of a body or of a query, written once: [`fields`] makes both their reader and their description.

use serde_json::Value;
use utoipa::openapi::{
    Object, RefOr, Required,
    path::{Parameter, ParameterBuilder, ParameterIn},
    schema::{Array, OneOfBuilder, Schema, SchemaType, Type},
};

use super::{FieldReader, kind::Kind};
use crate::rest::problem::rest_name;

/// The fields that a client sends, and the message of the contract that they fill.
pub trait Fields: 'static {
    /// The message that is filled.
    type Message: Default;

    /// The descriptions of the fields.
    fn described() -> Vec<Field>;

    /// Reads each field that is there into `message`; notes in `reader` what cannot be read.
    fn fill(reader: &mut FieldReader<'_>, message: &mut Self::Message);

    /// The contract's paths of the fields that a body has, also with null.
    fn named(reader: &FieldReader<'_>) -> Vec<String>;

    /// Reads all that a client sends.
    fn read(reader: &mut FieldReader<'_>) -> Self::Message {
        let mut message = Self::Message::default();
        Self::fill(reader, &mut message);
        message
    }
}

/// The description of one field.
pub struct Field {
    /// Its name in JSON and in a query.
    pub name: String,
    /// True where it must be there.
    pub required: bool,
    /// True where null means the same as absent.
    pub nullable: bool,
    /// Its meaning.
    pub description: String,
    /// The values that can be read.
    pub schema: RefOr<Schema>,
}

impl Field {
    /// The field at `path` of the contract, read as `K`; `lines` say what it means.
    pub(crate) fn new<K: Kind>(path: &str, lines: &[&str]) -> Self {
        Self {
            name: rest_name(path),
            required: K::REQUIRED,
            nullable: !K::REQUIRED,
            description: text(lines),
            schema: K::schema(),
        }
    }

    /// Adds an example of a value.
    pub(crate) fn example(mut self, example: impl Into<Value>) -> Self {
        match &mut self.schema {
            RefOr::T(Schema::Object(object)) => object.example = Some(example.into()),
            RefOr::T(Schema::Array(array)) => array.example = Some(example.into()),
            _ => {}
        }
        self
    }

    /// The fewest characters.
    pub(crate) fn min_length(self, chars: usize) -> Self {
        self.object(|object| object.min_length = Some(chars))
    }

    /// The most characters.
    pub(crate) fn max_length(self, chars: usize) -> Self {
        self.object(|object| object.max_length = Some(chars))
    }

    /// The least number.
    pub(crate) fn minimum(self, number: i32) -> Self {
        self.object(|object| object.minimum = Some(number.into()))
    }

    /// The largest number.
    pub(crate) fn maximum(self, number: i32) -> Self {
        self.object(|object| object.maximum = Some(number.into()))
    }

    /// A regular expression that a value matches.
    pub(crate) fn pattern(self, pattern: &str) -> Self {
        self.object(|object| object.pattern = Some(pattern.to_owned()))
    }

    /// The fewest rows of a list.
    pub(crate) fn min_items(self, rows: usize) -> Self {
        self.array(|array| array.min_items = Some(rows))
    }

    /// The most rows of a list.
    pub(crate) fn max_items(self, rows: usize) -> Self {
        self.array(|array| array.max_items = Some(rows))
    }

    fn object(mut self, set: impl FnOnce(&mut Object)) -> Self {
        if let RefOr::T(Schema::Object(object)) = &mut self.schema {
            set(object);
        }
        self
    }

    fn array(mut self, set: impl FnOnce(&mut Array)) -> Self {
        if let RefOr::T(Schema::Array(array)) = &mut self.schema {
            set(array);
        }
        self
    }

    /// Describes it as a parameter of a query.
    pub(crate) fn parameter(self) -> Parameter {
        ParameterBuilder::new()
            .name(self.name)
            .parameter_in(ParameterIn::Query)
            .required(if self.required {
                Required::True
            } else {
                Required::False
            })
            .description(Some(self.description))
            .schema(Some(self.schema))
            .build()
    }

    /// Describes it as a property of a body.
    fn property(self) -> RefOr<Schema> {
        match self.schema {
            RefOr::Ref(mut reference) => {
                reference.description = self.description;
                if !self.nullable {
                    return reference.into();
                }
                let either = OneOfBuilder::new().item(reference);
                either.item(Object::with_type(Type::Null)).into()
            }
            RefOr::T(mut schema) => {
                let (kind, description) = match &mut schema {
                    Schema::Array(array) => (&mut array.schema_type, &mut array.description),
                    Schema::Object(object) => (&mut object.schema_type, &mut object.description),
                    _ => return schema.into(),
                };
                *description = Some(self.description);
                if let (true, SchemaType::Type(one)) = (self.nullable, &kind) {
                    *kind = SchemaType::from_iter([one.clone(), Type::Null]);
                }
                schema.into()
            }
        }
    }
}

/// The object that the fields make up; `lines` say what it is.
pub(crate) fn object<F: Fields>(lines: &[&str]) -> RefOr<Schema> {
    object_of(&text(lines), F::described())
}

/// The object that `fields` make up.
pub(crate) fn object_of(meaning: &str, fields: Vec<Field>) -> RefOr<Schema> {
    let mut object = Object::with_type(Type::Object);
    object.description = Some(meaning.to_owned());
    for field in fields {
        let name = field.name.clone();
        if field.required {
            object.required.push(name.clone());
        }
        object.properties.insert(name, field.property());
    }
    object.into()
}

/// The lines of a docstring.
fn text(lines: &[&str]) -> String {
    let lines: Vec<_> = lines.iter().map(|line| line.trim()).collect();
    lines.join("\n")
}

/// Declares the fields of a body or of a query: for each its path in the contract, its meaning, its [`Kind`] and its bounds.
/// `then` names a function for fields that have to be read together, and describes these fields.
macro_rules! fields {
    ($(#[doc = $doc:literal])+ $name:ident for $message:ty {
        $($(#[doc = $text:literal])+ $($path:ident).+: $kind:ty $({$($bound:ident: $value:expr),+ $(,)?})?,)*
    } $(then $then:path {
        $($(#[doc = $more_text:literal])+ $($more_path:ident).+: $more:ty $({$($more_bound:ident: $more_value:expr),+ $(,)?})?,)*
    })?) => {
        $(#[doc = $doc])+
        #[derive(Debug)]
        pub struct $name;

        impl $crate::rest::input::Fields for $name {
            type Message = $message;

            fn described() -> Vec<$crate::rest::input::Field> {
                use $crate::rest::input::Field;
                vec![
                    $(Field::new::<$kind>($crate::rest::input::fields!(@path $($path).+), &[$($text),+])$($(.$bound($value))+)?,)*
                    $($(Field::new::<$more>($crate::rest::input::fields!(@path $($more_path).+), &[$($more_text),+])
                        $($(.$more_bound($more_value))+)?,)*)?
                ]
            }

            fn named(reader: &$crate::rest::input::FieldReader<'_>) -> Vec<String> {
                reader.named(&[$($crate::rest::input::fields!(@path $($path).+)),*])
            }

            fn fill(reader: &mut $crate::rest::input::FieldReader<'_>, message: &mut $message) {
                $(
                    let name = $crate::rest::problem::rest_name($crate::rest::input::fields!(@path $($path).+));
                    if let Some(value) = <$kind as $crate::rest::input::Read<_>>::read(reader, &name) {
                        $crate::rest::input::fields!(@set message value $($path).+);
                    }
                )*
            }

            $(fn read(reader: &mut $crate::rest::input::FieldReader<'_>) -> $message {
                let mut message = <$message>::default();
                Self::fill(reader, &mut message);
                $then(reader, &mut message);
                message
            })?
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::rest::input::object::<Self>(&[$($doc),+])
            }
        }

        impl utoipa::ToSchema for $name {
            fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
                $(<$kind as $crate::rest::input::Kind>::refer(schemas);)*
                $($(<$more as $crate::rest::input::Kind>::refer(schemas);)*)?
            }
        }

        impl utoipa::IntoParams for $name {
            fn into_params(
                _: impl Fn() -> Option<utoipa::openapi::path::ParameterIn>,
            ) -> Vec<utoipa::openapi::path::Parameter> {
                let fields = <Self as $crate::rest::input::Fields>::described();
                fields.into_iter().map($crate::rest::input::Field::parameter).collect()
            }
        }
    };
    (@path $head:ident) => { stringify!($head) };
    (@path $head:ident.$tail:ident) => { concat!(stringify!($head), ".", stringify!($tail)) };
    (@set $message:ident $value:ident $head:ident) => { $message.$head = $value; };
    (@set $message:ident $value:ident $head:ident.$tail:ident) => {
        $message.$head.get_or_insert_default().$tail = $value;
    };
}

pub(crate) use fields;
