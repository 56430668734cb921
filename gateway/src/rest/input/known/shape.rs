//! The fields of a body, and of the objects in it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, value::RawValue};

use super::{note, refusal};
use crate::rest::{
    input::{Fields, JsonObject},
    problem::{FieldErrors, Problem},
};

/// Fields that any body may have and that count in none but those which describe them: the server has its own.
const EVERYWHERE: [&str; 11] = [
    "userId",
    "organisationId",
    "guarantorToken",
    "employerToken",
    "approvedAt",
    "confirmPassword",
    "id",
    "createdAt",
    "updatedAt",
    "version",
    "isVerified",
];

/// The fields that a body may have.
#[derive(Debug)]
pub(crate) struct Shape {
    /// The fields that are read, with the fields of the objects in it.
    taken: BTreeMap<String, Option<Shape>>,
    /// The fields that the reply of the same resource has as well: they are sent back with a whole row, and ignored.
    owned: BTreeSet<String>,
}

impl Shape {
    /// The fields that `bodies` have, schemas of `document`, for a resource that is answered as `replies`; `None` where any field goes.
    pub(super) fn of(document: &Value, bodies: &[&Value], replies: &[&Value]) -> Option<Self> {
        let objects = objects(document, bodies);
        let is_open = |object: &&Value| object["properties"].is_null();
        if objects.is_empty() || objects.iter().any(is_open) {
            return None;
        }
        let answered = objects_with_fields(document, replies);
        let mut taken = BTreeMap::new();
        for (name, field) in objects.iter().flat_map(|object| fields(object)) {
            let same = answered.iter().map(|object| &object["properties"][name]);
            let mut same: Vec<_> = same.filter(|field| !field.is_null()).collect();
            if !self::objects(document, &[field]).is_empty() {
                // An object inside may come from another address, as the terms of a proposal do.
                same.extend(called(document, name));
            }
            taken.insert(name.clone(), Self::of(document, &[field], &same));
        }
        let owned = answered.iter().flat_map(|object| fields(object));
        let owned = owned.map(|(name, _)| name.clone());
        Some(Self {
            owned: owned.filter(|name| !taken.contains_key(name)).collect(),
            taken,
        })
    }

    /// The fields of `F`, for an object that no reply has.
    pub(crate) fn of_fields<F: Fields>() -> Self {
        let fields = F::described().into_iter();
        Self {
            taken: fields.map(|field| (field.name, None)).collect(),
            owned: BTreeSet::new(),
        }
    }

    /// Notes in `errors` every field of `body`, and of the objects in it, that there is not.
    pub(crate) fn check(&self, body: &JsonObject, errors: &mut FieldErrors) {
        self.check_within("", body, errors);
    }

    /// Refuses names of a form's fields.
    ///
    /// # Errors
    /// A 422 [`Problem`] that names each that there is not.
    pub(crate) fn check_names(&self, names: &[String]) -> Result<(), Problem> {
        let mut errors = FieldErrors::new();
        for name in names.iter().filter(|name| !self.knows(name)) {
            note(&mut errors, name, self.refusal(name));
        }
        super::refuse(errors)
    }

    fn check_within(&self, prefix: &str, body: &JsonObject, errors: &mut FieldErrors) {
        for (name, value) in body.iter() {
            let place = format!("{prefix}{name}");
            match self.taken.get(name) {
                Some(Some(inner)) => inner.check_value(&place, value, errors),
                Some(None) => {}
                None if self.knows(name) => {}
                None => note(errors, &place, self.refusal(name)),
            }
        }
    }

    /// A value that is no object and no list of objects is refused by its reader.
    fn check_value(&self, place: &str, value: &RawValue, errors: &mut FieldErrors) {
        if let Ok(object) = serde_json::from_str::<JsonObject>(value.get()) {
            self.check_within(&format!("{place}."), &object, errors);
            return;
        }
        let objects = serde_json::from_str::<Vec<JsonObject>>(value.get());
        for (row, object) in objects.unwrap_or_default().iter().enumerate() {
            self.check_within(&format!("{place}[{row}]."), object, errors);
        }
    }

    fn knows(&self, name: &str) -> bool {
        self.taken.contains_key(name) || self.owned.contains(name) || EVERYWHERE.contains(&name)
    }

    fn refusal(&self, name: &str) -> String {
        refusal("field", name, self.taken.keys())
    }
}

/// The fields of all schemas that are called `name`.
fn called<'a>(document: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    let schemas = document["components"]["schemas"].as_object();
    let schemas = schemas.into_iter().flat_map(|schemas| schemas.values());
    let called = schemas.map(move |schema| &schema["properties"][name]);
    called.filter(|field| !field.is_null())
}

fn fields(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object["properties"].as_object().into_iter().flatten()
}

/// The objects that values of `schemas` are, or that the rows of their lists are.
fn objects<'a>(document: &'a Value, schemas: &[&'a Value]) -> Vec<&'a Value> {
    let mut found = Vec::new();
    let mut open: Vec<_> = schemas.to_vec();
    while let Some(schema) = open.pop() {
        if let Some(name) = schema["$ref"]
            .as_str()
            .and_then(|path| path.rsplit('/').next())
        {
            open.push(&document["components"]["schemas"][name]);
            continue;
        }
        for either in ["oneOf", "anyOf", "allOf"] {
            open.extend(schema[either].as_array().into_iter().flatten());
        }
        let kinds = schema["type"].to_string();
        if kinds.contains("array") {
            open.push(&schema["items"]);
        } else if kinds.contains("object") {
            found.push(schema);
        }
    }
    found
}

fn objects_with_fields<'a>(document: &'a Value, schemas: &[&'a Value]) -> Vec<&'a Value> {
    let mut objects = objects(document, schemas);
    objects.retain(|object| !object["properties"].is_null());
    objects
}
