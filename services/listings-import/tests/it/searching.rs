//! Searching: where, in which order, page by page.

use std::collections::BTreeSet;

use lintel_core::Money;
use lintel_proto::listings::v1::{ListListingsRequest, ListingFormat, ListingSort, ListingType};

use crate::harness::{Caller, Home, World, bulk, csv, fields, reason, refusal};

fn home(key: &str, outcode: &'static str, second: &'static str, town: &'static str) -> Home {
    Home {
        outcode,
        second,
        town,
        ..Home::new(key, 7)
    }
}

async fn keys(world: &World, caller: &Caller, location: &str) -> anyhow::Result<BTreeSet<String>> {
    let mut keys = BTreeSet::new();
    for listing in caller.at(location).await? {
        let sql = format!(
            "SELECT external_key FROM listings WHERE listing_id = {}",
            listing.listing_id
        );
        keys.insert(world.scalar(&sql).await?);
    }
    Ok(keys)
}

#[tokio::test]
async fn a_location_is_a_postcode_its_first_half_or_part_of_an_address() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let mut row = home("d", "LS6", "2AB", "Leeds");
    row.street = "St John’s Road";
    let feed = csv(&[
        home("a", "M14", "5LL", "Manchester"),
        home("b", "M1", "4AA", "Manchester"),
        home("c", "M14", "5LN", "Fallowfield"),
        row,
    ]);
    world
        .import(&landlord, ListingFormat::Csv, "Feed", &feed)
        .await?;
    for (location, expected) in [
        ("M14 5LL", "a"),
        ("m145ll", "a"),
        ("M14", "a c"),
        ("M1", "b"),
        ("M14 5", "a c"),
        ("manchester", "a b"),
        ("chest", "a b"),
        ("fallowfield m14", "c"),
        ("st johns", "d"),
        ("Leeds LS6", "d"),
        // Misspelt, and nothing has it as it is.
        ("manchestr", "a b"),
        ("Falowfield", "c"),
        ("Leads", "d"),
        ("harbor row", "a b c"),
        ("Falowfield M14", "c"),
        ("st jons", "d"),
        ("Aberdeen", ""),
        ("EH1", ""),
        ("", "a b c d"),
    ] {
        let found = keys(&world, &landlord, location).await?;
        let expected: BTreeSet<String> = expected.split_whitespace().map(str::to_owned).collect();
        assert_eq!(found, expected, "{location}");
    }
    let refused = refusal(landlord.at("le").await)?;
    assert_eq!(
        (reason(&refused), fields(&refused)),
        ("SEARCH_INVALID".to_owned(), vec!["location".to_owned()])
    );
    Ok(())
}

async fn several(world: &World) -> anyhow::Result<Caller> {
    let landlord = world.landlord()?;
    let home = |key: &str, price, bedrooms, kind, second| Home {
        price,
        bedrooms,
        kind,
        second,
        ..Home::new(key, 7)
    };
    let feed = bulk(&[
        home("77001_a", 120_000, 3, 1, "1AA"),
        home("77001_b", 90_000, 1, 8, "1AB"),
        home("77001_c", 0, 2, 1, "1AD"),
        home("77001_d", 90_000, 2, 1, "1AE"),
        Home {
            bedrooms: 3,
            ..Home::letting("77001_l1", 500)
        },
        Home {
            bedrooms: 3,
            ..Home::letting("77001_l2", 600)
        },
        Home {
            bedrooms: 3,
            ..Home::letting("77001_l3", 900)
        },
        Home {
            bedrooms: 1,
            ..Home::letting("77001_l4", 300)
        },
    ]);
    let import = world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &feed)
        .await?;
    assert_eq!(import.added_count, 8, "{import:?}");
    Ok(landlord)
}

async fn in_order(
    world: &World,
    caller: &Caller,
    request: ListListingsRequest,
) -> anyhow::Result<String> {
    let mut order = String::new();
    for listing in caller.search(request).await?.listings {
        let sql = format!(
            "SELECT right(external_key, 1) FROM listings WHERE listing_id = {}",
            listing.listing_id
        );
        order += &world.scalar::<String>(&sql).await?;
    }
    Ok(order)
}

