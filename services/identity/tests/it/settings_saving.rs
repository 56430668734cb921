//! Saving settings.

use anyhow::Context as _;
use lintel_proto::{
    common::v1::TimeOfDay,
    identity::v1::{Digest, GetUserSettingsRequest, UpdateUserSettingsRequest, UserSettings},
};
use prost_types::FieldMask;
use tonic::{Code, Status};

use crate::{
    answers::{fields, refused_for},
    harness::{Stack, bearing},
    session_calls::{EMAIL, begin},
};

/// Every setting that can be saved.
const ALL: [&str; 26] = [
    "first_name",
    "last_name",
    "email",
    "phone",
    "company",
    "email_notifications",
    "sms_notifications",
    "push_notifications",
    "maintenance_alerts",
    "rent_reminders",
    "certificate_expiry",
    "inspection_reminders",
    "default_inspection_frequency",
    "default_reminder_days",
    "currency",
    "date_format",
    "auto_rent_calculation",
    "maintenance_auto_assign",
    "login_notifications",
    "session_timeout",
    "password_change_required",
    "data_backup",
    "digest",
    "quiet_hours",
    "quiet_from",
    "quiet_until",
];

/// Saves with `etag` and `key`.
async fn save_as(
    stack: &Stack,
    access: &str,
    settings: UserSettings,
    paths: &[&str],
    [etag, key]: [&str; 2],
) -> anyhow::Result<Result<UserSettings, Status>> {
    let request = UpdateUserSettingsRequest {
        settings: Some(settings),
        update_mask: Some(FieldMask {
            paths: paths.iter().map(|path| (*path).to_owned()).collect(),
        }),
        etag: etag.to_owned(),
        request_id: key.to_owned(),
    };
    let request = bearing(request, access)?;
    let answer = stack.settings.clone().update_user_settings(request).await;
    Ok(answer.map(|answer| answer.into_inner().settings.unwrap_or_default()))
}

async fn save(
    stack: &Stack,
    access: &str,
    settings: UserSettings,
    paths: &[&str],
) -> anyhow::Result<Result<UserSettings, Status>> {
    save_as(stack, access, settings, paths, ["", ""]).await
}

async fn read(stack: &Stack, access: &str) -> anyhow::Result<UserSettings> {
    let request = bearing(GetUserSettingsRequest {}, access)?;
    let answer = stack.settings.clone().get_user_settings(request).await?;
    answer.into_inner().settings.context("settings")
}

#[tokio::test]
async fn every_setting_is_saved_and_read_again_but_the_second_factor() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let access = begin(&stack).await?.access_token;
    let before = read(&stack, &access).await?;
    let wanted = UserSettings {
        first_name: "Augusta".to_owned(),
        last_name: "King".to_owned(),
        email: "office@example.com".to_owned(),
        phone: "+44 20 7946 0018".to_owned(),
        company: "Lovelace Lettings".to_owned(),
        email_notifications: false,
        sms_notifications: false,
        push_notifications: true,
        maintenance_alerts: false,
        rent_reminders: false,
        certificate_expiry: false,
        inspection_reminders: false,
        default_inspection_frequency: 12,
        default_reminder_days: 30,
        currency: "EUR".to_owned(),
        date_format: "YYYY-MM-DD".to_owned(),
        auto_rent_calculation: false,
        maintenance_auto_assign: true,
        two_factor_auth: true,
        login_notifications: false,
        session_timeout: 120,
        password_change_required: true,
        data_backup: false,
        digest: Digest::Daily.into(),
        quiet_hours: true,
        quiet_from: Some(TimeOfDay {
            hour: 23,
            minute: 15,
        }),
        quiet_until: Some(TimeOfDay { hour: 6, minute: 0 }),
        ..before.clone()
    };
    let saved = save(&stack, &access, wanted.clone(), &ALL).await??;
    let update_time = saved.update_time;
    assert!(update_time.is_some());
    let expected = UserSettings {
        two_factor_auth: false,
        update_time,
        version: 1,
        ..wanted
    };
    assert_eq!(saved, expected);
    assert_eq!(read(&stack, &access).await?, expected);
    for own in ["two_factor_auth", "user_id", "version", "nonsense"] {
        refused_for(
            save(&stack, &access, UserSettings::default(), &[own]).await?,
            "UPDATE_MASK_INVALID",
        )?;
    }
    Ok(())
}

