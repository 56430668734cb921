//! What is signed against what is charged: an agreement says what a tenancy has already, and rent is charged as the agreement says.

use chrono::NaiveDate;
use lintel_core::{Error, OrganisationId};
use sqlx::PgConnection;

use crate::{
    domain::{
        agreeing::{AgreementTerms, StandingTerms},
        letting::{Tenancy, TenancyState},
        rent::{RentTerms, spelt_out},
    },
    error::{rent_agreed, rent_agreed_otherwise, terms_charged, terms_to_change},
    store,
};

/// The terms that a tenancy, which is locked, has on a day whatever its agreement says; `None` where the agreement is to shape it.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn standing(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
    day: NaiveDate,
) -> Result<Option<StandingTerms>, Error> {
    let ledger = store::rent::ledger::find(tx, organisation, tenancy.id).await?;
    Ok(StandingTerms::of(tenancy, ledger.as_ref(), day))
}

/// Refuses an agreement that says anything else than the tenancy has, or that a change of the rent which is recorded would contradict.
///
/// # Errors
/// `TERMS_CHARGED`, naming what differs.
pub(super) fn require_standing(
    standing: &StandingTerms,
    agreed: &AgreementTerms,
) -> Result<(), Error> {
    require_same(standing, agreed)?;
    match standing.next_change {
        Some(day) => Err(terms_to_change(&spelt_out(day))),
        None => Ok(()),
    }
}

/// Refuses an agreement that says anything else than the tenancy has.
///
/// # Errors
/// `TERMS_CHARGED`, naming what differs.
pub(in crate::app) fn require_same(
    standing: &StandingTerms,
    agreed: &AgreementTerms,
) -> Result<(), Error> {
    let others = agreed.differing_from(standing);
    if others.is_empty() {
        return Ok(());
    }
    Err(terms_charged(&others))
}

/// Refuses to charge rent otherwise than an agreement says that all have signed, or still may. The tenancy is locked.
///
/// # Errors
/// `RENT_AGREED`; [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn require_agreed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
    rent_terms: &RentTerms,
) -> Result<(), Error> {
    let last = store::agreeing::agreement::last_of_tenancy(tx, organisation, tenancy.id).await?;
    let Some(last) = last.filter(|last| last.state.is_in_force()) else {
        return Ok(());
    };
    if tenancy.state == TenancyState::Upcoming {
        return Err(rent_agreed());
    }
    let agreed = &last.terms;
    let same = (agreed.start, agreed.rent) == (tenancy.start, tenancy.rent)
        && rent_terms.differing(&agreed.rent_terms).is_empty();
    if same {
        return Ok(());
    }
    Err(rent_agreed_otherwise())
}
