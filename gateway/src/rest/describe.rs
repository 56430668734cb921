//! The description of an operation for OpenAPI, from its table.

use std::collections::BTreeMap;

use lintel_proto::shape::{Answer, Operation, Place, Placed};
use utoipa::{
    IntoParams as _, IntoResponses as _, PartialSchema as _, ToSchema as _,
    openapi::{
        Content, HttpMethod, KnownFormat, Object, Paths, Ref, RefOr, Required, Response,
        ResponseBuilder, Schema, SchemaFormat, SecurityRequirement,
        header::HeaderBuilder,
        path::{OperationBuilder, Parameter, ParameterBuilder, ParameterIn},
        request_body::RequestBodyBuilder,
        schema::{Array, Type},
    },
};

use super::{input_schema, schema};
use crate::{
    api::accounts::account::MessageReply,
    rest::{
        input::PageParams,
        openapi::{
            self, BadQuery, IdempotencyKey, IfMatch, KeyRefused, Refusals, SignedIn, WithBody,
        },
    },
};

/// The text about every list that comes in pages.
const PAGES: &str = "Without parameters up to 10,000; with `pageSize` or `pageToken` one page.";

/// The text about every change that names its fields.
const CHANGE: &str = "What is absent stays, null empties.";

/// The objects that an operation refers to, and the operation under its path.
pub fn operation(operation: &Operation) -> (Vec<(String, RefOr<Schema>)>, Paths) {
    let mut described = OperationBuilder::new()
        .tag(operation.tag)
        .summary(Some(operation.title))
        .operation_id(Some(operation.id));
    let pages = operation.pages.map_or("", |_| PAGES);
    let change = operation.mask.map_or("", |_| CHANGE);
    let text = [operation.text, change, pages];
    let text = text.into_iter().filter(|text| !text.is_empty());
    let text = text.collect::<Vec<_>>().join(" ");
    if !text.is_empty() {
        described = described.description(Some(text));
    }
    for placed in operation.placed {
        described = described.parameter(placeholder(placed));
    }
    let header = || Some(ParameterIn::Header);
    if operation.if_match.is_some() {
        for parameter in IfMatch::into_params(header) {
            described = described.parameter(parameter);
        }
    }
    if operation.request_id.is_some() {
        for parameter in IdempotencyKey::into_params(header) {
            described = described.parameter(parameter);
        }
    }
    if let (Some(input), "GET") = (operation.input, operation.verb) {
        for field in input_schema::fields(input, true) {
            described = described.parameter(field.parameter());
        }
    }
    if !operation.ignored.is_empty() {
        let ignored = ParameterBuilder::new()
            .name(operation.ignored)
            .parameter_in(ParameterIn::Query)
            .required(Required::False)
            .description(Some(
                "Ignored: the address changes when what is there has changed",
            ))
            .schema(Some(Object::with_type(Type::String)));
        described = described.parameter(ignored.build());
    }
    if operation.pages.is_some() {
        for parameter in PageParams::into_params(|| Some(ParameterIn::Query)) {
            described = described.parameter(parameter);
        }
    }
    let body = operation.input.filter(|_| operation.verb != "GET");
    if let Some(body) = body {
        let schema = Ref::from_schema_name(body.name);
        let content = Content::new(Some(schema));
        let sent = RequestBodyBuilder::new().content("application/json", content);
        described = described.request_body(Some(sent.required(Some(Required::True)).build()));
    }
    let mut responses =
        BTreeMap::from([(operation.status.to_string(), RefOr::T(success(operation)))]);
    for name in operation.refusals {
        responses.extend(openapi::group(name));
    }
    let has_query = operation.pages.is_some() || operation.input.is_some();
    if body.is_some() {
        responses.extend(WithBody::responses());
    } else if has_query {
        responses.extend(BadQuery::responses());
    }
    if operation.request_id.is_some() && body.is_none() {
        responses.extend(KeyRefused::responses());
    }
    if operation.signed_in {
        responses.extend(SignedIn::responses());
        let nothing: [&str; 0] = [];
        described = described.security(SecurityRequirement::new("bearer", nothing));
    }
    responses.extend(Refusals::responses());
    for (status, response) in responses {
        described = described.response(status, response);
    }
    let mut paths = Paths::new();
    let verb = match operation.verb {
        "POST" => HttpMethod::Post,
        "PUT" => HttpMethod::Put,
        "PATCH" => HttpMethod::Patch,
        "DELETE" => HttpMethod::Delete,
        _ => HttpMethod::Get,
    };
    paths.add_path_operation(operation.path, vec![verb], described);
    let mut schemas = Vec::new();
    if let Answer::Whole(shape) | Answer::One(_, shape) | Answer::List(_, shape, _) =
        operation.answer
    {
        schemas.push((shape.name.to_owned(), schema::object(shape)));
        schema::within(shape, &mut schemas);
    }
    if let Answer::Said(_) = operation.answer {
        schemas.push((MessageReply::name().into_owned(), MessageReply::schema()));
    }
    for placed in operation.placed {
        if let Place::Word(words, _) = placed.place {
            schemas.push((words.name.to_owned(), crate::api::names::words(&words)));
        }
    }
    if let Some(input) = operation.input {
        if operation.verb != "GET" {
            schemas.push((input.name.to_owned(), input_schema::object(input)));
        }
        input_schema::within(input, &mut schemas);
    }
    (schemas, paths)
}

fn placeholder(placed: &Placed) -> Parameter {
    let schema: RefOr<Schema> = match placed.place {
        Place::Word(words, _) => Ref::from_schema_name(words.name).into(),
        Place::Id(_) => {
            let mut id = Object::with_type(Type::Integer);
            id.format = Some(SchemaFormat::KnownFormat(KnownFormat::Int64));
            id.minimum = Some(1.into());
            id.into()
        }
        Place::Text | Place::Link => Object::with_type(Type::String).into(),
    };
    ParameterBuilder::new()
        .name(placed.name)
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .description(Some(placed.meaning))
        .schema(Some(schema))
        .build()
}

fn success(operation: &Operation) -> Response {
    let mut response = ResponseBuilder::new().description(operation.answered);
    let content = |schema: RefOr<Schema>| Content::new(Some(schema));
    let text = |meaning: &str| {
        let header = HeaderBuilder::new().schema(Some(Object::with_type(Type::String)));
        header.description(Some(meaning)).build()
    };
    if operation.etag {
        response = response.header("ETag", text("The row's version in quotes"));
    }
    if !operation.location.is_empty() {
        response = response.header(
            "Location",
            text(match operation.location.contains("{id}") {
                true => "Where it can be read",
                false => "Where it is listed",
            }),
        );
    }
    if operation.pages.is_some() {
        let link = text("`<…>; rel=\"next\"` where more follow");
        response = response.header("Link", link);
    }
    let schema: RefOr<Schema> = match operation.answer {
        Answer::Nothing => return response.build(),
        Answer::File(_, name, _, types) => {
            if name.is_some() {
                response = response.header("Content-Disposition", text("Its name"));
            }
            for media_type in types {
                let schema = match *media_type {
                    "application/json" => serde_json::Value::schema(),
                    _ => Vec::<u8>::schema(),
                };
                response = response.content(*media_type, content(schema));
            }
            return response.build();
        }
        Answer::Said(_) => Ref::from_schema_name(MessageReply::name()).into(),
        Answer::Whole(shape) | Answer::One(_, shape) => Ref::from_schema_name(shape.name).into(),
        Answer::List(_, shape, _) => Array::new(Ref::from_schema_name(shape.name)).into(),
    };
    response
        .content("application/json", content(schema))
        .build()
}
