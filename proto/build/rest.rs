//! The tables of replies: the fields that an object has, with names, meanings and kinds.

use std::{collections::BTreeMap, fmt::Write as _};

use anyhow::{Context, bail, ensure};
use prost_reflect::{
    DescriptorPool, DynamicMessage, ExtensionDescriptor, FieldDescriptor, Kind, MessageDescriptor,
    ReflectMessage as _, Value,
};

/// The table of the deadlines that calls say, by their paths in order.
///
/// # Errors
/// When the option is gone.
pub fn deadlines(pool: &DescriptorPool) -> anyhow::Result<String> {
    let extension = extension(pool, "deadline_seconds")?;
    let mut said = BTreeMap::new();
    for service in pool.services() {
        for method in service.methods() {
            let options = method.options();
            if let Some(seconds @ 1..) = options.get_extension(&extension).as_i32() {
                said.insert(super::path(&method), seconds);
            }
        }
    }
    let said: Vec<_> = said.into_iter().collect();
    Ok(format!(
        "/// The deadlines of calls in seconds, by their paths in order.\npub static DEADLINES: &[(&str, u64)] = &{said:?};\n"
    ))
}

/// The table of each message that REST shows, as `Shaped` of its type.
///
/// # Errors
/// When an option cannot be followed: it names what REST cannot write, or two fields have one name.
pub fn tables(pool: &DescriptorPool) -> anyhow::Result<String> {
    let (mut written, mut all) = (String::new(), String::new());
    // Two messages may be one object, such as the problems of two kinds of imports.
    let mut objects = BTreeMap::new();
    for message in pool.all_messages() {
        let Some(name) = reply_name(pool, &message)? else {
            continue;
        };
        let fields = write_shape(&mut written, pool, &message, &name)
            .with_context(|| format!("how REST shows {}", message.full_name()))?;
        let rust = super::rust_type(message.full_name())?;
        writeln!(all, "    <{rust} as Shaped>::SHAPE,")?;
        let first = objects
            .entry(name.clone())
            .or_insert_with(|| fields.clone());
        ensure!(
            *first == fields,
            "two messages are shown as {name}, and differ"
        );
    }
    writeln!(written, "/// The shape of each message that REST shows.")?;
    writeln!(written, "pub static ALL: &[&Shape] = &[\n{all}];")?;
    Ok(written)
}

/// The name of the object that REST shows for `message`; `None` for none.
///
/// # Errors
/// When the option is gone.
pub fn reply_name(
    pool: &DescriptorPool,
    message: &MessageDescriptor,
) -> anyhow::Result<Option<String>> {
    let extension = extension(pool, "reply")?;
    let options = message.options();
    let name = options.get_extension(&extension);
    let name = name.as_str().unwrap_or_default();
    Ok((!name.is_empty()).then(|| name.to_owned()))
}

/// Writes the table of one message; returns name, kind and nullability of its fields.
fn write_shape(
    into: &mut String,
    pool: &DescriptorPool,
    message: &MessageDescriptor,
    name: &str,
) -> anyhow::Result<Vec<(String, String, bool)>> {
    let meaning = comment(&message.parent_file(), message.path());
    let groups = groups(pool, message)?;
    let mut fields = Vec::new();
    for field in message.fields() {
        let is_grouped = |group: &Group| {
            group
                .fields
                .iter()
                .any(|(one, _)| one.number() == field.number())
        };
        if groups.iter().any(is_grouped) {
            continue;
        }
        let lifted = lifted(pool, &field).with_context(|| format!("the field {}", field.name()))?;
        let shown = Shown::read(pool, &field);
        fields.extend(shown.with_context(|| format!("the field {}", field.name()))?);
        fields.extend(lifted);
    }
    for group in groups {
        fields.push(group.shown(pool)?);
    }
    let mut names: Vec<(String, String, bool)> = Vec::new();
    for Shown {
        name,
        kind,
        nullable,
        ..
    } in &fields
    {
        ensure!(
            names.iter().all(|(other, ..)| name != other),
            "two fields are called {name}"
        );
        names.push((name.clone(), kind.clone(), *nullable));
    }
    let (full_name, rust) = (message.full_name(), super::rust_type(message.full_name())?);
    writeln!(into, "impl Shaped for {rust} {{")?;
    writeln!(into, "    const SHAPE: &'static Shape = {{")?;
    writeln!(
        into,
        "        static SHAPE: Shape = Shape {{ message: {full_name:?}, name: {name:?}, meaning: {meaning:?}, fields: &["
    )?;
    for field in fields {
        writeln!(into, "            {},", field.written())?;
    }
    writeln!(into, "        ] }};")?;
    writeln!(into, "        &SHAPE")?;
    writeln!(into, "    }};")?;
    writeln!(into, "}}")?;
    Ok(names)
}

