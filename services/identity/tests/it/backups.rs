//! The data that notifications needs to back organisations up.

use anyhow::Context as _;
use lintel_auth::{Audience, Export};
use lintel_core::{Grade, OrganisationId};
use lintel_proto::identity::v1::{
    BeginBackupRequest, ListOrganisationsToBackUpRequest, ReadAccountDataRequest,
    UpdateUserSettingsRequest, UserSettings,
    backup_access_service_client::BackupAccessServiceClient,
};
use tonic::Request;

use crate::{
    answers::refused_for,
    harness::{SERVICE_KEY, Stack, bearing},
    session_calls::EMAIL,
};

pub fn internal<T>(message: T) -> anyhow::Result<Request<T>> {
    let mut request = Request::new(message);
    let key = SERVICE_KEY.parse()?;
    request.metadata_mut().insert("x-lintel-service-key", key);
    Ok(request)
}

#[tokio::test]
async fn an_organisation_is_backed_up_while_its_owner_wants_it() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let session = stack.signed_in(EMAIL).await?;
    let user = session.user.clone().context("a user")?;
    let organisation = user
        .organisation
        .context("an organisation")?
        .organisation_id;
    let access = session.tokens.context("tokens")?.access_token;
    let mut backups = BackupAccessServiceClient::new(stack.channel.clone());
    let list = ListOrganisationsToBackUpRequest::default;
    let wanted = backups
        .list_organisations_to_back_up(internal(list())?)
        .await?;
    assert_eq!(wanted.into_inner().organisation_ids, [organisation]);

    let begin = BeginBackupRequest {
        organisation_id: organisation,
    };
    let tokens = backups.begin_backup(internal(begin)?).await?.into_inner();
    let reader = stack
        .verifier
        .verify(&tokens.access_token, Audience::Backup);
    let reader = reader.map_err(anyhow::Error::msg)?.principal;
    let membership = reader.membership.context("a membership")?;
    assert_eq!(membership.organisation, OrganisationId::new(organisation));
    assert_eq!(membership.grade, Grade::Owner);
    let export = Export::begun(&stack.verifier, &tokens.export_token, &reader)?;
    assert_eq!(export.organisation, Some(OrganisationId::new(organisation)));
    // It reads parts of exports in other services, and opens nothing here.
    let own = ReadAccountDataRequest {
        export_token: tokens.export_token.clone(),
        page_token: String::new(),
    };
    let own = bearing(own, &tokens.access_token)?;
    refused_for(
        stack.privacy.clone().read_account_data(own).await,
        "TOKEN_INVALID",
    )?;

    let off = UpdateUserSettingsRequest {
        settings: Some(UserSettings::default()),
        update_mask: Some(prost_types::FieldMask {
            paths: vec!["data_backup".to_owned()],
        }),
        ..UpdateUserSettingsRequest::default()
    };
    let mut settings = stack.settings.clone();
    settings
        .update_user_settings(bearing(off, &access)?)
        .await?;
    let wanted = backups
        .list_organisations_to_back_up(internal(list())?)
        .await?;
    assert!(wanted.into_inner().organisation_ids.is_empty());
    // On demand it is backed up all the same.
    backups.begin_backup(internal(begin)?).await?;

    let nobody = BeginBackupRequest {
        organisation_id: 999_999,
    };
    refused_for(
        backups.begin_backup(internal(nobody)?).await,
        "ORGANISATION_NOT_FOUND",
    )?;
    assert!(backups.begin_backup(begin).await.is_err(), "a stranger");
    assert!(
        backups
            .begin_backup(bearing(begin, &access)?)
            .await
            .is_err(),
        "the Owner"
    );
    Ok(())
}
