//! Money out beside money in: several accounts, lines that come again, and lines that were read the wrong way.

mod known;
mod returns;
mod splits;

use lintel_proto::tenancy::v1::{
    AddBankStatementRequest, BankLine, BankLineDecision, BankLineDecisionPart, BankLinePartKind,
    BankLineState, BankLineWay, BankStatement, DecideBankLinesRequest, DecideBankLinesResponse,
    DeleteBankLayoutRequest, Deposit, GetBankMonthRequest, ListBankAccountsRequest,
    ListBankLayoutsRequest, ListBankLinesRequest, RecordDepositRequest, RecordDepositReturnRequest,
    RenameBankAccountRequest, UndoBankLinesRequest, deposit_service_client::DepositServiceClient,
};
use tonic::Status;

use super::{Bank, ada, file, matches, named};
use crate::{
    applying::{COTTAGE, money, owner, request_id, world},
    harness::{World, reason, refusal, violations},
    rent::{Books, balance, monthly},
    tenants::day,
};

const RENT: BankLinePartKind = BankLinePartKind::Rent;
const NOTHING: BankLinePartKind = BankLinePartKind::Nothing;

impl Bank {
    async fn send(&self, request: AddBankStatementRequest) -> Result<BankStatement, Status> {
        let request = AddBankStatementRequest {
            request_id: request_id(),
            ..request
        };
        let reply = self.0.clone().add_bank_statement(request).await?;
        Ok(reply.into_inner().bank_statement.unwrap_or_default())
    }

    async fn become_parts(
        &self,
        line: i64,
        parts: &[(BankLinePartKind, i64, i64)],
    ) -> Result<DecideBankLinesResponse, Status> {
        let parts = parts
            .iter()
            .map(|(kind, tenant_id, pence)| BankLineDecisionPart {
                kind: (*kind).into(),
                tenant_id: *tenant_id,
                amount: money(*pence),
                charge_entry_id: 0,
            });
        self.become_what(BankLineDecision {
            bank_line_id: line,
            parts: parts.collect(),
            ..Default::default()
        })
        .await
    }

    async fn become_what(
        &self,
        decision: BankLineDecision,
    ) -> Result<DecideBankLinesResponse, Status> {
        let request = DecideBankLinesRequest {
            decisions: vec![decision],
            request_id: request_id(),
            email_tenants: None,
        };
        Ok(self
            .0
            .clone()
            .decide_bank_lines(request)
            .await?
            .into_inner())
    }

    async fn undo(&self, lines: &[i64]) -> Result<i32, Status> {
        let request = UndoBankLinesRequest {
            bank_line_ids: lines.to_vec(),
            request_id: request_id(),
        };
        Ok(self
            .0
            .clone()
            .undo_bank_lines(request)
            .await?
            .into_inner()
            .undone)
    }

    async fn found(&self, request: ListBankLinesRequest) -> anyhow::Result<Vec<BankLine>> {
        Ok(self.page(request).await?.lines)
    }
}

/// A statement with balances: day of November, text, signed amount, balance.
fn statement(lines: &[(u32, &str, &str, &str)]) -> Vec<u8> {
    let mut text = "Date,Description,Amount,Balance\n".to_owned();
    for (day, description, amount, balance) in lines {
        text.push_str(&format!(
            "{day:02}/11/2026,{description},{amount},{balance}\n"
        ));
    }
    text.into_bytes()
}

/// The line with a payer or a reference.
async fn line_of(bank: &Bank, text: &str) -> anyhow::Result<BankLine> {
    let lines = bank.lines().await?;
    let found = lines
        .into_iter()
        .find(|line| line.payer == text || line.reference == text);
    found.ok_or_else(|| anyhow::anyhow!("no line {text}"))
}

/// Bob's tenancy of the cottage since 1 November, whose rent is charged.
async fn bob(world: &World) -> anyhow::Result<i64> {
    let bob = world.landlord()?.add(named(COTTAGE, "Bob Byrne")).await?;
    let books = Books::of(world, 1)?;
    let terms = monthly(1, day(2026, 11, 1));
    books.start(bob.tenant_id, terms, 0).await?;
    Ok(bob.tenant_id)
}

