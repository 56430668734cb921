//! A line as a draft, with what could not be read of it.

use std::collections::HashMap;

use chrono::NaiveDate;
use lintel_core::{Money, Violations};
use rust_decimal::Decimal;

use super::rooms;
use crate::domain::{
    InsuranceDraft, Lease, MortgageDraft, MortgageType, PropertyDraft, PropertyType, RunningCosts,
    Status,
};

/// The cells of one line by the fields that they fill.
pub(super) struct Cells<'a> {
    cells: HashMap<&'static str, &'a str>,
    unreadable: Violations,
}

impl<'a> Cells<'a> {
    pub(super) fn new(cells: impl Iterator<Item = (&'static str, &'a str)>) -> Self {
        Self {
            cells: cells.collect(),
            unreadable: Violations::default(),
        }
    }

    fn text(&self, field: &str) -> String {
        self.cells
            .get(field)
            .copied()
            .unwrap_or_default()
            .to_owned()
    }

    /// What a cell says; `None` where it is empty, or was noted as unreadable.
    fn read<T, E: std::fmt::Display>(
        &mut self,
        field: &'static str,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = self.cells.get(field).copied().unwrap_or_default().trim();
        if text.is_empty() {
            return None;
        }
        self.unreadable.take(field, parse(text))
    }

    fn money(&mut self, field: &'static str) -> Option<Money> {
        self.read(field, Money::parse)
    }

    fn whole(&mut self, field: &'static str) -> Option<i32> {
        self.read(field, |text| {
            text.parse().map_err(|_| "Enter a whole number.")
        })
    }

    fn date(&mut self, field: &'static str) -> Option<NaiveDate> {
        self.read(field, |text| {
            NaiveDate::parse_from_str(text, "%Y-%m-%d")
                .or_else(|_| NaiveDate::parse_from_str(text, "%d/%m/%Y"))
                .map_err(|_| "Enter a date as 2026-11-21 or 21/11/2026.")
        })
    }

    fn choice<T>(
        &mut self,
        field: &'static str,
        parse: impl Fn(&str) -> Option<T>,
        choices: &'static str,
    ) -> Option<T> {
        self.read(field, |text| parse(text).ok_or(choices))
    }

    /// A charge by the month, or a twelfth of one by the year, rounded to the penny.
    fn charge(&mut self, monthly: &'static str, yearly: &'static str) -> Option<Money> {
        let (month, year) = (self.money(monthly), self.money(yearly));
        match (month, year) {
            (Some(_), Some(_)) => {
                self.unreadable.add(
                    yearly,
                    "Enter the charge by the month or by the year, not both.",
                );
                None
            }
            (None, Some(year)) => {
                let twelfth = Money::round_half_away(year.to_decimal() / Decimal::from(12));
                self.unreadable.take(yearly, twelfth)
            }
            (month, None) => month,
        }
    }

    pub(super) fn draft(mut self) -> PropertyDraft {
        PropertyDraft {
            name: self.text("display_name"),
            address: self.text("address"),
            postcode: self.text("postcode"),
            property_type: self.choice(
                "property_type",
                |text| same_word(PropertyType::ALL, text, PropertyType::as_str),
                "Choose Flat, House, Apartment, Studio, HMO, Serviced Accommodation or Commercial.",
            ),
            bedrooms: self.whole("bedrooms").unwrap_or(1),
            bathrooms: self.whole("bathrooms").unwrap_or(1),
            size: self.text("size"),
            monthly_rent: self.money("monthly_rent"),
            purchase_price: self.money("purchase_price"),
            current_value: self.money("current_value"),
            purchase_date: self.date("purchase_date"),
            purchase_year: self.whole("purchase_year"),
            status: self.choice(
                "status",
                |text| same_word(Status::ALL, text, Status::as_str),
                "Choose Available, Vacant, Occupied, Under Renovation or Under Maintenance.",
            ),
            photos: self
                .text("photo_urls")
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
            rooms: self.read("rooms", rooms::read).unwrap_or_default(),
            running_costs: RunningCosts {
                utilities: self.money("running_costs.utilities"),
                tv_licence: self.money("running_costs.tv_licence"),
                council_tax: self.money("running_costs.council_tax"),
                water: self.money("running_costs.water"),
                cleaning: self.money("running_costs.cleaning"),
            },
            lease: Lease {
                years_remaining: self.whole("lease.years_remaining"),
                last_updated: self.date("lease.last_update_date"),
                service_charge: self
                    .charge("lease.service_charge", "lease.service_charge_per_year"),
                ground_rent: self.charge("lease.ground_rent", "lease.ground_rent_per_year"),
            },
            mortgage: MortgageDraft {
                company: self.text("mortgage.company"),
                reference: self.text("mortgage.reference"),
                contact: self.text("mortgage.contact"),
                interest_rate: self.text("mortgage.interest_rate_percent"),
                amount_borrowed: self.money("mortgage.amount_borrowed"),
                outstanding_balance: self.money("mortgage.outstanding_balance"),
                monthly_payment: self.money("mortgage.monthly_payment"),
                mortgage_type: self.choice(
                    "mortgage.mortgage_type",
                    |text| same_word(MortgageType::ALL, text, MortgageType::as_str),
                    "Choose Repayment or Interest Only.",
                ),
                fixed_term_end: self.date("mortgage.fixed_term_end_date"),
            },
            insurance: InsuranceDraft {
                company: self.text("insurance.company"),
                reference: self.text("insurance.reference"),
                annual_premium: self.money("insurance.annual_premium"),
                renewal_date: self.date("insurance.renewal_date"),
                insurance_type: self.text("insurance.insurance_type"),
            },
            unreadable: self.unreadable,
        }
    }
}

/// A typed word, ignoring case.
fn same_word<T: Copy>(all: &[T], text: &str, spelling: impl Fn(T) -> &'static str) -> Option<T> {
    all.iter()
        .copied()
        .find(|one| spelling(*one).eq_ignore_ascii_case(text))
}
