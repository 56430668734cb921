//! Sold properties: their order, their pages, their sums.

use lintel_proto::portfolio::v1::{Sale, SaleAnalytics, SoldPropertySort};
use tonic::Code;

use crate::{
    harness::{Caller, World, reason, refusal},
    property::{day, gbp, house},
    sale::sale,
};

/// Sells a house of this name.
async fn sell(landlord: &Caller, name: &str, sale: Sale) -> anyhow::Result<i64> {
    let property = landlord.create(house(name)).await?;
    Ok(landlord
        .sell(property.property_id, sale)
        .await?
        .sold_property_id)
}

/// Case A of the domain reference, then B, C (a loss) and D (held for half a year), and one whose purchase nobody knows.
async fn five_sales(landlord: &Caller) -> anyhow::Result<()> {
    let cost = |price, bought, sold_for, sold, costs: [i64; 4]| Sale {
        purchase_price: gbp(price),
        purchase_date: bought,
        sale_price: gbp(sold_for),
        sale_date: sold,
        stamp_duty: gbp(costs[0]),
        legal_fees_purchase: gbp(costs[1]),
        refurb_costs: gbp(costs[2]),
        fees_to_sell: gbp(costs[3]),
        ..Sale::default()
    };
    let a = cost(
        14_500_000,
        day(2015, 6, 30),
        23_200_000,
        day(2025, 9, 12),
        [435_000, 125_000, 800_000, 410_000],
    );
    let c = cost(
        18_000_000,
        day(2023, 3, 15),
        17_100_000,
        day(2026, 1, 20),
        [540_000, 150_000, 1_200_000, 390_000],
    );
    let d = cost(
        12_000_000,
        day(2026, 1, 10),
        16_500_000,
        day(2026, 7, 10),
        [600_000, 140_000, 2_200_000, 330_000],
    );
    let unknown = cost(1, None, 1, day(2026, 7, 10), [0; 4]);
    for (name, sale) in [("A", a), ("B", sale()), ("C", c), ("D", d), ("U", unknown)] {
        sell(landlord, name, sale).await?;
    }
    Ok(())
}

#[tokio::test]
async fn sold_properties_are_listed_in_every_order_page_by_page() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    five_sales(&landlord).await?;
    sell(&world.other_landlord()?, "Theirs", sale()).await?;
    for (sort, ascending, expected) in [
        (SoldPropertySort::Unspecified, false, "BUDCA"),
        (SoldPropertySort::SaleDate, false, "BUDCA"),
        (SoldPropertySort::SaleDate, true, "ACDUB"),
        (SoldPropertySort::Profit, false, "ABDUC"),
        (SoldPropertySort::Profit, true, "CUDBA"),
        // What has no return comes last in both directions.
        (SoldPropertySort::Return, false, "DABCU"),
        (SoldPropertySort::Return, true, "CBADU"),
    ] {
        for page_size in [1, 2, 5] {
            let (mut names, mut token) = (String::new(), String::new());
            loop {
                let page = landlord
                    .list_sold_by(sort, ascending, page_size, &token)
                    .await?;
                names.extend(
                    page.sold_properties
                        .iter()
                        .map(|sold| sold.display_name.as_str()),
                );
                token = page.next_page_token;
                if token.is_empty() {
                    break;
                }
            }
            assert_eq!(names, expected, "{sort:?} {ascending} by {page_size}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_token_belongs_to_its_order() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    five_sales(&landlord).await?;
    let sorts = [SoldPropertySort::SaleDate, SoldPropertySort::Profit];
    let token = landlord
        .list_sold_by(sorts[0], false, 1, "")
        .await?
        .next_page_token;
    for (sort, ascending, token) in [
        (sorts[1], false, token.as_str()),
        (sorts[0], true, token.as_str()),
        (sorts[0], false, "nonsense"),
    ] {
        let refused = refusal(landlord.list_sold_by(sort, ascending, 1, token).await)?;
        assert_eq!(
            (refused.code(), reason(&refused).as_str()),
            (Code::InvalidArgument, "PAGE_TOKEN_INVALID")
        );
    }
    let history = landlord.list(1, "").await?.next_page_token;
    assert_eq!(history, "");
    Ok(())
}

#[tokio::test]
async fn sums_and_averages_match_the_reference_for_none_one_and_many() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let none = SaleAnalytics {
        sold_count: 0,
        total_sales: gbp(0),
        total_purchase_price: gbp(0),
        total_costs: gbp(0),
        total_gross_profit: gbp(0),
        total_net_profit: gbp(0),
        average_holding_period: "0.0".to_owned(),
        shortest_holding_period: String::new(),
        longest_holding_period: String::new(),
        average_annual_return: "0.0".to_owned(),
    };
    assert_eq!(landlord.sale_analytics().await?, none);

    let stranger = world.other_landlord()?;
    sell(&stranger, "B", sale()).await?;
    let one = stranger.sale_analytics().await?;
    assert_eq!((one.sold_count, one.total_sales), (1, gbp(25_500_000)));
    assert_eq!(
        (
            one.average_holding_period.as_str(),
            one.average_annual_return.as_str()
        ),
        ("7.0", "1.8")
    );

    five_sales(&landlord).await?;
    let many = SaleAnalytics {
        sold_count: 5,
        // The reference's four, and a penny bought and sold.
        total_sales: gbp(82_300_001),
        total_purchase_price: gbp(65_500_001),
        total_costs: gbp(8_850_000),
        total_gross_profit: gbp(16_800_000),
        total_net_profit: gbp(7_950_000),
        average_holding_period: "5.1".to_owned(),
        shortest_holding_period: "0.5".to_owned(),
        longest_holding_period: "10.2".to_owned(),
        // Without the half year, whose return would say more than all the others.
        average_annual_return: "-0.2".to_owned(),
    };
    assert_eq!(landlord.sale_analytics().await?, many);
    Ok(())
}
