//! Tenants and tenancies: adding, listing, changing, starting and ending them.

use chrono::Duration;
use lintel_core::{Grade, Money, Role};
use lintel_proto::{
    common::v1::Date,
    tenancy::v1::{LeaseStatus, ListTenantsRequest, PortalState, Tenant, TenantSort},
};
use lintel_tenancy_applications::app::letting::Leavers;
use lintel_testkit::tokens::{member, outsider};
use tonic::Code;

use crate::{
    applying::{ANN, COTTAGE, FLAT, HOUSE, OTHER_FLAT, world},
    harness::{World, fields, reason, refusal},
};

/// A day.
pub fn day(year: i32, month: i32, day: i32) -> Option<Date> {
    Some(Date { year, month, day })
}

/// A tenant of `property` since the beginning of November.
pub fn tenant(property: i64, name: &str) -> Tenant {
    Tenant {
        property_id: property,
        display_name: name.to_owned(),
        email: format!("{}@example.com", name.to_lowercase()),
        phone: "07700 900000".to_owned(),
        lease_start: day(2026, 11, 1),
        tenancy_rent: Some(Money::gbp(100_000).into()),
        ..Default::default()
    }
}

fn in_room(property: i64, room: &str, name: &str) -> Tenant {
    Tenant {
        room_number: Some(room.to_owned()),
        ..tenant(property, name)
    }
}

fn upcoming(property: i64, name: &str) -> Tenant {
    Tenant {
        lease_start: day(2026, 12, 1),
        ..tenant(property, name)
    }
}

fn pence(tenant: &Tenant) -> i64 {
    tenant
        .monthly_rent
        .as_ref()
        .map_or(0, |rent| rent.minor_units)
}

fn leavers(world: &World) -> Leavers {
    Leavers::new(world.database.db.clone(), world.clock.clone())
}

#[tokio::test]
async fn a_tenant_whose_first_day_has_come_is_active_and_portfolio_is_told() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let added = landlord.add(tenant(FLAT, "Ada")).await?;
    assert_eq!(added.lease_status(), LeaseStatus::Active);
    assert_eq!(added.property_display_name, "Garden Flat");
    assert_eq!((pence(&added), added.tenants_together), (100_000, 1));
    assert_eq!(added, landlord.get(added.tenant_id).await?);
    assert_eq!(
        world.told().await?,
        ["tenancy.tenancy.changed.v1", "tenancy.tenancy.started.v1"]
    );
    Ok(())
}

#[tokio::test]
async fn a_later_one_reserves_the_home_and_starts_from_its_first_day_on() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let added = landlord.add(upcoming(FLAT, "Ada")).await?;
    assert_eq!(added.lease_status(), LeaseStatus::Upcoming);
    assert_eq!(world.told().await?, ["tenancy.tenancy.changed.v1"]);
    let second = refusal(landlord.add(upcoming(FLAT, "Bob")).await)?;
    assert_eq!(reason(&second), "HOME_ALREADY_LET");

    let early = refusal(landlord.start(added.tenant_id).await)?;
    assert_eq!(reason(&early), "TENANCY_STARTS_LATER");
    world.clock.advance(Duration::days(7));
    let started = landlord.start(added.tenant_id).await?;
    assert_eq!(started.lease_status(), LeaseStatus::Active);
    assert_eq!(started.version, 2);
    let again = refusal(landlord.start(added.tenant_id).await)?;
    assert_eq!(reason(&again), "TENANCY_NOT_UPCOMING");
    assert_eq!(
        world.told().await?[1..],
        ["tenancy.tenancy.changed.v1", "tenancy.tenancy.started.v1"]
    );
    Ok(())
}

#[tokio::test]
async fn a_shared_house_needs_one_of_its_rooms_and_another_home_has_none() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    for (tenant, expected) in [
        (tenant(HOUSE, "Ada"), "ROOM_NOT_FOUND"),
        (in_room(HOUSE, "9", "Ada"), "ROOM_NOT_FOUND"),
        (in_room(FLAT, "1", "Ada"), "ROOM_NOT_FOUND"),
        (tenant(99, "Ada"), "HOME_NOT_FOUND"),
        (tenant(OTHER_FLAT, "Ada"), "HOME_NOT_FOUND"),
    ] {
        assert_eq!(reason(&refusal(landlord.add(tenant).await)?), expected);
    }
    let one = landlord.add(in_room(HOUSE, "1", "Ada")).await?;
    assert_eq!(one.room_number.as_deref(), Some("1"));
    landlord.add(in_room(HOUSE, "2", "Bob")).await?;
    let taken = refusal(landlord.add(in_room(HOUSE, "1", "Cid")).await)?;
    assert_eq!(reason(&taken), "HOME_ALREADY_LET");
    Ok(())
}

