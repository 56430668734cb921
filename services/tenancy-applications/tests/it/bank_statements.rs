//! Banks' files: what they add, whose their lines may be, and what becomes of them.

mod both_ways;
mod kept;
mod many;

use lintel_core::{Grade, Role};
use lintel_proto::tenancy::v1::{
    AddBankStatementRequest, ApplicationStatus, BankLine, BankLineDecision, BankLineState,
    BankStatement, DecideBankLinesRequest, DecideBankLinesResponse, LedgerEntry, LedgerEntryKind,
    ListBankLinesRequest, ListBankLinesResponse, ListBankStatementsRequest, Tenant,
    bank_statement_service_client::BankStatementServiceClient,
};
use lintel_testkit::tokens::{member, outsider};
use tonic::{Code, Status};

use crate::{
    applying::{ANN, COTTAGE, FLAT, OTHER_FLAT, apply, decide, money, owner, request_id, world},
    harness::{Connection, World, reason, refusal, violations},
    rent::{Books, balance, monthly},
    tenants::{day, tenant},
};

/// Calls about banks' files.
#[derive(Clone)]
pub struct Bank(BankStatementServiceClient<Connection>);

impl Bank {
    pub fn of(world: &World, organisation: i64) -> anyhow::Result<Self> {
        let connection = owner(world, organisation)?;
        Ok(Self(BankStatementServiceClient::new(connection)))
    }

    fn as_caller(world: &World, principal: &lintel_core::Principal) -> anyhow::Result<Self> {
        let token = world.mint.token(principal)?;
        let connection = world.bearer(Some(&token))?;
        Ok(Self(BankStatementServiceClient::new(connection)))
    }

    pub async fn add(&self, content: Vec<u8>) -> Result<BankStatement, Status> {
        self.add_once(content, request_id()).await
    }

    async fn add_once(
        &self,
        content: Vec<u8>,
        request_id: String,
    ) -> Result<BankStatement, Status> {
        let request = AddBankStatementRequest {
            file_name: "november.csv".to_owned(),
            content,
            request_id,
            ..Default::default()
        };
        let reply = self.0.clone().add_bank_statement(request).await?;
        Ok(reply.into_inner().bank_statement.unwrap_or_default())
    }

    async fn files(&self) -> Result<Vec<BankStatement>, Status> {
        let request = ListBankStatementsRequest {};
        let reply = self.0.clone().list_bank_statements(request).await?;
        Ok(reply.into_inner().bank_statements)
    }

    async fn page(&self, request: ListBankLinesRequest) -> Result<ListBankLinesResponse, Status> {
        let reply = self.0.clone().list_bank_lines(request).await?;
        Ok(reply.into_inner())
    }

    pub async fn lines(&self) -> Result<Vec<BankLine>, Status> {
        let request = ListBankLinesRequest {
            page_size: 200,
            ..Default::default()
        };
        Ok(self.page(request).await?.lines)
    }

    /// Decides lines by their ids: the receipt of a tenant each, or of nobody.
    pub async fn decide(
        &self,
        decisions: &[(i64, i64)],
    ) -> Result<DecideBankLinesResponse, Status> {
        self.decide_once(decisions, request_id()).await
    }

    async fn decide_once(
        &self,
        decisions: &[(i64, i64)],
        request_id: String,
    ) -> Result<DecideBankLinesResponse, Status> {
        let decisions = decisions.iter();
        let decisions = decisions.map(|(bank_line_id, tenant_id)| BankLineDecision {
            bank_line_id: *bank_line_id,
            tenant_id: *tenant_id,
            ..Default::default()
        });
        let request = DecideBankLinesRequest {
            decisions: decisions.collect(),
            request_id,
            email_tenants: None,
        };
        let reply = self.0.clone().decide_bank_lines(request).await?;
        Ok(reply.into_inner())
    }
}

