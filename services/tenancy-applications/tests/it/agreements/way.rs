//! The whole way from the application to the home, with each of the six steps as landlord and applicant see it.

use chrono::Duration;
use lintel_core::Role;
use lintel_proto::tenancy::v1::{
    Application, ApplicationStatus, GetOwnApplicationRequest, LeaseStatus, LedgerEntryKind,
    ListTenancyDocumentsRequest, MoveInStep,
    MoveInStepState::{self, Done, Next, Waiting},
    ReadTenancyDocumentRequest, TenancyDocumentKind, TenancyMailKind,
    tenancy_document_service_client::TenancyDocumentServiceClient,
};
use lintel_tenancy_applications::domain::agreeing::evidence;
use lintel_testkit::tokens::outsider;
use sha2::{Digest as _, Sha256};

use super::{get, issue, link, links, open, pence, sign, sign_by_link, signed, terms};
use crate::{
    applying::{ANN, FLAT, applicant, apply, day, decide, nobody, owner, read, world},
    harness::{World, reason, refusal},
    references::{give_employer_once, give_guarantor_once, last_token},
    rent::{Books, balance},
    rights_to_rent::{check, complete, record},
};

/// What the steps are, and who has to act in the first that is next, as the landlord sees them and as the applicant does.
async fn steps(
    world: &World,
    id: i64,
    link: &str,
) -> anyhow::Result<(Vec<MoveInStepState>, String)> {
    let request = GetOwnApplicationRequest {
        token: link.to_owned(),
    };
    let own = applicant(&nobody(world)?)
        .get_own_application(request)
        .await?;
    let own = own.into_inner().application.unwrap_or_default();
    let landlords = read(world, id).await?;
    let told = |one: &Application| {
        let states: Vec<_> = one.steps.iter().map(MoveInStep::state).collect();
        let next = one.steps.iter().find(|step| step.state() == Next);
        (
            states,
            next.map(|step| step.actor.clone()).unwrap_or_default(),
        )
    };
    assert_eq!(told(&own), told(&landlords));
    Ok(told(&landlords))
}

