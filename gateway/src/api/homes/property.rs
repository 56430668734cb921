//! A property as REST returns it: flat, with the older forms of its rooms.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api::{
        homes::room_shapes::{RoomShapes, in_order},
        names::{
            DueState, Furnishing, HomeNation, LicensingArea, MortgageType, Occupancy,
            PropertyStatus, PropertyType,
        },
    },
    rest::{
        DutyCounts, Room,
        convert::{Decimal, date, instant, money, required, text},
        problem::Problem,
    },
};

/// A property of the caller's organisation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Property {
    /// The property's id.
    #[schema(example = 42)]
    pub id: i64,
    /// The landlord's name for it.
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
    /// Rent per month: while it is let that of its tenancies, with a shared house's free rooms; else what it is offered for.
    #[schema(example = "1250.00")]
    pub monthly_rent: String,
    /// The rent per month that it is offered for; of a shared house the sum of its rooms'.
    #[schema(example = "1275.00")]
    pub asking_rent: String,
    /// The year of purchase.
    #[schema(required, example = 2019)]
    pub purchase_year: Option<i32>,
    /// The day of purchase.
    #[schema(required, example = "2019-06-14")]
    pub purchase_date: Option<NaiveDate>,
    /// The price paid for it.
    #[schema(required, example = "182750.00")]
    pub purchase_price: Option<String>,
    /// Its value.
    #[schema(required, example = "215000.00")]
    pub current_value: Option<String>,
    /// The derived status.
    pub status: PropertyStatus,
    /// Addresses of photos, the cover first.
    pub photos: Vec<String>,
    /// The time at which it was added.
    pub created_at: DateTime<Utc>,
    /// The time of its last change.
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
    /// The occupancy of each room, in the order of their numbers.
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
    /// The lender's contact details.
    #[schema(required)]
    pub mortgage_contact: Option<String>,
    /// Interest per year in percent.
    #[schema(required, value_type = Option<f64>, example = 4.89)]
    pub interest_rate: Option<Decimal>,
    /// The amount borrowed.
    #[schema(required)]
    pub amount_borrowed: Option<String>,
    /// The amount still owed.
    #[schema(required)]
    pub outstanding_balance: Option<String>,
    /// The payment per month.
    #[schema(required)]
    pub monthly_mortgage_payment: Option<String>,
    /// The way in which the mortgage is paid.
    #[schema(required)]
    pub mortgage_type: Option<MortgageType>,
    /// The day on which the fixed rate ends.
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
    /// The day on which the insurance is to be renewed.
    #[schema(required)]
    pub insurance_renewal_date: Option<NaiveDate>,
    /// The cover of the insurance.
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
    /// Rent less monthlyProfit: running costs, mortgage payment and a twelfth of the premium.
    #[schema(example = "640.17")]
    pub monthly_costs: String,
    /// The running costs per month: for a shared house its five costs, for a flat service charge and ground rent, for
    /// other kinds nothing.
    #[schema(example = "408.25")]
    pub running_costs: String,
    /// A month's share of the premium: monthlyRent less runningCosts, monthlyMortgagePayment and this is monthlyProfit to the
    /// penny. Null where no premium is known.
    #[schema(required, example = "16.50")]
    pub monthly_insurance: Option<String>,
    /// A year's profit of a shared house that makes one; null otherwise.
    #[schema(required)]
    pub annual_projection: Option<String>,
    /// The part of a repayment mortgage that is paid off, in percent, one decimal; null for others.
    #[schema(required, value_type = Option<f64>, example = 11.7)]
    pub mortgage_paid_off_percent: Option<Decimal>,
    /// Days until the fixed rate ends; negative when it has.
    #[schema(required, example = 120)]
    pub fixed_term_days_remaining: Option<i32>,
    /// 90 days or fewer are a danger, up to 180 a warning.
    #[schema(required)]
    pub fixed_term_state: Option<DueState>,
    /// Days until the insurance is to be renewed; negative when overdue.
    #[schema(required, example = 40)]
    pub insurance_days_remaining: Option<i32>,
    /// 30 days or fewer are a danger, up to 90 a warning.
    #[schema(required)]
    pub insurance_renewal_state: Option<DueState>,
    /// currentValue less purchasePrice; null where one of them is not known.
    #[schema(required, example = "32250.00")]
    pub value_change: Option<String>,
    /// The amount owed in percent of the property's value, two decimals; null where that has no meaning.
    #[schema(required, value_type = Option<f64>, example = 66.67)]
    pub ltv_percent: Option<Decimal>,
    /// The rooms of a shared house by number, as `/api/rooms/{propertyId}` has them; none for other kinds.
    pub rooms: Vec<Room>,
    /// The number of occupied rooms of a shared house.
    pub occupied_rooms: i32,
    /// False for a shared house whose rooms have not been set up yet.
    pub rooms_configured: bool,
    /// True where a tenancy is in force on it or on one of its rooms: then it can be neither deleted nor sold.
    pub tenancy_active: bool,
    /// The member who is responsible, by their user id: who added it, unless that was changed.
    #[schema(required, example = 7)]
    pub responsible_user_id: Option<i64>,
    /// The nation that it is in, whose law applies: said by the landlord, else proposed from the postcode. Null only while an upgrade
    /// is under way.
    #[schema(required)]
    pub nation: Option<HomeNation>,
    /// True where nobody has said it yet and the postcode's district has homes of two nations: a change of `nation`
    /// answers it.
    pub nation_to_confirm: bool,
    /// The other nation that homes of the postcode's district are in; null where all are in one.
    #[schema(required)]
    pub other_nation: Option<HomeNation>,
    /// True where it has gas; null where nobody has said it.
    #[schema(required)]
    pub gas: Option<bool>,
    /// The furniture that stays in it when it is let; null where nobody has said it.
    #[schema(required)]
    pub furnishing: Option<Furnishing>,
    /// True where more than one household shares kitchen or bathroom: a shared house always, others where somebody says
    /// so.
    #[schema(required)]
    pub shared: Option<bool>,
    /// Its storeys; null where nobody has said it.
    #[schema(required, example = 2)]
    pub storeys: Option<i32>,
    /// The most people who may live in it; null where nobody has said it.
    #[schema(required, example = 5)]
    pub most_residents: Option<i32>,
    /// Its licensing area; null where nobody has said it.
    #[schema(required)]
    pub licensing_area: Option<LicensingArea>,
    /// The counts of its duties by state; null in the reply of a change.
    #[schema(required)]
    pub duties: Option<DutyCounts>,
}

