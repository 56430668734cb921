//! What tenants say of what was given back of their deposit.

use chrono::Duration;
use lintel_proto::tenancy::v1::{
    AnswerDepositReturnRequest, Deposit, GetDepositRequest, RecordDepositRequest,
    RecordDepositReturnRequest, TakeBackAct, TenancyMailKind, Tenant,
    deposit_service_client::DepositServiceClient,
};
use lintel_testkit::tokens::outsider;
use tonic::Code;

use crate::{
    applying::{money, owner, request_id, world},
    harness::{Caller, World, reason, refusal},
    portal_acts::{at_home, sent},
    take_back::Acts,
    tenants::day,
};

fn answer(home: &Tenant, agreed: bool, text: &str) -> AnswerDepositReturnRequest {
    AnswerDepositReturnRequest {
        tenancy_id: home.tenancy_id,
        agreed,
        text: text.to_owned(),
        request_id: request_id(),
        ..AnswerDepositReturnRequest::default()
    }
}

async fn answered(
    caller: &Caller,
    request: AnswerDepositReturnRequest,
) -> Result<Deposit, tonic::Status> {
    let reply = caller.portal.clone().answer_deposit_return(request).await?;
    Ok(reply.into_inner().deposit.unwrap_or_default())
}

pub async fn receive(world: &World, home: &Tenant) -> anyhow::Result<()> {
    let request = RecordDepositRequest {
        tenant_id: home.tenant_id,
        deposit: Some(Deposit {
            amount: money(70_000),
            receive_date: day(2026, 11, 1),
            ..Deposit::default()
        }),
        request_id: request_id(),
        ..RecordDepositRequest::default()
    };
    let mut deposits = DepositServiceClient::new(owner(world, 1)?);
    deposits.record_deposit(request).await?;
    Ok(())
}

pub fn giving_back(home: &Tenant, returned: i64) -> RecordDepositReturnRequest {
    RecordDepositReturnRequest {
        tenant_id: home.tenant_id,
        deposit: Some(Deposit {
            return_date: day(2026, 11, 20),
            returned: money(returned),
            deductions: "A new key for the front door".to_owned(),
            ..Deposit::default()
        }),
        request_id: request_id(),
        ..RecordDepositReturnRequest::default()
    }
}

async fn give_back(world: &World, home: &Tenant, returned: i64) -> anyhow::Result<()> {
    let mut deposits = DepositServiceClient::new(owner(world, 1)?);
    deposits
        .record_deposit_return(giving_back(home, returned))
        .await?;
    Ok(())
}

pub async fn held(world: &World, home: &Tenant) -> anyhow::Result<Deposit> {
    let request = GetDepositRequest {
        tenant_id: home.tenant_id,
    };
    let mut deposits = DepositServiceClient::new(owner(world, 1)?);
    let reply = deposits.get_deposit(request).await?.into_inner();
    Ok(reply.deposit.unwrap_or_default())
}

#[tokio::test]
async fn the_last_answer_to_a_return_holds_and_the_landlord_is_told() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, home) = at_home(&world).await?;
    receive(&world, &home).await?;
    let early = refusal(answered(&ann, answer(&home, true, "")).await)?;
    assert_eq!(
        (early.code(), reason(&early).as_str()),
        (Code::FailedPrecondition, "DEPOSIT_NOT_RETURNED")
    );
    give_back(&world, &home, 68_500).await?;
    let mute = refusal(answered(&ann, answer(&home, false, " ")).await)?;
    assert_eq!(reason(&mute), "DEPOSIT_ANSWER_INVALID");
    let no = answer(&home, false, "The key was never lost.");
    for _ in 0..2 {
        let deposit = answered(&ann, no.clone()).await?;
        assert_eq!(deposit.answers.len(), 1);
        assert_eq!(deposit.answers[0].text, "The key was never lost.");
    }
    let seen = held(&world, &home).await?.answers;
    assert_eq!((seen.len(), seen[0].agreed), (1, false));
    assert_eq!(seen[0].tenant_name, "Ann");
    assert_eq!(
        ann.portal().await?.deposit.unwrap_or_default().answers,
        seen
    );
    // The same once more is no news.
    answered(&ann, answer(&home, false, "The key was never lost.")).await?;
    answered(&ann, answer(&home, true, "")).await?;
    let seen = held(&world, &home).await?.answers;
    assert_eq!((seen.len(), seen[0].agreed), (1, true));
    assert_eq!(seen[0].text, "");
    let told = sent(&world, TenancyMailKind::DepositAnswered).await?;
    let told: Vec<_> = told
        .iter()
        .map(|mail| (mail.subject_kind.as_str(), mail.note.as_str()))
        .collect();
    assert_eq!(
        told,
        [("disagreed", "The key was never lost."), ("agreed", "")]
    );
    let told = sent(&world, TenancyMailKind::DepositAnswered).await?;
    assert_eq!(told[0].tenant_email, "ann@example.com");
    Ok(())
}

#[tokio::test]
async fn an_answer_is_to_one_return_and_stays_when_that_changes() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, home) = at_home(&world).await?;
    receive(&world, &home).await?;
    give_back(&world, &home, 68_500).await?;
    answered(&ann, answer(&home, false, "The key was never lost.")).await?;
    // Recording where it is protected changes nothing of the return.
    receive(&world, &home).await?;
    assert_eq!(held(&world, &home).await?.answers.len(), 1);
    give_back(&world, &home, 69_000).await?;
    let kept = held(&world, &home).await?.answers;
    assert_eq!((kept.len(), kept[0].outdated), (1, true));
    assert_eq!(kept[0].text, "The key was never lost.");
    let own = ann.portal().await?.deposit.unwrap_or_default();
    assert_eq!(own.answers, []);
    for (day_seen, sum_seen) in [(20, 68_500), (19, 69_000)] {
        let old = AnswerDepositReturnRequest {
            return_date: day(2026, 11, day_seen),
            returned: money(sum_seen),
            ..answer(&home, true, "")
        };
        let refused = refusal(answered(&ann, old).await)?;
        assert_eq!(reason(&refused), "DEPOSIT_RETURN_CHANGED");
    }
    let new = AnswerDepositReturnRequest {
        return_date: own.return_date,
        returned: own.returned,
        ..answer(&home, true, "")
    };
    let answers = answered(&ann, new).await?.answers;
    assert_eq!((answers[0].agreed, answers[0].outdated), (true, false));
    let acts = Acts::of(&world, 1)?;
    acts.take_back(TakeBackAct::DepositReturn, home.tenant_id)
        .await?;
    let kept = held(&world, &home).await?.answers;
    assert_eq!((kept.len(), kept[0].outdated), (1, true));
    Ok(())
}

#[tokio::test]
async fn a_return_is_answered_by_its_tenants_for_a_year() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, home) = at_home(&world).await?;
    receive(&world, &home).await?;
    give_back(&world, &home, 68_500).await?;
    let other = world.caller(&outsider(99, lintel_core::Role::Tenant))?;
    let refused = refusal(answered(&other, answer(&home, true, "")).await)?;
    assert_eq!(reason(&refused), "TENANCY_NOT_LINKED");
    world.clock.advance(Duration::days(366));
    let late = refusal(answered(&ann, answer(&home, true, "")).await)?;
    assert_eq!(reason(&late), "DEPOSIT_ANSWER_INVALID");
    Ok(())
}
