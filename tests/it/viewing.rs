//! The story of a viewing: it is booked, the viewer's calendar gets it, it is moved, it takes place, and the viewer is
//! invited.

use anyhow::Context as _;
use lintel_core::{SystemClock, london_today};
use lintel_system_tests::{
    Shared,
    client::{a_vacant_house, mailed_token},
};
use reqwest::StatusCode;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_viewing_is_booked_answered_moved_completed_and_leads_to_an_invite() -> anyhow::Result<()>
{
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let house = helen
        .post("/api/properties", &a_vacant_house("The Old Bakery"))
        .await?
        .body;
    let day = london_today(&SystemClock) + chrono::Days::new(3);
    let viewer = helen.email.replace("landlord", "viewer");
    let body = json!({
        "propertyId": house["id"], "viewerName": "Noah Petrov", "viewerEmail": viewer, "viewerPhone": "07700 900512",
        "viewingDate": day.to_string(), "viewingTime": "10:00", "notes": "Asked about parking.",
    });
    let booked = helen.post("/api/property-viewings", &body).await?;
    assert_eq!(booked.status, StatusCode::CREATED, "{booked:?}");
    let booked = booked.body;
    assert_eq!(booked["status"], "Scheduled");
    assert_eq!(booked["property"]["name"], "The Old Bakery");
    assert_eq!(
        (&booked["viewingTime"], &booked["clashes"]),
        (&json!("10:00"), &json!([]))
    );
    let path = format!("/api/property-viewings/{}", booked["id"]);

    let token = mailed_token(&system.mails, &viewer, "/viewings/").await?;
    let stranger = system.visitor()?;
    let page = format!("/api/viewings/{token}");
    let seen = stranger.get(&page).await?;
    assert_eq!(seen.body["viewingTime"], "10:00", "{seen:?}");
    assert!(
        seen.body
            .get("notes")
            .is_none_or(serde_json::Value::is_null),
        "{seen:?}"
    );
    let came = system.mails.wait_for_mail_with(&viewer, "10:00").await?;
    let calendar = came
        .part("text/calendar")
        .context("the mail carries a calendar file")?;
    assert!(
        calendar.contains("METHOD:PUBLISH") && calendar.contains("SEQUENCE:0"),
        "{calendar}"
    );
    let uid = |file: &str| {
        file.lines()
            .find(|line| line.starts_with("UID:"))
            .map(str::to_owned)
    };

    let answered = stranger.post(&page, &json!({"answer": "confirm"})).await?;
    assert_eq!(answered.status, StatusCode::OK, "{answered:?}");
    assert_eq!(helen.get(&path).await?.body["status"], "Confirmed");

    let clash = json!({
        "propertyId": house["id"], "viewerName": "Ines Duarte", "viewerEmail": viewer.replace("viewer", "other"),
        "viewerPhone": "07700 900525", "viewingDate": day.to_string(), "viewingTime": "10:15",
    });
    let clash = helen.post("/api/property-viewings", &clash).await?;
    assert_eq!(
        (clash.status, &clash.body["clashes"]),
        (StatusCode::CREATED, &json!([booked["id"]])),
        "{clash:?}"
    );

    let moved = helen
        .patch(&path, &json!({"viewingTime": "14:30"}), &[])
        .await?;
    assert_eq!(
        (&moved.body["status"], &moved.body["viewingTime"]),
        (&json!("Scheduled"), &json!("14:30")),
        "{moved:?}"
    );
    let again = system.mails.wait_for_mail_with(&viewer, "14:30").await?;
    let second = again
        .part("text/calendar")
        .context("the second calendar file")?;
    assert_eq!(uid(&second), uid(&calendar), "the same event is updated");
    // Confirming it was a change of the event as well.
    assert!(second.contains("SEQUENCE:2"), "{second}");

    let wrong = helen
        .patch(&path, &json!({"status": "Move-in Process Started"}), &[])
        .await?;
    assert_eq!(
        (wrong.status, &wrong.body["reason"]),
        (StatusCode::CONFLICT, &json!("VIEWING_TRANSITION")),
        "{wrong:?}"
    );
    for status in ["Completed", "Move-in Process Started"] {
        let reply = helen
            .patch(&path, &json!({ "status": status }), &[])
            .await?;
        assert_eq!(
            (reply.status, &reply.body["status"]),
            (StatusCode::OK, &json!(status)),
            "{reply:?}"
        );
    }
    let figures = helen.get("/api/property-viewings/analytics").await?;
    assert_eq!(figures.body["successRate"], json!(50), "{figures:?}");
    let invite = json!({"propertyId": house["id"], "name": "Noah Petrov", "email": viewer});
    let invite = helen.post("/api/invites", &invite).await?;
    assert_eq!(invite.status, StatusCode::CREATED, "{invite:?}");
    mailed_token(&system.mails, &viewer, "/tenant-signup").await?;
    Ok(())
}
