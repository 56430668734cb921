//! A property as a client sends it.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use lintel_core::Money;
use lintel_proto::portfolio::v1 as portfolio;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

use crate::{
    api::names::{Furnishing, HomeNation, LicensingArea, MortgageType, Occupancy, PropertyType},
    rest::input::{
        Field, FieldReader, Fields, Files, Id, OneUnlessSaid, Percent, SaidStatus, fields, object,
        read_room_changes, read_rooms,
    },
};

fields! {
    /// A property to add. Money is text with or without commas and pound sign, or a number. Unknown and server-owned fields are
    /// ignored; absent, null and empty are the same.
    PropertyBody for portfolio::Property {
        /// The landlord's name for it; 1 to 200 characters.
        display_name: String { example: "Garden flat", min_length: 1, max_length: 200 },
        /// Street and town; 1 to 300 characters.
        address: String { example: "12 Harbour Street, Bristol", min_length: 1, max_length: 300 },
        /// A UK postcode.
        postcode: String { example: "BS1 4RW" },
        /// The nation that it is in: whose law applies. Proposed from the postcode where absent, and again by another postcode
        /// without it.
        nation: Option<HomeNation>,
        /// The kind.
        property_type: PropertyType,
        /// Bedrooms, 0 to 100; of a shared house its number of rooms.
        bedrooms: Option<OneUnlessSaid> { example: 2, minimum: 0, maximum: 100 },
        /// Bathrooms, 1 to 10, where 10 stands for ten or more.
        bathrooms: Option<OneUnlessSaid> { example: 1, minimum: 1, maximum: 10 },
        /// Size as the landlord writes it.
        size: Option<String>,
        /// Rent per month; of a shared house the sum of its rooms' rents.
        monthly_rent: Option<Money> { example: "1,250.00" },
        /// The rent per month that it is offered for: what is typed of a let home, whose monthlyRent is its tenancies'.
        asking_rent: Option<Money>,
        /// True where it has gas; null where that is not known.
        gas: Option<bool>,
        /// The furniture that stays in it when it is let; null where that is not known.
        furnishing: Option<Furnishing>,
        /// True where more than one household shares kitchen or bathroom; a shared house always is.
        shared: Option<bool>,
        /// Its storeys.
        storeys: Option<i32> { minimum: 1, maximum: 99 },
        /// The most people who may live in it.
        most_residents: Option<i32> { minimum: 1, maximum: 999 },
        /// Its licensing area; null where that is not known.
        licensing_area: Option<LicensingArea>,
        /// The year of purchase.
        purchase_year: Option<i32>,
        /// The day of purchase; its year wins over purchaseYear.
        purchase_date: Option<NaiveDate>,
        /// The price paid for it.
        purchase_price: Option<Money> { example: "£182,750" },
        /// Its value; the purchase price where absent.
        current_value: Option<Money>,
        /// Vacant where absent. `Partially Occupied` is derived and refused.
        status: Option<SaidStatus>,
        /// Addresses of photos, the cover first; also one address, or a list as JSON text.
        photo_urls: Option<Files>,
        /// The member who is responsible, by their user id; who adds it where absent.
        responsible_user_id: Option<Id>,
        /// Gas, electricity, internet per month.
        running_costs.utilities: Option<Money>,
        /// The television licence per month.
        running_costs.tv_licence: Option<Money>,
        /// Council tax per month.
        running_costs.council_tax: Option<Money>,
        /// Water per month.
        running_costs.water: Option<Money>,
        /// Cleaning per month.
        running_costs.cleaning: Option<Money>,
        /// Whole years left of the lease.
        lease.years_remaining: Option<i32> { minimum: 0 },
        /// The day of leaseYearsRemaining; today where absent.
        lease.last_update_date: Option<NaiveDate>,
        /// Service charge per month.
        lease.service_charge: Option<Money>,
        /// Ground rent per month.
        lease.ground_rent: Option<Money>,
        /// The lender.
        mortgage.company: Option<String>,
        /// The lender's reference.
        mortgage.reference: Option<String>,
        /// The lender's contact details.
        mortgage.contact: Option<String>,
        /// Interest per year in percent, up to two decimals.
        mortgage.interest_rate_percent: Option<Percent>,
        /// The amount borrowed.
        mortgage.amount_borrowed: Option<Money>,
        /// The amount still owed.
        mortgage.outstanding_balance: Option<Money>,
        /// The payment per month.
        mortgage.monthly_payment: Option<Money>,
        /// The way in which the mortgage is paid.
        mortgage.mortgage_type: Option<MortgageType>,
        /// The day on which the fixed rate ends.
        mortgage.fixed_term_end_date: Option<NaiveDate>,
        /// The insurer.
        insurance.company: Option<String>,
        /// The policy's number.
        insurance.reference: Option<String>,
        /// The premium per year.
        insurance.annual_premium: Option<Money>,
        /// The day on which the insurance is to be renewed.
        insurance.renewal_date: Option<NaiveDate>,
        /// The cover of the insurance.
        insurance.insurance_type: Option<String>,
    } then add_rooms {
        /// The number of rooms of a shared house, 1 to 10.
        rooms: Option<i32> { minimum: 1, maximum: 10 },
        /// Each room's rent by its number; also as JSON text.
        rooms.monthly_rent: Option<BTreeMap<String, String>>,
        /// The occupancy of each room, in the order of their numbers; also as JSON text, or by number with `occupied`.
        rooms.occupied: Option<Vec<Occupancy>>,
    }
}

