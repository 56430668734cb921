//! The OpenAPI document, and that bodies are read as it describes them.

use axum::body::Body;
use lintel_core::Role;
use lintel_testkit::tokens::outsider;
use serde_json::{Value, json};

use super::front::{Front, request};
use crate::{api, front::large_body::LargeBody, rest::openapi};

#[test]
fn the_committed_contract_is_the_routers() {
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
    let committed = std::fs::read_to_string(committed).unwrap();
    let fresh = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/openapi.json");
    let text = openapi::text(api::document()).unwrap();
    if committed != text {
        std::fs::write(fresh, text).unwrap();
        panic!(
            "gateway/openapi.json is stale: copy {fresh} over it, and `npm --prefix web run gen`"
        );
    }
}

#[test]
fn every_operation_has_an_id_of_its_own_a_summary_and_a_success() {
    let document = serde_json::to_value(api::document()).unwrap();
    let mut ids = std::collections::BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let place = format!("{method} {path}");
            let id = operation["operationId"].as_str().unwrap().to_owned();
            assert!(ids.insert(id), "{place}");
            assert!(operation["summary"].is_string(), "{place}");
            let responses = operation["responses"].as_object().unwrap();
            assert!(
                responses.keys().any(|status| status.starts_with('2')),
                "{place}"
            );
        }
    }
    assert!(!ids.is_empty());
}

#[test]
fn every_operation_that_takes_a_key_says_when_it_is_refused() {
    let document = serde_json::to_value(api::document()).unwrap();
    let mut tried = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let parameters = operation["parameters"].as_array();
            let mut parameters = parameters.into_iter().flatten();
            if parameters.any(|parameter| parameter["name"] == "Idempotency-Key") {
                assert!(operation["responses"]["422"].is_object(), "{method} {path}");
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn every_body_that_may_hold_a_file_is_read_by_its_route() {
    let document = serde_json::to_value(api::document()).unwrap();
    let mut tried = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        let kinds = item["post"]["requestBody"]["content"].as_object();
        if !kinds.is_some_and(|kinds| kinds.contains_key("multipart/form-data")) {
            continue;
        }
        let path = path.replace("{id}", "1").replace("{token}", "a-token");
        let mut sent = request("POST", &path, "", Body::from("x"));
        assert!(LargeBody::of(&mut sent).is_some(), "{path}");
        tried += 1;
    }
    assert!(tried > 7, "{tried}");
}

#[tokio::test]
async fn every_described_field_of_a_body_is_named_when_it_cannot_be_read() {
    let document = serde_json::to_value(api::document()).unwrap();
    let mut tried = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            let bodies = unreadable(&document, schema);
            if bodies.is_empty() {
                continue;
            }
            // A new gateway for each operation, because operations have rate limits.
            let front = Front::new().await;
            // Applicants and tenants do what landlords never do.
            let token = match (method.as_str(), path.as_str()) {
                (
                    "post",
                    "/api/tenant-applications"
                    | "/api/tenant-applications/{id}/references/{kind}"
                    | "/api/maintenance-requests/judgements",
                ) => front.mint.token(&outsider(9, Role::Tenant)).unwrap(),
                (_, path) if path.starts_with("/api/tenant-portal/") => {
                    front.mint.token(&outsider(9, Role::Tenant)).unwrap()
                }
                _ => front.landlord().1,
            };
            let path = path.replace("{id}", "1").replace("{documentId}", "1");
            let path = path.replace("{deedId}", "1");
            let path = path.replace("{token}", "a-token");
            let path = path.replace("{requestId}", "1");
            let path = path.replace("{act}", "end");
            let path = path.replace("{portfolioAct}", "sale");
            let path = path.replace("{kind}", "guarantor");
            for (field, body) in bodies {
                let what = format!("{method} {path} {body}");
                let body = Body::from(body.to_string());
                let request = request(&method.to_uppercase(), &path, &token, body);
                let answer = front.send(request).await;
                assert_eq!(answer.reason(), "FIELDS_UNREADABLE", "{what}");
                let errors = &answer.json()["errors"];
                let named: Vec<_> = errors.as_object().unwrap().keys().cloned().collect();
                assert_eq!(named, [field], "{what}");
                tried += 1;
            }
            assert!(front.upstream.asked().is_empty(), "{path}");
        }
    }
    assert!(tried > 150, "{tried}");
}

/// Returns for each field of the object that `schema` describes its name, and a body in which it cannot be read.
fn unreadable(document: &Value, schema: &Value) -> Vec<(String, Value)> {
    let schema = resolved(document, schema);
    let mut bodies = Vec::new();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let kinds = field["type"].to_string();
        let wrong = match kinds.contains("array") || kinds.contains("object") {
            true => json!(5),
            false => json!({"a": 1}),
        };
        bodies.push((name.clone(), json!({ name: wrong })));
        for (inner, body) in unreadable(document, &field["items"]) {
            bodies.push((format!("{name}[0].{inner}"), json!({ name: [body] })));
        }
        for (inner, body) in unreadable(document, field) {
            bodies.push((format!("{name}.{inner}"), json!({ name: body })));
        }
    }
    bodies
}

fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let name = schema["$ref"]
        .as_str()
        .and_then(|path| path.rsplit('/').next());
    name.map_or(schema, |name| &document["components"]["schemas"][name])
}