#[tokio::test]
async fn money_out_is_kept_beside_money_in() -> anyhow::Result<()> {
    let world = world().await?;
    let bank = Bank::of(&world, 1)?;
    let lines = [
        (20, "A TESTER", "950.00", "1950.00"),
        (21, "POWER CO", "-60.00", "1890.00"),
    ];
    let added = bank.add(statement(&lines)).await?;
    assert_eq!((added.lines, added.open_lines), (1, 1));
    assert_eq!((added.money_out_lines, added.open_money_out_lines), (1, 1));
    let out = line_of(&bank, "POWER CO").await?;
    assert_eq!(out.amount, money(-6_000));
    assert_eq!((out.way(), out.open), (BankLineWay::Out, money(6_000)));
    assert_eq!(out.balance, money(189_000));
    let again = bank.add(statement(&lines)).await?;
    assert_eq!((again.known_lines, again.known_money_out_lines), (1, 1));
    for (way, count) in [(BankLineWay::In, 1), (BankLineWay::Out, 1)] {
        let request = ListBankLinesRequest {
            way: way.into(),
            ..Default::default()
        };
        assert_eq!(bank.found(request).await?.len(), count);
    }
    let request = ListBankLinesRequest {
        month: day(2026, 12, 31),
        ..Default::default()
    };
    assert!(bank.found(request).await?.is_empty());
    let month = GetBankMonthRequest {
        bank_account_id: 0,
        month: day(2026, 11, 30),
    };
    let month = bank.0.clone().get_bank_month(month).await?.into_inner();
    assert_eq!(
        (month.opening, month.closing, month.proved),
        (money(100_000), money(189_000), true)
    );
    assert_eq!(
        (month.money_in, month.money_out),
        (money(95_000), money(6_000))
    );
    assert_eq!((month.lines_in, month.decided_in), (1, 0));
    Ok(())
}

#[tokio::test]
async fn equal_payments_of_two_accounts_are_both_shown() -> anyhow::Result<()> {
    let world = world().await?;
    let bank = Bank::of(&world, 1)?;
    bank.add(statement(&[(20, "RENT", "900.00", "5900.00")]))
        .await?;
    let second = bank
        .add(statement(&[(20, "RENT", "900.00", "1200.00")]))
        .await?;
    assert_eq!((second.lines, second.known_lines), (1, 0));
    // Without balances somebody says that it is another account.
    let bare = file(&[(22, "A TESTER", "RENT", "900.00")]);
    bank.add(bare.clone()).await?;
    assert_eq!(bank.add(bare.clone()).await?.known_lines, 1);
    let request = AddBankStatementRequest {
        content: bare,
        bank_account_name: "Savings".to_owned(),
        ..Default::default()
    };
    let other = bank.send(request).await?;
    assert_eq!(
        (other.known_lines, other.bank_account_name.as_str()),
        (0, "Savings")
    );
    assert_eq!(bank.lines().await?.len(), 4);
    Ok(())
}

#[tokio::test]
async fn a_line_that_was_read_the_wrong_way_is_found() -> anyhow::Result<()> {
    let world = world().await?;
    let (bank, books) = (Bank::of(&world, 1)?, Books::of(&world, 1)?);
    let ada = ada(&world).await?.tenant_id;
    // As the release before stored what it took for money that came.
    bank.add(file(&[
        (3, "Ada Lovelace", "DEPOSIT BACK", "685.00"),
        (4, "POWER CO", "BILL", "60.00"),
    ]))
    .await?;
    world
        .execute("UPDATE bank_lines SET read_before = true")
        .await?;
    let line = line_of(&bank, "Ada Lovelace").await?.bank_line_id;
    bank.decide(&[(line, ada)]).await?;
    let right = file(&[
        (3, "Ada Lovelace", "DEPOSIT BACK", "-685.00"),
        (4, "POWER CO", "BILL", "-60.00"),
        (5, "Bob", "RENT", "1.00"),
    ]);
    let added = bank.add(right.clone()).await?;
    assert_eq!(
        (added.wrong_way_lines, added.lines, added.money_out_lines),
        (2, 1, 2)
    );
    let line = line_of(&bank, "Ada Lovelace").await?;
    assert_eq!(
        (line.way(), line.state()),
        (BankLineWay::Out, BankLineState::Received)
    );
    assert!(line.warning.contains("Take the receipt back"), "{line:?}");
    let open = line_of(&bank, "POWER CO").await?;
    assert_eq!(
        (open.way(), open.state()),
        (BankLineWay::Out, BankLineState::Open)
    );
    assert_eq!(open.warning, "");
    bank.undo(&[line.bank_line_id]).await?;
    let line = line_of(&bank, "Ada Lovelace").await?;
    assert_eq!(
        (line.state(), line.warning.as_str()),
        (BankLineState::Open, "")
    );
    assert_eq!(balance(&books.ledger(ada, None).await?), 100_000);
    let again = bank.add(right).await?;
    assert_eq!((again.wrong_way_lines, again.known_money_out_lines), (0, 2));
    Ok(())
}