fn add_rooms(reader: &mut FieldReader<'_>, property: &mut portfolio::Property) {
    property.rooms = read_rooms(reader);
}

/// A change of a property.
#[derive(Debug, Default)]
pub struct Changed {
    /// The new values.
    pub property: portfolio::Property,
    /// The contract's paths of the fields that the body has, also with null.
    pub paths: Vec<String>,
}

/// Any of the fields of a property to add.
#[derive(Debug)]
pub struct PropertyChanges;

impl Fields for PropertyChanges {
    type Message = Changed;

    fn described() -> Vec<Field> {
        let mut fields = PropertyBody::described();
        for field in &mut fields {
            field.required = false;
        }
        fields
    }

    fn named(reader: &FieldReader<'_>) -> Vec<String> {
        PropertyBody::named(reader)
    }

    fn fill(reader: &mut FieldReader<'_>, changed: &mut Changed) {
        PropertyBody::fill(reader, &mut changed.property);
        let (rooms, parts) = read_room_changes(reader);
        changed.property.rooms = rooms;
        changed.paths = Self::named(reader);
        changed.paths.extend(parts.into_iter().map(str::to_owned));
    }
}

impl PartialSchema for PropertyChanges {
    fn schema() -> RefOr<Schema> {
        object::<Self>(&[
            "Any of the fields of a property to add. In a change, what is absent stays and null empties an optional field; unknown \
             and server-owned fields are ignored.",
        ])
    }
}

impl ToSchema for PropertyChanges {}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::rest::input::JsonObject;

    fn read(json: &str) -> Result<portfolio::Property, Vec<String>> {
        let object = JsonObject::parse(json.as_bytes()).unwrap();
        let mut reader = FieldReader::new(&object);
        let property = PropertyBody::read(&mut reader);
        let named =
            |problem: crate::rest::problem::Problem| problem.errors.into_keys().collect::<Vec<_>>();
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

    fn changes(json: &str) -> (portfolio::Property, Vec<String>) {
        let object = JsonObject::parse(json.as_bytes()).unwrap();
        let mut reader = FieldReader::new(&object);
        let Changed { property, paths } = PropertyChanges::read(&mut reader);
        reader.finish().unwrap();
        (property, paths)
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
        for field in PropertyBody::described() {
            let field = field.name.as_str();
            let body = serde_json::json!({ field: null });
            let object = JsonObject::parse(body.to_string().as_bytes()).unwrap();
            let paths = PropertyChanges::read(&mut FieldReader::new(&object)).paths;
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
