//! Duties towards tenants with a last day: papers to give, and answers to requests for pets.

use chrono::Duration;
use lintel_core::{Grade, Role};
use lintel_proto::{
    common::v1::Date,
    tenancy::v1::{
        DeadlineKind, Duties, GetDutiesRequest, ListDeadlinesRequest, OwedPaper, Paper, PetAnswer,
        PetRequest, RecordPaperRequest, RecordPetRequestRequest, RemovePetRequestRequest,
        TenancyMailKind, Tenant, deadline_service_client::DeadlineServiceClient,
        duty_service_client::DutyServiceClient,
    },
};
use lintel_tenancy_applications::app::{
    letting::{Deadlines, TenancyMails},
    mail_requests::Mails,
};
use lintel_testkit::tokens::{member, outsider};
use tonic::{Code, Status};

use crate::{
    agreements::{all_sign, issue, ready, terms},
    applying::{ANN, COTTAGE, FLAT, day, mails, owner, read, request_id, world},
    harness::{Connection, World, fields, reason, refusal},
    tenants::tenant,
};

fn duties(connection: &Connection) -> DutyServiceClient<Connection> {
    DutyServiceClient::new(connection.clone())
}

fn viewer(world: &World) -> anyhow::Result<Connection> {
    world.bearer(Some(&world.mint.token(&member(14, 1, Grade::Viewer))?))
}

/// A deadline: its kind, its day and the tenant's name.
async fn due(connection: &Connection) -> anyhow::Result<Vec<(DeadlineKind, Option<Date>, String)>> {
    let mut client = DeadlineServiceClient::new(connection.clone());
    let reply = client.list_deadlines(ListDeadlinesRequest {}).await?;
    let all = reply.into_inner().deadlines.into_iter();
    let all = all.map(|one| (one.kind(), one.due_date, one.tenant_name));
    Ok(all.collect())
}

async fn owed(connection: &Connection, tenant_id: i64) -> Result<Duties, Status> {
    let mut client = duties(connection);
    let reply = client.get_duties(GetDutiesRequest { tenant_id }).await?;
    Ok(reply.into_inner().duties.unwrap_or_default())
}

fn giving(tenant_id: i64, paper: Paper, on: Option<Date>) -> RecordPaperRequest {
    RecordPaperRequest {
        tenant_id,
        paper: paper.into(),
        delivery_date: on,
        request_id: request_id(),
    }
}

async fn give(connection: &Connection, asked: RecordPaperRequest) -> Result<Duties, Status> {
    let reply = duties(connection).record_paper(asked).await?.into_inner();
    Ok(reply.duties.unwrap_or_default())
}

fn asking(tenant_id: i64, pet_request: PetRequest) -> RecordPetRequestRequest {
    RecordPetRequestRequest {
        tenant_id,
        pet_request: Some(pet_request),
        request_id: request_id(),
    }
}

async fn ask(connection: &Connection, asked: RecordPetRequestRequest) -> Result<Duties, Status> {
    let reply = duties(connection).record_pet_request(asked).await?;
    Ok(reply.into_inner().duties.unwrap_or_default())
}

fn cat(requested: Option<Date>) -> PetRequest {
    PetRequest {
        pet: "A cat".to_owned(),
        request_date: requested,
        ..PetRequest::default()
    }
}

fn jobs(world: &World) -> Deadlines {
    let mails = TenancyMails::new(Mails::new(Some(world.mail_opener.sealer())));
    Deadlines::new(world.database.db.clone(), world.clock.clone(), mails)
}

/// How many mails of a kind the members got after two replicas have looked at once.
async fn told(world: &World, kind: TenancyMailKind) -> anyhow::Result<usize> {
    let (one, other) = (jobs(world), jobs(world));
    let (one, other) = futures::future::join(one.tell(), other.tell()).await;
    one?;
    other?;
    let all = mails(world).await?.into_iter();
    Ok(all.filter(|(told, _)| *told == kind).count())
}

