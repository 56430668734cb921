//! What is signed is what is charged, also where a tenancy began before its agreement.

use chrono::Duration;
use lintel_proto::{
    common::v1::{Date, Money},
    tenancy::v1::{
        Agreement, AgreementState, AgreementTerms, LeaseStatus, ProRata, ProposeAgreementRequest,
        ProposeAgreementResponse, RecordRentChangeRequest, RentPeriod, RentTerms, TenancyMailKind,
        rent_service_client::RentServiceClient,
    },
};
use lintel_tenancy_applications::app::letting::Leavers;
use tonic::{Code, Status};

use super::{
    agreements, all_sign, get, issue, link, links, open, ready, refusals::job, refusals::void,
    terms,
};
use crate::{
    applying::{day, money, owner, read, request_id, world},
    harness::{World, reason, refusal},
    rent::{Books, balance, days::days, monthly},
    rights_to_rent::complete,
};

async fn proposal(world: &World, application_id: i64) -> anyhow::Result<ProposeAgreementResponse> {
    let request = ProposeAgreementRequest { application_id };
    let mut hers = agreements(&owner(world, 1)?);
    Ok(hers.propose_agreement(request).await?.into_inner())
}

/// The terms that are proposed, with what the landlord has to add to them.
async fn proposed(world: &World, application_id: i64) -> anyhow::Result<AgreementTerms> {
    let proposed = proposal(world, application_id).await?.terms;
    Ok(AgreementTerms {
        landlord_name: "Olive Owner".to_owned(),
        landlord_address: terms().landlord_address,
        ..proposed.unwrap_or_default()
    })
}

/// Ann's application and her tenant, whose tenancy has begun without an agreement on 1 December, which was a week ago.
async fn begun(world: &World) -> anyhow::Result<(i64, i64)> {
    let id = ready(world).await?;
    let tenant_id = read(world, id).await?.tenant_id;
    world.clock.advance(Duration::days(14));
    let tenant = world.landlord()?.start(tenant_id).await?;
    assert_eq!(tenant.lease_status(), LeaseStatus::Active);
    assert_eq!(tenant.lease_start, day(2026, 12, 1));
    Ok((id, tenant_id))
}

/// Weekly rent instead of monthly.
fn weekly(first_day: Option<Date>) -> RentTerms {
    RentTerms {
        period: RentPeriod::Weekly.into(),
        ..monthly(0, first_day)
    }
}

/// Terms that differ from `own` in one thing, with the name of it.
fn otherwise(own: &AgreementTerms) -> Vec<(&'static str, AgreementTerms)> {
    let of_rent = |change: fn(&mut RentTerms)| {
        let mut changed = own.clone();
        change(changed.rent_terms.get_or_insert_default());
        changed
    };
    let in_weeks = of_rent(|rent| *rent = weekly(rent.first_day));
    vec![
        (
            "first day",
            AgreementTerms {
                start_date: day(2026, 12, 20),
                ..own.clone()
            },
        ),
        (
            "rent",
            AgreementTerms {
                monthly_rent: money(111_100),
                ..own.clone()
            },
        ),
        (
            "deposit",
            AgreementTerms {
                deposit: money(4_200),
                ..own.clone()
            },
        ),
        ("due day", of_rent(|rent| rent.due_day = 17)),
        ("rent period", in_weeks),
        (
            "charge for a part of a period",
            of_rent(|rent| rent.pro_rata = ProRata::DaysOfMonth.into()),
        ),
    ]
}

/// Another rent from a day on. No notice is needed of less.
async fn reduce(
    world: &World,
    tenant_id: i64,
    from: Option<Date>,
    pence: i64,
) -> Result<(), Status> {
    let failed = |error: anyhow::Error| Status::internal(error.to_string());
    let request = RecordRentChangeRequest {
        tenant_id,
        effective_date: from,
        monthly_rent: money(pence),
        request_id: request_id(),
        ..RecordRentChangeRequest::default()
    };
    let mut rents = RentServiceClient::new(owner(world, 1).map_err(failed)?);
    rents.record_rent_change(request).await?;
    Ok(())
}

