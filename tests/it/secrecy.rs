//! T38: nothing secret or personal is where an operator, a reader of logs or another service would see it.

mod renting;

use std::time::Duration;

use anyhow::{Context as _, ensure};
use lintel_core::ServiceName;
use lintel_system_tests::{
    System,
    client::{self, a_house, a_signup, a_vacant_house, mailed_token},
    system::SERVICES,
};
use lintel_testkit::{otlp::OtlpSink, wait_for};
use serde_json::json;
use sqlx::{Connection as _, PgConnection};

const SOON: Duration = Duration::from_secs(30);

#[tokio::test(flavor = "multi_thread")]
async fn no_log_event_or_foreign_table_holds_a_person_or_a_secret() -> anyhow::Result<()> {
    let sink = OtlpSink::start().await?;
    let system = System::start(&[
        ("LINTEL_LOG", "debug"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", &sink.endpoint),
        ("LINTEL_METRIC_EXPORT_INTERVAL", "200ms"),
        ("OTEL_BSP_SCHEDULE_DELAY", "100"),
        ("OTEL_BLRP_SCHEDULE_DELAY", "100"),
    ])
    .await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    helen
        .post("/api/properties", &a_house("Victoria Terrace"))
        .await?;
    let mail = system.mails.wait_for_mail(&helen.email).await?;
    let token = client::link_token(&mail.text()).unwrap_or_default();
    let code = client::code(&mail.text()).unwrap_or_default();
    let access = helen.token()?.to_owned();
    let applied = apply(&system, &helen).await?;
    let rented = renting::rent(&system, &helen, &applied).await?;
    let mut canaries = vec![
        ("the address", helen.email.as_str()),
        ("the password", client::PASSWORD),
        ("the name", "Helen Okafor"),
        ("the link's token", token.as_str()),
        ("the code", code.as_str()),
        ("the access token", access.as_str()),
        ("the applicant", "Amara Diallo"),
        ("the applicant's address", applied.applicant.as_str()),
        ("the guarantor's address", applied.guarantor.as_str()),
        ("the invite's token", applied.invite.as_str()),
        ("the application's token", applied.status.as_str()),
        ("the guarantor's token", applied.reference.as_str()),
    ];
    let words = rented.words.iter();
    canaries.extend(words.map(|(what, words)| (*what, words.as_str())));

    let exported = wait_for("everything is exported", SOON, async || {
        let measured = [rented.route, "/api/properties"].iter().all(|route| {
            let route = [("http.route", *route)];
            sink.point("http.server.request.duration", &route).is_some()
        });
        let logged = sink.logs().iter().any(|line| line.text == "mail sent");
        let traced = sink.everything().contains("job.send_mail");
        Ok((measured && logged && traced).then(|| sink.everything()))
    })
    .await?;

    let mut places = vec![
        ("the logs", system.logs_whole()),
        ("what is exported over OTLP", exported),
    ];
    for entry in walk(&system.nats.store())? {
        places.push(("the broker's store", entry));
    }
    for service in SERVICES {
        let database = ServiceName::new(service).database();
        let mut admin = PgConnection::connect(&system.postgres.admin_url(&database)).await?;
        for table in [
            "outbox",
            "inbox",
            "inbox_attempt",
            "dead_letter",
            "request_ids",
        ] {
            places.push(("a shared table", dump(&mut admin, table).await?));
        }
        if service != "tenancy-applications" {
            for table in tables(&mut admin).await? {
                let text = dump(&mut admin, &table).await?;
                for (what, words) in &rented.words {
                    assert!(
                        !text.contains(words),
                        "{what} stands in {table} of {service}"
                    );
                }
            }
        }
        if service == "notifications" {
            for table in [
                "deliveries",
                "delivery_attempts",
                "push_subscriptions",
                "pushes",
                "texts",
                "news",
                "digest_items",
                "contacts",
            ] {
                places.push(("notifications' tables", dump(&mut admin, table).await?));
            }
        }
    }
    for (what, canary) in canaries {
        assert!(canary.len() > 5, "{what} is too short to look for");
        for (place, text) in &places {
            assert!(!text.contains(canary), "{what} stands in {place}");
        }
    }
    let mut admin = PgConnection::connect(&system.postgres.admin_url("lintel_identity")).await?;
    let users = dump(&mut admin, "users").await?;
    assert!(
        users.contains(&helen.email),
        "the search finds what is there: the owner's own table holds the address"
    );
    for table in ["users", "email_tokens", "sessions", "signing_keys"] {
        let text = dump(&mut admin, table).await?;
        for secret in [client::PASSWORD, &token, &code, &code.replace('-', "")] {
            assert!(
                !text.contains(secret),
                "a secret stands readable in {table}"
            );
        }
    }
    let tenancies = "lintel_tenancy_applications";
    let mut admin = PgConnection::connect(&system.postgres.admin_url(tenancies)).await?;
    let (mut found, mut unseen) = (false, rented.kept);
    for table in tables(&mut admin).await? {
        let text = dump(&mut admin, &table).await?;
        found |= text.contains(&applied.applicant);
        unseen.retain(|(_, words)| !text.contains(words));
        for token in [
            &applied.invite,
            &applied.status,
            &applied.reference,
            &rented.token,
        ] {
            assert!(!text.contains(token), "a token stands readable in {table}");
        }
        for (what, words) in &rented.sealed {
            assert!(!text.contains(words), "{what} stands readable in {table}");
        }
    }
    assert!(
        found,
        "the search finds what is there: the applicant's address in the owner's own table"
    );
    assert!(unseen.is_empty(), "the search does not find {unseen:?}");
    Ok(())
}

/// The parts of an application that nobody else may read.
struct Applied {
    id: i64,
    applicant: String,
    guarantor: String,
    invite: String,
    status: String,
    reference: String,
}

/// Somebody applies for a home of `landlord`.
async fn apply(system: &System, landlord: &client::Visitor) -> anyhow::Result<Applied> {
    let home = landlord
        .post("/api/properties", &a_vacant_house("Linden Avenue"))
        .await?;
    let property = home.body["id"].as_i64().context("no id")?;
    let invite = wait_for("an invite", SOON, async || {
        let wanted = json!({ "propertyId": property });
        let made = landlord.post("/api/invites", &wanted).await?;
        let url = made.body["url"].as_str();
        Ok(url.and_then(|url| Some(url.rsplit_once("invite=")?.1.to_owned())))
    })
    .await?;
    let [applicant, guarantor, employer] =
        ["applicant", "guarantor", "employer"].map(|who| landlord.email.replace("landlord", who));
    let form = a_signup(&invite, property, &applicant, &guarantor, &employer);
    let submitted = system.visitor()?.post("/api/tenant-signup", &form).await?;
    ensure!(submitted.status == 201, "{submitted:?}");
    let mails = &system.mails;
    Ok(Applied {
        id: submitted.body["id"].as_i64().context("no id")?,
        status: mailed_token(mails, &applicant, "/tenant-status").await?,
        reference: mailed_token(mails, &guarantor, "/guarantor-verify/").await?,
        applicant,
        guarantor,
        invite,
    })
}

/// The names of all tables of a service.
async fn tables(admin: &mut PgConnection) -> anyhow::Result<Vec<String>> {
    let names = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'";
    Ok(sqlx::query_scalar(names).fetch_all(admin).await?)
}

/// Every row of a table as text, binary columns as the bytes they hold.
async fn dump(admin: &mut PgConnection, table: &str) -> anyhow::Result<String> {
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT column_name::text, data_type::text FROM information_schema.columns WHERE table_name = $1",
    )
    .bind(table)
    .fetch_all(&mut *admin)
    .await?;
    anyhow::ensure!(!columns.is_empty(), "there is no table {table}");
    let shown: Vec<String> = columns
        .iter()
        .map(|(name, kind)| {
            if kind == "bytea" {
                format!("encode({name}, 'escape')")
            } else {
                format!("{name}::text")
            }
        })
        .collect();
    let sql = format!("SELECT concat_ws('|', {}) FROM {table}", shown.join(", "));
    let rows: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
        .fetch_all(admin)
        .await?;
    Ok(rows.join("\n"))
}

/// The contents of every file below `folder`.
fn walk(folder: &std::path::Path) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(walk(&path)?);
        } else {
            found.push(String::from_utf8_lossy(&std::fs::read(&path)?).into_owned());
        }
    }
    Ok(found)
}
