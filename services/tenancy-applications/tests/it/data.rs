//! Copies of what is held: of an organisation for its Owner, of a person for that person.

use std::collections::BTreeMap;

use anyhow::Context as _;
use chrono::Duration;
use lintel_auth::Audience;
use lintel_core::{Clock as _, Grade, Principal, Role, SystemClock};
use lintel_proto::{
    common::v1::ExportPage,
    tenancy::v1::{
        DeclineEmployerReferenceRequest, ReadOwnTenancyDataRequest, ReadTenancyDataRequest,
        TenancyMailKind, privacy_service_client::PrivacyServiceClient,
        reference_service_client::ReferenceServiceClient,
    },
};
use lintel_testkit::tokens::{landlord, member, outsider};
use serde_json::Value;
use tonic::{Code, Status};

use crate::{
    applying::{ANN, COTTAGE, FLAT, apply, mails, nobody, request_id, world},
    harness::{World, reason, refusal},
    references::give_guarantor_once,
    rent::{Books, monthly},
    retention::lived_in,
    tenants::{day, tenant},
};

/// The files of a copy by their names, with their rows.
pub type Files = BTreeMap<String, Vec<Value>>;

/// The token of an export that `caller` began just now.
fn export_token(world: &World, caller: &Principal) -> anyhow::Result<String> {
    let now = SystemClock.now();
    world
        .mint
        .token_of(caller, Audience::Export, now, Duration::minutes(15))
}

async fn page(
    world: &World,
    caller: &Principal,
    export_token: String,
    page_token: String,
) -> Result<ExportPage, Status> {
    let internal = |error: anyhow::Error| Status::internal(error.to_string());
    let token = world.mint.token(caller).map_err(internal)?;
    let connection = world.bearer(Some(&token)).map_err(internal)?;
    let mut client = PrivacyServiceClient::new(connection);
    let page = if caller.role == Role::Landlord {
        let request = ReadTenancyDataRequest {
            page_token,
            export_token,
        };
        client.read_tenancy_data(request).await?.into_inner().page
    } else {
        let request = ReadOwnTenancyDataRequest {
            page_token,
            export_token,
        };
        client
            .read_own_tenancy_data(request)
            .await?
            .into_inner()
            .page
    };
    page.ok_or_else(|| Status::internal("no page"))
}

/// Every file of a copy with its rows.
pub async fn copy(world: &World, caller: &Principal) -> anyhow::Result<Files> {
    let token = export_token(world, caller)?;
    let (mut files, mut page_token) = (Files::new(), String::new());
    loop {
        let page = page(world, caller, token.clone(), page_token).await?;
        let rows = page.rows.iter().map(|row| serde_json::from_str(row));
        let rows: Vec<Value> = rows.collect::<Result<_, _>>()?;
        files.entry(page.file_name).or_default().extend(rows);
        if page.next_page_token.is_empty() {
            return Ok(files);
        }
        page_token = page.next_page_token;
    }
}

fn first<'a>(files: &'a Files, file: &str) -> anyhow::Result<&'a Value> {
    let rows = files.get(file).with_context(|| format!("no {file}"))?;
    rows.first().with_context(|| format!("{file} is empty"))
}

/// Ann applies and lives there, Gus answers for her and her employer declines; somebody else's tenant is beside them.
async fn story(world: &World) -> anyhow::Result<()> {
    apply(world, "Ann", FLAT, None).await?;
    let lives = world.landlord()?.add(tenant(COTTAGE, "Ann")).await?;
    world.confirm(ANN, lives.tenancy_id).await?;
    let token = async |kind| {
        let sent = mails(world).await?.into_iter().rev();
        let mut sent = sent.filter(|(one, _)| *one == kind);
        let (_, mail) = sent.next().context("no mail")?;
        anyhow::Ok(mail.token)
    };
    let guarantor = token(TenancyMailKind::GuarantorRequest).await?;
    give_guarantor_once(world, &guarantor).await?;
    let decline = DeclineEmployerReferenceRequest {
        token: token(TenancyMailKind::EmployerRequest).await?,
        reason: "We never give any".to_owned(),
        request_id: request_id(),
    };
    let mut references = ReferenceServiceClient::new(nobody(world)?);
    references.decline_employer_reference(decline).await?;
    world
        .execute(
            "INSERT INTO accounts (user_id, role, email_key, version)
             VALUES (60, 'Guarantor', 'gus-ann@example.com', 1), (61, 'Employer', 'hr-ann@works.example', 1)",
        )
        .await
}

#[tokio::test]
async fn an_owner_gets_everything_of_the_organisation_with_answers_opened() -> anyhow::Result<()> {
    let world = world().await?;
    story(&world).await?;
    let files = copy(&world, &landlord(11, 1)).await?;
    assert_eq!(first(&files, "applications.json")?["name"], "Ann");
    assert_eq!(first(&files, "tenants.json")?["email"], "ann@example.com");
    assert_eq!(first(&files, "tenancies.json")?["homeName"], "Cottage");
    assert_eq!(
        first(&files, "application-timeline.json")?["event"],
        "submitted"
    );
    let references = files.get("references.json").context("references")?;
    let answers: Vec<_> = references
        .iter()
        .map(|one| (one["kind"].as_str(), one["answer"]["occupation"].as_str()))
        .collect();
    assert!(answers.contains(&(Some("guarantor"), Some("Cartographer"))));
    assert!(answers.contains(&(Some("employer"), None)));
    assert!(references.iter().all(|one| one.get("sealed").is_none()));
    let nothing = copy(&world, &landlord(22, 2)).await?;
    assert!(nothing.values().all(Vec::is_empty), "{nothing:?}");
    Ok(())
}

