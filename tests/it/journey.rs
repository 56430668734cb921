//! The main job: a landlord gets in and sees a property.

use lintel_system_tests::{
    Shared, System,
    client::{a_house, code, link_token, wait_for_reply},
};
use reqwest::StatusCode;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_landlord_signs_up_reads_the_mail_signs_in_and_adds_a_property() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;

    let reply = helen.sign_up("Landlord").await?;
    assert_eq!(reply.body["emailSent"], json!(true));
    assert_eq!(reply.body.get("verificationCode"), None);

    let early = helen.log_in().await?;
    assert_eq!(early.status, StatusCode::FORBIDDEN);
    assert_eq!(
        early.body["detail"],
        "Please verify your email before logging in."
    );

    let mail = system.mails.wait_for_mail(&helen.email).await?;
    assert_eq!(mail.to, [helen.email.clone()]);
    assert!(code(&mail.text()).is_some(), "{}", mail.text());
    let token = link_token(&mail.text()).unwrap_or_default();
    assert!(
        mail.text()
            .contains(&format!("{}/verify-email?token={token}", system.base)),
        "the link starts with the public address"
    );
    let verify = json!({ "token": token });
    for _ in 0..2 {
        let verified = helen.post("/api/auth/verify-email", &verify).await?;
        assert_eq!(verified.status, StatusCode::OK, "{verified:?}");
    }

    let reply = helen.log_in().await?;
    assert_eq!(reply.status, StatusCode::OK, "{reply:?}");
    assert_eq!(reply.body["user"]["email"], json!(helen.email));
    let me = helen.get("/api/auth/me").await?;
    assert_eq!(me.body["name"], "Helen Okafor");
    assert_eq!(me.body["role"], "Landlord");
    assert_eq!(me.body["isVerified"], json!(true));
    assert_eq!(me.body["organisation"]["name"], "Helen Okafor's portfolio");
    assert_eq!(me.body["organisation"]["grade"], "Owner");
    let settings = helen.get("/api/user-settings").await?;
    assert_eq!(settings.body["firstName"], "Helen");
    assert_eq!(settings.body["lastName"], "Okafor");
    assert_eq!(settings.body["sessionTimeout"], "30");

    let empty = helen.get("/api/properties").await?;
    assert_eq!(empty.body, json!([]));
    let added = helen
        .post("/api/properties", &a_house("Victoria Terrace"))
        .await?;
    assert_eq!(added.status, StatusCode::CREATED, "{added:?}");
    let id = added.body["id"].as_i64().unwrap_or_default();
    assert_eq!(
        added
            .headers
            .get("location")
            .map(reqwest::header::HeaderValue::as_bytes),
        Some(format!("/api/properties/{id}").as_bytes())
    );
    assert_eq!(added.body["monthlyRent"], "1095.00");
    assert_eq!(
        added.body["currentValue"], "152500.00",
        "an empty value is the purchase price"
    );

    let list = helen.get("/api/properties").await?;
    assert_eq!(list.body[0], added.body);
    let one = helen.get(&format!("/api/properties/{id}")).await?;
    assert_eq!(one.body, added.body);
    assert_eq!(
        one.headers
            .get("etag")
            .map(reqwest::header::HeaderValue::as_bytes),
        Some(format!("\"{}\"", added.body["version"]).as_bytes())
    );
    let history = helen.get(&format!("/api/properties/{id}/history")).await?;
    assert_eq!(history.body.as_array().map(Vec::len), Some(1));
    assert_eq!(history.body[0]["monthlyRent"], "1095.00");

    let figures = helen.get("/api/dashboard/analytics").await?;
    assert_eq!(figures.body["monthlyIncome"], "1095.00");
    assert_eq!(figures.body["totalValue"], "152500.00");
    assert_eq!(figures.body["activeProperties"], json!(1));
    assert_eq!(figures.body["occupancyRate"], json!(100.0));
    assert_eq!(
        figures.body["monthlyNetProfit"], added.body["monthlyProfit"],
        "the dashboard adds up what the list shows"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_code_of_the_mail_verifies_too_however_it_is_typed_and_once() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut visitor = system.visitor()?;
    visitor.sign_up("Tenant").await?;
    let mail = system.mails.wait_for_mail(&visitor.email).await?;
    let typed = code(&mail.text())
        .unwrap_or_default()
        .to_lowercase()
        .replace('-', " ");

    let wrong = visitor
        .post("/api/auth/verify-manual", &json!({"code": "0000-0000"}))
        .await?;
    assert_eq!(wrong.status, StatusCode::NOT_FOUND);
    assert_eq!(wrong.body["reason"], "LINK_INVALID");
    let verified = visitor
        .post("/api/auth/verify-manual", &json!({ "code": typed }))
        .await?;
    assert_eq!(verified.status, StatusCode::OK, "{verified:?}");
    let again = visitor
        .post("/api/auth/verify-manual", &json!({ "code": typed }))
        .await?;
    assert_eq!(again.status, StatusCode::NOT_FOUND, "a code is spent once");
    assert_eq!(visitor.log_in().await?.status, StatusCode::OK);
    let me = visitor.get("/api/auth/me").await?;
    assert_eq!(me.body["organisation"], json!(null));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shared_house_keeps_its_rooms_and_its_figures_are_their_sums() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let added = helen
        .post(
            "/api/properties",
            &json!({
                "name": "Ashmead House", "address": "212 Ashmead Road, Bristol", "postcode": "bs67qd",
                "propertyType": "HMO", "bathrooms": 3, "purchasePrice": "374000", "currentValue": "455,000",
                "status": "Vacant", "hmoRooms": 3,
                "hmoRoomRentals": "{\"1\": \"585\", \"2\": 585.00, \"3\": \"£600.50\"}",
                "hmoRoomOccupancy": "[\"Occupied\", \"Vacant\", \"Occupied\"]",
            }),
        )
        .await?;
    assert_eq!(added.status, StatusCode::CREATED, "{added:?}");
    assert_eq!(added.body["postcode"], "BS6 7QD");
    assert_eq!(added.body["monthlyRent"], "1770.50");
    assert_eq!(added.body["bedrooms"], json!(3));
    assert_eq!(added.body["status"], "Partially Occupied");
    assert_eq!(
        added.body["hmoRoomRentals"],
        json!({"1": "585.00", "2": "585.00", "3": "600.50"})
    );
    assert_eq!(
        added.body["hmoRoomOccupancy"],
        json!(["Occupied", "Vacant", "Occupied"])
    );
    let rooms = helen
        .get(&format!("/api/rooms/{}", added.body["id"]))
        .await?;
    assert_eq!(rooms.body.as_array().map(Vec::len), Some(3));
    assert_eq!(rooms.body[2]["roomNumber"], "3");
    assert_eq!(rooms.body[2]["monthlyRent"], "600.50");
    assert_eq!(rooms.body[2]["isOccupied"], json!(true));
    let figures = helen.get("/api/dashboard/analytics").await?;
    assert_eq!(figures.body["lettableUnits"], json!(3));
    assert_eq!(figures.body["occupiedUnits"], json!(2));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_mail_transport_the_code_is_in_the_reply() -> anyhow::Result<()> {
    let system = System::start(&[("LINTEL_MAIL", "off")]).await?;
    let mut visitor = system.visitor()?;
    let reply = visitor.sign_up("Landlord").await?;
    assert_eq!(reply.body["emailSent"], json!(false));
    let verified = visitor
        .post(
            "/api/auth/verify-manual",
            &json!({ "code": reply.body["verificationCode"] }),
        )
        .await?;
    assert_eq!(verified.status, StatusCode::OK, "{verified:?}");
    visitor.log_in().await?;
    wait_for_reply(&visitor, "/api/auth/me", |me| {
        me["isVerified"] == json!(true)
    })
    .await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_save_with_one_key_adds_one_property() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let key = "add-victoria-terrace";
    let house = a_house("Victoria Terrace");
    let twins = futures::future::try_join_all(
        (0..20).map(|_| helen.post_as("/api/properties", &house, key)),
    )
    .await?;
    for twin in &twins {
        assert_eq!(twin.status, StatusCode::CREATED, "{twin:?}");
        assert_eq!(twin.body, twins[0].body);
    }
    let other = helen
        .post_as("/api/properties", &a_house("Another"), key)
        .await?;
    assert_eq!(other.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(other.body["reason"], "REQUEST_ID_REUSED");
    let list = helen.get("/api/properties").await?;
    assert_eq!(list.body.as_array().map(Vec::len), Some(1));
    Ok(())
}
