//! `ListProperties`: its order, its pages and its tokens.

use chrono::Duration;
use lintel_core::PageToken;

use crate::{
    harness::{Caller, World, fields, reason, refusal},
    property::{house, shared_house},
};

/// The names on every page of this size, and how many pages there were.
async fn walk(caller: &Caller, size: i32) -> anyhow::Result<(Vec<String>, usize)> {
    let (mut names, mut pages, mut token) = (Vec::new(), 0, String::new());
    loop {
        let page = caller.list(size, &token).await?;
        names.extend(
            page.properties
                .into_iter()
                .map(|property| property.display_name),
        );
        pages += 1;
        token = page.next_page_token;
        if token.is_empty() {
            return Ok((names, pages));
        }
    }
}

#[tokio::test]
async fn an_empty_portfolio_is_one_empty_page() -> anyhow::Result<()> {
    let world = World::start().await?;
    assert_eq!(walk(&world.landlord()?, 1).await?, (Vec::new(), 1));
    Ok(())
}

#[tokio::test]
async fn pages_of_any_size_hold_every_property_once_the_newest_first() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    // Pairs are added at the same microsecond, so that pages are cut within ties as well as between them.
    for name in ["a", "b", "c", "d", "e", "f"] {
        landlord.create(shared_house(name, &[1])).await?;
        world.other_landlord()?.create(house("hidden")).await?;
        if ["b", "d"].contains(&name) {
            world.clock.advance(Duration::microseconds(1));
        }
    }
    let newest_first = ["f", "e", "d", "c", "b", "a"].map(str::to_owned).to_vec();
    for (size, pages) in [
        (1, 6),
        (2, 3),
        (3, 2),
        (4, 2),
        (5, 2),
        (6, 1),
        (7, 1),
        (0, 1),
    ] {
        let expected = (newest_first.clone(), pages);
        assert_eq!(walk(&landlord, size).await?, expected, "pages of {size}");
    }
    Ok(())
}

#[tokio::test]
async fn a_property_added_between_two_pages_moves_nothing() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    for name in ["a", "b", "c"] {
        landlord.create(house(name)).await?;
    }
    let first = landlord.list(2, "").await?;
    world.clock.advance(Duration::seconds(1));
    landlord.create(house("new")).await?;
    let second = landlord.list(2, &first.next_page_token).await?;
    let names: Vec<_> = second
        .properties
        .iter()
        .map(|p| p.display_name.as_str())
        .collect();
    assert_eq!(names, ["a"]);
    Ok(())
}

#[tokio::test]
async fn a_page_holds_fifty_unless_more_are_asked_for_and_two_hundred_at_most() -> anyhow::Result<()>
{
    let world = World::start().await?;
    world
        .execute(
            "INSERT INTO properties (organisation_id, name, address, postcode, property_type, bedrooms, bathrooms,
                 monthly_rent, status, created_at, updated_at)
             SELECT 1, 'House ' || n, '1 High Street', 'LS1 4AP', 'House', 1, 1, 0, 'Vacant', now(), now()
             FROM generate_series(1, 201) n",
        )
        .await?;
    let landlord = world.landlord()?;
    for (asked, got) in [(0, 50), (50, 50), (200, 200), (201, 200), (i32::MAX, 200)] {
        let page = landlord.list(asked, "").await?;
        assert_eq!(page.properties.len(), got, "{asked}");
        assert!(!page.next_page_token.is_empty());
    }
    let first = landlord.list(200, "").await?;
    let last = landlord.list(200, &first.next_page_token).await?;
    assert_eq!(
        (last.properties.len(), last.next_page_token),
        (1, String::new())
    );
    Ok(())
}

#[tokio::test]
async fn what_this_list_did_not_hand_out_is_no_page_token() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let token = |sort: &str| {
        PageToken {
            sort: format!("created:desc:{sort}"),
            id: 1,
        }
        .encode()
    };
    for bad in [
        "x".to_owned(),
        "!!!".to_owned(),
        "x".repeat(10_000),
        token(""),
        token("7"),
        token("2026-11-21"),
        token("+99999-01-01T00:00:00Z"),
        token("-9999-01-01T00:00:00Z"),
        token("2026-13-01T00:00:00Z"),
    ] {
        let status = refusal(landlord.list(0, &bad).await)?;
        assert_eq!(reason(&status), "PAGE_TOKEN_INVALID", "{bad}");
        assert_eq!(fields(&status), ["page_token"]);
    }
    // The ends of what such a token can say are pages like others.
    for edge in ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"] {
        assert!(landlord.list(0, &token(edge)).await.is_ok(), "{edge}");
    }
    let status = refusal(landlord.list(-1, "").await)?;
    assert_eq!(reason(&status), "PAGE_SIZE_INVALID");
    assert_eq!(fields(&status), ["page_size"]);
    Ok(())
}

#[tokio::test]
async fn another_organisation_s_token_shows_nothing_of_it() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    for name in ["a", "b"] {
        landlord.create(house(name)).await?;
    }
    let token = landlord.list(1, "").await?.next_page_token;
    let page = world.other_landlord()?.list(1, &token).await?;
    assert!(page.properties.is_empty());
    Ok(())
}