#[tokio::test]
async fn who_lives_together_shares_the_rent_until_the_last_has_left() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let ada = landlord.add(tenant(FLAT, "Ada")).await?;
    let joins = |name: &str| Tenant {
        tenancy_id: ada.tenancy_id,
        tenancy_rent: None,
        lease_start: None,
        ..tenant(FLAT, name)
    };
    landlord.add(joins("Bob")).await?;
    let cid = landlord.add(joins("Cid")).await?;
    assert_eq!((pence(&cid), cid.tenants_together), (33_333, 3));
    assert_eq!(pence(&landlord.get(ada.tenant_id).await?), 33_334);

    let gone = landlord.end(ada.tenant_id, day(2026, 11, 24)).await?;
    assert_eq!(gone.lease_status(), LeaseStatus::Ended);
    assert_eq!(gone.leave_reason, "Moved");
    assert_eq!(pence(&landlord.get(cid.tenant_id).await?), 50_000);
    let again = refusal(landlord.end(ada.tenant_id, day(2026, 11, 24)).await)?;
    assert_eq!(reason(&again), "TENANCY_ENDED");

    let summary = landlord.summary().await?;
    let counts = (summary.active_tenants, summary.previous_tenants);
    assert_eq!((counts, summary.total_tenants), ((2, 1), 3));
    assert_eq!(summary.monthly_rent, Some(Money::gbp(100_000).into()));

    landlord.end(cid.tenant_id, day(2026, 11, 20)).await?;
    landlord.end(cid.tenant_id - 1, day(2026, 11, 22)).await?;
    let told = world.told().await?;
    assert_eq!(
        told.last().map(String::as_str),
        Some("tenancy.tenancy.ended.v1")
    );
    let over = refusal(landlord.add(joins("Dan")).await)?;
    assert_eq!(reason(&over), "TENANCY_ENDED");
    // The home is free again.
    landlord.add(tenant(FLAT, "Dan")).await?;
    Ok(())
}

#[tokio::test]
async fn whoever_gives_notice_lives_there_until_the_day_is_over_in_london() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let ada = landlord.add(tenant(FLAT, "Ada")).await?;
    let leaving = landlord.end(ada.tenant_id, day(2026, 11, 30)).await?;
    assert_eq!(leaving.lease_status(), LeaseStatus::Active);
    assert_eq!(leaving.leave_date, day(2026, 11, 30));
    let changed = landlord.end(ada.tenant_id, day(2026, 11, 25)).await?;
    assert_eq!(changed.leave_date, day(2026, 11, 25));

    // 25 November, half past eleven at night.
    world.clock.advance(Duration::minutes(37 * 60 + 30));
    assert_eq!(leavers(&world).end().await?, 0);
    world.clock.advance(Duration::minutes(30));
    assert_eq!(leavers(&world).end().await?, 1);
    assert_eq!(leavers(&world).end().await?, 0);
    let gone = landlord.get(ada.tenant_id).await?;
    assert_eq!(gone.lease_status(), LeaseStatus::Ended);
    let told = world.told().await?;
    assert_eq!(
        told.last().map(String::as_str),
        Some("tenancy.tenancy.ended.v1")
    );
    Ok(())
}

