//! The queries of calls that read.

use axum::extract::{FromRequestParts, Query};
use http::{StatusCode, request::Parts};

use crate::problem::{FieldErrors, Problem};

/// Which page of a list a caller asks for; nothing of it means the whole list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageQuery {
    /// Rows wanted; 0 where only a token was given.
    pub size: i32,
    /// Where the previous page ended; empty for the first.
    pub token: String,
    /// Whether one page was asked for at all.
    pub paged: bool,
}

impl PageQuery {
    /// Whether a raw `name=value` of a query says which page.
    #[must_use]
    pub fn is_of_a_page(pair: &str) -> bool {
        let name = pair.split('=').next();
        matches!(name, Some("pageSize" | "pageToken"))
    }

    /// Whether the first page is asked for, or the whole list.
    #[must_use]
    pub const fn is_first(&self) -> bool {
        self.token.is_empty()
    }

    fn read(pairs: Vec<(String, String)>) -> Result<Self, Problem> {
        let mut query = Self::default();
        let mut errors = FieldErrors::new();
        let mut seen = Vec::new();
        for (name, value) in pairs {
            if !matches!(name.as_str(), "pageSize" | "pageToken") {
                continue;
            }
            if seen.contains(&name) {
                errors.insert(name, vec!["Send this parameter once.".to_owned()]);
                continue;
            }
            query.paged = true;
            if name == "pageToken" {
                query.token = value;
            } else if let Some(size) = value.parse().ok().filter(|size| *size > 0) {
                query.size = size;
            } else {
                errors.insert(
                    name.clone(),
                    vec!["Enter a whole number of at least 1.".to_owned()],
                );
            }
            seen.push(name);
        }
        if errors.is_empty() {
            Ok(query)
        } else {
            Err(Problem::unreadable(errors))
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PageQuery {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Self::read(pairs(parts)?)
    }
}

/// How many months a caller looks back; 0 where nothing was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonthsQuery(pub i32);

impl MonthsQuery {
    fn read(pairs: Vec<(String, String)>) -> Result<Self, Problem> {
        let mut said = pairs.into_iter().filter(|(name, _)| name == "months");
        let refused = |text: &str| {
            let errors = FieldErrors::from([("months".to_owned(), vec![text.to_owned()])]);
            Err(Problem::unreadable(errors))
        };
        match (said.next(), said.next()) {
            (None, _) => Ok(Self(0)),
            (Some(_), Some(_)) => refused("Send this parameter once."),
            (Some((_, text)), None) => match text.parse() {
                Ok(months @ 1..=120) => Ok(Self(months)),
                _ => refused("Enter a number of months from 1 to 120."),
            },
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for MonthsQuery {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Self::read(pairs(parts)?)
    }
}

fn pairs(parts: &Parts) -> Result<Vec<(String, String)>, Problem> {
    let pairs = Query::try_from_uri(&parts.uri);
    pairs
        .map(|Query(pairs)| pairs)
        .map_err(|_| Problem::of_status(StatusCode::BAD_REQUEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<PageQuery, Vec<String>> {
        let pairs = pairs
            .iter()
            .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
            .collect();
        PageQuery::read(pairs).map_err(|problem| problem.errors.into_keys().collect())
    }

    #[test]
    fn nothing_means_the_whole_list_and_anything_one_page() {
        assert_eq!(read(&[]), Ok(PageQuery::default()));
        assert_eq!(read(&[("other", "1")]), Ok(PageQuery::default()));
        let page = PageQuery {
            size: 20,
            token: "abc".to_owned(),
            paged: true,
        };
        assert_eq!(read(&[("pageSize", "20"), ("pageToken", "abc")]), Ok(page));
    }

    #[test]
    fn months_are_one_number_up_to_ten_years() {
        let read = |texts: &[&str]| {
            let pairs = texts
                .iter()
                .map(|text| ("months".to_owned(), (*text).to_owned()));
            let query = MonthsQuery::read(pairs.collect());
            query.map_err(|problem| problem.errors.into_keys().collect::<Vec<_>>())
        };
        assert_eq!(read(&[]), Ok(MonthsQuery(0)));
        assert_eq!(read(&["120"]), Ok(MonthsQuery(120)));
        for bad in [&["0"][..], &["121"], &["-1"], &["x"], &[""], &["1", "1"]] {
            assert_eq!(read(bad), Err(vec!["months".to_owned()]), "{bad:?}");
        }
    }

    #[test]
    fn a_bad_size_and_a_repeated_parameter_are_named() {
        for bad in ["0", "-1", "x", "", "99999999999"] {
            assert_eq!(
                read(&[("pageSize", bad)]),
                Err(vec!["pageSize".to_owned()]),
                "{bad}"
            );
        }
        let twice = [("pageToken", "a"), ("pageToken", "b"), ("pageSize", "x")];
        assert_eq!(
            read(&twice),
            Err(vec!["pageSize".to_owned(), "pageToken".to_owned()])
        );
    }
}
