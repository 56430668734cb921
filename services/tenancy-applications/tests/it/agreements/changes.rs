//! What makes an agreement void, what does not, and who is told.

use chrono::Duration;
use lintel_proto::tenancy::v1::{
    Agreement, AgreementState, ApplicationStatus, DeclineAgreementByLinkRequest, LeaseStatus,
    ListTenantsRequest, ReadAgreementEvidenceRequest, StartRentRequest, TenancyMailKind, Tenant,
    WithdrawOwnApplicationRequest, rent_service_client::RentServiceClient,
};
use lintel_tenancy_applications::domain::agreeing::evidence;
use tonic::Status;

use super::{
    agreements, all_sign, document, get, issue, link, links, open, pence, ready, refusals::job,
    sign_by_link, signed, signing, terms,
};
use crate::{
    applying::{
        FLAT, OTHER_FLAT, applicant, apply, day, decide, mails, money, nobody, owner, read,
        request_id, world,
    },
    harness::{World, reason, refusal},
    rent::monthly,
    rights_to_rent::{check, complete, record},
};

/// Ann's tenant.
async fn tenant(world: &World, application: i64) -> anyhow::Result<Tenant> {
    let tenant_id = read(world, application).await?.tenant_id;
    Ok(world.landlord()?.get(tenant_id).await?)
}

/// Why those who were asked were told that an agreement is void, and to whom.
async fn told(world: &World) -> anyhow::Result<Vec<(String, String)>> {
    let sent = mails(world).await?.into_iter();
    let sent = sent.filter(|(kind, _)| *kind == TenancyMailKind::AgreementVoided);
    Ok(sent
        .map(|(_, mail)| (mail.recipient_email, mail.note))
        .collect())
}

async fn state(world: &World, id: i64) -> anyhow::Result<(AgreementState, String)> {
    let agreement = get(&owner(world, 1)?, id).await?;
    Ok((agreement.state(), agreement.reason))
}

#[tokio::test]
async fn any_change_before_all_have_signed_makes_it_void_and_tells_who_was_asked()
-> anyhow::Result<()> {
    let world = world().await?;
    let (id, hers) = (ready(&world).await?, owner(&world, 1)?);
    let ann = tenant(&world, id).await?;
    let only = |change: fn(&mut Tenant)| {
        let mut tenant = Tenant {
            tenant_id: ann.tenant_id,
            ..Tenant::default()
        };
        change(&mut tenant);
        tenant
    };
    let terms_changed = "The terms have changed.";
    let people_changed = "The tenants have changed.";
    for (number, (path, changed, why)) in [
        (
            "tenancy_rent",
            only(|one| one.tenancy_rent = money(125_000)),
            terms_changed,
        ),
        (
            "lease_start",
            only(|one| one.lease_start = day(2026, 12, 2)),
            terms_changed,
        ),
        (
            "deposit",
            only(|one| one.deposit = money(100_000)),
            terms_changed,
        ),
        (
            "display_name",
            only(|one| one.display_name = "Ann Other".to_owned()),
            people_changed,
        ),
        (
            "email",
            only(|one| one.email = "ann.other@example.com".to_owned()),
            people_changed,
        ),
    ]
    .into_iter()
    .enumerate()
    {
        issue(&hers, id, terms(), b"").await?;
        let token = link(&world, TenancyMailKind::AgreementToSign).await?;
        open(&world, &token).await?;
        let (to, _) = links(&world, TenancyMailKind::AgreementToSign)
            .await?
            .pop()
            .unwrap_or_default();
        world.landlord()?.change(changed, &[path], "").await?;
        let expected = (AgreementState::Voided, why.to_owned());
        assert_eq!(state(&world, id).await?, expected, "{path}");
        for refused in [
            refusal(open(&world, &token).await)?,
            refusal(sign_by_link(&world, &token, signed("Ann", &Agreement::default())).await)?,
            refusal(document(&world, &token).await)?,
        ] {
            assert_eq!(reason(&refused), "LINK_CLOSED", "{path}");
        }
        assert_eq!(told(&world).await?.len(), number);
        assert_eq!(job(&world)?.tell().await?, 1);
        assert_eq!(job(&world)?.tell().await?, 0);
        let told = told(&world).await?;
        assert_eq!(told.len(), number + 1);
        assert_eq!(told.last(), Some(&(to, why.to_owned())));
        let last = read(&world, id).await?.timeline.pop().unwrap_or_default();
        assert_eq!(last.event, "agreement-voided");
    }
    // What an agreement does not say changes nothing of it.
    issue(&hers, id, terms(), b"").await?;
    let phone = only(|one| one.phone = "07700 900123".to_owned());
    world.landlord()?.change(phone, &["phone"], "").await?;
    assert_eq!(state(&world, id).await?.0, AgreementState::Issued);
    Ok(())
}

