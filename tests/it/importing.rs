//! A CSV file of properties is imported over HTTP while the service that reads it is killed.

use std::{collections::HashSet, fmt::Write as _, time::Duration};

use anyhow::Context as _;
use lintel_system_tests::{System, client::wait_for_reply, faults::checks};
use lintel_testkit::wait_for;
use serde_json::json;

use crate::events::listen_for;

const ROWS: usize = 3_000;

fn file() -> String {
    let mut file = "Name,Address,Postcode,Type,Rent\r\n".to_owned();
    for number in 1..=ROWS {
        let _ = write!(
            file,
            "House {number},{number} Mill Lane,LS1 4AP,House,950.00\r\n"
        );
    }
    file
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_goes_on_after_kill_9_and_adds_every_line_once() -> anyhow::Result<()> {
    let mut system = System::start(&[]).await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let checked = helen.post_csv("/api/property-imports", file()).await?;
    assert_eq!(checked.status.as_u16(), 201, "{checked:?}");
    let checked = checked.body;
    assert_eq!(
        (&checked["rows"], &checked["problems"]),
        (&json!(ROWS), &json!([]))
    );
    assert_eq!(helen.get("/api/properties").await?.body, json!([]));

    let hears = listen_for(&system, &helen, "property-imports").await?;
    let path = format!("/api/property-imports/{}", checked["id"]);
    let begun = helen.post(&format!("{path}/apply"), &json!({})).await?;
    assert_eq!(
        (begun.status.as_u16(), &begun.body["state"]),
        (202, &json!("Importing"))
    );
    let mut database = checks::database(&system, "portfolio").await?;
    wait_for(
        "the first properties",
        Duration::from_secs(30),
        async || {
            let sql = "SELECT imported_count FROM property_imports WHERE imported_count > 0";
            Ok(sqlx::query_scalar::<_, i32>(sql)
                .fetch_optional(&mut database)
                .await?)
        },
    )
    .await?;
    system.process("portfolio")?.kill()?;
    let sql = "SELECT imported_count, (SELECT count(*) FROM properties) FROM property_imports WHERE state = 'Importing'";
    let (imported, there): (i32, i64) = sqlx::query_as(sql)
        .fetch_optional(&mut database)
        .await?
        .context("the import was over before the kill")?;
    assert_eq!(
        i64::from(imported),
        there,
        "a chunk is in whole with its count, or not at all"
    );

    system.revive()?;
    system.wait_until_ready().await?;
    let done = wait_for_reply(&helen, &path, |import| import["state"] == "Imported").await?;
    assert_eq!(done["imported"], json!(ROWS));
    assert!(hears.await??.contains("\"resource\":\"property-imports\""));
    let export = reqwest::Client::new()
        .get(format!("{}/api/properties/export", system.base))
        .bearer_auth(helen.token()?)
        .send()
        .await?
        .error_for_status()?;
    assert_eq!(export.headers()["lintel-total-count"], ROWS.to_string());
    let text = export.text().await?;
    let lines: HashSet<&str> = text.lines().skip(1).collect();
    assert_eq!((lines.len(), text.lines().count()), (ROWS, ROWS + 1));
    println!("figures: killed after {imported} of {ROWS} lines; every line is there once");
    Ok(())
}
