//! A sale as a client sends it.

use chrono::NaiveDate;
use lintel_proto::portfolio::v1 as portfolio;
use utoipa::ToSchema;

use crate::input::FieldReader;

/// A sale. Money is text with or without commas and pound sign, or a number; absent, null and empty are the same. To sell,
/// `salePrice`, `saleDate` and `purchasePrice` are needed; for a preview nothing is.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "described here, read field by field so that every unreadable one is named at once"
)]
pub struct SaleBody {
    /// What it was sold for.
    #[schema(example = "255,000")]
    pub sale_price: Option<String>,
    /// The day of the sale, not before the purchase.
    #[schema(example = "2026-11-01")]
    pub sale_date: Option<NaiveDate>,
    /// What was paid for it.
    #[schema(example = "£210,000")]
    pub purchase_price: Option<String>,
    /// The day of purchase; the property's own where absent.
    #[schema(example = "2019-11-01")]
    pub purchase_date: Option<NaiveDate>,
    /// The deposit at purchase: shown, and part of no figure.
    pub deposit: Option<String>,
    /// Stamp duty at purchase.
    pub stamp_duty: Option<String>,
    /// Legal fees at purchase.
    pub legal_fees_purchase: Option<String>,
    /// What was spent on refurbishment.
    pub refurb_costs: Option<String>,
    /// What selling cost.
    pub fees_to_sell: Option<String>,
    /// Anything else, up to 2000 characters.
    pub notes: Option<String>,
}

/// Reads the sale; what cannot be read is noted in `reader`.
pub fn read_sale(reader: &mut FieldReader<'_>) -> portfolio::Sale {
    portfolio::Sale {
        sale_price: reader.money("salePrice").map(Into::into),
        sale_date: reader.date("saleDate").map(Into::into),
        purchase_price: reader.money("purchasePrice").map(Into::into),
        purchase_date: reader.date("purchaseDate").map(Into::into),
        deposit: reader.money("deposit").map(Into::into),
        stamp_duty: reader.money("stampDuty").map(Into::into),
        legal_fees_purchase: reader.money("legalFeesPurchase").map(Into::into),
        refurb_costs: reader.money("refurbCosts").map(Into::into),
        fees_to_sell: reader.money("feesToSell").map(Into::into),
        notes: reader.text("notes"),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::input::JsonObject;

    #[test]
    fn every_described_field_is_read_and_named_where_it_cannot_be() {
        let schema = serde_json::to_value(<SaleBody as utoipa::PartialSchema>::schema()).unwrap();
        let described = schema["properties"].as_object().unwrap();
        let body: serde_json::Map<_, _> = described
            .keys()
            .map(|field| (field.clone(), serde_json::json!({"a": 1})))
            .collect();
        let object = JsonObject::parse(&serde_json::to_vec(&body).unwrap()).unwrap();
        let mut reader = FieldReader::new(&object);
        read_sale(&mut reader);
        let named: Vec<_> = reader.finish().unwrap_err().errors.into_keys().collect();
        let mut described: Vec<_> = described.keys().cloned().collect();
        described.sort();
        assert_eq!(named, described);
    }

    #[test]
    fn money_is_read_in_every_shape() {
        let body = r#"{"salePrice": "£255,000.50", "purchasePrice": 210000, "stampDuty": "", "saleDate": "2026-11-01"}"#;
        let object = JsonObject::parse(body.as_bytes()).unwrap();
        let mut reader = FieldReader::new(&object);
        let sale = read_sale(&mut reader);
        reader.finish().unwrap();
        assert_eq!(sale.sale_price.unwrap().minor_units, 25_500_050);
        assert_eq!(sale.purchase_price.unwrap().minor_units, 21_000_000);
        assert_eq!((sale.stamp_duty, sale.sale_date.unwrap().day), (None, 1));
    }
}
