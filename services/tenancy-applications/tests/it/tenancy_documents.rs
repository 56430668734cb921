//! Documents that tenants are given, deposits, notices and deadlines.

use chrono::Duration;
use lintel_core::{Grade, Role};
use lintel_proto::tenancy::v1::{
    DeadlineKind, Deposit, DepositScheme, GetDepositRequest, GiveTenancyDocumentRequest,
    ListDeadlinesRequest, ListTenancyDocumentsRequest, NoticeGiver, ProposeNoticeRequest,
    ReadTenancyDocumentRequest, RecordDepositRequest, RecordDepositReturnRequest,
    RecordRightToRentRequest, RightToRentCheck, RightToRentMethod, TenancyDocument,
    TenancyDocumentKind, TenancyMailKind, Tenant, deadline_service_client::DeadlineServiceClient,
    deposit_service_client::DepositServiceClient, move_in_service_client::MoveInServiceClient,
    tenancy_document_service_client::TenancyDocumentServiceClient,
};
use lintel_tenancy_applications::app::{
    letting::{Deadlines, TenancyMails},
    mail_requests::Mails,
};
use lintel_testkit::tokens::{member, outsider};
use tonic::{Code, Status};

use crate::{
    applying::{
        ANN, COTTAGE, FLAT, apply, day, decide, everything, mail_kinds, mails, money, owner,
        request_id, world,
    },
    harness::{Connection, World, fields, reason, refusal},
    tenants::tenant,
};

const GAS: &[u8] = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n% a gas safety record\ntrailer << /Root 1 0 R >>\n%%EOF\n";

pub fn documents(connection: &Connection) -> TenancyDocumentServiceClient<Connection> {
    TenancyDocumentServiceClient::new(connection.clone())
}

fn deposits(connection: &Connection) -> DepositServiceClient<Connection> {
    DepositServiceClient::new(connection.clone())
}

fn account(world: &World, user: i64) -> anyhow::Result<Connection> {
    world.bearer(Some(&world.mint.token(&outsider(user, Role::Tenant))?))
}

fn viewer(world: &World) -> anyhow::Result<Connection> {
    world.bearer(Some(&world.mint.token(&member(14, 1, Grade::Viewer))?))
}

pub fn giving(tenant_id: i64) -> GiveTenancyDocumentRequest {
    GiveTenancyDocumentRequest {
        tenant_id,
        kind: TenancyDocumentKind::GasSafety.into(),
        title: String::new(),
        content: GAS.to_vec(),
        request_id: request_id(),
        email_tenant: None,
    }
}

async fn listed(connection: &Connection, tenant_id: i64) -> Result<Vec<TenancyDocument>, Status> {
    let request = ListTenancyDocumentsRequest { tenant_id };
    let reply = documents(connection)
        .list_tenancy_documents(request)
        .await?;
    Ok(reply.into_inner().documents)
}

#[tokio::test]
async fn who_got_which_bytes_when_and_opened_them_is_kept() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let ann = landlord.add(tenant(FLAT, "Ann")).await?;
    let joined = Tenant {
        tenancy_id: ann.tenancy_id,
        ..tenant(FLAT, "Bob")
    };
    let bob = landlord.add(joined).await?;
    let request = giving(ann.tenant_id);
    let mut client = documents(&hers);
    let given = client
        .give_tenancy_document(request.clone())
        .await?
        .into_inner();
    let again = client.give_tenancy_document(request).await?.into_inner();
    assert_eq!(given, again);
    let given = given.document.unwrap_or_default();
    assert_eq!(
        (given.title.as_str(), given.open_time),
        ("Gas safety record", None)
    );
    assert_eq!(given.hash.len(), 64);
    let told = mail_kinds(&world).await?;
    assert_eq!(told, [TenancyMailKind::TenancyDocumentGiven; 2]);
    assert!(!everything(&world).await?.contains("a gas safety record"));

    let read = |id| ReadTenancyDocumentRequest {
        tenant_id: id,
        tenancy_document_id: given.tenancy_document_id,
    };
    documents(&viewer(&world)?)
        .read_tenancy_document(read(ann.tenant_id))
        .await?;
    assert_eq!(listed(&hers, ann.tenant_id).await?[0].open_time, None);
    let own = account(&world, ANN)?;
    let unasked = documents(&own)
        .read_tenancy_document(read(ann.tenant_id))
        .await;
    assert_eq!(reason(&refusal(unasked)?), "TENANT_NOT_FOUND");
    assert_eq!(listed(&hers, ann.tenant_id).await?[0].open_time, None);
    world.confirm(ANN, ann.tenancy_id).await?;
    let file = documents(&own)
        .read_tenancy_document(read(ann.tenant_id))
        .await?;
    assert_eq!(file.into_inner().content, GAS);
    let opened = listed(&own, ann.tenant_id).await?[0].open_time;
    assert!(opened.is_some());
    world.clock.advance(Duration::hours(1));
    documents(&own)
        .read_tenancy_document(read(ann.tenant_id))
        .await?;
    assert_eq!(listed(&hers, ann.tenant_id).await?[0].open_time, opened);
    assert_eq!(listed(&hers, bob.tenant_id).await?[0].open_time, None);

    // Ann's account has Ann's documents alone, and another organisation has none.
    for connection in [&own, &owner(&world, 2)?] {
        let refused = refusal(listed(connection, bob.tenant_id).await)?;
        assert_eq!(reason(&refused), "TENANT_NOT_FOUND");
        let refused = documents(connection)
            .read_tenancy_document(read(bob.tenant_id))
            .await;
        assert_eq!(reason(&refusal(refused)?), "TENANT_NOT_FOUND");
    }
    for connection in [own, viewer(&world)?] {
        let refused = documents(&connection)
            .give_tenancy_document(giving(ann.tenant_id))
            .await;
        assert_eq!(refusal(refused)?.code(), Code::PermissionDenied);
    }
    Ok(())
}

