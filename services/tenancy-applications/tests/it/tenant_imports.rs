//! Tenants as CSV files: export, check and import.

use std::sync::Arc;

use chrono::Duration;
use lintel_core::Grade;
use lintel_proto::tenancy::v1::{
    ApplyTenantImportRequest, CheckTenantImportRequest, ExportTenantsRequest,
    GetTenantImportRequest, GetTenantImportTemplateRequest, LeaseStatus, ListTenantsRequest,
    TenantImport, TenantImportState, tenant_transfer_service_client::TenantTransferServiceClient,
};
use lintel_sheet::job::Progress;
use lintel_tenancy_applications::app::{
    keeping::{Asking, Owners, keys::Keys},
    letting::TenantImports,
};
use lintel_testkit::tokens::member;
use tonic::{Code, Status};

use crate::{
    applying::{FLAT, everything, owner, request_id, world},
    harness::{Connection, World, peers, reason, refusal},
    tenants::tenant,
};

const HEADER: &str = "Property,Room,Name,Email,Phone,Lease start,Monthly rent,Leave date";

fn transfer(connection: &Connection) -> TenantTransferServiceClient<Connection> {
    TenantTransferServiceClient::new(connection.clone()).max_encoding_message_size(11 << 20)
}

async fn check(connection: &Connection, file: &str) -> Result<TenantImport, Status> {
    check_once(connection, file, "").await
}

async fn check_once(
    connection: &Connection,
    file: &str,
    request_id: &str,
) -> Result<TenantImport, Status> {
    let request = CheckTenantImportRequest {
        file_name: "tenants.csv".to_owned(),
        content: file.as_bytes().to_vec(),
        request_id: request_id.to_owned(),
    };
    let checked = transfer(connection).check_tenant_import(request).await?;
    Ok(checked.into_inner().tenant_import.unwrap_or_default())
}

async fn begin(connection: &Connection, tenant_import_id: i64) -> Result<TenantImport, Status> {
    let request = ApplyTenantImportRequest {
        tenant_import_id,
        request_id: request_id(),
    };
    let begun = transfer(connection).apply_tenant_import(request).await?;
    Ok(begun.into_inner().tenant_import.unwrap_or_default())
}

async fn import(connection: &Connection, tenant_import_id: i64) -> Result<TenantImport, Status> {
    let request = GetTenantImportRequest { tenant_import_id };
    let found = transfer(connection).get_tenant_import(request).await?;
    Ok(found.into_inner().tenant_import.unwrap_or_default())
}

async fn export(connection: &Connection, statuses: Vec<i32>) -> Result<String, Status> {
    let (mut file, mut page_token) = (Vec::new(), String::new());
    loop {
        let request = ExportTenantsRequest {
            lease_statuses: statuses.clone(),
            page_token,
            ..ExportTenantsRequest::default()
        };
        let part = transfer(connection).export_tenants(request).await?;
        let part = part.into_inner();
        file.extend(part.content);
        if part.next_page_token.is_empty() {
            return String::from_utf8(file).map_err(|error| Status::internal(error.to_string()));
        }
        page_token = part.next_page_token;
    }
}

fn imports(world: &World) -> anyhow::Result<TenantImports> {
    let (db, clock) = (world.database.db.clone(), world.clock.clone());
    let asking = Asking::new(Owners {
        db: db.clone(),
        peers: peers(world.owners.url())?,
        opener: world.opener.clone(),
    });
    let keys = Keys::new(&world.opener);
    Ok(TenantImports::new(db, clock, keys, Arc::new(asking)))
}

/// Goes on with what waits, as the job does.
async fn go_on(world: &World) -> anyhow::Result<()> {
    let imports = imports(world)?;
    while let Some(waiting) = imports.waiting().await? {
        let Some(held) = imports.held(waiting).await? else {
            continue;
        };
        while imports.import_chunk(waiting, &held).await? == Progress::Further {}
    }
    Ok(())
}

/// A file that is checked and imported.
pub async fn added(world: &World, connection: &Connection, file: &str) -> anyhow::Result<i64> {
    let checked = check(connection, file).await?;
    anyhow::ensure!(checked.problem_count == 0, "{checked:?}");
    begin(connection, checked.tenant_import_id).await?;
    go_on(world).await?;
    Ok(checked.tenant_import_id)
}

fn places(import: &TenantImport) -> Vec<(i64, &str, &str)> {
    let problems = import.problems.iter();
    problems
        .map(|one| (one.line, one.column.as_str(), one.message.as_str()))
        .collect()
}