#[tokio::test]
async fn fields_of_the_mask_change_and_a_stale_version_is_refused() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let ada = landlord.add(tenant(FLAT, "Ada")).await?;
    let given = Tenant {
        tenant_id: ada.tenant_id,
        display_name: "Ada Byron".to_owned(),
        tenancy_rent: Some(Money::gbp(90_000).into()),
        phone: "1".to_owned(),
        ..Default::default()
    };
    let paths = ["display_name", "tenancy_rent"];
    let after = landlord.change(given.clone(), &paths, "1").await?;
    assert_eq!((after.version, pence(&after)), (2, 90_000));
    assert_eq!(
        (after.display_name.as_str(), after.phone),
        ("Ada Byron", ada.phone)
    );
    let same = landlord.change(given.clone(), &paths, "").await?;
    assert_eq!(same.version, 2, "what changes nothing writes nothing");
    let stale = refusal(landlord.change(given.clone(), &["deposit"], "1").await)?;
    assert_eq!(reason(&stale), "STALE_ETAG");
    let bad = refusal(
        landlord
            .change(given.clone(), &["phone", "email"], "1")
            .await,
    )?;
    assert_eq!(reason(&bad), "TENANT_INVALID");
    assert_eq!(fields(&bad), ["email", "phone"]);
    let unknown = refusal(landlord.change(given, &["leave_reason"], "").await)?;
    assert_eq!(reason(&unknown), "UPDATE_MASK_INVALID");
    Ok(())
}

#[tokio::test]
async fn of_fifty_at_once_one_gets_the_home() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let tries = (0..50).map(|place| {
        let landlord = landlord.clone();
        async move { landlord.add(tenant(FLAT, &format!("Ada{place}"))).await }
    });
    let mut won = 0;
    for tried in futures::future::join_all(tries).await {
        match tried {
            Ok(_) => won += 1,
            Err(status) => assert!(
                ["HOME_ALREADY_LET", "UNAVAILABLE"].contains(&reason(&status).as_str()),
                "{status:?}"
            ),
        }
    }
    assert_eq!(won, 1);
    assert_eq!(world.number("SELECT count(*) FROM tenants").await?, 1);
    Ok(())
}

#[tokio::test]
async fn a_repeat_gets_the_first_answer_and_another_request_is_refused() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let first = landlord.add_once(tenant(FLAT, "Ada"), "one-tenant").await?;
    let second = landlord.add_once(tenant(FLAT, "Ada"), "one-tenant").await?;
    assert_eq!(first, second);
    let other = landlord
        .add_once(tenant(COTTAGE, "Ada"), "one-tenant")
        .await;
    assert_eq!(reason(&refusal(other)?), "REQUEST_ID_REUSED");
    assert_eq!(world.number("SELECT count(*) FROM tenants").await?, 1);
    Ok(())
}

#[tokio::test]
async fn somebody_elses_tenant_does_not_exist_and_a_viewer_only_reads() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, other) = (world.landlord()?, world.other_landlord()?);
    let ada = landlord.add(tenant(FLAT, "Ada")).await?;
    let id = ada.tenant_id;
    let refused = [
        refusal(other.get(id).await)?,
        refusal(other.end(id, day(2026, 11, 24)).await)?,
        refusal(other.start(id).await)?,
        refusal(other.change(ada.clone(), &["phone"], "").await)?,
    ];
    for status in refused {
        assert_eq!(reason(&status), "TENANT_NOT_FOUND");
    }
    let joins = Tenant {
        tenancy_id: ada.tenancy_id,
        ..tenant(OTHER_FLAT, "Eve")
    };
    let joined = refusal(other.add(joins).await)?;
    assert_eq!(reason(&joined), "TENANCY_NOT_FOUND");
    assert!(
        other
            .list(ListTenantsRequest::default())
            .await?
            .tenants
            .is_empty()
    );
    assert_eq!(other.summary().await?.total_tenants, 0);

    let viewer = world.caller(&member(12, 1, Grade::Viewer))?;
    assert_eq!(viewer.get(id).await?, ada);
    let write = refusal(viewer.add(tenant(COTTAGE, "Eve")).await)?;
    assert_eq!(write.code(), Code::PermissionDenied);
    let write = refusal(viewer.end(id, day(2026, 11, 24)).await)?;
    assert_eq!(write.code(), Code::PermissionDenied);
    Ok(())
}

