//! A sale as a client sends it.

use chrono::NaiveDate;
use lintel_core::Money;
use lintel_proto::portfolio::v1 as portfolio;

use crate::input::fields;

fields! {
    /// A sale. Money is text with or without commas and pound sign, or a number; absent, null and empty are the same. To sell,
    /// `salePrice`, `saleDate` and `purchasePrice` are needed; for a preview nothing is.
    SaleBody for portfolio::Sale {
        /// What it was sold for.
        sale_price: Option<Money> { example: "255,000" },
        /// The day of the sale, not before the purchase.
        sale_date: Option<NaiveDate> { example: "2026-11-01" },
        /// What was paid for it.
        purchase_price: Option<Money> { example: "£210,000" },
        /// The day of purchase; the property's own where absent.
        purchase_date: Option<NaiveDate> { example: "2019-11-01" },
        /// The deposit at purchase: shown, and part of no figure.
        deposit: Option<Money>,
        /// SDLT, LTT or LBTT at purchase.
        stamp_duty: Option<Money>,
        /// Legal fees at purchase.
        legal_fees_purchase: Option<Money>,
        /// What was spent on refurbishment.
        refurb_costs: Option<Money>,
        /// What selling cost.
        fees_to_sell: Option<Money>,
        /// Anything else, up to 2000 characters.
        notes: Option<String>,
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::input::{FieldReader, Fields as _, JsonObject};

    #[test]
    fn money_is_read_in_every_shape() {
        let body = r#"{"salePrice": "£255,000.50", "purchasePrice": 210000, "stampDuty": "", "saleDate": "2026-11-01"}"#;
        let object = JsonObject::parse(body.as_bytes()).unwrap();
        let mut reader = FieldReader::new(&object);
        let sale = SaleBody::read(&mut reader);
        reader.finish().unwrap();
        assert_eq!(sale.sale_price.unwrap().minor_units, 25_500_050);
        assert_eq!(sale.purchase_price.unwrap().minor_units, 21_000_000);
        assert_eq!((sale.stamp_duty, sale.sale_date.unwrap().day), (None, 1));
    }
}
