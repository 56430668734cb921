//! Reading settings.

use anyhow::Context as _;
use lintel_proto::{
    common::v1::TimeOfDay,
    identity::v1::{Digest, GetUserSettingsRequest, UserSettings},
};
use tonic::Code;

use crate::{
    answers::refused,
    harness::{Stack, bearing},
};

async fn read(stack: &Stack, access: &str) -> anyhow::Result<UserSettings> {
    let request = bearing(GetUserSettingsRequest {}, access)?;
    let answer = stack.settings.clone().get_user_settings(request).await?;
    answer.into_inner().settings.context("settings")
}

#[tokio::test]
async fn the_defaults_are_the_specifications_and_the_name_is_the_one_of_sign_up()
-> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let answer = stack.signed_in("Ada@example.com").await?;
    let access = answer.tokens.context("tokens")?.access_token;
    let expected = UserSettings {
        user_id: answer.user.context("a user")?.user_id,
        first_name: "Ada".to_owned(),
        last_name: "Lovelace".to_owned(),
        email: "Ada@example.com".to_owned(),
        phone: String::new(),
        company: String::new(),
        email_notifications: true,
        sms_notifications: true,
        push_notifications: false,
        maintenance_alerts: true,
        rent_reminders: true,
        certificate_expiry: true,
        inspection_reminders: true,
        default_inspection_frequency: 6,
        default_reminder_days: 14,
        currency: "GBP".to_owned(),
        date_format: "DD/MM/YYYY".to_owned(),
        auto_rent_calculation: true,
        maintenance_auto_assign: false,
        two_factor_auth: false,
        login_notifications: true,
        session_timeout: 30,
        password_change_required: false,
        data_backup: true,
        digest: Digest::Off.into(),
        quiet_hours: false,
        quiet_from: Some(TimeOfDay {
            hour: 22,
            minute: 0,
        }),
        quiet_until: Some(TimeOfDay { hour: 7, minute: 0 }),
        update_time: None,
        version: 0,
    };
    assert_eq!(read(&stack, &access).await?, expected);

    // Saved values replace defaults, one by one.
    stack
        .execute(
            "INSERT INTO user_settings (user_id, last_name, email_notifications, currency, updated_at)
             SELECT user_id, 'King', false, 'EUR', '2026-11-21T09:00:00Z' FROM users",
        )
        .await?;
    let saved = read(&stack, &access).await?;
    let update_time = saved.update_time;
    assert_eq!(update_time.map(|time| time.seconds), Some(1_795_251_600));
    assert_eq!(
        saved,
        UserSettings {
            last_name: "King".to_owned(),
            email_notifications: false,
            currency: "EUR".to_owned(),
            update_time,
            version: 1,
            ..expected
        }
    );
    Ok(())
}

#[tokio::test]
async fn a_stranger_reads_no_settings() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let answer = stack
        .settings
        .clone()
        .get_user_settings(GetUserSettingsRequest {})
        .await;
    assert_eq!(refused(answer)?.code(), Code::Unauthenticated);
    Ok(())
}
