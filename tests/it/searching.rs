//! How a home to buy is found: a feed is uploaded and read, searched, watched, computed, and a second feed changes a price.

use lintel_system_tests::{Shared, client::wait_for_reply};
use reqwest::StatusCode;
use serde_json::{Value, json};

const FIELDS: &str = "AGENT_REF^ADDRESS_1^ADDRESS_2^TOWN^POSTCODE1^POSTCODE2^FEATURE1^SUMMARY^DESCRIPTION^BRANCH_ID^STATUS_ID^\
                      BEDROOMS^PRICE^PRICE_QUALIFIER^PROP_SUB_ID^DISPLAY_ADDRESS^PUBLISHED_FLAG^LET_RENT_FREQUENCY^TRANS_TYPE_ID^~";

fn feed(rows: &[(&str, &str, &str, &str, bool)]) -> String {
    let lines = rows.iter().map(|(number, reference, price, outward, letting)| {
        let (kind, frequency) = if *letting { ("2", "1") } else { ("1", "") };
        format!(
            "77_{reference}^{number}^Mill Street^Leeds^{outward}^8XX^No chain^Two bedrooms.^Two bedrooms.<br/>Gas heating.^77^0^\
             2^{price}^0^1^Mill Street, Leeds^1^{frequency}^{kind}^~\r\n"
        )
    });
    format!(
        "#HEADER#\r\nVersion : 3\r\nEOF : '^'\r\nEOR : '~'\r\n\r\n#DEFINITION#\r\n{FIELDS}\r\n\r\n#DATA#\r\n{}#END#\r\n",
        lines.collect::<String>()
    )
}

async fn import(
    helen: &lintel_system_tests::client::Visitor,
    content: &str,
) -> anyhow::Result<Value> {
    let fields = [("format", "blm"), ("source", "Rightmove")];
    let begun = helen
        .post_file(
            "/api/listing-imports",
            &fields,
            ("77.blm", "text/plain"),
            content.as_bytes(),
        )
        .await?;
    assert_eq!(begun.status, StatusCode::ACCEPTED, "{begun:?}");
    let path = format!("/api/listing-imports/{}", begun.body["id"]);
    wait_for_reply(helen, &path, |run| run["state"] == "done").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_is_searched_watched_and_computed() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let lettings = [
        ("2", "L1", "900", "LS9", true),
        ("4", "L2", "950", "LS9", true),
        ("6", "L3", "1000", "LS9", true),
    ];
    let mut rows = vec![
        ("14", "S1", "180,000", "LS9", false),
        ("16", "S2", "120000", "LS12", false),
    ];
    rows.extend(lettings);
    let first = import(&helen, &feed(&rows)).await?;
    assert_eq!(
        (&first["read"], &first["refused"]),
        (&json!(5), &json!(0)),
        "{first}"
    );

    let found = helen
        .get("/api/investment-properties?location=LS9&propertyType=House&minPrice=&maxPrice=all")
        .await?;
    assert_eq!(found.status, StatusCode::OK, "{found:?}");
    assert_eq!(found.headers["lintel-count"], "1");
    let listing = &found.body[0];
    assert_eq!(
        (&listing["price"], &listing["postcode"]),
        (&json!("180000.00"), &json!("LS9 8XX")),
        "{listing}"
    );
    // 950 × 12 ÷ 180,000: the median of three lettings nearby.
    assert_eq!(listing["yield"], json!(6.33), "{listing}");
    assert_eq!(
        helen
            .get("/api/investment-properties?sortBy=nonsense")
            .await?
            .status,
        StatusCode::UNPROCESSABLE_ENTITY
    );

    let path = format!("/api/investment-properties/{}", listing["id"]);
    let watched = helen
        .put(
            &format!("{path}/watchlist"),
            &json!({"isWatchlisted": true}),
        )
        .await?;
    assert_eq!(watched.body["isWatchlisted"], json!(true), "{watched:?}");
    let returns = helen
        .post(
            &format!("{path}/roi"),
            &json!({"deposit": "45,000", "interestRate": 5.25, "stampDuty": "10,100"}),
        )
        .await?;
    assert_eq!(returns.status, StatusCode::OK, "{returns:?}");

    rows[0].2 = "172,500";
    let second = import(&helen, &feed(&rows)).await?;
    assert_eq!(
        (&second["changed"], &second["unchanged"]),
        (&json!(1), &json!(4)),
        "{second}"
    );
    let changed = helen.get(&path).await?;
    assert_eq!(changed.body["price"], "172500.00", "{changed:?}");
    // Prices are kept by day: of the two of today the later one stays.
    assert_eq!(
        changed.body["priceHistory"][0]["price"], "172500.00",
        "{changed:?}"
    );

    let mut other = system.visitor()?;
    other.become_landlord(&system.mails).await?;
    assert_eq!(
        other.get("/api/investment-properties").await?.body,
        json!([])
    );
    assert_eq!(other.get(&path).await?.status, StatusCode::NOT_FOUND);
    Ok(())
}