fn less(rent: Option<&Money>) -> i64 {
    rent.map_or(0, |rent| rent.minor_units) - 5_000
}

async fn standing(world: &World, id: i64) -> anyhow::Result<Agreement> {
    Ok(get(&owner(world, 1)?, id).await?)
}

/// What the last signature is refused with.
async fn unsigned(world: &World, id: i64) -> anyhow::Result<Status> {
    match all_sign(world, id).await {
        Ok(agreement) => anyhow::bail!("all have signed: {agreement:?}"),
        Err(error) => Ok(error.downcast::<Status>()?),
    }
}

#[tokio::test]
async fn a_tenancy_in_force_is_issued_its_own_terms_and_charged_as_it_says() -> anyhow::Result<()> {
    let world = world().await?;
    let (hers, books) = (owner(&world, 1)?, Books::of(&world, 1)?);
    let (id, tenant_id) = begun(&world).await?;
    let own = proposed(&world, id).await?;
    assert_eq!(
        own.start_date,
        day(2026, 12, 1),
        "the day on which it began"
    );
    // How rent is to be due is open as long as none is charged.
    for (named, other) in otherwise(&own).drain(..3) {
        let refused = refusal(issue(&hers, id, other, b"").await)?;
        assert_eq!(
            (refused.code(), reason(&refused).as_str()),
            (Code::FailedPrecondition, "TERMS_CHARGED"),
            "{named}"
        );
        let told = format!("with another {named}. ");
        assert!(refused.message().contains(&told), "{refused:?}");
    }
    let mut agreed = own.clone();
    agreed.rent_terms = Some(RentTerms {
        due_day: 7,
        ..own.rent_terms.clone().unwrap_or_default()
    });
    issue(&hers, id, agreed.clone(), b"").await?;
    let first_day = day(2026, 12, 1);
    let others = [monthly(1, first_day), weekly(first_day)];
    for other in &others {
        let refused = refusal(books.start(tenant_id, other.clone(), 0).await)?;
        assert_eq!(reason(&refused), "RENT_AGREED");
        assert!(refused.message().contains("voided"), "{refused:?}");
    }
    assert_eq!(standing(&world, id).await?.state(), AgreementState::Issued);
    let signed = all_sign(&world, id).await?;
    assert_eq!(signed.state(), AgreementState::Signed);
    for other in &others {
        let refused = refusal(books.start(tenant_id, other.clone(), 0).await)?;
        assert_eq!(reason(&refused), "RENT_AGREED");
    }
    books.start(tenant_id, monthly(7, first_day), 0).await?;
    let ledger = books.ledger(tenant_id, None).await?;
    let charged = ledger.terms.unwrap_or_default();
    assert_eq!(
        (charged.due_day, charged.period_rent),
        (7, own.monthly_rent)
    );
    Ok(())
}

#[tokio::test]
async fn rent_that_is_set_up_as_issued_lets_all_sign() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let (id, tenant_id) = begun(&world).await?;
    let own = proposed(&world, id).await?;
    issue(&hers, id, own, b"").await?;
    let books = Books::of(&world, 1)?;
    let late = monthly(1, day(2026, 12, 5));
    books.start(tenant_id, late, 0).await?;
    assert_eq!(standing(&world, id).await?.state(), AgreementState::Issued);
    let signed = all_sign(&world, id).await?;
    assert_eq!(signed.state(), AgreementState::Signed);
    Ok(())
}

