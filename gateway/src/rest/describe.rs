//! The description of an operation for OpenAPI, from its table.

use std::collections::BTreeMap;

use lintel_proto::shape::{Answer, Operation, Place, Placed};
use utoipa::{
    IntoParams as _, IntoResponses as _,
    openapi::{
        Content, HttpMethod, KnownFormat, Object, Paths, Ref, RefOr, Required, Response,
        ResponseBuilder, Schema, SchemaFormat, SecurityRequirement,
        header::HeaderBuilder,
        path::{OperationBuilder, Parameter, ParameterBuilder, ParameterIn},
        schema::{Array, Type},
    },
};

use super::schema;
use crate::{
    input::PageParams,
    openapi::{self, IdempotencyKey, IfMatch, KeyRefused, Refusals, SignedIn},
};

/// What is said of every list that comes in pages.
const PAGES: &str = "Without parameters up to 10,000; with `pageSize` or `pageToken` one page.";

/// The objects that an operation refers to, and the operation under its path.
pub fn operation(operation: &Operation) -> (Vec<(String, RefOr<Schema>)>, Paths) {
    let mut described = OperationBuilder::new()
        .tag(operation.tag)
        .summary(Some(operation.title))
        .operation_id(Some(operation.id));
    let pages = operation.pages.map_or("", |_| PAGES);
    let text = [operation.text, pages].join(" ");
    if !text.trim().is_empty() {
        described = described.description(Some(text.trim()));
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
    if operation.pages.is_some() {
        for parameter in PageParams::into_params(|| Some(ParameterIn::Query)) {
            described = described.parameter(parameter);
        }
    }
    let mut responses =
        BTreeMap::from([(operation.status.to_string(), RefOr::T(success(operation)))]);
    for name in operation.refusals {
        responses.extend(openapi::group(name).unwrap_or_default());
    }
    if operation.request_id.is_some() {
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
    (schemas, paths)
}

fn placeholder(placed: &Placed) -> Parameter {
    let mut schema = Object::with_type(Type::String);
    if matches!(placed.place, Place::Id(_)) {
        schema = Object::with_type(Type::Integer);
        schema.format = Some(SchemaFormat::KnownFormat(KnownFormat::Int64));
        schema.minimum = Some(1.into());
    }
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
    if operation.pages.is_some() {
        let link = text("`<…>; rel=\"next\"` where more follow");
        response = response.header("Link", link);
    }
    let schema: RefOr<Schema> = match operation.answer {
        Answer::Nothing => return response.build(),
        Answer::Whole(shape) | Answer::One(_, shape) => Ref::from_schema_name(shape.name).into(),
        Answer::List(_, shape, _) => Array::new(Ref::from_schema_name(shape.name)).into(),
    };
    response
        .content("application/json", content(schema))
        .build()
}