/// Fields of a message that are one object.
struct Group {
    message: MessageDescriptor,
    name: String,
    object: String,
    meaning: String,
    /// Each with the name that is said for it, which may be empty.
    fields: Vec<(FieldDescriptor, String)>,
}

fn groups(pool: &DescriptorPool, message: &MessageDescriptor) -> anyhow::Result<Vec<Group>> {
    let extension = extension(pool, "group")?;
    let options = message.options();
    let said = options.get_extension(&extension);
    let said = said.as_list().unwrap_or_default().iter();
    let groups = said.filter_map(Value::as_message).map(|said| {
        let fields = list(said, "fields").into_iter().map(|path| {
            let (path, name) = path.split_once(':').unwrap_or((&path, ""));
            let field = message.get_field_by_name(path);
            let field = field.with_context(|| format!("a group without the field {path}"))?;
            Ok((field, name.to_owned()))
        });
        Ok(Group {
            message: message.clone(),
            name: text(said, "name"),
            object: text(said, "object"),
            meaning: text(said, "meaning"),
            fields: fields.collect::<anyhow::Result<_>>()?,
        })
    });
    groups.collect()
}

impl Group {
    fn shown(&self, pool: &DescriptorPool) -> anyhow::Result<Shown> {
        let mut fields = Vec::new();
        for (field, name) in &self.fields {
            let mut shown = Shown::read(pool, field)?.context("a group of a hidden field")?;
            if !name.is_empty() {
                shown.name.clone_from(name);
            }
            fields.push(shown.written());
        }
        let Self {
            message,
            object,
            meaning,
            ..
        } = self;
        let message = message.full_name();
        let shape = format!(
            "Shape {{ message: {message:?}, name: {object:?}, meaning: {meaning:?}, fields: &[{}] }}",
            fields.join(", ")
        );
        Ok(Shown {
            number: 0,
            path: self.name.clone(),
            name: self.name.clone(),
            meaning: meaning.clone(),
            kind: format!("Kind::Group({{ static GROUP: Shape = {shape}; &GROUP }})"),
            list: false,
            nullable: false,
            known_only: false,
            example: String::new(),
            pattern: String::new(),
            lifted: None,
        })
    }
}

/// The fields of the message in `field` that stand among those of the message around it.
fn lifted(pool: &DescriptorPool, field: &FieldDescriptor) -> anyhow::Result<Vec<Shown>> {
    let extension = extension(pool, "field")?;
    let options = field.options();
    let said = options.get_extension(&extension);
    let said = said.as_message().context("is not a message")?;
    let names = list(said, "lift");
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let Kind::Message(inner) = field.kind() else {
        bail!("nothing can be lifted of what is no message");
    };
    let mut lifted = Vec::new();
    for inner in inner.fields() {
        if names.iter().any(|name| name == "*" || name == inner.name()) {
            lifted.extend(Shown::read(pool, &inner)?);
        }
    }
    ensure!(
        names.iter().any(|name| name == "*") || names.len() == lifted.len(),
        "something is lifted that is not there"
    );
    for shown in &mut lifted {
        ensure!(shown.lifted.is_none(), "what is lifted is not lifted twice");
        shown.lifted = Some((field.number(), flag(said, "nullable")));
    }
    Ok(lifted)
}

/// A field as REST shows it.
struct Shown {
    number: u32,
    path: String,
    name: String,
    meaning: String,
    kind: String,
    list: bool,
    nullable: bool,
    known_only: bool,
    example: String,
    pattern: String,
    /// The field of the message that it is lifted from, and whether it is null without that.
    lifted: Option<(u32, bool)>,
}