#[tokio::test]
async fn rent_that_is_charged_since_a_past_day_is_proposed_and_signed() -> anyhow::Result<()> {
    let world = world().await?;
    let (hers, books) = (owner(&world, 1)?, Books::of(&world, 1)?);
    let (id, tenant_id) = begun(&world).await?;
    let charged = monthly(5, day(2026, 12, 3));
    books.start(tenant_id, charged, 0).await?;
    let before = balance(&books.ledger(tenant_id, None).await?);
    let told = proposal(&world, id).await?;
    assert!(told.missing.is_empty(), "{:?}", told.missing);
    assert!(!told.edition.is_empty());
    let own = proposed(&world, id).await?;
    let rent = own.rent_terms.clone().unwrap_or_default();
    assert_eq!(own.start_date, day(2026, 12, 1));
    assert_eq!(
        (rent.due_day, rent.first_day, rent.period()),
        (5, day(2026, 12, 3), RentPeriod::Monthly)
    );
    for (named, other) in otherwise(&own) {
        let refused = refusal(issue(&hers, id, other, b"").await)?;
        assert_eq!(reason(&refused), "TERMS_CHARGED", "{named}");
        let told = format!("with another {named}. ");
        assert!(refused.message().contains(&told), "{refused:?}");
    }
    let issued = issue(&hers, id, own.clone(), b"").await?;
    let kept = issued.terms.unwrap_or_default();
    assert_eq!(kept.start_date, own.start_date);
    assert_eq!(
        kept.rent_terms.unwrap_or_default().first_day,
        rent.first_day
    );
    let signed = all_sign(&world, id).await?;
    assert_eq!(signed.state(), AgreementState::Signed);
    assert_eq!(balance(&books.ledger(tenant_id, None).await?), before);
    Ok(())
}

#[tokio::test]
async fn a_dated_change_makes_void_what_waits_for_signatures_alone() -> anyhow::Result<()> {
    let world = world().await?;
    let (hers, books) = (owner(&world, 1)?, Books::of(&world, 1)?);
    let (id, tenant_id) = begun(&world).await?;
    books
        .start(tenant_id, monthly(1, day(2026, 12, 1)), 0)
        .await?;
    let own = proposed(&world, id).await?;
    issue(&hers, id, own.clone(), b"").await?;
    let token = link(&world, TenancyMailKind::AgreementToSign).await?;
    let lower = less(own.monthly_rent.as_ref());
    reduce(&world, tenant_id, day(2027, 1, 1), lower).await?;
    let gone = standing(&world, id).await?;
    assert_eq!(
        (gone.state(), gone.reason.as_str()),
        (AgreementState::Voided, "The terms have changed.")
    );
    assert_eq!(reason(&refusal(open(&world, &token).await)?), "LINK_CLOSED");
    assert_eq!(job(&world)?.tell().await?, 1);
    let told = links(&world, TenancyMailKind::AgreementVoided).await?;
    assert_eq!(told.len(), 1);
    // Until its day neither rent can be signed.
    for rent in [own.monthly_rent.clone(), money(lower)] {
        let other = AgreementTerms {
            monthly_rent: rent,
            ..own.clone()
        };
        let refused = refusal(issue(&hers, id, other, b"").await)?;
        assert_eq!(reason(&refused), "TERMS_CHARGED");
    }
    let refused = refusal(issue(&hers, id, own, b"").await)?;
    assert!(refused.message().contains("1 January 2027"), "{refused:?}");
    let missing = proposal(&world, id).await?.missing;
    assert!(missing[0].contains("1 January 2027"), "{missing:?}");
    // From then on it is, also before the day was looked at.
    world.clock.advance(Duration::days(24));
    let own = proposed(&world, id).await?;
    assert_eq!(own.monthly_rent, money(lower));
    issue(&hers, id, own, b"").await?;
    days(&world).look().await?;
    assert_eq!(standing(&world, id).await?.state(), AgreementState::Issued);
    all_sign(&world, id).await?;
    // What all have signed changes in this very way.
    reduce(&world, tenant_id, day(2027, 2, 1), lower - 5_000).await?;
    assert_eq!(standing(&world, id).await?.state(), AgreementState::Signed);
    Ok(())
}

