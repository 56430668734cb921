//! The tables of bodies and queries: the fields that a body or a query has, with names, meanings, kinds and bounds.

use std::{collections::BTreeMap, fmt::Write as _};

use anyhow::{Context, bail, ensure};
use prost_reflect::{DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MessageDescriptor};

use super::rest::{camel_case, comment, extension, flag, list, meaning_in_json, number, text};

/// The table of each message that REST reads, as `Asked` of its type, and the tables of the calls that are asked by such a message.
///
/// # Errors
/// When an option cannot be followed: a field that is not there or that REST cannot read, two fields of one name.
pub fn tables(pool: &DescriptorPool) -> anyhow::Result<String> {
    let (mut written, mut calls) = (String::new(), String::new());
    // Two requests may have one body, such as the signatures by account and by link.
    let mut bodies = BTreeMap::new();
    for message in pool.all_messages() {
        if let Some(body) = Body::of(pool, &message)? {
            let names = body
                .write(&mut written, pool)
                .with_context(|| format!("what REST reads of {}", message.full_name()))?;
            let first = bodies
                .entry(body.name.clone())
                .or_insert_with(|| names.clone());
            ensure!(
                *first == names,
                "two messages are read as {}, and differ",
                body.name
            );
        }
    }
    for service in pool.services() {
        for method in service.methods() {
            if Body::of(pool, &method.input())?.is_some() {
                let rust = super::rust_type(method.input().full_name())?;
                let path = super::path(&method);
                writeln!(calls, "    ({path:?}, <{rust} as Asked>::INPUT),")?;
            }
        }
    }
    writeln!(written, "/// What is read for each call, by its path.")?;
    writeln!(
        written,
        "pub static INPUTS: &[(&str, &Input)] = &[\n{calls}];"
    )?;
    Ok(written)
}

/// The option of a message.
pub struct Body {
    message: MessageDescriptor,
    name: String,
    /// The field whose own fields are read first.
    pub of: Option<FieldDescriptor>,
    fields: Vec<String>,
}

impl Body {
    /// The option of `message`; `None` where it has none.
    ///
    /// # Errors
    /// When the option is gone, or names what is not there.
    pub fn of(pool: &DescriptorPool, message: &MessageDescriptor) -> anyhow::Result<Option<Self>> {
        let extension = extension(pool, "body")?;
        let options = message.options();
        let said = options.get_extension(&extension);
        let said = said.as_message().context("body is not a message")?;
        let (name, of) = (text(said, "name"), text(said, "of"));
        if name.is_empty() {
            return Ok(None);
        }
        let of = match of.as_str() {
            "" => None,
            of => Some(field(message, of)?),
        };
        Ok(Some(Self {
            message: message.clone(),
            name,
            of,
            fields: list(said, "fields"),
        }))
    }

    /// The fields of the message that are read, each once.
    ///
    /// # Errors
    /// When a path names what is not there.
    pub fn read(&self) -> anyhow::Result<Vec<u32>> {
        let mut numbers: Vec<u32> = Vec::new();
        for said in &self.fields {
            let path = self.path(Said::of(said).path)?;
            numbers.extend(path.first().map(FieldDescriptor::number));
        }
        Ok(numbers)
    }

    /// The fields on the way to what a path names.
    fn path(&self, path: &str) -> anyhow::Result<Vec<FieldDescriptor>> {
        if let Some(of) = &self.of
            && let Kind::Message(inner) = of.kind()
            && let Ok(mut fields) = walk(&inner, path)
        {
            fields.insert(0, of.clone());
            return Ok(fields);
        }
        walk(&self.message, path)
    }

    /// Writes the table; returns the names of the fields, each with whether it must be there.
    fn write(
        &self,
        into: &mut String,
        pool: &DescriptorPool,
    ) -> anyhow::Result<Vec<(String, bool)>> {
        let Self {
            message,
            name,
            of,
            fields,
        } = self;
        ensure!(!fields.is_empty(), "no fields are read");
        let meaning = comment(&message.parent_file(), message.path());
        let rust = super::rust_type(message.full_name())?;
        let of = of.as_ref().map(FieldDescriptor::number);
        writeln!(into, "impl Asked for {rust} {{")?;
        writeln!(into, "    const INPUT: &'static Input = {{")?;
        writeln!(
            into,
            "        static INPUT: Input = Input {{ name: {name:?}, meaning: {meaning:?}, of: {of:?}, fields: &["
        )?;
        let mut names: Vec<(String, bool)> = Vec::new();
        for said in fields {
            let said = Said::of(said);
            let path = self.path(said.path)?;
            let (name, written) =
                entry(pool, &said, &path).with_context(|| format!("the field {}", said.path))?;
            ensure!(
                names.iter().all(|(other, _)| *other != name),
                "two fields are called {name}"
            );
            names.push((name, said.required));
            writeln!(into, "            {written},")?;
        }
        writeln!(into, "        ] }};")?;
        writeln!(into, "        &INPUT")?;
        writeln!(into, "    }};")?;
        writeln!(into, "}}")?;
        Ok(names)
    }
}

/// A field as the option names it: `path?:name`.
struct Said<'a> {
    path: &'a str,
    required: bool,
    name: &'a str,
}

