//! Example requests, made from the contract's schemas.

use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use serde_json::{Map, Value, json};

use super::PIXEL;

/// Fields that may be left out and whose examples name rows that nobody here has.
const LEFT_OUT: [&str; 2] = ["roomNumber", "tenancyId"];

/// Returns true where an operation has a parameter of this name.
pub(super) fn has_parameter(operation: &Value, name: &str) -> bool {
    let parameters = operation["parameters"].as_array();
    parameters.is_some_and(|all| all.iter().any(|one| one["name"] == name))
}

/// Returns the values that its query must have, by name.
pub(super) fn query(openapi: &Value, operation: &Value) -> Map<String, Value> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let needed = parameters.filter(|one| one["in"] == "query" && one["required"] == true);
    let said = needed.filter_map(|one| {
        let name = one["name"].as_str()?;
        Some((name.to_owned(), example(openapi, &one["schema"])))
    });
    said.collect()
}

/// A body that its schema allows: what is required, and what has an example.
pub(super) fn body(openapi: &Value, operation: &Value) -> Option<Value> {
    let schema = operation.pointer("/requestBody/content/application~1json/schema")?;
    Some(example(openapi, schema))
}

/// A form that its schema allows, with a picture of one pixel as its file; `None` where it takes anything but a form.
pub(super) fn form(openapi: &Value, operation: &Value) -> anyhow::Result<Option<Vec<u8>>> {
    let kinds = operation["requestBody"]["content"].as_object();
    let only = kinds.filter(|kinds| kinds.len() == 1);
    let Some(kind) = only.and_then(|kinds| kinds.get("multipart/form-data")) else {
        return Ok(None);
    };
    let schema = resolved(openapi, &kind["schema"]);
    let mut form = Vec::new();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let head = format!("--cut\r\ncontent-disposition: form-data; name=\"{name}\"");
        form.extend_from_slice(head.as_bytes());
        if field["format"] == "binary" {
            let file = b"; filename=\"a.png\"\r\ncontent-type: image/png\r\n\r\n";
            form.extend_from_slice(file);
            form.extend_from_slice(&BASE64.decode(PIXEL)?);
        } else {
            let value = example(openapi, field);
            let value = value.as_str().unwrap_or("Example");
            form.extend_from_slice(format!("\r\n\r\n{value}").as_bytes());
        }
        form.extend_from_slice(b"\r\n");
    }
    form.extend_from_slice(b"--cut--\r\n");
    Ok(Some(form))
}

fn resolved<'a>(openapi: &'a Value, schema: &'a Value) -> &'a Value {
    let Some(name) = schema["$ref"].as_str() else {
        return schema;
    };
    let pointer = name.trim_start_matches('#');
    openapi.pointer(pointer).unwrap_or(&Value::Null)
}

fn example(openapi: &Value, schema: &Value) -> Value {
    let schema = resolved(openapi, schema);
    if let Some(value) = schema.get("example").or_else(|| schema.pointer("/enum/0")) {
        return value.clone();
    }
    let kind = schema["type"]
        .as_str()
        .or_else(|| schema["type"][0].as_str());
    match kind {
        Some("object") => object(openapi, schema),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or_else(|| json!(1)),
        Some("boolean") => json!(false),
        Some("array") => json!([example(openapi, &schema["items"])]),
        _ if schema["format"] == "date" => json!("2026-06-01"),
        _ => json!("Example"),
    }
}

fn object(openapi: &Value, schema: &Value) -> Value {
    let required: Vec<&str> = schema["required"]
        .as_array()
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let mut fields = Map::new();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let name_of_a_row = LEFT_OUT.contains(&name.as_str());
        let has_example = field.get("example").is_some() && !name_of_a_row;
        if required.contains(&name.as_str()) || has_example {
            fields.insert(name.clone(), example(openapi, field));
        }
    }
    Value::Object(fields)
}