#[tokio::test]
async fn what_is_no_document_is_refused_and_who_has_left_gets_none() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let ann = landlord.add(tenant(FLAT, "Ann")).await?;
    let mut client = documents(&hers);
    let other = GiveTenancyDocumentRequest {
        kind: TenancyDocumentKind::Other.into(),
        ..giving(ann.tenant_id)
    };
    let refused = refusal(client.give_tenancy_document(other).await)?;
    assert_eq!(
        (reason(&refused).as_str(), fields(&refused)),
        ("TENANCY_DOCUMENT_INVALID", vec!["title".to_owned()])
    );
    for (content, why) in [
        (Vec::new(), "TENANCY_DOCUMENT_INVALID"),
        (b"<html>".to_vec(), "FILE_TYPE_INVALID"),
    ] {
        let bad = GiveTenancyDocumentRequest {
            content,
            ..giving(ann.tenant_id)
        };
        let refused = refusal(client.give_tenancy_document(bad).await)?;
        assert_eq!(
            (reason(&refused).as_str(), fields(&refused)),
            (why, vec!["content".to_owned()])
        );
    }
    let missing = ReadTenancyDocumentRequest {
        tenant_id: ann.tenant_id,
        tenancy_document_id: 999,
    };
    let refused = refusal(client.read_tenancy_document(missing).await)?;
    assert_eq!(reason(&refused), "TENANCY_DOCUMENT_NOT_FOUND");
    let joined = Tenant {
        tenancy_id: ann.tenancy_id,
        ..tenant(FLAT, "Bob")
    };
    landlord.add(joined).await?;
    landlord.end(ann.tenant_id, day(2026, 11, 24)).await?;
    let refused = refusal(client.give_tenancy_document(giving(ann.tenant_id)).await)?;
    assert_eq!(reason(&refused), "TENANCY_ENDED");
    Ok(())
}

#[tokio::test]
async fn those_who_have_all_left_are_given_documents_for_a_year() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let ann = landlord.add(tenant(FLAT, "Ann")).await?;
    landlord.end(ann.tenant_id, day(2026, 11, 24)).await?;
    let mut client = documents(&hers);
    world.clock.advance(Duration::days(365));
    client.give_tenancy_document(giving(ann.tenant_id)).await?;
    assert_eq!(listed(&hers, ann.tenant_id).await?.len(), 1);
    let told = mail_kinds(&world).await?;
    assert!(told.contains(&TenancyMailKind::TenancyDocumentGiven));
    world.clock.advance(Duration::days(1));
    let refused = refusal(client.give_tenancy_document(giving(ann.tenant_id)).await)?;
    assert_eq!(reason(&refused), "TENANCY_ENDED");
    Ok(())
}