impl TryFrom<portfolio::Property> for Property {
    type Error = Problem;

    fn try_from(property: portfolio::Property) -> Result<Self, Problem> {
        let shapes = RoomShapes::of(&property.rooms)?;
        let rooms = property.rooms.into_iter().map(Room::try_from);
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
            // A service of before tells the rent alone, which was what it is offered for.
            asking_rent: required(
                money(
                    property
                        .asking_rent
                        .or_else(|| property.monthly_rent.clone()),
                )?,
                "asking_rent",
            )?,
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
            hmo_rooms: shapes.count,
            hmo_room_rentals: shapes.rents,
            hmo_room_occupancy: shapes.occupancy,
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
            monthly_costs: required(money(figures.monthly_costs)?, "monthly_costs")?,
            running_costs: required(money(figures.running_costs)?, "running_costs")?,
            monthly_insurance: money(figures.monthly_insurance)?,
            annual_projection: money(figures.annual_projection)?,
            mortgage_paid_off_percent: Decimal::read(&figures.mortgage_paid_off_percent)?,
            fixed_term_days_remaining: figures.fixed_term_days_remaining,
            fixed_term_state: DueState::from_number(figures.fixed_term_state),
            insurance_days_remaining: figures.insurance_days_remaining,
            insurance_renewal_state: DueState::from_number(figures.insurance_renewal_state),
            value_change: money(figures.value_change)?,
            ltv_percent: Decimal::read(&figures.ltv_percent)?,
            rooms: rooms.collect::<Result<_, _>>()?,
            occupied_rooms: figures.occupied_rooms,
            rooms_configured: property.rooms_configured,
            tenancy_active: property.tenancy_active,
            responsible_user_id: (property.responsible_user_id != 0)
                .then_some(property.responsible_user_id),
            nation: HomeNation::from_number(property.nation),
            nation_to_confirm: property.nation_to_confirm,
            other_nation: HomeNation::from_number(property.other_nation),
            gas: property.gas,
            furnishing: Furnishing::from_number(property.furnishing),
            shared: property.shared,
            storeys: property.storeys,
            most_residents: property.most_residents,
            licensing_area: LicensingArea::from_number(property.licensing_area),
            duties: property.duties.map(TryInto::try_into).transpose()?,
        })
    }
}