#[tokio::test]
async fn the_sheet_is_owed_in_an_older_tenancy_until_it_is_given() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let old = Tenant {
        lease_start: day(2026, 4, 30),
        ..tenant(FLAT, "Ann")
    };
    let ann = landlord.add(old).await?;
    let late = (
        DeadlineKind::InformationSheet,
        day(2026, 5, 31),
        "Ann".to_owned(),
    );
    assert_eq!(due(&viewer(&world)?).await?, std::slice::from_ref(&late));
    assert!(due(&owner(&world, 2)?).await?.is_empty());
    let papers = owed(&viewer(&world)?, ann.tenant_id).await?.papers;
    let open = OwedPaper {
        paper: Paper::InformationSheet.into(),
        due_date: day(2026, 5, 31),
        rule: papers[0].rule.clone(),
        ..OwedPaper::default()
    };
    assert_eq!(papers, std::slice::from_ref(&open));
    assert!(open.rule.contains("by 31 May 2026"), "{}", open.rule);

    let asked = giving(ann.tenant_id, Paper::InformationSheet, day(2026, 5, 20));
    let given = give(&hers, asked.clone()).await?;
    assert_eq!(given.papers[0].delivery_date, day(2026, 5, 20));
    assert_eq!(give(&hers, asked).await?, given);
    assert!(due(&hers).await?.is_empty());
    let back = giving(ann.tenant_id, Paper::InformationSheet, None);
    assert_eq!(give(&hers, back).await?.papers, [open]);
    assert_eq!(due(&hers).await?, [late]);
    assert_eq!(told(&world, TenancyMailKind::WrittenStatementDue).await?, 0);
    landlord.end(ann.tenant_id, day(2026, 11, 24)).await?;
    assert!(due(&hers).await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_paper_that_cannot_be_so_is_refused_and_others_may_not() -> anyhow::Result<()> {
    let world = world().await?;
    let ann = world.landlord()?.add(tenant(FLAT, "Ann")).await?;
    world.confirm(ANN, ann.tenancy_id).await?;
    let hers = owner(&world, 1)?;
    let id = ann.tenant_id;
    for (paper, on, field) in [
        (Paper::WrittenStatement, day(2026, 11, 26), "delivery_date"),
        (Paper::Unspecified, day(2026, 11, 20), "paper"),
    ] {
        let refused = refusal(give(&hers, giving(id, paper, on)).await)?;
        assert_eq!(
            (reason(&refused).as_str(), fields(&refused)),
            ("PAPER_INVALID", vec![field.to_owned()])
        );
    }
    let theirs = owner(&world, 2)?;
    let asked = || giving(id, Paper::WrittenStatement, day(2026, 11, 1));
    assert_eq!(
        reason(&refusal(owed(&theirs, id).await)?),
        "TENANT_NOT_FOUND"
    );
    assert_eq!(
        reason(&refusal(give(&theirs, asked()).await)?),
        "TENANT_NOT_FOUND"
    );
    let account = world.bearer(Some(&world.mint.token(&outsider(ANN, Role::Tenant))?))?;
    for connection in [account, viewer(&world)?] {
        let refused = refusal(give(&connection, asked()).await)?;
        assert_eq!(refused.code(), Code::PermissionDenied);
        let pet = asking(id, cat(day(2026, 11, 20)));
        let refused = refusal(ask(&connection, pet).await)?;
        assert_eq!(refused.code(), Code::PermissionDenied);
    }
    Ok(())
}

#[tokio::test]
async fn a_statement_is_told_of_once_soon_and_once_late_until_given() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let upcoming = Tenant {
        lease_start: day(2026, 12, 10),
        ..tenant(COTTAGE, "Bob")
    };
    let bob = landlord.add(upcoming).await?;
    let open = (
        DeadlineKind::WrittenStatement,
        day(2026, 12, 10),
        "Bob".to_owned(),
    );
    assert_eq!(due(&hers).await?, [open]);
    let kind = TenancyMailKind::WrittenStatementDue;
    // It is 24 November.
    for (days, expected) in [(8, 0), (1, 1), (7, 1), (1, 2), (20, 2)] {
        world.clock.advance(Duration::days(days));
        assert_eq!(told(&world, kind).await?, expected, "{days}");
    }
    let given = giving(bob.tenant_id, Paper::WrittenStatement, day(2026, 12, 12));
    give(&hers, given).await?;
    assert!(due(&hers).await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn tenancies_that_began_long_ago_are_listed_and_not_told_of() -> anyhow::Result<()> {
    let world = world().await?;
    let old = Tenant {
        lease_start: day(2026, 6, 1),
        ..tenant(FLAT, "Ann")
    };
    world.landlord()?.add(old).await?;
    let late = (
        DeadlineKind::WrittenStatement,
        day(2026, 6, 1),
        "Ann".to_owned(),
    );
    assert_eq!(due(&owner(&world, 1)?).await?, [late]);
    assert_eq!(told(&world, TenancyMailKind::WrittenStatementDue).await?, 0);
    Ok(())
}

#[tokio::test]
async fn an_agreement_that_all_have_signed_is_the_written_statement() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    let hers = owner(&world, 1)?;
    let statements = async || {
        let all = due(&hers).await?.into_iter();
        let kind = DeadlineKind::WrittenStatement;
        anyhow::Ok(all.filter(|(one, ..)| *one == kind).count())
    };
    assert_eq!(statements().await?, 1);
    issue(&hers, id, terms(), b"").await?;
    assert_eq!(statements().await?, 1);
    all_sign(&world, id).await?;
    assert_eq!(statements().await?, 0);
    let tenant_id = read(&world, id).await?.tenant_id;
    let papers = owed(&hers, tenant_id).await?.papers;
    assert_eq!(papers.len(), 1);
    assert_eq!(papers[0].paper(), Paper::WrittenStatement);
    assert_eq!(papers[0].signing_date, day(2026, 11, 24));
    Ok(())
}

#[tokio::test]
async fn a_request_for_a_pet_is_open_until_it_is_answered() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let ann = landlord.add(tenant(FLAT, "Ann")).await?;
    let id = ann.tenant_id;
    give(&hers, giving(id, Paper::WrittenStatement, day(2026, 11, 1))).await?;
    let asked = asking(id, cat(day(2026, 11, 20)));
    let first = ask(&hers, asked.clone()).await?;
    assert_eq!(ask(&hers, asked).await?, first);
    assert_eq!(first.pet_requests.len(), 1);
    assert!(first.pet_rule.contains("28 days"), "{}", first.pet_rule);
    let kept = first.pet_requests[0].clone();
    assert_eq!(kept.answer_by_date, day(2026, 12, 18));
    let open = (DeadlineKind::PetAnswer, day(2026, 12, 18), "Ann".to_owned());
    assert_eq!(due(&viewer(&world)?).await?, [open]);
    let kind = TenancyMailKind::PetAnswerDue;
    for (days, expected) in [(16, 0), (1, 1), (7, 1), (1, 2), (30, 2)] {
        world.clock.advance(Duration::days(days));
        assert_eq!(told(&world, kind).await?, expected, "{days}");
    }
    let refused = PetRequest {
        answer: PetAnswer::Refused.into(),
        answer_date: day(2026, 12, 1),
        ..kept.clone()
    };
    let unreasoned = refusal(ask(&hers, asking(id, refused.clone())).await)?;
    assert_eq!(
        (reason(&unreasoned).as_str(), fields(&unreasoned)),
        ("PET_REQUEST_INVALID", vec!["reason".to_owned()])
    );
    let reasoned = PetRequest {
        reason: "The lease of the building forbids pets.".to_owned(),
        ..refused
    };
    let answered = ask(&hers, asking(id, reasoned.clone())).await?;
    assert_eq!(answered.pet_requests, [reasoned]);
    assert!(due(&hers).await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_request_of_another_tenant_is_neither_changed_nor_removed() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let ann = landlord.add(tenant(FLAT, "Ann")).await?;
    let bob = landlord.add(tenant(COTTAGE, "Bob")).await?;
    let kept = ask(&hers, asking(ann.tenant_id, cat(day(2026, 11, 20)))).await?;
    let kept = kept.pet_requests[0].clone();
    let remove = |tenant_id| RemovePetRequestRequest {
        tenant_id,
        pet_request_id: kept.pet_request_id,
        request_id: request_id(),
    };
    let changed = ask(&hers, asking(bob.tenant_id, kept.clone())).await;
    assert_eq!(reason(&refusal(changed)?), "PET_REQUEST_NOT_FOUND");
    let mut client = duties(&hers);
    let removed = client.remove_pet_request(remove(bob.tenant_id)).await;
    assert_eq!(reason(&refusal(removed)?), "PET_REQUEST_NOT_FOUND");
    let theirs = owner(&world, 2)?;
    let mut stranger = duties(&theirs);
    let removed = stranger.remove_pet_request(remove(ann.tenant_id)).await;
    assert_eq!(reason(&refusal(removed)?), "TENANT_NOT_FOUND");
    let removed = client.remove_pet_request(remove(ann.tenant_id)).await?;
    let left = removed.into_inner().duties.unwrap_or_default();
    assert!(left.pet_requests.is_empty());
    Ok(())
}