/// First day, rent and deposit that all have signed are refused any other value, and rent is not set up beside them.
async fn signed_terms_stay(world: &World, tenant_id: i64) -> anyhow::Result<()> {
    let landlord = world.landlord()?;
    let other = Tenant {
        tenant_id,
        lease_start: day(2026, 12, 2),
        tenancy_rent: money(130_000),
        deposit: money(100_000),
        ..Tenant::default()
    };
    for path in ["lease_start", "tenancy_rent", "deposit"] {
        let refused = refusal(landlord.change(other.clone(), &[path], "").await)?;
        assert_eq!(
            (refused.code(), reason(&refused).as_str()),
            (tonic::Code::FailedPrecondition, "TERMS_SIGNED"),
            "{path}"
        );
    }
    let rent = StartRentRequest {
        tenant_id,
        terms: Some(monthly(1, day(2026, 12, 1))),
        request_id: request_id(),
        ..StartRentRequest::default()
    };
    let rents = RentServiceClient::new(owner(world, 1)?)
        .start_rent(rent)
        .await;
    assert_eq!(reason(&refusal(rents)?), "RENT_AGREED");
    Ok(())
}

#[tokio::test]
async fn what_all_have_signed_holds_but_for_other_tenants() -> anyhow::Result<()> {
    let world = world().await?;
    let (id, hers) = (ready(&world).await?, owner(&world, 1)?);
    issue(&hers, id, terms(), b"").await?;
    all_sign(&world, id).await?;
    let ann = tenant(&world, id).await?;
    // It settled what the tenancy is, and nothing of that moves beside it.
    assert_eq!(pence(ann.tenancy_rent), 115_000);
    let landlord = world.landlord()?;
    signed_terms_stay(&world, ann.tenant_id).await?;
    assert_eq!(state(&world, id).await?.0, AgreementState::Signed);
    let renamed = |name: &str| Tenant {
        tenant_id: ann.tenant_id,
        display_name: name.to_owned(),
        ..Tenant::default()
    };
    landlord
        .change(renamed("Ann Other"), &["display_name"], "")
        .await?;
    assert_eq!(state(&world, id).await?.0, AgreementState::Voided);
    assert_eq!(job(&world)?.tell().await?, 1);
    let told: Vec<_> = told(&world).await?.into_iter().map(|(to, _)| to).collect();
    assert_eq!(told, ["ann@example.com", "gus-ann@example.com"]);
    assert!(
        !read(&world, id)
            .await?
            .checks
            .unwrap_or_default()
            .agreement_signed
    );

    issue(&hers, id, terms(), b"").await?;
    all_sign(&world, id).await?;
    world.clock.advance(Duration::days(7));
    complete(&hers, id).await?;
    assert_eq!(
        pence(tenant(&world, id).await?.tenancy_rent),
        115_000,
        "as agreed"
    );
    let moved = Tenant {
        tenant_id: tenant(&world, id).await?.tenant_id,
        lease_start: day(2026, 11, 30),
        deposit: money(100_000),
        ..Tenant::default()
    };
    let refused = refusal(landlord.change(moved.clone(), &["lease_start"], "").await)?;
    assert_eq!(reason(&refused), "TERMS_SIGNED");
    // A deposit is what was received, whatever was agreed.
    landlord.change(moved, &["deposit"], "").await?;
    assert_eq!(tenant(&world, id).await?.deposit, money(100_000));
    // Whoever lives there may change their name: the agreement is history.
    landlord
        .change(renamed("Ann Third"), &["display_name"], "")
        .await?;
    assert_eq!(state(&world, id).await?.0, AgreementState::Signed);
    Ok(())
}