impl<'a> Said<'a> {
    fn of(said: &'a str) -> Self {
        let (path, name) = said.split_once(':').unwrap_or((said, ""));
        let optional = path.strip_suffix('?');
        Self {
            path: optional.unwrap_or(path),
            required: optional.is_none(),
            name,
        }
    }
}

fn field(message: &MessageDescriptor, name: &str) -> anyhow::Result<FieldDescriptor> {
    let field = message.get_field_by_name(name);
    field.with_context(|| format!("{} has no field {name}", message.full_name()))
}

fn walk(message: &MessageDescriptor, path: &str) -> anyhow::Result<Vec<FieldDescriptor>> {
    let (mut message, mut fields) = (message.clone(), Vec::new());
    let mut parts = path.split('.').peekable();
    while let Some(part) = parts.next() {
        let field = field(&message, part)?;
        if parts.peek().is_some() {
            let Kind::Message(inner) = field.kind() else {
                bail!("{part} has no fields");
            };
            message = inner;
        }
        fields.push(field);
    }
    Ok(fields)
}

/// The name and the table of one field.
fn entry(
    pool: &DescriptorPool,
    said: &Said<'_>,
    path: &[FieldDescriptor],
) -> anyhow::Result<(String, String)> {
    let field = path.last().context("no field is named")?;
    let options = field.options();
    let extension = extension(pool, "field")?;
    let option = options.get_extension(&extension);
    let option = option.as_message().context("is not a message")?;
    let name = match (said.name, text(option, "name")) {
        ("", name) if name.is_empty() => camel_case(field.name()),
        ("", name) => name,
        (name, _) => name.to_owned(),
    };
    let meaning = comment(&field.parent_message().parent_file(), field.path());
    let meaning = meaning_in_json(&meaning, !said.required);
    let numbers: Vec<_> = path.iter().map(FieldDescriptor::number).collect();
    let names: Vec<_> = path.iter().map(FieldDescriptor::name).collect();
    let (path, kind, required) = (names.join("."), kind(pool, field, option)?, said.required);
    let (example, pattern) = (text(option, "example"), text(option, "pattern"));
    let or_all = flag(option, "or_all");
    let [shortest, longest, least, most, fewest, largest] = [
        "min_length",
        "max_length",
        "minimum",
        "maximum",
        "min_items",
        "max_items",
    ]
    .map(|bound| number(option, bound));
    let written = format!(
        "InputField {{ path: {path:?}, numbers: &{numbers:?}, name: {name:?}, meaning: {meaning:?}, kind: {kind}, required: {required}, \
         or_all: {or_all}, example: {example:?}, bounds: Bounds {{ min_length: {shortest:?}, max_length: {longest:?}, minimum: {least:?}, \
         maximum: {most:?}, min_items: {fewest:?}, max_items: {largest:?}, pattern: {pattern:?} }} }}"
    );
    Ok((name, written))
}

/// The kind of a field that is read, as an expression.
fn kind(
    pool: &DescriptorPool,
    field: &FieldDescriptor,
    option: &DynamicMessage,
) -> anyhow::Result<String> {
    let form = option
        .get_field_by_name("form")
        .and_then(|value| value.as_enum_number())
        .unwrap_or_default();
    ensure!(!field.is_map(), "REST reads no maps");
    let kind = match (field.kind(), form, field.is_list()) {
        (Kind::String, 0 | 3, false) => "Text",
        (Kind::String, 1, false) => "Percent",
        (Kind::String, 5, false) => "Email",
        (Kind::String, 6, false) => "Password",
        (Kind::String, 0, true) => "Texts",
        (Kind::String, 7, true) => "Files",
        (Kind::Int32, 0, false) => "Int",
        (Kind::Int32, 2, false) => "IntText",
        (Kind::Int64, 0, false) => "Id",
        (Kind::Int64, 0, true) => "Ids",
        (Kind::Int64, 8, true) => "Attachments",
        (Kind::Bool, 0, false) => "Flag",
        (Kind::Enum(words), 0, is_list) => {
            let words = super::rust_type(words.full_name())?;
            let kind = if is_list { "Words" } else { "Word" };
            return Ok(format!("InputKind::{kind}(Words::of::<{words}>())"));
        }
        (Kind::Message(inner), 0, is_list) => match (inner.full_name(), is_list) {
            ("lintel.common.v1.Money", false) => "Money",
            ("lintel.common.v1.Date", false) => "Date",
            ("lintel.common.v1.TimeOfDay", false) => "Time",
            ("google.protobuf.Timestamp", false) => "Instant",
            (full_name, is_list) => {
                ensure!(
                    Body::of(pool, &inner)?.is_some(),
                    "{full_name} has no option lintel.rest.v1.body"
                );
                let inner = super::rust_type(full_name)?;
                let kind = if is_list { "Objects" } else { "Object" };
                return Ok(format!("InputKind::{kind}(<{inner} as Asked>::INPUT)"));
            }
        },
        (other, form, is_list) => {
            bail!("REST cannot read {other:?} in form {form} (a list: {is_list})")
        }
    };
    Ok(format!("InputKind::{kind}"))
}
