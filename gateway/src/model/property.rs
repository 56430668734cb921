//! A property as the REST face shows it: flat, with the shapes of a shared house's rooms derived from its rooms.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::portfolio::v1 as portfolio;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::{
    convert::{Decimal, date, instant, money, required, text},
    names::{MortgageType, Occupancy, PropertyStatus, PropertyType},
};
use crate::problem::Problem;

/// A property of the caller's organisation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Property {
    /// The property's id.
    #[schema(example = 42)]
    pub id: i64,
    /// What the landlord calls it.
    #[schema(example = "Garden flat")]
    pub name: String,
    /// Street and town.
    #[schema(example = "12 Harbour Street, Bristol")]
    pub address: String,
    /// The postcode, in capitals with its space.
    #[schema(example = "BS1 4RW")]
    pub postcode: String,
    /// The kind.
    pub property_type: PropertyType,
    /// Bedrooms; of a shared house its number of rooms.
    #[schema(example = 2)]
    pub bedrooms: i32,
    /// Bathrooms; 10 stands for ten or more.
    #[schema(example = 1)]
    pub bathrooms: i32,
    /// Size as the landlord writes it.
    #[schema(required, example = "78 sq m")]
    pub size: Option<String>,
    /// Rent per month; of a shared house the sum of its rooms' rents.
    #[schema(example = "1250.00")]
    pub monthly_rent: String,
    /// The year of purchase.
    #[schema(required, example = 2019)]
    pub purchase_year: Option<i32>,
    /// The day of purchase.
    #[schema(required, example = "2019-06-14")]
    pub purchase_date: Option<NaiveDate>,
    /// What was paid for it.
    #[schema(required, example = "182750.00")]
    pub purchase_price: Option<String>,
    /// What it is worth.
    #[schema(required, example = "215000.00")]
    pub current_value: Option<String>,
    /// The derived status.
    pub status: PropertyStatus,
    /// Addresses of photos, the cover first.
    pub photos: Vec<String>,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// Grows by one with every change; the ETag.
    #[schema(example = 1)]
    pub version: i64,
    /// The number of rooms of a shared house.
    #[schema(required)]
    pub hmo_rooms: Option<usize>,
    /// Each room's rent by its number.
    #[serde(serialize_with = "in_order")]
    #[schema(required, value_type = Option<BTreeMap<String, String>>)]
    pub hmo_room_rentals: Option<Vec<(String, String)>>,
    /// Whether each room is occupied, in the order of their numbers.
    #[schema(required)]
    pub hmo_room_occupancy: Option<Vec<Occupancy>>,
    /// Gas, electricity, internet per month.
    #[schema(required)]
    pub hmo_utilities: Option<String>,
    /// The television licence per month.
    #[schema(required)]
    pub hmo_tv_licence: Option<String>,
    /// Council tax per month.
    #[schema(required)]
    pub hmo_council_tax: Option<String>,
    /// Water per month.
    #[schema(required)]
    pub hmo_water: Option<String>,
    /// Cleaning per month.
    #[schema(required)]
    pub hmo_cleaning_fees: Option<String>,
    /// Whole years that were left of the lease on the day of leaseLastUpdated.
    #[schema(required)]
    pub lease_years_remaining: Option<i32>,
    /// The day on which leaseYearsRemaining was entered.
    #[schema(required)]
    pub lease_last_updated: Option<NaiveDate>,
    /// Whole years left of the lease today.
    #[schema(required)]
    pub current_lease_years_remaining: Option<i32>,
    /// Service charge per month.
    #[schema(required)]
    pub service_charge: Option<String>,
    /// Ground rent per month.
    #[schema(required)]
    pub ground_rent: Option<String>,
    /// The lender.
    #[schema(required)]
    pub mortgage_company: Option<String>,
    /// The lender's reference.
    #[schema(required)]
    pub mortgage_reference: Option<String>,
    /// How to reach the lender.
    #[schema(required)]
    pub mortgage_contact: Option<String>,
    /// Interest per year in percent.
    #[schema(required, value_type = Option<f64>, example = 4.89)]
    pub interest_rate: Option<Decimal>,
    /// What was borrowed.
    #[schema(required)]
    pub amount_borrowed: Option<String>,
    /// What is still owed.
    #[schema(required)]
    pub outstanding_balance: Option<String>,
    /// The payment per month.
    #[schema(required)]
    pub monthly_mortgage_payment: Option<String>,
    /// How the mortgage is paid.
    #[schema(required)]
    pub mortgage_type: Option<MortgageType>,
    /// When the fixed rate ends.
    #[schema(required)]
    pub fixed_term_end_date: Option<NaiveDate>,
    /// The insurer.
    #[schema(required)]
    pub insurance_company: Option<String>,
    /// The policy's number.
    #[schema(required)]
    pub insurance_reference: Option<String>,
    /// The premium per year.
    #[schema(required)]
    pub insurance_amount: Option<String>,
    /// When the insurance is to be renewed.
    #[schema(required)]
    pub insurance_renewal_date: Option<NaiveDate>,
    /// What the insurance covers.
    #[schema(required)]
    pub insurance_type: Option<String>,
    /// Rent minus costs per month, rounded to the penny.
    #[schema(example = "609.83")]
    pub monthly_profit: String,
    /// Twelve times monthlyProfit.
    #[schema(example = "7317.96")]
    pub annual_profit: String,
    /// A year's rent in percent of the purchase price, two decimals; null where there is no purchase price.
    #[schema(required, value_type = Option<f64>, example = 8.21)]
    pub annual_yield: Option<Decimal>,
}

