//! Handles the tenancy service's events: the start and the end of tenancies.

use std::sync::Arc;

use chrono::NaiveDate;
use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_core::{Clock, OrganisationId};
use lintel_db::Tx;
use lintel_proto::{
    EVENT_TYPES, PublicEvent as _, common,
    tenancy::v1::{TenancyEnded, TenancyStarted},
};
use prost::Message as _;

use crate::{
    app::record_tenancy,
    domain::{Letting, Tenancy},
};

/// Keeps the copy of tenancies. All other events of the tenancy service are ignored.
#[derive(Debug)]
pub struct TenancyEvents {
    clock: Arc<dyn Clock>,
}

impl TenancyEvents {
    /// Changes are of the moment that `clock` shows.
    #[must_use]
    pub const fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock }
    }
}

impl Handler for TenancyEvents {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        let (organisation, tenancy) = match event.event_type.as_str() {
            TenancyStarted::TYPE => started(event)?,
            TenancyEnded::TYPE => ended(event)?,
            known if EVENT_TYPES.contains(&known) => return Ok(Handled::Ignored),
            // It may be a new kind of letting: if it were skipped, the letting would never be known here.
            _ => return Err(HandlerError::UnknownType),
        };
        if organisation.get() < 1 || tenancy.version < 1 {
            return Err(HandlerError::Permanent(
                "it lacks an organisation or a version",
            ));
        }
        record_tenancy(tx, organisation, &tenancy, self.clock.now()).await?;
        Ok(Handled::Done)
    }
}

fn started(event: &Event) -> Result<(OrganisationId, Tenancy), HandlerError> {
    let fact = TenancyStarted::decode(event.payload.clone())
        .map_err(|_| HandlerError::Permanent("it is no TenancyStarted"))?;
    let tenancy = Tenancy {
        id: fact.tenancy_id.into(),
        letting: letting(fact.room_number)?,
        property: fact.property_id.into(),
        start: date(fact.start_date)?,
        end: date(fact.end_date)?,
        in_force: true,
        version: fact.version,
    };
    Ok((fact.organisation_id.into(), tenancy))
}

fn ended(event: &Event) -> Result<(OrganisationId, Tenancy), HandlerError> {
    let fact = TenancyEnded::decode(event.payload.clone())
        .map_err(|_| HandlerError::Permanent("it is no TenancyEnded"))?;
    let tenancy = Tenancy {
        id: fact.tenancy_id.into(),
        letting: letting(fact.room_number)?,
        property: fact.property_id.into(),
        start: date(fact.start_date)?,
        end: date(fact.end_date)?,
        in_force: false,
        version: fact.version,
    };
    Ok((fact.organisation_id.into(), tenancy))
}

fn letting(room_number: Option<String>) -> Result<Letting, HandlerError> {
    match room_number {
        Some(number) if !(1..=20).contains(&number.chars().count()) => {
            Err(HandlerError::Permanent("its room has an impossible number"))
        }
        number => Ok(Letting::of(number)),
    }
}

fn date(date: Option<common::v1::Date>) -> Result<Option<NaiveDate>, HandlerError> {
    date.map(NaiveDate::try_from)
        .transpose()
        .map_err(|_| HandlerError::Permanent("it has a date that is on no calendar"))
}