#[tokio::test]
async fn a_copy_has_no_tenancy_that_the_account_did_not_confirm() -> anyhow::Result<()> {
    let world = world().await?;
    world.landlord()?.add(tenant(COTTAGE, "Ann")).await?;
    let ann = copy(&world, &outsider(ANN, Role::Tenant)).await?;
    assert!(ann.values().all(Vec::is_empty), "{ann:?}");
    Ok(())
}

#[tokio::test]
async fn a_person_gets_their_own_and_nothing_that_others_said_of_them() -> anyhow::Result<()> {
    let world = world().await?;
    story(&world).await?;
    let ann = copy(&world, &outsider(ANN, Role::Tenant)).await?;
    assert_eq!(first(&ann, "tenancies.json")?["homeName"], "Cottage");
    let answer = first(&ann, "portal-confirmations.json")?;
    assert_eq!(
        (&answer["mine"], &answer["basis"]),
        (&true.into(), &"answer".into())
    );
    assert_eq!(
        first(&ann, "applications.json")?["email"],
        "ann@example.com"
    );
    let asked = ann.get("requested-references.json").context("asked")?;
    assert_eq!(asked.len(), 2);
    let written = serde_json::to_string(&ann)?;
    assert!(!written.contains("Cartographer") && !written.contains("never give"));
    let gus = copy(&world, &outsider(60, Role::Guarantor)).await?;
    assert_eq!(
        first(&gus, "references.json")?["answer"]["occupation"],
        "Cartographer"
    );
    let employer = copy(&world, &outsider(61, Role::Employer)).await?;
    let declined = first(&employer, "references.json")?;
    assert_eq!(declined["declineReason"], "We never give any");
    let bob = copy(&world, &outsider(52, Role::Tenant)).await?;
    assert!(bob.values().all(Vec::is_empty), "{bob:?}");
    Ok(())
}

/// The rows of one organisation's copy, or of one person's.
fn count(files: &Files, file: &str) -> usize {
    files.get(file).map_or(0, Vec::len)
}

#[tokio::test]
async fn what_belongs_to_a_tenancy_is_copied_and_a_long_ledger_as_a_whole() -> anyhow::Result<()> {
    let world = world().await?;
    let (_, tenant_id) = lived_in(&world).await?;
    let tenancy = world.number("SELECT tenancy_id FROM tenancies").await?;
    world.confirm(ANN, tenancy).await?;
    let terms = monthly(1, day(2026, 12, 1));
    Books::of(&world, 1)?
        .start(tenant_id, terms, 12_345)
        .await?;
    // More than a page has.
    world
        .execute(
            "INSERT INTO ledger_entries (organisation_id, tenancy_id, tenant_id, kind, amount, effect, entry_date, actor, created_at)
             SELECT organisation_id, tenancy_id, tenant_id, 'receipt', 1, -1, '2026-11-24', 'Landlord', now()
             FROM tenants, generate_series(1, 1001)",
        )
        .await?;
    for caller in [landlord(11, 1), outsider(ANN, Role::Tenant)] {
        let files = copy(&world, &caller).await?;
        assert_eq!(count(&files, "ledger-entries.json"), 1002);
        let opening = first(&files, "ledger-entries.json")?;
        assert_eq!(opening["reference"], "Owed before 1 December 2026");
        assert_eq!(count(&files, "deposits.json"), 1);
        assert_eq!(count(&files, "tenancy-papers.json"), 1);
        assert_eq!(count(&files, "holding-deposits.json"), 1);
        assert_eq!(first(&files, "pet-requests.json")?["pet"], "A cat");
        assert_eq!(
            first(&files, "tenancy-documents.json")?["kind"],
            "inventory"
        );
        let check = first(&files, "right-to-rent-checks.json")?;
        assert_eq!(check["checker"], "Olive Owner");
    }
    let files = copy(&world, &landlord(11, 1)).await?;
    assert_eq!(count(&files, "ledgers.json"), 1);
    let bob = copy(&world, &outsider(52, Role::Tenant)).await?;
    assert!(bob.values().all(Vec::is_empty), "{bob:?}");
    Ok(())
}

#[tokio::test]
async fn a_copy_needs_an_export_that_its_owner_began() -> anyhow::Result<()> {
    let world = world().await?;
    let (owner, ann) = (landlord(11, 1), outsider(ANN, Role::Tenant));
    for caller in [&owner, &ann] {
        for token in ["", "x", &export_token(&world, &landlord(22, 2))?] {
            let refused = page(&world, caller, token.to_owned(), String::new()).await;
            assert_eq!(reason(&refusal(refused)?), "EXPORT_NOT_BEGUN");
        }
        let token = export_token(&world, caller)?;
        let refused = page(&world, caller, token, "99".to_owned()).await;
        assert_eq!(reason(&refusal(refused)?), "PAGE_TOKEN_INVALID");
        for place in ["x", "0.x"] {
            let token = export_token(&world, caller)?;
            let refused = page(&world, caller, token, place.to_owned()).await;
            assert_eq!(reason(&refusal(refused)?), "PAGE_TOKEN_INVALID", "{place}");
        }
    }
    let manager = member(13, 1, Grade::Manager);
    let token = export_token(&world, &manager)?;
    let refused = refusal(page(&world, &manager, token, String::new()).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    Ok(())
}
