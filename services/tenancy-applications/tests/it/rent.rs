//! Rent: what is charged, what came, and who may see and write it.

pub mod days;
mod in_force;
mod joint;
mod kept;
mod tenancy;
mod told;

use lintel_core::{Grade, Money, Role};
use lintel_proto::{
    common::v1::Date,
    tenancy::v1::{
        ApplicationStatus, GetLedgerRequest, GetLedgerResponse, LedgerEntry, LedgerEntryKind,
        ListArrearsRequest, ListRentPaymentsRequest, PostLedgerEntryRequest,
        PostLedgerEntryResponse, ProRata, ProposeRentRiseRequest, ReadRentStatementRequest,
        RecordRentChangeRequest, RentPaymentStatus, RentPeriod, RentTerms, StartRentRequest,
        StartRentResponse, Tenant, rent_service_client::RentServiceClient,
    },
};
use lintel_testkit::tokens::{member, outsider};
use tonic::{Code, Status};

use crate::{
    applying::{ANN, FLAT, OTHER_FLAT, apply, decide, money, owner, request_id, world},
    harness::{Connection, World, fields, reason, refusal},
    photos::{picture, set},
    tenants::{day, tenant},
};

/// Calls about rent.
#[derive(Clone)]
pub struct Books(pub RentServiceClient<Connection>);

impl Books {
    pub fn of(world: &World, organisation: i64) -> anyhow::Result<Self> {
        Ok(Self(RentServiceClient::new(owner(world, organisation)?)))
    }

    fn as_caller(world: &World, principal: &lintel_core::Principal) -> anyhow::Result<Self> {
        let token = world.mint.token(principal)?;
        Ok(Self(RentServiceClient::new(world.bearer(Some(&token))?)))
    }

    pub async fn start(
        &self,
        tenant_id: i64,
        terms: RentTerms,
        opening: i64,
    ) -> Result<StartRentResponse, Status> {
        let request = StartRentRequest {
            tenant_id,
            terms: Some(terms),
            opening_balance: money(opening),
            request_id: request_id(),
        };
        Ok(self.0.clone().start_rent(request).await?.into_inner())
    }

    pub async fn ledger(
        &self,
        tenant_id: i64,
        as_of: Option<Date>,
    ) -> Result<GetLedgerResponse, Status> {
        let request = GetLedgerRequest { tenant_id, as_of };
        Ok(self.0.clone().get_ledger(request).await?.into_inner())
    }

    /// Records a change of the rent. Gives its id.
    pub async fn record(&self, change: RecordRentChangeRequest) -> anyhow::Result<i64> {
        let recorded = self.0.clone().record_rent_change(change).await?;
        Ok(recorded
            .into_inner()
            .change
            .unwrap_or_default()
            .rent_change_id)
    }

    pub async fn post(
        &self,
        tenant_id: i64,
        entry: LedgerEntry,
        request_id: String,
    ) -> Result<PostLedgerEntryResponse, Status> {
        let request = PostLedgerEntryRequest {
            tenant_id,
            entry: Some(entry),
            request_id,
            email_tenant: None,
        };
        Ok(self
            .0
            .clone()
            .post_ledger_entry(request)
            .await?
            .into_inner())
    }
}

/// Rent due on a day of the month, from a first day on.
pub fn monthly(due_day: i32, first_day: Option<Date>) -> RentTerms {
    RentTerms {
        period: RentPeriod::Monthly.into(),
        due_day,
        first_day,
        pro_rata: ProRata::DaysOfYear.into(),
        period_rent: None,
    }
}

/// Money that came by transfer.
pub fn receipt(pence: i64, date: Option<Date>) -> LedgerEntry {
    LedgerEntry {
        kind: LedgerEntryKind::Receipt.into(),
        amount: money(pence),
        date,
        method: "bank-transfer".to_owned(),
        reference: "RENT".to_owned(),
        ..Default::default()
    }
}

