//! How long agreements and what belongs to them are kept, who gets a copy, and what is left.

use std::process::{Command, Output};

use chrono::Duration;
use lintel_core::Role;
use lintel_proto::tenancy::v1::{
    EraseApplicationRequest, GetApplicationRequest, ReadAgreementEvidenceRequest,
    RecordRightToRentRequest, TenancyMailKind,
};
use lintel_testkit::tokens::{landlord, outsider};
use tonic::Code;

use super::{agreements, all_sign, approved, get, issue, link, links, ready, refusals::job, terms};
use crate::{
    applying::{ANN, applications, day, everything, owner, read, request_id, world},
    data::copy,
    harness::{World, refusal},
    rent::{Books, receipt},
    retention::retention,
    rights_to_rent::{check, complete, record},
};

/// Everything that hangs on a tenancy that was agreed here, by table.
const TABLES: [&str; 16] = [
    "agreements",
    "agreement_contents",
    "agreement_signers",
    "agreement_events",
    "guarantee_deeds",
    "guarantee_contents",
    "guarantee_events",
    "right_to_rent_checks",
    "right_to_rent_evidence",
    "ledgers",
    "ledger_entries",
    "tenancy_documents",
    "tenancy_document_contents",
    "tenancy_document_deliveries",
    "tenants",
    "tenancies",
];

async fn held(world: &World) -> anyhow::Result<Vec<&'static str>> {
    let mut held = Vec::new();
    for table in TABLES {
        let sql = format!("SELECT count(*) FROM {table}");
        if world.scalar::<i64>(&sql).await? > 0 {
            held.push(table);
        }
    }
    Ok(held)
}

/// Zebedee's tenancy: agreed, signed, moved in, rent received, and over on 31 December 2026. Gives application and tenant.
async fn lived(world: &World) -> anyhow::Result<(i64, i64)> {
    let hers = owner(world, 1)?;
    let id = approved(world, "Zebedee").await?;
    let file =
        b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n";
    let with_evidence = RecordRightToRentRequest {
        evidence: file.to_vec(),
        ..check(id, None)
    };
    record(&hers, with_evidence).await?;
    issue(&hers, id, terms(), b"").await?;
    all_sign(world, id).await?;
    world.clock.advance(Duration::days(7));
    complete(&hers, id).await?;
    let tenant_id = read(world, id).await?.tenant_id;
    let books = Books::of(world, 1)?;
    let rent = receipt(115_000, day(2026, 12, 1));
    books.post(tenant_id, rent, request_id()).await?;
    world.clock.advance(Duration::days(31));
    world.landlord()?.end(tenant_id, day(2026, 12, 31)).await?;
    Ok((id, tenant_id))
}

#[tokio::test]
async fn a_tenancy_with_a_deed_goes_after_twelve_years_and_leaves_a_tombstone() -> anyhow::Result<()>
{
    let world = world().await?;
    lived(&world).await?;
    let retention = retention(&world);
    assert_eq!(held(&world).await?, TABLES);
    // The last day was some days ago already.
    world.clock.advance(Duration::days(360));
    retention.apply().await?;
    assert_eq!(held(&world).await?, TABLES);
    world.clock.advance(Duration::days(10));
    retention.apply().await?;
    let left = held(&world).await?;
    assert_eq!(left.len(), TABLES.len() - 2, "{left:?}");
    assert!(!left.contains(&"right_to_rent_evidence"), "{left:?}");
    world.clock.advance(Duration::days(4383 - 370 - 10));
    retention.apply().await?;
    assert_eq!(held(&world).await?, left);
    world.clock.advance(Duration::days(20));
    let gone = retention.apply().await?;
    assert_eq!(gone.tenancies, 1);
    assert_eq!(held(&world).await?, Vec::<&str>::new());
    assert_eq!(retention.count().await?.sum(), 0);
    let tombstones = "SELECT count(*) FROM erased_applications WHERE organisation_id = 1";
    assert_eq!(world.number(tombstones).await?, 1);
    let written = everything(&world).await?.to_lowercase();
    for name in ["zebedee", "gus guarantor", "olive"] {
        assert!(!written.contains(name), "{name} is left: {written}");
    }
    let copy = copy(&world, &landlord(11, 1)).await?;
    let named: Vec<_> = copy.iter().filter(|(_, rows)| !rows.is_empty()).collect();
    assert_eq!(named.len(), 1, "{named:?}");
    assert!(copy["erased-applications.json"].len() == 1);
    Ok(())
}

#[tokio::test]
async fn erasing_the_application_keeps_what_the_law_wants_kept_of_the_tenancy() -> anyhow::Result<()>
{
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let (id, tenant_id) = lived(&world).await?;
    let request = EraseApplicationRequest {
        application_id: id,
        request_id: request_id(),
    };
    applications(&hers).erase_application(request).await?;
    assert_eq!(held(&world).await?, TABLES);
    let request = GetApplicationRequest { application_id: id };
    let gone = applications(&hers).get_application(request).await;
    assert_eq!(refusal(gone)?.code(), Code::NotFound);
    let ledger = Books::of(&world, 1)?.ledger(tenant_id, None).await?;
    assert_eq!(ledger.entries.len(), 2);
    // The evidence is in the organisation's copy, whole.
    let copy = copy(&world, &landlord(11, 1)).await?;
    let numbers: Vec<_> = copy["agreement-events.json"]
        .iter()
        .filter_map(|row| row["number"].as_i64())
        .collect();
    assert_eq!(numbers, (1..).take(numbers.len()).collect::<Vec<_>>());
    assert!(numbers.len() > 10);
    Ok(())
}

