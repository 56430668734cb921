//! Saving settings.

use axum::body::Body;
use lintel_core::{Error, Violations};
use lintel_proto::{
    Rpc as _,
    common::v1::TimeOfDay,
    identity::v1::{Digest, UpdateUserSettingsRequest, UpdateUserSettingsResponse, UserSettings},
    status::into_status,
};
use serde_json::json;

use super::front::{Front, request};

const PATH: &str = "/api/user-settings";

fn saved() -> UpdateUserSettingsResponse {
    UpdateUserSettingsResponse {
        settings: Some(UserSettings {
            user_id: 7,
            currency: "EUR".to_owned(),
            default_inspection_frequency: 12,
            default_reminder_days: 7,
            session_timeout: 60,
            digest: Digest::Weekly.into(),
            quiet_from: Some(TimeOfDay {
                hour: 21,
                minute: 30,
            }),
            quiet_until: Some(TimeOfDay { hour: 7, minute: 0 }),
            version: 3,
            ..UserSettings::default()
        }),
    }
}

#[tokio::test]
async fn what_the_body_names_is_saved_and_the_whole_comes_back() {
    let front = Front::new().await;
    front
        .upstream
        .on(UpdateUserSettingsRequest::PATH, || Ok(saved()));
    let (_, token) = front.landlord();
    let body = json!({"currency": "EUR", "defaultInspectionFrequency": "12", "sessionTimeout": 60,
        "pushNotifications": false, "digest": "daily", "quietHours": true, "quietUntil": "06:15", "company": "", "phone": null,
        "userId": 1, "twoFactorAuth": true, "version": 9, "updatedAt": null});
    let mut save = request("POST", PATH, &token, Body::from(body.to_string()));
    for (name, value) in [("if-match", "\"2\""), ("idempotency-key", "one-press")] {
        save.headers_mut().insert(name, value.parse().unwrap());
    }
    let answer = front.send(save).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("etag"), "\"3\"");
    assert_eq!(answer.json()["sessionTimeout"], "60");
    assert_eq!(answer.json()["userId"], 7);
    assert_eq!(answer.json()["digest"], "weekly");
    assert_eq!(answer.json()["quietFrom"], "21:30");
    let asked: UpdateUserSettingsRequest = front.upstream.asked()[0].message();
    let mut paths = asked.update_mask.unwrap().paths;
    paths.sort();
    assert_eq!(
        paths,
        [
            "company",
            "currency",
            "default_inspection_frequency",
            "digest",
            "push_notifications",
            "quiet_hours",
            "quiet_until",
            "session_timeout"
        ]
    );
    let settings = asked.settings.unwrap();
    assert_eq!(settings.default_inspection_frequency, 12);
    assert_eq!(settings.session_timeout, 60);
    assert_eq!(asked.etag, "\"2\"");
    assert_eq!(asked.request_id, "one-press");
}

#[tokio::test]
async fn fields_are_named_as_the_body_names_them_by_whoever_refuses_them() {
    let front = Front::new().await;
    front
        .upstream
        .on::<UpdateUserSettingsResponse>(UpdateUserSettingsRequest::PATH, || {
            let mut violations = Violations::default();
            violations.add("session_timeout", "Choose 15, 30, 60 or 120 minutes.");
            violations.add("email", "Enter a valid email address.");
            Err(into_status(Error::Invalid {
                reason: "SETTINGS_INVALID",
                violations,
            }))
        });
    let (_, token) = front.landlord();
    let answer = front
        .post(PATH, &token, &json!({"sessionTimeout": "45"}))
        .await;
    assert_eq!(
        (answer.status.as_u16(), answer.reason()),
        (422, "SETTINGS_INVALID".to_owned())
    );
    assert_eq!(
        answer.json()["errors"],
        json!({"sessionTimeout": ["Choose 15, 30, 60 or 120 minutes."],
            "email": ["Enter a valid email address."]})
    );
    let unreadable = json!({"sessionTimeout": "long", "dataBackup": "yes", "currency": 5});
    let answer = front.post(PATH, &token, &unreadable).await;
    assert_eq!(answer.reason(), "FIELDS_UNREADABLE");
    let errors = answer.json()["errors"].as_object().unwrap().clone();
    let named: Vec<_> = errors.keys().collect();
    assert_eq!(named, ["currency", "dataBackup", "sessionTimeout"]);
}