/// The balance of a ledger in pence.
pub fn balance(ledger: &GetLedgerResponse) -> i64 {
    let arrears = ledger.arrears.as_ref();
    let balance = arrears.and_then(|arrears| arrears.balance.as_ref());
    balance.map_or(0, |balance| balance.minor_units)
}

/// A tenant of the flat since 1 November whose rent is charged from then on.
pub async fn charged(world: &World, name: &str) -> anyhow::Result<Tenant> {
    let added = world.landlord()?.add(tenant(FLAT, name)).await?;
    let terms = monthly(1, day(2026, 11, 1));
    Books::of(world, 1)?
        .start(added.tenant_id, terms, 0)
        .await?;
    Ok(added)
}

#[tokio::test]
async fn rent_is_charged_at_once_and_money_settles_it() -> anyhow::Result<()> {
    let world = world().await?;
    let (books, landlord) = (Books::of(&world, 1)?, world.landlord()?);
    let ada = charged(&world, "Ada").await?;
    let ledger = books.ledger(ada.tenant_id, None).await?;
    assert_eq!((ledger.entries.len(), balance(&ledger)), (1, 100_000));
    assert_eq!(ledger.entries[0].status(), RentPaymentStatus::Overdue);
    assert_eq!(ledger.next_due_date, day(2026, 12, 1));
    assert_eq!(ledger.next_due_amount, money(100_000));
    let terms = ledger.terms.unwrap_or_default();
    assert_eq!(terms.period_rent, money(100_000));

    let key = request_id();
    let part = receipt(40_000, day(2026, 11, 5));
    let posted = books.post(ada.tenant_id, part.clone(), key.clone()).await?;
    assert_eq!(
        posted.arrears.clone().and_then(|one| one.balance),
        money(60_000)
    );
    let again = books.post(ada.tenant_id, part, key).await?;
    assert_eq!(again, posted);
    let ledger = books.ledger(ada.tenant_id, None).await?;
    assert_eq!(ledger.entries[0].status(), RentPaymentStatus::Partial);
    let shown = landlord
        .get(ada.tenant_id)
        .await?
        .arrears
        .unwrap_or_default();
    assert_eq!(shown, ledger.arrears.unwrap_or_default());
    assert_eq!(
        (shown.days_in_arrears, shown.months_of_rent.as_str()),
        (23, "0.60")
    );

    let back = LedgerEntry {
        kind: LedgerEntryKind::Reversal.into(),
        reverses: posted.entry.map_or(0, |entry| entry.entry_id),
        ..Default::default()
    };
    let undone = books
        .post(ada.tenant_id, back.clone(), request_id())
        .await?;
    assert_eq!(undone.arrears.and_then(|one| one.balance), money(100_000));
    let twice = refusal(books.post(ada.tenant_id, back, request_id()).await)?;
    assert_eq!(reason(&twice), "ENTRY_ALREADY_REVERSED");
    let told = world
        .scalar::<i64>("SELECT count(*) FROM outbox WHERE aggregate_type = 'ledger'")
        .await?;
    assert_eq!(told, 5, "due, arrears; received, arrears; arrears");

    let rent = Tenant {
        tenant_id: ada.tenant_id,
        tenancy_rent: Some(Money::gbp(90_000).into()),
        ..Default::default()
    };
    let refused = refusal(landlord.change(rent, &["tenancy_rent"], "").await)?;
    assert_eq!(reason(&refused), "RENT_CHANGE_DATED");
    let twice = books
        .start(ada.tenant_id, monthly(1, day(2026, 11, 1)), 0)
        .await;
    assert_eq!(reason(&refusal(twice)?), "RENT_ALREADY_CHARGED");
    Ok(())
}

