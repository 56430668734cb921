//! Agreements of people who rent together.

use chrono::Duration;
use lintel_proto::tenancy::v1::{
    AgreementState, ApplicationStatus, LeaseStatus, ListTenancyDocumentsRequest, MoveInStepState,
    Party, Signer, TenancyMailKind, tenancy_document_service_client::TenancyDocumentServiceClient,
};

use super::{
    approve, get, issue, links, open, pence,
    refusals::{job, void},
    sign, sign_by_link, signed, terms,
};
use crate::{
    applying::{FLAT, apply, decide, owner, read, world},
    harness::{World, reason, refusal},
    rent::{Books, balance},
    rights_to_rent::{check, complete, record},
};

/// The addresses of those who were asked to sign, in their order.
async fn asked(world: &World) -> anyhow::Result<Vec<String>> {
    let asked = links(world, TenancyMailKind::AgreementToSign).await?;
    Ok(asked.into_iter().map(|(address, _)| address).collect())
}

/// Ann and Bob apply for the flat.
async fn both(world: &World) -> anyhow::Result<(i64, i64)> {
    let (ann, _) = apply(world, "Ann", FLAT, None).await?;
    let (bob, _) = apply(world, "Bob", FLAT, None).await?;
    Ok((ann.application_id, bob.application_id))
}

async fn token_of(world: &World, address: &str) -> anyhow::Result<String> {
    let mut asked = links(world, TenancyMailKind::AgreementToSign)
        .await?
        .into_iter();
    let found = asked.find(|(to, _)| to == address);
    Ok(found.map(|(_, token)| token).unwrap_or_default())
}

#[tokio::test]
async fn two_who_rent_together_sign_one_agreement_and_move_in_together() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let (ann, bob) = both(&world).await?;
    approve(&world, ann, 0).await?;
    record(&hers, check(ann, None)).await?;
    approve(&world, bob, ann).await?;
    // The right to rent of both is needed, whichever application it is issued from.
    for id in [ann, bob] {
        let refused = refusal(issue(&hers, id, terms(), b"").await)?;
        assert_eq!(reason(&refused), "RIGHT_TO_RENT_MISSING");
        assert_eq!(refused.message(), "Record the right to rent of Bob first.");
    }
    record(&hers, check(bob, None)).await?;
    let issued = issue(&hers, bob, terms(), b"").await?;
    let parties: Vec<_> = issued.signers.iter().map(Signer::party).collect();
    assert_eq!(
        parties,
        [
            Party::Tenant,
            Party::Tenant,
            Party::Guarantor,
            Party::Guarantor,
            Party::Landlord
        ]
    );
    assert_eq!(get(&hers, ann).await?.agreement_id, issued.agreement_id);
    assert_eq!(asked(&world).await?, ["ann@example.com", "bob@example.com"]);

    // The tenants in any order; nobody behind them before both have signed.
    let token = token_of(&world, "bob@example.com").await?;
    sign_by_link(&world, &token, signed("Bob", &issued)).await?;
    assert_eq!(asked(&world).await?.len(), 2);
    assert_eq!(
        read(&world, bob).await?.steps[4].note,
        "The signature of Ann is missing."
    );
    let early = sign(&hers, ann, signed("Olive Owner", &issued)).await;
    assert_eq!(reason(&refusal(early)?), "AGREEMENT_NOT_YOUR_TURN");
    let token = token_of(&world, "ann@example.com").await?;
    sign_by_link(&world, &token, signed("Ann", &issued)).await?;
    for guarantor in ["gus-bob@example.com", "gus-ann@example.com"] {
        let token = token_of(&world, guarantor).await?;
        assert!(!token.is_empty(), "{guarantor} was not asked");
        let seen = open(&world, &token).await?;
        sign_by_link(&world, &token, signed("Gus Guarantor", &seen)).await?;
    }
    let done = sign(&hers, ann, signed("Olive Owner", &issued)).await?;
    assert_eq!(done.state(), AgreementState::Signed);
    let copies = links(&world, TenancyMailKind::AgreementSigned).await?;
    assert_eq!(copies.len(), 4);

    world.clock.advance(Duration::days(7));
    complete(&hers, ann).await?;
    let twice = refusal(complete(&hers, bob).await)?;
    assert_eq!(reason(&twice), "TENANCY_NOT_UPCOMING");
    let (landlord, books) = (world.landlord()?, Books::of(&world, 1)?);
    for id in [ann, bob] {
        let application = read(&world, id).await?;
        let over = [MoveInStepState::Done, MoveInStepState::NotNeeded];
        let steps = application.steps.iter();
        assert!(steps.clone().all(|step| over.contains(&step.state())));
        let events: Vec<_> = application.timeline.iter().map(|one| &one.event).collect();
        assert!(events.iter().any(|one| *one == "moved-in"), "{events:?}");
        let tenant = landlord.get(application.tenant_id).await?;
        assert_eq!(tenant.lease_status(), LeaseStatus::Active);
        assert_eq!(pence(tenant.tenancy_rent), 115_000);
        let ledger = books.ledger(application.tenant_id, None).await?;
        assert_eq!((ledger.entries.len(), balance(&ledger)), (1, 115_000));
        let together = ledger.tenancy_arrears.and_then(|arrears| arrears.balance);
        assert_eq!(pence(together), 115_000);
        let request = ListTenancyDocumentsRequest {
            tenant_id: application.tenant_id,
        };
        let mut documents = TenancyDocumentServiceClient::new(hers.clone());
        let given = documents.list_tenancy_documents(request).await?;
        let given = given.into_inner().documents;
        assert_eq!(given.len(), 1);
        assert_eq!(given[0].hash, done.signed_document_hash);
    }
    let told = links(&world, TenancyMailKind::MovedIn).await?;
    assert_eq!(told.len(), 2);
    Ok(())
}

