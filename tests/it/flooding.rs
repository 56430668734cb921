//! The messages that one landlord can send to somebody without an account, on a whole installation with production's
//! limits.

use anyhow::Context as _;
use lintel_core::{SystemClock, london_today};
use lintel_system_tests::{System, client::a_vacant_house};
use lintel_testkit::wait_for;
use reqwest::StatusCode;
use serde_json::json;

const SOON: std::time::Duration = std::time::Duration::from_secs(60);
const LIMITS: [(&str, &str); 2] = [
    ("LINTEL_LIMIT_MAILS_PER_DAY", "12"),
    ("LINTEL_LIMIT_MAILS_PER_DAY_OF_SENDER", "6"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_gets_six_mails_however_often_a_viewing_is_moved() -> anyhow::Result<()> {
    let system = System::start(&LIMITS).await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let house = a_vacant_house("The Old Bakery");
    let house = helen.post("/api/properties", &house).await?.body;
    let day = london_today(&SystemClock) + chrono::Days::new(3);
    let viewer = helen.email.replace("landlord", "viewer");
    let body = json!({
        "propertyId": house["id"], "viewerName": "Noah Petrov", "viewerEmail": viewer, "viewerPhone": "07700 900512",
        "viewingDate": day.to_string(), "viewingTime": "08:00",
    });
    let booked = helen.post("/api/property-viewings", &body).await?;
    assert_eq!(booked.status, StatusCode::CREATED, "{booked:?}");
    let path = format!("/api/property-viewings/{}", booked.body["id"]);
    for hour in 9..20 {
        let time = json!({"viewingTime": format!("{hour:02}:00")});
        let moved = helen.patch(&path, &time, &[]).await?;
        assert_eq!(moved.status, StatusCode::OK, "{moved:?}");
    }
    let log = format!(
        "/api/deliveries?subject=viewing&subjectId={}",
        booked.body["id"]
    );
    wait_for("twelve mails in the log", SOON, async || {
        let listed = helen.get(&log).await?.body;
        let listed = listed.as_array().context("a list")?;
        let of = |state: &str| {
            listed
                .iter()
                .filter(|sent| sent["state"] == state && sent["recipient"] == viewer.as_str())
                .count()
        };
        anyhow::ensure!((of("sent"), of("held")) == (6, 6), "{listed:?}");
        Ok(Some(()))
    })
    .await?;
    let taken = system.mails.mails().into_iter();
    assert_eq!(taken.filter(|mail| mail.to == [viewer.clone()]).count(), 6);
    let told = helen.get("/api/notifications").await?.body;
    let told = told.as_array().context("a list")?;
    let held = told.iter().filter(|one| one["title"] == "An email waits");
    assert_eq!(held.count(), 1, "the sender is told, once: {told:?}");
    Ok(())
}