impl Shown {
    /// Reads the option of `field`; `None` for a hidden one.
    fn read(pool: &DescriptorPool, field: &FieldDescriptor) -> anyhow::Result<Option<Self>> {
        let extension = extension(pool, "field")?;
        let options = field.options();
        let said = options.get_extension(&extension);
        let said = said.as_message().context("is not a message")?;
        if flag(said, "hidden") {
            return Ok(None);
        }
        let presence = field.supports_presence() && !matches!(field.kind(), Kind::Message(_));
        let nullable = flag(said, "nullable") || (presence && !flag(said, "always"));
        ensure!(
            !(nullable && field.is_list()),
            "a list is empty, never null"
        );
        ensure!(!field.is_map(), "REST shows no maps");
        let name = match text(said, "name") {
            name if name.is_empty() => camel_case(field.name()),
            name => name,
        };
        let meaning = comment(&field.parent_message().parent_file(), field.path());
        Ok(Some(Self {
            number: field.number(),
            path: field.name().to_owned(),
            name,
            meaning: meaning_in_json(&meaning, nullable),
            kind: kind(pool, field, said)?,
            list: field.is_list(),
            nullable,
            known_only: flag(said, "known_only"),
            example: text(said, "example"),
            pattern: text(said, "pattern"),
            lifted: None,
        }))
    }

    fn written(&self) -> String {
        let Self {
            number,
            path,
            name,
            meaning,
            kind,
            list,
            nullable,
            known_only,
            example,
            pattern,
            lifted,
        } = self;
        let lifted = match lifted {
            None => "None".to_owned(),
            Some((number, or_null)) => {
                format!("Some(Lifted {{ number: {number}, or_null: {or_null} }})")
            }
        };
        format!(
            "Field {{ number: {number}, path: {path:?}, name: {name:?}, meaning: {meaning:?}, kind: {kind}, list: {list}, \
             nullable: {nullable}, known_only: {known_only}, example: {example:?}, pattern: {pattern:?}, lifted: {lifted} }}"
        )
    }
}

/// The kind of a field, as an expression.
fn kind(
    pool: &DescriptorPool,
    field: &FieldDescriptor,
    said: &DynamicMessage,
) -> anyhow::Result<String> {
    let form = said
        .get_field_by_name("form")
        .and_then(|value| value.as_enum_number())
        .unwrap_or_default();
    let address = text(said, "address");
    if !address.is_empty() {
        let address = numbered(&address, field.parent_message())?;
        return Ok(format!("Kind::Address({address:?})"));
    }
    let kind = match (field.kind(), form) {
        (Kind::Bytes, 9) => "Kind::Picture(\"image/png\")",
        (Kind::String, 10) => "Kind::Picture(\"image/svg+xml\")",
        (Kind::String, 0 | 5 | 6 | 7) => "Kind::Text",
        (Kind::String, 1) => "Kind::Number",
        (Kind::String, 3) => "Kind::Uuid",
        (Kind::String, 4) => "Kind::Path",
        (Kind::Int32, 2) => "Kind::NumberText",
        (Kind::Int32, 0) => "Kind::Int32",
        (Kind::Int64, 0) => "Kind::Int64",
        (Kind::Bool, 0) => "Kind::Flag",
        (Kind::Enum(words), 0) => {
            let words = super::rust_type(words.full_name())?;
            return Ok(format!("Kind::Word(Words::of::<{words}>())"));
        }
        (Kind::Message(inner), 0) => match inner.full_name() {
            "lintel.common.v1.Money" => "Kind::Money",
            "lintel.common.v1.Date" => "Kind::Date",
            "lintel.common.v1.TimeOfDay" => "Kind::Time",
            "google.protobuf.Timestamp" => "Kind::Instant",
            full_name => {
                ensure!(
                    reply_name(pool, &inner)?.is_some(),
                    "{full_name} has no option lintel.rest.v1.reply"
                );
                let inner = super::rust_type(full_name)?;
                return Ok(format!("Kind::Object(<{inner} as Shaped>::SHAPE)"));
            }
        },
        (other, form) => bail!("REST cannot write {other:?} in form {form}"),
    };
    Ok(kind.to_owned())
}

