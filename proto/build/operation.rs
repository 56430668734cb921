//! The operations of REST that only pass on to their RPC, as a table: what is read from where, and what of the reply is answered.

use std::fmt::Write as _;

use anyhow::{Context, bail, ensure};
use prost_reflect::{
    DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, MethodDescriptor,
    Value,
};

use super::rest::{comment, flag, meaning_in_json, reply_name, text};

/// The table of all operations, in the order of their services.
///
/// # Errors
/// When an option cannot be followed: a field of the request that comes from nowhere, a reply that is neither one object nor one list.
pub fn table(pool: &DescriptorPool) -> anyhow::Result<String> {
    let mut rows = String::new();
    for service in pool.services() {
        for method in service.methods() {
            let row = row(pool, &method)
                .with_context(|| format!("the operation of REST for {}", method.full_name()))?;
            if let Some(row) = row {
                writeln!(rows, "    {row},")?;
            }
        }
    }
    Ok(format!(
        "/// The operations of REST that only pass on.\npub static OPERATIONS: &[Operation] = &[\n{rows}];\n"
    ))
}

fn row(pool: &DescriptorPool, method: &MethodDescriptor) -> anyhow::Result<Option<String>> {
    let extension = pool
        .get_extension_by_name("lintel.rest.v1.operation")
        .context("the extension lintel.rest.v1.operation is gone")?;
    let options = method.options();
    if !options.has_extension(&extension) {
        return Ok(None);
    }
    let said = options.get_extension(&extension);
    let said = said.as_message().context("is not a message")?;
    let route = text(said, "route");
    let (verb, path) = route.split_once(' ').context("names no verb and path")?;
    ensure!(
        ["GET", "POST", "DELETE"].contains(&verb),
        "{verb} has a body, which is read by hand"
    );
    let comment = comment(&method.parent_file(), method.path());
    let (title, more, reasons) = words(&comment);
    let id = match text(said, "id") {
        id if id.is_empty() => lower_first(method.name()),
        id => id,
    };
    let request = Asked::of(&method.input(), path)?;
    let placed = request.placed(&reasons)?;
    let answer = answer(pool, &method.output())?;
    let answered = words(&super::rest::comment(
        &method.output().parent_file(),
        method.output().path(),
    ))
    .0;
    let status = number(said, "status").unwrap_or(match (verb, answer.as_str()) {
        (_, "Answer::Nothing") => 204,
        _ => 200,
    });
    let signed_in = !super::is_public(pool, method)?;
    let (etag, tag) = (flag(said, "etag"), text(said, "tag"));
    let has_next = answer.starts_with("Answer::List") && answer.contains("Some(");
    ensure!(
        request.pages.is_some() == has_next,
        "pages need page_size and page_token in the request and next_page_token in the reply"
    );
    ensure!(
        !etag || has_version(&method.output()),
        "the object has no version to answer as ETag"
    );
    let refusals = list(said, "refusals");
    let (rpc, request_id) = (super::path(method), request.request_id);
    Ok(Some(format!(
        "Operation {{ rpc: {rpc:?}, id: {id:?}, verb: {verb:?}, path: {path:?}, tag: {tag:?}, title: {title:?}, text: {more:?}, \
         placed: &[{placed}], request_id: {request_id:?}, if_match: {:?}, pages: {:?}, status: {status}, answered: {answered:?}, answer: {answer}, \
         etag: {etag}, signed_in: {signed_in}, refusals: &{refusals:?} }}",
        request.etag, request.pages,
    )))
}

/// Where the fields of a request come from.
struct Asked {
    placed: Vec<(String, FieldDescriptor)>,
    request_id: Option<u32>,
    etag: Option<u32>,
    pages: Option<(u32, u32)>,
}

impl Asked {
    fn of(request: &MessageDescriptor, path: &str) -> anyhow::Result<Self> {
        let mut left: Vec<_> = request.fields().collect();
        let mut take = |name: &str| {
            let place = left.iter().position(|field| field.name() == name)?;
            Some(left.remove(place))
        };
        let request_id = take("request_id").map(|field| field.number());
        let etag = take("etag").map(|field| field.number());
        let size = take("page_size").map(|field| field.number());
        let token = take("page_token").map(|field| field.number());
        ensure!(
            size.is_some() == token.is_some(),
            "page_size and page_token go together"
        );
        let pages = size.zip(token);
        let mut placed = Vec::new();
        for part in path.split('/') {
            let Some(name) = part
                .strip_prefix('{')
                .and_then(|part| part.strip_suffix('}'))
            else {
                continue;
            };
            let place = left
                .iter()
                .position(|field| super::rest::camel_case(field.name()) == name)
                .or((name == "id" && !left.is_empty()).then_some(0))
                .with_context(|| format!("no field for {{{name}}}"))?;
            placed.push((name.to_owned(), left.remove(place)));
        }
        if let Some(field) = left.first() {
            bail!("{} of the request comes from nowhere", field.name());
        }
        Ok(Self {
            placed,
            request_id,
            etag,
            pages,
        })
    }

