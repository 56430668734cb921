//! The story of a sale: from a change through a tenancy to a sale, as browsers do it.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use lintel_system_tests::{Shared, Visitor, client::a_house};
use lintel_testkit::wait_for;
use serde_json::{Value, json};

const TIMEOUT: Duration = Duration::from_secs(30);

async fn wait_until(
    visitor: &Visitor,
    path: &str,
    field: &str,
    wanted: Value,
) -> anyhow::Result<Value> {
    wait_for("the property follows its tenancy", TIMEOUT, async || {
        let property = visitor.get(path).await?.body;
        ensure!(property[field] == wanted, "{field} is {}", property[field]);
        Ok(Some(property))
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_property_is_changed_let_freed_and_sold() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let added = helen
        .post("/api/properties", &a_house("Linden Avenue"))
        .await?;
    let id = added.body["id"].as_i64().context("no id")?;
    let path = format!("/api/properties/{id}");

    // The whole property sent back with a change, from the version that was seen; then once more from the same.
    let mut edited = added.body.clone();
    edited["monthlyRent"] = json!("£1,100");
    edited["currentValue"] = Value::Null;
    let seen = [("if-match", "\"1\"")];
    let changed = helen.patch(&path, &edited, &seen).await?;
    assert_eq!(changed.status, 200, "{:?}", changed.body);
    assert_eq!(
        (&changed.body["monthlyRent"], &changed.body["version"]),
        (&json!("1100.00"), &json!(2))
    );
    assert_eq!(changed.body["currentValue"], Value::Null);
    let stale = helen.patch(&path, &edited, &seen).await?;
    assert_eq!(
        (stale.status.as_u16(), &stale.body["reason"]),
        (412, &json!("STALE_ETAG"))
    );

    let tenant = json!({"propertyId": id, "name": "Amara Diallo", "email": "amara@example.com",
        "phone": "07700 900141", "leaseStart": "2026-01-05", "rentAmount": "1100"});
    // The tenancies' own copy of the property arrives by an event.
    let tenant = wait_for("a tenant", TIMEOUT, async || {
        let added = helen.post("/api/tenants", &tenant).await?;
        ensure!(added.status == 201, "{added:?}");
        Ok(Some(added.body["id"].clone()))
    })
    .await?;
    let occupied = wait_until(&helen, &path, "tenancyActive", json!(true)).await?;
    assert_eq!(occupied["status"], "Occupied");
    let sale = json!({"salePrice": "255,000", "saleDate": "2026-11-01", "purchasePrice": "210,000",
        "purchaseDate": "2019-11-01", "stampDuty": 8500, "legalFeesPurchase": "1,600", "feesToSell": "5200"});
    let sell = format!("{path}/sell");
    for refused in [
        helen.post(&sell, &sale).await?,
        helen.delete(&path, &[]).await?,
        helen
            .patch(&path, &json!({"status": "Vacant"}), &[])
            .await?,
    ] {
        assert_eq!(
            (refused.status.as_u16(), &refused.body["reason"]),
            (409, &json!("TENANCY_ACTIVE"))
        );
        let said = refused.body["detail"].as_str().unwrap_or_default();
        assert!(said.contains("End the tenancy first."), "{said}");
    }

    let end = format!("/api/tenants/{tenant}/end");
    let ended = helen.post(&end, &json!({"leaseEnd": "2026-10-31"})).await?;
    assert_eq!(ended.status, 200, "{ended:?}");
    wait_until(&helen, &path, "tenancyActive", json!(false)).await?;

    let preview = helen
        .post(&format!("{sell}/preview"), &json!({"salePrice": "255,000"}))
        .await?;
    assert_eq!(
        (&preview.body["proceeds"], &preview.body["netProfit"]),
        (&json!("255000.00"), &Value::Null)
    );
    let sold = helen.post(&sell, &sale).await?;
    assert_eq!(sold.status, 201, "{:?}", sold.body);
    let found = [
        "netProfit",
        "profitPercentage",
        "holdingPeriodYears",
        "annualizedReturn",
    ]
    .map(|field| sold.body[field].clone());
    assert_eq!(
        found,
        [json!("29700.00"), json!(13.5), json!(7.0), json!(1.8)]
    );
    assert_eq!(helen.get(&path).await?.status, 404);
    assert_eq!(helen.get("/api/properties").await?.body, json!([]));
    assert_eq!(helen.post(&sell, &sale).await?.status, 404);
    let location = sold.headers["location"].to_str()?;
    assert_eq!(helen.get(location).await?.body, sold.body);
    assert_eq!(
        helen.get("/api/sold-properties").await?.body,
        json!([sold.body])
    );
    let figures = helen.get("/api/sold-properties/analytics").await?.body;
    assert_eq!(
        (&figures["totalSales"], &figures["soldCount"]),
        (&json!("255000.00"), &json!(1))
    );
    assert_eq!(figures["averageAnnualReturn"], json!(1.8));
    let history = helen.get(&format!("{location}/history")).await?.body;
    assert_eq!(history.as_array().map(Vec::len), Some(4));
    Ok(())
}
