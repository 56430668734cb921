//! Holding deposits of applicants: their clock, what became of them, and who may see them.

use chrono::Duration;
use lintel_core::Grade;
use lintel_proto::tenancy::v1::{
    ApplicationStatus, DeadlineKind, GetHoldingDepositRequest, HoldingDeposit, HoldingOutcome,
    ListDeadlinesRequest, RecordHoldingDepositRequest, RemoveHoldingDepositRequest,
    TenancyMailKind, deadline_service_client::DeadlineServiceClient,
    holding_deposit_service_client::HoldingDepositServiceClient,
};
use lintel_tenancy_applications::app::{
    letting::{Deadlines, TenancyMails},
    mail_requests::Mails,
};
use lintel_testkit::tokens::member;
use tonic::{Code, Status};

use crate::{
    applying::{FLAT, apply, day, decide, mails, money, owner, request_id, world},
    harness::{Connection, World, fields, reason, refusal},
};

fn holdings(connection: &Connection) -> HoldingDepositServiceClient<Connection> {
    HoldingDepositServiceClient::new(connection.clone())
}

fn viewer(world: &World) -> anyhow::Result<Connection> {
    world.bearer(Some(&world.mint.token(&member(14, 1, Grade::Viewer))?))
}

fn recording(application_id: i64, holding_deposit: HoldingDeposit) -> RecordHoldingDepositRequest {
    RecordHoldingDepositRequest {
        application_id,
        holding_deposit: Some(holding_deposit),
        request_id: request_id(),
    }
}

async fn record(
    connection: &Connection,
    asked: RecordHoldingDepositRequest,
) -> Result<HoldingDeposit, Status> {
    let reply = holdings(connection).record_holding_deposit(asked).await?;
    Ok(reply.into_inner().holding_deposit.unwrap_or_default())
}

async fn get(connection: &Connection, application_id: i64) -> Result<HoldingDeposit, Status> {
    let request = GetHoldingDepositRequest { application_id };
    let reply = holdings(connection).get_holding_deposit(request).await?;
    Ok(reply.into_inner().holding_deposit.unwrap_or_default())
}

/// £276.92 is a week of £1,200 a month.
fn a_week() -> HoldingDeposit {
    HoldingDeposit {
        amount: money(27_692),
        receive_date: day(2026, 11, 20),
        ..HoldingDeposit::default()
    }
}

/// The deadlines of holding deposits: the kind, the day, the application and the name.
async fn due(
    connection: &Connection,
) -> anyhow::Result<Vec<(DeadlineKind, String, i64, i64, String)>> {
    let mut client = DeadlineServiceClient::new(connection.clone());
    let reply = client.list_deadlines(ListDeadlinesRequest {}).await?;
    let all = reply.into_inner().deadlines.into_iter();
    let all = all.map(|one| {
        let on = one.due_date.unwrap_or_default();
        let on = format!("{}-{:02}-{:02}", on.year, on.month, on.day);
        (
            one.kind(),
            on,
            one.application_id,
            one.tenant_id,
            one.tenant_name,
        )
    });
    Ok(all.collect())
}

async fn told(world: &World, kind: TenancyMailKind) -> anyhow::Result<usize> {
    let jobs = || {
        let mails = TenancyMails::new(Mails::new(Some(world.mail_opener.sealer())));
        Deadlines::new(world.database.db.clone(), world.clock.clone(), mails)
    };
    let (one, other) = (jobs(), jobs());
    let (one, other) = futures::future::join(one.tell(), other.tell()).await;
    one?;
    other?;
    let all = mails(world).await?.into_iter();
    Ok(all.filter(|(told, _)| *told == kind).count())
}

