//! A property as a client sends it.

use lintel_proto::portfolio::v1 as portfolio;

use super::names::{MortgageType, PropertyStatus, PropertyType};
use crate::{
    input::{FieldReader, read_room_changes, read_rooms},
    problem::rest_name,
};

/// The fields that a client may change, as paths of the contract, but for the rooms.
const CHANGEABLE: &[&str] = &[
    "display_name",
    "address",
    "postcode",
    "property_type",
    "bedrooms",
    "bathrooms",
    "size",
    "monthly_rent",
    "purchase_price",
    "current_value",
    "purchase_date",
    "purchase_year",
    "status",
    "photo_urls",
    "running_costs.utilities",
    "running_costs.tv_licence",
    "running_costs.council_tax",
    "running_costs.water",
    "running_costs.cleaning",
    "lease.years_remaining",
    "lease.last_update_date",
    "lease.service_charge",
    "lease.ground_rent",
    "mortgage.company",
    "mortgage.reference",
    "mortgage.contact",
    "mortgage.interest_rate_percent",
    "mortgage.amount_borrowed",
    "mortgage.outstanding_balance",
    "mortgage.monthly_payment",
    "mortgage.mortgage_type",
    "mortgage.fixed_term_end_date",
    "insurance.company",
    "insurance.reference",
    "insurance.annual_premium",
    "insurance.renewal_date",
    "insurance.insurance_type",
];

/// Reads the whole property; what cannot be read is noted in `reader`.
pub fn read_property(reader: &mut FieldReader<'_>) -> portfolio::Property {
    portfolio::Property {
        rooms: read_rooms(reader),
        ..read_fields(reader)
    }
}

/// Reads what a client wants to be different: the values, and the paths of those that the body names, be it with null.
pub fn read_changes(reader: &mut FieldReader<'_>) -> (portfolio::Property, Vec<String>) {
    let fields = read_fields(reader);
    let (rooms, parts) = read_room_changes(reader);
    let named = CHANGEABLE
        .iter()
        .filter(|path| reader.names(&rest_name(path)));
    let paths = named.chain(&parts).map(|path| (*path).to_owned());
    let property = portfolio::Property { rooms, ..fields };
    (property, paths.collect())
}

fn read_fields(reader: &mut FieldReader<'_>) -> portfolio::Property {
    portfolio::Property {
        display_name: reader.text("name"),
        address: reader.text("address"),
        postcode: reader.text("postcode"),
        property_type: reader
            .one_of(
                "propertyType",
                PropertyType::parse,
                "Choose Flat, House, Apartment, Studio, HMO, Serviced Accommodation or Commercial.",
            )
            .map_or(0, PropertyType::number),
        bedrooms: reader.int("bedrooms").unwrap_or(1),
        bathrooms: reader.int("bathrooms").unwrap_or(1),
        size: reader.text("size"),
        monthly_rent: reader.money("monthlyRent").map(Into::into),
        purchase_price: reader.money("purchasePrice").map(Into::into),
        current_value: reader.money("currentValue").map(Into::into),
        purchase_date: reader.date("purchaseDate").map(Into::into),
        purchase_year: reader.int("purchaseYear").unwrap_or_default(),
        status: reader
            .one_of(
                "status",
                PropertyStatus::parse,
                "Choose Available, Vacant, Occupied, Under Renovation or Under Maintenance.",
            )
            .map_or(0, PropertyStatus::number),
        photo_urls: reader.photos("photos"),
        running_costs: present(portfolio::RunningCosts {
            utilities: reader.money("hmoUtilities").map(Into::into),
            tv_licence: reader.money("hmoTvLicence").map(Into::into),
            council_tax: reader.money("hmoCouncilTax").map(Into::into),
            water: reader.money("hmoWater").map(Into::into),
            cleaning: reader.money("hmoCleaningFees").map(Into::into),
        }),
        lease: present(portfolio::Lease {
            years_remaining: reader.int("leaseYearsRemaining"),
            last_update_date: reader.date("leaseLastUpdated").map(Into::into),
            service_charge: reader.money("serviceCharge").map(Into::into),
            ground_rent: reader.money("groundRent").map(Into::into),
            ..Default::default()
        }),
        mortgage: present(read_mortgage(reader)),
        insurance: present(portfolio::Insurance {
            company: reader.text("insuranceCompany"),
            reference: reader.text("insuranceReference"),
            annual_premium: reader.money("insuranceAmount").map(Into::into),
            renewal_date: reader.date("insuranceRenewalDate").map(Into::into),
            insurance_type: reader.text("insuranceType"),
        }),
        ..Default::default()
    }
}

fn read_mortgage(reader: &mut FieldReader<'_>) -> portfolio::Mortgage {
    portfolio::Mortgage {
        company: reader.text("mortgageCompany"),
        reference: reader.text("mortgageReference"),
        contact: reader.text("mortgageContact"),
        interest_rate_percent: reader.percent("interestRate").unwrap_or_default(),
        amount_borrowed: reader.money("amountBorrowed").map(Into::into),
        outstanding_balance: reader.money("outstandingBalance").map(Into::into),
        monthly_payment: reader.money("monthlyMortgagePayment").map(Into::into),
        mortgage_type: reader
            .one_of(
                "mortgageType",
                MortgageType::parse,
                "Choose Repayment or Interest Only.",
            )
            .map_or(0, MortgageType::number),
        fixed_term_end_date: reader.date("fixedTermEndDate").map(Into::into),
    }
}

