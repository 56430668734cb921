//! The tenancy service's news, from its events and its replies.

use chrono::NaiveDate;
use lintel_core::{Money, OrganisationId};
use lintel_proto::{
    common,
    tenancy::v1::{TenancyEnded, TenancyStarted},
};

use crate::domain::{Letting, Tenancy};

/// A tenancy that is in force.
///
/// # Errors
/// What of it cannot be.
pub fn started(fact: TenancyStarted) -> Result<(OrganisationId, Tenancy), &'static str> {
    let tenancy = Tenancy {
        id: fact.tenancy_id.into(),
        letting: letting(fact.room_number)?,
        property: fact.property_id.into(),
        start: date(fact.start_date)?,
        end: date(fact.end_date)?,
        rent: rent(fact.monthly_rent)?,
        in_force: true,
        version: fact.version,
    };
    checked(fact.organisation_id, tenancy)
}

/// A tenancy that is no longer in force.
///
/// # Errors
/// As [`started`].
pub fn ended(fact: TenancyEnded) -> Result<(OrganisationId, Tenancy), &'static str> {
    let tenancy = Tenancy {
        id: fact.tenancy_id.into(),
        letting: letting(fact.room_number)?,
        property: fact.property_id.into(),
        start: date(fact.start_date)?,
        end: date(fact.end_date)?,
        rent: None,
        in_force: false,
        version: fact.version,
    };
    checked(fact.organisation_id, tenancy)
}

fn checked(organisation: i64, tenancy: Tenancy) -> Result<(OrganisationId, Tenancy), &'static str> {
    if organisation < 1 || tenancy.version < 1 {
        return Err("it lacks an organisation or a version");
    }
    Ok((organisation.into(), tenancy))
}

fn letting(room_number: Option<String>) -> Result<Letting, &'static str> {
    match room_number {
        Some(number) if !(1..=20).contains(&number.chars().count()) => {
            Err("its room has an impossible number")
        }
        number => Ok(Letting::of(number)),
    }
}

fn rent(rent: Option<common::v1::Money>) -> Result<Option<Money>, &'static str> {
    rent.map(Money::try_from)
        .transpose()
        .map_err(|_| "it has a rent that is no amount")
}

fn date(date: Option<common::v1::Date>) -> Result<Option<NaiveDate>, &'static str> {
    date.map(NaiveDate::try_from)
        .transpose()
        .map_err(|_| "it has a date that is on no calendar")
}
