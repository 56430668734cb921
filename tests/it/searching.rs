//! The story of finding a home to buy: a feed is uploaded and read, searched, watched, computed; changes in later feeds
//! are told to the accounts that watch, and to nobody else.

use std::time::Duration;

use anyhow::Context as _;
use futures::StreamExt as _;
use lintel_proto::{
    PublicEvent as _,
    listings::v1::{WatchedChange, WatchedListingChanged},
};
use lintel_system_tests::{
    Shared,
    client::wait_for_reply,
    feed::{Row, blm},
};
use prost::Message as _;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::events::listen_for;

fn feed(rows: &[(&str, &str, &str, &str, bool)]) -> String {
    let rows = rows.iter();
    let rows = rows.map(|&(number, reference, price, outward, letting)| Row {
        number: number.to_owned(),
        reference: reference.to_owned(),
        price: price.to_owned(),
        outward: outward.to_owned(),
        letting,
    });
    blm(&rows.collect::<Vec<_>>())
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

/// Hears of one organisation's watched listings until nothing more comes for a while.
async fn heard(
    mut facts: async_nats::Subscriber,
    organisation: &Value,
) -> anyhow::Result<Vec<WatchedListingChanged>> {
    let mut heard = Vec::new();
    while let Ok(Some(message)) = tokio::time::timeout(Duration::from_secs(5), facts.next()).await {
        let fact = WatchedListingChanged::decode(message.payload)?;
        // Tests beside this one have organisations of their own.
        if json!(fact.organisation_id) == *organisation {
            heard.push(fact);
        }
    }
    Ok(heard)
}

#[tokio::test(flavor = "multi_thread")]
async fn only_watchers_hear_of_prices_withdrawals_and_new_homes() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let (mut helen, mut other) = (system.visitor()?, system.visitor()?);
    helen.become_landlord(&system.mails).await?;
    other.become_landlord(&system.mails).await?;
    let me = helen.get("/api/auth/me").await?.body;
    let nats = lintel_bus::connect("test", &system.nats_url).await?;
    let facts = nats
        .subscribe(format!("lintel.evt.{}", WatchedListingChanged::TYPE))
        .await?;
    nats.flush().await?;

    let mut rows = vec![
        ("14", "S1", "180000", "LS9", false),
        ("16", "S2", "120000", "LS12", false),
    ];
    import(&helen, &feed(&rows)).await?;
    let found = helen
        .get("/api/investment-properties?location=LS9")
        .await?
        .body;
    let watched = found[0]["id"].clone();
    let path = format!("/api/investment-properties/{watched}");
    let list = format!("{path}/watchlist");
    let on = json!({"isWatchlisted": true});
    assert_eq!(helen.put(&list, &on).await?.status, StatusCode::OK);
    assert_eq!(other.put(&list, &on).await?.status, StatusCode::NOT_FOUND);
    let search = json!({"name": "Armley", "location": "LS12", "propertyType": "House"});
    let saved = helen.post("/api/saved-searches", &search).await?;
    assert_eq!(saved.status, StatusCode::CREATED, "{saved:?}");
    let same = other.post("/api/saved-searches", &search).await?;
    assert_eq!(same.status, StatusCode::CREATED, "{same:?}");
    let others = listen_for(&system, &other, "listing-imports").await?;

    rows[0].2 = "172500";
    rows.push(("18", "S3", "99950", "LS12", false));
    import(&helen, &feed(&rows)).await?;
    import(&helen, &feed(&rows[1..])).await?;
    let told = heard(facts, &me["organisation"]["id"]).await?;

    let pounds = |pounds: i64| Some(lintel_core::Money::gbp(pounds * 100).into());
    assert_eq!(told.len(), 3, "{told:?}");
    for fact in &told {
        assert_eq!(json!(fact.user_id), me["id"], "{fact:?}");
        assert_eq!(fact.listing_title, "2 bed terraced house, Leeds");
    }
    let of = |change: WatchedChange| told.iter().find(|fact| fact.change() == change);
    let price = of(WatchedChange::Price).context("the price is told")?;
    assert_eq!(json!(price.listing_id), watched);
    assert_eq!(
        (price.earlier_price.clone(), price.price.clone()),
        (pounds(180_000), pounds(172_500))
    );
    let gone = of(WatchedChange::Withdrawn).context("the withdrawal is told")?;
    assert_eq!(
        (json!(gone.listing_id), gone.version),
        (watched, price.version + 1)
    );
    let new = of(WatchedChange::NewMatch).context("the new home is told")?;
    assert_eq!(
        (json!(new.saved_search_id), new.price.clone()),
        (saved.body["id"].clone(), pounds(99_950))
    );

    let gone = helen.get(&path).await?;
    assert!(!gone.body["withdrawn"].is_null(), "{gone:?}");
    let left = helen
        .get("/api/investment-properties?location=LS9")
        .await?
        .body;
    assert_eq!(left, json!([]));
    assert_eq!(
        other.get("/api/investment-properties").await?.body,
        json!([])
    );
    // The other one imports too, so that its stream is known to have been alive.
    import(&other, &feed(&[("14", "S1", "180000", "LS9", false)])).await?;
    let heard = others.await??;
    assert!(heard.contains("listing-imports"), "{heard}");
    assert!(!heard.contains("investment-properties"), "{heard}");
    Ok(())
}