#[tokio::test]
async fn a_deposit_is_received_protected_and_given_back() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let ann = landlord.add(tenant(FLAT, "Ann")).await?;
    let id = ann.tenant_id;
    world.confirm(ANN, ann.tenancy_id).await?;
    let mut client = deposits(&hers);
    let none = client
        .get_deposit(GetDepositRequest { tenant_id: id })
        .await?;
    assert_eq!(none.into_inner().deposit, None);
    let back = |returned, deductions: &str| RecordDepositReturnRequest {
        tenant_id: id,
        deposit: Some(Deposit {
            return_date: day(2026, 11, 24),
            returned: money(returned),
            deductions: deductions.to_owned(),
            ..Deposit::default()
        }),
        request_id: request_id(),
        ..RecordDepositReturnRequest::default()
    };
    let refused = refusal(client.record_deposit_return(back(1, "x")).await)?;
    assert_eq!(reason(&refused), "DEPOSIT_NOT_RECORDED");
    let record = |deposit| RecordDepositRequest {
        tenant_id: id,
        deposit: Some(deposit),
        request_id: request_id(),
        ..RecordDepositRequest::default()
    };
    let refused = refusal(client.record_deposit(record(Deposit::default())).await)?;
    assert_eq!(
        (reason(&refused).as_str(), fields(&refused)),
        ("DEPOSIT_INVALID", vec!["amount".to_owned()])
    );
    let received = Deposit {
        amount: money(115_384),
        receive_date: day(2026, 11, 20),
        ..Deposit::default()
    };
    let held = client.record_deposit(record(received)).await?.into_inner();
    let held = held.deposit.unwrap_or_default();
    assert_eq!(held.protect_by_date, day(2026, 12, 19));
    assert_eq!(landlord.get(id).await?.deposit, money(115_384));
    let protected = Deposit {
        scheme: DepositScheme::Dps.into(),
        scheme_reference: "DPS-1".to_owned(),
        protect_date: day(2026, 11, 21),
        information_date: day(2026, 11, 22),
        ..Deposit::default()
    };
    let request = record(protected);
    let first = client.record_deposit(request.clone()).await?.into_inner();
    assert_eq!(client.record_deposit(request).await?.into_inner(), first);
    let own = account(&world, ANN)?;
    let seen = deposits(&own)
        .get_deposit(GetDepositRequest { tenant_id: id })
        .await?;
    assert_eq!(seen.into_inner().deposit, first.deposit);
    let refused = refusal(client.record_deposit_return(back(100_000, "")).await)?;
    assert_eq!(fields(&refused), ["deductions"]);
    let returned = client
        .record_deposit_return(back(100_000, "Cleaning"))
        .await?;
    let returned = returned.into_inner().deposit.unwrap_or_default();
    assert_eq!(
        (returned.returned, returned.deductions.as_str()),
        (money(100_000), "Cleaning")
    );
    for connection in [owner(&world, 2)?, account(&world, 52)?] {
        let refused = deposits(&connection)
            .get_deposit(GetDepositRequest { tenant_id: id })
            .await;
        assert_eq!(reason(&refusal(refused)?), "TENANT_NOT_FOUND");
    }
    let refused = deposits(&viewer(&world)?)
        .record_deposit(record(Deposit::default()))
        .await;
    assert_eq!(refusal(refused)?.code(), Code::PermissionDenied);
    Ok(())
}

#[tokio::test]
async fn a_notices_dates_are_proposed_and_nothing_is_stored() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let ann = landlord.add(tenant(FLAT, "Ann")).await?;
    let request = |giver: NoticeGiver, ground: &str| ProposeNoticeRequest {
        tenant_id: ann.tenant_id,
        giver: giver.into(),
        ground: ground.to_owned(),
        give_date: day(2026, 11, 20),
        ..ProposeNoticeRequest::default()
    };
    let mut client = deposits(&viewer(&world)?);
    let tenants = client
        .propose_notice(request(NoticeGiver::Tenant, ""))
        .await?;
    // The day before rent is due, on the 1st.
    assert_eq!(tenants.into_inner().earliest_date, day(2027, 1, 31));
    let selling = client
        .propose_notice(request(NoticeGiver::Landlord, "1A"))
        .await?;
    let selling = selling.into_inner();
    // The tenancy began on 1 November 2026.
    assert_eq!(selling.earliest_date, day(2027, 10, 31));
    let said = selling.said.join(" ");
    assert!(said.contains("not before 31 October 2028"), "{said}");
    let asked: Vec<_> = selling.asked_for.iter().map(|one| &one.field).collect();
    assert_eq!(asked, ["deposit"]);
    let choosing = client
        .propose_notice(request(NoticeGiver::Landlord, ""))
        .await?
        .into_inner();
    assert_eq!(choosing.earliest_date, None);
    assert!(choosing.reasons.iter().any(|one| one.code == "4A"));
    let received = Deposit {
        amount: money(200_000),
        receive_date: day(2026, 11, 20),
        ..Deposit::default()
    };
    let record = RecordDepositRequest {
        tenant_id: ann.tenant_id,
        deposit: Some(received),
        request_id: request_id(),
        ..RecordDepositRequest::default()
    };
    let held = deposits(&hers).record_deposit(record).await?.into_inner();
    let warnings = held.deposit.unwrap_or_default().warnings;
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let arrears = client
        .propose_notice(request(NoticeGiver::Landlord, "8"))
        .await?
        .into_inner();
    let said = arrears.said.join(" ");
    assert!(said.contains("not protected"), "{said}");
    let refused = refusal(
        client
            .propose_notice(request(NoticeGiver::Landlord, "21"))
            .await,
    )?;
    assert_eq!(
        (reason(&refused).as_str(), fields(&refused)),
        ("NOTICE_INVALID", vec!["ground".to_owned()])
    );
    let refused = deposits(&owner(&world, 2)?)
        .propose_notice(request(NoticeGiver::Tenant, ""))
        .await;
    assert_eq!(reason(&refusal(refused)?), "TENANT_NOT_FOUND");
    assert_eq!(
        landlord.get(ann.tenant_id).await?.leave_date,
        ann.leave_date
    );
    Ok(())
}

