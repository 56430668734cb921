//! The end of a tenancy, taken back.

use lintel_core::Grade;
use lintel_proto::tenancy::v1::{
    EndTenantRequest, FollowedMark, LeaseStatus, TakeBackAct::End, TakeBackBasis, TakeBackRequest,
    TenancyEnder, TenancyMailKind, Tenant, take_back_service_client::TakeBackServiceClient,
    tenant_service_client::TenantServiceClient,
};
use lintel_testkit::tokens::member;
use tonic::Code;

use super::{Acts, asked, followed, obstacle};
use crate::{
    applying::{FLAT, HOUSE, mails, money, owner, request_id, world},
    harness::{fields, reason, refusal},
    rent::{
        Books, balance,
        days::{advance_to, days},
        monthly,
    },
    tenants::{day, tenant},
};

#[tokio::test]
async fn an_end_to_come_is_withdrawn_with_its_reason_in_the_history() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, acts) = (world.landlord()?, Acts::of(&world, 1)?);
    let marta = Tenant {
        room_number: Some("1".to_owned()),
        ..tenant(HOUSE, "Marta")
    };
    let id = landlord.add(marta).await?.tenant_id;
    let ends = EndTenantRequest {
        tenant_id: id,
        leave_date: day(2027, 1, 31),
        reason: "Moves in with her partner".to_owned(),
        ended_by: TenancyEnder::Tenant.into(),
        notice_date: day(2026, 11, 20),
        request_id: request_id(),
        ..Default::default()
    };
    let mut tenants = TenantServiceClient::new(owner(&world, 1)?);
    let later = EndTenantRequest {
        notice_date: day(2026, 11, 25),
        ..ends.clone()
    };
    let refused = refusal(tenants.end_tenant(later).await)?;
    assert_eq!(fields(&refused), ["notice_date"]);
    let leaving = tenants.end_tenant(ends).await?.into_inner().tenant;
    let leaving = leaving.unwrap_or_default();
    assert_eq!(leaving.ended_by(), TenancyEnder::Tenant);
    assert_eq!(leaving.notice_date, day(2026, 11, 20));
    assert!(leaving.leave_record_time.is_some());

    let outlook = acts.look(End, id).await?;
    assert_eq!(outlook.what, "The tenancy ends on 31 January 2027");
    assert_eq!(outlook.since, day(2026, 11, 24));
    assert!(outlook.can_undo && outlook.asks_basis && outlook.obstacle.is_none());
    assert_eq!(
        followed(&outlook),
        [(
            FollowedMark::Back,
            "Room 1 is free from 1 February 2027",
            "It counts as let again"
        )]
    );
    let mut bare = asked(End, id);
    (bare.reason, bare.basis) = (" ".to_owned(), 0);
    let refused = refusal(acts.send(bare).await)?;
    assert_eq!(reason(&refused), "TAKE_BACK_INVALID");
    assert_eq!(fields(&refused), ["reason", "basis"]);

    let why = asked(End, id);
    let taken = acts.send(why.clone()).await?;
    assert_eq!(
        taken,
        acts.send(why).await?,
        "a repeat gets the first answer"
    );
    assert_eq!(taken.reason, "It was a mistake.");
    assert_eq!((taken.basis(), taken.user_id), (TakeBackBasis::Mistake, 11));
    let stays = landlord.get(id).await?;
    assert_eq!((stays.leave_date, stays.ended_by), (None, 0));
    assert_eq!(stays.lease_status(), LeaseStatus::Active);
    assert!(stays.version > leaving.version);
    assert_eq!(acts.history(id, 0).await?, [taken]);
    let refused = refusal(acts.take_back(End, id).await)?;
    assert_eq!(reason(&refused), "NOTHING_TO_TAKE_BACK");
    Ok(())
}

