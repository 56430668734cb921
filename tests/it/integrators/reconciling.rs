//! A month of reconciliation as docs/operate/integrators.md describes it: the page's own code is what runs.

use anyhow::{Context as _, ensure};
use chrono::{Datelike as _, Days, NaiveDate};
use lintel_core::{SystemClock, london_today};
use lintel_system_tests::{
    Shared,
    client::{Visitor, a_vacant_house},
};
use reqwest::StatusCode;
use serde_json::json;

use super::{guide::Guide, python};

/// A tenant of a home of their own whose rent is charged from `first` on.
async fn let_to(
    landlord: &Visitor,
    name: &str,
    rent: &str,
    first: NaiveDate,
) -> anyhow::Result<i64> {
    let house = landlord
        .post("/api/properties", &a_vacant_house(name))
        .await?
        .body;
    let email = format!("{}@example.com", name.to_lowercase().replace(' ', "."));
    let tenant = json!({
        "propertyId": house["id"], "name": name, "email": email, "phone": "07700 900141", "leaseStart": first.to_string(),
        "rentAmount": rent,
    });
    let tenant = landlord.post("/api/tenants", &tenant).await?;
    ensure!(tenant.status == StatusCode::CREATED, "{tenant:?}");
    let id = tenant.body["id"].as_i64().context("no id")?;
    let terms = json!({ "period": "monthly", "dueDay": 1, "firstDay": first.to_string(), "proRata": "days-of-year" });
    let path = format!("/api/tenants/{id}/rent");
    let charged = landlord.post(&path, &terms).await?;
    ensure!(charged.status == StatusCode::CREATED, "{charged:?}");
    Ok(id)
}

#[tokio::test(flavor = "multi_thread")]
async fn accounting_software_reconciles_a_month_as_the_page_says() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let today = london_today(&SystemClock);
    let this_month = today.with_day(1).context("a first")?;
    let first = this_month - Days::new(1);
    let first = first.with_day(1).context("a first")?;
    let_to(&helen, "Amara Diallo", "1095.00", first).await?;
    let tom = let_to(&helen, "Tom Reyes", "950.00", first).await?;
    let scopes = json!({ "name": "Accounts", "scopes": ["tenancy.read", "tenancy.write"] });
    let made = helen.post("/api/api-keys", &scopes).await?.body;
    let key = made["key"].as_str().context("no key")?;

    let folder = tempfile::tempdir()?;
    let (books, bank) = (
        folder.path().join("receipts.csv"),
        folder.path().join("bank.csv"),
    );
    let paid = first + Days::new(4);
    let receipts = [
        "number,tenant,pence,date,method,reference,bounced".to_owned(),
        format!("17,{tom},45000,{paid},cash,By hand,"),
        format!("18,{tom},50000,{paid},cheque,Cheque 100042,yes"),
    ];
    std::fs::write(&books, receipts.join("\n"))?;
    let booked = (first + Days::new(9)).format("%d/%m/%Y");
    let payments = [
        "Date,Counter Party,Reference,Amount".to_owned(),
        format!("{booked},AMARA DIALLO,RENT,1095.00"),
        format!("{booked},HMRC,REFUND,12.50"),
    ];
    std::fs::write(&bank, payments.join("\n"))?;

    let (month, books, bank) = (
        first.to_string(),
        books.display().to_string(),
        bank.display().to_string(),
    );
    let guide = Guide::unpack()?;
    let python = python();
    let reconcile = async || {
        let arguments = [month.as_str(), &books, &bank];
        let program = (python.as_str(), "reconcile.py");
        guide.run(program, (&system.grpc, key), &arguments).await
    };
    let said = reconcile().await?;
    assert_eq!(
        said.lines().collect::<Vec<_>>(),
        [
            "charged: Amara Diallo 1095.00",
            "charged: Tom Reyes 950.00",
            "receipts: 2 and sent again 2",
            "bank: csv 2 payments, 0 known before",
            "received: Amara Diallo 1095.00 The payer has the tenant's name, and the amount is that of a charge.",
            "left to a person: HMRC",
            "taken back: 500.00 Cheque 100042",
            "owed: Amara Diallo 0.00 agrees",
            "owed: Tom Reyes 500.00 agrees",
        ]
    );
    // The whole month once more: nothing is added.
    let again = reconcile().await?;
    assert!(
        again.contains("bank: csv 2 payments, 0 known before")
            && again.ends_with("owed: Tom Reyes 500.00 agrees\n"),
        "{again}"
    );
    Ok(())
}