/// A map keeps the order of the rooms ("2" before "10").
#[expect(clippy::ref_option, reason = "serde hands a reference to the field")]
fn in_order<S: Serializer>(
    rents: &Option<Vec<(String, String)>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match rents {
        None => serializer.serialize_none(),
        Some(rents) => serializer.collect_map(rents.iter().map(|(number, rent)| (number, rent))),
    }
}

impl TryFrom<portfolio::Property> for Property {
    type Error = Problem;

    fn try_from(property: portfolio::Property) -> Result<Self, Problem> {
        let rooms = Rooms::try_from(property.rooms)?;
        let costs = property.running_costs.unwrap_or_default();
        let lease = property.lease.unwrap_or_default();
        let mortgage = property.mortgage.unwrap_or_default();
        let insurance = property.insurance.unwrap_or_default();
        let figures = required(property.figures, "figures")?;
        Ok(Self {
            id: property.property_id,
            name: property.display_name,
            address: property.address,
            postcode: property.postcode,
            property_type: required(PropertyType::from_number(property.property_type), "type")?,
            bedrooms: property.bedrooms,
            bathrooms: property.bathrooms,
            size: text(property.size),
            monthly_rent: required(money(property.monthly_rent)?, "monthly_rent")?,
            purchase_year: (property.purchase_year != 0).then_some(property.purchase_year),
            purchase_date: date(property.purchase_date)?,
            purchase_price: money(property.purchase_price)?,
            current_value: money(property.current_value)?,
            status: required(PropertyStatus::from_number(property.status), "status")?,
            photos: property.photo_urls,
            created_at: required(instant(property.create_time)?, "create_time")?,
            updated_at: required(instant(property.update_time)?, "update_time")?,
            version: property.version,
            hmo_rooms: rooms.count,
            hmo_room_rentals: rooms.rents,
            hmo_room_occupancy: rooms.occupancy,
            hmo_utilities: money(costs.utilities)?,
            hmo_tv_licence: money(costs.tv_licence)?,
            hmo_council_tax: money(costs.council_tax)?,
            hmo_water: money(costs.water)?,
            hmo_cleaning_fees: money(costs.cleaning)?,
            lease_years_remaining: lease.years_remaining,
            lease_last_updated: date(lease.last_update_date)?,
            current_lease_years_remaining: lease.current_years_remaining,
            service_charge: money(lease.service_charge)?,
            ground_rent: money(lease.ground_rent)?,
            mortgage_company: text(mortgage.company),
            mortgage_reference: text(mortgage.reference),
            mortgage_contact: text(mortgage.contact),
            interest_rate: Decimal::read(&mortgage.interest_rate_percent)?,
            amount_borrowed: money(mortgage.amount_borrowed)?,
            outstanding_balance: money(mortgage.outstanding_balance)?,
            monthly_mortgage_payment: money(mortgage.monthly_payment)?,
            mortgage_type: MortgageType::from_number(mortgage.mortgage_type),
            fixed_term_end_date: date(mortgage.fixed_term_end_date)?,
            insurance_company: text(insurance.company),
            insurance_reference: text(insurance.reference),
            insurance_amount: money(insurance.annual_premium)?,
            insurance_renewal_date: date(insurance.renewal_date)?,
            insurance_type: text(insurance.insurance_type),
            monthly_profit: required(money(figures.monthly_profit)?, "monthly_profit")?,
            annual_profit: required(money(figures.annual_profit)?, "annual_profit")?,
            annual_yield: Decimal::read(&figures.annual_yield_percent)?,
        })
    }
}

/// The shapes that older clients know rooms by; nothing for a property without rooms.
#[derive(Default)]
struct Rooms {
    count: Option<usize>,
    rents: Option<Vec<(String, String)>>,
    occupancy: Option<Vec<Occupancy>>,
}

impl TryFrom<Vec<portfolio::Room>> for Rooms {
    type Error = Problem;

    fn try_from(rooms: Vec<portfolio::Room>) -> Result<Self, Problem> {
        if rooms.is_empty() {
            return Ok(Self::default());
        }
        let count = rooms.len();
        let mut rents = Vec::with_capacity(count);
        let mut occupancy = Vec::with_capacity(count);
        for room in rooms {
            rents.push((
                room.room_number,
                required(money(room.monthly_rent)?, "monthly_rent")?,
            ));
            occupancy.push(room.occupied.into());
        }
        Ok(Self {
            count: Some(count),
            rents: Some(rents),
            occupancy: Some(occupancy),
        })
    }
}
