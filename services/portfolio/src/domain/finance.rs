//! The finances of a property beside its rent and prices. Every part may be unknown.

use chrono::NaiveDate;
use lintel_core::{Money, MoneyError, spelt};
use serde::{Deserialize, Serialize};

use super::Percentage;

/// The running costs of a shared house, each per month.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunningCosts {
    /// Gas, electricity, internet.
    pub utilities: Option<Money>,
    /// The television licence.
    pub tv_licence: Option<Money>,
    /// Council tax.
    pub council_tax: Option<Money>,
    /// Water.
    pub water: Option<Money>,
    /// Cleaning.
    pub cleaning: Option<Money>,
}

impl RunningCosts {
    /// The five together; what is unknown counts as nothing.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] on overflow, which no stored amounts reach.
    pub fn total(&self) -> Result<Money, MoneyError> {
        let parts = [
            self.utilities,
            self.tv_licence,
            self.council_tax,
            self.water,
            self.cleaning,
        ];
        Money::sum(parts.into_iter().flatten())
    }
}

/// The lease of a flat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    /// Whole years left on the day of `last_updated`.
    pub years_remaining: Option<i32>,
    /// The day on which `years_remaining` was entered.
    pub last_updated: Option<NaiveDate>,
    /// Per month.
    pub service_charge: Option<Money>,
    /// Per month.
    pub ground_rent: Option<Money>,
}

impl Lease {
    /// Service charge and ground rent per month; what is unknown counts as nothing.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] on overflow, which no stored amounts reach.
    pub fn charges(&self) -> Result<Money, MoneyError> {
        Money::sum(
            [self.service_charge, self.ground_rent]
                .into_iter()
                .flatten(),
        )
    }
}

spelt! {
    /// The type of a mortgage.
    MortgageType {
        /// Interest and capital.
        Repayment = "Repayment",
        /// Interest alone.
        InterestOnly = "Interest Only",
    }
}

/// The mortgage on a property.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mortgage {
    /// The lender.
    pub company: Option<String>,
    /// The lender's reference.
    pub reference: Option<String>,
    /// The lender's contact details.
    pub contact: Option<String>,
    /// Interest per year.
    pub interest_rate: Option<Percentage>,
    /// The amount borrowed.
    pub amount_borrowed: Option<Money>,
    /// The outstanding balance.
    pub outstanding_balance: Option<Money>,
    /// Per month.
    pub monthly_payment: Option<Money>,
    /// The type of the mortgage.
    pub mortgage_type: Option<MortgageType>,
    /// When the fixed rate ends.
    pub fixed_term_end: Option<NaiveDate>,
}

/// The insurance of a property.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Insurance {
    /// The insurer.
    pub company: Option<String>,
    /// The policy's number.
    pub reference: Option<String>,
    /// The premium per year.
    pub annual_premium: Option<Money>,
    /// When it is to be renewed.
    pub renewal_date: Option<NaiveDate>,
    /// The type of insurance.
    pub insurance_type: Option<String>,
}
