//! The names that each operation of the contract takes. Any other name is refused and the nearest one named, because a name that is
//! misspelt and ignored loses what was said without a word.

mod shape;

use std::{collections::HashMap, sync::LazyLock};

use axum::extract::{FromRequestParts, MatchedPath, Query as Pairs};
use http::{Extensions, Method, StatusCode, request::Parts};
use serde_json::Value;
use utoipa::openapi::OpenApi;

pub(crate) use shape::Shape;

use crate::{
    api,
    rest::problem::{FieldErrors, Problem},
};

/// More unknown names than this are not listed.
const LISTED: usize = 20;
/// Names are cut to this many characters where a refusal repeats them.
const CUT: usize = 64;

/// The operations by path and method, read from the document that describes them.
static CONTRACT: LazyLock<HashMap<(String, String), Known>> =
    LazyLock::new(|| read(api::document()));

/// Reads the document before the first request needs it: that takes a while and some memory.
pub(crate) fn prepare() {
    LazyLock::force(&CONTRACT);
}

/// The names that one operation takes.
#[derive(Debug)]
pub(crate) struct Known {
    parameters: Vec<String>,
    body: Option<Shape>,
}

impl Known {
    /// The operation that a request was routed to; `None` outside of the contract.
    pub(crate) fn of(method: &Method, extensions: &Extensions) -> Option<&'static Self> {
        let path = extensions.get::<MatchedPath>()?.as_str();
        let method = match *method {
            Method::HEAD => "get".to_owned(),
            ref method => method.as_str().to_ascii_lowercase(),
        };
        CONTRACT.get(&(path.to_owned(), method))
    }

    /// The fields of its body; `None` for a body without a set of names.
    pub(crate) const fn body(&self) -> Option<&Shape> {
        self.body.as_ref()
    }
}

/// Refuses a query that has a parameter which the operation does not take.
///
/// # Errors
/// A 422 [`Problem`] that names each of them.
pub(crate) fn check_parameters(parts: &Parts) -> Result<(), Problem> {
    if parts.uri.query().is_none_or(str::is_empty) {
        return Ok(());
    }
    let Some(known) = Known::of(&parts.method, &parts.extensions) else {
        return Ok(());
    };
    let pairs = Pairs::<Vec<(String, String)>>::try_from_uri(&parts.uri);
    let Pairs(pairs) = pairs.map_err(|_| Problem::of_status(StatusCode::BAD_REQUEST))?;
    let mut errors = FieldErrors::new();
    for (name, _) in pairs {
        if !name.is_empty() && !known.parameters.contains(&name) {
            let refusal = refusal("parameter", &name, known.parameters.iter());
            note(&mut errors, &name, refusal);
        }
    }
    refuse(errors)
}

/// A request whose query has no parameter that its operation does not take. Calls, viewers and uploaders are such; this is for the
/// few operations that have none of them.
pub(crate) struct KnownParameters;

impl<S: Send + Sync> FromRequestParts<S> for KnownParameters {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        check_parameters(parts)?;
        Ok(Self)
    }
}

fn refuse(errors: FieldErrors) -> Result<(), Problem> {
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Problem::unreadable(errors)),
    }
}

/// Adds a refusal of `name`, of few names and not of all the text that somebody sends.
fn note(errors: &mut FieldErrors, name: &str, refusal: String) {
    if errors.len() < LISTED {
        errors.insert(name.chars().take(CUT).collect(), vec![refusal]);
    }
}

/// Says that `name` is not known, and which name it is nearest to.
fn refusal<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a String>) -> String {
    let Some(nearest) = nearest(name, known) else {
        return format!("There is no such {what} here. Leave it out.");
    };
    format!(
        "There is no such {what} here. The nearest one is {nearest}: send that, or leave this out."
    )
}

fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a String>) -> Option<&'a String> {
    let name: String = name.chars().take(CUT).collect::<String>().to_lowercase();
    // The first of equally near names is taken; max_by would take the last.
    known.reduce(|best, other| {
        let near = |known: &str| strsim::jaro_winkler(&name, &known.to_lowercase());
        if near(other) > near(best) {
            other
        } else {
            best
        }
    })
}

fn read(document: &OpenApi) -> HashMap<(String, String), Known> {
    let document = serde_json::to_value(document).unwrap_or_default();
    let mut contract = HashMap::new();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        let operations = || item.as_object().into_iter().flatten();
        // A client may send back what it read at the same address.
        let replies: Vec<_> = operations()
            .flat_map(|(_, operation)| replies(operation))
            .collect();
        for (method, operation) in operations() {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let parameters = parameters.filter(|parameter| parameter["in"] == "query");
            let parameters = parameters.filter_map(|parameter| parameter["name"].as_str());
            let contents = operation["requestBody"]["content"].as_object();
            let bodies: Vec<_> = contents
                .into_iter()
                .flat_map(|contents| contents.values())
                .map(|content| &content["schema"])
                .collect();
            let known = Known {
                parameters: parameters.map(str::to_owned).collect(),
                body: Shape::of(&document, &bodies, &replies),
            };
            contract.insert((path.clone(), method.clone()), known);
        }
    }
    contract
}

/// The schemas of what an operation answers as JSON where it succeeds.
fn replies(operation: &Value) -> impl Iterator<Item = &Value> {
    let responses = operation["responses"].as_object().into_iter().flatten();
    let good = responses.filter(|(status, _)| status.starts_with('2'));
    good.map(|(_, response)| &response["content"]["application/json"]["schema"])
}
