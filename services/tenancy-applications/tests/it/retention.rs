//! Keeping nothing longer than its time.

use chrono::Duration;
use lintel_proto::tenancy::v1::{
    ApplicationStatus, Deposit, EraseApplicationRequest, GetOwnApplicationRequest,
    GiveTenancyDocumentRequest, HoldingDeposit, Paper, PetRequest, RecordDepositRequest,
    RecordHoldingDepositRequest, RecordPaperRequest, RecordPetRequestRequest,
    RecordRightToRentRequest, RightToRentCheck, RightToRentMethod, SaveDraftRequest,
    TenancyDocumentKind, deposit_service_client::DepositServiceClient,
    duty_service_client::DutyServiceClient,
    holding_deposit_service_client::HoldingDepositServiceClient,
    move_in_service_client::MoveInServiceClient,
    tenancy_document_service_client::TenancyDocumentServiceClient,
};
use lintel_tenancy_applications::{
    app::keeping::{Departures, Retention},
    config::RetentionConfig,
};

use crate::{
    applying::{
        COTTAGE, FLAT, HOUSE, ROOMS, applicant, applications, apply, day, decide, invite, invites,
        money, nobody, owner, request_id, signup, world,
    },
    harness::{World, reason, refusal},
};

/// What deletes, as it is configured at first.
pub fn retention(world: &World) -> Retention {
    let config = RetentionConfig {
        invite_days: 7,
        document_days: 90,
        application_days: 183,
        undecided_days: 365,
        tenancy_days: 2192,
        guaranteed_tenancy_days: 4383,
        right_to_rent_days: 366,
    };
    Retention::new(world.database.db.clone(), world.clock.clone(), config)
}

#[tokio::test]
async fn what_came_to_nothing_goes_after_half_a_year_and_leaves_a_number() -> anyhow::Result<()> {
    let world = world().await?;
    let (rejected, token) = apply(&world, "Ann", FLAT, None).await?;
    let (approved, _) = apply(&world, "Bob", COTTAGE, None).await?;
    let (undecided, _) = apply(&world, "Cat", HOUSE, Some((ROOMS[0], "1"))).await?;
    decide(
        &world,
        rejected.application_id,
        ApplicationStatus::Rejected,
        0,
    )
    .await?;
    decide(
        &world,
        approved.application_id,
        ApplicationStatus::Approved,
        0,
    )
    .await?;
    let retention = retention(&world);
    world.clock.advance(Duration::days(182));
    assert_eq!(retention.count().await?.applications, 0);
    world.clock.advance(Duration::days(1));
    let counted = retention.count().await?;
    assert_eq!(counted.applications, 1);
    let said = retention.command(&["--dry-run".to_owned()]).await?;
    assert!(
        said.contains(" 1 applications") && said.ends_with("would be deleted."),
        "{said}"
    );
    assert_eq!(retention.apply().await?, counted);
    assert_eq!(retention.count().await?.sum(), 0);
    let left: String = world
        .scalar("SELECT string_agg(application_id::text, ' ' ORDER BY application_id) FROM applications")
        .await?;
    assert_eq!(
        left,
        format!("{} {}", approved.application_id, undecided.application_id)
    );
    let erased = world
        .number("SELECT application_id FROM erased_applications")
        .await?;
    assert_eq!(erased, rejected.application_id);
    for table in ["application_events", "reference_requests"] {
        let sql = format!("SELECT count(*) FROM {table} WHERE application_id = {erased}");
        assert_eq!(world.scalar::<i64>(&sql).await?, 0);
    }
    let request = GetOwnApplicationRequest { token };
    let refused = refusal(
        applicant(&nobody(&world)?)
            .get_own_application(request)
            .await,
    )?;
    // The token is forgotten too.
    assert_eq!(reason(&refused), "LINK_INVALID");
    world.clock.advance(Duration::days(365));
    retention.apply().await?;
    assert_eq!(world.number("SELECT count(*) FROM applications").await?, 1);
    Ok(())
}