/// An address with the numbers of fields in place of their names.
fn numbered(address: &str, message: &MessageDescriptor) -> anyhow::Result<String> {
    let mut written = String::new();
    let mut rest = address;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after
            .split_once('}')
            .context("an address with an open brace")?;
        let number = match name {
            "" => String::new(),
            name => {
                let field = message.get_field_by_name(name);
                let field = field.with_context(|| format!("an address with {{{name}}}"))?;
                field.number().to_string()
            }
        };
        written = format!("{written}{before}{{{number}}}");
        rest = after;
    }
    Ok(written + rest)
}

/// Returns true where an option says `name`.
pub fn flag(said: &DynamicMessage, name: &str) -> bool {
    said.get_field_by_name(name)
        .as_deref()
        .and_then(Value::as_bool)
        .unwrap_or_default()
}

/// The text that an option says under `name`; empty for none.
pub fn text(said: &DynamicMessage, name: &str) -> String {
    let value = said.get_field_by_name(name);
    let text = value.as_deref().and_then(Value::as_str);
    text.unwrap_or_default().to_owned()
}

/// The comment of what is at `path` in `file`, on one line.
pub fn comment(file: &prost_reflect::FileDescriptor, path: &[i32]) -> String {
    let source = file.file_descriptor_proto().source_code_info.as_ref();
    let comment = source
        .and_then(|source| source.location.iter().find(|place| place.path == path))
        .map_or("", |place| place.leading_comments());
    let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
    without_sources(&comment)
}

/// The comment without the brackets that name pages of the repository, which integrators do not have.
fn without_sources(comment: &str) -> String {
    let mut kept = String::new();
    let mut rest = comment;
    while let Some((before, inside)) = rest.split_once(" (") {
        let (bracket, after) = inside.split_once(')').unwrap_or((inside, ""));
        kept.push_str(before);
        if !bracket.contains("docs/reference/") {
            kept.push_str(&rest[before.len()..rest.len() - after.len()]);
        }
        rest = after;
    }
    kept + rest
}

/// The meaning of a field in the words of JSON, which has null for nothing and reads nothing of a reply.
pub fn meaning_in_json(comment: &str, nullable: bool) -> String {
    let meaning = comment.replace(" Output only.", "");
    let meaning = meaning.strip_prefix("Output only. ").unwrap_or(&meaning);
    if !nullable {
        return meaning.to_owned();
    }
    let mut meaning = meaning.to_owned();
    for (nothing, null) in [
        ("; absent ", "; null "),
        ("; empty ", "; null "),
        ("; unset ", "; null "),
        ("; unspecified ", "; null "),
        ("; UNSPECIFIED ", "; null "),
        ("; 0 ", "; null "),
        ("; may be empty", "; may be null"),
        (" Absent ", " Null "),
        (" Empty ", " Null "),
    ] {
        meaning = meaning.replace(nothing, null);
    }
    meaning
}

/// A name of the contract in camelCase.
pub fn camel_case(name: &str) -> String {
    let mut camel = String::new();
    let mut upper = false;
    for letter in name.chars() {
        match letter {
            '_' => upper = true,
            letter if upper => {
                camel.extend(letter.to_uppercase());
                upper = false;
            }
            letter => camel.push(letter),
        }
    }
    camel
}

/// The whole number that an option says under `name`; `None` for none. 0 is said only where the field is optional.
pub fn number(said: &DynamicMessage, name: &str) -> Option<i32> {
    let field = said.descriptor().get_field_by_name(name)?;
    let value = said.get_field(&field);
    said.has_field(&field).then(|| value.as_i32())?
}

/// The texts that an option says under `name`.
pub fn list(said: &DynamicMessage, name: &str) -> Vec<String> {
    let value = said.get_field_by_name(name);
    let list = value
        .as_deref()
        .and_then(Value::as_list)
        .unwrap_or_default();
    let texts = list.iter().filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}

/// The extension `name` of `rest.proto`.
///
/// # Errors
/// When it is gone.
pub fn extension(pool: &DescriptorPool, name: &str) -> anyhow::Result<ExtensionDescriptor> {
    let name = format!("lintel.rest.v1.{name}");
    let extension = pool.get_extension_by_name(&name);
    extension.with_context(|| format!("the extension {name} is gone"))
}
