//! What the sums of a portfolio need, in one pass.

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
        Ok(Self::new(
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
        ))
    }
}

/// Every property of the organisation as the sums need it, streamed: a portfolio of any size takes one row of memory.
pub fn holdings(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> impl Stream<Item = Result<Holding, StoreError>> + Send {
    sqlx::query_as!(
        HoldingRow,
        r#"SELECT property.property_id, property.property_type, property.status, property.monthly_rent,
               property.purchase_price, property.current_value, property.hmo_utilities, property.hmo_tv_licence,
               property.hmo_council_tax, property.hmo_water, property.hmo_cleaning_fees, property.service_charge,
               property.ground_rent, property.monthly_mortgage_payment, property.insurance_amount,
               coalesce(house.rooms, 0) AS "rooms!",
               coalesce(house.occupied_rooms, 0) AS "occupied_rooms!",
               coalesce(house.occupied_rent, 0) AS "occupied_rent!"
           FROM properties property
           LEFT JOIN (
               SELECT property_id, count(*) AS rooms,
                   count(*) FILTER (WHERE is_occupied) AS occupied_rooms,
                   sum(monthly_rent) FILTER (WHERE is_occupied) AS occupied_rent
               FROM rooms
               WHERE organisation_id = $1
               GROUP BY property_id
           ) house USING (property_id)
           WHERE property.organisation_id = $1"#,
        organisation.get(),
    )
    .fetch(tx)
    .map(|row| row?.try_into())
}
