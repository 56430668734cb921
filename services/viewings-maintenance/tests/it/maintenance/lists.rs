//! Lists and figures: filters, searches, pages and orders.

use chrono::Duration;
use lintel_proto::maintenance::v1::{
    GetMaintenanceSummaryRequest, ListMaintenanceRequestsRequest as Listing, MaintenanceCategory,
    MaintenancePriority as Priority, MaintenanceRequest, MaintenanceSort,
    MaintenanceStatus as Status,
};

use super::{ANN, BOB, Hand, costs::cost, day, owner, problem, report, tenant, world};
use crate::harness::{FLAT, HOUSE, World, fields, reason, refusal};

async fn add(hand: &Hand, title: &str, priority: Priority, property: i64) -> anyhow::Result<i64> {
    let request = MaintenanceRequest {
        property_id: property,
        priority: priority.into(),
        ..problem(title)
    };
    Ok(hand.add(request).await?.maintenance_request_id)
}

async fn all_pages(hand: &Hand, wanted: Listing) -> anyhow::Result<Vec<String>> {
    let (mut titles, mut page_token) = (Vec::new(), String::new());
    loop {
        let request = Listing {
            page_size: 2,
            page_token,
            ..wanted.clone()
        };
        let page = hand.list(request).await?;
        titles.extend(page.maintenance_requests.into_iter().map(|one| one.title));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return Ok(titles);
        }
    }
}

#[tokio::test]
async fn by_their_target_the_soonest_comes_first_and_what_is_finished_last() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let off = add(&landlord, "Called off", Priority::High, FLAT).await?;
    landlord.move_to(off, Status::Cancelled).await?;
    add(&landlord, "Low", Priority::Low, FLAT).await?;
    add(&landlord, "High", Priority::High, FLAT).await?;
    let done = add(&landlord, "Done", Priority::High, FLAT).await?;
    landlord.complete(done).await?;
    add(&landlord, "Medium", Priority::Medium, HOUSE).await?;
    let wanted = Listing {
        sort: MaintenanceSort::Target.into(),
        ..Listing::default()
    };
    let sorted = ["High", "Medium", "Low", "Called off", "Done"];
    assert_eq!(all_pages(&landlord, wanted).await?, sorted);
    let unknown = Listing {
        sort: 9,
        ..Listing::default()
    };
    let refused = refusal(landlord.list(unknown).await)?;
    assert_eq!(reason(&refused), "SEARCH_INVALID");
    assert_eq!(fields(&refused), ["sort"]);
    Ok(())
}

#[tokio::test]
async fn every_order_is_paged_without_gap_or_repeat() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    for (title, home, pence) in [
        ("Tap", HOUSE, 5_000),
        ("Lamp", FLAT, 0),
        ("Roof", HOUSE, 9_000),
    ] {
        let id = add(&landlord, title, Priority::Medium, home).await?;
        if pence > 0 {
            landlord.pay(id, cost(pence, day(2025, 12, 31)), "").await?;
        }
    }
    for (sort, titles) in [
        (MaintenanceSort::Unspecified, ["Roof", "Lamp", "Tap"]),
        (MaintenanceSort::Oldest, ["Tap", "Lamp", "Roof"]),
        (MaintenanceSort::Cost, ["Roof", "Tap", "Lamp"]),
        (MaintenanceSort::Home, ["Lamp", "Tap", "Roof"]),
    ] {
        let wanted = Listing {
            sort: sort.into(),
            ..Listing::default()
        };
        assert_eq!(all_pages(&landlord, wanted).await?, titles, "{sort:?}");
    }
    Ok(())
}