/// A file of these payments: day of November, payer, reference, pounds and pence.
pub fn file(payments: &[(u32, &str, &str, &str)]) -> Vec<u8> {
    let mut text = "Date,Counter Party,Reference,Amount\n".to_owned();
    for (day, payer, reference, amount) in payments {
        text.push_str(&format!(
            "{day:02}/11/2026,{payer},\"{reference}\",{amount}\n"
        ));
    }
    text.into_bytes()
}

/// A tenant with a first and a last name.
pub fn named(property: i64, name: &str) -> Tenant {
    Tenant {
        email: format!("{}@example.com", name.to_lowercase().replace(' ', ".")),
        ..tenant(property, name)
    }
}

/// Ada's tenancy of the flat since 1 November, whose rent is charged.
pub async fn ada(world: &World) -> anyhow::Result<Tenant> {
    let ada = world.landlord()?.add(named(FLAT, "Ada Lovelace")).await?;
    let books = Books::of(world, 1)?;
    books
        .start(ada.tenant_id, monthly(1, day(2026, 11, 1)), 0)
        .await?;
    Ok(ada)
}

/// The tenants that a line may be of, with whether that is sure.
pub fn matches(line: &BankLine) -> Vec<(i64, bool)> {
    let matches = line.matches.iter();
    matches.map(|one| (one.tenant_id, one.sure)).collect()
}