#[tokio::test]
async fn who_joins_or_leaves_makes_what_was_issued_void() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let (ann, bob) = both(&world).await?;
    approve(&world, ann, 0).await?;
    for id in [ann, bob] {
        record(&hers, check(id, None)).await?;
    }
    issue(&hers, ann, terms(), b"").await?;
    let token = token_of(&world, "ann@example.com").await?;
    approve(&world, bob, ann).await?;
    for id in [ann, bob] {
        let gone = get(&hers, id).await?;
        assert_eq!(gone.state(), AgreementState::Voided);
        assert_eq!(gone.reason, "The tenants have changed.");
    }
    assert_eq!(reason(&refusal(open(&world, &token).await)?), "LINK_CLOSED");
    // Two replicas tell of it once.
    let (one, other) = (job(&world)?, job(&world)?);
    let (one, other) = futures::future::join(one.tell(), other.tell()).await;
    assert_eq!(one?.max(other?), 1);
    let told = links(&world, TenancyMailKind::AgreementVoided).await?;
    assert_eq!(told.len(), 1);

    // Both sign another one; then one of them comes to nothing.
    issue(&hers, ann, terms(), b"").await?;
    super::all_sign(&world, bob).await?;
    let refused = refusal(decide(&world, bob, ApplicationStatus::Rejected, 0).await)?;
    assert_eq!(reason(&refused), "AGREEMENT_SIGNED");
    void(&hers, ann, "Bob does not move in").await?;
    decide(&world, bob, ApplicationStatus::Rejected, 0).await?;
    let gone = get(&hers, ann).await?;
    assert_eq!(gone.state(), AgreementState::Voided);
    assert_eq!(gone.reason, "Bob does not move in");
    assert_eq!(job(&world)?.tell().await?, 0, "they know");
    let mut told = links(&world, TenancyMailKind::AgreementVoided).await?;
    let mut told: Vec<_> = told.drain(1..).map(|(to, _)| to).collect();
    told.sort();
    assert_eq!(
        told,
        [
            "ann@example.com",
            "bob@example.com",
            "gus-ann@example.com",
            "gus-bob@example.com"
        ]
    );
    let alone = issue(&hers, ann, terms(), b"").await?;
    assert_eq!(alone.signers.len(), 3);
    Ok(())
}
