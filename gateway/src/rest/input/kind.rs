//! The kinds of field.

use utoipa::openapi::{RefOr, Schema};

use super::FieldReader;

/// Schemas that a document has under their names.
pub(crate) type Schemas = Vec<(String, RefOr<Schema>)>;

/// The way in which a field is written.
pub trait Kind {
    /// True where the field must be there. This is only described; the service checks it.
    const REQUIRED: bool = true;

    /// Describes the values that can be read.
    fn schema() -> RefOr<Schema>;

    /// Adds the schemas that [`Kind::schema`] names.
    fn refer(_schemas: &mut Schemas) {}
}

/// A [`Kind`] whose values the contract has as `T`.
pub trait Read<T>: Kind {
    /// Reads the field `name`; `None` if it is absent or cannot be read, which is noted in `reader`.
    fn read(reader: &mut FieldReader<'_>, name: &str) -> Option<T>;
}

/// A field that may be absent, null or empty.
impl<K: Kind> Kind for Option<K> {
    const REQUIRED: bool = false;

    fn schema() -> RefOr<Schema> {
        K::schema()
    }

    fn refer(schemas: &mut Schemas) {
        K::refer(schemas);
    }
}

impl<T, K: Read<T>> Read<T> for Option<K> {
    fn read(reader: &mut FieldReader<'_>, name: &str) -> Option<T> {
        K::read(reader, name)
    }
}
