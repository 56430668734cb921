//! `ListPropertyHistory`: the first entry of a property, the order of later ones, and its pages.

use lintel_core::PageToken;
use lintel_proto::portfolio::v1::{PropertyHistoryEntry, PropertyStatus};

use crate::{
    harness::{World, reason, refusal},
    property::{flat, gbp, shared_house},
};

#[tokio::test]
async fn adding_a_property_begins_its_history() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let stored = landlord.create(flat("Flat")).await?;
    let history = landlord.history(stored.property_id, 0, "").await?;
    assert_eq!(history.next_page_token, "");
    let expected = PropertyHistoryEntry {
        property_history_id: history.entries.first().map_or(0, |e| e.property_history_id),
        valid_from_time: stored.create_time,
        status: PropertyStatus::Occupied.into(),
        monthly_rent: gbp(95_000),
        current_value: gbp(21_050_001),
        // 175.00 for the lease, 410.25 for the mortgage, a twelfth of 198.00.
        monthly_costs: gbp(60_175),
        changed_by_user_id: 11,
        version: 1,
        changes: vec![],
    };
    assert_eq!(history.entries, [expected]);
    Ok(())
}

#[tokio::test]
async fn a_shared_house_is_remembered_by_what_its_rooms_said() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let mut given = shared_house("Shared", &[48_000, 48_000]);
    given.rooms[0].occupied = true;
    let id = landlord.create(given).await?.property_id;
    let history = landlord.history(id, 0, "").await?;
    let entry = history.entries.first().cloned().unwrap_or_default();
    assert_eq!(entry.status(), PropertyStatus::PartiallyOccupied);
    assert_eq!(entry.monthly_rent, gbp(96_000));
    assert_eq!(entry.current_value, None);
    Ok(())
}

#[tokio::test]
async fn later_entries_come_first_on_pages_of_any_size() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = landlord.create(flat("Flat")).await?.property_id;
    let neighbour = landlord.create(flat("Neighbour")).await?.property_id;
    world
        .execute(
            "INSERT INTO property_history (organisation_id, property_id, version, valid_from, status, monthly_rent, monthly_costs)
             SELECT 1, (SELECT min(property_id) FROM properties), version, now(), 'Vacant', 0, 0
             FROM generate_series(2, 6) version",
        )
        .await?;
    for size in 1..=7 {
        let (mut versions, mut token) = (Vec::new(), String::new());
        loop {
            let page = landlord.history(id, size, &token).await?;
            assert!(page.entries.len() <= usize::try_from(size)?);
            versions.extend(page.entries.iter().map(|entry| entry.version));
            token = page.next_page_token;
            if token.is_empty() {
                break;
            }
        }
        assert_eq!(versions, [6, 5, 4, 3, 2, 1], "pages of {size}");
    }
    assert_eq!(landlord.history(neighbour, 0, "").await?.entries.len(), 1);
    // A change by an automatic rule names no person.
    let newest = landlord.history(id, 1, "").await?;
    assert_eq!(
        newest.entries.first().map(|entry| entry.changed_by_user_id),
        Some(0)
    );
    Ok(())
}

#[tokio::test]
async fn history_of_a_missing_property_or_with_a_foreign_token_is_refused() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let status = refusal(landlord.history(1, 0, "").await)?;
    assert_eq!(reason(&status), "PROPERTY_NOT_FOUND");

    let id = landlord.create(flat("Flat")).await?.property_id;
    let of_the_other_list = PageToken {
        sort: "2026-11-21T10:00:00Z".to_owned(),
        id,
    };
    let status = refusal(landlord.history(id, 0, &of_the_other_list.encode()).await)?;
    assert_eq!(reason(&status), "PAGE_TOKEN_INVALID");
    let status = refusal(landlord.history(id, -1, "").await)?;
    assert_eq!(reason(&status), "PAGE_SIZE_INVALID");
    Ok(())
}
