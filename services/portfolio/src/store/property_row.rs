//! A row of `properties` and what it means.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::UserId;
use lintel_db::StoreError;
use lintel_rules::{Furnishing, LicensingArea, Nation};
use rust_decimal::Decimal;

use super::{RowName, room::RoomFields};
use crate::domain::{
    Insurance, Lease, Mortgage, MortgageType, Percentage, Property, PropertyDetails, PropertyType,
    Room, RunningCosts, StatedFacts, StoredStatus,
};

pub(super) struct PropertyRow {
    pub property_id: i64,
    pub name: String,
    pub address: String,
    pub postcode: String,
    pub nation: Option<String>,
    pub property_type: String,
    pub bedrooms: i32,
    pub bathrooms: i32,
    pub size: Option<String>,
    pub monthly_rent: Decimal,
    pub purchase_price: Option<Decimal>,
    pub current_value: Option<Decimal>,
    pub purchase_date: Option<NaiveDate>,
    pub purchase_year: Option<i32>,
    pub status: String,
    pub photos: Vec<String>,
    pub hmo_utilities: Option<Decimal>,
    pub hmo_tv_licence: Option<Decimal>,
    pub hmo_council_tax: Option<Decimal>,
    pub hmo_water: Option<Decimal>,
    pub hmo_cleaning_fees: Option<Decimal>,
    pub lease_years_remaining: Option<i32>,
    pub lease_last_updated: Option<NaiveDate>,
    pub service_charge: Option<Decimal>,
    pub ground_rent: Option<Decimal>,
    pub mortgage_company: Option<String>,
    pub mortgage_reference: Option<String>,
    pub mortgage_contact: Option<String>,
    pub interest_rate: Option<Decimal>,
    pub amount_borrowed: Option<Decimal>,
    pub outstanding_balance: Option<Decimal>,
    pub monthly_mortgage_payment: Option<Decimal>,
    pub mortgage_type: Option<String>,
    pub fixed_term_end_date: Option<NaiveDate>,
    pub insurance_company: Option<String>,
    pub insurance_reference: Option<String>,
    pub insurance_amount: Option<Decimal>,
    pub insurance_renewal_date: Option<NaiveDate>,
    pub insurance_type: Option<String>,
    pub gas: Option<bool>,
    pub furnishing: Option<String>,
    pub shared: Option<bool>,
    pub storeys: Option<i32>,
    pub most_residents: Option<i32>,
    pub licensing_area: Option<String>,
    pub let_rent: Option<Decimal>,
    pub version: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub tenancy_active: bool,
    pub responsible_user_id: Option<i64>,
    /// Where they were asked for with the property.
    pub rooms: Option<Vec<RoomFields>>,
}

impl PropertyRow {
    pub fn into_property(self, rooms: Vec<Room>) -> Result<Property, StoreError> {
        let name = self.row_name();
        let running_costs = self.running_costs()?;
        let lease = self.lease()?;
        let mortgage = self.mortgage()?;
        let insurance = self.insurance()?;
        let facts = self.facts()?;
        let nation = self
            .nation
            .as_deref()
            .map(|text| name.known("nation", Nation::parse(text)))
            .transpose()?;
        Ok(Property {
            id: self.property_id.into(),
            rooms,
            tenancy_active: self.tenancy_active,
            let_rent: name.some_money("let_rent", self.let_rent)?,
            responsible: self.responsible_user_id.map(UserId::new),
            version: self.version,
            created_at: self.created_at,
            updated_at: self.updated_at,
            details: PropertyDetails {
                property_type: name
                    .known("property_type", PropertyType::parse(&self.property_type))?,
                status: name.known("status", StoredStatus::parse(&self.status))?,
                asking_rent: name.money("monthly_rent", self.monthly_rent)?,
                purchase_price: name.some_money("purchase_price", self.purchase_price)?,
                current_value: name.some_money("current_value", self.current_value)?,
                name: self.name,
                address: self.address,
                postcode: self.postcode,
                nation,
                bedrooms: self.bedrooms,
                bathrooms: self.bathrooms,
                size: self.size,
                purchase_date: self.purchase_date,
                purchase_year: self.purchase_year,
                photos: self.photos,
                running_costs,
                lease,
                mortgage,
                insurance,
                facts,
            },
        })
    }

    const fn row_name(&self) -> RowName {
        RowName {
            table: "properties",
            id: self.property_id,
        }
    }

    fn facts(&self) -> Result<StatedFacts, StoreError> {
        let name = self.row_name();
        let furnishing = self
            .furnishing
            .as_deref()
            .map(|text| name.known("furnishing", Furnishing::parse(text)));
        let area = self
            .licensing_area
            .as_deref()
            .map(|text| name.known("licensing_area", LicensingArea::parse(text)));
        Ok(StatedFacts {
            gas: self.gas,
            furnishing: furnishing.transpose()?,
            shared: self.shared,
            storeys: self.storeys,
            most_residents: self.most_residents,
            licensing_area: area.transpose()?,
        })
    }

    fn running_costs(&self) -> Result<Option<RunningCosts>, StoreError> {
        let name = self.row_name();
        let costs = RunningCosts {
            utilities: name.some_money("hmo_utilities", self.hmo_utilities)?,
            tv_licence: name.some_money("hmo_tv_licence", self.hmo_tv_licence)?,
            council_tax: name.some_money("hmo_council_tax", self.hmo_council_tax)?,
            water: name.some_money("hmo_water", self.hmo_water)?,
            cleaning: name.some_money("hmo_cleaning_fees", self.hmo_cleaning_fees)?,
        };
        Ok((costs != RunningCosts::default()).then_some(costs))
    }

    fn lease(&self) -> Result<Option<Lease>, StoreError> {
        let name = self.row_name();
        let lease = Lease {
            years_remaining: self.lease_years_remaining,
            last_updated: self.lease_last_updated,
            service_charge: name.some_money("service_charge", self.service_charge)?,
            ground_rent: name.some_money("ground_rent", self.ground_rent)?,
        };
        Ok((lease != Lease::default()).then_some(lease))
    }

    fn mortgage(&self) -> Result<Option<Mortgage>, StoreError> {
        let name = self.row_name();
        let interest_rate = self
            .interest_rate
            .map(|rate| name.known("interest_rate", Percentage::from_decimal(rate).ok()))
            .transpose()?;
        let mortgage_type = self
            .mortgage_type
            .as_deref()
            .map(|text| name.known("mortgage_type", MortgageType::parse(text)))
            .transpose()?;
        let mortgage = Mortgage {
            company: self.mortgage_company.clone(),
            reference: self.mortgage_reference.clone(),
            contact: self.mortgage_contact.clone(),
            interest_rate,
            amount_borrowed: name.some_money("amount_borrowed", self.amount_borrowed)?,
            outstanding_balance: name
                .some_money("outstanding_balance", self.outstanding_balance)?,
            monthly_payment: name
                .some_money("monthly_mortgage_payment", self.monthly_mortgage_payment)?,
            mortgage_type,
            fixed_term_end: self.fixed_term_end_date,
        };
        Ok((mortgage != Mortgage::default()).then_some(mortgage))
    }

    fn insurance(&self) -> Result<Option<Insurance>, StoreError> {
        let premium = self
            .row_name()
            .some_money("insurance_amount", self.insurance_amount)?;
        let insurance = Insurance {
            company: self.insurance_company.clone(),
            reference: self.insurance_reference.clone(),
            annual_premium: premium,
            renewal_date: self.insurance_renewal_date,
            insurance_type: self.insurance_type.clone(),
        };
        Ok((insurance != Insurance::default()).then_some(insurance))
    }
}
