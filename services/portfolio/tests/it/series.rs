//! `GetPortfolioSeries`: the portfolio month by month.

use chrono::TimeDelta;
use lintel_proto::portfolio::v1::PortfolioMonth;

use crate::{
    harness::{World, fields, reason, refusal},
    property::{flat, gbp, house, pence},
};

/// Year and month, properties, income and value in pence.
fn told(months: &[PortfolioMonth]) -> Vec<(i32, i32, i32, i64, i64)> {
    let tell = |month: &PortfolioMonth| {
        let (income, value) = (
            pence(month.monthly_income.as_ref()),
            pence(month.total_value.as_ref()),
        );
        (
            month.year,
            month.month,
            month.active_properties,
            income,
            value,
        )
    };
    months.iter().map(tell).collect()
}

#[tokio::test]
async fn each_month_ends_with_what_was_there_then() -> anyhow::Result<()> {
    // Half past midnight of 1 September in London, and still August by UTC.
    let world = World::start_at("2026-08-31T23:30:00Z").await?;
    let landlord = world.landlord()?;
    landlord.create(flat("Since September")).await?;
    world.other_landlord()?.create(flat("Not theirs")).await?;
    world.clock.advance(TimeDelta::days(45));
    let sold = landlord.create(house("October alone")).await?;
    world.clock.advance(TimeDelta::days(31));
    landlord.delete(sold.property_id).await?;

    let months = landlord.series(0).await?;
    assert_eq!(
        told(&months),
        [
            (2026, 9, 1, 95_000, 21_050_001),
            (2026, 10, 2, 220_000, 21_050_001),
            (2026, 11, 1, 95_000, 21_050_001),
        ]
    );
    let now = months.last().cloned().unwrap_or_default();
    assert_eq!(
        (now.monthly_costs, now.monthly_net_profit),
        (gbp(60_175), gbp(34_825))
    );
    assert_eq!(
        (now.occupied_properties, now.occupancy_rate_percent.as_str()),
        (1, "100.0")
    );
    // What was before the months asked for counts in the first of them.
    assert_eq!(landlord.series(2).await?, months[1..]);
    assert_eq!(landlord.dashboard().await?.active_properties, 1);
    Ok(())
}

#[tokio::test]
async fn an_empty_portfolio_has_no_months_and_an_emptied_one_has_zeros() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    assert_eq!(landlord.series(12).await?, []);
    let gone = landlord.create(house("Gone")).await?;
    landlord.delete(gone.property_id).await?;
    assert_eq!(told(&landlord.series(12).await?), [(2026, 11, 0, 0, 0)]);
    Ok(())
}

#[tokio::test]
async fn no_months_and_too_many_are_refused() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    for months in [-1, 121] {
        let status = refusal(landlord.series(months).await)?;
        assert_eq!(
            (reason(&status).as_str(), fields(&status)),
            ("MONTHS_INVALID", vec!["months".to_owned()])
        );
    }
    landlord.series(120).await?;
    Ok(())
}
