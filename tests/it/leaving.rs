//! A tenant who has left a home reads its repairs and writes nothing there, although no event has told so.

use lintel_core::{SystemClock, london_today};
use lintel_system_tests::{
    Shared, System, Visitor,
    client::{Reply, a_vacant_house, confirm_home},
};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::maintaining::photo;

const REQUESTS: &str = "/api/maintenance-requests";

/// The writes that a tenant may make: a report, and of a request a comment, a photo and that it is called off.
async fn writes(tenant: &Visitor, request: &str) -> anyhow::Result<Vec<Reply>> {
    let files = format!("{request}/attachments");
    let kind = [("kind", "photo")];
    Ok(vec![
        tenant.post(REQUESTS, &report("Again")).await?,
        tenant
            .post(&format!("{request}/comments"), &json!({"text": "Hello"}))
            .await?,
        tenant
            .post_file(&files, &kind, ("a.png", "image/png"), &photo()?)
            .await?,
        tenant
            .patch(request, &json!({"status": "Cancelled"}), &[])
            .await?,
    ])
}

fn report(title: &str) -> Value {
    json!({"title": title, "category": "Plumbing & leaks", "entryPermitted": true, "description": "Once a second."})
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_left_writes_no_repairs_although_no_event_has_come() -> anyhow::Result<()> {
    let mut system = System::start(Shared::SETTINGS).await?;
    let (mut helen, mut amara) = (system.visitor()?, system.visitor()?);
    helen.become_landlord(&system.mails).await?;
    amara.become_account("Tenant", &system.mails).await?;
    let house = helen
        .post("/api/properties", &a_vacant_house("Linden Avenue"))
        .await?
        .body;
    let today = london_today(&SystemClock).to_string();
    let tenant = json!({
        "propertyId": house["id"], "name": "Amara Diallo", "email": amara.email, "phone": "07700 900141",
        "leaseStart": today, "rentAmount": "1,095.00",
    });
    let tenant = helen.post("/api/tenants", &tenant).await?;
    assert_eq!(tenant.status, StatusCode::CREATED, "{tenant:?}");
    confirm_home(&amara, true).await?;
    let reported = amara.post(REQUESTS, &report("Tap drips")).await?;
    assert_eq!(reported.status, StatusCode::CREATED, "{reported:?}");
    let request = format!("{REQUESTS}/{}", reported.body["id"]);

    // No event arrives any more.
    system.nats.kill()?;
    let end = format!("/api/tenants/{}/end", tenant.body["id"]);
    let ended = helen.post(&end, &json!({"leaseEnd": today})).await?;
    assert_eq!(ended.status, StatusCode::OK, "{ended:?}");
    for refused in writes(&amara, &request).await? {
        assert_eq!(refused.status, StatusCode::CONFLICT, "{refused:?}");
        assert_eq!(refused.body["reason"], "TENANCY_ENDED");
    }
    let portal = amara.get("/api/tenant-portal").await?.body;
    let repair = &portal["maintenanceRequests"][0];
    assert_eq!(
        (
            &repair["title"],
            &repair["readOnly"],
            &portal["totalRequests"]
        ),
        (&json!("Tap drips"), &json!(true), &json!(1)),
        "{portal}"
    );

    // Nobody can say whether she has left.
    system.process("tenancy-applications")?.kill()?;
    for refused in writes(&amara, &request).await? {
        let unavailable = StatusCode::SERVICE_UNAVAILABLE;
        assert_eq!(refused.status, unavailable, "{refused:?}");
        assert!(refused.headers.contains_key("retry-after"), "{refused:?}");
    }
    let listed = amara.get(REQUESTS).await?.body;
    assert_eq!(listed[0]["readOnly"], true, "{listed}");
    let seen = helen.get(&request).await?.body;
    assert_eq!(
        (&seen["status"], &seen["commentCount"], &seen["files"]),
        (&json!("Open"), &json!(0), &json!([])),
        "{seen}"
    );
    let listed = helen.get(REQUESTS).await?.body;
    assert_eq!(listed.as_array().map(Vec::len), Some(1), "{listed}");
    Ok(())
}
