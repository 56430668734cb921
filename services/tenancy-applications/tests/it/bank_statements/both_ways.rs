//! Money out beside money in: several accounts, lines that come again, splits, refunds, returns of deposits, and taking all of it back.

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
async fn a_line_is_split_between_tenants_and_proposed_again() -> anyhow::Result<()> {
    let world = world().await?;
    let (bank, books) = (Bank::of(&world, 1)?, Books::of(&world, 1)?);
    let (ada, bob) = (ada(&world).await?.tenant_id, bob(&world).await?);
    let schedule = |day, amount| file(&[(day, "TRENTSIDE COUNCIL", "HB SCHEDULE 4711", amount)]);
    bank.add(schedule(5, "1500.00")).await?;
    let line = line_of(&bank, "TRENTSIDE COUNCIL").await?;
    let id = line.bank_line_id;
    let refused = bank
        .become_parts(id, &[(RENT, ada, 100_000), (RENT, bob, 30_000)])
        .await;
    let refused = refusal(refused)?;
    assert_eq!(reason(&refused), "BANK_PARTS_INVALID");
    assert_eq!(
        violations(&refused),
        [(
            "decisions[0].parts".to_owned(),
            "£200.00 is not given out yet.".to_owned()
        )]
    );
    let parts = [
        (RENT, ada, 100_000),
        (RENT, bob, 30_000),
        (NOTHING, 0, 20_000),
    ];
    let decided = bank.become_parts(id, &parts).await?;
    assert_eq!((decided.received, decided.ignored), (1, 0));
    assert_eq!(balance(&books.ledger(ada, None).await?), 0);
    let line = line_of(&bank, "TRENTSIDE COUNCIL").await?;
    assert_eq!(line.state(), BankLineState::Received);
    assert_eq!((line.open, line.entry_id), (money(0), 0));
    let shown: Vec<_> = line
        .parts
        .iter()
        .map(|part| (part.tenant_name.as_str(), part.kind(), part.entry_id > 0))
        .collect();
    assert_eq!(
        shown,
        [
            ("Ada Lovelace", RENT, true),
            ("Bob Byrne", RENT, true),
            ("", NOTHING, false)
        ]
    );

    bank.add(schedule(19, "1500.00")).await?;
    let next = bank.lines().await?.remove(0);
    assert!(next.split_sure, "{next:?}");
    let proposed: Vec<_> = next
        .proposed_split
        .iter()
        .map(|part| part.tenant_id)
        .collect();
    assert_eq!(proposed, [ada, bob, 0]);
    assert!(next.matches.iter().all(|found| !found.sure));
    // The payer's name alone names nobody.
    bank.add(file(&[(20, "TRENTSIDE COUNCIL", "SOMETHING ELSE", "1.00")]))
        .await?;
    let other = line_of(&bank, "SOMETHING ELSE").await?;
    assert!(other.proposed_split.is_empty());
    assert!(matches(&other).iter().all(|(_, sure)| !sure));

    assert_eq!(bank.undo(&[id]).await?, 1);
    let line = bank
        .lines()
        .await?
        .into_iter()
        .find(|line| line.bank_line_id == id);
    let line = line.unwrap_or_default();
    assert_eq!(
        (line.state(), line.open),
        (BankLineState::Open, money(150_000))
    );
    assert!(line.parts.is_empty());
    assert_eq!(balance(&books.ledger(ada, None).await?), 100_000);
    assert_eq!(bank.undo(&[id]).await?, 0, "it is to decide already");
    Ok(())
}

#[tokio::test]
async fn a_part_that_is_taken_back_is_to_give_out_again() -> anyhow::Result<()> {
    let world = world().await?;
    let (bank, books) = (Bank::of(&world, 1)?, Books::of(&world, 1)?);
    let (ada, bob) = (ada(&world).await?.tenant_id, bob(&world).await?);
    bank.add(file(&[(5, "M SMYTHE", "FOR BOTH", "700.00")]))
        .await?;
    let id = line_of(&bank, "M SMYTHE").await?.bank_line_id;
    bank.become_parts(id, &[(RENT, ada, 40_000), (RENT, bob, 30_000)])
        .await?;
    let entry = line_of(&bank, "M SMYTHE").await?.parts[1].entry_id;
    let back = lintel_proto::tenancy::v1::LedgerEntry {
        kind: lintel_proto::tenancy::v1::LedgerEntryKind::Reversal.into(),
        reverses: entry,
        ..Default::default()
    };
    books.post(bob, back, request_id()).await?;
    let line = line_of(&bank, "M SMYTHE").await?;
    assert_eq!(
        (line.state(), line.open),
        (BankLineState::Open, money(30_000))
    );
    assert_eq!(bank.files().await?[0].open_lines, 1);
    bank.decide(&[(id, ada)]).await?;
    let line = line_of(&bank, "M SMYTHE").await?;
    assert_eq!(
        (line.state(), line.parts.len()),
        (BankLineState::Received, 2)
    );
    assert_eq!(balance(&books.ledger(ada, None).await?), 30_000);
    Ok(())
}

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
    };
    deposits.record_deposit_return(give_back).await?;
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

