//! What a tenant's account sees and does.

use chrono::Duration;
use lintel_proto::tenancy::v1::{
    Application, CreateApplicationRequest, CreateInviteRequest, GetApplicationRequest,
    GetOwnApplicationRequest, ListApplicationsRequest, ListOpenHomesRequest, SimpleApplication,
    WithdrawApplicationRequest,
};
use tonic::Status;

use crate::{
    applying::{
        ANN, COTTAGE, FLAT, HOUSE, OTHER_FLAT, ROOMS, applicant, applications, apply, day, invites,
        list, money, nobody, owner, read, request_id, tenant, world,
    },
    harness::{Connection, World, fields, reason, refusal},
};

pub fn simple(property_id: i64, room_id: Option<i64>) -> SimpleApplication {
    SimpleApplication {
        display_name: "Ann Applicant".to_owned(),
        email: "ann.other@example.com".to_owned(),
        phone: "020 7946 0018".to_owned(),
        date_of_birth: day(1990, 1, 1),
        nationality: "British".to_owned(),
        employment_status: "student".to_owned(),
        monthly_income: money(120_000),
        property_id,
        room_id,
        guarantor_email: "gus@example.com".to_owned(),
        employer_email: String::new(),
    }
}

pub async fn create(
    connection: &Connection,
    application: SimpleApplication,
) -> Result<Application, Status> {
    let request = CreateApplicationRequest {
        application: Some(application),
        request_id: request_id(),
    };
    let reply = applications(connection).create_application(request).await?;
    Ok(reply.into_inner().application.unwrap_or_default())
}

pub async fn invite_ann(world: &World, organisation: i64, property_id: i64) -> anyhow::Result<()> {
    invite_ann_to(world, organisation, (property_id, None)).await
}

async fn invite_ann_to(
    world: &World,
    organisation: i64,
    (property_id, room_id): (i64, Option<i64>),
) -> anyhow::Result<()> {
    let request = CreateInviteRequest {
        property_id,
        room_id,
        recipient_email: "Ann@example.com".to_owned(),
        request_id: request_id(),
        ..CreateInviteRequest::default()
    };
    invites(&owner(world, organisation)?)
        .create_invite(request)
        .await?;
    Ok(())
}

async fn open(connection: &Connection) -> Result<Vec<i64>, Status> {
    let reply = applications(connection)
        .list_open_homes(ListOpenHomesRequest {})
        .await?;
    let homes = reply.into_inner().homes;
    Ok(homes.into_iter().map(|home| home.property_id).collect())
}

#[tokio::test]
async fn an_account_may_apply_where_it_was_invited_or_has_applied() -> anyhow::Result<()> {
    let world = world().await?;
    let ann = tenant(&world, ANN)?;
    assert_eq!(open(&ann).await?, Vec::<i64>::new());
    let refused = refusal(create(&ann, simple(FLAT, None)).await)?;
    assert_eq!(reason(&refused), "HOME_NOT_FOUND");
    invite_ann(&world, 2, OTHER_FLAT).await?;
    assert_eq!(open(&ann).await?, [OTHER_FLAT]);
    apply(&world, "Ann", FLAT, None).await?;
    assert_eq!(open(&ann).await?, [COTTAGE, FLAT, HOUSE, OTHER_FLAT]);
    for other in [51, 52] {
        assert_eq!(open(&tenant(&world, other)?).await?, Vec::<i64>::new());
    }
    Ok(())
}

/// The home and the room that an account is told that it was invited to.
async fn invited(connection: &Connection) -> Result<(i64, Option<i64>), Status> {
    let reply = applications(connection)
        .list_open_homes(ListOpenHomesRequest {})
        .await?
        .into_inner();
    Ok((reply.invited_property_id, reply.invited_room_id))
}