#[tokio::test]
async fn copies_name_what_was_agreed_signed_checked_and_paid() -> anyhow::Result<()> {
    let world = world().await?;
    world
        .execute("UPDATE accounts SET email_key = 'zebedee@example.com' WHERE user_id = 50")
        .await?;
    let (_, tenant_id) = lived(&world).await?;
    let tenancy = world.landlord()?.get(tenant_id).await?.tenancy_id;
    world.confirm(ANN, tenancy).await?;
    let whole = copy(&world, &landlord(11, 1)).await?;
    for (file, rows) in [
        ("agreements.json", 1),
        ("agreement-signers.json", 3),
        ("right-to-rent-checks.json", 2),
        ("ledgers.json", 1),
        ("ledger-entries.json", 2),
        ("tenancy-documents.json", 1),
        ("tenancy-document-deliveries.json", 1),
        ("portal-confirmations.json", 1),
    ] {
        assert_eq!(whole.get(file).map_or(0, Vec::len), rows, "{file}");
    }
    let own = copy(&world, &outsider(ANN, Role::Tenant)).await?;
    for (file, rows) in [
        ("agreements.json", 1),
        ("right-to-rent-checks.json", 2),
        ("ledger-entries.json", 2),
        ("tenancy-documents.json", 1),
        ("tenancies.json", 1),
        ("applications.json", 1),
    ] {
        assert_eq!(own.get(file).map_or(0, Vec::len), rows, "{file}");
    }
    let signing = serde_json::to_string(&own["agreement-events.json"])?;
    assert!(
        signing.contains("signed") && !signing.contains("Gus"),
        "{signing}"
    );
    Ok(())
}

#[tokio::test]
async fn two_replicas_remind_of_an_agreement_once() -> anyhow::Result<()> {
    let world = world().await?;
    let (id, hers) = (ready(&world).await?, owner(&world, 1)?);
    issue(&hers, id, terms(), b"").await?;
    let chain = "SELECT count(*) FROM agreement_events WHERE convert_from(entry, 'UTF8')::jsonb ->> 'event' = 'sent'";
    assert_eq!(world.number(chain).await?, 1);
    let reminders = async || links(&world, TenancyMailKind::AgreementReminder).await;
    for (hours, expected) in [(71, 0), (1, 1), (1, 1), (80, 1)] {
        world.clock.advance(Duration::hours(hours));
        let replicas: Vec<_> = (0..3).map(|_| job(&world)).collect::<Result<_, _>>()?;
        let told = replicas
            .iter()
            .map(lintel_tenancy_applications::app::agreeing::Agreements::tell);
        for one in futures::future::join_all(told).await {
            one?;
        }
        assert_eq!(reminders().await?.len(), expected, "{hours}");
    }
    assert_eq!(world.number(chain).await?, 2);
    Ok(())
}

/// What the program says of a file of evidence, without any setting: it asks nobody.
fn verify(path: &std::path::Path) -> anyhow::Result<Output> {
    let program = env!("CARGO_BIN_EXE_lintel-tenancy-applications");
    let said = Command::new(program)
        .arg("verify-evidence")
        .arg(path)
        .env_clear()
        .output()?;
    Ok(said)
}

#[tokio::test]
async fn the_program_verifies_a_file_offline_and_names_the_first_altered_row() -> anyhow::Result<()>
{
    let world = world().await?;
    let (id, hers) = (ready(&world).await?, owner(&world, 1)?);
    issue(&hers, id, terms(), b"").await?;
    all_sign(&world, id).await?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("evidence.json");
    let read = async || {
        let request = ReadAgreementEvidenceRequest { application_id: id };
        let told = agreements(&hers).read_agreement_evidence(request).await?;
        std::fs::write(&path, told.into_inner().content)?;
        anyhow::Ok(verify(&path)?)
    };
    let whole = read().await?;
    let head = get(&hers, id).await?.evidence_hash;
    let said = String::from_utf8_lossy(&whole.stdout).into_owned();
    assert!(whole.status.success(), "{whole:?}");
    assert!(
        said.contains("none altered") && said.contains(&head),
        "{said}"
    );
    world
        .execute(
            "UPDATE agreement_events SET entry = set_byte(entry, 20, get_byte(entry, 20) # 1) WHERE number IN (5, 8)",
        )
        .await?;
    let altered = read().await?;
    assert!(!altered.status.success());
    let said = String::from_utf8_lossy(&altered.stderr).into_owned();
    assert!(said.contains("entry 5 was altered"), "{altered:?}");
    let token = link(&world, TenancyMailKind::AgreementSigned).await?;
    assert!(!said.contains(&token));
    let none = verify(&folder.path().join("nowhere"))?;
    assert!(!none.status.success());
    Ok(())
}