#[tokio::test]
async fn refusals_name_the_row_first_and_then_every_field() -> anyhow::Result<()> {
    let world = world().await?;
    let books = Books::of(&world, 1)?;
    let ada = world.landlord()?.add(tenant(FLAT, "Ada")).await?;
    let id = ada.tenant_id;
    let bad = LedgerEntry {
        method: "barter".to_owned(),
        ..Default::default()
    };
    let refused = refusal(books.post(99, bad.clone(), request_id()).await)?;
    assert_eq!(reason(&refused), "TENANT_NOT_FOUND");
    let refused = refusal(books.post(id, bad, request_id()).await)?;
    assert_eq!(reason(&refused), "LEDGER_INVALID");
    assert_eq!(fields(&refused), ["kind", "amount", "date", "method"]);
    let back = LedgerEntry {
        kind: LedgerEntryKind::Reversal.into(),
        reverses: 99,
        ..Default::default()
    };
    let refused = refusal(books.post(id, back, request_id()).await)?;
    assert_eq!(reason(&refused), "LEDGER_ENTRY_NOT_FOUND");
    let refused = refusal(books.start(id, RentTerms::default(), 0).await)?;
    assert_eq!(reason(&refused), "RENT_TERMS_INVALID");
    assert_eq!(
        fields(&refused),
        ["terms.period", "terms.pro_rata", "terms.first_day"]
    );
    let propose = ProposeRentRiseRequest {
        tenant_id: id,
        serve_date: None,
    };
    let refused = refusal(books.0.clone().propose_rent_rise(propose).await)?;
    assert_eq!(reason(&refused), "RENT_NOT_CHARGED");
    let statement = ReadRentStatementRequest {
        tenant_id: id,
        format: "doc".to_owned(),
        ..Default::default()
    };
    let refused = refusal(books.0.clone().read_rent_statement(statement).await)?;
    assert_eq!(reason(&refused), "LEDGER_INVALID");
    Ok(())
}

#[tokio::test]
async fn another_organisation_finds_nothing_a_viewer_reads_and_a_tenant_sees_the_own()
-> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let ada = charged(&world, "Ann").await?;
    let bob = Tenant {
        tenancy_id: ada.tenancy_id,
        tenancy_rent: None,
        lease_start: None,
        ..tenant(FLAT, "Bob")
    };
    let bob = landlord.add(bob).await?;
    let other = Books::of(&world, 2)?;
    let id = ada.tenant_id;
    let entry = receipt(100, day(2026, 11, 5));
    let terms = monthly(1, day(2026, 11, 1));
    let change = RecordRentChangeRequest {
        tenant_id: id,
        ..Default::default()
    };
    let propose = ProposeRentRiseRequest {
        tenant_id: id,
        ..Default::default()
    };
    let payments = ListRentPaymentsRequest { tenant_id: id };
    let statement = ReadRentStatementRequest {
        tenant_id: id,
        format: "csv".to_owned(),
        ..Default::default()
    };
    for refused in [
        refusal(other.ledger(id, None).await)?,
        refusal(other.post(id, entry.clone(), request_id()).await)?,
        refusal(other.start(id, terms, 0).await)?,
        refusal(other.0.clone().record_rent_change(change).await)?,
        refusal(other.0.clone().propose_rent_rise(propose).await)?,
        refusal(other.0.clone().list_rent_payments(payments).await)?,
        refusal(other.0.clone().read_rent_statement(statement.clone()).await)?,
    ] {
        assert_eq!(reason(&refused), "TENANT_NOT_FOUND");
    }
    let mut calls = other.0.clone();
    let listed = calls.list_arrears(ListArrearsRequest {
        all: true,
        ..Default::default()
    });
    assert!(listed.await?.into_inner().tenants.is_empty());

    let viewer = Books::as_caller(&world, &member(12, 1, Grade::Viewer))?;
    assert_eq!(balance(&viewer.ledger(id, None).await?), 100_000);
    let write = refusal(viewer.post(id, entry.clone(), request_id()).await)?;
    assert_eq!(write.code(), Code::PermissionDenied);

    let ann = Books::as_caller(&world, &outsider(ANN, Role::Tenant))?;
    let unasked = refusal(ann.ledger(id, None).await)?;
    assert_eq!(reason(&unasked), "TENANT_NOT_FOUND");
    let tenancy = world.landlord()?.get(id).await?.tenancy_id;
    world.confirm(ANN, tenancy).await?;
    let own = ann.ledger(id, None).await?;
    assert_eq!((balance(&own), own.tenancy_arrears), (100_000, None));
    let read = ann
        .0
        .clone()
        .read_rent_statement(statement)
        .await?
        .into_inner();
    let text = String::from_utf8(read.content)?;
    assert!(
        text.contains("\"2026-11-01\",\"Rent, 1 November 2026 to 30 November 2026\""),
        "{text}"
    );
    let refused = refusal(ann.ledger(bob.tenant_id, None).await)?;
    assert_eq!(reason(&refused), "TENANT_NOT_FOUND");
    let write = refusal(ann.post(id, entry, request_id()).await)?;
    assert_eq!(write.code(), Code::PermissionDenied);
    Ok(())
}

