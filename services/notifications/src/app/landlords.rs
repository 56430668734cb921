//! The landlords in whose name mails are sent.

use lintel_core::OrganisationId;
use lintel_db::StoreError;
use lintel_proto::{
    common::v1::Sealed,
    identity::v1::{AccountContact, OrganisationProfile},
};
use sqlx::PgConnection;

use crate::{
    domain::{Landlord, LandlordDetails},
    mail::SealedBox,
    store::{contact, landlord},
};

/// Returns who lets an organisation's homes, with the address to which answers go: the contact's, else that of an owner. `None` while
/// nothing is known of it, or where what is known does not open.
///
/// # Errors
/// [`StoreError`].
pub async fn find(
    tx: &mut PgConnection,
    sealed_box: &SealedBox,
    organisation: OrganisationId,
) -> Result<Option<Landlord>, StoreError> {
    let Some(ciphertext) = landlord::profile(tx, organisation).await? else {
        return Ok(None);
    };
    let Ok(profile) = sealed_box.open_message::<OrganisationProfile>(&Sealed { ciphertext }) else {
        tracing::error!("what is known of a landlord does not open; mails go without it");
        return Ok(None);
    };
    let owners = contact::owners(tx, organisation).await?;
    let owner = owners.into_iter().find_map(|(_, ciphertext)| {
        let known: AccountContact = sealed_box.open_message(&Sealed { ciphertext }).ok()?;
        Some(known.verified_email).filter(|email| !email.is_empty())
    });
    let given = profile.landlord.unwrap_or_default();
    let details = LandlordDetails {
        organisation: &profile.display_name,
        names: &given.display_names,
        trading_as: &given.trading_as,
        contact: &given.contact_name,
        phone: &given.contact_phone,
        email: &given.contact_email,
        notice_address: &given.notice_address,
    };
    Ok(Landlord::of(details, owner))
}
