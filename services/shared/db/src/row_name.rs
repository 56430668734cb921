//! The names with which rows are checked when they are read.

use lintel_core::Money;
use rust_decimal::Decimal;

use crate::StoreError;

/// Names a row in an error: its table and its id.
#[derive(Debug, Clone, Copy)]
pub struct RowName {
    /// The table.
    pub table: &'static str,
    /// The row's id.
    pub id: i64,
}

impl RowName {
    /// The value of `column`, or the error that it holds something the domain does not know.
    ///
    /// # Errors
    /// [`StoreError`] naming the row.
    pub fn known<T>(self, column: &'static str, value: Option<T>) -> Result<T, StoreError> {
        value.ok_or_else(|| StoreError::inconsistent(self.table, column, self.id))
    }

    /// The amount in `column`.
    ///
    /// # Errors
    /// [`StoreError`] naming the row.
    pub fn money(self, column: &'static str, value: Decimal) -> Result<Money, StoreError> {
        self.known(column, Money::from_decimal(value).ok())
    }

    /// The amount in `column`, if there is one.
    ///
    /// # Errors
    /// [`StoreError`] naming the row.
    pub fn some_money(
        self,
        column: &'static str,
        value: Option<Decimal>,
    ) -> Result<Option<Money>, StoreError> {
        value.map(|value| self.money(column, value)).transpose()
    }
}