#[tokio::test]
async fn unnamed_fields_stay_and_an_empty_change_makes_no_version() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let access = begin(&stack).await?.access_token;
    let euros = UserSettings {
        currency: "EUR".to_owned(),
        ..UserSettings::default()
    };
    let saved = save(&stack, &access, euros.clone(), &["currency"]).await??;
    assert_eq!((saved.currency.as_str(), saved.version), ("EUR", 1));
    assert_eq!(
        (saved.first_name.as_str(), saved.session_timeout),
        ("Ada", 30)
    );
    assert!(saved.email_notifications);
    assert_eq!(
        save(&stack, &access, euros, &["currency"]).await??.version,
        1
    );
    assert_eq!(
        save(&stack, &access, UserSettings::default(), &[])
            .await??
            .version,
        1
    );
    // An empty contact address means the sign-in address.
    let other = UserSettings {
        email: "office@example.com".to_owned(),
        ..UserSettings::default()
    };
    assert_eq!(
        save(&stack, &access, other, &["email"]).await??.email,
        "office@example.com"
    );
    let emptied = save(&stack, &access, UserSettings::default(), &["email"]).await??;
    assert_eq!(emptied.email, EMAIL);
    Ok(())
}

#[tokio::test]
async fn each_field_that_breaks_a_rule_is_named_and_nothing_is_saved() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let access = begin(&stack).await?.access_token;
    let wanted = UserSettings {
        first_name: "Augusta".to_owned(),
        email: "no address".to_owned(),
        currency: "CHF".to_owned(),
        session_timeout: 45,
        ..UserSettings::default()
    };
    let paths = ["first_name", "email", "currency", "session_timeout"];
    let status = refused_for(
        save(&stack, &access, wanted, &paths).await?,
        "SETTINGS_INVALID",
    )?;
    assert_eq!(status.code(), Code::InvalidArgument);
    let texts = [
        ("email", "Enter a valid email address."),
        ("session_timeout", "Choose 15, 30, 60 or 120 minutes."),
        ("currency", "Choose GBP, USD or EUR."),
    ];
    let expected: Vec<_> = texts
        .iter()
        .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
        .collect();
    assert_eq!(fields(&status), expected);
    assert_eq!(read(&stack, &access).await?.version, 0);
    Ok(())
}

#[tokio::test]
async fn a_stale_version_is_refused_and_a_repeat_under_one_key_changes_nothing()
-> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let access = begin(&stack).await?.access_token;
    let company = |name: &str| UserSettings {
        company: name.to_owned(),
        ..UserSettings::default()
    };
    let key = "one-press-of-the-button";
    let save = async |name: &str, etag: &str, key: &str| {
        save_as(&stack, &access, company(name), &["company"], [etag, key]).await
    };
    assert_eq!(save("One", "\"0\"", key).await??.version, 1);
    refused_for(save("Two", "\"0\"", "").await?, "STALE_ETAG")?;
    assert_eq!(save("Two", "\"1\"", "").await??.version, 2);
    assert_eq!(save("One", "\"0\"", key).await??.company, "Two");
    refused_for(save("Three", "\"0\"", key).await?, "REQUEST_ID_REUSED")?;
    Ok(())
}

#[tokio::test]
async fn two_first_saves_at_once_both_count() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    stack.warm_up().await?;
    let access = begin(&stack).await?.access_token;
    let one = UserSettings {
        currency: "USD".to_owned(),
        company: "Lovelace".to_owned(),
        ..UserSettings::default()
    };
    let (a, b) = futures::future::join(
        save(&stack, &access, one.clone(), &["currency"]),
        save(&stack, &access, one, &["company"]),
    )
    .await;
    a??;
    b??;
    let saved = read(&stack, &access).await?;
    assert_eq!(
        (
            saved.currency.as_str(),
            saved.company.as_str(),
            saved.version
        ),
        ("USD", "Lovelace", 2)
    );
    Ok(())
}