#[tokio::test]
async fn who_was_asked_learns_that_nothing_comes_of_it() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let why = "The tenancy is not going to begin.";
    let ann = |to: &str| (to.to_owned(), why.to_owned());
    // The approval is undone while the tenant's signature is missing.
    let id = ready(&world).await?;
    issue(&hers, id, terms(), b"").await?;
    let token = link(&world, TenancyMailKind::AgreementToSign).await?;
    decide(&world, id, ApplicationStatus::BackgroundCheck, 0).await?;
    assert_eq!(told(&world).await?, [ann("ann@example.com")]);
    let dead = refusal(open(&world, &token).await)?;
    assert_eq!(reason(&dead), "LINK_CLOSED");
    let refused = refusal(get(&hers, id).await)?;
    assert_eq!(reason(&refused), "AGREEMENT_NOT_FOUND");
    // The applicant withdraws what waits for the guarantor.
    let (bob, status) = apply(&world, "Bob", FLAT, None).await?;
    decide(&world, bob.application_id, ApplicationStatus::Approved, 0).await?;
    record(&hers, check(bob.application_id, None)).await?;
    let issued = issue(&hers, bob.application_id, terms(), b"").await?;
    let token = link(&world, TenancyMailKind::AgreementToSign).await?;
    sign_by_link(&world, &token, signed("Bob", &issued)).await?;
    withdraw(&world, &status).await?;
    assert_eq!(job(&world)?.tell().await?, 1);
    assert_eq!(
        told(&world).await?[1..],
        [ann("bob@example.com"), ann("gus-bob@example.com")]
    );
    Ok(())
}

async fn withdraw(world: &World, status: &str) -> Result<(), Status> {
    let connection = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    let request = WithdrawOwnApplicationRequest {
        token: status.to_owned(),
        request_id: request_id(),
    };
    applicant(&connection)
        .withdraw_own_application(request)
        .await?;
    Ok(())
}

#[tokio::test]
async fn what_all_have_signed_is_void_before_its_applicant_goes() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let (ann, status) = apply(&world, "Ann", FLAT, None).await?;
    let id = ann.application_id;
    decide(&world, id, ApplicationStatus::Approved, 0).await?;
    record(&hers, check(id, None)).await?;
    issue(&hers, id, terms(), b"").await?;
    all_sign(&world, id).await?;
    let rejected = refusal(decide(&world, id, ApplicationStatus::Rejected, 0).await)?;
    assert_eq!(reason(&rejected), "AGREEMENT_SIGNED");
    assert!(rejected.message().contains("void"), "{rejected:?}");
    let withdrawn = refusal(withdraw(&world, &status).await)?;
    assert_eq!(reason(&withdrawn), "AGREEMENT_SIGNED");
    assert_eq!(state(&world, id).await?.0, AgreementState::Signed);
    super::refusals::void(&hers, id, "They found another home").await?;
    decide(&world, id, ApplicationStatus::Rejected, 0).await?;
    Ok(())
}

#[tokio::test]
async fn what_anybody_has_signed_outlives_the_approval_with_its_evidence() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let id = ready(&world).await?;
    let tenant_id = read(&world, id).await?.tenant_id;
    let issued = issue(&hers, id, terms(), b"").await?;
    let token = link(&world, TenancyMailKind::AgreementToSign).await?;
    sign_by_link(&world, &token, signed("Ann", &issued)).await?;
    decide(&world, id, ApplicationStatus::Rejected, 0).await?;

    let why = "The tenancy is not going to begin.".to_owned();
    assert_eq!(state(&world, id).await?, (AgreementState::Voided, why));
    let kept = get(&hers, id).await?;
    assert!(kept.signers.iter().any(|one| one.sign_time.is_some()));
    let request = ReadAgreementEvidenceRequest { application_id: id };
    let told = agreements(&hers).read_agreement_evidence(request).await?;
    let (_, head) = evidence::verify(&told.into_inner().content)?;
    assert_eq!(head, kept.evidence_hash);
    // The tenant is one who did not move in, the home is free, and its next tenant may be the same person.
    let gone = landlord.get(tenant_id).await?;
    assert_eq!(gone.lease_status(), LeaseStatus::Ended);
    assert_eq!(gone.leave_reason, "Did not move in.");
    decide(&world, id, ApplicationStatus::Approved, 0).await?;
    assert_ne!(read(&world, id).await?.tenant_id, tenant_id);
    issue(&hers, id, terms(), b"").await?;
    assert_eq!(state(&world, id).await?.0, AgreementState::Issued);
    // Its second agreement goes with its approval, since nobody has signed it; the first stays.
    decide(&world, id, ApplicationStatus::Rejected, 0).await?;
    assert_eq!(state(&world, id).await?.0, AgreementState::Voided);
    assert_eq!(get(&hers, id).await?.agreement_id, kept.agreement_id);
    Ok(())
}