#[tokio::test]
async fn deposits_above_the_cap_are_said_and_added_all_the_same() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let header = "Property,Room,Name,Email,Phone,Lease start,Monthly rent,Deposit";
    let rows = [
        "Garden Flat,,Ann Bell,ann@example.com,07700 900000,2026-11-01,1200,2000",
        "Cottage,,Bob Bell,bob@example.com,07700 900001,2026-11-01,1500,1500",
    ];
    let file = format!("{header}\r\n{}\r\n", rows.join("\r\n"));
    let checked = check(&hers, &file).await?;
    assert_eq!(checked.problem_count, 0, "{:?}", checked.problems);
    assert_eq!(checked.warnings.len(), 1, "{:?}", checked.warnings);
    let warned = &checked.warnings[0];
    assert_eq!((warned.line, warned.column.as_str()), (2, "Deposit"));
    assert!(warned.message.contains("1,384.61"), "{}", warned.message);
    assert_eq!(import(&hers, checked.tenant_import_id).await?, checked);
    begin(&hers, checked.tenant_import_id).await?;
    Ok(())
}

#[tokio::test]
async fn a_dry_run_names_line_and_column_of_each_problem_and_writes_no_tenant() -> anyhow::Result<()>
{
    let world = world().await?;
    world.landlord()?.add(tenant(FLAT, "Ada")).await?;
    let landlord = owner(&world, 1)?;
    let file = "property name,Room,Tenant,Email,mobile,Start date,rent\n\
        Garden Flat,,Bea,bea@example.com,0113 496 0000,2026-11-01,950\n\
        Garden Flat,,Cid,cid@example.com,0113 496 0000,2026-12-01,950\n\
        Park House,9,Dan,dan@example.com,0113 496 0000,2026-12-01,950\n\
        Mill View,,Eve,eve@example.com,0113 496 0000,2026-12-01,950\n\
        Cottage,,F,nobody,1,soon,lots\n\
        Cottage,,Gil\n";
    let found = check(&landlord, file).await?;
    assert_eq!(found.state(), TenantImportState::Checked);
    assert_eq!((found.row_count, found.version), (5, 1));
    assert_eq!(
        places(&found),
        [
            (
                2,
                "Start date",
                "This home has a tenancy from this day already. Leave the line out."
            ),
            (
                3,
                "property name",
                "This home is let or reserved already. End that tenancy first, or leave the line out."
            ),
            (4, "Room", "This shared house has no such room."),
            (
                5,
                "property name",
                "No property of your portfolio has this name or address."
            ),
            (6, "Start date", "Enter a date as 2026-11-21 or 21/11/2026."),
            (6, "rent", "Enter an amount, for example 1250.00."),
            (6, "Tenant", "Name must be at least 2 characters"),
            (6, "Email", "Invalid email address"),
            (6, "mobile", "Phone number must be at least 10 digits"),
            (7, "", "The line has 3 values, the header has 7."),
        ]
    );
    assert_eq!(world.number("SELECT count(*) FROM tenants").await?, 1);
    let refused = refusal(begin(&landlord, found.tenant_import_id).await)?;
    assert_eq!(reason(&refused), "IMPORT_HAS_PROBLEMS");
    // Neither the file nor what it is about stands anywhere in clear.
    let written = everything(&world).await?;
    assert!(!written.contains("bea@example.com"), "{written}");
    Ok(())
}

#[tokio::test]
async fn a_landlords_first_day_begins_with_who_lives_there_and_who_lived_there()
-> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, connection) = (world.landlord()?, owner(&world, 1)?);
    let file = format!(
        "{HEADER}\n\
        Park House,1,Ada,ada@example.com,0113 496 0000,2026-03-01,1000.01,\n\
        Park House,2,Old Bob,bob@example.com,0113 496 0000,2020-03-01,480,2021-02-28\n\
        park house,1,Cid,cid@example.com,0113 496 0000,2026-03-01,1000.01,2027-01-31\n\
        Cottage,,Dan,dan@example.com,0113 496 0000,2027-01-01,1500,\n"
    );
    let found = check(&connection, &file).await?;
    assert_eq!(places(&found), []);
    let begun = begin(&connection, found.tenant_import_id).await?;
    assert_eq!(begun.state(), TenantImportState::Importing);
    go_on(&world).await?;
    let done = import(&connection, found.tenant_import_id).await?;
    assert_eq!(
        (done.state(), done.imported_count),
        (TenantImportState::Imported, 4)
    );
    let listed = landlord.list(ListTenantsRequest::default()).await?.tenants;
    let listed: Vec<_> = listed
        .iter()
        .map(|one| {
            let rent = one.monthly_rent.as_ref().map_or(0, |rent| rent.minor_units);
            (one.display_name.as_str(), one.lease_status(), rent)
        })
        .collect();
    let (active, ended, upcoming) = (
        LeaseStatus::Active,
        LeaseStatus::Ended,
        LeaseStatus::Upcoming,
    );
    assert_eq!(
        listed,
        [
            ("Dan", upcoming, 150_000),
            ("Ada", active, 50_001),
            ("Cid", active, 50_000),
            ("Old Bob", ended, 48_000),
        ]
    );
    let told = world.told().await?;
    let count = |kind: &str| told.iter().filter(|one| one.ends_with(kind)).count();
    assert_eq!((count("started.v1"), count("ended.v1")), (1, 1));
    // What was imported is not imported again, and the file is gone.
    let again = check(&connection, &file).await?;
    assert_eq!(again.problem_count, 3);
    let refused = refusal(begin(&connection, found.tenant_import_id).await)?;
    assert_eq!(reason(&refused), "IMPORT_ALREADY_APPLIED");
    let kept =
        "SELECT count(*) FROM tenant_imports WHERE state = 'Imported' AND sealed IS NOT NULL";
    assert_eq!(world.number(kept).await?, 0);
    Ok(())
}