#[tokio::test]
async fn a_past_end_is_taken_back_and_rent_is_owed_as_if_it_never_was() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, acts, books) = (
        world.landlord()?,
        Acts::of(&world, 1)?,
        Books::of(&world, 1)?,
    );
    let ada = landlord.add(tenant(FLAT, "Ada")).await?;
    let id = ada.tenant_id;
    books.start(id, monthly(1, day(2026, 11, 1)), 0).await?;
    landlord.end(id, day(2026, 11, 15)).await?;
    // Half of November is not owed, and from the next month on nothing is charged.
    assert_eq!(balance(&books.ledger(id, None).await?), 49_315);
    advance_to(&world.clock, "2027-01-05T10:00:00Z")?;
    days(&world).look().await?;
    assert_eq!(balance(&books.ledger(id, None).await?), 49_315);

    let outlook = acts.look(End, id).await?;
    assert_eq!(
        followed(&outlook),
        [
            (
                FollowedMark::Back,
                "The home is free from 16 November 2026",
                "It counts as let again"
            ),
            (
                FollowedMark::Back,
                "£506.85 of rent after the last day was taken off",
                "It is owed again"
            ),
            (
                FollowedMark::Back,
                "No rent was charged after the last day",
                "It is charged as if the tenancy had gone on"
            ),
        ]
    );
    acts.undo(End, id).await?;
    let ledger = books.ledger(id, None).await?;
    assert_eq!(balance(&ledger), 300_000);
    assert_eq!(ledger.next_due_date, day(2027, 2, 1));
    let told = world.told().await?;
    let last = told.last().map(String::as_str);
    assert_eq!(last, Some("tenancy.tenancy.started.v1"));
    assert_eq!(acts.history(id, 0).await?[0].reason, "Undone right away.");
    Ok(())
}

#[tokio::test]
async fn one_of_two_comes_back_and_shares_as_before() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, acts) = (world.landlord()?, Acts::of(&world, 1)?);
    let ada = landlord.add(tenant(FLAT, "Ada")).await?;
    let joins = Tenant {
        tenancy_id: ada.tenancy_id,
        tenancy_rent: None,
        lease_start: None,
        monthly_rent: money(40_000),
        ..tenant(FLAT, "Bob")
    };
    let bob = landlord.add(joins).await?.tenant_id;
    landlord.end(bob, day(2026, 11, 24)).await?;
    assert_eq!(
        landlord.get(ada.tenant_id).await?.monthly_rent,
        money(100_000)
    );
    acts.take_back(End, bob).await?;
    let back = landlord.get(bob).await?;
    assert_eq!(
        (back.lease_status(), back.monthly_rent),
        (LeaseStatus::Active, money(40_000))
    );
    assert_eq!(
        landlord.get(ada.tenant_id).await?.monthly_rent,
        money(60_000)
    );
    Ok(())
}

#[tokio::test]
async fn a_new_tenancy_of_the_home_has_to_be_taken_back_first() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, acts) = (world.landlord()?, Acts::of(&world, 1)?);
    let ada = landlord.add(tenant(FLAT, "Ada")).await?.tenant_id;
    landlord.end(ada, day(2026, 11, 20)).await?;
    let anjali = Tenant {
        lease_start: day(2026, 12, 1),
        ..tenant(FLAT, "Anjali")
    };
    let anjali = landlord.add(anjali).await?.tenant_id;
    let outlook = acts.look(End, ada).await?;
    assert_eq!(
        obstacle(&outlook),
        "Take back the new tenancy of Anjali first"
    );
    assert_eq!(outlook.obstacle.unwrap_or_default().tenant_id, anjali);
    assert!(!outlook.can_undo);
    for refused in [acts.take_back(End, ada).await, acts.undo(End, ada).await] {
        assert_eq!(reason(&refusal(refused)?), "TAKE_BACK_BLOCKED");
    }
    assert_eq!(landlord.get(ada).await?.lease_status(), LeaseStatus::Ended);
    // The new one was a mistake as well.
    acts.take_back(lintel_proto::tenancy::v1::TakeBackAct::Tenant, anjali)
        .await?;
    acts.take_back(End, ada).await?;
    assert_eq!(landlord.get(ada).await?.lease_status(), LeaseStatus::Active);
    Ok(())
}