#[tokio::test]
async fn requests_are_listed_filtered_and_searched_page_by_page() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let low = add(&landlord, "Paint", Priority::Low, FLAT).await?;
    add(&landlord, "Boiler", Priority::High, HOUSE).await?;
    let lamp = MaintenanceRequest {
        category: MaintenanceCategory::Electrical.into(),
        description: "On the first LANDING".to_owned(),
        ..problem("Lamp")
    };
    landlord.add(lamp).await?;
    landlord.move_to(low, Status::Cancelled).await?;
    let everything = ["Lamp", "Boiler", "Paint"];
    assert_eq!(all_pages(&landlord, Listing::default()).await?, everything);
    for (wanted, titles) in [
        (
            Listing {
                property_id: HOUSE,
                ..Listing::default()
            },
            &["Boiler"][..],
        ),
        (
            Listing {
                statuses: vec![Status::Open.into()],
                ..Listing::default()
            },
            &["Lamp", "Boiler"],
        ),
        (
            Listing {
                priorities: vec![Priority::Low.into(), Priority::High.into()],
                ..Listing::default()
            },
            &["Boiler", "Paint"],
        ),
        (
            Listing {
                category: MaintenanceCategory::Electrical.into(),
                ..Listing::default()
            },
            &["Lamp"],
        ),
        (
            Listing {
                search: "landing garden".to_owned(),
                ..Listing::default()
            },
            &["Lamp"],
        ),
        (
            Listing {
                // Both homes are in Mill Lane.
                search: "MILL lane".to_owned(),
                ..Listing::default()
            },
            &["Lamp", "Boiler", "Paint"],
        ),
        (
            Listing {
                search: "yo17hz boiler".to_owned(),
                ..Listing::default()
            },
            &["Boiler"],
        ),
        (
            Listing {
                search: "%".to_owned(),
                ..Listing::default()
            },
            &[],
        ),
        (
            Listing {
                assignee_user_id: 11,
                ..Listing::default()
            },
            &[],
        ),
        (
            Listing {
                urgent: true,
                ..Listing::default()
            },
            &["Boiler"],
        ),
    ] {
        assert_eq!(landlord.titles(wanted.clone()).await?, titles, "{wanted:?}");
    }
    assert!(
        owner(&world, 2)?
            .titles(Listing::default())
            .await?
            .is_empty()
    );
    let bad = Listing {
        statuses: vec![9],
        priorities: vec![0],
        ..Listing::default()
    };
    let refused = refusal(landlord.list(bad).await)?;
    assert_eq!(fields(&refused), ["statuses", "priorities"]);
    let page = landlord
        .list(Listing {
            page_size: 1,
            ..Listing::default()
        })
        .await?;
    let other = Listing {
        urgent: true,
        page_token: page.next_page_token,
        ..Listing::default()
    };
    assert_eq!(
        reason(&refusal(landlord.list(other).await)?),
        "PAGE_TOKEN_INVALID"
    );
    Ok(())
}

#[tokio::test]
async fn urgent_requests_come_by_their_next_target() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    for title in ["First", "Second", "Third"] {
        add(&landlord, title, Priority::High, FLAT).await?;
        world.clock.advance(Duration::days(1));
    }
    let emergency = MaintenanceRequest {
        emergency: true,
        ..problem("Fire")
    };
    landlord.add(emergency).await?;
    add(&landlord, "Not urgent", Priority::Medium, FLAT).await?;
    let urgent = Listing {
        urgent: true,
        ..Listing::default()
    };
    // The emergency is due within hours, the first within the day.
    assert_eq!(
        all_pages(&landlord, urgent).await?,
        ["Fire", "First", "Second", "Third"]
    );
    Ok(())
}

