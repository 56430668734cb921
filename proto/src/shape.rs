//! The tables of replies and operations: the build writes a [`Shape`] for each that has the option `lintel.rest.v1.reply`.

use crate::{
    Word,
    input::{Asked, Bounds, Input, InputField, InputKind},
};

/// A message that REST shows.
pub trait Shaped: prost::Message + 'static {
    /// The object that REST shows for it.
    const SHAPE: &'static Shape;
}

/// An object in JSON.
#[derive(Debug)]
pub struct Shape {
    /// The full name of its message in the contract.
    pub message: &'static str,
    /// Its name in the description of REST.
    pub name: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
    /// Its fields, in the order of the contract.
    pub fields: &'static [Field],
}

/// A field of an object in JSON.
#[derive(Debug)]
pub struct Field {
    /// The number of the contract.
    pub number: u32,
    /// The name in the contract.
    pub path: &'static str,
    /// The name in JSON.
    pub name: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
    /// Its kind; of a list that of each value.
    pub kind: Kind,
    /// True for a list.
    pub list: bool,
    /// True where nothing in the contract is null in JSON.
    pub nullable: bool,
    /// True for a list without the values, and the objects with values, of an enumeration that are not known here.
    pub known_only: bool,
    /// A value as it may look, the text itself or JSON; empty for none.
    pub example: &'static str,
    /// A regular expression that each value matches; empty for none.
    pub pattern: &'static str,
    /// The message of which the field is lifted; `None` for a field of the message itself.
    pub lifted: Option<Lifted>,
}

/// The message that a field is lifted from.
#[derive(Debug, Clone, Copy)]
pub struct Lifted {
    /// The number of the message's field.
    pub number: u32,
    /// True where the field is null without such a message.
    pub or_null: bool,
}

impl Field {
    /// Returns true where JSON may have null in its place.
    #[must_use]
    pub fn is_nullable(&self) -> bool {
        self.nullable || (!self.list && self.lifted.is_some_and(|lifted| lifted.or_null))
    }
}

/// The kinds of fields, and how JSON has them.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// True or false.
    Flag,
    /// A whole number of 32 bits.
    Int32,
    /// A whole number of 64 bits.
    Int64,
    /// A whole number of 32 bits as text.
    NumberText,
    /// Text.
    Text,
    /// Text that is a UUID.
    Uuid,
    /// The path of a field of the contract by the field's name in REST.
    Path,
    /// Decimal text as a number with the same digits.
    Number,
    /// Money as text with two decimals.
    Money,
    /// A day, `YYYY-MM-DD`.
    Date,
    /// A time of day, `HH:MM`.
    Time,
    /// An instant, RFC 3339.
    Instant,
    /// A value of an enumeration by its text.
    Word(Words),
    /// An address: `{}` is the value, `{7}` the number in field 7 of the message.
    Address(&'static str),
    /// A picture of this media type as an address with its data.
    Picture(&'static str),
    /// An object of its own.
    Object(&'static Shape),
    /// An object of fields of the message itself.
    Group(&'static Shape),
}

/// The texts of an enumeration.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// Its name.
    pub name: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
    /// The number and the text of each value but the unspecified one.
    pub texts: &'static [(i32, &'static str)],
}

/// An operation of REST whose body may be a file.
#[derive(Debug)]
pub struct Upload {
    /// The path with its placeholders, which takes it by POST.
    pub path: &'static str,
    /// The text for people where the file is too large.
    pub too_large: &'static str,
    /// The megabytes that a file may have.
    pub megabytes: u64,
}

/// An operation of REST that passes on to its call.
#[derive(Debug)]
pub struct Operation {
    /// The path of the call.
    pub rpc: &'static str,
    /// Its id in the description.
    pub id: &'static str,
    /// GET, POST, PUT, PATCH or DELETE.
    pub verb: &'static str,
    /// The path with its placeholders.
    pub path: &'static str,
    /// The part of the description that it stands under.
    pub tag: &'static str,
    /// A parameter of the query that is taken and ignored; empty for none.
    pub ignored: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The rest of its description; may be empty.
    pub text: &'static str,
    /// The placeholders of the path.
    pub placed: &'static [Placed],
    /// The number of the request's field for the request id; `None` for a read.
    pub request_id: Option<u32>,
    /// The number of the request's field for the versions that the caller has seen; `None` where it takes none.
    pub if_match: Option<u32>,
    /// The numbers of the fields for the size and the token of a page.
    pub pages: Option<(u32, u32)>,
    /// The query of a GET, and the body of the others; `None` for neither.
    pub input: Option<&'static Input>,
    /// The number of the request's field that names the fields which are changed.
    pub mask: Option<u32>,
    /// The status of success.
    pub status: u16,
    /// The meaning of success.
    pub answered: &'static str,
    /// The part of the reply that is answered.
    pub answer: Answer,
    /// True where the version is answered as ETag.
    pub etag: bool,
    /// The path of what was made, `{id}` for the first field of the object; empty for none.
    pub location: &'static str,
    /// True where the caller has to be signed in.
    pub signed_in: bool,
    /// The groups of refusals besides those of every operation.
    pub refusals: &'static [&'static str],
}

/// A placeholder of a path.
#[derive(Debug)]
pub struct Placed {
    /// Its name in the path.
    pub name: &'static str,
    /// The numbers of the fields on the way to what it fills.
    pub numbers: &'static [u32],
    /// Its meaning.
    pub meaning: &'static str,
    /// Its kind.
    pub place: Place,
}

/// The kinds of placeholders.
#[derive(Debug)]
pub enum Place {
    /// The id of a row; the reason that is answered for a text that is none.
    Id(&'static str),
    /// A value of an enumeration by its text; the reason that is answered for a text that is none.
    Word(Words, &'static str),
    /// Text.
    Text,
    /// The token of a private link.
    Link,
}

/// The part of a reply that is answered.
#[derive(Debug, Clone, Copy)]
pub enum Answer {
    /// Nothing.
    Nothing,
    /// A sentence that people read.
    Said(&'static str),
    /// A file: the numbers of its content, its name and its media type, and the media types that it may have.
    File(u32, Option<u32>, Option<u32>, &'static [&'static str]),
    /// The reply itself.
    Whole(&'static Shape),
    /// The object in the field of this number.
    One(u32, &'static Shape),
    /// The list in the field of this number, and the number of the field for the next page.
    List(u32, &'static Shape, Option<u32>),
}

impl Words {
    /// The texts of `W`.
    #[must_use]
    pub const fn of<W: Word>() -> Self {
        Self {
            name: W::NAME,
            meaning: W::MEANING,
            texts: W::TEXTS,
        }
    }

    /// The value of a text; `None` for a text that is none of them.
    #[must_use]
    pub fn number(&self, text: &str) -> Option<i32> {
        let mut texts = self.texts.iter();
        texts
            .find(|(_, one)| *one == text)
            .map(|(number, _)| *number)
    }

    /// The text of a value; `None` for the unspecified one and for values that this version does not know.
    #[must_use]
    pub fn text(&self, number: i32) -> Option<&'static str> {
        let mut texts = self.texts.iter();
        texts.find(|(one, _)| *one == number).map(|(_, text)| *text)
    }
}

include!(concat!(env!("OUT_DIR"), "/rest.rs"));