    /// The placeholders, as expressions. One of an id that is no number is answered with the first of `reasons` that says that it does not
    /// exist.
    fn placed(&self, reasons: &[&str]) -> anyhow::Result<String> {
        let mut written = Vec::new();
        let mut missing = reasons
            .iter()
            .filter(|reason| reason.ends_with("_NOT_FOUND"));
        for (name, field) in &self.placed {
            let number = field.number();
            let meaning = comment(&field.parent_message().parent_file(), field.path());
            let meaning = meaning_in_json(&meaning, false);
            let meaning = meaning.trim_end_matches('.');
            let kind = match field.kind() {
                Kind::Int64 => {
                    let missing = missing
                        .next()
                        .context("no reason ends in _NOT_FOUND for an id that is no number")?;
                    format!("Place::Id({missing:?})")
                }
                Kind::String => "Place::Text".to_owned(),
                other => bail!("{name} of a path cannot be {other:?}"),
            };
            written.push(format!(
                "Placed {{ name: {name:?}, number: {number}, meaning: {meaning:?}, place: {kind} }}"
            ));
        }
        Ok(written.join(", "))
    }
}

/// What of a reply is answered, as an expression.
fn answer(pool: &DescriptorPool, reply: &MessageDescriptor) -> anyhow::Result<String> {
    let shape = |message: &MessageDescriptor| {
        let rust = super::rust_type(message.full_name())?;
        anyhow::Ok(format!("<{rust} as Shaped>::SHAPE"))
    };
    if reply_name(pool, reply)?.is_some() {
        return Ok(format!("Answer::Whole({})", shape(reply)?));
    }
    let mut fields: Vec<_> = reply.fields().collect();
    let next = fields
        .iter()
        .position(|field| field.name() == "next_page_token")
        .map(|place| fields.remove(place).number());
    let [field] = fields.as_slice() else {
        ensure!(
            fields.is_empty(),
            "the reply is more than one object or list"
        );
        return Ok("Answer::Nothing".to_owned());
    };
    let Kind::Message(inner) = field.kind() else {
        bail!("{} of the reply is no object", field.name());
    };
    ensure!(
        reply_name(pool, &inner)?.is_some(),
        "{} has no option lintel.rest.v1.reply",
        inner.full_name()
    );
    let (number, shape) = (field.number(), shape(&inner)?);
    Ok(match (field.is_list(), next) {
        (false, None) => format!("Answer::One({number}, {shape})"),
        (true, next) => format!("Answer::List({number}, {shape}, {next:?})"),
        (false, Some(_)) => bail!("one object has no next page"),
    })
}

/// Whether the one object of a reply has a version.
fn has_version(reply: &MessageDescriptor) -> bool {
    reply.fields().any(|field| match field.kind() {
        Kind::Message(inner) => inner.get_field_by_name("version").is_some(),
        _ => false,
    }) || reply.get_field_by_name("version").is_some()
}

/// The first sentence of a comment without its full stop, what else people are told, and the reasons that it names.
fn words(comment: &str) -> (String, String, Vec<&str>) {
    let mut sentences = comment.split_inclusive(". ").map(str::trim);
    let title = sentences.next().unwrap_or_default().trim_end_matches('.');
    let (mut more, mut reasons) = (Vec::new(), Vec::new());
    for sentence in sentences {
        if let Some(named) = sentence.strip_prefix("Reasons: ") {
            reasons.extend(named.split([',', ' ', '.', ';']).filter(|word| {
                word.len() > 3
                    && word
                        .bytes()
                        .all(|byte| byte == b'_' || byte.is_ascii_uppercase())
            }));
        } else if !sentence.starts_with("Repeats with") && !sentence.starts_with("Publishes ") {
            more.push(sentence);
        }
    }
    (title.to_owned(), more.join(" "), reasons)
}

fn lower_first(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}

fn number(said: &DynamicMessage, name: &str) -> Option<i32> {
    let value = said.get_field_by_name(name)?;
    value.as_i32().filter(|number| *number != 0)
}

fn list(said: &DynamicMessage, name: &str) -> Vec<String> {
    let value = said.get_field_by_name(name);
    let list = value
        .as_deref()
        .and_then(Value::as_list)
        .unwrap_or_default();
    let texts = list.iter().filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}
