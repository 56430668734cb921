//! In which order sold properties are asked for.

use axum::extract::{FromRequestParts, Query};
use http::{StatusCode, request::Parts};
use lintel_proto::portfolio::v1::SoldPropertySort;

use crate::problem::{FieldErrors, Problem};

/// The order of a list of sold properties; the latest sale first unless asked otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SoldOrder {
    /// By what.
    pub sort: SoldPropertySort,
    /// Whether the least comes first.
    pub ascending: bool,
}

impl SoldOrder {
    /// As a query has it.
    #[must_use]
    pub const fn query(self) -> (&'static str, &'static str) {
        let sort = match self.sort {
            SoldPropertySort::Unspecified | SoldPropertySort::SaleDate => "saleDate",
            SoldPropertySort::Profit => "profit",
            SoldPropertySort::Return => "return",
        };
        (sort, if self.ascending { "asc" } else { "desc" })
    }

    fn read(pairs: Vec<(String, String)>) -> Result<Self, Problem> {
        let mut order = Self {
            sort: SoldPropertySort::SaleDate,
            ascending: false,
        };
        let mut errors = FieldErrors::new();
        let mut seen = Vec::new();
        for (name, value) in pairs {
            let read = match name.as_str() {
                _ if seen.contains(&name) => Err("Send this parameter once."),
                "sort" => sort(&value)
                    .map(|sort| order.sort = sort)
                    .ok_or("Choose saleDate, profit or return."),
                "direction" => ascending(&value)
                    .map(|ascending| order.ascending = ascending)
                    .ok_or("Choose asc or desc."),
                _ => continue,
            };
            if let Err(text) = read {
                errors.insert(name.clone(), vec![text.to_owned()]);
            }
            seen.push(name);
        }
        if errors.is_empty() {
            Ok(order)
        } else {
            Err(Problem::unreadable(errors))
        }
    }
}

fn sort(text: &str) -> Option<SoldPropertySort> {
    match text {
        "saleDate" => Some(SoldPropertySort::SaleDate),
        "profit" => Some(SoldPropertySort::Profit),
        "return" => Some(SoldPropertySort::Return),
        _ => None,
    }
}

fn ascending(text: &str) -> Option<bool> {
    match text {
        "asc" => Some(true),
        "desc" => Some(false),
        _ => None,
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SoldOrder {
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

    fn read(pairs: &[(&str, &str)]) -> Result<(&'static str, &'static str), Vec<String>> {
        let pairs = pairs
            .iter()
            .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
        SoldOrder::read(pairs.collect())
            .map(SoldOrder::query)
            .map_err(|problem| problem.errors.into_keys().collect())
    }

    #[test]
    fn the_latest_sale_is_first_unless_asked_otherwise() {
        assert_eq!(read(&[("pageSize", "5")]), Ok(("saleDate", "desc")));
        assert_eq!(
            read(&[("sort", "profit"), ("direction", "asc")]),
            Ok(("profit", "asc"))
        );
        assert_eq!(read(&[("sort", "return")]), Ok(("return", "desc")));
        let refused = read(&[("sort", "price"), ("direction", "up"), ("sort", "profit")]);
        assert_eq!(
            refused,
            Err(vec!["direction".to_owned(), "sort".to_owned()])
        );
    }
}
