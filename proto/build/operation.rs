//! The operations of REST that only pass on to their RPC, as a table: what is read from where, and what of the reply is answered.

use std::{collections::BTreeMap, fmt::Write as _};

use anyhow::{Context, bail, ensure};
use prost_reflect::{DescriptorPool, FieldDescriptor, Kind, MessageDescriptor, MethodDescriptor};

use super::{
    input::Body,
    refusals::Answers,
    rest::{comment, extension, flag, list, meaning_in_json, number, reply_name, text},
};

/// The table of all operations, in the order of their services.
///
/// # Errors
/// When an option cannot be followed: a field of the request that comes from nowhere, a reply that is neither one object nor one list.
pub fn table(pool: &DescriptorPool) -> anyhow::Result<String> {
    let mut rows = String::new();
    let groups = super::refusals::groups(pool)?;
    for service in pool.services() {
        for method in service.methods() {
            let row = row(pool, &method, &groups)
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

fn row(
    pool: &DescriptorPool,
    method: &MethodDescriptor,
    groups: &BTreeMap<String, Answers>,
) -> anyhow::Result<Option<String>> {
    let extension = extension(pool, "operation")?;
    let options = method.options();
    if !options.has_extension(&extension) {
        return Ok(None);
    }
    let said = options.get_extension(&extension);
    let said = said.as_message().context("is not a message")?;
    let route = text(said, "route");
    let (verb, path) = route.split_once(' ').context("names no verb and path")?;
    let (path, ignored) = path.split_once('?').unwrap_or((path, ""));
    ensure!(
        ["GET", "POST", "PUT", "PATCH", "DELETE"].contains(&verb),
        "{verb} is no verb of REST"
    );
    let comment = comment(&method.parent_file(), method.path());
    let (title, more, reasons) = words(&comment);
    let id = match text(said, "id") {
        id if id.is_empty() => lower_first(method.name()),
        id => id,
    };
    let signed_in = !super::is_public(pool, method)?;
    let request = Asked::of(pool, &method.input(), path)?;
    let placed = request.placed(&reasons, signed_in)?;
    let (says, file) = (text(said, "says"), list(said, "file"));
    let answer = match file.as_slice() {
        [] => answer(pool, &method.output())?,
        types => answer_file(&method.output(), types)?,
    };
    let answer = match answer.as_str() {
        "Answer::Nothing" if !says.is_empty() => format!("Answer::Said({says:?})"),
        answer => {
            ensure!(says.is_empty(), "the call replies something itself");
            answer.to_owned()
        }
    };
    let answered = words(&super::rest::comment(
        &method.output().parent_file(),
        method.output().path(),
    ))
    .0;
    let status = number(said, "status").unwrap_or(match (verb, answer.as_str()) {
        (_, "Answer::Nothing") => 204,
        _ => 200,
    });
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
    let (refusals, location) = (list(said, "refusals"), text(said, "location"));
    for name in &refusals {
        ensure!(groups.contains_key(name), "nobody says the refusals {name}");
    }
    ensure!(
        location.is_empty() || answer.starts_with("Answer::One"),
        "Location names one object"
    );
    let input = request.input()?;
    let (rpc, request_id) = (super::path(method), request.request_id);
    Ok(Some(format!(
        "Operation {{ rpc: {rpc:?}, id: {id:?}, verb: {verb:?}, path: {path:?}, tag: {tag:?}, ignored: {ignored:?}, title: {title:?}, text: {more:?}, \
         placed: &[{placed}], request_id: {request_id:?}, if_match: {:?}, pages: {:?}, input: {input}, mask: {:?}, status: {status}, answered: {answered:?}, answer: {answer}, \
         etag: {etag}, location: {location:?}, signed_in: {signed_in}, refusals: &{refusals:?} }}",
        request.etag, request.pages, request.mask,
    )))
}

/// The sources of a request's fields.
struct Asked {
    message: MessageDescriptor,
    /// The placeholders: name, and the fields on the way to what it fills.
    placed: Vec<(String, Vec<FieldDescriptor>)>,
    request_id: Option<u32>,
    etag: Option<u32>,
    pages: Option<(u32, u32)>,
    mask: Option<u32>,
    body: Option<Body>,
}

impl Asked {
    fn of(pool: &DescriptorPool, request: &MessageDescriptor, path: &str) -> anyhow::Result<Self> {
        let mut left: Vec<_> = request.fields().collect();
        let mut take = |name: &str| {
            let place = left.iter().position(|field| field.name() == name)?;
            Some(left.remove(place).number())
        };
        let (request_id, etag, mask) = (take("request_id"), take("etag"), take("update_mask"));
        let (size, token) = (take("page_size"), take("page_token"));
        ensure!(
            size.is_some() == token.is_some(),
            "page_size and page_token go together"
        );
        let pages = size.zip(token);
        let body = Body::of(pool, request)?;
        let read = body.as_ref().map_or(Ok(Vec::new()), Body::read)?;
        let of = body.as_ref().and_then(|body| body.of.clone());
        ensure!(
            mask.is_none() || of.is_some(),
            "update_mask needs the object that is changed"
        );
        let of_fields = of.as_ref().and_then(|of| match of.kind() {
            Kind::Message(inner) => Some((of.clone(), inner)),
            _ => None,
        });
        left.retain(|field| !read.contains(&field.number()) && Some(field) != of.as_ref());
        let names: Vec<_> = path
            .split('/')
            .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
            .collect();
        let mut found: Vec<Option<Vec<FieldDescriptor>>> = Vec::new();
        // Fields of these names first, so that none is taken by the placeholder of another. `{requestId}` is a `pet_request_id`, too.
        for name in &names {
            let is_named = |field: &FieldDescriptor| {
                let full = super::rest::camel_case(field.name());
                let end = name[..1].to_uppercase() + &name[1..];
                full == *name || (*name != "id" && full.ends_with(&end))
            };
            let place = left.iter().position(is_named);
            found.push(place.map(|place| vec![left.remove(place)]));
        }
        let mut placed = Vec::new();
        for (name, found) in names.into_iter().zip(found) {
            let way = match (found, &of_fields, left.len()) {
                (Some(way), ..) => way,
                // The id of the object that is changed.
                (None, Some((of, inner)), 0) => {
                    let id = inner.fields().next();
                    let id = id.with_context(|| format!("no field for {{{name}}}"))?;
                    vec![of.clone(), id]
                }
                (None, _, 1) => vec![left.remove(0)],
                _ => bail!("no field for {{{name}}}"),
            };
            placed.push((name.to_owned(), way));
        }
        if let Some(field) = left.first() {
            bail!("{} of the request comes from nowhere", field.name());
        }
        Ok(Self {
            message: request.clone(),
            placed,
            request_id,
            etag,
            pages,
            mask,
            body,
        })
    }

    /// The body or query, as an expression.
    fn input(&self) -> anyhow::Result<String> {
        if self.body.is_none() {
            return Ok("None".to_owned());
        }
        let rust = super::rust_type(self.message.full_name())?;
        Ok(format!("Some(<{rust} as Asked>::INPUT)"))
    }

    /// The placeholders, as expressions. One of an id that is no number is answered with the first of `reasons` that says that it does not
    /// exist.
    fn placed(&self, reasons: &[&str], signed_in: bool) -> anyhow::Result<String> {
        let mut written = Vec::new();
        let mut missing = reasons
            .iter()
            .filter(|reason| reason.ends_with("_NOT_FOUND"));
        for (name, way) in &self.placed {
            let field = way.last().context("a placeholder without a field")?;
            let numbers: Vec<_> = way.iter().map(FieldDescriptor::number).collect();
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
                Kind::Enum(enumeration) => {
                    let missing = missing
                        .next()
                        .context("no reason ends in _NOT_FOUND for a word that is not known")?;
                    let words = super::rust_type(enumeration.full_name())?;
                    format!("Place::Word(Words::of::<{words}>(), {missing:?})")
                }
                Kind::String if name == "token" && !signed_in => "Place::Link".to_owned(),
                Kind::String => "Place::Text".to_owned(),
                other => bail!("{name} of a path cannot be {other:?}"),
            };
            written.push(format!(
                "Placed {{ name: {name:?}, numbers: &{numbers:?}, meaning: {meaning:?}, place: {kind} }}"
            ));
        }
        Ok(written.join(", "))
    }
}

/// The part of a reply that is answered, as an expression.
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

/// A file of a reply, as an expression.
fn answer_file(reply: &MessageDescriptor, types: &[String]) -> anyhow::Result<String> {
    let number = |name: &str| reply.get_field_by_name(name).map(|field| field.number());
    let content = number("content").context("a file without content")?;
    let (name, media_type) = (number("file_name"), number("media_type"));
    ensure!(
        media_type.is_some() || types.len() == 1,
        "a file of several types says its media_type"
    );
    Ok(format!(
        "Answer::File({content}, {name:?}, {media_type:?}, &{types:?})"
    ))
}

/// Returns true where the one object of a reply has a version.
fn has_version(reply: &MessageDescriptor) -> bool {
    reply.fields().any(|field| match field.kind() {
        Kind::Message(inner) => inner.get_field_by_name("version").is_some(),
        _ => false,
    }) || reply.get_field_by_name("version").is_some()
}

/// The first sentence of a comment without its full stop, what else people are told of REST, and the reasons that it names.
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
        } else if !["Repeats with", "Publishes ", "The mask "]
            .iter()
            .any(|start| sentence.starts_with(start))
        {
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
