//! Sold properties and the figures of sales.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api::names::PropertyType,
    rest::{
        convert::{Decimal, date, instant, money, required, text},
        problem::Problem,
    },
};

/// A property that was sold, and what came of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SoldProperty {
    /// The sold property's id.
    #[schema(example = 7)]
    pub id: i64,
    /// The id that it had in the portfolio.
    #[schema(example = 42)]
    pub original_property_id: i64,
    /// The landlord's name for it.
    #[schema(example = "Garden flat")]
    pub name: String,
    /// Street and town.
    pub address: String,
    /// The postcode.
    #[schema(example = "BS1 4RW")]
    pub postcode: String,
    /// The kind.
    pub property_type: PropertyType,
    /// The day of the sale.
    #[schema(example = "2026-11-01")]
    pub sale_date: NaiveDate,
    /// The day of purchase; null where it is not known.
    #[schema(required)]
    pub purchase_date: Option<NaiveDate>,
    /// The year of purchase; null where it is not known.
    #[schema(required)]
    pub purchase_year: Option<i32>,
    /// The price paid for it.
    #[schema(example = "210000.00")]
    pub purchase_price: String,
    /// The sale price.
    #[schema(example = "255000.00")]
    pub sale_price: String,
    /// The deposit at purchase: shown, and part of no figure.
    #[schema(required)]
    pub deposit: Option<String>,
    /// SDLT, LTT or LBTT at purchase.
    #[schema(required)]
    pub stamp_duty: Option<String>,
    /// Legal fees at purchase.
    #[schema(required)]
    pub legal_fees_purchase: Option<String>,
    /// The spending on refurbishment.
    #[schema(required)]
    pub refurb_costs: Option<String>,
    /// The costs of selling.
    #[schema(required)]
    pub fees_to_sell: Option<String>,
    /// Purchase tax, legal fees, refurbishment and fees to sell together.
    #[schema(example = "15300.00")]
    pub total_costs: String,
    /// Purchase price, purchase tax, legal fees and refurbishment together.
    #[schema(example = "220100.00")]
    pub total_investment: String,
    /// Sale price less fees to sell.
    #[schema(example = "249800.00")]
    pub proceeds: String,
    /// Sale price less purchase price.
    #[schema(example = "45000.00")]
    pub gross_profit: String,
    /// Proceeds less total investment.
    #[schema(example = "29700.00")]
    pub net_profit: String,
    /// Net profit in percent of the total investment, one decimal; null where nothing was invested.
    #[schema(required, value_type = Option<f64>, example = 13.5)]
    pub profit_percentage: Option<Decimal>,
    /// The growth from investment to proceeds in percent a year, one decimal; null where it has no meaning. Rent is not in it.
    #[schema(required, value_type = Option<f64>, example = 1.8)]
    pub annualized_return: Option<Decimal>,
    /// Years from purchase to sale, one decimal; null where the purchase is not known.
    #[schema(required, value_type = Option<f64>, example = 7.0)]
    pub holding_period_years: Option<Decimal>,
    /// Anything else.
    #[schema(required)]
    pub notes: Option<String>,
    /// Addresses of photos, the cover first.
    pub photos: Vec<String>,
    /// The time at which the sale was recorded.
    pub created_at: DateTime<Utc>,
    /// The row's version; the ETag.
    #[schema(example = 1)]
    pub version: i64,
}

impl TryFrom<portfolio::SoldProperty> for SoldProperty {
    type Error = Problem;