#[tokio::test]
async fn it_waits_for_an_agreement_and_is_then_to_be_paid_back() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = ann.application_id;
    let none = get(&viewer(&world)?, id).await?;
    assert_eq!((none.amount, none.agree_by_date), (None, None));
    assert!(none.rule.contains("15 days"), "{}", none.rule);
    let asked = recording(id, a_week());
    let held = record(&hers, asked.clone()).await?;
    assert_eq!(record(&hers, asked).await?, held);
    assert_eq!(held.agree_by_date, day(2026, 12, 4));
    assert!(held.warnings.is_empty(), "{:?}", held.warnings);
    let line = |kind, on: &str| (kind, on.to_owned(), id, 0, "Ann".to_owned());
    let agree = DeadlineKind::HoldingDepositAgreement;
    assert_eq!(due(&viewer(&world)?).await?, [line(agree, "2026-12-04")]);
    assert!(due(&owner(&world, 2)?).await?.is_empty());
    // It is 24 November.
    let (agreement, back) = (
        TenancyMailKind::HoldingDepositAgreementDue,
        TenancyMailKind::HoldingDepositReturnDue,
    );
    for (days, expected) in [
        (6, (0, 0)),
        (1, (1, 0)),
        (3, (1, 0)),
        (4, (1, 1)),
        (3, (1, 2)),
        (30, (1, 2)),
    ] {
        world.clock.advance(Duration::days(days));
        let now = (told(&world, agreement).await?, told(&world, back).await?);
        assert_eq!(now, expected, "{days}");
    }
    let late = line(DeadlineKind::HoldingDepositReturn, "2026-12-10");
    assert_eq!(due(&hers).await?, [late]);
    let paid = HoldingDeposit {
        outcome: HoldingOutcome::PaidBack.into(),
        outcome_date: day(2026, 12, 11),
        ..a_week()
    };
    let paid = record(&hers, recording(id, paid)).await?;
    assert_eq!(
        (paid.outcome(), paid.pay_back_by_date),
        (HoldingOutcome::PaidBack, None)
    );
    assert!(due(&hers).await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_no_of_the_landlord_starts_the_week() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = ann.application_id;
    let later = HoldingDeposit {
        agree_by_date: day(2026, 12, 31),
        ..a_week()
    };
    let held = record(&hers, recording(id, later)).await?;
    assert_eq!(
        (held.agree_by_date, held.agreed_in_writing),
        (day(2026, 12, 31), true)
    );
    decide(&world, id, ApplicationStatus::Rejected, 0).await?;
    let held = get(&hers, id).await?;
    assert_eq!(held.pay_back_by_date, day(2026, 11, 30));
    let kinds: Vec<_> = due(&hers).await?.into_iter().map(|one| one.0).collect();
    assert_eq!(kinds, [DeadlineKind::HoldingDepositReturn]);
    Ok(())
}

#[tokio::test]
async fn one_above_a_week_is_warned_of_and_what_cannot_be_is_refused() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = ann.application_id;
    let more = HoldingDeposit {
        amount: money(27_693),
        ..a_week()
    };
    let held = record(&hers, recording(id, more)).await?;
    assert_eq!(held.warnings.len(), 1);
    assert!(held.warnings[0].contains("£276.92"), "{}", held.warnings[0]);
    let kept = HoldingDeposit {
        outcome: HoldingOutcome::Kept.into(),
        ..a_week()
    };
    let refused = refusal(record(&hers, recording(id, kept)).await)?;
    assert_eq!(
        (reason(&refused).as_str(), fields(&refused)),
        (
            "HOLDING_DEPOSIT_INVALID",
            vec!["outcome_date".to_owned(), "reason".to_owned()]
        )
    );
    let remove = || RemoveHoldingDepositRequest {
        application_id: id,
        request_id: request_id(),
    };
    let theirs = owner(&world, 2)?;
    assert_eq!(
        reason(&refusal(get(&theirs, id).await)?),
        "APPLICATION_NOT_FOUND"
    );
    let refused = refusal(record(&theirs, recording(id, a_week())).await)?;
    assert_eq!(reason(&refused), "APPLICATION_NOT_FOUND");
    let refused = holdings(&theirs).remove_holding_deposit(remove()).await;
    assert_eq!(reason(&refusal(refused)?), "APPLICATION_NOT_FOUND");
    let reader = viewer(&world)?;
    let refused = refusal(record(&reader, recording(id, a_week())).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    holdings(&hers).remove_holding_deposit(remove()).await?;
    assert_eq!(get(&hers, id).await?.amount, None);
    assert!(due(&hers).await?.is_empty());
    Ok(())
}