fn jobs(world: &World) -> Deadlines {
    let mails = TenancyMails::new(Mails::new(Some(world.mail_opener.sealer())));
    Deadlines::new(world.database.db.clone(), world.clock.clone(), mails)
}

#[tokio::test]
async fn what_is_due_is_listed_and_told_once_soon_and_once_late() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let bob = landlord.add(tenant(COTTAGE, "Bob")).await?;
    let received = RecordDepositRequest {
        tenant_id: bob.tenant_id,
        deposit: Some(Deposit {
            amount: money(50_000),
            receive_date: day(2026, 11, 20),
            ..Deposit::default()
        }),
        request_id: request_id(),
        ..RecordDepositRequest::default()
    };
    deposits(&hers).record_deposit(received).await?;
    let list = async |connection: &Connection| {
        let mut client = DeadlineServiceClient::new(connection.clone());
        let reply = client.list_deadlines(ListDeadlinesRequest {}).await?;
        anyhow::Ok(reply.into_inner().deadlines)
    };
    let due = list(&viewer(&world)?).await?;
    let due: Vec<_> = due
        .iter()
        .map(|one| {
            (
                one.kind(),
                one.due_date,
                one.tenant_name.as_str(),
                one.property_display_name.as_str(),
            )
        })
        .collect();
    assert_eq!(
        due,
        [
            (
                DeadlineKind::WrittenStatement,
                day(2026, 11, 1),
                "Bob",
                "Cottage"
            ),
            (
                DeadlineKind::DepositProtection,
                day(2026, 12, 19),
                "Bob",
                "Cottage"
            )
        ]
    );
    assert!(list(&owner(&world, 2)?).await?.is_empty());
    let told = async || {
        let all = mails(&world).await?.into_iter();
        let kind = TenancyMailKind::DepositProtectionDue;
        anyhow::Ok(all.filter(|(one, _)| *one == kind).count())
    };
    for (days, expected) in [(17, 0), (1, 1), (6, 1), (2, 2), (30, 2)] {
        world.clock.advance(Duration::days(days));
        let (one, other) = futures::future::join(async { jobs(&world).tell().await }, async {
            jobs(&world).tell().await
        })
        .await;
        one?;
        other?;
        assert_eq!(told().await?, expected, "{days}");
    }
    Ok(())
}

#[tokio::test]
async fn a_right_to_rent_with_an_end_is_due_again() -> anyhow::Result<()> {
    use lintel_proto::tenancy::v1::ApplicationStatus::Approved;
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = ann.application_id;
    decide(&world, id, Approved, 0).await?;
    let check = |checked| RecordRightToRentRequest {
        check: Some(RightToRentCheck {
            application_id: id,
            method: RightToRentMethod::ShareCode.into(),
            document: "eVisa".to_owned(),
            check_date: checked,
            checker: "Olive Owner".to_owned(),
            expire_date: day(2027, 6, 1),
            ..RightToRentCheck::default()
        }),
        request_id: request_id(),
        ..RecordRightToRentRequest::default()
    };
    let mut way = MoveInServiceClient::new(hers.clone());
    way.record_right_to_rent(check(day(2026, 11, 20))).await?;
    let told = async || {
        jobs(&world).tell().await?;
        let all = mails(&world).await?.into_iter();
        let told = all.filter(|(one, _)| *one == TenancyMailKind::RightToRentDue);
        anyhow::Ok(
            told.map(|(_, mail)| (mail.tenant_name, mail.date))
                .collect::<Vec<_>>(),
        )
    };
    world.clock.advance(Duration::days(332));
    assert!(told().await?.is_empty());
    world.clock.advance(Duration::days(1));
    let due = [("Ann".to_owned(), day(2027, 11, 20))];
    assert_eq!(told().await?, due);
    assert_eq!(told().await?, due);
    Ok(())
}