#[tokio::test]
async fn of_each_home_the_first_who_lives_there_can_be_called() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    landlord.add(in_room(HOUSE, "2", "Ada")).await?;
    let bob = landlord.add(in_room(HOUSE, "1", "Bob")).await?;
    landlord.add(upcoming(FLAT, "Cid")).await?;
    let dan = landlord.add(tenant(COTTAGE, "Dan")).await?;
    let homes = [HOUSE, FLAT, COTTAGE, OTHER_FLAT];
    let called = landlord.to_call(&homes).await?;
    let called: Vec<_> = called
        .iter()
        .map(|one| {
            (
                one.property_id,
                one.tenant_id,
                one.display_name.as_str(),
                one.phone.as_str(),
            )
        })
        .collect();
    let phone = "07700 900000";
    let mut expected = [
        (HOUSE, bob.tenant_id, "Bob", phone),
        (COTTAGE, dan.tenant_id, "Dan", phone),
    ];
    expected.sort_unstable();
    assert_eq!(called, expected);

    landlord.end(dan.tenant_id, day(2026, 11, 24)).await?;
    assert_eq!(landlord.to_call(&[COTTAGE]).await?, []);
    assert_eq!(world.other_landlord()?.to_call(&homes).await?, []);
    assert_eq!(
        world
            .caller(&member(12, 1, Grade::Viewer))?
            .to_call(&[HOUSE])
            .await?
            .len(),
        1
    );
    for homes in [vec![], vec![HOUSE; 101]] {
        assert_eq!(
            reason(&refusal(landlord.to_call(&homes).await)?),
            "TENANT_INVALID"
        );
    }
    Ok(())
}

#[tokio::test]
async fn the_list_is_by_property_room_and_id_in_pages() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    landlord.add(in_room(HOUSE, "2", "Ada")).await?;
    landlord.add(in_room(HOUSE, "1", "Bob")).await?;
    landlord.add(upcoming(FLAT, "Cid")).await?;
    let dan = landlord.add(tenant(COTTAGE, "Dan")).await?;
    landlord.end(dan.tenant_id, day(2026, 11, 24)).await?;

    let (mut names, mut page_token) = (Vec::new(), String::new());
    loop {
        let page = ListTenantsRequest {
            page_size: 1,
            page_token,
            ..Default::default()
        };
        let page = landlord.list(page).await?;
        names.extend(page.tenants.into_iter().map(|one| one.display_name));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert_eq!(names, ["Dan", "Cid", "Bob", "Ada"]);

    for (filter, expected) in [
        (
            ListTenantsRequest {
                property_id: HOUSE,
                ..Default::default()
            },
            &["Bob", "Ada"][..],
        ),
        (
            ListTenantsRequest {
                lease_statuses: vec![LeaseStatus::Ended.into(), LeaseStatus::Upcoming.into()],
                ..Default::default()
            },
            &["Dan", "Cid"][..],
        ),
        (
            ListTenantsRequest {
                search: "PARK house".to_owned(),
                ..Default::default()
            },
            &["Bob", "Ada"][..],
        ),
        (
            ListTenantsRequest {
                search: "cid@".to_owned(),
                ..Default::default()
            },
            &["Cid"][..],
        ),
    ] {
        let listed = landlord.list(filter).await?;
        let names: Vec<_> = listed.tenants.iter().map(|one| &one.display_name).collect();
        assert_eq!(names, expected);
    }
    for (search, expected) in [
        ("07700900000", 4),
        ("+44 7700 900 000", 4),
        ("07700 900001", 0),
    ] {
        let request = ListTenantsRequest {
            search: search.to_owned(),
            ..Default::default()
        };
        let listed = landlord.list(request).await?;
        assert_eq!(listed.tenants.len(), expected, "{search}");
    }
    let foreign = ListTenantsRequest {
        page_token: "AAAA".to_owned(),
        ..Default::default()
    };
    let refused = refusal(landlord.list(foreign).await)?;
    assert_eq!(reason(&refused), "PAGE_TOKEN_INVALID");
    Ok(())
}

