//! The operations that only pass on to their RPC, by the table that the contract's build writes.

use std::collections::HashMap;

use axum::{
    Json,
    extract::{FromRequest as _, FromRequestParts as _, Path, Request, State},
    response::{IntoResponse as _, Response},
    routing::{MethodFilter, on},
};
use bytes::Bytes;
use http::{HeaderValue, StatusCode, Uri, header, request::Parts};
use lintel_proto::shape::{Answer, OPERATIONS, Operation, Place, Shape};
use prost_types::FieldMask;
use serde_json::value::RawValue;
use utoipa_axum::router::OpenApiRouter;

use super::{
    describe,
    json::{Encoded, Object},
    reading,
};
use crate::{
    Gateway,
    api::accounts::account::MessageReply,
    call::Allowed,
    rest::{
        ids,
        input::{
            FieldReader, JsonObject, Known, PageParams, Query, if_match, read_query, request_id,
        },
        link, pages,
        problem::Problem,
        reply,
    },
};

/// The routes of all such operations, with their descriptions.
pub fn routes() -> OpenApiRouter<Gateway> {
    let mut router = OpenApiRouter::default();
    for operation in OPERATIONS {
        let filter = match operation.verb {
            "POST" => MethodFilter::POST,
            "PUT" => MethodFilter::PUT,
            "PATCH" => MethodFilter::PATCH,
            "DELETE" => MethodFilter::DELETE,
            _ => MethodFilter::GET,
        };
        let handler = on(
            filter,
            move |State(gateway): State<Gateway>, request: Request| async move {
                let answered = pass_on(operation, &gateway, request).await;
                answered.unwrap_or_else(Problem::into_response)
            },
        );
        let (schemas, paths) = describe::operation(operation);
        router = router.routes((schemas, paths, handler));
    }
    router
}

/// Checks the caller, sends what path, headers, query and body say, and answers what comes back.
async fn pass_on(
    operation: &'static Operation,
    gateway: &Gateway,
    request: Request,
) -> Result<Response, Problem> {
    let (mut parts, body) = request.into_parts();
    let call = Allowed::admit(operation.rpc, &parts, gateway).await?;
    let placed = placed(operation, &mut parts, gateway).await?;
    let known = Known::of(&parts.method, &parts.extensions);
    let (headers, uri) = (parts.headers.clone(), parts.uri.clone());
    let mut message = match operation.input {
        Some(input) if operation.verb == "GET" => {
            let is_known = |name: &str| input.fields.iter().any(|field| field.name == name);
            read_query(&uri, is_known, |reader| reading::read(input, reader))?
        }
        Some(input) => {
            let object =
                JsonObject::from_request(Request::from_parts(parts, body), gateway).await?;
            let mut reader = FieldReader::new(&object);
            let mut message = reading::read(input, &mut reader);
            if let Some(number) = operation.mask {
                let paths = reading::named(input, &reader);
                prost::encoding::message::encode(number, &FieldMask { paths }, &mut message);
            }
            // The header is refused together with what the body lacks; a call that hashes secrets takes none.
            if operation.request_id.is_some() {
                reader.request_id(&headers);
            }
            reader.refuse_unknown(known.and_then(Known::body));
            reader.finish()?;
            message
        }
        None => Vec::new(),
    };
    message.extend(placed);
    let mut repeatable = false;
    if let Some(number) = operation.request_id {
        let id = request_id(&headers)?;
        repeatable = !id.is_empty();
        write_text(number, &id, &mut message);
    }
    if let Some(number) = operation.if_match {
        write_text(number, &if_match(&headers), &mut message);
    }
    if let (Some(fields), Answer::List(rows, shape, Some(next))) =
        (operation.pages, operation.answer)
    {
        let list = Paged {
            rpc: operation.rpc,
            message,
            fields,
            rows,
            next,
            shape,
        };
        return list.answer(call, &uri).await;
    }
    let reply = call.send(operation.rpc, message.into(), repeatable).await?;
    answer(operation, &reply)
}

/// The fields of the request that stand in the path.
async fn placed(
    operation: &Operation,
    parts: &mut Parts,
    gateway: &Gateway,
) -> Result<Vec<u8>, Problem> {
    let mut message = Vec::new();
    if operation.placed.is_empty() {
        return Ok(message);
    }
    let texts = Path::<HashMap<String, String>>::from_request_parts(parts, &()).await;
    let texts = texts.map(|Path(texts)| texts).unwrap_or_default();
    for placed in operation.placed {
        let Some((number, way)) = placed.numbers.split_last() else {
            continue;
        };
        let text = texts.get(placed.name).map_or("", String::as_str);
        let mut field = Vec::new();
        match placed.place {
            Place::Text => write_text(*number, text, &mut field),
            Place::Link => write_text(
                *number,
                &link::checked(text.to_owned(), gateway)?,
                &mut field,
            ),
            Place::Word(words, missing) => {
                let value = words.number(text).ok_or_else(|| ids::missing(missing))?;
                prost::encoding::int32::encode(*number, &value, &mut field);
            }
            Place::Id(missing) => {
                let id = text.parse::<i64>().ok().filter(|id| *id > 0);
                let id = id.ok_or_else(|| ids::missing(missing))?;
                prost::encoding::int64::encode(*number, &id, &mut field);
            }
        }
        reading::write_within(way, field, &mut message);
    }
    Ok(message)
}

