//! The columns of the table.

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// How it is written.
    pub header: &'static str,
    /// The field of the contract that it fills.
    pub field: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// Whether no property can do without.
    pub required: bool,
    /// Whether an export has it; the others are only for importing yearly amounts.
    pub exported: bool,
}

const fn column(
    header: &'static str,
    field: &'static str,
    aliases: &'static [&'static str],
) -> Column {
    Column {
        header,
        field,
        aliases,
        required: false,
        exported: true,
    }
}

const fn required(column: Column) -> Column {
    Column {
        required: true,
        ..column
    }
}

const fn read_only(column: Column) -> Column {
    Column {
        exported: false,
        ..column
    }
}

/// Every column, in the order of an export.
pub const COLUMNS: &[Column] = &[
    required(column(
        "Name",
        "display_name",
        &["property name", "property", "title"],
    )),
    required(column(
        "Address",
        "address",
        &["street address", "address line 1"],
    )),
    required(column("Postcode", "postcode", &["postal code", "zip"])),
    required(column("Property type", "property_type", &["type", "kind"])),
    column("Bedrooms", "bedrooms", &["beds"]),
    column("Bathrooms", "bathrooms", &["baths"]),
    column("Size", "size", &["floor area"]),
    column(
        "Monthly rent",
        "monthly_rent",
        &["rent", "rent per month", "rent pcm"],
    ),
    column(
        "Purchase date",
        "purchase_date",
        &["date of purchase", "bought on"],
    ),
    column("Purchase year", "purchase_year", &["year of purchase"]),
    column("Purchase price", "purchase_price", &["price", "price paid"]),
    column(
        "Current value",
        "current_value",
        &["value", "valuation", "market value"],
    ),
    column("Status", "status", &[]),
    column("Rooms", "rooms", &[]),
    column(
        "Utilities per month",
        "running_costs.utilities",
        &["utilities", "hmo utilities"],
    ),
    column(
        "TV licence per month",
        "running_costs.tv_licence",
        &["tv licence", "hmo tv licence"],
    ),
    column(
        "Council tax per month",
        "running_costs.council_tax",
        &["council tax", "hmo council tax"],
    ),
    column(
        "Water per month",
        "running_costs.water",
        &["water", "hmo water"],
    ),
    column(
        "Cleaning per month",
        "running_costs.cleaning",
        &["cleaning", "cleaning fees", "hmo cleaning fees"],
    ),
    column(
        "Lease years remaining",
        "lease.years_remaining",
        &["lease years", "years left on lease"],
    ),
    column(
        "Lease last updated",
        "lease.last_update_date",
        &["lease updated"],
    ),
    column(
        "Service charge per month",
        "lease.service_charge",
        &["service charge"],
    ),
    read_only(column(
        "Service charge per year",
        "lease.service_charge_per_year",
        &["annual service charge", "yearly service charge"],
    )),
    column(
        "Ground rent per month",
        "lease.ground_rent",
        &["ground rent"],
    ),
    read_only(column(
        "Ground rent per year",
        "lease.ground_rent_per_year",
        &["annual ground rent", "yearly ground rent"],
    )),
    column(
        "Mortgage company",
        "mortgage.company",
        &["lender", "mortgage lender"],
    ),
    column(
        "Mortgage reference",
        "mortgage.reference",
        &["mortgage account"],
    ),
    column("Mortgage contact", "mortgage.contact", &[]),
    column(
        "Interest rate percent",
        "mortgage.interest_rate_percent",
        &["interest rate", "mortgage rate"],
    ),
    column(
        "Amount borrowed",
        "mortgage.amount_borrowed",
        &["loan", "loan amount"],
    ),
    column(
        "Outstanding balance",
        "mortgage.outstanding_balance",
        &["mortgage balance"],
    ),
    column(
        "Monthly mortgage payment",
        "mortgage.monthly_payment",
        &["mortgage payment"],
    ),
    column(
        "Mortgage type",
        "mortgage.mortgage_type",
        &["repayment type"],
    ),
    column(
        "Fixed term end date",
        "mortgage.fixed_term_end_date",
        &["fixed term end", "fixed until"],
    ),
    column("Insurance company", "insurance.company", &["insurer"]),
    column(
        "Insurance reference",
        "insurance.reference",
        &["policy number"],
    ),
    column(
        "Insurance premium per year",
        "insurance.annual_premium",
        &["insurance amount", "annual premium", "insurance premium"],
    ),
    column(
        "Insurance renewal date",
        "insurance.renewal_date",
        &["insurance renewal"],
    ),
    column(
        "Insurance type",
        "insurance.insurance_type",
        &["insurance cover"],
    ),
    column("Photos", "photo_urls", &["photo"]),
];

impl Column {
    /// The column that a header names, ignoring case, spaces and punctuation: `monthlyRent` is `Monthly rent`.
    #[must_use]
    pub fn named(header: &str) -> Option<&'static Self> {
        let wanted = bare(header);
        COLUMNS.iter().find(|column| {
            bare(column.header) == wanted
                || column.aliases.iter().any(|alias| bare(alias) == wanted)
        })
    }

    /// The column that fills `field`, or the list that it is part of: `rooms[0].monthly_rent` is `Rooms`.
    #[must_use]
    pub fn of_field(field: &str) -> Option<&'static Self> {
        let whole = field.split('[').next().unwrap_or(field);
        COLUMNS.iter().find(|column| column.field == whole)
    }
}

fn bare(header: &str) -> String {
    let letters = header.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_name_stands_for_two_columns() {
        let mut names = HashSet::new();
        for column in COLUMNS {
            for name in column.aliases.iter().chain([&column.header]) {
                assert!(names.insert(bare(name)), "{name}");
                assert_eq!(Column::named(name), Some(column));
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
                Column::named(name).map(|column| column.header),
                Some(header)
            );
        }
        assert_eq!(Column::named("colour"), None);
        assert_eq!(Column::named(""), None);
        assert_eq!(
            Column::of_field("rooms[3].room_number").map(|c| c.header),
            Some("Rooms")
        );
    }
}
