//! Sales, converted both ways.

use chrono::NaiveDate;
use lintel_core::{Error, Money, Violations, decimal};
use lintel_proto::{common, convert::timestamp, portfolio::v1};
use rust_decimal::Decimal;

use crate::domain::{Sale, SaleDraft, SaleFigures, SaleSums, SoldProperty};

/// Reads the fields of a sale; a field that cannot be read is noted by its path.
pub fn draft(sale: v1::Sale) -> SaleDraft {
    let mut unreadable = Violations::default();
    let mut money = |field: &str, amount: Option<common::v1::Money>| {
        let amount = amount.map(Money::try_from).transpose();
        unreadable.take(field, amount).flatten()
    };
    let mut draft = SaleDraft {
        sale_price: money("sale_price", sale.sale_price),
        purchase_price: money("purchase_price", sale.purchase_price),
        deposit: money("deposit", sale.deposit),
        stamp_duty: money("stamp_duty", sale.stamp_duty),
        legal_fees_purchase: money("legal_fees_purchase", sale.legal_fees_purchase),
        refurb_costs: money("refurb_costs", sale.refurb_costs),
        fees_to_sell: money("fees_to_sell", sale.fees_to_sell),
        notes: sale.notes,
        ..SaleDraft::default()
    };
    let mut date = |field: &str, date: Option<common::v1::Date>| {
        let date = date.map(NaiveDate::try_from).transpose();
        unreadable.take(field, date).flatten()
    };
    draft.sale_date = date("sale_date", sale.sale_date);
    draft.purchase_date = date("purchase_date", sale.purchase_date);
    draft.unreadable = unreadable;
    draft
}

/// A sold property with its figures.
pub fn sold_property(sold: SoldProperty) -> Result<v1::SoldProperty, Error> {
    let figures = sold.sale.figures().map_err(Error::internal)?;
    Ok(v1::SoldProperty {
        sold_property_id: sold.id.get(),
        original_property_id: sold.original.get(),
        display_name: sold.name,
        address: sold.address,
        postcode: sold.postcode,
        property_type: v1::PropertyType::from(sold.property_type).into(),
        purchase_year: sold.sale.purchase.year.unwrap_or_default(),
        sale: Some(sale(sold.sale)),
        figures: Some(self::figures(&figures)),
        photo_urls: sold.photos,
        create_time: Some(timestamp(sold.created_at)),
        version: sold.version,
    })
}

/// The figures of a sale, rounded here and nowhere before.
pub fn figures(figures: &SaleFigures) -> v1::SaleFigures {
    v1::SaleFigures {
        gross_profit: figures.gross_profit.map(Into::into),
        total_costs: Some(figures.total_costs.into()),
        total_investment: figures.total_investment.map(Into::into),
        proceeds: figures.proceeds.map(Into::into),
        net_profit: figures.net_profit.map(Into::into),
        profit_percentage: one_decimal(figures.profit_percentage),
        holding_period_years: one_decimal(figures.holding_period_years),
        annualized_return: one_decimal(figures.annualised_return),
    }
}

/// The figures of all sales.
pub fn analytics(sums: &SaleSums) -> Result<v1::SaleAnalytics, Error> {
    Ok(v1::SaleAnalytics {
        sold_count: i32::try_from(sums.sold).map_err(Error::internal)?,
        total_sales: Some(sums.total_sales.into()),
        total_purchase_price: Some(sums.total_purchase_price.into()),
        total_costs: Some(sums.total_costs.into()),
        total_gross_profit: Some(sums.total_gross_profit.into()),
        total_net_profit: Some(sums.total_net_profit.into()),
        average_holding_period: one_decimal(Some(sums.average_holding_period())),
        shortest_holding_period: one_decimal(sums.shortest_holding_period()),
        longest_holding_period: one_decimal(sums.longest_holding_period()),
        average_annual_return: one_decimal(Some(sums.average_annual_return())),
    })
}

fn sale(sale: Sale) -> v1::Sale {
    v1::Sale {
        sale_price: Some(sale.sale_price.into()),
        sale_date: Some(sale.sale_date.into()),
        purchase_price: Some(sale.purchase_price.into()),
        purchase_date: sale.purchase.date.map(Into::into),
        deposit: sale.deposit.map(Into::into),
        stamp_duty: sale.stamp_duty.map(Into::into),
        legal_fees_purchase: sale.legal_fees_purchase.map(Into::into),
        refurb_costs: sale.refurb_costs.map(Into::into),
        fees_to_sell: sale.fees_to_sell.map(Into::into),
        notes: sale.notes.unwrap_or_default(),
    }
}

/// One decimal, halves away from zero; a small negative figure that rounds to zero has no sign.
fn one_decimal(figure: Option<Decimal>) -> String {
    figure
        .map(|figure| decimal::fixed(figure, 1))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_that_cannot_be_read_is_named_at_once() {
        let dollars = Some(common::v1::Money {
            currency_code: "USD".to_owned(),
            minor_units: 1,
        });
        let never = Some(common::v1::Date {
            year: 2026,
            month: 2,
            day: 30,
        });
        let draft = draft(v1::Sale {
            sale_price: dollars.clone(),
            sale_date: never,
            purchase_price: dollars.clone(),
            purchase_date: never,
            deposit: dollars.clone(),
            stamp_duty: dollars.clone(),
            legal_fees_purchase: dollars.clone(),
            refurb_costs: dollars.clone(),
            fees_to_sell: dollars,
            notes: String::new(),
        });
        let mut named: Vec<_> = draft.unreadable.iter().map(|v| v.field.as_str()).collect();
        named.sort_unstable();
        let expected = [
            "deposit",
            "fees_to_sell",
            "legal_fees_purchase",
            "purchase_date",
            "purchase_price",
            "refurb_costs",
            "sale_date",
            "sale_price",
            "stamp_duty",
        ];
        assert_eq!(named, expected);
    }

    #[test]
    fn figures_leave_with_one_decimal_and_no_minus_before_nothing() {
        for (figure, text) in [
            ("3.649", "3.6"),
            ("3.65", "3.7"),
            ("-3.65", "-3.7"),
            ("-0.04", "0.0"),
            ("0", "0.0"),
            ("7.00068", "7.0"),
        ] {
            assert_eq!(one_decimal(decimal::read(figure).ok()), text);
        }
        assert_eq!(one_decimal(None), "");
    }
}
