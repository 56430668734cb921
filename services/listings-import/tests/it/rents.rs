//! The rents that yields use: the source's, or the median of lettings nearby.

use lintel_proto::listings::v1::{Listing, ListingFormat};

use crate::harness::{Home, World, bulk, csv};

fn rent(listing: &Listing) -> (Option<i64>, &str, &str) {
    let rent = listing.monthly_rent.as_ref().map(|rent| rent.minor_units);
    (rent, &listing.rent_basis, &listing.yield_percent)
}

fn lettings(rents: &[u32]) -> Vec<Home> {
    let rents = rents.iter().zip(1..);
    rents
        .map(|(rent, number): (_, u32)| Home::letting(&format!("77001_L{number}"), *rent))
        .collect()
}

#[tokio::test]
async fn three_lettings_of_the_place_and_the_bedrooms_make_an_estimate() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let mut feed = vec![Home::new("77001_S1", 1)];
    feed.extend(lettings(&[600, 700]));
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &bulk(&feed))
        .await?;
    let listing = landlord.at("").await?.remove(0);
    assert_eq!(rent(&listing), (None, "", ""));
    // Four: half of the two in the middle.
    feed.extend(lettings(&[0, 0, 651, 900]).into_iter().skip(2));
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &bulk(&feed))
        .await?;
    let listing = landlord.at("").await?.remove(0);
    assert_eq!(rent(&listing), (Some(67_550), "4 lettings nearby", "8.27"));
    assert_eq!(listing.version, 1);
    // One with other bedrooms, or elsewhere, has none.
    let mut larger = Home::new("77001_S2", 2);
    larger.bedrooms = 3;
    feed.push(larger);
    feed.push(Home::new("77001_S3", 3));
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &bulk(&feed))
        .await?;
    let found = landlord.at("").await?;
    let rents: Vec<_> = found.iter().map(|one| rent(one).0).collect();
    assert_eq!(rents, [Some(67_550), None, Some(67_550)]);
    Ok(())
}

#[tokio::test]
async fn shared_lettings_count_for_all_and_own_ones_for_their_organisation() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let other = world.other_landlord()?;
    for caller in [&landlord, &other] {
        let feed = bulk(&[Home::new("77001_S1", 1)]);
        world
            .import(caller, ListingFormat::Blm, "Rightmove", &feed)
            .await?;
    }
    world
        .share("csv", "Lettings", &csv(&lettings(&[500, 600, 700])))
        .await?;
    for caller in [&landlord, &other] {
        let listing = caller.at("").await?.remove(0);
        assert_eq!(rent(&listing).1, "3 lettings nearby");
    }
    let own: Vec<Home> = lettings(&[0, 0, 0, 900, 1_000])
        .into_iter()
        .skip(3)
        .collect();
    world
        .import(&landlord, ListingFormat::Csv, "Own", &csv(&own))
        .await?;
    let listing = landlord.at("").await?.remove(0);
    assert_eq!(rent(&listing), (Some(70_000), "5 lettings nearby", "8.57"));
    let listing = other.at("").await?.remove(0);
    assert_eq!(rent(&listing), (Some(60_000), "3 lettings nearby", "7.35"));
    Ok(())
}

#[tokio::test]
async fn a_rent_of_the_source_goes_before_an_estimate() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let feed = "Reference,Address,Town,Postcode,Price,Monthly rent,Bedrooms,For sale or to let\nA1,\"1 Harbour Row, Hull\",Hull,HU3 1XX,98000,650,2,For sale\n";
    world
        .import(&landlord, ListingFormat::Csv, "Own", feed)
        .await?;
    world
        .import(
            &landlord,
            ListingFormat::Csv,
            "Lettings",
            &csv(&lettings(&[500, 500, 500])),
        )
        .await?;
    let listing = landlord.at("").await?.remove(0);
    assert_eq!(rent(&listing), (Some(65_000), "source", "7.96"));
    Ok(())
}