fn write_text(number: u32, text: &str, message: &mut Vec<u8>) {
    if !text.is_empty() {
        prost::encoding::string::encode(number, &text.to_owned(), message);
    }
}

fn answer(operation: &Operation, reply: &[u8]) -> Result<Response, Problem> {
    let status = StatusCode::from_u16(operation.status).map_err(Problem::internal)?;
    let mut location = None;
    let (body, version) = match operation.answer {
        Answer::Nothing => return Ok(status.into_response()),
        Answer::Said(message) => {
            return Ok((status, Json(MessageReply { message })).into_response());
        }
        Answer::File(content, name, media_type, types) => {
            let found = Encoded::read(reply).map_err(Problem::internal)?;
            let text = |number: Option<u32>| {
                let bytes = number.and_then(|number| found.bytes(number).last());
                String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned()
            };
            let media_type = match text(media_type) {
                none if none.is_empty() => types.first().copied().unwrap_or_default().to_owned(),
                said => said,
            };
            let name = match text(name) {
                none if none.is_empty() => {
                    let last = operation.path.rsplit('/').next();
                    last.filter(|last| *last != "content")
                        .unwrap_or_default()
                        .to_owned()
                }
                said => said,
            };
            let content = found.bytes(content).last().unwrap_or_default();
            return reply::file(&media_type, &name, content.to_vec());
        }
        Answer::Whole(shape) => object(shape, reply)?,
        Answer::One(number, shape) => {
            let found = Encoded::read(reply).map_err(Problem::internal)?;
            let bytes = found.bytes(number).last();
            let bytes =
                bytes.ok_or_else(|| Problem::internal("a reply came without its message"))?;
            location = made_at(operation, shape, bytes)?;
            object(shape, bytes)?
        }
        Answer::List(number, shape, _) => {
            let found = Encoded::read(reply).map_err(Problem::internal)?;
            (json(&rows(number, shape, &found)?)?, None)
        }
    };
    let media_type = HeaderValue::from_static("application/json");
    let mut response = (status, [(header::CONTENT_TYPE, media_type)], body).into_response();
    if let (true, Some(version)) = (operation.etag, version) {
        let tag = HeaderValue::try_from(format!("\"{version}\"")).map_err(Problem::internal)?;
        response.headers_mut().insert(header::ETAG, tag);
    }
    if let Some(location) = location {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

/// The place of an object that was made; `None` where the operation does not say it.
fn made_at(
    operation: &Operation,
    shape: &Shape,
    bytes: &[u8],
) -> Result<Option<HeaderValue>, Problem> {
    if operation.location.is_empty() {
        return Ok(None);
    }
    let first = shape.fields.first().map_or(1, |field| field.number);
    let found = Encoded::read(bytes).map_err(Problem::internal)?;
    let id = found.id(first).to_string();
    let location = operation.location.replace("{id}", &id);
    Ok(Some(
        HeaderValue::try_from(location).map_err(Problem::internal)?,
    ))
}

/// An object as JSON, and its version where it has one.
fn object(shape: &'static Shape, bytes: &[u8]) -> Result<(Vec<u8>, Option<i64>), Problem> {
    let object = Object::read(shape, bytes).map_err(Problem::internal)?;
    Ok((json(&object)?, object.version()))
}

fn json(value: &impl serde::Serialize) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec(value).map_err(Problem::internal)
}

/// The objects of a list, each as JSON.
fn rows(
    number: u32,
    shape: &'static Shape,
    reply: &Encoded<'_>,
) -> Result<Vec<Box<RawValue>>, Problem> {
    let rows = reply.bytes(number).map(|bytes| {
        let object = Object::read(shape, bytes).map_err(Problem::internal)?;
        serde_json::value::to_raw_value(&object).map_err(Problem::internal)
    });
    rows.collect()
}

/// A list that comes in pages.
struct Paged {
    rpc: &'static str,
    message: Vec<u8>,
    fields: (u32, u32),
    rows: u32,
    next: u32,
    shape: &'static Shape,
}

impl Paged {
    async fn answer(self, call: Allowed, uri: &Uri) -> Result<Response, Problem> {
        let page = Query::<PageParams>::of_uri(uri)?;
        let call = if page.message.paged {
            call
        } else {
            call.within(pages::WHOLE_LIST)
        };
        pages::answer(
            &page.of(uri.path()),
            page.message,
            async |size, token: String| {
                let mut message = self.message.clone();
                if size != 0 {
                    prost::encoding::int32::encode(self.fields.0, &size, &mut message);
                }
                write_text(self.fields.1, &token, &mut message);
                let reply: Bytes = call.send(self.rpc, message.into(), false).await?;
                let found = Encoded::read(&reply).map_err(Problem::internal)?;
                let next = found.bytes(self.next).last().unwrap_or_default();
                let next = std::str::from_utf8(next).map_err(Problem::internal)?;
                Ok((rows(self.rows, self.shape, &found)?, next.to_owned()))
            },
        )
        .await
    }
}
