//! The columns of the table.

use lintel_sheet::Column;

/// Every column, in the order of an export.
pub const COLUMNS: &[Column] = &[
    Column::new(
        "Name",
        "display_name",
        &["property name", "property", "title"],
    )
    .required(),
    Column::new("Address", "address", &["street address", "address line 1"]).required(),
    Column::new("Postcode", "postcode", &["postal code", "zip"]).required(),
    Column::new("Nation", "nation", &[]),
    Column::new("Property type", "property_type", &["type", "kind"]).required(),
    Column::new("Bedrooms", "bedrooms", &["beds"]),
    Column::new("Bathrooms", "bathrooms", &["baths"]),
    Column::new("Size", "size", &["floor area"]),
    Column::new(
        "Monthly rent",
        "monthly_rent",
        &["rent", "rent per month", "rent pcm"],
    ),
    Column::new(
        "Purchase date",
        "purchase_date",
        &["date of purchase", "bought on"],
    ),
    Column::new("Purchase year", "purchase_year", &["year of purchase"]),
    Column::new("Purchase price", "purchase_price", &["price", "price paid"]),
    Column::new(
        "Current value",
        "current_value",
        &["value", "valuation", "market value"],
    ),
    Column::new("Status", "status", &[]),
    Column::new("Rooms", "rooms", &[]),
    Column::new(
        "Utilities per month",
        "running_costs.utilities",
        &["utilities", "hmo utilities"],
    ),
    Column::new(
        "TV licence per month",
        "running_costs.tv_licence",
        &["tv licence", "hmo tv licence"],
    ),
    Column::new(
        "Council tax per month",
        "running_costs.council_tax",
        &["council tax", "hmo council tax"],
    ),
    Column::new(
        "Water per month",
        "running_costs.water",
        &["water", "hmo water"],
    ),
    Column::new(
        "Cleaning per month",
        "running_costs.cleaning",
        &["cleaning", "cleaning fees", "hmo cleaning fees"],
    ),
    Column::new(
        "Lease years remaining",
        "lease.years_remaining",
        &["lease years", "years left on lease"],
    ),
    Column::new(
        "Lease last updated",
        "lease.last_update_date",
        &["lease updated"],
    ),
    Column::new(
        "Service charge per month",
        "lease.service_charge",
        &["service charge"],
    ),
    Column::new(
        "Service charge per year",
        "lease.service_charge_per_year",
        &["annual service charge", "yearly service charge"],
    )
    .read_only(),
    Column::new(
        "Ground rent per month",
        "lease.ground_rent",
        &["ground rent"],
    ),
    Column::new(
        "Ground rent per year",
        "lease.ground_rent_per_year",
        &["annual ground rent", "yearly ground rent"],
    )
    .read_only(),
    Column::new(
        "Mortgage company",
        "mortgage.company",
        &["lender", "mortgage lender"],
    ),
    Column::new(
        "Mortgage reference",
        "mortgage.reference",
        &["mortgage account"],
    ),
    Column::new("Mortgage contact", "mortgage.contact", &[]),
    Column::new(
        "Interest rate percent",
        "mortgage.interest_rate_percent",
        &["interest rate", "mortgage rate"],
    ),
    Column::new(
        "Amount borrowed",
        "mortgage.amount_borrowed",
        &["loan", "loan amount"],
    ),
    Column::new(
        "Outstanding balance",
        "mortgage.outstanding_balance",
        &["mortgage balance"],
    ),
    Column::new(
        "Monthly mortgage payment",
        "mortgage.monthly_payment",
        &["mortgage payment"],
    ),
    Column::new(
        "Mortgage type",
        "mortgage.mortgage_type",
        &["repayment type"],
    ),
    Column::new(
        "Fixed term end date",
        "mortgage.fixed_term_end_date",
        &["fixed term end", "fixed until"],
    ),
    Column::new("Insurance company", "insurance.company", &["insurer"]),
    Column::new(
        "Insurance reference",
        "insurance.reference",
        &["policy number"],
    ),
    Column::new(
        "Insurance premium per year",
        "insurance.annual_premium",
        &["insurance amount", "annual premium", "insurance premium"],
    ),
    Column::new(
        "Insurance renewal date",
        "insurance.renewal_date",
        &["insurance renewal"],
    ),
    Column::new(
        "Insurance type",
        "insurance.insurance_type",
        &["insurance cover"],
    ),
    Column::new("Asking rent", "asking_rent", &["advertised rent"]),
    Column::new("Gas", "gas", &["has gas"]),
    Column::new("Furnishing", "furnishing", &["furnished"]),
    Column::new("Shared", "shared", &["shared home"]),
    Column::new("Storeys", "storeys", &["floors"]),
    Column::new(
        "People at most",
        "most_residents",
        &["most residents", "permitted residents"],
    ),
    Column::new("Licensing area", "licensing_area", &[]),
    Column::new("Photos", "photo_urls", &["photo"]),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use lintel_sheet::bare;

    use super::*;

    #[test]
    fn no_name_stands_for_two_columns() {
        let mut names = HashSet::new();
        for column in COLUMNS {
            for name in column.aliases.iter().chain([&column.header]) {
                assert!(names.insert(bare(name)), "{name}");
                assert_eq!(Column::named(COLUMNS, name), Some(column));
            }
        }
    }

    #[test]
    fn the_spelling_of_the_rest_face_is_understood() {
        for (name, header) in [
            ("monthlyRent", "Monthly rent"),
            ("PURCHASE_PRICE", "Purchase price"),
            (" hmoTvLicence ", "TV licence per month"),
            ("Ground rent (per year)", "Ground rent per year"),
        ] {
            assert_eq!(
                Column::named(COLUMNS, name).map(|column| column.header),
                Some(header)
            );
        }
        assert_eq!(Column::named(COLUMNS, "colour"), None);
        assert_eq!(Column::named(COLUMNS, ""), None);
        assert_eq!(
            Column::of_field(COLUMNS, "rooms[3].room_number").map(|c| c.header),
            Some("Rooms")
        );
    }
}
