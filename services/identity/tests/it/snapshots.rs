//! The snapshots of accounts and organisations for other services.

use std::time::Duration;

use anyhow::Context as _;
use lintel_proto::{
    common::v1::TimeOfDay,
    identity::v1::{
        AccountAddress, AccountChanged, AccountContact, DeleteAccountRequest, Digest,
        GetUserSettingsRequest, ListAccountSnapshotsRequest, ListOrganisationSnapshotsRequest,
        NotificationSetting, OrganisationChanged, OrganisationProfile,
        SwitchOffNotificationsRequest, UpdateUserSettingsRequest, UserDeleted, UserSettings,
        snapshot_service_client::SnapshotServiceClient,
    },
};
use lintel_sealing::{OpenError, Opener};
use lintel_testkit::wait_for;
use tonic::Request;

use crate::harness::{PASSWORD, SERVICE_KEY, Stack, TENANCY_KEY, VIEWINGS_KEY, bearing, landlord};

const EMAIL: &str = "Ada@example.com";
const SOON: Duration = Duration::from_secs(10);

/// The newest snapshot of an account, once `holds` is true of it and its address.
async fn told(
    stack: &Stack,
    user: i64,
    holds: impl Fn(&AccountChanged, &str) -> bool,
) -> anyhow::Result<AccountChanged> {
    wait_for("a snapshot", SOON, async || {
        let events = stack.events::<AccountChanged>().await?;
        let newest = events.into_iter().rfind(|event| event.user_id == user);
        let Some(newest) = newest else {
            return Ok(None);
        };
        let address = address(&newest)?;
        Ok(holds(&newest, &address).then_some(newest))
    })
    .await
}

fn address(account: &AccountChanged) -> anyhow::Result<String> {
    let sealed = account.address.as_ref().context("an address")?;
    let address: AccountAddress = Opener::new(&TENANCY_KEY).open(sealed)?;
    Ok(address.verified_email)
}

fn internal<T>(message: T) -> anyhow::Result<Request<T>> {
    let mut request = Request::new(message);
    let key = SERVICE_KEY.parse()?;
    request.metadata_mut().insert("x-lintel-service-key", key);
    Ok(request)
}

#[tokio::test]
async fn an_address_is_told_once_it_is_verified_and_only_to_whom_it_is_sealed() -> anyhow::Result<()>
{
    let stack = Stack::new().await?;
    let answer = stack.sign_up(landlord(EMAIL)).await?;
    let user = answer.user.context("a user")?.user_id;
    let first = told(&stack, user, |_, address| address.is_empty()).await?;
    let token = stack.mail(user).await?.token;
    stack.verify_link(&token).await?;
    let second = told(&stack, user, |_, address| address == EMAIL).await?;
    assert!(second.version > first.version);
    let contact = second.contact.context("a contact for notifications")?;
    let opened = Opener::new(&TENANCY_KEY).open::<AccountContact>(&contact);
    assert_eq!(
        opened,
        Err(OpenError::Key),
        "tenancy-applications reads no contacts"
    );
    Ok(())
}

#[tokio::test]
async fn the_rows_themselves_tell_the_same_and_only_our_own_programs_may_ask() -> anyhow::Result<()>
{
    let stack = Stack::new().await?;
    let users = [
        stack.verified(EMAIL).await?,
        stack.verified("b@example.com").await?,
    ];
    for user in users {
        told(&stack, user, |_, address| !address.is_empty()).await?;
    }
    let mut snapshots = SnapshotServiceClient::new(stack.channel.clone());
    let (mut found, mut token) = (Vec::new(), String::new());
    loop {
        let request = ListAccountSnapshotsRequest {
            page_size: 1,
            page_token: token,
        };
        let page = snapshots.list_account_snapshots(internal(request)?).await?;
        let page = page.into_inner();
        assert!(page.accounts.len() <= 1);
        found.extend(page.accounts);
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(
        found.iter().map(|one| one.user_id).collect::<Vec<_>>(),
        users
    );
    assert_eq!(address(&found[0])?, EMAIL);

    let request = ListOrganisationSnapshotsRequest::default();
    let listed = snapshots
        .list_organisation_snapshots(internal(request)?)
        .await?;
    let listed = listed.into_inner().organisations;
    assert_eq!(listed.len(), 2);
    assert_eq!(listed[0].members[0].user_id, users[0]);
    let organisation = listed[0].organisation.clone().context("an organisation")?;
    for (sealed, key) in [
        (organisation.profile, TENANCY_KEY),
        (organisation.profile_for_viewings, VIEWINGS_KEY),
    ] {
        let sealed = sealed.context("a profile")?;
        let profile: OrganisationProfile = Opener::new(&key).open(&sealed)?;
        assert_eq!(profile.display_name, "Ada Lovelace's portfolio");
    }
    let for_mails: OrganisationProfile = stack.unseal(organisation.profile_for_notifications)?;
    assert_eq!(for_mails.display_name, "Ada Lovelace's portfolio");
    let events = stack.events::<OrganisationChanged>().await?;
    assert_eq!(events.len(), 2);

    let stranger = snapshots
        .list_account_snapshots(ListAccountSnapshotsRequest::default())
        .await;
    assert!(stranger.is_err());
    Ok(())
}

#[tokio::test]
async fn a_change_of_settings_publishes_assignments_and_mail_choices() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let session = stack.signed_in(EMAIL).await?;
    let user = session.user.context("a user")?.user_id;
    let access = session.tokens.context("tokens")?.access_token;
    let first = told(&stack, user, |_, address| address == EMAIL).await?;
    let alerts = |account: &AccountChanged| {
        let contact: AccountContact = stack.unseal(account.contact.clone())?;
        anyhow::Ok((contact.email_notifications, contact.maintenance_alerts))
    };
    assert!(!first.maintenance_auto_assign);
    assert_eq!(alerts(&first)?, (true, true));
    let request = UpdateUserSettingsRequest {
        settings: Some(UserSettings {
            maintenance_auto_assign: true,
            maintenance_alerts: false,
            ..UserSettings::default()
        }),
        update_mask: Some(prost_types::FieldMask {
            paths: ["maintenance_auto_assign", "maintenance_alerts"]
                .map(str::to_owned)
                .to_vec(),
        }),
        ..UpdateUserSettingsRequest::default()
    };
    let mut settings = stack.settings.clone();
    settings
        .update_user_settings(bearing(request, &access)?)
        .await?;
    let second = told(&stack, user, |account, _| account.version > first.version).await?;
    assert!(second.maintenance_auto_assign);
    assert_eq!(alerts(&second)?, (true, false));
    let mut snapshots = SnapshotServiceClient::new(stack.channel.clone());
    let request = internal(ListAccountSnapshotsRequest::default())?;
    let listed = snapshots.list_account_snapshots(request).await?;
    let listed = listed.into_inner().accounts;
    assert!(listed[0].maintenance_auto_assign);
    assert_eq!(alerts(&listed[0])?, (true, false));
    Ok(())
}