/// A group of fields of which none was given is absent.
fn present<M: Default + PartialEq>(message: M) -> Option<M> {
    (message != M::default()).then_some(message)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::input::JsonObject;

    fn read(json: &str) -> Result<portfolio::Property, Vec<String>> {
        let object = JsonObject::parse(json.as_bytes()).unwrap();
        let mut reader = FieldReader::new(&object);
        let property = read_property(&mut reader);
        let named =
            |problem: crate::problem::Problem| problem.errors.into_keys().collect::<Vec<_>>();
        reader.finish().map_err(named)?;
        Ok(property)
    }

    #[test]
    fn a_property_that_says_little_is_left_to_the_service() {
        let property = read("{}").unwrap();
        assert_eq!((property.bedrooms, property.bathrooms), (1, 1));
        let expected = portfolio::Property {
            bedrooms: 1,
            bathrooms: 1,
            ..Default::default()
        };
        assert_eq!(property, expected);
    }

    #[test]
    fn server_owned_and_unknown_fields_are_ignored() {
        let property = read(
            r#"{"id": 9, "organisationId": 8, "userId": 7, "version": 3, "createdAt": "x",
                "monthlyProfit": "1000000", "annualYield": {}, "anything": [1]}"#,
        )
        .unwrap();
        assert_eq!(property.property_id, 0);
        assert_eq!(property.version, 0);
        assert_eq!(property.figures, None);
    }

    #[test]
    fn a_whole_property_is_read() {
        let property = read(
            r#"{"name": "Garden flat", "address": "12 Harbour Street", "postcode": "bs1 4rw",
                "propertyType": "Flat", "bedrooms": "2", "bathrooms": 1, "monthlyRent": "£1,250.00",
                "purchasePrice": 182750, "currentValue": "", "purchaseDate": "2019-06-14",
                "status": "Under Renovation", "photos": "/api/files/1", "leaseYearsRemaining": 0,
                "serviceCharge": "85.50", "interestRate": 4.89, "mortgageType": "Interest Only",
                "insuranceType": "Landlord"}"#,
        )
        .unwrap();
        assert_eq!(property.monthly_rent.unwrap().minor_units, 125_000);
        assert_eq!(property.purchase_price.unwrap().minor_units, 18_275_000);
        assert_eq!(property.current_value, None);
        assert_eq!(property.purchase_date.unwrap().day, 14);
        assert_eq!(property.photo_urls, ["/api/files/1"]);
        assert_eq!(property.lease.unwrap().years_remaining, Some(0));
        assert_eq!(property.mortgage.unwrap().interest_rate_percent, "4.89");
        assert_eq!(property.insurance.unwrap().insurance_type, "Landlord");
        assert_eq!(property.running_costs, None);
    }

    #[test]
    fn every_field_that_the_contract_describes_is_read() {
        let schema = serde_json::to_value(
            <crate::model::bodies::PropertyBody as utoipa::PartialSchema>::schema(),
        );
        let described: Vec<String> = schema.unwrap()["properties"]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect();
        // No field can be read from this.
        let body: serde_json::Map<_, _> = described
            .iter()
            .map(|field| (field.clone(), serde_json::json!({"a": {"b": 1}})))
            .collect();
        let mut named = read(&serde_json::to_string(&body).unwrap()).unwrap_err();
        named.sort();
        let mut described = described;
        described.sort();
        assert_eq!(named, described);
    }

    fn changes(json: &str) -> (portfolio::Property, Vec<String>) {
        let object = JsonObject::parse(json.as_bytes()).unwrap();
        let mut reader = FieldReader::new(&object);
        let changes = read_changes(&mut reader);
        reader.finish().unwrap();
        changes
    }

    #[test]
    fn a_change_names_what_the_body_names_and_nothing_else() {
        let (property, paths) = changes(
            r#"{"address": "2 Low Road", "purchasePrice": null, "interestRate": "", "id": 9, "version": 7,
                "userId": 1, "organisationId": 2, "createdAt": "x", "monthlyProfit": "1", "tenancyActive": true,
                "hmoRoomOccupancy": ["Occupied"]}"#,
        );
        let expected = [
            "address",
            "purchase_price",
            "mortgage.interest_rate_percent",
            "rooms.occupied",
        ];
        assert_eq!(paths, expected);
        assert_eq!(property.purchase_price, None);
        assert_eq!((property.property_id, property.version), (0, 0));
        assert!(changes("{}").1.is_empty());
    }

    #[test]
    fn every_described_field_can_be_changed() {
        let schema = serde_json::to_value(
            <crate::model::bodies::PropertyBody as utoipa::PartialSchema>::schema(),
        );
        let schema = schema.unwrap();
        for field in schema["properties"].as_object().unwrap().keys() {
            let body = serde_json::json!({ field: null });
            let object = JsonObject::parse(body.to_string().as_bytes()).unwrap();
            let (_, paths) = read_changes(&mut FieldReader::new(&object));
            // The occupancy of rooms cannot be emptied.
            assert_eq!(paths.is_empty(), field == "hmoRoomOccupancy", "{field}");
        }
    }

    #[test]
    fn every_unreadable_field_is_named_at_once() {
        let named = read(
            r#"{"propertyType": "Castle", "status": "Sold", "bedrooms": 1.5, "monthlyRent": "x",
                "hmoRoomRentals": "x", "interestRate": "high", "insuranceRenewalDate": "soon"}"#,
        )
        .unwrap_err();
        assert_eq!(
            named,
            [
                "bedrooms",
                "hmoRoomRentals",
                "insuranceRenewalDate",
                "interestRate",
                "monthlyRent",
                "propertyType",
                "status"
            ]
        );
    }
}
