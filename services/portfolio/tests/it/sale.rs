//! Selling a property.

use futures::future::join_all;
use lintel_core::Grade;
use lintel_proto::{
    PublicEvent as _,
    common::v1::Date,
    portfolio::v1::{PropertyDeleted, PropertySold, Sale, SaleFigures},
};
use lintel_testkit::tokens::member;
use prost::Message as _;
use tonic::Code;

use crate::{
    harness::{World, fields, reason, refusal},
    property::{day, flat, gbp, house, pence, shared_house},
};

const KEY: &str = "sell-this-house";

/// Case B of the domain reference.
pub fn sale() -> Sale {
    Sale {
        sale_price: gbp(25_500_000),
        sale_date: day(2026, 11, 1),
        purchase_price: gbp(21_000_000),
        purchase_date: day(2019, 11, 1),
        deposit: gbp(5_000_000),
        stamp_duty: gbp(850_000),
        legal_fees_purchase: gbp(160_000),
        refurb_costs: gbp(0),
        fees_to_sell: gbp(520_000),
        notes: "Sold at\nauction".to_owned(),
    }
}

#[tokio::test]
async fn a_sold_property_leaves_the_portfolio_and_has_its_figures() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let kept = landlord.create(house("Kept")).await?;
    let property = landlord
        .create(shared_house("Harbour View", &[1, 2]))
        .await?;
    let sold = landlord
        .sell_once(property.property_id, sale(), "1", KEY)
        .await?;

    assert_eq!(sold.original_property_id, property.property_id);
    assert_eq!(
        (
            sold.display_name.as_str(),
            sold.postcode.as_str(),
            sold.purchase_year,
            sold.version
        ),
        ("Harbour View", "LS1 4AP", 2019, 1)
    );
    assert_eq!(sold.sale, Some(sale()));
    let figures = SaleFigures {
        gross_profit: gbp(4_500_000),
        total_costs: gbp(1_530_000),
        total_investment: gbp(22_010_000),
        proceeds: gbp(24_980_000),
        net_profit: gbp(2_970_000),
        profit_percentage: "13.5".to_owned(),
        holding_period_years: "7.0".to_owned(),
        annualized_return: "1.8".to_owned(),
    };
    assert_eq!(sold.figures, Some(figures));
    assert_eq!(landlord.sold(sold.sold_property_id).await?, sold);

    let gone = refusal(landlord.get(property.property_id).await)?;
    assert_eq!(reason(&gone), "PROPERTY_NOT_FOUND");
    assert_eq!(landlord.list(0, "").await?.properties, [kept]);
    assert_eq!(landlord.dashboard().await?.active_properties, 1);
    // Both histories and the end of one; two additions, and that one is gone.
    assert_eq!(world.rows().await?, [1, 0, 3, 3, 1]);
    // A repeat gets the first answer and publishes nothing again.
    let again = landlord
        .sell_once(property.property_id, sale(), "1", KEY)
        .await?;
    assert_eq!(again, sold);
    assert_eq!(world.rows().await?, [1, 0, 3, 3, 1]);
    Ok(())
}

#[tokio::test]
async fn others_hear_that_it_is_gone_and_that_it_is_sold() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let property = landlord.create(house("House")).await?;
    let sold = landlord.sell(property.property_id, sale()).await?;
    let mut connection = world.database.superuser().await?;
    let told: Vec<(String, String, i64, Vec<u8>)> = sqlx::query_as(
        "SELECT event_type, aggregate_type, aggregate_version, payload FROM outbox
         WHERE aggregate_type <> 'inspection' ORDER BY seq OFFSET 1",
    )
    .fetch_all(&mut connection)
    .await?;
    let heads: Vec<_> = told
        .iter()
        .map(|(kind, of, version, _)| (kind.as_str(), of.as_str(), *version))
        .collect();
    let expected = [
        (PropertyDeleted::TYPE, "property", 2),
        (PropertySold::TYPE, "sold-property", 1),
    ];
    assert_eq!(heads, expected);
    let fact = PropertySold::decode(told[1].3.as_slice())?;
    let expected = PropertySold {
        sold_property_id: sold.sold_property_id,
        original_property_id: property.property_id,
        organisation_id: 1,
        version: 1,
        sale_date: Some(Date {
            year: 2026,
            month: 11,
            day: 1,
        }),
    };
    assert_eq!(fact, expected);
    Ok(())
}

#[tokio::test]
async fn when_any_part_cannot_be_written_nothing_is() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let property = landlord.create(shared_house("Shared", &[1, 2])).await?;
    for (spoil, mend) in [
        (
            "ALTER TABLE outbox ADD CONSTRAINT spoilt CHECK (aggregate_type <> 'sold-property')",
            "ALTER TABLE outbox DROP CONSTRAINT spoilt",
        ),
        (
            "ALTER TABLE property_history ADD CONSTRAINT spoilt CHECK (version < 2)",
            "ALTER TABLE property_history DROP CONSTRAINT spoilt",
        ),
        (
            "ALTER TABLE sold_properties ADD CONSTRAINT spoilt CHECK (false)",
            "ALTER TABLE sold_properties DROP CONSTRAINT spoilt",
        ),
    ] {
        world.execute(spoil).await?;
        let refused = refusal(landlord.sell(property.property_id, sale()).await)?;
        assert_eq!(refused.code(), Code::Internal, "{spoil}");
        assert_eq!(
            landlord.get(property.property_id).await?,
            property,
            "{spoil}"
        );
        assert_eq!(world.rows().await?, [1, 2, 1, 1, 0], "{spoil}");
        world.execute(mend).await?;
    }
    landlord.sell(property.property_id, sale()).await?;
    Ok(())
}