#[tokio::test]
async fn the_deletion_is_newer_than_all_that_was_told_however_often_that_was() -> anyhow::Result<()>
{
    let stack = Stack::new().await?;
    let session = stack.signed_in(EMAIL).await?;
    let user = session.user.context("a user")?.user_id;
    let mut version = told(&stack, user, |_, address| address == EMAIL)
        .await?
        .version;
    for _ in 0..5 {
        // As saving settings marks it.
        stack
            .execute(&format!(
                "UPDATE users SET snapshot_due = true WHERE user_id = {user}"
            ))
            .await?;
        let next = told(&stack, user, |event, _| event.version > version).await?;
        version = next.version;
    }
    let access = session.tokens.context("tokens")?.access_token;
    let request = DeleteAccountRequest {
        password: PASSWORD.to_owned(),
        ..DeleteAccountRequest::default()
    };
    let mut privacy = stack.privacy.clone();
    privacy.delete_account(bearing(request, &access)?).await?;
    let gone = stack.events::<UserDeleted>().await?;
    assert_eq!(gone.len(), 1);
    assert!(gone[0].version > version, "{} > {version}", gone[0].version);
    Ok(())
}

#[tokio::test]
async fn how_an_account_is_told_of_news_is_told_and_a_link_switches_it_off() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let session = stack.signed_in(EMAIL).await?;
    let user = session.user.context("a user")?.user_id;
    let access = session.tokens.context("tokens")?.access_token;
    let first = told(&stack, user, |_, address| address == EMAIL).await?;
    let contact =
        |account: &AccountChanged| stack.unseal::<AccountContact>(account.contact.clone());
    let before = contact(&first)?;
    assert_eq!(before.digest(), Digest::Off);
    assert!(before.quiet_from.is_none() && before.quiet_until.is_none());
    assert!(before.sms_notifications && !before.push_notifications && before.rent_reminders);
    assert!(before.certificate_expiry && before.inspection_reminders && before.data_backup);

    let time = |hour| Some(TimeOfDay { hour, minute: 30 });
    let request = UpdateUserSettingsRequest {
        settings: Some(UserSettings {
            phone: "+44 7700 900123".to_owned(),
            digest: Digest::Weekly.into(),
            quiet_hours: true,
            quiet_from: time(21),
            quiet_until: time(6),
            ..UserSettings::default()
        }),
        update_mask: Some(prost_types::FieldMask {
            paths: [
                "phone",
                "digest",
                "quiet_hours",
                "quiet_from",
                "quiet_until",
            ]
            .map(str::to_owned)
            .to_vec(),
        }),
        ..UpdateUserSettingsRequest::default()
    };
    let mut settings = stack.settings.clone();
    settings
        .update_user_settings(bearing(request, &access)?)
        .await?;
    let second = told(&stack, user, |account, _| account.version > first.version).await?;
    let wanted = AccountContact {
        phone: "+44 7700 900123".to_owned(),
        digest: Digest::Weekly.into(),
        quiet_from: time(21),
        quiet_until: time(6),
        ..before
    };
    assert_eq!(contact(&second)?, wanted);

    let off = SwitchOffNotificationsRequest {
        user_id: user,
        setting: NotificationSetting::CertificateExpiry.into(),
    };
    let stranger = settings.switch_off_notifications(off).await;
    assert!(stranger.is_err());
    settings.switch_off_notifications(internal(off)?).await?;
    let third = told(&stack, user, |account, _| account.version > second.version).await?;
    assert_eq!(
        contact(&third)?,
        AccountContact {
            certificate_expiry: false,
            ..wanted
        }
    );
    let version = async || {
        let request = bearing(GetUserSettingsRequest {}, &access)?;
        let answer = stack.settings.clone().get_user_settings(request).await?;
        anyhow::Ok(answer.into_inner().settings.map(|saved| saved.version))
    };
    let once = version().await?;
    settings.switch_off_notifications(internal(off)?).await?;
    assert_eq!(version().await?, once);
    let unknown = SwitchOffNotificationsRequest {
        user_id: user,
        setting: 0,
    };
    let refused = settings.switch_off_notifications(internal(unknown)?).await;
    assert_eq!(
        refused.err().map(|error| error.code()),
        Some(tonic::Code::InvalidArgument)
    );
    let nobody = SwitchOffNotificationsRequest {
        user_id: 999_999,
        ..off
    };
    settings.switch_off_notifications(internal(nobody)?).await?;
    Ok(())
}
