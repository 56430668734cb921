//! Whether somebody who was asked to sign still belongs to the agreement.

use lintel_core::{Error, SignerId};
use sqlx::PgConnection;

use crate::{
    app::references::asked,
    domain::{
        agreeing::{Agreement, Party},
        references::ReferenceKind,
    },
    store,
};

/// Whether a signer is still who the agreement names: a tenant who has not left and has the same address, a guarantor of one of them, or
/// the landlord. Asked at each use, because a household may have changed since the link was sent.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn belongs(
    tx: &mut PgConnection,
    agreement: &Agreement,
    signer: SignerId,
) -> Result<bool, Error> {
    let organisation = agreement.organisation;
    let Some(signer) = agreement.signer(signer) else {
        return Ok(false);
    };
    if signer.party == Party::Landlord {
        return Ok(true);
    }
    let tenancy = store::letting::tenancy::find(tx, organisation, agreement.tenancy).await?;
    let Some(tenancy) = tenancy else {
        return Ok(false);
    };
    let same = |email: &str| email.trim().eq_ignore_ascii_case(signer.email.trim());
    if signer.party == Party::Tenant {
        return Ok(tenancy.staying().any(|one| same(&one.person.email)));
    }
    let ids: Vec<_> = tenancy
        .staying()
        .filter_map(|one| one.application)
        .collect();
    let asked = asked::of_applications(tx, organisation, &ids).await?;
    let mut guarantors = asked
        .iter()
        .filter(|one| one.kind == ReferenceKind::Guarantor);
    if guarantors.any(|one| same(&one.email)) {
        return Ok(true);
    }
    let ids: Vec<_> = ids.iter().map(|id| id.get()).collect();
    let applications = store::applying::application::of_ids(tx, organisation, &ids).await?;
    Ok(applications
        .iter()
        .any(|one| same(&one.answers.guarantor_email)))
}
