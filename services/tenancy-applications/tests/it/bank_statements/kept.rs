//! How long files are kept, who gets a copy of them, and what goes with an organisation.

use chrono::Duration;
use lintel_tenancy_applications::app::keeping::Departures;
use lintel_testkit::tokens::landlord;

use super::{Bank, ada, file};
use crate::{applying::world, data::copy, harness::World, retention::retention};

/// A file of which one line is a receipt of Ada's.
async fn received(world: &World) -> anyhow::Result<i64> {
    let ada = ada(world).await?;
    let bank = Bank::of(world, 1)?;
    bank.add(file(&[
        (3, "Ada Lovelace", "RENT", "1000.00"),
        (4, "HMRC", "REFUND", "12.00"),
    ]))
    .await?;
    let line = bank.lines().await?[1].bank_line_id;
    bank.decide(&[(line, ada.tenant_id)]).await?;
    Ok(ada.tenant_id)
}

#[tokio::test]
async fn files_go_after_six_years_and_receipts_stay_with_their_tenancy() -> anyhow::Result<()> {
    let world = world().await?;
    received(&world).await?;
    let retention = retention(&world);
    world.clock.advance(Duration::days(2191));
    assert_eq!(retention.count().await?.bank_statements, 0);
    world.clock.advance(Duration::days(1));
    let counted = retention.count().await?;
    assert_eq!(counted.bank_statements, 1);
    assert_eq!(retention.apply().await?, counted);
    assert_eq!(world.number("SELECT count(*) FROM bank_lines").await?, 0);
    let receipts = "SELECT count(*) FROM ledger_entries WHERE kind = 'receipt'";
    assert_eq!(world.number(receipts).await?, 1);
    Ok(())
}

#[tokio::test]
async fn a_payment_goes_with_the_tenancy_that_it_was_for() -> anyhow::Result<()> {
    let world = world().await?;
    received(&world).await?;
    world
        .execute("DELETE FROM tenancies WHERE organisation_id = 1")
        .await?;
    assert_eq!(world.number("SELECT count(*) FROM bank_lines").await?, 1);
    Ok(())
}

#[tokio::test]
async fn an_owner_gets_the_lines_opened() -> anyhow::Result<()> {
    let world = world().await?;
    received(&world).await?;
    let files = copy(&world, &landlord(11, 1)).await?;
    let lines = &files["bank-lines.json"];
    assert_eq!(
        (&lines[0]["payer"], &lines[0]["reference"]),
        (&"Ada Lovelace".into(), &"RENT".into())
    );
    assert_eq!(lines[1]["payer"], "HMRC");
    assert!(lines.iter().all(|line| line.get("sealed").is_none()));
    assert_eq!(files["bank-statements.json"][0]["fileName"], "november.csv");
    let nothing = copy(&world, &landlord(22, 2)).await?;
    assert!(nothing["bank-lines.json"].is_empty());
    Ok(())
}

#[tokio::test]
async fn an_organisation_that_is_gone_takes_its_files_with_it() -> anyhow::Result<()> {
    let world = world().await?;
    received(&world).await?;
    world
        .execute("INSERT INTO gone_organisations (organisation_id, gone_at) VALUES (1, now())")
        .await?;
    let departures = Departures::new(world.database.db.clone(), world.clock.clone());
    departures.erase().await?;
    let left = "SELECT (SELECT count(*) FROM bank_lines) + (SELECT count(*) FROM bank_statements)";
    assert_eq!(world.number(left).await?, 0);
    Ok(())
}