#[tokio::test]
async fn a_file_that_is_read_twice_adds_nothing() -> anyhow::Result<()> {
    let world = world().await?;
    let bank = Bank::of(&world, 1)?;
    let november = [
        (20, "A LOVELACE", "RENT", "950.00"),
        (21, "British Gas", "850012345678", "-60.00"),
        (23, "Zoe Smith", "ROOM 1", "475.50"),
    ];
    let key = request_id();
    let first = bank.add_once(file(&november), key.clone()).await?;
    assert_eq!(
        (first.lines, first.known_lines, first.open_lines),
        (2, 0, 2)
    );
    assert_eq!(
        (first.file_name.as_str(), first.format.as_str()),
        ("november.csv", "csv")
    );
    assert_eq!(
        (first.from_date, first.to_date),
        (day(2026, 11, 20), day(2026, 11, 23))
    );
    let repeated = bank.add_once(file(&november), key).await?;
    assert_eq!(repeated, first);
    let again = bank.add(file(&november)).await?;
    assert_eq!(
        (again.lines, again.known_lines, again.open_lines),
        (2, 2, 0)
    );
    let longer = [november[2], (24, "Bob Byrne", "RENT", "800.00")];
    let longer = bank.add(file(&longer)).await?;
    assert_eq!((longer.lines, longer.known_lines), (2, 1));
    let lines = bank.lines().await?;
    let payers: Vec<_> = lines.iter().map(|line| line.payer.as_str()).collect();
    assert_eq!(
        payers,
        ["Bob Byrne", "Zoe Smith", "British Gas", "A LOVELACE"]
    );
    assert_eq!(lines[3].reference, "RENT");
    assert_eq!(
        (lines[3].date, lines[3].amount.clone()),
        (day(2026, 11, 20), money(95_000))
    );
    assert_eq!(lines[1].bank_statement_id, first.bank_statement_id);
    let files = bank.files().await?;
    let files: Vec<_> = files.iter().map(|one| one.bank_statement_id).collect();
    assert_eq!(
        files,
        [
            longer.bank_statement_id,
            again.bank_statement_id,
            first.bank_statement_id
        ]
    );
    let (one, other) = (bank.clone(), bank.clone());
    let december = file(&[(25, "A LOVELACE", "RENT", "950.00")]);
    let (one, other) = tokio::join!(one.add(december.clone()), other.add(december));
    assert_eq!(one?.known_lines + other?.known_lines, 1);
    assert_eq!(bank.lines().await?.len(), 5);
    Ok(())
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_refused_with_its_line() -> anyhow::Result<()> {
    let world = world().await?;
    let bank = Bank::of(&world, 1)?;
    let refused = refusal(bank.add(file(&[(20, "A", "B", "9.5.0")])).await)?;
    assert_eq!(reason(&refused), "BANK_COLUMNS_NEEDED");
    let said = violations(&refused);
    assert_eq!(said[0].0, "content");
    assert!(said[0].1.contains("Line 2"), "{said:?}");
    for content in [&b""[..], b"%PDF-1.7", b"<html></html>"] {
        let refused = refusal(bank.add(content.to_vec()).await)?;
        assert_eq!(reason(&refused), "BANK_FILE_INVALID");
    }
    assert!(bank.files().await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_confirmed_line_is_a_receipt_and_an_ignored_one_is_none() -> anyhow::Result<()> {
    let world = world().await?;
    let (bank, books) = (Bank::of(&world, 1)?, Books::of(&world, 1)?);
    let ada = ada(&world).await?;
    let long = "RENT ".repeat(60);
    let added = bank
        .add(file(&[
            (3, "Miss Ada Lovelace", &long, "1000.00"),
            (4, "HMRC", "REFUND", "12.00"),
        ]))
        .await?;
    let lines = bank.lines().await?;
    assert_eq!(lines[0].payer, "HMRC");
    assert!(lines[0].matches.is_empty());
    assert_eq!(matches(&lines[1]), [(ada.tenant_id, true)]);
    let found = &lines[1].matches[0];
    assert_eq!(
        (
            found.tenant_name.as_str(),
            found.property_display_name.as_str()
        ),
        ("Ada Lovelace", "Garden Flat")
    );
    assert_eq!(
        found.reason,
        "The payer has the tenant's name, and the amount is what is owed."
    );
    let decisions = [
        (lines[1].bank_line_id, ada.tenant_id),
        (lines[0].bank_line_id, 0),
    ];
    let key = request_id();
    let decided = bank.decide_once(&decisions, key.clone()).await?;
    assert_eq!((decided.received, decided.ignored), (1, 1));
    assert_eq!(bank.decide_once(&decisions, key).await?, decided);
    let ledger = books.ledger(ada.tenant_id, None).await?;
    assert_eq!((ledger.entries.len(), balance(&ledger)), (2, 0));
    let receipt = &ledger.entries[1];
    assert_eq!(
        (receipt.actor.as_str(), receipt.method.as_str()),
        ("Bank statement", "bank-transfer")
    );
    assert_eq!(receipt.date, day(2026, 11, 3));
    assert_eq!(receipt.reference.chars().count(), 139, "140, and trimmed");
    let lines = bank.lines().await?;
    let states: Vec<_> = lines.iter().map(BankLine::state).collect();
    assert_eq!(states, [BankLineState::Ignored, BankLineState::Received]);
    assert_eq!(
        (lines[1].tenant_id, lines[1].entry_id),
        (ada.tenant_id, receipt.entry_id)
    );
    assert!(lines.iter().all(|line| line.matches.is_empty()));
    for decision in decisions {
        let twice = refusal(bank.decide(&[decision]).await)?;
        assert_eq!(reason(&twice), "BANK_LINE_DECIDED");
    }
    let files = bank.files().await?;
    assert_eq!((files[0].lines, files[0].open_lines), (2, 0));
    let told = world
        .scalar::<String>(
            "SELECT string_agg(aggregate_id || ' ' || aggregate_version, ', ' ORDER BY seq) FROM outbox
             WHERE event_type = 'tenancy.bank-statement.changed.v1'",
        )
        .await?;
    let id = added.bank_statement_id;
    assert_eq!(told, format!("{id} 1, {id} 2"));
    let received = world
        .number("SELECT count(*) FROM outbox WHERE event_type = 'tenancy.ledger.rent-received.v1'")
        .await?;
    assert_eq!(received, 1);
    Ok(())
}

#[tokio::test]
async fn who_paid_is_stored_sealed() -> anyhow::Result<()> {
    let world = world().await?;
    Bank::of(&world, 1)?
        .add(file(&[(3, "Ada Lovelace", "SECRET WORDS", "1000.00")]))
        .await?;
    let found = world
        .number(
            "SELECT count(*) FROM bank_lines
             WHERE bank_lines::text ILIKE '%lovelace%' OR position('SECRET'::bytea IN sealed) > 0",
        )
        .await?;
    assert_eq!(found, 0);
    Ok(())
}

#[tokio::test]
async fn a_line_is_free_again_when_its_receipt_is_taken_back() -> anyhow::Result<()> {
    let world = world().await?;
    let (bank, books) = (Bank::of(&world, 1)?, Books::of(&world, 1)?);
    let ada = ada(&world).await?;
    let bob = world.landlord()?.add(named(COTTAGE, "Bob Byrne")).await?;
    bank.add(file(&[(3, "M Smythe", "FOR A FRIEND", "1000.00")]))
        .await?;
    let id = bank.lines().await?[0].bank_line_id;
    bank.decide(&[(id, bob.tenant_id)]).await?;
    let wrong = bank.lines().await?.remove(0);
    let back = LedgerEntry {
        kind: LedgerEntryKind::Reversal.into(),
        reverses: wrong.entry_id,
        ..Default::default()
    };
    books.post(bob.tenant_id, back, request_id()).await?;
    let free = bank.lines().await?.remove(0);
    assert_eq!(free.state(), BankLineState::Open);
    assert_eq!((free.tenant_id, free.entry_id), (0, 0));
    assert_eq!(bank.files().await?[0].open_lines, 1);
    bank.decide(&[(id, ada.tenant_id)]).await?;
    let right = bank.lines().await?.remove(0);
    assert_eq!(
        (right.state(), right.tenant_id),
        (BankLineState::Received, ada.tenant_id)
    );
    let ledger = books.ledger(ada.tenant_id, None).await?;
    assert_eq!(balance(&ledger), 0);

    // Who paid for Ada once is known from then on, and for Bob no more.
    bank.add(file(&[
        (24, "M SMYTHE", "AGAIN", "1000.00"),
        (24, "Ada Lovelace", "", "1000.00"),
    ]))
    .await?;
    let lines = bank.lines().await?;
    let known = lines.iter().find(|line| line.payer == "M SMYTHE");
    let known = known.map(matches).unwrap_or_default();
    let own = lines.iter().find(|line| line.payer == "Ada Lovelace");
    let own = own.map(matches).unwrap_or_default();
    assert_eq!((known.len(), known[0].0), (1, ada.tenant_id));
    assert_eq!((own.len(), own[0].0), (1, ada.tenant_id));
    assert!(
        known[0].1 != own[0].1,
        "two of that day and amount may be one payment"
    );
    Ok(())
}

#[tokio::test]
async fn a_line_outlives_a_tenant_who_does_not_come() -> anyhow::Result<()> {
    let world = world().await?;
    let (bank, books) = (Bank::of(&world, 1)?, Books::of(&world, 1)?);
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = ann.application_id;
    let approved = decide(&world, id, ApplicationStatus::Approved, 0).await?;
    bank.add(file(&[(3, "Ann", "HOLDING", "100.00")])).await?;
    let line = bank.lines().await?[0].bank_line_id;
    bank.decide(&[(line, approved.tenant_id)]).await?;
    let refused = refusal(decide(&world, id, ApplicationStatus::Rejected, 0).await)?;
    assert_eq!(reason(&refused), "RENT_RECEIVED");
    let back = LedgerEntry {
        kind: LedgerEntryKind::Reversal.into(),
        reverses: bank.lines().await?[0].entry_id,
        ..Default::default()
    };
    books.post(approved.tenant_id, back, request_id()).await?;
    decide(&world, id, ApplicationStatus::Rejected, 0).await?;
    let lines = bank.lines().await?;
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0].state(), BankLineState::Open);
    Ok(())
}

#[tokio::test]
async fn lines_to_decide_come_first_page_by_page() -> anyhow::Result<()> {
    let world = world().await?;
    let bank = Bank::of(&world, 1)?;
    let payments: Vec<_> = (1..=7)
        .map(|day| (day, "Somebody", "PAYMENT", "10.00"))
        .collect();
    let first = bank.add(file(&payments)).await?;
    let last = bank.add(file(&[(20, "Nobody", "", "5.00")])).await?;
    let newest = bank.lines().await?[0].bank_line_id;
    bank.decide(&[(newest, 0)]).await?;
    let (mut seen, mut page_token) = (Vec::new(), String::new());
    loop {
        let request = ListBankLinesRequest {
            page_size: 3,
            page_token,
            ..Default::default()
        };
        let page = bank.page(request).await?;
        let days = page.lines.iter().map(|line| line.date.map(|date| date.day));
        seen.extend(days.flatten());
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert_eq!(seen, [7, 6, 5, 4, 3, 2, 1, 20]);
    let of = |bank_statement_id, state: BankLineState| ListBankLinesRequest {
        bank_statement_id,
        state: state.into(),
        ..Default::default()
    };
    for (statement, state, count) in [
        (first.bank_statement_id, BankLineState::Open, 7),
        (first.bank_statement_id, BankLineState::Ignored, 0),
        (last.bank_statement_id, BankLineState::Unspecified, 1),
        (0, BankLineState::Ignored, 1),
        (0, BankLineState::Received, 0),
    ] {
        let page = bank.page(of(statement, state)).await?;
        assert_eq!(page.lines.len(), count, "{statement} {state:?}");
    }
    let token = lintel_core::PageToken {
        sort: "x".to_owned(),
        id: 1,
    };
    let request = ListBankLinesRequest {
        page_token: token.encode(),
        ..Default::default()
    };
    let refused = refusal(bank.page(request).await)?;
    assert_eq!(reason(&refused), "PAGE_TOKEN_INVALID");
    Ok(())
}

#[tokio::test]
async fn two_hundred_lines_are_decided_at_once_or_none_of_them() -> anyhow::Result<()> {
    let world = world().await?;
    let (bank, books) = (Bank::of(&world, 1)?, Books::of(&world, 1)?);
    let ada = ada(&world).await?;
    let references: Vec<_> = (0..201).map(|number| format!("RENT {number}")).collect();
    let payments = references.iter().map(|reference| {
        let payer = "Ada Lovelace";
        (10, payer, reference.as_str(), "1.01")
    });
    let payments: Vec<_> = payments.collect();
    bank.add(file(&payments)).await?;
    let lines = bank.lines().await?;
    let sure = lines
        .iter()
        .filter(|line| matches(line).contains(&(ada.tenant_id, true)));
    assert_eq!(sure.count(), 0, "the amount is nothing of hers");
    let mut all: Vec<_> = lines
        .iter()
        .map(|line| (line.bank_line_id, ada.tenant_id))
        .collect();
    assert_eq!(all.len(), 200);
    for (line, tenant, refused) in [
        (999_999, ada.tenant_id, "BANK_LINE_NOT_FOUND"),
        (all[0].0, 999_999, "TENANT_NOT_FOUND"),
        (all[0].0, 0, "BANK_LINE_DECIDED"),
    ] {
        let mut bad = all.clone();
        bad[199] = (line, tenant);
        let found = refusal(bank.decide(&bad).await)?;
        assert_eq!(reason(&found), refused);
    }
    let ledger = books.ledger(ada.tenant_id, None).await?;
    assert_eq!(ledger.entries.len(), 1, "the charge alone");
    let (one, other) = (bank.clone(), bank.clone());
    let (one, other) = tokio::join!(one.decide(&all), other.decide(&all));
    assert_ne!(one.is_ok(), other.is_ok(), "{one:?} {other:?}");
    let ledger = books.ledger(ada.tenant_id, None).await?;
    assert_eq!(
        (ledger.entries.len(), balance(&ledger)),
        (201, 100_000 - 200 * 101)
    );
    all.push((1, 0));
    for decisions in [&all[..], &[]] {
        let refused = refusal(bank.decide(decisions).await)?;
        assert_eq!(reason(&refused), "BANK_DECISIONS_INVALID");
    }
    Ok(())
}

#[tokio::test]
async fn a_line_that_no_ledger_takes_is_named() -> anyhow::Result<()> {
    let world = world().await?;
    let bank = Bank::of(&world, 1)?;
    let ada = ada(&world).await?;
    bank.add(file(&[(3, "Ada Lovelace", "A HOUSE", "10000000.00")]))
        .await?;
    let id = bank.lines().await?[0].bank_line_id;
    let refused = refusal(bank.decide(&[(id, ada.tenant_id)]).await)?;
    assert_eq!(reason(&refused), "LEDGER_INVALID");
    assert_eq!(violations(&refused)[0].0, "decisions[0].bank_line_id");
    bank.decide(&[(id, 0)]).await?;
    Ok(())
}

#[tokio::test]
async fn files_are_the_organisations_alone_and_its_viewers_only_look() -> anyhow::Result<()> {
    let world = world().await?;
    let (bank, other) = (Bank::of(&world, 1)?, Bank::of(&world, 2)?);
    let ada = ada(&world).await?;
    let content = file(&[(3, "Ada Lovelace", "RENT", "1000.00")]);
    let added = bank.add(content.clone()).await?;
    let line = bank.lines().await?[0].bank_line_id;
    assert!(other.files().await?.is_empty() && other.lines().await?.is_empty());
    let of_file = ListBankLinesRequest {
        bank_statement_id: added.bank_statement_id,
        ..Default::default()
    };
    let refused = refusal(other.page(of_file.clone()).await)?;
    assert_eq!(reason(&refused), "BANK_STATEMENT_NOT_FOUND");
    let refused = refusal(other.decide(&[(line, 0)]).await)?;
    assert_eq!(reason(&refused), "BANK_LINE_NOT_FOUND");
    let same = other.add(content).await?;
    assert_eq!((same.lines, same.known_lines), (1, 0));
    let own = other.lines().await?.remove(0);
    assert!(own.matches.is_empty());
    let refused = refusal(other.decide(&[(own.bank_line_id, ada.tenant_id)]).await)?;
    assert_eq!(reason(&refused), "TENANT_NOT_FOUND");
    let eve = world
        .other_landlord()?
        .add(named(OTHER_FLAT, "Eve Elder"))
        .await?;
    let refused = refusal(bank.decide(&[(line, eve.tenant_id)]).await)?;
    assert_eq!(reason(&refused), "TENANT_NOT_FOUND");

    let viewer = Bank::as_caller(&world, &member(12, 1, Grade::Viewer))?;
    assert_eq!(viewer.files().await?.len(), 1);
    assert_eq!(matches(&viewer.lines().await?[0]), [(ada.tenant_id, true)]);
    let ann = Bank::as_caller(&world, &outsider(ANN, Role::Tenant))?;
    for refused in [
        refusal(viewer.add(file(&[])).await)?,
        refusal(ann.add(file(&[])).await)?,
    ] {
        assert_eq!(refused.code(), Code::PermissionDenied);
    }
    for refused in [
        refusal(viewer.decide(&[(line, 0)]).await)?,
        refusal(ann.decide(&[(line, 0)]).await)?,
    ] {
        assert_eq!(refused.code(), Code::PermissionDenied);
    }
    assert_eq!(refusal(ann.files().await)?.code(), Code::PermissionDenied);
    assert_eq!(
        refusal(ann.page(of_file).await)?.code(),
        Code::PermissionDenied
    );
    Ok(())
}
