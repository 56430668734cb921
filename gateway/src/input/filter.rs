//! What narrows a list: the parameters of its query besides those of pages.

use std::collections::BTreeMap;

use axum::extract::{FromRequestParts, Query};
use http::{StatusCode, request::Parts};

use crate::problem::{FieldErrors, Problem};

/// The parameters of a query, read one after the other; every one that cannot be read is remembered. Empty is the same as
/// absent, and parameters that nobody asks for are nobody's business.
#[derive(Debug, Default)]
pub struct Filters {
    given: BTreeMap<String, Vec<String>>,
    raw: String,
    errors: FieldErrors,
}

impl Filters {
    /// An id.
    pub fn id(&mut self, name: &str) -> Option<i64> {
        let text = self.once(name)?;
        let id = text.parse().ok().filter(|id| *id > 0);
        if id.is_none() {
            self.refuse(name, "Enter the number of a row.");
        }
        id
    }

    /// One of a closed set of spellings; `choices` is what a person reads when it is none of them.
    pub fn one_of<T>(
        &mut self,
        name: &str,
        parse: impl Fn(&str) -> Option<T>,
        choices: &str,
    ) -> Option<T> {
        let text = self.once(name)?;
        let choice = parse(&text);
        if choice.is_none() {
            self.refuse(name, choices);
        }
        choice
    }

    /// Any of a closed set of spellings, with commas between them.
    pub fn any_of<T>(
        &mut self,
        name: &str,
        parse: impl Fn(&str) -> Option<T>,
        choices: &str,
    ) -> Vec<T> {
        let Some(text) = self.once(name) else {
            return Vec::new();
        };
        let all: Option<Vec<T>> = text.split(',').map(|part| parse(part.trim())).collect();
        if all.is_none() {
            self.refuse(name, choices);
        }
        all.unwrap_or_default()
    }

    /// `true` or `false`; absent is `false`.
    pub fn flag(&mut self, name: &str) -> bool {
        let flag = self.one_of(name, |text| text.parse().ok(), "Enter true or false.");
        flag.unwrap_or_default()
    }

    /// The list at `path`, narrowed in the same way: where its next page begins.
    #[must_use]
    pub fn of(&self, path: &str) -> String {
        if self.raw.is_empty() {
            return path.to_owned();
        }
        format!("{path}?{}", self.raw)
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// A 422 [`Problem`] with every parameter that could not be read.
    pub fn finish(self) -> Result<(), Problem> {
        if self.errors.is_empty() {
            Ok(())
        } else {
            Err(Problem::unreadable(self.errors))
        }
    }

    fn once(&mut self, name: &str) -> Option<String> {
        let mut texts = self.given.remove(name)?;
        let text = texts.pop().filter(|text| !text.is_empty());
        if !texts.is_empty() {
            self.refuse(name, "Send this parameter once.");
            return None;
        }
        text
    }

    fn refuse(&mut self, name: &str, text: &str) {
        self.errors.insert(name.to_owned(), vec![text.to_owned()]);
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Filters {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let Query(pairs) = Query::<Vec<(String, String)>>::try_from_uri(&parts.uri)
            .map_err(|_| Problem::of_status(StatusCode::BAD_REQUEST))?;
        let mut filters = Self {
            raw: without_page(parts.uri.query().unwrap_or_default()),
            ..Self::default()
        };
        for (name, value) in pairs {
            filters.given.entry(name).or_default().push(value);
        }
        Ok(filters)
    }
}

/// The query as it was written, but for the page that it asks for.
fn without_page(query: &str) -> String {
    let parts = query.split('&').filter(|part| {
        let name = part.split('=').next().unwrap_or_default();
        !matches!(name, "" | "pageSize" | "pageToken")
    });
    parts.collect::<Vec<_>>().join("&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_page_is_narrowed_as_this_one_is() {
        let of = |query: &str| {
            let raw = without_page(query);
            let filters = Filters {
                raw,
                ..Filters::default()
            };
            filters.of("/api/things")
        };
        assert_eq!(of(""), "/api/things");
        assert_eq!(of("pageSize=2&pageToken=x"), "/api/things");
        assert_eq!(
            of("state=A,B&pageSize=2&certificateType=Smoke%20%26%20CO"),
            "/api/things?state=A,B&certificateType=Smoke%20%26%20CO"
        );
    }

    fn filters(pairs: &[(&str, &str)]) -> Filters {
        let mut filters = Filters::default();
        for (name, value) in pairs {
            let texts = filters.given.entry((*name).to_owned()).or_default();
            texts.push((*value).to_owned());
        }
        filters
    }

    fn small(text: &str) -> Option<u8> {
        text.parse().ok()
    }

    #[test]
    fn what_is_given_is_read_and_what_is_not_is_absent() {
        let mut given = filters(&[
            ("id", "42"),
            ("one", "7"),
            ("any", "1, 2"),
            ("flag", "true"),
            ("empty", ""),
            ("unknown", "x"),
        ]);
        assert_eq!(given.id("id"), Some(42));
        assert_eq!(given.one_of("one", small, "A number."), Some(7));
        assert_eq!(given.any_of("any", small, "Numbers."), [1, 2]);
        assert!(given.flag("flag"));
        assert_eq!(given.id("empty"), None);
        assert_eq!(given.id("absent"), None);
        assert_eq!(given.any_of("absent", small, "Numbers."), [0; 0]);
        assert!(!given.flag("absent"));
        assert!(given.finish().is_ok());
    }

    #[test]
    fn every_parameter_that_cannot_be_read_is_named_at_once() {
        let mut given = filters(&[
            ("id", "0"),
            ("one", "x"),
            ("any", "1,,2"),
            ("flag", "yes"),
            ("twice", "1"),
            ("twice", "1"),
        ]);
        given.id("id");
        given.one_of("one", small, "A number.");
        given.any_of("any", small, "Numbers.");
        given.flag("flag");
        given.id("twice");
        let problem = given.finish().err();
        let named = problem.map(|problem| problem.errors.into_keys().collect::<Vec<_>>());
        let expected = ["any", "flag", "id", "one", "twice"].map(str::to_owned);
        assert_eq!(named, Some(expected.to_vec()));
    }
}