#[tokio::test]
async fn what_the_database_sums_is_what_the_domain_counts_on_any_day() -> anyhow::Result<()> {
    let world = world().await?;
    let books = Books::of(&world, 1)?;
    let landlord = world.landlord()?;
    let ada = landlord.add(Tenant {
        lease_start: day(2026, 5, 18),
        ..tenant(FLAT, "Ada")
    });
    let id = ada.await?.tenant_id;
    books
        .start(id, monthly(1, day(2026, 5, 18)), 12_345)
        .await?;
    let mut posted = Vec::new();
    for (pence, month) in [(50_000, 6), (120_000, 7), (1, 8), (99_999, 10)] {
        let entry = receipt(pence, day(2026, month, 7));
        posted.push(
            books
                .post(id, entry, request_id())
                .await?
                .entry
                .unwrap_or_default(),
        );
    }
    let back = LedgerEntry {
        kind: LedgerEntryKind::Reversal.into(),
        reverses: posted[1].entry_id,
        date: day(2026, 9, 15),
        ..Default::default()
    };
    books.post(id, back, request_id()).await?;
    for (month, on) in [
        (5, 17),
        (5, 18),
        (6, 7),
        (7, 31),
        (9, 14),
        (9, 15),
        (11, 24),
        (12, 30),
    ] {
        let as_of = day(2026, month, on);
        let ledger = books.ledger(id, as_of).await?;
        let all = ListArrearsRequest {
            as_of,
            all: true,
            ..Default::default()
        };
        let listed = books.0.clone().list_arrears(all).await?.into_inner();
        let row = listed.tenants.into_iter().next().unwrap_or_default();
        assert_eq!(row.arrears, ledger.arrears, "{month}-{on}");
        assert_eq!(ledger.tenancy_arrears, ledger.arrears);
        let overdue = ledger.arrears.unwrap_or_default().overdue;
        assert_eq!(listed.total_owed, overdue);
    }
    let pdf = ReadRentStatementRequest {
        tenant_id: id,
        format: "pdf".to_owned(),
        ..Default::default()
    };
    let read = books
        .0
        .clone()
        .read_rent_statement(pdf.clone())
        .await?
        .into_inner();
    assert!(read.content.starts_with(b"%PDF-1.7"));
    assert_eq!(
        read.file_name,
        format!("rent-statement-{id}-2026-11-24.pdf")
    );
    let again = books.0.clone().read_rent_statement(pdf).await?.into_inner();
    assert_eq!(again.content, read.content);
    Ok(())
}