#[tokio::test]
async fn an_account_has_a_name_and_its_last_digits() -> anyhow::Result<()> {
    let world = world().await?;
    let (bank, other) = (Bank::of(&world, 1)?, Bank::of(&world, 2)?);
    let content = b"Date,Account Number,Description,Amount\n20/11/2026,12344471,RENT,900.00\n20/11/2026,12345555,RENT,900.00\n";
    let added = bank.add(content.to_vec()).await?;
    assert_eq!((added.lines, added.known_lines), (2, 0));
    let accounts = bank
        .0
        .clone()
        .list_bank_accounts(ListBankAccountsRequest {})
        .await?;
    let accounts = accounts.into_inner().bank_accounts;
    let shown: Vec<_> = accounts
        .iter()
        .map(|one| (one.name.as_str(), one.ending.as_str()))
        .collect();
    assert_eq!(
        shown,
        [
            ("Account ending 4471", "4471"),
            ("Account ending 5555", "5555")
        ]
    );
    let rename = |name: &str| RenameBankAccountRequest {
        bank_account_id: accounts[0].bank_account_id,
        name: name.to_owned(),
        request_id: request_id(),
    };
    let renamed = bank
        .0
        .clone()
        .rename_bank_account(rename("Current"))
        .await?;
    let renamed = renamed.into_inner().bank_account.unwrap_or_default();
    assert_eq!(renamed.name, "Current");
    let refused = refusal(bank.0.clone().rename_bank_account(rename(" ")).await)?;
    assert_eq!(reason(&refused), "BANK_ACCOUNT_INVALID");
    let refused = refusal(other.0.clone().rename_bank_account(rename("Mine")).await)?;
    assert_eq!(reason(&refused), "BANK_ACCOUNT_NOT_FOUND");
    // A file that names none: there are several.
    let bare = file(&[(23, "A TESTER", "RENT", "900.00")]);
    let refused = refusal(bank.add(bare.clone()).await)?;
    assert_eq!(reason(&refused), "BANK_ACCOUNT_NEEDED");
    let chosen = AddBankStatementRequest {
        content: bare,
        bank_account_id: accounts[1].bank_account_id,
        ..Default::default()
    };
    assert_eq!(
        bank.send(chosen.clone()).await?.bank_account_name,
        "Account ending 5555"
    );
    let refused = refusal(other.send(chosen).await)?;
    assert_eq!(reason(&refused), "BANK_ACCOUNT_NOT_FOUND");
    let stored = world
        .number("SELECT count(*) FROM bank_accounts WHERE bank_accounts::text LIKE '%12344471%'")
        .await?;
    assert_eq!(stored, 0);
    Ok(())
}

#[tokio::test]
async fn columns_are_named_once() -> anyhow::Result<()> {
    let world = world().await?;
    let (bank, other) = (Bank::of(&world, 1)?, Bank::of(&world, 2)?);
    let content = |day: u32, amount: &str| {
        format!("Posted,Kind,Other party,Narrative,Value,Ind\n{day:02}/11/2026,FP,H PETRIE,APT 19,{amount},X\n{day:02}/11/2026,DD,TYNEGATE,TM-2,398.20,Y\n")
            .into_bytes()
    };
    let refused = refusal(bank.add(content(20, "1250.00")).await)?;
    assert_eq!(reason(&refused), "BANK_COLUMNS_NEEDED");
    let words = ["date", "ignore", "payer", "reference", "amount", "flag"];
    let layout = lintel_proto::tenancy::v1::BankLayout {
        columns: words.map(ToOwned::to_owned).to_vec(),
        out_words: vec!["Y".to_owned()],
        ..Default::default()
    };
    let preview = lintel_proto::tenancy::v1::PreviewBankFileRequest {
        content: content(20, "1250.00"),
        layout: Some(layout.clone()),
        ..Default::default()
    };
    let shown = bank
        .0
        .clone()
        .preview_bank_file(preview.clone())
        .await?
        .into_inner();
    assert_eq!((shown.lines, shown.missing.len()), (2, 0), "{shown:?}");
    assert_eq!(shown.preview[1].amount, money(-39_820));
    assert_eq!(shown.layout_name, "");
    assert!(bank.files().await?.is_empty(), "nothing is kept");
    let named = AddBankStatementRequest {
        content: content(20, "1250.00"),
        layout: Some(layout),
        layout_name: "Aldergate Business".to_owned(),
        ..Default::default()
    };
    let added = bank.send(named).await?;
    assert_eq!((added.lines, added.money_out_lines), (1, 1));
    let next = bank.add(content(21, "1300.00")).await?;
    assert_eq!(
        (next.lines, next.layout_name.as_str()),
        (1, "Aldergate Business")
    );
    let shown = bank
        .0
        .clone()
        .preview_bank_file(preview)
        .await?
        .into_inner();
    assert_eq!(shown.layout_name, "Aldergate Business");
    let refused = refusal(other.add(content(21, "1300.00")).await)?;
    assert_eq!(
        reason(&refused),
        "BANK_COLUMNS_NEEDED",
        "it is the organisation's own"
    );
    let kept = bank
        .0
        .clone()
        .list_bank_layouts(ListBankLayoutsRequest {})
        .await?;
    let kept = kept.into_inner().bank_layouts;
    assert_eq!(kept[0].header[2], "Other party");
    let forget = || DeleteBankLayoutRequest {
        bank_layout_id: kept[0].bank_layout_id,
        request_id: request_id(),
    };
    let refused = refusal(other.0.clone().delete_bank_layout(forget()).await)?;
    assert_eq!(reason(&refused), "BANK_LAYOUT_NOT_FOUND");
    bank.0.clone().delete_bank_layout(forget()).await?;
    let refused = refusal(bank.add(content(22, "1300.00")).await)?;
    assert_eq!(reason(&refused), "BANK_COLUMNS_NEEDED");
    Ok(())
}
