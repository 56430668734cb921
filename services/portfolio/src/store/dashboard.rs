//! The values that the sums of a portfolio need, in one pass: a row for all properties that are alike.

use futures::{Stream, StreamExt as _};
use lintel_core::{Money, OrganisationId};
use lintel_db::StoreError;
use rust_decimal::Decimal;
use sqlx::PgConnection;

use super::RowName;
use crate::domain::{
    CashFlow, Holding, Lease, PropertyType, RoomCount, RunningCosts, StoredStatus, running_costs,
};

struct HoldingRow {
    property_id: i64,
    properties: i64,
    costed: i64,
    property_type: String,
    status: String,
    monthly_rent: Decimal,
    purchase_price: Option<Decimal>,
    current_value: Option<Decimal>,
    hmo_utilities: Option<Decimal>,
    hmo_tv_licence: Option<Decimal>,
    hmo_council_tax: Option<Decimal>,
    hmo_water: Option<Decimal>,
    hmo_cleaning_fees: Option<Decimal>,
    service_charge: Option<Decimal>,
    ground_rent: Option<Decimal>,
    monthly_mortgage_payment: Option<Decimal>,
    insurance_amount: Option<Decimal>,
    rooms: i64,
    occupied_rooms: i64,
    occupied_rent: Decimal,
}

impl TryFrom<HoldingRow> for Holding {
    type Error = StoreError;

    fn try_from(row: HoldingRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "properties",
            id: row.property_id,
        };
        let property_type = name.known("property_type", PropertyType::parse(&row.property_type))?;
        let costs = RunningCosts {
            utilities: name.some_money("hmo_utilities", row.hmo_utilities)?,
            tv_licence: name.some_money("hmo_tv_licence", row.hmo_tv_licence)?,
            council_tax: name.some_money("hmo_council_tax", row.hmo_council_tax)?,
            water: name.some_money("hmo_water", row.hmo_water)?,
            cleaning: name.some_money("hmo_cleaning_fees", row.hmo_cleaning_fees)?,
        };
        let lease = Lease {
            service_charge: name.some_money("service_charge", row.service_charge)?,
            ground_rent: name.some_money("ground_rent", row.ground_rent)?,
            ..Lease::default()
        };
        let payment = name.some_money("monthly_mortgage_payment", row.monthly_mortgage_payment)?;
        let premium = name.some_money("insurance_amount", row.insurance_amount)?;
        let running = running_costs(property_type, Some(&costs), Some(&lease)).ok();
        let holding = Self::new(
            row.properties,
            property_type,
            name.known("status", StoredStatus::parse(&row.status))?,
            RoomCount {
                all: row.rooms,
                occupied: row.occupied_rooms,
                occupied_rent: name.money("rooms.monthly_rent", row.occupied_rent)?,
            },
            CashFlow {
                rent: name.money("monthly_rent", row.monthly_rent)?,
                running_costs: name.known("hmo_utilities", running)?,
                mortgage_payment: payment.unwrap_or(Money::ZERO),
                annual_premium: premium.unwrap_or(Money::ZERO),
            },
            name.some_money("current_value", row.current_value)?,
            name.some_money("purchase_price", row.purchase_price)?,
        );
        Ok(Self {
            costed: row.costed,
            ..holding
        })
    }
}

/// The organisation's properties as the sums need them, streamed: what is alike but for its amounts is added up by the database,
/// because a hundred thousand rows take longer to read than to add. A premium whose twelfth falls on half a penny is rounded by what
/// its property earns ([`Holding`]), so such a property stays alone.
pub fn holdings(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> impl Stream<Item = Result<Holding, StoreError>> + Send {
    sqlx::query_as!(
        HoldingRow,
        r#"SELECT min(property.property_id) AS "property_id!", count(*) AS "properties!",
               count(*) FILTER (WHERE greatest(property.hmo_utilities, property.hmo_tv_licence, property.hmo_council_tax,
                   property.hmo_water, property.hmo_cleaning_fees, property.service_charge, property.ground_rent,
                   property.monthly_mortgage_payment, property.insurance_amount) > 0) AS "costed!",
               property.property_type, property.status,
               sum(coalesce(property.let_rent, property.monthly_rent)) AS "monthly_rent!", sum(property.purchase_price) AS purchase_price,
               sum(property.current_value) AS current_value, sum(property.hmo_utilities) AS hmo_utilities,
               sum(property.hmo_tv_licence) AS hmo_tv_licence, sum(property.hmo_council_tax) AS hmo_council_tax,
               sum(property.hmo_water) AS hmo_water, sum(property.hmo_cleaning_fees) AS hmo_cleaning_fees,
               sum(property.service_charge) AS service_charge, sum(property.ground_rent) AS ground_rent,
               sum(property.monthly_mortgage_payment) AS monthly_mortgage_payment, property.insurance_amount,
               coalesce(house.rooms, 0) AS "rooms!",
               coalesce(house.occupied_rooms, 0) AS "occupied_rooms!",
               -- A house that is let as a whole brings what its tenancy pays, whatever its rooms are offered for.
               coalesce(sum(CASE WHEN house.rooms = house.occupied_rooms THEN coalesce(property.let_rent, house.occupied_rent)
                   ELSE house.occupied_rent END), 0) AS "occupied_rent!"
           FROM properties property
           LEFT JOIN (
               SELECT property_id, count(*) AS rooms,
                   count(*) FILTER (WHERE is_occupied) AS occupied_rooms,
                   sum(coalesce(let_rent, monthly_rent)) FILTER (WHERE is_occupied) AS occupied_rent
               FROM rooms
               WHERE organisation_id = $1
               GROUP BY property_id
           ) house USING (property_id)
           WHERE property.organisation_id = $1
           GROUP BY property.property_type, property.status, property.insurance_amount, house.rooms, house.occupied_rooms,
               CASE WHEN property.insurance_amount * 100 % 12 = 6 THEN property.property_id END"#,
        organisation.get(),
    )
    .fetch(tx)
    .map(|row| row?.try_into())
}
