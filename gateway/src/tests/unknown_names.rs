//! Names that an operation does not know: each operation of the contract refuses them, and names the nearest that it knows.

use axum::body::Body;
use lintel_core::Role;
use lintel_testkit::tokens::outsider;
use serde_json::{Map, Value, json};

use super::front::{Answer, Front, request};
use crate::api;

/// Operations that one gateway answers.
const OF_ONE: usize = 8;
/// Landlords are refused with another status there.
const TENANTS: [&str; 2] = [
    "/api/tenant-applications",
    "/api/tenant-portal/confirmations",
];

#[tokio::test]
async fn every_operation_refuses_a_parameter_that_it_does_not_know() {
    let (mut missed, mut front) = (Vec::new(), Front::new().await);
    for (index, operation) in operations().iter().enumerate() {
        let mut tried = 0;
        // Calls have limits, so that one gateway does not answer them all.
        if index % OF_ONE == 0 {
            front = Front::new().await;
        }
        for token in operation.tokens(&front) {
            let path = format!("{}?{}=x", operation.path, operation.misspelt_parameter());
            let body = Body::from("{}");
            let request = request(&operation.method, &path, &token, body);
            let answer = front.send(request).await;
            // An operation of somebody else is closed before its query is looked at.
            if matches!(answer.status.as_u16(), 401 | 403) {
                continue;
            }
            names(
                &answer,
                &operation.misspelt_parameter(),
                operation.parameters.first(),
                &path,
            );
            assert!(front.upstream.asked().is_empty(), "{path}");
            tried += 1;
            break;
        }
        if tried == 0 {
            missed.push(format!("{} {}", operation.method, operation.path));
        }
    }
    assert_eq!(missed, [""; 0]);
}

#[tokio::test]
async fn every_body_refuses_a_field_that_it_does_not_know() {
    let mut tried = 0;
    for operation in operations() {
        for (place, known, body) in operation.misspelt_bodies() {
            let front = Front::new().await;
            let mut refused = false;
            for token in operation.tokens(&front) {
                let what = format!("{} {} {body}", operation.method, operation.path);
                let body = Body::from(body.to_string());
                let answer = front.send(request(&operation.method, &operation.path, &token, body));
                let answer = answer.await;
                if matches!(answer.status.as_u16(), 401 | 403) {
                    continue;
                }
                names(&answer, &place, Some(&known), &what);
                assert!(front.upstream.asked().is_empty(), "{what}");
                refused = true;
                break;
            }
            assert!(refused, "{} {}", operation.method, operation.path);
            tried += 1;
        }
    }
    assert!(tried > 90, "{tried}");
}

#[tokio::test]
async fn every_form_refuses_a_field_that_it_does_not_know() {
    let mut tried = 0;
    for operation in operations().iter().filter(|operation| operation.is_form) {
        let front = Front::new().await;
        for token in operation.tokens(&front) {
            let form = "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\na\r\n\
                --b\r\ncontent-disposition: form-data; name=\"filee\"\r\n\r\na\r\n--b--\r\n";
            let mut sent = request("POST", &operation.path, &token, Body::from(form));
            let kind = "multipart/form-data; boundary=b".parse().unwrap();
            sent.headers_mut().insert("content-type", kind);
            let answer = front.send(sent).await;
            if matches!(answer.status.as_u16(), 401 | 403) {
                continue;
            }
            let known = "file".to_owned();
            let known = (!operation.path.ends_with("/right-to-rent")).then_some(&known);
            let errors = &answer.json()["errors"];
            assert!(errors["filee"].is_array(), "{} {errors}", operation.path);
            if let Some(known) = known {
                names(&answer, "filee", Some(known), &operation.path);
            }
            tried += 1;
            break;
        }
    }
    assert!(tried > 12, "{tried}");
}

#[tokio::test]
async fn all_that_is_not_known_is_named_beside_what_cannot_be_read() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let body = json!({"receiveDate": "2026-01-01", "amount": "lots", "schem": "DPS", "id": 9, "userId": 5,
        "organisationId": 5, "createdAt": "x", "version": 3});
    let body = Body::from(body.to_string());
    let sent = request("PUT", "/api/tenants/1/deposit", &token, body);
    let answer = front.send(sent).await;
    assert_eq!(answer.status, 422);
    let errors = answer.json()["errors"].clone();
    let named: Vec<_> = errors.as_object().unwrap().keys().cloned().collect();
    assert_eq!(named, ["amount", "receiveDate", "schem"]);
    for (field, nearest) in [("receiveDate", "receivedDate"), ("schem", "scheme")] {
        let text = errors[field][0].as_str().unwrap();
        assert!(text.contains(&format!(" {nearest}:")), "{text}");
    }
}

#[tokio::test]
async fn a_proposal_is_sent_back_as_it_was_read() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let terms = json!({"landlordName": 7, "rentTerms": {"period": "monthly", "dueDay": 1, "proRata": "days-of-year",
        "firstDay": null, "periodRent": "950.00", "dueDya": 1}});
    let body = Body::from(terms.to_string());
    let path = "/api/tenant-applications/1/agreement";
    let answer = front.send(request("POST", path, &token, body)).await;
    let errors = answer.json()["errors"].clone();
    let named: Vec<_> = errors.as_object().unwrap().keys().cloned().collect();
    assert!(named.contains(&"rentTerms.dueDya".to_owned()), "{named:?}");
    let owned = ["rentTerms.firstDay", "rentTerms.periodRent"];
    assert!(
        owned.iter().all(|name| !errors[*name].is_array()),
        "{named:?}"
    );
}

