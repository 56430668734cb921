//! The query of a list call.

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
        let pairs = Query::<Vec<(String, String)>>::try_from_uri(&parts.uri)
            .map_err(|_| Problem::of_status(StatusCode::BAD_REQUEST))?;
        Self::read(pairs.0)
    }
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
