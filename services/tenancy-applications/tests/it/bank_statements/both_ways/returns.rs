//! Money that goes back: refunds, and deposits.

use super::*;

#[tokio::test]
async fn money_that_went_back_is_a_refund_and_no_receipt() -> anyhow::Result<()> {
    let world = world().await?;
    let (bank, books) = (Bank::of(&world, 1)?, Books::of(&world, 1)?);
    let ada = ada(&world).await?.tenant_id;
    bank.add(statement(&[
        (3, "ADA LOVELACE", "1050.00", "1050.00"),
        (9, "ADA LOVELACE", "-50.00", "1000.00"),
    ]))
    .await?;
    let lines = bank.lines().await?;
    let (out, came) = (&lines[0], &lines[1]);
    bank.decide(&[(came.bank_line_id, ada)]).await?;
    let out = bank
        .lines()
        .await?
        .into_iter()
        .find(|line| line.bank_line_id == out.bank_line_id);
    let out = out.unwrap_or_default();
    assert_eq!(matches(&out), [(ada, true)]);
    let decided = bank.decide(&[(out.bank_line_id, ada)]).await?;
    assert_eq!((decided.refunded, decided.received), (1, 0));
    let ledger = books.ledger(ada, None).await?;
    assert_eq!(balance(&ledger), 0);
    let all = bank.lines().await?;
    let refunded = all
        .iter()
        .find(|line| line.bank_line_id == out.bank_line_id);
    assert_eq!(refunded.map(BankLine::state), Some(BankLineState::Refunded));
    let rent = BankLineDecision {
        bank_line_id: out.bank_line_id,
        tenant_id: ada,
        kind: RENT.into(),
        ..Default::default()
    };
    bank.undo(&[out.bank_line_id]).await?;
    assert_eq!(balance(&books.ledger(ada, None).await?), -5_000);
    let refused = refusal(bank.become_what(rent).await)?;
    assert_eq!(reason(&refused), "BANK_PARTS_INVALID");
    Ok(())
}

#[tokio::test]
async fn a_deposit_that_went_back_finds_its_line() -> anyhow::Result<()> {
    let world = world().await?;
    let bank = Bank::of(&world, 1)?;
    let ada = ada(&world).await?.tenant_id;
    bank.add(statement(&[(20, "A LOVELACE DEPOSIT", "-685.00", "15.00")]))
        .await?;
    let line = bank.lines().await?.remove(0);
    assert!(line.proposed_split.is_empty());
    let returned = BankLineDecision {
        bank_line_id: line.bank_line_id,
        tenant_id: ada,
        kind: BankLinePartKind::DepositReturn.into(),
        ..Default::default()
    };
    let refused = refusal(bank.become_what(returned.clone()).await)?;
    assert_eq!(reason(&refused), "BANK_PARTS_INVALID");
    give_back(&world, ada).await?;
    let line = bank.lines().await?.remove(0);
    assert!(line.split_sure, "{line:?}");
    assert_eq!(
        line.proposed_split[0].reason,
        "The return recorded on 18/11/2026."
    );
    assert_eq!(bank.become_what(returned).await?.returned, 1);
    let line = bank.lines().await?.remove(0);
    assert_eq!(line.state(), BankLineState::DepositReturned);
    assert_eq!(line.parts[0].tenant_id, ada);
    assert_eq!(bank.undo(&[line.bank_line_id]).await?, 1);
    assert_eq!(bank.lines().await?.remove(0).state(), BankLineState::Open);
    Ok(())
}

/// Records that 685 pounds of a deposit of 700 went back on 18 November.
async fn give_back(world: &World, tenant_id: i64) -> anyhow::Result<()> {
    let connection = owner(world, 1)?;
    let mut deposits = DepositServiceClient::new(connection);
    let received = Deposit {
        amount: money(70_000),
        receive_date: day(2026, 11, 1),
        ..Default::default()
    };
    let record = RecordDepositRequest {
        tenant_id,
        deposit: Some(received),
        request_id: request_id(),
        ..RecordDepositRequest::default()
    };
    deposits.record_deposit(record).await?;
    let returned = Deposit {
        return_date: day(2026, 11, 18),
        returned: money(68_500),
        deductions: "Cleaning".to_owned(),
        ..Default::default()
    };
    let give_back = RecordDepositReturnRequest {
        tenant_id,
        deposit: Some(returned),
        request_id: request_id(),
        ..RecordDepositReturnRequest::default()
    };
    deposits.record_deposit_return(give_back).await?;
    Ok(())
}