#[tokio::test]
async fn few_of_many_unknown_names_are_repeated_and_long_ones_are_cut() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let mut body: Map<_, _> = (0..500).map(|n| (format!("x{n}"), json!(1))).collect();
    body.insert("a".repeat(100_000), json!(1));
    let sent = Body::from(Value::from(body).to_string());
    let answer = front
        .send(request("PATCH", "/api/organisation", &token, sent))
        .await;
    assert_eq!(answer.status, 422);
    let errors = answer.json()["errors"].clone();
    let names: Vec<_> = errors
        .as_object()
        .unwrap()
        .keys()
        .map(String::len)
        .collect();
    assert_eq!((names.len(), names.iter().max()), (20, Some(&64)));
}

/// Fails unless `answer` is 422, names `unknown` alone, and says `nearest`.
fn names(answer: &Answer, unknown: &str, nearest: Option<&String>, what: &str) {
    assert_eq!(answer.status, 422, "{what}: {}", answer.text);
    assert_eq!(answer.reason(), "FIELDS_UNREADABLE", "{what}");
    let errors = answer.json()["errors"].clone();
    let named: Vec<_> = errors.as_object().unwrap().keys().cloned().collect();
    assert_eq!(named, [unknown], "{what}");
    let text = errors[unknown][0].as_str().unwrap_or_default();
    let expected = nearest.map_or_else(
        || "Leave it out.".to_owned(),
        |nearest| format!("The nearest one is {nearest}:"),
    );
    assert!(text.contains(&expected), "{what}: {text}");
}

struct Operation {
    method: String,
    path: String,
    parameters: Vec<String>,
    body: Value,
    is_form: bool,
}

impl Operation {
    /// A parameter that is not known, the nearest to the first that is.
    fn misspelt_parameter(&self) -> String {
        self.parameters
            .first()
            .map_or("unknown".to_owned(), |name| misspelt(name))
    }

    /// Returns for the body and each object in it: the place of a field that is not known, the nearest known field, and
    /// the body.
    fn misspelt_bodies(&self) -> Vec<(String, String, Value)> {
        bodies(&self.body)
    }

    /// Tokens of callers, one of which is allowed.
    fn tokens(&self, front: &Front) -> Vec<String> {
        let tenant = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
        let employer = front.mint.token(&outsider(8, Role::Employer)).unwrap();
        let mut tokens = vec![front.landlord().1, tenant, employer];
        if TENANTS.contains(&self.path.as_str()) && self.method == "POST" {
            tokens.reverse();
        }
        tokens
    }
}

fn misspelt(name: &str) -> String {
    format!("{name}x")
}

/// `schema` has no references.
fn bodies(schema: &Value) -> Vec<(String, String, Value)> {
    let mut found = Vec::new();
    let Some(fields) = schema["properties"].as_object() else {
        return found;
    };
    let known = |name: &String| !fields.contains_key(&misspelt(name));
    if let Some(name) = fields.keys().find(|name| known(name)) {
        let unknown = misspelt(name);
        found.push((unknown.clone(), name.clone(), json!({ unknown: 1 })));
    }
    for (name, field) in fields {
        for (inner, nearest, body) in bodies(&field["items"]) {
            found.push((
                format!("{name}[0].{inner}"),
                nearest,
                json!({ name: [body] }),
            ));
        }
        for (inner, nearest, body) in bodies(field) {
            found.push((format!("{name}.{inner}"), nearest, json!({ name: body })));
        }
    }
    found
}

/// Every operation of the contract, with rows' ids in its path.
fn operations() -> Vec<Operation> {
    let document = serde_json::to_value(api::document()).unwrap();
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let mut filled = path
                .replace("{token}", "a-token")
                .replace("{kind}", "guarantor")
                .replace("{act}", "end")
                .replace("{portfolioAct}", "sale");
            if path.starts_with("/api/files/") {
                filled = filled.replace("{id}", "0192f0c4-7d3e-4aaa-8bbb-0123456789ab");
            }
            while let Some((before, rest)) = filled.split_once('{') {
                let (_, after) = rest.split_once('}').unwrap();
                filled = format!("{before}1{after}");
            }
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let parameters = parameters.filter(|parameter| parameter["in"] == "query");
            let names = parameters.map(|parameter| parameter["name"].as_str().unwrap().to_owned());
            let content = &operation["requestBody"]["content"];
            operations.push(Operation {
                method: method.to_uppercase(),
                path: filled,
                parameters: names.collect(),
                body: resolved(&document, &content["application/json"]["schema"]),
                is_form: content["multipart/form-data"].is_object(),
            });
        }
    }
    operations
}

/// `schema` with what it refers to in its place.
fn resolved(document: &Value, schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => match fields.get("$ref").and_then(Value::as_str) {
            Some(path) => {
                let name = path.rsplit('/').next().unwrap();
                resolved(document, &document["components"]["schemas"][name])
            }
            None => {
                let fields = fields
                    .iter()
                    .map(|(name, field)| (name.clone(), resolved(document, field)));
                Value::Object(fields.collect())
            }
        },
        Value::Array(items) => items.iter().map(|item| resolved(document, item)).collect(),
        other => other.clone(),
    }
}