#[tokio::test]
async fn links_go_a_week_after_they_stopped_working() -> anyhow::Result<()> {
    let world = world().await?;
    invite(&world, FLAT, None).await?;
    let retention = retention(&world);
    world.clock.advance(Duration::days(96));
    assert_eq!(retention.apply().await?.invites, 0);
    world.clock.advance(Duration::days(1));
    assert_eq!(retention.apply().await?.invites, 1);
    assert_eq!(world.number("SELECT count(*) FROM invites").await?, 0);
    Ok(())
}

/// What hangs on a tenancy, by table.
const OF_TENANCY: [&str; 16] = [
    "tenancies",
    "tenants",
    "applications",
    "deposits",
    "deposit_answers",
    "tenancy_papers",
    "pet_requests",
    "holding_deposits",
    "tenancy_documents",
    "tenancy_document_contents",
    "tenancy_document_deliveries",
    "right_to_rent_checks",
    "right_to_rent_evidence",
    "right_to_rent_readings",
    "ledgers",
    "ledger_entries",
];

/// Ann's tenancy with a checked right to rent, a deposit and a document; gives the application and the tenant.
pub async fn lived_in(world: &World) -> anyhow::Result<(i64, i64)> {
    let hers = owner(world, 1)?;
    let (ann, _) = apply(world, "Ann", FLAT, None).await?;
    let application_id = ann.application_id;
    let file =
        b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n";
    let check = RecordRightToRentRequest {
        check: Some(RightToRentCheck {
            application_id,
            method: RightToRentMethod::Manual.into(),
            document: "Passport".to_owned(),
            check_date: day(2026, 11, 20),
            checker: "Olive Owner".to_owned(),
            ..RightToRentCheck::default()
        }),
        evidence: file.to_vec(),
        request_id: request_id(),
    };
    let mut way = MoveInServiceClient::new(hers.clone());
    way.record_right_to_rent(check).await?;
    let approved = decide(world, application_id, ApplicationStatus::Approved, 0).await?;
    let tenant_id = approved.tenant_id;
    world
        .execute("UPDATE tenancies SET state = 'Active'")
        .await?;
    let received = RecordDepositRequest {
        tenant_id,
        deposit: Some(Deposit {
            amount: money(100_000),
            receive_date: day(2026, 11, 24),
            ..Deposit::default()
        }),
        request_id: request_id(),
        ..RecordDepositRequest::default()
    };
    DepositServiceClient::new(hers.clone())
        .record_deposit(received)
        .await?;
    let paper = RecordPaperRequest {
        tenant_id,
        paper: Paper::WrittenStatement.into(),
        delivery_date: day(2026, 11, 24),
        request_id: request_id(),
    };
    let mut duties = DutyServiceClient::new(hers.clone());
    duties.record_paper(paper).await?;
    let holding = RecordHoldingDepositRequest {
        application_id,
        holding_deposit: Some(HoldingDeposit {
            amount: money(20_000),
            receive_date: day(2026, 11, 24),
            ..HoldingDeposit::default()
        }),
        request_id: request_id(),
    };
    HoldingDepositServiceClient::new(hers.clone())
        .record_holding_deposit(holding)
        .await?;
    let asked = RecordPetRequestRequest {
        tenant_id,
        pet_request: Some(PetRequest {
            pet: "A cat".to_owned(),
            request_date: day(2026, 11, 24),
            ..PetRequest::default()
        }),
        request_id: request_id(),
    };
    duties.record_pet_request(asked).await?;
    let given = GiveTenancyDocumentRequest {
        tenant_id,
        kind: TenancyDocumentKind::Inventory.into(),
        content: file.to_vec(),
        request_id: request_id(),
        ..GiveTenancyDocumentRequest::default()
    };
    let mut documents = TenancyDocumentServiceClient::new(hers);
    documents.give_tenancy_document(given).await?;
    Ok((application_id, tenant_id))
}

async fn left(world: &World, table: &str) -> anyhow::Result<i64> {
    let sql = format!("SELECT count(*) FROM {table} WHERE organisation_id = 1");
    world.scalar(&sql).await
}