#[tokio::test]
async fn what_has_no_value_comes_last_and_ties_go_by_number() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = several(&world).await?;
    for (sort, expected) in [
        (ListingSort::Unspecified, "bdac"),
        (ListingSort::PriceAsc, "bdac"),
        (ListingSort::PriceDesc, "abdc"),
        // Only the home with three bedrooms has three lettings to compare with.
        (ListingSort::Yield, "abcd"),
        (ListingSort::Bedrooms, "acdb"),
    ] {
        let mut request = ListListingsRequest {
            sort: sort.into(),
            ..Default::default()
        };
        let whole = in_order(&world, &landlord, request.clone()).await?;
        assert_eq!(whole, expected, "{sort:?}");
        // The same, row by row.
        request.page_size = 1;
        let mut pages = String::new();
        loop {
            let page = landlord.search(request.clone()).await?;
            let total = if pages.is_empty() { 4 } else { 0 };
            assert_eq!(page.total_count, total);
            pages += &in_order(&world, &landlord, request.clone()).await?;
            if page.next_page_token.is_empty() {
                break;
            }
            request.page_token = page.next_page_token;
        }
        assert_eq!(pages, expected, "{sort:?} in pages");
    }
    Ok(())
}

#[tokio::test]
async fn a_token_of_another_order_is_refused() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = several(&world).await?;
    let mut request = ListListingsRequest {
        page_size: 1,
        ..Default::default()
    };
    request.page_token = landlord.search(request.clone()).await?.next_page_token;
    request.sort = ListingSort::Yield.into();
    assert_eq!(
        reason(&refusal(landlord.search(request).await)?),
        "PAGE_TOKEN_INVALID"
    );
    Ok(())
}

#[tokio::test]
async fn type_and_price_narrow_a_search() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = several(&world).await?;
    let pounds = |pounds: i64| Some(Money::gbp(pounds * 100).into());
    for (request, expected) in [
        (
            ListListingsRequest {
                listing_type: ListingType::Flat.into(),
                ..Default::default()
            },
            "b",
        ),
        (
            ListListingsRequest {
                min_price: pounds(90_001),
                ..Default::default()
            },
            "a",
        ),
        (
            ListListingsRequest {
                max_price: pounds(90_000),
                ..Default::default()
            },
            "bd",
        ),
        (
            ListListingsRequest {
                min_price: pounds(0),
                ..Default::default()
            },
            "bda",
        ),
    ] {
        assert_eq!(
            in_order(&world, &landlord, request.clone()).await?,
            expected,
            "{request:?}"
        );
    }
    let upside_down = ListListingsRequest {
        min_price: pounds(2),
        max_price: pounds(1),
        ..Default::default()
    };
    let refused = refusal(landlord.search(upside_down).await)?;
    assert_eq!(fields(&refused), ["max_price"]);
    Ok(())
}

#[tokio::test]
async fn more_than_a_thousand_are_counted_as_1001() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let homes: Vec<Home> = (0..1_100)
        .map(|number| Home::new(&format!("k{number}"), number))
        .collect();
    world
        .import(&landlord, ListingFormat::Csv, "Feed", &csv(&homes))
        .await?;
    let found = landlord.search(ListListingsRequest::default()).await?;
    assert_eq!((found.listings.len(), found.total_count), (50, 1_001));
    Ok(())
}

#[tokio::test]
async fn pictures_are_shown_only_of_a_source_that_allows_them() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    for (source, number) in [("Demo", 1), ("Rightmove", 2)] {
        let feed = bulk(&[Home::new(&format!("77001_{source}"), number)]);
        world
            .import(&landlord, ListingFormat::Blm, source, &feed)
            .await?;
    }
    let found = landlord.at("").await?;
    let shown: Vec<_> = found
        .iter()
        .map(|one| {
            (
                one.source.as_str(),
                one.image_url.as_str(),
                one.licence.as_str(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            (
                "Demo",
                "https://img.example.com/77001_Demo.jpg",
                "For everybody."
            ),
            ("Rightmove", "", "")
        ]
    );
    Ok(())
}

#[tokio::test]
async fn the_note_names_the_feed_and_pictures_come_from_the_portal() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    // Demo's terms allow its pictures; those of the portal that it has the home from are not known.
    let answer = r#"{"status": "success", "data": [{"id": "O1", "address": "Mill Street, Hull", "postcode": "HU3 1XX", "price": 98000,
        "bedrooms": 2, "type": "Terraced house", "image": "https://img.example.com/1.jpg", "url": "https://propertydata.co.uk/outbound/otm/1"}]}"#;
    world
        .import(&landlord, ListingFormat::PropertyData, "Demo", answer)
        .await?;
    let found = landlord.at("").await?;
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].source.as_str(), found[0].licence.as_str()),
        ("OnTheMarket", "For everybody.")
    );
    assert_eq!(found[0].image_urls, Vec::<String>::new());
    Ok(())
}