#[tokio::test]
async fn what_is_exported_is_imported_again_as_it_was() -> anyhow::Result<()> {
    let world = world().await?;
    let connection = owner(&world, 1)?;
    let file = format!(
        "{HEADER}\nPark House,1,\"=Ada, the first\",ada@example.com,+44 113 496 0000,2026-03-01,500,\n\
         Park House,2,Bob,bob@example.com,0113 496 0000,2020-03-01,480,2021-02-28\n"
    );
    let found = check(&connection, &file).await?;
    begin(&connection, found.tenant_import_id).await?;
    go_on(&world).await?;
    let whole = export(&connection, Vec::new()).await?;
    assert!(whole.contains("\"'=Ada, the first\"") && whole.contains("\"'+44 113 496 0000\""));
    let only = export(&connection, vec![LeaseStatus::Ended.into()]).await?;
    assert!(only.contains("Bob") && !only.contains("Ada"));
    world
        .execute("DELETE FROM tenants; DELETE FROM tenancies")
        .await?;
    let again = check(&connection, &whole).await?;
    assert_eq!(places(&again), []);
    begin(&connection, again.tenant_import_id).await?;
    go_on(&world).await?;
    assert_eq!(export(&connection, Vec::new()).await?, whole);
    let template = transfer(&connection)
        .get_tenant_import_template(GetTenantImportTemplateRequest {})
        .await?;
    let template = template.into_inner().content;
    assert!(whole.as_bytes().starts_with(&template));
    Ok(())
}

#[tokio::test]
async fn however_many_go_on_with_it_every_tenant_is_added_once() -> anyhow::Result<()> {
    let world = world().await?;
    world
        .execute(
            "INSERT INTO homes (organisation_id, property_id, name, address, postcode, property_type, monthly_rent, is_occupied, version)
             SELECT 1, 1000 + n, 'Home ' || n, n || ' Long Road', 'LS1 4AB', 'House', 900, false, 1 FROM generate_series(1, 120) n",
        )
        .await?;
    let lines = (1..=120).flat_map(|n| {
        ["a", "b"].map(|who| {
            format!(
                "Home {n},,Tenant {who}{n},{who}{n}@example.com,0113 496 0000,2026-03-01,900,\n"
            )
        })
    });
    let connection = owner(&world, 1)?;
    let file = format!("{HEADER}\n{}", lines.collect::<String>());
    let found = check(&connection, &file).await?;
    assert_eq!((places(&found), found.row_count), (vec![], 240));
    begin(&connection, found.tenant_import_id).await?;
    // Four processes at once; each leaves off after every chunk, as if it had died there.
    let processes = (0..4).map(|_| async {
        let imports = imports(&world)?;
        while let Some(waiting) = imports.waiting().await? {
            if let Some(held) = imports.held(waiting).await? {
                imports.import_chunk(waiting, &held).await?;
            }
        }
        anyhow::Ok(())
    });
    futures::future::try_join_all(processes).await?;
    let done = import(&connection, found.tenant_import_id).await?;
    assert_eq!(
        (done.state(), done.imported_count),
        (TenantImportState::Imported, 240)
    );
    // Checked, begun, three chunks; each told.
    assert_eq!(done.version, 5);
    for (sql, expected) in [
        ("SELECT count(DISTINCT email) FROM tenants", 240),
        ("SELECT count(*) FROM tenants", 240),
        ("SELECT count(*) FROM tenancies WHERE rent = 900", 120),
        (
            "SELECT count(*) FROM outbox WHERE event_type = 'tenancy.tenant-import.changed.v1'",
            5,
        ),
    ] {
        assert_eq!(world.number(sql).await?, expected, "{sql}");
    }
    Ok(())
}

