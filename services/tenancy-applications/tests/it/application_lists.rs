//! Lists of applications, and their figures.

use lintel_proto::tenancy::v1::{
    ApplicationSort, ApplicationStatus, GetApplicationSummaryRequest, ListApplicationsRequest,
};

use crate::{
    applying::{COTTAGE, FLAT, HOUSE, ROOMS, applications, apply, decide, list, owner, world},
    harness::{World, reason, refusal},
};

async fn some(world: &World) -> anyhow::Result<[i64; 4]> {
    let mut ids = [0; 4];
    for (index, (name, property, room)) in [
        ("Dan", HOUSE, Some((ROOMS[1], "2"))),
        ("Ann", HOUSE, Some((ROOMS[0], "1"))),
        ("Bob", FLAT, None),
        ("Cat", COTTAGE, None),
    ]
    .into_iter()
    .enumerate()
    {
        ids[index] = apply(world, name, property, room).await?.0.application_id;
    }
    Ok(ids)
}

#[tokio::test]
async fn applications_are_found_by_property_status_and_words() -> anyhow::Result<()> {
    let world = world().await?;
    let [dan, ann, bob, cat] = some(&world).await?;
    let landlord = owner(&world, 1)?;
    decide(&world, bob, ApplicationStatus::ReferenceCheck, 0).await?;
    for (request, expected) in [
        (ListApplicationsRequest::default(), vec![cat, bob, ann, dan]),
        (
            ListApplicationsRequest {
                property_id: HOUSE,
                ..Default::default()
            },
            vec![ann, dan],
        ),
        (
            ListApplicationsRequest {
                statuses: vec![
                    ApplicationStatus::ReferenceCheck.into(),
                    ApplicationStatus::Approved.into(),
                ],
                ..Default::default()
            },
            vec![bob],
        ),
        (
            ListApplicationsRequest {
                search: " PARK ann@".to_owned(),
                ..Default::default()
            },
            vec![ann],
        ),
        (
            ListApplicationsRequest {
                search: "100%".to_owned(),
                ..Default::default()
            },
            vec![],
        ),
        (
            ListApplicationsRequest {
                search: "+44 20 7946 0018".to_owned(),
                ..Default::default()
            },
            vec![cat, bob, ann, dan],
        ),
        (
            ListApplicationsRequest {
                search: "02079460019".to_owned(),
                ..Default::default()
            },
            vec![],
        ),
    ] {
        assert_eq!(list(&landlord, request).await?, expected);
    }
    assert_eq!(
        list(&owner(&world, 2)?, ListApplicationsRequest::default()).await?,
        Vec::<i64>::new()
    );
    Ok(())
}

#[tokio::test]
async fn every_order_is_paged_without_gap_or_repeat() -> anyhow::Result<()> {
    let world = world().await?;
    let [dan, ann, bob, cat] = some(&world).await?;
    let mut client = applications(&owner(&world, 1)?);
    world
        .execute("UPDATE applications SET monthly_income = 4000 WHERE name IN ('Ann', 'Cat')")
        .await?;
    for (sort, expected) in [
        (ApplicationSort::Newest, [cat, bob, ann, dan]),
        (ApplicationSort::Oldest, [dan, ann, bob, cat]),
        (ApplicationSort::Home, [bob, ann, dan, cat]),
        (ApplicationSort::Name, [ann, bob, cat, dan]),
        (ApplicationSort::Income, [ann, cat, dan, bob]),
    ] {
        let mut request = ListApplicationsRequest {
            sort: sort.into(),
            page_size: 1,
            ..Default::default()
        };
        let mut found = Vec::new();
        loop {
            let page = client
                .list_applications(request.clone())
                .await?
                .into_inner();
            found.extend(page.applications.iter().map(|one| one.application_id));
            if page.next_page_token.is_empty() {
                break;
            }
            request.page_token = page.next_page_token;
        }
        assert_eq!(found, expected, "{sort:?}");
        request.sort = match sort {
            ApplicationSort::Newest => ApplicationSort::Oldest.into(),
            _ => ApplicationSort::Newest.into(),
        };
        let refused = refusal(client.list_applications(request).await)?;
        assert_eq!(reason(&refused), "PAGE_TOKEN_INVALID");
    }
    Ok(())
}

#[tokio::test]
async fn withdrawn_ones_are_counted_for_themselves() -> anyhow::Result<()> {
    let world = world().await?;
    some(&world).await?;
    world
        .execute("UPDATE applications SET withdrawn_at = now() WHERE name IN ('Ann', 'Bob')")
        .await?;
    let summary = applications(&owner(&world, 1)?)
        .get_application_summary(GetApplicationSummaryRequest {})
        .await?
        .into_inner();
    assert_eq!((summary.total, summary.withdrawn), (4, 2));
    let counts: Vec<_> = summary.statuses.iter().map(|one| one.count).collect();
    assert_eq!(counts, [2, 0, 0, 0, 0, 0]);
    Ok(())
}

#[tokio::test]
async fn a_page_of_thousands_is_read_by_an_index() -> anyhow::Result<()> {
    let world = world().await?;
    some(&world).await?;
    world
        .execute(
            "INSERT INTO applications (organisation_id, property_id, property_name, property_address, home_rent, name, email, phone,
                 employment_status, monthly_income, guarantor_email, token_nonce, token_hash, created_at, updated_at)
             SELECT 1 + n % 2, n % 40, 'P', 'A', 1, 'Name', 'a@b.example', '0123456789', 'other', 1, 'g@b.example',
                 sha256(n::text::bytea), sha256(n::text::bytea), now(), now() FROM generate_series(1, 10000) n;
             ANALYZE applications",
        )
        .await?;
    for sql in [
        "SELECT * FROM applications WHERE organisation_id = 1 ORDER BY application_id DESC LIMIT 51",
        "SELECT * FROM applications WHERE organisation_id = 1
         ORDER BY property_id, coalesce(room_number, ''), application_id LIMIT 51",
        "SELECT * FROM applications WHERE organisation_id = 1 AND property_id = 3
         ORDER BY property_id, coalesce(room_number, ''), application_id LIMIT 51",
    ] {
        let plan = world.plan(sql).await?;
        assert!(
            plan.contains("Index Scan") && !plan.contains("Sort"),
            "{plan}"
        );
    }
    Ok(())
}
