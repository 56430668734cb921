//! Taking back a dated change of the rent. Before its day it is withdrawn; after it what was charged at its rent is corrected by entries of
//! their own: nothing is deleted from a ledger.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{Error, Money, OrganisationId, RentChangeId, london_date};
use sqlx::PgConnection;

use crate::{
    app::{
        letting::{locked, tenancy},
        rent::ledgers,
    },
    domain::{
        letting::{
            Followed,
            FollowedMark::{Back, Corrected},
            Obstacle, Outlook, Tenancy,
        },
        pounds,
        rent::{
            RentChange,
            ledger::{self, Correction, Ledger},
            spelt_out,
        },
    },
    error::{rent_change_not_found, rent_not_charged},
    store,
};

/// A change that stands.
#[derive(Debug)]
pub(super) struct Changed {
    /// The tenancy.
    pub tenancy: Tenancy,
    ledger: Ledger,
    change: RentChange,
    corrections: Vec<Correction>,
}

pub(super) async fn look(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    id: RentChangeId,
    today: NaiveDate,
) -> Result<(Outlook, Changed), Error> {
    let found = store::rent::ledger::of_change(tx, organisation, id).await?;
    let (property, tenancy, recorded) = found.ok_or_else(rent_change_not_found)?;
    let tenancy = locked::lock_with_home(tx, organisation, property, tenancy).await?;
    let found = store::rent::ledger::find(tx, organisation, tenancy.id).await?;
    let mut ledger = found.ok_or_else(rent_not_charged)?;
    let (terms, mut rents) = ledger.terms.take().ok_or_else(rent_not_charged)?;
    let last = rents.changes.last().copied();
    let place = rents.changes.iter().position(|change| change.id == id);
    // Somebody else may have taken it back before the lock was had.
    let change = rents
        .changes
        .remove(place.ok_or_else(rent_change_not_found)?);
    let entries = store::rent::ledger_entry::of_tenancy(tx, organisation, tenancy.id).await?;
    let corrections = ledger::corrected(&entries, &tenancy, &terms, &rents, &change);
    let before = rents.on(change.effective);
    ledger.terms = Some((terms, rents));
    let mut followed = Vec::new();
    if change.effective > today {
        let new = format!("The rent becomes {}", pounds(change.monthly));
        followed.push(Followed::new(
            Back,
            new,
            format!("It stays {}", pounds(before)),
        ));
    } else {
        let new = format!("The rent is {}", pounds(change.monthly));
        followed.push(Followed::new(
            Back,
            new,
            format!("It is {} again", pounds(before)),
        ));
    }
    if !corrections.is_empty() {
        followed.push(of_charges(&corrections, change.monthly));
    }
    let later = last.filter(|last| last.id != change.id);
    let obstacle = later.map(|later| {
        let day = spelt_out(later.effective);
        Obstacle::new(format!("Take back the change of the rent from {day} first"))
    });
    let outlook = Outlook {
        what: format!(
            "The rent of {} a month from {}",
            pounds(change.monthly),
            spelt_out(change.effective)
        ),
        since: Some(london_date(recorded)),
        followed,
        obstacle,
        rows: Vec::new(),
    };
    let changed = Changed {
        tenancy,
        ledger,
        change,
        corrections,
    };
    Ok((outlook, changed))
}

fn of_charges(corrections: &[Correction], monthly: Money) -> Followed {
    let mut days: Vec<_> = corrections.iter().map(|one| one.date).collect();
    days.dedup();
    let sum: i64 = corrections.iter().map(|one| one.less).sum();
    let what = match days.as_slice() {
        [day] => format!(
            "Rent of {} was charged on {}",
            pounds(monthly),
            spelt_out(*day)
        ),
        days => format!(
            "Rent was charged {} times at {}",
            days.len(),
            pounds(monthly)
        ),
    };
    let amount = pounds(Money::gbp(sum.abs()));
    let then = if sum >= 0 {
        format!("{amount} is taken off by entries of their own. Nothing is deleted.")
    } else {
        format!("{amount} is charged in addition. Nothing is deleted.")
    };
    Followed::new(Corrected, what, then)
}

pub(super) async fn take_back(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    changed: &Changed,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let today = london_date(now);
    store::rent::ledger::remove_change(tx, organisation, changed.change.id).await?;
    ledgers::correct(
        tx,
        organisation,
        &changed.tenancy,
        &changed.change,
        &changed.corrections,
        now,
    )
    .await?;
    let mut after = changed.tenancy.clone();
    after.rent = changed.ledger.rent_on(today, after.rent);
    after.share_out(today);
    tenancy::save_rent(tx, organisation, &changed.tenancy, after, now).await
}
