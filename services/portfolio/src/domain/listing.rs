//! Which properties a list shows, and in which order.

use chrono::{DateTime, SecondsFormat, Utc};
use lintel_core::{Error, PageToken, decimal};
use rust_decimal::Decimal;

use super::{Property, PropertyType, Status};
use crate::error::bad_page_token;

/// The keys that properties are sorted by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SortKey {
    /// When they were added.
    #[default]
    CreatedAt,
    /// Their name, ignoring case.
    Name,
    /// Rent per month.
    MonthlyRent,
    /// The current value; unknown is below everything.
    CurrentValue,
}

/// An order of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    /// By what.
    pub key: SortKey,
    /// From the greatest down.
    pub descending: bool,
}

impl Default for Sort {
    /// The newest first.
    fn default() -> Self {
        Self {
            key: SortKey::CreatedAt,
            descending: true,
        }
    }
}

/// Where a page begins: behind this value, and behind this id within it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageStart {
    /// The last row's value of the sort key.
    pub value: SortValue,
    /// The last row's id.
    pub id: i64,
}

/// A value of the sort key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SortValue {
    /// A value of [`SortKey::CreatedAt`].
    Moment(DateTime<Utc>),
    /// A value of [`SortKey::Name`].
    Text(String),
    /// A value of a key that is an amount.
    Amount(Decimal),
}

/// Which properties are listed; the default is all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Words that must each appear in the name, address or postcode.
    pub words: Vec<String>,
    /// The kind.
    pub property_type: Option<PropertyType>,
    /// The derived status.
    pub status: Option<Status>,
}

impl Sort {
    /// The prefix of page tokens of this order, by which a token of another order is refused.
    fn name(self) -> String {
        let key = match self.key {
            SortKey::CreatedAt => "created",
            SortKey::Name => "name",
            SortKey::MonthlyRent => "rent",
            SortKey::CurrentValue => "value",
        };
        let direction = if self.descending { "desc" } else { "asc" };
        format!("{key}:{direction}:")
    }

    /// The token of a page that ends with `property`.
    #[must_use]
    pub fn token(self, property: &Property) -> PageToken {
        let details = &property.details;
        let value = match self.key {
            SortKey::CreatedAt => property
                .created_at
                .to_rfc3339_opts(SecondsFormat::Micros, true),
            SortKey::Name => details.name.clone(),
            SortKey::MonthlyRent => property.monthly_rent().to_decimal().to_string(),
            SortKey::CurrentValue => details
                .current_value
                .map_or_else(|| Decimal::NEGATIVE_ONE, lintel_core::Money::to_decimal)
                .to_string(),
        };
        PageToken {
            sort: self.name() + &value,
            id: property.id.get(),
        }
    }

    /// Where the page behind a token begins.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for a token that this order did not make.
    pub fn place(self, token: &PageToken) -> Result<PageStart, Error> {
        let value = token
            .sort
            .strip_prefix(&self.name())
            .ok_or_else(bad_page_token)?;
        let value = match self.key {
            SortKey::CreatedAt => {
                let moment = DateTime::parse_from_rfc3339(value).map_err(|_| bad_page_token())?;
                SortValue::Moment(moment.with_timezone(&Utc))
            }
            SortKey::Name if value.contains('\0') => return Err(bad_page_token()),
            SortKey::Name => SortValue::Text(value.to_owned()),
            SortKey::MonthlyRent | SortKey::CurrentValue => {
                SortValue::Amount(decimal::read(value).map_err(|_| bad_page_token())?)
            }
        };
        Ok(PageStart {
            value,
            id: token.id,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_belongs_to_one_order() {
        let token = PageToken {
            sort: "rent:asc:950.00".to_owned(),
            id: 7,
        };
        let rent = |descending| Sort {
            key: SortKey::MonthlyRent,
            descending,
        };
        let place = rent(false).place(&token).ok();
        assert_eq!(
            place,
            Some(PageStart {
                value: SortValue::Amount(Decimal::new(95_000, 2)),
                id: 7
            })
        );
        assert!(rent(true).place(&token).is_err());
        assert!(Sort::default().place(&token).is_err());
    }
}