#[tokio::test]
async fn a_tenancy_with_an_agreement_begins_by_moving_in_alone() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let id = ready(&world).await?;
    let tenant_id = read(&world, id).await?.tenant_id;
    let start = async || landlord.start(tenant_id).await;
    issue(&hers, id, terms(), b"").await?;
    assert_eq!(reason(&refusal(start().await)?), "TENANCY_HAS_AGREEMENT");
    world.clock.advance(Duration::days(7));
    assert_eq!(reason(&refusal(start().await)?), "TENANCY_HAS_AGREEMENT");
    all_sign(&world, id).await?;
    let refused = refusal(start().await)?;
    assert_eq!(reason(&refused), "TENANCY_HAS_AGREEMENT");
    assert!(refused.message().contains("move-in"));
    complete(&hers, id).await?;
    assert_eq!(reason(&refusal(start().await)?), "TENANCY_NOT_UPCOMING");
    Ok(())
}

#[tokio::test]
async fn a_tenant_tells_from_which_application_a_tenancy_with_an_agreement_begins()
-> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let id = ready(&world).await?;
    let theirs = Tenant {
        lease_start: day(2026, 12, 1),
        ..crate::tenants::tenant(OTHER_FLAT, "Eve")
    };
    let theirs = world.other_landlord()?.add(theirs).await?;
    // The list says what the tenant says, and another organisation's tenant nothing of it.
    let told = async || {
        let listed = landlord.list(ListTenantsRequest::default()).await?.tenants;
        let [ann] = listed.as_slice() else {
            anyhow::bail!("one tenant: {listed:?}");
        };
        assert_eq!(*ann, landlord.get(ann.tenant_id).await?);
        let same = world.other_landlord()?.get(theirs.tenant_id).await?;
        assert_eq!(same, theirs);
        anyhow::Ok(ann.agreement_application_id)
    };
    assert_eq!((told().await?, theirs.agreement_application_id), (0, 0));
    issue(&hers, id, terms(), b"").await?;
    assert_eq!(told().await?, id);
    let token = link(&world, TenancyMailKind::AgreementToSign).await?;
    let declined = DeclineAgreementByLinkRequest {
        token,
        request_id: request_id(),
        ..DeclineAgreementByLinkRequest::default()
    };
    signing(&world)?.decline_agreement_by_link(declined).await?;
    assert_eq!(told().await?, 0);
    issue(&hers, id, terms(), b"").await?;
    assert_eq!(told().await?, id);
    super::refusals::void(&hers, id, "They have a paper one").await?;
    assert_eq!(told().await?, 0);
    issue(&hers, id, terms(), b"").await?;
    all_sign(&world, id).await?;
    assert_eq!(told().await?, id);
    Ok(())
}

#[tokio::test]
async fn a_tenancy_whose_agreement_came_to_nothing_may_begin_without() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let id = ready(&world).await?;
    let tenant_id = read(&world, id).await?.tenant_id;
    issue(&hers, id, terms(), b"").await?;
    super::refusals::void(&hers, id, "They have a paper one").await?;
    world.clock.advance(Duration::days(7));
    let begun = landlord.start(tenant_id).await?;
    assert_eq!(begun.lease_status(), LeaseStatus::Active);
    Ok(())
}