#[tokio::test]
async fn what_an_earlier_release_issued_otherwise_is_completed_by_nobody() -> anyhow::Result<()> {
    let world = world().await?;
    let (hers, books) = (owner(&world, 1)?, Books::of(&world, 1)?);
    let (id, tenant_id) = begun(&world).await?;
    let first_day = day(2026, 12, 1);
    books.start(tenant_id, monthly(1, first_day), 0).await?;
    issue(&hers, id, proposed(&world, id).await?, b"").await?;
    world.execute("UPDATE ledgers SET due_day = 9").await?;
    let refused = unsigned(&world, id).await?;
    assert_eq!(reason(&refused), "TERMS_CHARGED");
    assert!(refused.message().contains("due day"), "{refused:?}");
    assert_eq!(standing(&world, id).await?.state(), AgreementState::Issued);
    // A change that was recorded beside it makes it void on its day.
    world
        .execute(
            "UPDATE ledgers SET due_day = 1;
             INSERT INTO rent_changes (organisation_id, tenancy_id, effective_date, monthly_rent, created_at)
             SELECT organisation_id, tenancy_id, '2027-01-01', 900, now() FROM ledgers",
        )
        .await?;
    assert_eq!(reason(&unsigned(&world, id).await?), "TERMS_CHARGED");
    world.clock.advance(Duration::days(24));
    days(&world).look().await?;
    let gone = standing(&world, id).await?;
    assert_eq!(
        (gone.state(), gone.reason.as_str()),
        (AgreementState::Voided, "The terms have changed.")
    );
    Ok(())
}

#[tokio::test]
async fn nobody_moves_in_by_other_terms_than_are_charged() -> anyhow::Result<()> {
    let world = world().await?;
    let (hers, books) = (owner(&world, 1)?, Books::of(&world, 1)?);
    let id = ready(&world).await?;
    let tenant_id = read(&world, id).await?.tenant_id;
    let first_day = day(2026, 12, 1);
    books.start(tenant_id, monthly(1, first_day), 0).await?;
    let own = proposed(&world, id).await?;
    issue(&hers, id, own.clone(), b"").await?;
    all_sign(&world, id).await?;
    world.clock.advance(Duration::days(7));
    world.execute("UPDATE ledgers SET due_day = 9").await?;
    assert_eq!(
        reason(&refusal(complete(&hers, id).await)?),
        "TERMS_CHARGED"
    );
    // The way out: another agreement.
    void(&hers, id, "The due day was wrong").await?;
    issue(&hers, id, proposed(&world, id).await?, b"").await?;
    all_sign(&world, id).await?;
    // A dated change of what all have signed is no other term.
    reduce(
        &world,
        tenant_id,
        day(2026, 12, 9),
        less(own.monthly_rent.as_ref()),
    )
    .await?;
    world.clock.advance(Duration::days(8));
    days(&world).look().await?;
    complete(&hers, id).await?;
    Ok(())
}

#[tokio::test]
async fn no_agreement_is_issued_of_a_tenancy_that_has_ended() -> anyhow::Result<()> {
    let world = world().await?;
    let (id, tenant_id) = begun(&world).await?;
    let own = proposed(&world, id).await?;
    world.landlord()?.end(tenant_id, day(2026, 12, 7)).await?;
    let refused = refusal(issue(&owner(&world, 1)?, id, own, b"").await)?;
    assert_eq!(reason(&refused), "TENANCY_ENDED");
    let missing = proposal(&world, id).await?.missing;
    assert!(
        missing.contains(&"The tenancy has ended.".to_owned()),
        "{missing:?}"
    );
    Ok(())
}

#[tokio::test]
async fn who_leaves_on_a_day_to_come_makes_void_what_was_issued() -> anyhow::Result<()> {
    let world = world().await?;
    let (id, tenant_id) = begun(&world).await?;
    let own = proposed(&world, id).await?;
    issue(&owner(&world, 1)?, id, own, b"").await?;
    world.landlord()?.end(tenant_id, day(2026, 12, 10)).await?;
    assert_eq!(standing(&world, id).await?.state(), AgreementState::Issued);
    world.clock.advance(Duration::days(3));
    let leavers = Leavers::new(world.database.db.clone(), world.clock.clone());
    assert_eq!(leavers.end().await?, 1);
    let gone = standing(&world, id).await?;
    assert_eq!(
        (gone.state(), gone.reason.as_str()),
        (AgreementState::Voided, "The tenants have changed.")
    );
    Ok(())
}