#[tokio::test]
async fn the_newest_invitation_that_holds_is_told() -> anyhow::Result<()> {
    let world = world().await?;
    let ann = tenant(&world, ANN)?;
    assert_eq!(invited(&ann).await?, (0, None));
    let room = (HOUSE, Some(ROOMS[1]));
    for (organisation, home) in [(1, (FLAT, None)), (2, (OTHER_FLAT, None)), (1, room)] {
        world.clock.advance(Duration::minutes(1));
        invite_ann_to(&world, organisation, home).await?;
        assert_eq!(invited(&ann).await?, home);
    }
    for other in [51, 52] {
        assert_eq!(invited(&tenant(&world, other)?).await?, (0, None));
    }
    // What is let is not replaced by what somebody was invited to before.
    world
        .execute("UPDATE home_rooms SET is_occupied = true WHERE room_id = 22")
        .await?;
    assert_eq!(invited(&ann).await?, (0, None));
    world
        .execute("UPDATE home_rooms SET is_occupied = false WHERE room_id = 22")
        .await?;
    assert_eq!(invited(&ann).await?, room);
    create(&ann, simple(HOUSE, Some(ROOMS[1]))).await?;
    assert_eq!(invited(&ann).await?, (OTHER_FLAT, None));
    world
        .execute("UPDATE invites SET revoked_at = created_at WHERE organisation_id = 2")
        .await?;
    assert_eq!(invited(&ann).await?, (FLAT, None));
    world.clock.advance(Duration::days(90));
    assert_eq!(invited(&ann).await?, (0, None));
    assert!(!open(&ann).await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_simple_form_becomes_an_application_of_the_account() -> anyhow::Result<()> {
    let world = world().await?;
    let ann = tenant(&world, ANN)?;
    invite_ann(&world, 1, FLAT).await?;
    let made = create(&ann, simple(HOUSE, Some(ROOMS[0]))).await?;
    assert_eq!(
        (made.room_number.as_deref(), made.employer.is_some()),
        (Some("1"), false)
    );
    assert!(made.guarantor.is_some() && made.affordability.is_none());
    let refused = refusal(create(&ann, simple(HOUSE, None)).await)?;
    assert_eq!(fields(&refused), ["room_id"]);
    let mut form = simple(FLAT, None);
    form.date_of_birth = day(2010, 1, 1);
    form.nationality = "X".to_owned();
    let refused = refusal(create(&ann, form).await)?;
    assert_eq!(fields(&refused), ["date_of_birth", "nationality"]);
    let refused = refusal(create(&ann, simple(0, None)).await)?;
    assert_eq!(fields(&refused), ["property_id"]);
    world
        .execute("UPDATE homes SET is_occupied = true WHERE property_id = 1")
        .await?;
    let refused = refusal(create(&ann, simple(FLAT, None)).await)?;
    assert_eq!(reason(&refused), "HOME_ALREADY_LET");
    assert_eq!(
        read(&world, made.application_id).await?.nationality,
        "British"
    );
    Ok(())
}

#[tokio::test]
async fn an_account_sees_its_own_and_those_under_its_verified_address() -> anyhow::Result<()> {
    let world = world().await?;
    let ann = tenant(&world, ANN)?;
    invite_ann(&world, 2, OTHER_FLAT).await?;
    let elsewhere = create(&ann, simple(OTHER_FLAT, None)).await?.application_id;
    let (by_link, link) = apply(&world, "Ann", FLAT, None).await?;
    let (bobs, _) = apply(&world, "Bob", FLAT, None).await?;
    let own = [by_link.application_id, elsewhere];
    assert_eq!(list(&ann, ListApplicationsRequest::default()).await?, own);
    let request = ListApplicationsRequest {
        page_size: 1,
        ..Default::default()
    };
    let first = applications(&ann)
        .list_applications(request)
        .await?
        .into_inner();
    let request = ListApplicationsRequest {
        page_size: 1,
        page_token: first.next_page_token,
        ..Default::default()
    };
    assert_eq!(list(&ann, request).await?, own[1..]);
    let request = ListApplicationsRequest {
        search: "mill ANN".to_owned(),
        ..Default::default()
    };
    assert_eq!(list(&ann, request).await?, own[1..]);

    let get = |connection: &Connection, application_id| {
        let mut client = applications(connection);
        async move {
            client
                .get_application(GetApplicationRequest { application_id })
                .await
        }
    };
    let seen = get(&ann, own[0])
        .await?
        .into_inner()
        .application
        .unwrap_or_default();
    let request = GetOwnApplicationRequest { token: link };
    let by_link = applicant(&nobody(&world)?)
        .get_own_application(request)
        .await?;
    assert_eq!(Some(seen), by_link.into_inner().application);
    let refused = refusal(get(&ann, bobs.application_id).await)?;
    assert_eq!(reason(&refused), "APPLICATION_NOT_FOUND");
    for other in [51, 52] {
        let refused = refusal(get(&tenant(&world, other)?, own[0]).await)?;
        assert_eq!(reason(&refused), "APPLICATION_NOT_FOUND");
    }
    Ok(())
}

#[tokio::test]
async fn an_account_withdraws_its_own_alone() -> anyhow::Result<()> {
    let world = world().await?;
    let (anns, _) = apply(&world, "Ann", FLAT, None).await?;
    let withdraw = |connection: Connection| {
        let request = WithdrawApplicationRequest {
            application_id: anns.application_id,
            request_id: request_id(),
        };
        async move {
            applications(&connection)
                .withdraw_application(request)
                .await
        }
    };
    let refused = refusal(withdraw(tenant(&world, 52)?).await)?;
    assert_eq!(reason(&refused), "APPLICATION_NOT_FOUND");
    let withdrawn = withdraw(tenant(&world, ANN)?)
        .await?
        .into_inner()
        .application;
    assert!(withdrawn.unwrap_or_default().withdraw_time.is_some());
    Ok(())
}