    fn try_from(sold: portfolio::SoldProperty) -> Result<Self, Problem> {
        let sale = required(sold.sale, "sale")?;
        let figures = required(sold.figures, "figures")?;
        Ok(Self {
            id: sold.sold_property_id,
            original_property_id: sold.original_property_id,
            name: sold.display_name,
            address: sold.address,
            postcode: sold.postcode,
            property_type: required(PropertyType::from_number(sold.property_type), "type")?,
            sale_date: required(date(sale.sale_date)?, "sale_date")?,
            purchase_date: date(sale.purchase_date)?,
            purchase_year: (sold.purchase_year != 0).then_some(sold.purchase_year),
            purchase_price: required(money(sale.purchase_price)?, "purchase_price")?,
            sale_price: required(money(sale.sale_price)?, "sale_price")?,
            deposit: money(sale.deposit)?,
            stamp_duty: money(sale.stamp_duty)?,
            legal_fees_purchase: money(sale.legal_fees_purchase)?,
            refurb_costs: money(sale.refurb_costs)?,
            fees_to_sell: money(sale.fees_to_sell)?,
            total_costs: required(money(figures.total_costs)?, "total_costs")?,
            total_investment: required(money(figures.total_investment)?, "total_investment")?,
            proceeds: required(money(figures.proceeds)?, "proceeds")?,
            gross_profit: required(money(figures.gross_profit)?, "gross_profit")?,
            net_profit: required(money(figures.net_profit)?, "net_profit")?,
            profit_percentage: Decimal::read(&figures.profit_percentage)?,
            annualized_return: Decimal::read(&figures.annualized_return)?,
            holding_period_years: Decimal::read(&figures.holding_period_years)?,
            notes: text(sale.notes),
            photos: sold.photo_urls,
            created_at: required(instant(sold.create_time)?, "create_time")?,
            version: sold.version,
        })
    }
}

/// The figures of all sales. Averages are plain means, 0 where there is nothing to average.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SaleAnalytics {
    /// The sold properties, the latest sale first, up to 10,000.
    pub sold_properties: Vec<SoldProperty>,
    /// The number of properties sold.
    #[schema(example = 6)]
    pub sold_count: i32,
    /// The sum of the sale prices.
    #[schema(example = "1409750.00")]
    pub total_sales: String,
    /// The sum of the purchase prices.
    #[schema(example = "1065450.00")]
    pub total_purchase_price: String,
    /// Their costs, together.
    #[schema(example = "157558.00")]
    pub total_costs: String,
    /// Their gross profits, together.
    #[schema(example = "344300.00")]
    pub total_gross_profit: String,
    /// Their net profits, together.
    #[schema(example = "186742.00")]
    pub total_net_profit: String,
    /// The mean holding period in years, one decimal.
    #[schema(value_type = f64, example = 5.9)]
    pub average_holding_period: Decimal,
    /// The shortest holding period in years, one decimal; null where none is known.
    #[schema(required, value_type = Option<f64>, example = 3.2)]
    pub shortest_holding_period: Option<Decimal>,
    /// The longest holding period in years, one decimal; null where none is known.
    #[schema(required, value_type = Option<f64>, example = 9.1)]
    pub longest_holding_period: Option<Decimal>,
    /// The mean annualised return in percent, one decimal: of what was held for a year or more, of all where nothing was.
    #[schema(value_type = f64, example = 1.6)]
    pub average_annual_return: Decimal,
}

impl SaleAnalytics {
    /// The figures with the rows that they are of.
    ///
    /// # Errors
    /// A 500 [`Problem`] for a reply that lacks a part.
    pub fn of(
        figures: portfolio::SaleAnalytics,
        sold_properties: Vec<SoldProperty>,
    ) -> Result<Self, Problem> {
        let sum = |amount, name| required(money(amount)?, name);
        let mean = |text: &str, name| required(Decimal::read(text)?, name);
        Ok(Self {
            sold_properties,
            sold_count: figures.sold_count,
            total_sales: sum(figures.total_sales, "total_sales")?,
            total_purchase_price: sum(figures.total_purchase_price, "total_purchase_price")?,
            total_costs: sum(figures.total_costs, "total_costs")?,
            total_gross_profit: sum(figures.total_gross_profit, "total_gross_profit")?,
            total_net_profit: sum(figures.total_net_profit, "total_net_profit")?,
            average_holding_period: mean(
                &figures.average_holding_period,
                "average_holding_period",
            )?,
            shortest_holding_period: Decimal::read(&figures.shortest_holding_period)?,
            longest_holding_period: Decimal::read(&figures.longest_holding_period)?,
            average_annual_return: mean(&figures.average_annual_return, "average_annual_return")?,
        })
    }
}