#[tokio::test]
async fn a_tenancy_goes_six_years_after_its_end_and_the_right_to_rent_after_one()
-> anyhow::Result<()> {
    let world = world().await?;
    let (_, tenant) = lived_in(&world).await?;
    world.clock.advance(Duration::days(30));
    let last = day(2026, 12, 24);
    world.landlord()?.end(tenant, last).await?;
    let retention = retention(&world);
    world.clock.advance(Duration::days(365));
    let early = retention.apply().await?;
    assert_eq!((early.rights_to_rent, early.tenancies), (0, 0));
    world.clock.advance(Duration::days(1));
    let counted = retention.count().await?;
    assert_eq!((counted.rights_to_rent, counted.tenancies), (1, 0));
    assert_eq!(retention.apply().await?, counted);
    assert_eq!(left(&world, "right_to_rent_evidence").await?, 0);
    assert_eq!(left(&world, "deposits").await?, 1);
    world.clock.advance(Duration::days(2192 - 366 - 1));
    assert_eq!(retention.apply().await?.tenancies, 0);
    world.clock.advance(Duration::days(1));
    assert_eq!(retention.apply().await?.tenancies, 1);
    for table in OF_TENANCY {
        assert_eq!(left(&world, table).await?, 0, "{table}");
    }
    assert_eq!(left(&world, "erased_applications").await?, 1);
    Ok(())
}

#[tokio::test]
async fn the_right_to_rent_is_kept_when_its_application_is_erased_early() -> anyhow::Result<()> {
    let world = world().await?;
    let (application_id, tenant) = lived_in(&world).await?;
    world.clock.advance(Duration::days(30));
    world.landlord()?.end(tenant, day(2026, 12, 24)).await?;
    let request = EraseApplicationRequest {
        application_id,
        request_id: request_id(),
    };
    let hers = owner(&world, 1)?;
    applications(&hers).erase_application(request).await?;
    let until: String = world
        .scalar("SELECT keep_until::text FROM right_to_rent_checks")
        .await?;
    assert_eq!(until, "2027-12-25");
    let retention = retention(&world);
    world.clock.advance(Duration::days(365));
    assert_eq!(retention.apply().await?.rights_to_rent, 0);
    world.clock.advance(Duration::days(1));
    assert_eq!(retention.apply().await?.rights_to_rent, 1);
    Ok(())
}

#[tokio::test]
async fn an_organisation_that_is_gone_takes_its_tenancies_with_it() -> anyhow::Result<()> {
    let world = world().await?;
    lived_in(&world).await?;
    world
        .execute("INSERT INTO gone_organisations (organisation_id, gone_at) VALUES (1, now())")
        .await?;
    let departures = Departures::new(world.database.db.clone(), world.clock.clone());
    departures.erase().await?;
    for table in OF_TENANCY {
        assert_eq!(left(&world, table).await?, 0, "{table}");
    }
    Ok(())
}

#[tokio::test]
async fn an_organisation_that_is_gone_takes_its_applicants_with_it() -> anyhow::Result<()> {
    let world = world().await?;
    let (approved, _) = apply(&world, "Ann", FLAT, None).await?;
    decide(
        &world,
        approved.application_id,
        ApplicationStatus::Approved,
        0,
    )
    .await?;
    let draft = SaveDraftRequest {
        token: invite(&world, COTTAGE, None).await?.token,
        answers: Some(signup("Bob")),
        step: 1,
        ..SaveDraftRequest::default()
    };
    invites(&nobody(&world)?).save_draft(draft).await?;
    world
        .execute("INSERT INTO gone_organisations (organisation_id, gone_at) VALUES (1, now())")
        .await?;
    let departures = Departures::new(world.database.db.clone(), world.clock.clone());
    departures.erase().await?;
    for table in [
        "invites",
        "application_drafts",
        "draft_mails",
        "applications",
        "application_events",
        "reference_requests",
        "application_documents",
        "organisation_keys",
        "tenants",
        "homes",
    ] {
        let sql = format!("SELECT count(*) FROM {table} WHERE organisation_id = 1");
        assert_eq!(world.scalar::<i64>(&sql).await?, 0, "{table}");
    }
    assert_eq!(
        world
            .number("SELECT count(*) FROM homes WHERE organisation_id = 2")
            .await?,
        1
    );
    Ok(())
}
