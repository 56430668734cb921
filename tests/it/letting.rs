//! The story of a letting: somebody is invited, applies, is vouched for, is approved, moves in and sees their home.

use anyhow::Context as _;
use lintel_system_tests::{
    Shared,
    client::{a_signup, a_vacant_house, confirm_home, mailed_token, wait_for_reply},
    faults::load::Home,
};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::signature::signature;

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

    let invite = helen
        .post("/api/invites", &json!({ "propertyId": property }))
        .await?;
    assert_eq!(invite.status, StatusCode::CREATED, "{invite:?}");
    let invite = invite.body;
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

    let asked = confirm_home(&amara, true).await?;
    assert_eq!(asked["propertyPostcode"], "S11 8QT", "{asked}");
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

#[tokio::test(flavor = "multi_thread")]
async fn t06_an_applicant_sets_nothing_that_the_form_does_not_ask() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let home = Home::create(&helen, "Victoria Terrace").await?;
    let stranger = system.visitor()?;
    let wanted = json!({
        "id": 999_999_999, "organisationId": 999_999_999, "tenantId": 999_999_999, "version": 9, "status": "Approved", "currentStep": 5,
        "approvedAt": "2001-01-01T00:00:00Z", "rejectedAt": "2001-01-01T00:00:00Z", "withdrawnAt": "2001-01-01T00:00:00Z",
        "createdAt": "2001-01-01T00:00:00Z", "guarantorVerified": true, "employerVerified": true, "landlordNotes": "Take them.",
        "guarantorToken": "chosen-by-me", "employerToken": "chosen-by-me", "token": "chosen-by-me",
        "requestedDocuments": ["rightToRent"], "affordability": {"annualIncome": "1000000.00"},
    });
    let asked = wanted.as_object().context("an object")?;
    // One by one and all together: what is not asked is passed over or refused by its name, and never kept.
    let mut forms: Vec<Vec<&String>> = asked.keys().map(|field| vec![field]).collect();
    forms.push(asked.keys().collect());
    for (number, fields) in forms.into_iter().enumerate() {
        let mut form = home.application(&format!("T06 applicant {number}"));
        for field in &fields {
            form[field.as_str()] = wanted[field.as_str()].clone();
        }
        let made = stranger.post("/api/tenant-signup", &form).await?;
        if made.status != StatusCode::CREATED {
            assert!(made.status.is_client_error(), "{fields:?}: {made:?}");
            continue;
        }
        let seen = helen
            .get(&format!("/api/tenant-applications/{}", made.body["id"]))
            .await?;
        assert_eq!(seen.status, StatusCode::OK, "{fields:?}: {seen:?}");
        assert_eq!(seen.body["tenantName"], form["name"], "{fields:?}");
        assert_eq!(seen.body["status"], "Submitted", "{fields:?}");
        assert_eq!(seen.body["currentStep"], json!(1), "{fields:?}");
        for (field, value) in asked {
            assert_ne!(seen.body[field], *value, "{fields:?}: {field}");
        }
    }
    for page in ["guarantor-verify", "employer-verify", "tenant-status"] {
        let opened = stranger.get(&format!("/api/{page}/chosen-by-me")).await?;
        assert_eq!(opened.status, StatusCode::NOT_FOUND, "{page}: {opened:?}");
    }
    Ok(())
}
