//! The story of a repair: a tenant reports it with a photo, the landlord names a contractor and a visit, it is done at
//! a cost, and the tenant says that it is fixed.

use std::io::Cursor;

use anyhow::Context as _;
use lintel_core::{SystemClock, london_today};
use lintel_system_tests::{
    Shared,
    client::{a_vacant_house, confirm_home, wait_for_reply},
};
use reqwest::StatusCode;
use serde_json::json;

pub(crate) fn photo() -> anyhow::Result<Vec<u8>> {
    let picture = image::RgbImage::from_fn(320, 240, |x, y| {
        image::Rgb([
            u8::try_from(x % 251).unwrap_or(0),
            u8::try_from(y).unwrap_or(0),
            90,
        ])
    });
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, image::ImageFormat::Png)?;
    Ok(png.into_inner())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_reports_and_confirms_what_the_landlord_has_repaired() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let house = helen
        .post("/api/properties", &a_vacant_house("Linden Avenue"))
        .await?
        .body;
    let mut amara = system.visitor()?;
    amara.become_account("Tenant", &system.mails).await?;
    let tenant = json!({
        "propertyId": house["id"], "name": "Amara Diallo", "email": amara.email, "phone": "07700 900141",
        "leaseStart": london_today(&SystemClock).to_string(), "rentAmount": "1,095.00",
    });
    let tenant = helen.post("/api/tenants", &tenant).await?;
    assert_eq!(tenant.status, StatusCode::CREATED, "{tenant:?}");

    confirm_home(&amara, true).await?;
    let report = json!({
        "title": "I smell gas by the boiler", "category": "Gas", "entryPermitted": true,
        "description": "Since this morning, strongest in the kitchen.",
    });
    let reported = amara.post("/api/maintenance-requests", &report).await?;
    assert_eq!(reported.status, StatusCode::CREATED, "{reported:?}");
    let reported = reported.body;
    assert_eq!(reported["propertyId"], house["id"]);
    assert_eq!(reported["status"], "Open");
    assert_eq!(
        (&reported["priority"], &reported["emergency"]),
        (&json!("High"), &json!(true))
    );
    let advice = reported["advice"].as_str().context("advice is given")?;
    assert!(advice.contains("0800 111 999"), "{advice}");
    let path = format!("/api/maintenance-requests/{}", reported["id"]);
    let added = amara
        .post_file(
            &format!("{path}/attachments"),
            &[("kind", "photo")],
            ("boiler.png", "image/png"),
            &photo()?,
        )
        .await?;
    assert_eq!(added.status, StatusCode::CREATED, "{added:?}");

    let portal = wait_for_reply(&amara, "/api/tenant-portal", |portal| {
        portal["openIssues"] == 1
    })
    .await?;
    assert_eq!(portal["totalRequests"], json!(1), "{portal}");
    assert_eq!(portal["maintenanceRequests"][0]["title"], report["title"]);
    let mail = system.mails.wait_for_mail_with(&helen.email, "gas").await?;
    assert!(mail.text().contains("Linden Avenue"), "{}", mail.text());

    let seen = helen.get(&path).await?;
    assert_eq!(seen.body["tenantName"], "Amara Diallo", "{seen:?}");
    let file = seen.body["attachments"][0].as_str().context("an address")?;
    assert_eq!(helen.get(file).await?.status, StatusCode::OK);

    let contractor = json!({
        "name": "Aire Valley Heating", "trade": "Gas engineer", "phone": "0113 496 0101",
        "registration": "Gas Safe 512907",
    });
    let contractor = helen.post("/api/contractors", &contractor).await?;
    assert_eq!(contractor.status, StatusCode::CREATED, "{contractor:?}");
    let named = helen
        .patch(
            &path,
            &json!({"contractorId": contractor.body["id"], "status": "In Progress"}),
            &[],
        )
        .await?;
    assert_eq!(named.status, StatusCode::OK, "{named:?}");
    assert_eq!(named.body["contractorName"], "Aire Valley Heating");
    let day = london_today(&SystemClock) + chrono::Days::new(1);
    let visit = json!({"visitDate": day.to_string(), "startTime": "09:00", "endTime": "11:00"});
    let visit = helen.put(&format!("{path}/visit"), &visit).await?;
    assert_eq!(visit.status, StatusCode::OK, "{visit:?}");
    system
        .mails
        .wait_for_mail_with(&amara.email, "09:00")
        .await?;

    let cost =
        json!({"description": "New valve and a test", "amount": "148.50", "date": day.to_string()});
    let cost = helen.post(&format!("{path}/costs"), &cost).await?;
    assert_eq!(cost.status, StatusCode::CREATED, "{cost:?}");
    let after = helen
        .post_file(
            &format!("{path}/attachments"),
            &[("kind", "after")],
            ("done.png", "image/png"),
            &photo()?,
        )
        .await?;
    assert_eq!(after.status, StatusCode::CREATED, "{after:?}");
    let done = helen
        .patch(&path, &json!({"status": "Completed"}), &[])
        .await?;
    assert_eq!(done.status, StatusCode::OK, "{done:?}");
    assert_eq!(done.body["costTotal"], "148.50");
    let wrong = helen
        .patch(&path, &json!({"status": "Cancelled"}), &[])
        .await?;
    assert_eq!(
        (wrong.status, &wrong.body["reason"]),
        (StatusCode::CONFLICT, &json!("MAINTENANCE_TRANSITION")),
        "{wrong:?}"
    );

    let own = amara.get(&path).await?;
    assert_eq!(own.body["status"], "Completed", "{own:?}");
    for hidden in ["costTotal", "costs", "tenantPhone", "contractorPhone"] {
        let value = own.body.get(hidden).cloned().unwrap_or_default();
        assert!(value.is_null() || value == json!([]), "{hidden}: {value}");
    }
    let confirmed = amara.post(&format!("{path}/confirm"), &json!({})).await?;
    assert_eq!(confirmed.status, StatusCode::OK, "{confirmed:?}");
    let seen = wait_for_reply(&helen, &path, |request| !request["confirmedAt"].is_null()).await?;
    assert!(
        seen["history"]
            .as_array()
            .is_some_and(|entries| entries.len() >= 6),
        "{seen}"
    );

    let mut stranger = system.visitor()?;
    stranger.become_account("Tenant", &system.mails).await?;
    assert_eq!(stranger.get(&path).await?.status, StatusCode::NOT_FOUND);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_typed_address_of_a_tenant_opens_neither_portal_nor_repairs() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let (mut helen, mut eve) = (system.visitor()?, system.visitor()?);
    helen.become_landlord(&system.mails).await?;
    eve.become_landlord(&system.mails).await?;
    let mut amara = system.visitor()?;
    amara.become_account("Tenant", &system.mails).await?;
    let mut added = Vec::new();
    for (landlord, name, first_day) in [
        (&helen, "Linden Avenue", "2026-11-01"),
        (&eve, "Low Road", "2001-01-01"),
    ] {
        let house = landlord
            .post("/api/properties", &a_vacant_house(name))
            .await?
            .body;
        let tenant = json!({
            "propertyId": house["id"], "name": "Amara Diallo", "email": amara.email, "phone": "07700 900141",
            "leaseStart": first_day, "rentAmount": "1,095.00",
        });
        let tenant = landlord.post("/api/tenants", &tenant).await?;
        assert_eq!(tenant.status, StatusCode::CREATED, "{tenant:?}");
        assert_eq!(tenant.body["portalState"], "waiting");
        added.push((house["id"].clone(), tenant.body["id"].clone()));
        if added.len() == 1 {
            confirm_home(&amara, true).await?;
        }
    }
    let portal = wait_for_reply(&amara, "/api/tenant-portal", |portal| {
        portal["toConfirm"][0].is_object()
    })
    .await?;
    assert_eq!(portal["property"]["id"], added[0].0, "{portal}");
    assert_eq!(portal["tenancies"].as_array().map(Vec::len), Some(1));

    let report = json!({
        "title": "Tap drips", "category": "Plumbing & leaks", "entryPermitted": true, "description": "Once a second.",
    });
    let reported = amara.post("/api/maintenance-requests", &report).await?;
    assert_eq!(reported.status, StatusCode::CREATED, "{reported:?}");
    let reported = reported.body;
    assert_eq!(reported["propertyId"], added[0].0);

    confirm_home(&amara, false).await?;
    let theirs = eve.get(&format!("/api/tenants/{}", added[1].1)).await?;
    assert_eq!(theirs.body["portalState"], "not confirmed", "{theirs:?}");
    let hers = helen.get(&format!("/api/tenants/{}", added[0].1)).await?;
    assert_eq!(hers.body["portalState"], "confirmed", "{hers:?}");
    assert_eq!(
        eve.get("/api/maintenance-requests").await?.body,
        json!([]),
        "nothing of the repair is the stranger's"
    );
    let portal = amara.get("/api/tenant-portal").await?;
    assert_eq!(portal.body["toConfirm"], json!([]), "{portal:?}");
    assert_eq!(portal.body["property"]["id"], added[0].0);
    Ok(())
}
