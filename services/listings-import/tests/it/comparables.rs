//! Sales of the Land Registry near a listing.

use lintel_proto::listings::v1::{ListingFormat, ListingImportState};

use crate::harness::{Home, World, bulk};

/// A sale in the monthly file's columns.
fn sale(id: u32, price: u32, day: &str, postcode: &str, change: char) -> String {
    format!(
        "\"{{4E75C29C-0000-0000-0000-{id:012}}}\",\"{price}\",\"{day} 00:00\",\"{postcode}\",\"T\",\"N\",\"F\",\"{id}\",\"\",\"HARBOUR ROW\",\"\",\"HULL\",\"KINGSTON UPON HULL\",\"KINGSTON UPON HULL\",\"A\",\"{change}\"\n"
    )
}

#[tokio::test]
async fn sales_of_five_years_stand_beside_a_listing_with_their_licence() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let feed = bulk(&[Home::new("77001_S1", 1)]);
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &feed)
        .await?;
    let listing = landlord.at("").await?.remove(0).listing_id;
    let none = landlord.comparables(listing).await?;
    assert!(none.comparables.is_empty() && none.attribution.is_empty());

    let mut file = String::new();
    for number in 1..=3 {
        file += &sale(
            number,
            80_000 + number,
            &format!("2026-03-0{number}"),
            "HU3 1XX",
            'A',
        );
    }
    file += &sale(4, 70_000, "2021-11-24", "HU3 1XX", 'A');
    file += &sale(5, 75_000, "2025-01-01", "HU3 1XY", 'A');
    file += &sale(6, 75_000, "2025-01-01", "HU3 2XY", 'A');
    let import = world
        .import(&landlord, ListingFormat::PricePaid, "Land Registry", &file)
        .await?;
    assert_eq!(import.state(), ListingImportState::Done, "{import:?}");
    assert_eq!((import.read_count, import.added_count), (6, 6));
    // Fewer than five in the postcode: its sector.
    let near = landlord.comparables(listing).await?;
    let prices: Vec<_> = near
        .comparables
        .iter()
        .map(|sale| {
            sale.price
                .as_ref()
                .map_or(0, |price| price.minor_units / 100)
        })
        .collect();
    assert_eq!(prices, [80_003, 80_002, 80_001, 75_000]);
    let first = &near.comparables[0];
    assert_eq!(first.property_type, "Terraced");
    assert_eq!(first.tenure, "Freehold");
    assert!(
        near.attribution
            .starts_with("Contains HM Land Registry data")
    );
    assert!(world.other_landlord()?.at("").await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_monthly_file_changes_and_deletes_by_id() -> anyhow::Result<()> {
    let world = World::start().await?;
    let first = sale(1, 80_000, "2026-03-01", "HU3 1XX", 'A')
        + &sale(2, 81_000, "2026-03-02", "HU3 1XX", 'A');
    world.share("ppd", "Land Registry", &first).await?;
    let second = sale(3, 82_000, "2026-03-03", "HU3 1XX", 'A')
        + &sale(1, 90_000, "2026-03-01", "HU3 1XX", 'C')
        + &sale(2, 81_000, "2026-03-02", "HU3 1XX", 'D');
    let said = world.share("ppd", "Land Registry", &second).await?;
    assert!(
        said.contains("3 read, 1 added, 2 changed, 0 unchanged"),
        "{said}"
    );
    let held: String = world
        .scalar("SELECT string_agg(price_pence::text, ' ' ORDER BY price_pence) FROM sales WHERE organisation_id = 0")
        .await?;
    assert_eq!(held, "8200000 9000000");
    let said = world.share("ppd", "Land Registry", &second).await?;
    assert!(
        said.contains("3 read, 0 added, 0 changed, 3 unchanged"),
        "{said}"
    );
    Ok(())
}
