//! How somebody becomes a tenant: invited, applying, vouched for, approved, moved in, and seeing their home.

use std::time::Duration;

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use lintel_system_tests::{
    Shared,
    client::{a_signup, a_vacant_house, mailed_token, wait_for_reply},
};
use lintel_testkit::wait_for;
use reqwest::StatusCode;
use serde_json::{Value, json};

/// A signature as the pad sends it: a PNG of 400 × 200 with a line on it.
fn signature() -> anyhow::Result<String> {
    let mut pad = image::RgbaImage::from_pixel(400, 200, image::Rgba([255, 255, 255, 255]));
    for x in 60..340_u32 {
        for thick in 0..3 {
            pad.put_pixel(x, 80 + x % 40 + thick, image::Rgba([0, 0, 0, 255]));
        }
    }
    let mut png = std::io::Cursor::new(Vec::new());
    pad.write_to(&mut png, image::ImageFormat::Png)?;
    Ok(format!(
        "data:image/png;base64,{}",
        STANDARD.encode(png.into_inner())
    ))
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_is_invited_applies_is_vouched_for_approved_and_moves_in() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let house = helen
        .post("/api/properties", &a_vacant_house("Victoria Terrace"))
        .await?;
    assert_eq!(house.status, StatusCode::CREATED, "{house:?}");
    let property = house.body["id"]
        .as_i64()
        .context("the property has an id")?;

    // The copy of the property arrives by an event.
    let invite = wait_for("an invite", Duration::from_secs(20), async || {
        let made = helen
            .post("/api/invites", &json!({ "propertyId": property }))
            .await?;
        Ok((made.status == StatusCode::CREATED).then_some(made.body))
    })
    .await?;
    let url = invite["url"]
        .as_str()
        .context("the invite has an address")?;
    assert!(
        url.contains(&format!("/tenant-signup?propertyId={property}")),
        "{url}"
    );
    let invite = url.rsplit('=').next().unwrap_or_default();

    let stranger = system.visitor()?;
    let open = stranger
        .get(&format!("/api/invites/by-token/{invite}"))
        .await?;
    assert_eq!(open.status, StatusCode::OK, "{open:?}");
    assert_eq!(open.body["organisationName"], "Helen Okafor's portfolio");
    assert_eq!(open.body["properties"][0]["monthlyRent"], "1095.00");

    let mut amara = system.visitor()?;
    amara.become_account("Tenant", &system.mails).await?;
    let applicant = amara.email.clone();
    let [guarantor, employer] =
        ["guarantor", "employer"].map(|who| applicant.replace("landlord", who));
    let body = a_signup(invite, property, &applicant, &guarantor, &employer);
    let submitted = stranger
        .post_as("/api/tenant-signup", &body, "one-form-of-amara")
        .await?;
    assert_eq!(submitted.status, StatusCode::CREATED, "{submitted:?}");
    assert_eq!(submitted.body["status"], "Submitted");
    assert_eq!(submitted.body["currentStep"], json!(1));
    let again = stranger
        .post_as("/api/tenant-signup", &body, "one-form-of-amara")
        .await?;
    assert_eq!(
        again.body, submitted.body,
        "a lost reply makes one application"
    );
    let application = format!("/api/tenant-applications/{}", submitted.body["id"]);

    let status = mailed_token(&system.mails, &applicant, "/tenant-status").await?;
    let own = stranger
        .get(&format!("/api/tenant-status/{status}"))
        .await?;
    assert_eq!(own.body["status"], "Submitted", "{own:?}");
    assert_eq!(
        own.body.get("affordability").unwrap_or(&Value::Null),
        &Value::Null
    );

    let token = mailed_token(&system.mails, &guarantor, "/guarantor-verify/").await?;
    let asked = stranger
        .get(&format!("/api/guarantor-verify/{token}"))
        .await?;
    assert_eq!(asked.body["tenantName"], "Amara Diallo", "{asked:?}");
    assert_eq!(asked.body["monthlyRent"], "1095.00");
    let form = json!({
        "fullName": "Ibrahim Diallo", "email": guarantor, "phone": "07700 900733",
        "address": "12 Orchard Street, Leeds", "dateOfBirth": "1968-03-02", "relationship": "parent",
        "occupation": "Surgeon", "employerName": "Leeds Infirmary", "annualIncome": "84000",
        "agreedToGuarantee": true, "signature": signature()?,
    });
    let path = format!("/api/guarantor-verify/{token}");
    let given = stranger.post(&path, &form).await?;
    assert_eq!(given.status, StatusCode::OK, "{given:?}");
    assert_eq!(given.body["guarantorVerified"], json!(true));
    let twice = stranger.post(&path, &form).await?;
    assert_eq!(twice.status, StatusCode::CONFLICT, "{twice:?}");
    let silent = stranger.get(&path).await?;
    assert_eq!(
        silent.body,
        json!({"guarantorVerified": true, "status": "completed"})
    );

    let token = mailed_token(&system.mails, &employer, "/employer-verify/").await?;
    let form = json!({
        "companyName": "Northern Rail Works", "contactName": "Petra Hill", "position": "Head of people",
        "email": employer, "phone": "0114 496 0320", "companyAddress": "1 Station Road, Sheffield",
        "employeePosition": "Signalling engineer", "employmentStartDate": "2022-09-01",
        "employmentType": "full-time", "annualSalary": "40800", "contractType": "permanent",
        "additionalComments": "", "confirmedDetails": true, "signature": signature()?,
    });
    let given = stranger
        .post(&format!("/api/employer-verify/{token}"), &form)
        .await?;
    assert_eq!(given.status, StatusCode::OK, "{given:?}");

    let seen = helen.get(&application).await?;
    assert_eq!(seen.body["guarantorVerified"], json!(true), "{seen:?}");
    assert_eq!(seen.body["employerVerified"], json!(true));
    assert_eq!(seen.body["affordability"]["annualIncome"], "40800.00");
    assert_eq!(seen.body["affordability"]["neededIncome"], "32850.00");

    let approved = helen
        .patch(
            &application,
            &json!({"status": "Approved", "approvedAt": "2001-01-01T00:00:00Z"}),
            &[],
        )
        .await?;
    assert_eq!(approved.status, StatusCode::OK, "{approved:?}");
    assert_ne!(
        approved.body["approvedAt"], "2001-01-01T00:00:00Z",
        "the server's clock decides"
    );
    mailed_token(&system.mails, &applicant, "/tenant-status").await?;
    let tenants = helen.get("/api/tenants").await?;
    assert_eq!(tenants.body[0]["leaseStatus"], "Upcoming", "{tenants:?}");
    let started = helen
        .post(
            &format!("/api/tenants/{}/start", tenants.body[0]["id"]),
            &json!({}),
        )
        .await?;
    assert_eq!(started.status, StatusCode::OK, "{started:?}");
    assert_eq!(started.body["leaseStatus"], "Active");
    wait_for_reply(&helen, &format!("/api/properties/{property}"), |home| {
        home["status"] == "Occupied"
    })
    .await?;
    let refused = helen
        .delete(&format!("/api/properties/{property}"), &[])
        .await?;
    assert_eq!(refused.body["reason"], "TENANCY_ACTIVE", "{refused:?}");

    let portal = wait_for_reply(&amara, "/api/tenant-portal", |portal| {
        portal["tenant"]["name"] == "Amara Diallo"
    })
    .await?;
    assert_eq!(portal["property"]["postcode"], "S11 8QT", "{portal}");
    assert_eq!(portal["openIssues"], json!(0));
    let theirs = amara.get("/api/tenant-applications").await?;
    assert_eq!(theirs.body.as_array().map(Vec::len), Some(1), "{theirs:?}");
    Ok(())
}