#[tokio::test]
async fn an_application_becomes_a_tenancy_step_by_step() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let (ann, status) = apply(&world, "Ann", FLAT, None).await?;
    let id = ann.application_id;
    let now = async || steps(&world, id, &status).await;
    let (states, actor) = now().await?;
    assert_eq!(states, [Next, Next, Next, Waiting, Waiting, Waiting]);
    assert_eq!(actor, "Employer");
    let asked = last_token(&world, TenancyMailKind::EmployerRequest).await?;
    give_employer_once(&world, &asked).await?;
    let (states, actor) = now().await?;
    assert_eq!(states, [Done, Next, Next, Waiting, Waiting, Waiting]);
    assert_eq!(actor, "Guarantor");
    let asked = last_token(&world, TenancyMailKind::GuarantorRequest).await?;
    give_guarantor_once(&world, &asked).await?;
    let (states, actor) = now().await?;
    assert_eq!(states, [Done, Done, Next, Waiting, Waiting, Waiting]);
    assert_eq!(actor, "Landlord");
    decide(&world, id, ApplicationStatus::Approved, 0).await?;
    let (states, actor) = now().await?;
    assert_eq!(states, [Done, Done, Done, Next, Waiting, Waiting]);
    assert_eq!(actor, "Landlord");
    record(&hers, check(id, None)).await?;
    let note = read(&world, id).await?.steps[3].note.clone();
    assert_eq!(note, "The agreement has not been issued yet.");

    let issued = issue(&hers, id, terms(), b"").await?;
    let (states, actor) = now().await?;
    assert_eq!(states, [Done, Done, Done, Done, Next, Waiting]);
    assert_eq!(actor, "Applicant");
    let tenants = link(&world, TenancyMailKind::AgreementToSign).await?;
    open(&world, &tenants).await?;
    sign_by_link(&world, &tenants, signed("Ann", &issued)).await?;
    assert_eq!(now().await?.1, "Guarantor");
    let guarantors = link(&world, TenancyMailKind::AgreementToSign).await?;
    sign_by_link(&world, &guarantors, signed("Gus Guarantor", &issued)).await?;
    assert_eq!(now().await?.1, "Landlord");
    let done = sign(&hers, id, signed("Olive Owner", &issued)).await?;
    let (states, actor) = now().await?;
    assert_eq!(states, [Done, Done, Done, Done, Done, Waiting]);
    assert_eq!(actor, "");
    let note = read(&world, id).await?.steps[5].note.clone();
    assert_eq!(note, "The tenancy starts on 1 December 2026.");
    let early = refusal(complete(&hers, id).await)?;
    assert_eq!(reason(&early), "TENANCY_STARTS_LATER");

    world.clock.advance(Duration::days(7));
    let (states, actor) = now().await?;
    assert_eq!(states, [Done, Done, Done, Done, Done, Next]);
    assert_eq!(actor, "Landlord");
    complete(&hers, id).await?;
    let (states, actor) = now().await?;
    assert_eq!((states, actor.as_str()), (vec![Done; 6], ""));

    // The tenant is active, the home is taken, and rent is charged.
    let tenant_id = read(&world, id).await?.tenant_id;
    let tenant = world.landlord()?.get(tenant_id).await?;
    assert_eq!(tenant.lease_status(), LeaseStatus::Active);
    let told = world.told().await?;
    let started = "tenancy.tenancy.started.v1";
    assert_eq!(
        told.iter().filter(|one| *one == started).count(),
        1,
        "{told:?}"
    );
    let ledger = Books::of(&world, 1)?.ledger(tenant_id, None).await?;
    let [first] = &ledger.entries[..] else {
        anyhow::bail!("one charge: {:?}", ledger.entries);
    };
    assert_eq!(first.kind(), LedgerEntryKind::Charge);
    assert_eq!(
        (first.date, first.period_start, first.period_end),
        (day(2026, 12, 1), day(2026, 12, 1), day(2026, 12, 31))
    );
    assert_eq!(balance(&ledger), 115_000);
    assert_eq!(ledger.next_due_date, day(2027, 1, 1));
    assert_eq!(pence(ledger.next_due_amount), 115_000);

    // What was served, with whom it was given when, and with which bytes.
    let tenancy = world.landlord()?.get(tenant_id).await?.tenancy_id;
    world.confirm(ANN, tenancy).await?;
    let account = world.bearer(Some(&world.mint.token(&outsider(ANN, Role::Tenant))?))?;
    let mut own = TenancyDocumentServiceClient::new(account);
    let listed = own
        .list_tenancy_documents(ListTenancyDocumentsRequest { tenant_id })
        .await?
        .into_inner()
        .documents;
    let [document] = &listed[..] else {
        anyhow::bail!("one document: {listed:?}");
    };
    assert_eq!(document.kind(), TenancyDocumentKind::Agreement);
    assert!(document.give_time.is_some() && document.open_time.is_none());
    assert_eq!(document.hash, done.signed_document_hash);
    let request = ReadTenancyDocumentRequest {
        tenant_id,
        tenancy_document_id: document.tenancy_document_id,
    };
    let file = own.read_tenancy_document(request).await?.into_inner();
    assert_eq!(evidence::hex(&Sha256::digest(&file.content)), document.hash);
    assert_eq!(links(&world, TenancyMailKind::MovedIn).await?.len(), 1);
    assert_eq!(
        get(&hers, id).await?.signed_document_hash,
        done.signed_document_hash
    );
    let timeline = read(&world, id).await?.timeline;
    let events: Vec<_> = timeline.iter().map(|one| one.event.as_str()).collect();
    let in_order = [
        "agreement-issued",
        "agreement-signed-by-party",
        "agreement-signed",
        "moved-in",
    ];
    let places = in_order.map(|event| events.iter().position(|one| *one == event));
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{events:?}"
    );
    Ok(())
}
