//! The contact details of landlords: told to Lintel's own programs, and nobody else.

use anyhow::Context as _;
use lintel_proto::identity::v1::{
    FindLandlordContactRequest, Landlord, LandlordContact, LandlordKind, SaveLandlordRequest,
    landlord_contact_service_client::LandlordContactServiceClient,
    organisation_service_client::OrganisationServiceClient,
};
use tonic::Code;

use crate::{
    backups::internal,
    harness::{Stack, bearing},
    session_calls::EMAIL,
};

async fn contact(stack: &Stack, organisation_id: i64) -> anyhow::Result<Option<LandlordContact>> {
    let mut contacts = LandlordContactServiceClient::new(stack.channel.clone());
    let request = internal(FindLandlordContactRequest { organisation_id })?;
    let found = contacts.find_landlord_contact(request).await?;
    Ok(found.into_inner().contact)
}

#[tokio::test]
async fn a_contact_is_the_landlords_once_the_details_are_given() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let session = stack.signed_in(EMAIL).await?;
    let user = session.user.clone().context("a user")?;
    let organisation = user.organisation.context("an organisation")?;
    let id = organisation.organisation_id;
    let before = contact(&stack, id).await?.unwrap_or_default();
    assert_eq!(before.display_name, organisation.display_name);
    assert_eq!(before.contact_phone, "");

    let token = session.tokens.context("tokens")?.access_token;
    let landlord = Landlord {
        kind: LandlordKind::Person.into(),
        display_names: vec!["Helen Okafor".to_owned()],
        trading_as: "Okafor Lettings".to_owned(),
        notice_address: "4 Queen Charlotte Court, Bristol BS1 4HE".to_owned(),
        contact_name: "Helen Okafor".to_owned(),
        contact_phone: "0117 496 0140".to_owned(),
        ..Landlord::default()
    };
    let request = SaveLandlordRequest {
        landlord: Some(landlord),
        ..SaveLandlordRequest::default()
    };
    let mut organisations = OrganisationServiceClient::new(stack.channel.clone());
    organisations
        .save_landlord(bearing(request, &token)?)
        .await?;
    let after = contact(&stack, id).await?.unwrap_or_default();
    assert_eq!(after.display_name, "Okafor Lettings");
    assert_eq!(after.contact_phone, "0117 496 0140");
    assert!(after.notice_address.starts_with("4 Queen Charlotte Court"));
    assert!(contact(&stack, id + 1_000).await?.is_none());

    let mut contacts = LandlordContactServiceClient::new(stack.channel.clone());
    let asked = FindLandlordContactRequest {
        organisation_id: id,
    };
    let refused = contacts
        .find_landlord_contact(bearing(asked, &token)?)
        .await;
    let code = refused.err().map(|status| status.code());
    assert!(matches!(
        code,
        Some(Code::Unauthenticated | Code::PermissionDenied)
    ));
    Ok(())
}
