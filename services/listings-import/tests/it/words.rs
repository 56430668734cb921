//! Words of a search: misspelt ones, rare ones and frequent ones.

use lintel_core::Money;
use lintel_proto::listings::v1::{ListListingsRequest, ListingFormat, ListingSort, ListingType};

use crate::harness::{Home, World, csv};

#[tokio::test]
async fn a_word_that_only_another_organisation_has_is_not_looked_for() -> anyhow::Result<()> {
    let world = World::start().await?;
    for (caller, town) in [
        (world.landlord()?, "Hull"),
        (world.other_landlord()?, "Hulme"),
    ] {
        let feed = csv(&[Home {
            town,
            ..Home::new("a", 7)
        }]);
        world
            .import(&caller, ListingFormat::Csv, "Feed", &feed)
            .await?;
    }
    let (landlord, other) = (world.landlord()?, world.other_landlord()?);
    assert_eq!(landlord.at("hulm").await?[0].town, "Hull");
    assert_eq!(other.at("hulm").await?[0].town, "Hulme");
    assert_eq!(other.at("hulll").await?[0].town, "Hulme");
    Ok(())
}

/// More listings than the first step of a search looks at: every 1,000th stands in Seldom, all others in Often.
async fn many(world: &World) -> anyhow::Result<()> {
    sqlx::query(
        "WITH words AS (INSERT INTO listing_words VALUES (0, 'often'), (0, 'seldom'))
         INSERT INTO listings (organisation_id, source_key, external_key, source, source_url, title, address, town, postcode,
             price_pence, price_qualifier, description, tags, image_urls, listing_type, property_type, tenure, address_key, home_key,
             search_text, content_hash, seen_import, first_seen_at, last_seen_at)
         SELECT 0, 'bench', 'k' || n, 'Bench', '', 'Home ' || n, town, town, 'LS6 1AA', n * 100, '', '', '{}', '{}',
             CASE WHEN n % 2 = 0 THEN 'House' ELSE 'Flat' END, '', '', '', 'k' || n, lower(town), decode(repeat('00', 16), 'hex'), 1, now(), now()
         FROM generate_series(1, 24000) AS n, LATERAL (SELECT CASE n % 1000 WHEN 0 THEN 'Seldom' ELSE 'Often' END AS town) AS t",
    )
    .execute(&mut world.database.superuser().await?)
    .await?;
    Ok(())
}

#[tokio::test]
async fn what_is_rare_is_found_and_ordered_like_what_is_frequent() -> anyhow::Result<()> {
    let world = World::start().await?;
    many(&world).await?;
    let landlord = world.landlord()?;
    let titles = async |request: ListListingsRequest| {
        let found = landlord.search(request).await?;
        let titles: Vec<_> = found.listings.iter().map(|one| one.title.clone()).collect();
        anyhow::Ok((titles.join(","), found.total_count))
    };
    let at = |location: &str, sort: ListingSort| ListListingsRequest {
        location: location.to_owned(),
        sort: sort.into(),
        page_size: 3,
        ..ListListingsRequest::default()
    };
    for (location, sort, expected, count) in [
        (
            "seldom",
            ListingSort::PriceAsc,
            "Home 1000,Home 2000,Home 3000",
            24,
        ),
        (
            "seldum",
            ListingSort::PriceAsc,
            "Home 1000,Home 2000,Home 3000",
            24,
        ),
        (
            "seldom",
            ListingSort::PriceDesc,
            "Home 24000,Home 23000,Home 22000",
            24,
        ),
        (
            "seldom",
            ListingSort::Yield,
            "Home 1000,Home 2000,Home 3000",
            24,
        ),
        (
            "often",
            ListingSort::PriceAsc,
            "Home 1,Home 2,Home 3",
            1_001,
        ),
        (
            "oftn",
            ListingSort::PriceDesc,
            "Home 23999,Home 23998,Home 23997",
            1_001,
        ),
    ] {
        let found = titles(at(location, sort)).await?;
        assert_eq!(found, (expected.to_owned(), count), "{location} {sort:?}");
    }
    // Prices far behind in an order that is not theirs.
    let pounds = |pounds: i64| Some(Money::gbp(pounds * 100).into());
    let request = ListListingsRequest {
        min_price: pounds(20_000),
        max_price: pounds(20_004),
        listing_type: ListingType::House.into(),
        ..at("", ListingSort::Bedrooms)
    };
    let expected = ("Home 20000,Home 20002,Home 20004".to_owned(), 3);
    assert_eq!(titles(request).await?, expected);
    // The pages after the first one.
    let mut request = at("seldom", ListingSort::PriceAsc);
    let mut pages = 0;
    while let Some(token) = Some(landlord.search(request.clone()).await?.next_page_token)
        .filter(|token| !token.is_empty())
    {
        request.page_token = token;
        pages += 1;
    }
    assert_eq!(pages, 7);
    Ok(())
}
