//! Portfolio's events: what there is to show and to mend, and when inspections are.

use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_db::Tx;
use lintel_proto::{
    EVENT_TYPES, PublicEvent as _,
    portfolio::v1::{InspectionChanged, PropertyChanged, PropertyDeleted},
};

use super::decode;
use crate::{app::viewing::ShownHomes, domain::HomeNews, events::inbound, store};

/// Keeps the copies of properties and inspections. All other events of portfolio are ignored.
#[derive(Debug, Clone)]
pub struct PortfolioEvents {
    shown: ShownHomes,
}

impl PortfolioEvents {
    /// `shown` calls off the viewings of a home that left.
    #[must_use]
    pub const fn new(shown: ShownHomes) -> Self {
        Self { shown }
    }
}

impl Handler for PortfolioEvents {
    async fn handle(&self, tx: &mut Tx, event: &Event) -> Result<Handled, HandlerError> {
        match event.event_type.as_str() {
            PropertyChanged::TYPE => {
                let read = inbound::property(decode(event)?);
                let told = [read.map_err(HandlerError::Permanent)?];
                let news = store::home::keep(tx, &told).await?;
                store::viewing::rename_homes(tx, &news).await?;
            }
            PropertyDeleted::TYPE => {
                let read = inbound::property_gone(&decode(event)?);
                let told = [read.map_err(HandlerError::Permanent)?];
                let [(organisation, HomeNews { property, .. })] = told;
                store::home::hold(tx, organisation, property).await?;
                if !store::home::keep(tx, &told).await?.is_empty() {
                    self.shown.left(tx, organisation, property).await?;
                }
            }
            InspectionChanged::TYPE => {
                let read = inbound::inspection(&decode(event)?);
                let (organisation, news) = read.map_err(HandlerError::Permanent)?;
                store::inspection::keep(tx, organisation, &news).await?;
            }
            known if EVENT_TYPES.contains(&known) => return Ok(Handled::Ignored),
            // It may be a new kind of leaving: if it were skipped, the home would be shown for ever.
            _ => return Err(HandlerError::UnknownType),
        }
        Ok(Handled::Done)
    }
}