#[tokio::test]
async fn the_figures_count_what_there_is() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann, bob) = (
        owner(&world, 1)?,
        tenant(&world, ANN)?,
        tenant(&world, BOB)?,
    );
    let figures = async |hand: &Hand| {
        let mut requests = hand.requests.clone();
        let read = requests
            .get_maintenance_summary(GetMaintenanceSummaryRequest {})
            .await;
        read.map(tonic::Response::into_inner)
    };
    let done = add(&landlord, "Done", Priority::Medium, FLAT).await?;
    landlord.complete(done).await?;
    let high = add(&landlord, "High", Priority::High, FLAT).await?;
    landlord.move_to(high, Status::InProgress).await?;
    let gone = add(&landlord, "Gone", Priority::High, HOUSE).await?;
    landlord.move_to(gone, Status::Cancelled).await?;
    ann.add(report("Open")).await?;
    let seen = figures(&landlord).await?;
    assert_eq!(
        (
            seen.total,
            seen.open,
            seen.in_progress,
            seen.completed,
            seen.cancelled
        ),
        (4, 1, 1, 1, 1)
    );
    assert_eq!((seen.urgent, seen.late), (1, 0));
    world.clock.advance(Duration::days(7));
    assert_eq!(figures(&landlord).await?.late, 1);
    world.clock.advance(Duration::days(21));
    assert_eq!(figures(&landlord).await?.late, 2);
    let own = figures(&ann).await?;
    assert_eq!(
        (own.total, own.open, own.in_progress, own.completed),
        (3, 1, 1, 1)
    );
    assert_eq!(figures(&bob).await?.total, 0);
    Ok(())
}

#[tokio::test]
async fn thousands_are_read_by_their_indexes() -> anyhow::Result<()> {
    let world = World::start().await?;
    world
        .execute(
            "INSERT INTO maintenance_requests (organisation_id, property_id, property_name, property_address, reported_by, title,
                 description, category, priority, status, reported_at, counted_from, fix_by, finished_at, updated_at)
             SELECT 1 + n % 2, 101, 'Garden Flat', '1 Mill Lane', 11, 'Request ' || n, repeat('word ', 20), 'Other',
                 CASE WHEN n % 50 = 0 THEN 'High' ELSE 'Medium' END, CASE WHEN n % 10 = 0 THEN 'Open' ELSE 'Completed' END,
                 '2026-11-01', '2026-11-01', timestamptz '2026-12-01' + n * interval '1 minute',
                 CASE WHEN n % 10 = 0 THEN NULL ELSE timestamptz '2026-11-02' END, '2026-11-02'
             FROM generate_series(1, 20000) n;
             ANALYZE maintenance_requests",
        )
        .await?;
    let scope = lintel_db::Scope {
        organisation: Some(1.into()),
        user: None,
    };
    let plan = async |sql: &str| -> anyhow::Result<String> {
        let mut tx = world.database.db.begin(scope).await?;
        let sql = sqlx::AssertSqlSafe(format!("EXPLAIN {sql}"));
        let lines: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut *tx).await?;
        Ok(lines.join("\n"))
    };
    let newest = plan(
        "SELECT * FROM maintenance_requests WHERE organisation_id = 1 AND maintenance_request_id < 15000
         ORDER BY maintenance_request_id DESC LIMIT 51",
    )
    .await?;
    assert!(
        newest.contains("Scan Backward using maintenance_requests_pk"),
        "{newest}"
    );
    let urgent = plan(
        "SELECT * FROM maintenance_requests WHERE organisation_id = 1 AND priority = 'High'
             AND status IN ('Open', 'In Progress') ORDER BY next_due_at, maintenance_request_id LIMIT 51",
    )
    .await?;
    assert!(
        urgent.contains("maintenance_requests_urgent_idx"),
        "{urgent}"
    );
    let overdue = plan(
        "SELECT 1 FROM maintenance_requests WHERE organisation_id = 1 AND next_due_at < '2026-11-01'
             AND overdue_told_for IS DISTINCT FROM next_due_at ORDER BY next_due_at LIMIT 100",
    )
    .await?;
    assert!(!overdue.contains("Seq Scan"), "{overdue}");
    let landlord = owner(&world, 1)?;
    let found = Listing {
        search: "request 20".to_owned(),
        page_size: 5,
        ..Listing::default()
    };
    assert_eq!(landlord.list(found).await?.maintenance_requests.len(), 5);
    Ok(())
}