#[tokio::test]
async fn every_order_of_tenants_is_paged_without_gap_or_repeat() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    landlord.add(in_room(HOUSE, "2", "Ada")).await?;
    landlord.add(in_room(HOUSE, "1", "bob")).await?;
    let dear = Tenant {
        tenancy_rent: Some(Money::gbp(120_050).into()),
        ..upcoming(FLAT, "Cid")
    };
    landlord.add(dear).await?;
    let early = Tenant {
        lease_start: day(2024, 1, 1),
        tenancy_rent: Some(Money::gbp(99_999).into()),
        ..tenant(COTTAGE, "Dan")
    };
    landlord.add(early).await?;
    for (sort, expected) in [
        (TenantSort::Name, ["Ada", "bob", "Cid", "Dan"]),
        (TenantSort::Rent, ["Cid", "Ada", "bob", "Dan"]),
        (TenantSort::Start, ["Dan", "Ada", "bob", "Cid"]),
    ] {
        let mut request = ListTenantsRequest {
            sort: sort.into(),
            page_size: 1,
            ..Default::default()
        };
        let mut names = Vec::new();
        loop {
            let page = landlord.list(request.clone()).await?;
            names.extend(page.tenants.into_iter().map(|one| one.display_name));
            if page.next_page_token.is_empty() {
                break;
            }
            request.page_token = page.next_page_token;
        }
        assert_eq!(names, expected, "{sort:?}");
        request.sort = TenantSort::Home.into();
        let refused = refusal(landlord.list(request).await)?;
        assert_eq!(reason(&refused), "PAGE_TOKEN_INVALID");
    }
    let unknown = ListTenantsRequest {
        sort: 99,
        ..Default::default()
    };
    let refused = refusal(landlord.list(unknown).await)?;
    assert_eq!(
        (reason(&refused), fields(&refused)),
        ("SEARCH_INVALID".into(), vec!["sort".into()])
    );
    Ok(())
}

#[tokio::test]
async fn an_upcoming_tenant_can_be_released_and_an_active_one_cannot() -> anyhow::Result<()> {
    use lintel_db::Scope;
    use lintel_tenancy_applications::app::{
        Links, agreeing::AgreementMails, letting::tenancy::release, mail_requests::Mails,
    };

    let world = world().await?;
    let landlord = world.landlord()?;
    let ada = landlord.add(upcoming(FLAT, "Ada")).await?;
    let bob = landlord.add(tenant(COTTAGE, "Bob")).await?;
    let now = lintel_core::Clock::now(world.clock.as_ref());
    let mails = AgreementMails::new(Mails::new(None), Links::new(&world.opener));
    let scope = Scope {
        organisation: Some(1.into()),
        user: None,
    };
    let mut tx = world.database.db.begin(scope).await?;
    release(&mut tx, &mails, 1.into(), ada.tenant_id.into(), now).await?;
    release(&mut tx, &mails, 1.into(), ada.tenant_id.into(), now).await?;
    let active = release(&mut tx, &mails, 1.into(), bob.tenant_id.into(), now).await;
    assert_eq!(
        active.err().map(|error| error.reason()),
        Some("TENANCY_ACTIVE")
    );
    tx.commit().await?;
    let gone = refusal(landlord.get(ada.tenant_id).await)?;
    assert_eq!(reason(&gone), "TENANT_NOT_FOUND");
    landlord.add(tenant(FLAT, "Eve")).await?;
    Ok(())
}

#[tokio::test]
async fn a_tenant_who_left_without_an_answer_has_no_portal_and_an_answer_stays()
-> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let ann = world.caller(&outsider(ANN, Role::Tenant))?;
    for (answer, before, after) in [
        (None, PortalState::Waiting, PortalState::None),
        (Some(true), PortalState::Confirmed, PortalState::Confirmed),
        (
            Some(false),
            PortalState::NotConfirmed,
            PortalState::NotConfirmed,
        ),
    ] {
        let added = landlord.add(tenant(FLAT, "Ann")).await?;
        if let Some(mine) = answer {
            ann.answer(added.tenancy_id, mine).await?;
        }
        let seen = landlord.get(added.tenant_id).await?;
        assert_eq!(seen.portal_state(), before);
        let left = landlord.end(added.tenant_id, day(2026, 11, 24)).await?;
        assert_eq!(left.portal_state(), after);
        // The list says what the tenant's own page says.
        let listed = landlord.list(ListTenantsRequest::default()).await?.tenants;
        let row = listed
            .iter()
            .find(|one| one.tenant_id == added.tenant_id)
            .cloned()
            .unwrap_or_default();
        assert_eq!(row, landlord.get(added.tenant_id).await?);
        assert_eq!(row.portal_state(), after);
    }
    Ok(())
}