#[tokio::test]
async fn of_several_who_sell_at_once_one_does() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let property = landlord.create(house("House")).await?;
    let answers = join_all((0..8).map(|_| landlord.sell(property.property_id, sale()))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    for refused in answers.into_iter().filter(Result::is_err) {
        assert_eq!(reason(&refusal(refused)?), "PROPERTY_NOT_FOUND");
    }
    assert_eq!(
        world.number("SELECT count(*) FROM sold_properties").await?,
        1
    );
    assert_eq!(world.rows().await?, [0, 0, 2, 2, 0]);
    Ok(())
}

#[tokio::test]
async fn a_sale_is_judged_whole_before_the_version_is() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let property = landlord.create(flat("Flat, bought on 1 May 2019")).await?;
    let id = property.property_id;
    let bad = Sale {
        sale_price: None,
        sale_date: day(2019, 4, 30),
        purchase_date: None,
        stamp_duty: gbp(-1),
        ..sale()
    };
    let refused = refusal(landlord.sell_once(id, bad, "7", "").await)?;
    assert_eq!(
        (refused.code(), reason(&refused).as_str()),
        (Code::InvalidArgument, "SALE_INVALID")
    );
    assert_eq!(fields(&refused), ["sale_date", "sale_price", "stamp_duty"]);
    let stale = refusal(landlord.sell_once(id, sale(), "7", "").await)?;
    assert_eq!(
        (stale.code(), reason(&stale).as_str()),
        (Code::Aborted, "STALE_ETAG")
    );
    assert_eq!(landlord.get(id).await?, property);
    // The property's own day of purchase counts where none is given.
    let undated = Sale {
        purchase_date: None,
        ..sale()
    };
    let sold = landlord.sell(id, undated).await?;
    assert_eq!(
        sold.sale.and_then(|sale| sale.purchase_date),
        day(2019, 5, 1)
    );
    assert_eq!(
        sold.figures.map(|figures| figures.holding_period_years),
        Some("7.5".to_owned())
    );
    Ok(())
}

#[tokio::test]
async fn a_preview_says_what_a_sale_would_and_needs_nothing() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let property = landlord.create(house("House")).await?;
    let nothing = landlord
        .preview_sale(property.property_id, Sale::default())
        .await?;
    let expected = SaleFigures {
        total_costs: gbp(0),
        ..SaleFigures::default()
    };
    assert_eq!(nothing, expected);
    let previewed = landlord.preview_sale(property.property_id, sale()).await?;
    let rows = world.rows().await?;
    let sold = landlord.sell(property.property_id, sale()).await?;
    assert_eq!(Some(previewed), sold.figures);
    assert_eq!(rows, [1, 0, 1, 1, 0]);
    let gone = refusal(landlord.preview_sale(property.property_id, sale()).await)?;
    assert_eq!(reason(&gone), "PROPERTY_NOT_FOUND");
    Ok(())
}

#[tokio::test]
async fn its_history_stays_readable() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let mut property = landlord.create(house("House")).await?;
    property.monthly_rent = gbp(130_000);
    landlord.change(property.clone(), &["monthly_rent"]).await?;
    let sold = landlord.sell(property.property_id, sale()).await?;
    let history = landlord.sold_history(sold.sold_property_id, 1, "").await?;
    assert_eq!(pence(history.entries[0].monthly_rent.as_ref()), 130_000);
    let token = history.next_page_token;
    let rest = landlord
        .sold_history(sold.sold_property_id, 5, &token)
        .await?;
    let rents: Vec<_> = rest
        .entries
        .iter()
        .map(|e| pence(e.monthly_rent.as_ref()))
        .collect();
    assert_eq!((rents, rest.next_page_token.as_str()), (vec![125_000], ""));
    Ok(())
}

#[tokio::test]
async fn neither_another_organisation_nor_a_viewer_sells() -> anyhow::Result<()> {
    let world = World::start().await?;
    let property = world.landlord()?.create(house("House")).await?;
    let stranger = world.other_landlord()?;
    let foreign = refusal(stranger.sell(property.property_id, sale()).await)?;
    let missing = refusal(stranger.sell(987_654_321, sale()).await)?;
    assert_eq!(reason(&foreign), "PROPERTY_NOT_FOUND");
    assert_eq!(foreign.details(), missing.details());
    let viewer = world.caller(&member(12, 1, Grade::Viewer))?;
    let refused = refusal(viewer.sell(property.property_id, sale()).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);

    let sold = world
        .landlord()?
        .sell(property.property_id, sale())
        .await?
        .sold_property_id;
    let missing = 987_654_321;
    for (foreign, absent) in [
        (
            refusal(stranger.sold(sold).await)?,
            refusal(stranger.sold(missing).await)?,
        ),
        (
            refusal(stranger.sold_history(sold, 0, "").await)?,
            refusal(stranger.sold_history(missing, 0, "").await)?,
        ),
    ] {
        assert_eq!(reason(&foreign), "SOLD_PROPERTY_NOT_FOUND");
        assert_eq!(
            (foreign.code(), foreign.details()),
            (absent.code(), absent.details())
        );
    }
    assert!(stranger.list_sold(0, "").await?.sold_properties.is_empty());
    assert_eq!(stranger.sale_analytics().await?.sold_count, 0);
    Ok(())
}