#[tokio::test]
async fn of_two_hundred_receipts_at_once_each_counts_once() -> anyhow::Result<()> {
    let world = world().await?;
    let books = Books::of(&world, 1)?;
    let id = charged(&world, "Ada").await?.tenant_id;
    let clients = (0..8).map(|client| {
        let books = books.clone();
        async move {
            for place in (client..200).step_by(8) {
                // Each is sent twice under its key, and again while the tenancy is busy.
                let key = format!("receipt-{place:06}");
                let mut sent = 0;
                while sent < 2 {
                    let entry = receipt(101 + place, day(2026, 11, 10));
                    match books.post(id, entry, key.clone()).await {
                        Ok(_) => sent += 1,
                        Err(status) => assert!(
                            ["UNAVAILABLE", "CONCURRENT_UPDATE"]
                                .contains(&reason(&status).as_str()),
                            "{status:?}"
                        ),
                    }
                }
            }
        }
    });
    futures::future::join_all(clients).await;
    let sum: i64 = (0..200).map(|place| 101 + place).sum();
    let ledger = books.ledger(id, None).await?;
    assert_eq!(
        (ledger.entries.len(), balance(&ledger)),
        (201, 100_000 - sum)
    );
    Ok(())
}

#[tokio::test]
async fn every_reply_with_a_tenant_says_what_they_owe() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let ada = landlord.add(tenant(FLAT, "Ada")).await?;
    assert_eq!(ada.arrears, None, "no rent is charged yet");
    let books = Books::of(&world, 1)?;
    books
        .start(ada.tenant_id, monthly(1, day(2026, 11, 1)), 0)
        .await?;
    let joins = Tenant {
        tenancy_id: ada.tenancy_id,
        tenancy_rent: None,
        lease_start: None,
        ..tenant(FLAT, "Bob")
    };
    let bob = landlord.add(joins).await?;
    // Who joins owes what the tenancy owes.
    let owed = bob.arrears.clone().and_then(|arrears| arrears.balance);
    assert_eq!(owed, money(100_000));
    assert_eq!(landlord.get(bob.tenant_id).await?, bob);

    let hers = owner(&world, 1)?;
    let shown = set(&hers, ada.tenant_id, picture(10, 10), &request_id()).await?;
    let owed = shown.arrears.clone().and_then(|arrears| arrears.balance);
    assert_eq!(owed, money(100_000));
    assert_eq!(landlord.get(ada.tenant_id).await?, shown);
    Ok(())
}

#[tokio::test]
async fn a_tenancy_with_money_is_not_taken_away() -> anyhow::Result<()> {
    let world = world().await?;
    let books = Books::of(&world, 1)?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let approved = decide(&world, ann.application_id, ApplicationStatus::Approved, 0).await?;
    let id = approved.tenant_id;
    books.start(id, monthly(1, day(2026, 12, 1)), 0).await?;
    let early = receipt(50_000, day(2026, 11, 24));
    let posted = books.post(id, early, request_id()).await?;
    let reject = || decide(&world, ann.application_id, ApplicationStatus::Rejected, 0);
    assert_eq!(reason(&refusal(reject().await)?), "RENT_RECEIVED");
    let back = LedgerEntry {
        kind: LedgerEntryKind::Reversal.into(),
        reverses: posted.entry.map_or(0, |entry| entry.entry_id),
        ..Default::default()
    };
    books.post(id, back, request_id()).await?;
    reject().await?;
    let gone = refusal(books.ledger(id, None).await)?;
    assert_eq!(reason(&gone), "TENANT_NOT_FOUND");
    Ok(())
}

#[tokio::test]
async fn another_organisations_figures_are_its_own() -> anyhow::Result<()> {
    let world = world().await?;
    charged(&world, "Ada").await?;
    let (other, books) = (world.other_landlord()?, Books::of(&world, 2)?);
    let eve = other.add(tenant(OTHER_FLAT, "Eve")).await?;
    books
        .start(eve.tenant_id, monthly(15, day(2026, 11, 1)), 0)
        .await?;
    let mut calls = books.0.clone();
    let listed = calls.list_arrears(ListArrearsRequest::default());
    let listed = listed.await?.into_inner();
    // 14 days of a year's rent, and the period from the 15th on.
    assert_eq!(listed.due_this_month, money(46_027 + 100_000));
    assert_eq!((listed.tenants.len(), listed.tenants_in_arrears), (1, 1));
    Ok(())
}
