//! Taking back the sale of a property: it is in the portfolio again, with its rooms, certificates, inspections and history.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId, Principal, SoldPropertyId, london_date};
use lintel_db::{Tx, outbox};

use super::phrases::spelt_out;
use crate::{
    domain::{Findings, Followed, FollowedMark::Back, Obstacle, Outlook, SoldProperty, Standing},
    error::{property_not_found, sold_property_not_found},
    events, store,
};

/// A sale that stands.
#[derive(Debug)]
pub(super) struct Sold(SoldProperty);

pub(super) async fn preview(
    tx: &mut Tx,
    organisation: OrganisationId,
    sold: SoldPropertyId,
) -> Result<(Outlook, Sold), Error> {
    let sold = store::sold_property::lock(tx, organisation, sold).await?;
    let sold = sold.ok_or_else(sold_property_not_found)?;
    let followed = vec![
        Followed::new(
            Back,
            format!("{} is not in the portfolio", sold.name),
            "It is back with its rooms, certificates and inspections. Viewings that were called off stay so.",
        ),
        Followed::new(
            Back,
            "The sale counts in Sold Properties",
            "Its figures count there no more",
        ),
    ];
    let kept = store::kept_home::exists(tx, organisation, sold.id).await?;
    let anew =
        store::kept_home::added_anew(tx, organisation, &sold.address, &sold.postcode).await?;
    let obstacle = match anew {
        Some((property, name)) => Some(Obstacle {
            text: format!("{name} is in the portfolio again. Delete that one first"),
            property: Some(property),
        }),
        None if kept => None,
        None => Some(Obstacle {
            text: "This sale is from before Lintel kept what goes with a home. Add the home to the portfolio again"
                .to_owned(),
            property: None,
        }),
    };
    let outlook = Outlook {
        what: format!(
            "The sale of {} on {}",
            sold.name,
            spelt_out(sold.sale.sale_date)
        ),
        since: Some(london_date(sold.created_at)),
        followed,
        obstacle,
        rows: Vec::new(),
        property: Some(sold.original),
        report: Findings::default(),
    };
    Ok((outlook, Sold(sold)))
}

pub(super) async fn take_back(
    tx: &mut Tx,
    caller: &Principal,
    Sold(sold): &Sold,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let organisation = caller.organisation()?;
    store::kept_home::bring_back(tx, organisation, sold.id, now).await?;
    store::sold_property::delete(tx, organisation, sold.id).await?;
    let property = store::property::lock_whole(tx, organisation, sold.original).await?;
    let property = property.ok_or_else(property_not_found)?;
    let standing = Standing::of(&property, Some(caller.user)).map_err(Error::internal)?;
    store::history::append(tx, organisation, property.id, &standing, &[]).await?;
    outbox::append(tx, &events::property_changed(organisation, &property)).await?;
    for inspection in store::inspection::lock_open(tx, organisation, property.id).await? {
        outbox::append(tx, &events::inspection_changed(organisation, &inspection)).await?;
    }
    Ok(())
}
