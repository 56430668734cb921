//! Values of a record by their path. `null`, an empty text and a missing field are the same: nothing.

use lintel_core::{Money, decimal};
use rust_decimal::Decimal;
use serde_json::Value;

use crate::connectors::{amount, fault::Fault, limits::LONGEST_FIELD};

/// A value somewhere in a record.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a>(Option<&'a Value>);

impl<'a> Node<'a> {
    /// The record itself.
    #[must_use]
    pub const fn root(value: &'a Value) -> Self {
        Self(Some(value))
    }

    /// The value at a path of names with points between them.
    #[must_use]
    pub fn at(self, path: &str) -> Self {
        let found = self.0.and_then(|root| {
            path.split('.')
                .try_fold(root, |value, name| value.get(name))
        });
        Self(found.filter(|value| !value.is_null()))
    }

    /// Returns whether there is something.
    #[must_use]
    pub const fn exists(self) -> bool {
        self.0.is_some()
    }

    /// Returns whether it is an object.
    #[must_use]
    pub fn is_object(self) -> bool {
        self.0.is_some_and(Value::is_object)
    }

    /// A text, a number or a truth as text; empty for nothing, objects and lists.
    ///
    /// # Errors
    /// [`Fault`] for a text that is too long.
    pub fn text(self, path: &str) -> Result<String, Fault> {
        let text = match self.at(path).0 {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            Some(Value::Bool(truth)) => truth.to_string(),
            _ => String::new(),
        };
        if text.len() > LONGEST_FIELD {
            return Err(Fault::of(path, "The text is longer than 64 kB."));
        }
        Ok(text)
    }

    /// A whole number, also one in quotation marks.
    #[must_use]
    pub fn whole(self, path: &str) -> Option<i64> {
        match self.at(path).0 {
            Some(Value::Number(number)) => number.as_i64().or_else(|| {
                let number = decimal::read_json(&number.to_string()).ok()?;
                number
                    .fract()
                    .is_zero()
                    .then(|| i64::try_from(number.mantissa()).ok())?
            }),
            Some(Value::String(text)) => text.trim().parse::<i64>().ok(),
            _ => None,
        }
    }

    /// A number, also one in quotation marks.
    #[must_use]
    pub fn decimal(self, path: &str) -> Option<Decimal> {
        match self.at(path).0 {
            Some(Value::Number(number)) => decimal::read_json(&number.to_string()).ok(),
            Some(Value::String(text)) => amount::number(text.trim()),
            _ => None,
        }
    }

    /// A truth; also 0 and 1.
    #[must_use]
    pub fn truth(self, path: &str) -> Option<bool> {
        match self.at(path).0 {
            Some(Value::Bool(truth)) => Some(*truth),
            Some(Value::Number(number)) => number.as_i64().map(|number| number != 0),
            _ => None,
        }
    }

    /// Pounds; `None` for no price.
    ///
    /// # Errors
    /// [`Fault`] for what is no amount.
    pub fn pounds(self, path: &str) -> Result<Option<Money>, Fault> {
        self.scalar(path)?;
        let text = self.text(path)?;
        let read = match self.at(path).0 {
            Some(Value::Number(_)) => decimal::read_json(&text)
                .map_err(|_| format!("{text} is not an amount."))
                .and_then(|number| amount::price(&text, number)),
            _ => amount::pounds(&text),
        };
        read.map_err(|reason| Fault::of(path, reason))
    }

    /// A number of rooms.
    ///
    /// # Errors
    /// [`Fault`] for what is none.
    pub fn rooms(self, path: &str) -> Result<Option<i32>, Fault> {
        self.scalar(path)?;
        amount::rooms(&self.text(path)?).map_err(|reason| Fault::of(path, reason))
    }

    /// The elements of a list; none for what is no list.
    pub fn items(self, path: &str) -> impl Iterator<Item = Node<'a>> {
        let list = self.at(path).0.and_then(Value::as_array);
        list.into_iter().flatten().map(|value| Self(Some(value)))
    }

    /// The texts of a list.
    ///
    /// # Errors
    /// [`Fault`] for a text that is too long.
    pub fn texts(self, path: &str) -> Result<Vec<String>, Fault> {
        self.items(path)
            .filter_map(|item| item.0.and_then(Value::as_str))
            .map(|text| {
                if text.len() > LONGEST_FIELD {
                    Err(Fault::of(path, "A text is longer than 64 kB."))
                } else {
                    Ok(text.to_owned())
                }
            })
            .collect()
    }

    fn scalar(self, path: &str) -> Result<(), Fault> {
        match self.at(path).0 {
            Some(Value::Object(_) | Value::Array(_) | Value::Bool(_)) => {
                Err(Fault::of(path, "A number was expected."))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::connectors::testing::Sure;

    #[test]
    fn numbers_may_be_texts_and_nulls_are_nothing() {
        let value = json!({"a": {"price": "165,000", "n": 115.5, "none": null, "flag": 1, "list": ["x", 2, "y"]}, "big": 1e300});
        let node = Node::root(&value);
        assert_eq!(node.pounds("a.price").sure(), Some(Money::gbp(16_500_000)));
        assert_eq!(node.pounds("a.n").sure(), Some(Money::gbp(11_550)));
        assert_eq!(node.pounds("a.none").sure(), None);
        assert_eq!(node.pounds("a.b.c").sure(), None);
        assert!(node.pounds("a.list").is_err() && node.pounds("big").is_err());
        assert_eq!(node.truth("a.flag"), Some(true));
        assert_eq!(node.texts("a.list").sure(), ["x", "y"]);
        assert_eq!(node.text("a").sure(), "");
        let numbers: Value = serde_json::from_str(r#"{"n": 18e4, "t": "18e4", "c": "180000,00"}"#)
            .unwrap_or_default();
        let numbers = Node::root(&numbers);
        assert_eq!(numbers.pounds("n").sure(), Some(Money::gbp(18_000_000)));
        assert!(numbers.pounds("t").is_err() && numbers.pounds("c").is_err());
        assert_eq!(node.whole("a.n"), None);
    }
}