#[tokio::test]
async fn two_at_once_take_an_end_back_once() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, acts) = (world.landlord()?, Acts::of(&world, 1)?);
    let id = landlord.add(tenant(FLAT, "Ada")).await?.tenant_id;
    landlord.end(id, day(2026, 12, 31)).await?;
    let (one, other) = tokio::join!(acts.take_back(End, id), acts.undo(End, id));
    assert!(one.is_ok() != other.is_ok());
    let refused = if one.is_ok() { other } else { one };
    assert_eq!(reason(&refusal(refused)?), "NOTHING_TO_TAKE_BACK");
    assert_eq!(acts.history(id, 0).await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn another_organisation_finds_nothing_and_a_viewer_only_reads() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let id = landlord.add(tenant(FLAT, "Ada")).await?.tenant_id;
    landlord.end(id, day(2026, 12, 31)).await?;
    let others = Acts::of(&world, 2)?;
    for refused in [
        refusal(others.look(End, id).await)?,
        refusal(others.take_back(End, id).await)?,
        refusal(others.history(id, 0).await)?,
    ] {
        assert_eq!(reason(&refused), "TENANT_NOT_FOUND");
    }
    assert_eq!(others.history(0, FLAT).await?, []);
    let token = world.mint.token(&member(12, 1, Grade::Viewer))?;
    let viewer = Acts(TakeBackServiceClient::new(world.bearer(Some(&token))?));
    assert!(viewer.look(End, id).await.is_ok());
    let refused = refusal(viewer.take_back(End, id).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    Ok(())
}

#[tokio::test]
async fn a_tenant_is_told_of_it_by_mail_where_that_is_wanted() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, acts) = (world.landlord()?, Acts::of(&world, 1)?);
    let told = async || -> anyhow::Result<Vec<String>> {
        let sent = mails(&world).await?.into_iter();
        let sent = sent.filter(|(kind, _)| *kind == TenancyMailKind::TenancyChanged);
        Ok(sent.map(|(_, mail)| mail.note).collect())
    };
    let id = landlord.add(tenant(FLAT, "Ada")).await?.tenant_id;
    landlord.end_quietly(id, day(2027, 1, 31)).await?;
    let undone = acts.undo(End, id).await?;
    assert_eq!(undone.reason, "Undone right away.");
    landlord.end_quietly(id, day(2027, 1, 31)).await?;
    let quiet = TakeBackRequest {
        email_tenant: Some(false),
        ..asked(End, id)
    };
    assert!(!acts.told(quiet).await?);
    assert_eq!(told().await?, Vec::<String>::new());

    landlord.end_quietly(id, day(2027, 1, 31)).await?;
    let note = "“The tenancy ends on 31 January 2027” was noted before. That is taken back, and your tenancy goes on.";
    let outlook = acts.look(End, id).await?;
    let shown = (outlook.told_tenant_id, outlook.mail_note.as_str());
    assert_eq!(shown, (id, note));
    let loud = TakeBackRequest {
        email_tenant: Some(true),
        ..asked(End, id)
    };
    assert!(acts.told(loud.clone()).await?);
    assert!(acts.told(loud).await?, "a repeat gets the first answer");
    assert_eq!(told().await?, [note]);

    // Whoever was told of an end hears that it is undone.
    landlord.end(id, day(2027, 1, 31)).await?;
    let undone = TakeBackRequest {
        undo: true,
        reason: String::new(),
        basis: 0,
        email_tenant: Some(true),
        ..asked(End, id)
    };
    assert!(acts.told(undone).await?);
    assert_eq!(
        told().await?,
        [note, "Your tenancy ends on 31 January 2027.", note]
    );
    Ok(())
}