#[tokio::test]
async fn a_tenancy_that_is_accepted_no_more_ends_the_import() -> anyhow::Result<()> {
    let world = world().await?;
    let connection = owner(&world, 1)?;
    let file =
        format!("{HEADER}\nGarden Flat,,Ada,ada@example.com,0113 496 0000,2026-03-01,500,\n");
    let found = check(&connection, &file).await?;
    begin(&connection, found.tenant_import_id).await?;
    world.landlord()?.add(tenant(FLAT, "Bob")).await?;
    go_on(&world).await?;
    let failed = import(&connection, found.tenant_import_id).await?;
    assert_eq!(failed.state(), TenantImportState::Failed);
    let let_already = "This home is let or reserved already. End that tenancy first.";
    assert_eq!(places(&failed), [(2, "", let_already)]);
    assert_eq!(world.number("SELECT count(*) FROM tenants").await?, 1);
    // So does one whose property has left the portfolio meanwhile.
    let file = file.replace("Garden Flat", "Cottage");
    let found = check(&connection, &file).await?;
    begin(&connection, found.tenant_import_id).await?;
    world
        .execute("UPDATE homes SET name = NULL, address = NULL, postcode = NULL, property_type = NULL, monthly_rent = NULL, is_occupied = NULL
             WHERE property_id = 4")
        .await?;
    go_on(&world).await?;
    let failed = import(&connection, found.tenant_import_id).await?;
    assert_eq!(failed.problems[0].line, 2);
    Ok(())
}

/// A landlord imports homes and at once their tenants.
#[tokio::test]
async fn a_home_that_was_added_a_moment_ago_is_found() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    world.owners.have_home(1, 9001);
    let line = "Ada,ada@example.com,0113 496 0000,2026-12-01,950";
    let named = |home: &str| format!("Property,Name,Email,Phone,Lease start,Rent\n{home},{line}\n");
    assert_eq!(places(&check(&landlord, &named("Cottage")).await?), []);
    assert_eq!(world.owners.asked(), 0, "a copy that is there asks nobody");
    assert_eq!(places(&check(&landlord, &named("Home")).await?), []);
    assert!(world.owners.asked() > 0);
    let unknown = check(&landlord, &named("Nowhere")).await?;
    let missing = "No property of your portfolio has this name or address.";
    assert_eq!(places(&unknown), [(2, "Property", missing)]);
    // Where the owner does not answer, nothing is said to be missing.
    world.owners.refuse(1);
    let refused = check(&landlord, &named("Nowhere")).await;
    let code = refused.map_err(|status| status.code()).err();
    assert_eq!(code, Some(Code::Unavailable));
    Ok(())
}

#[tokio::test]
async fn an_import_is_its_organisations_and_repeats_are_known() -> anyhow::Result<()> {
    let world = world().await?;
    let (hers, his) = (owner(&world, 1)?, owner(&world, 2)?);
    let file =
        format!("{HEADER}\nGarden Flat,,Ada,ada@example.com,0113 496 0000,2026-03-01,500,\n");
    let key = request_id();
    let found = check_once(&hers, &file, &key).await?;
    assert_eq!(check_once(&hers, &file, &key).await?, found);
    let reused = refusal(check_once(&hers, HEADER, &key).await)?;
    assert_eq!(reason(&reused), "REQUEST_ID_REUSED");
    let id = found.tenant_import_id;
    for foreign in [
        refusal(import(&his, id).await)?,
        refusal(begin(&his, id).await)?,
        refusal(import(&hers, id + 999).await)?,
    ] {
        assert_eq!(reason(&foreign), "IMPORT_NOT_FOUND");
    }
    let viewer = world.mint.token(&member(12, 1, Grade::Viewer))?;
    let viewer = world.bearer(Some(&viewer))?;
    import(&viewer, id).await?;
    let refused = refusal(begin(&viewer, id).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    let refused = refusal(check(&viewer, &file).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    let large = "x".repeat(10 * 1024 * 1024 + 1);
    let refused = refusal(check(&hers, &large).await)?;
    assert_eq!(reason(&refused), "IMPORT_TOO_LARGE");
    // One at a time, and the newest ten wait.
    begin(&hers, id).await?;
    let mut last = found;
    for _ in 0..12 {
        last = check(&hers, &file).await?;
    }
    let running = refusal(begin(&hers, last.tenant_import_id).await)?;
    assert_eq!(reason(&running), "IMPORT_RUNNING");
    assert_eq!(
        world.number("SELECT count(*) FROM tenant_imports").await?,
        11
    );
    // What nobody imports goes after a week, the result of an import after 90 days.
    go_on(&world).await?;
    world.clock.advance(Duration::days(8));
    let forget = async || {
        TenantImports::forget(&world.database.db, lintel_core::Clock::now(&*world.clock)).await
    };
    assert_eq!(forget().await?, 10);
    world.clock.advance(Duration::days(83));
    assert_eq!(forget().await?, 1);
    Ok(())
}
