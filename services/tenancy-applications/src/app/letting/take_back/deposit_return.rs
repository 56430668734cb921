//! Taking back the return of a deposit: it is held again.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId, TenantId};
use sqlx::PgConnection;

use crate::{
    app::letting::{locked, tenancy},
    domain::{
        letting::{Deposit, Followed, FollowedMark::Back, Obstacle, Outlook, Tenancy},
        pounds,
        rent::spelt_out,
    },
    error::nothing_to_take_back,
    store,
};

/// A return that stands.
#[derive(Debug)]
pub(super) struct Returned {
    /// The tenancy.
    pub before: Tenancy,
    known: Deposit,
}

pub(super) async fn look(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<(Outlook, Returned), Error> {
    let before = locked::lock_of(tx, organisation, tenant).await?;
    let known = store::letting::deposit::find(tx, organisation, before.id).await?;
    let known = known.ok_or_else(nothing_to_take_back)?;
    let (Some(day), Some(returned)) = (known.returned_on, known.returned) else {
        return Err(nothing_to_take_back());
    };
    let mut followed = vec![Followed::new(
        Back,
        "The deposit counts as given back",
        "It counts as held again",
    )];
    if known.deductions.is_some() {
        let kept = "What was kept is noted";
        followed.push(Followed::new(Back, kept, "The note goes"));
    }
    if known.bill.is_some() {
        let shown = "A bill is shown with it";
        followed.push(Followed::new(Back, shown, "It stays among the documents"));
    }
    let answers = store::letting::deposit_answer::of_tenancy(tx, organisation, before.id).await?;
    if !answers.is_empty() {
        let said = "Tenants said whether they agree with it";
        followed.push(Followed::new(Back, said, "Their answers go"));
    }
    let in_bank = store::rent::bank_line_part::returns_deposit(tx, organisation, before.id).await?;
    let obstacle = in_bank.then(|| Obstacle::new("Undo the bank line of this return first"));
    let outlook = Outlook {
        what: format!(
            "{} of the deposit given back on {}",
            pounds(returned),
            spelt_out(day)
        ),
        since: Some(day),
        followed,
        obstacle,
        rows: Vec::new(),
    };
    Ok((outlook, Returned { before, known }))
}

pub(super) async fn take_back(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    returned: &Returned,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let before = &returned.before;
    let held = Deposit {
        returned_on: None,
        returned: None,
        deductions: None,
        bill: None,
        ..returned.known.clone()
    };
    store::letting::deposit::keep(tx, organisation, before.id, &held, now).await?;
    tenancy::save(tx, organisation, before, before.clone(), now).await
}
