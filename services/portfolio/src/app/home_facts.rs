//! Facts of homes for people outside the organisation: applicants by a link, and tenants. Who they are is for the asking program to say.

use std::sync::Arc;

use chrono::NaiveDate;
use lintel_core::{Clock, Error, OrganisationId, PropertyId, london_today};
use lintel_db::Db;

use crate::{
    domain::{Certificate, CertificateType, Property},
    store,
};

/// The most homes that may be asked for at once.
const MOST_HOMES: usize = 200;

/// The homes of every organisation.
#[derive(Debug, Clone)]
pub struct HomeFacts {
    db: Db,
    clock: Arc<dyn Clock>,
}

impl HomeFacts {
    /// Reads what is kept in `db`; certificates stand as on the day of `clock` in London.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// The day in London on which states are judged.
    #[must_use]
    pub fn today(&self) -> NaiveDate {
        london_today(self.clock.as_ref())
    }

    /// Returns those of the homes that the organisation has, by id.
    ///
    /// # Errors
    /// `HOMES_TOO_MANY` for more than 200; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_home_facts", skip_all)]
    pub async fn homes(
        &self,
        organisation: OrganisationId,
        mut homes: Vec<i64>,
    ) -> Result<Vec<Property>, Error> {
        if homes.len() > MOST_HOMES {
            let most = format!("Ask for at most {MOST_HOMES} homes at once.");
            return Err(Error::field("HOMES_TOO_MANY", "property_ids", most));
        }
        homes.sort_unstable();
        homes.dedup();
        let mut tx = self.db.begin_worker().await?;
        Ok(store::property::of_ids(&mut tx, organisation, &homes).await?)
    }

    /// Returns the current certificates of a home that its tenants may see, by type and then by their last day.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_home_certificates", skip_all)]
    pub async fn certificates(
        &self,
        organisation: OrganisationId,
        home: PropertyId,
    ) -> Result<Vec<Certificate>, Error> {
        let mut tx = self.db.begin_worker().await?;
        let mut found = store::certificate::current_of_home(&mut tx, organisation, home).await?;
        // What a landlord calls Other may be anything, a paper between landlord and bank among them.
        found.retain(|one| one.details.certificate_type != CertificateType::Other);
        let place = |kind| CertificateType::ALL.iter().position(|one| *one == kind);
        found.sort_by_key(|one| (place(one.details.certificate_type), one.details.expiry_date));
        Ok(found)
    }
}
