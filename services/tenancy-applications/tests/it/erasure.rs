//! Erasing an application of somebody who asks for it.

use chrono::Duration;
use lintel_core::Grade;
use lintel_proto::tenancy::v1::{
    ApplicationStatus, EraseApplicationRequest, WithdrawOwnApplicationRequest,
};
use lintel_testkit::tokens::member;
use tonic::{Code, Status};

use crate::{
    applying::{
        FLAT, applicant, applications, apply, decide, everything, nobody, owner, read, request_id,
        world,
    },
    harness::{Connection, reason, refusal},
    tenants::day,
};

async fn erase(connection: &Connection, application_id: i64) -> Result<(), Status> {
    let request = EraseApplicationRequest {
        application_id,
        request_id: request_id(),
    };
    applications(connection).erase_application(request).await?;
    Ok(())
}

#[tokio::test]
async fn nothing_of_a_withdrawn_application_is_left_but_that_there_was_one() -> anyhow::Result<()> {
    let world = world().await?;
    let (hers, stranger) = (owner(&world, 1)?, nobody(&world)?);
    let (application, token) = apply(&world, "Zebedee", FLAT, None).await?;
    let id = application.application_id;
    let early = refusal(erase(&hers, id).await)?;
    assert_eq!(reason(&early), "APPLICATION_IN_PROGRESS");
    let request = WithdrawOwnApplicationRequest {
        token,
        request_id: request_id(),
    };
    applicant(&stranger)
        .withdraw_own_application(request)
        .await?;
    let foreign = refusal(erase(&owner(&world, 2)?, id).await)?;
    assert_eq!(reason(&foreign), "APPLICATION_NOT_FOUND");
    let manager = world.mint.token(&member(13, 1, Grade::Manager))?;
    let refused = refusal(erase(&world.bearer(Some(&manager))?, id).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);

    let key = EraseApplicationRequest {
        application_id: id,
        request_id: request_id(),
    };
    applications(&hers).erase_application(key.clone()).await?;
    applications(&hers).erase_application(key).await?;
    let gone = refusal(erase(&hers, id).await)?;
    assert_eq!(reason(&gone), "APPLICATION_NOT_FOUND");
    let gone = refusal(read(&world, id).await)?;
    assert_eq!(reason(&gone), "APPLICATION_NOT_FOUND");
    let written = everything(&world).await?;
    assert!(!written.to_lowercase().contains("zebedee"), "{written}");
    assert_eq!(
        world
            .number("SELECT count(*) FROM erased_applications WHERE organisation_id = 1")
            .await?,
        1
    );
    for table in ["reference_requests", "application_events"] {
        let left: i64 = world
            .scalar(&format!("SELECT count(*) FROM {table}"))
            .await?;
        assert_eq!(left, 0, "{table}");
    }
    Ok(())
}

#[tokio::test]
async fn one_with_a_tenancy_is_erased_only_when_that_is_over() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let (application, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let approved = decide(&world, id, ApplicationStatus::Approved, 0).await?;
    world.clock.advance(Duration::days(40));
    let reserved = refusal(erase(&hers, id).await)?;
    assert_eq!(reason(&reserved), "APPLICATION_IN_PROGRESS");
    landlord.start(approved.tenant_id).await?;
    let active = refusal(erase(&hers, id).await)?;
    assert_eq!(reason(&active), "TENANCY_ACTIVE");
    landlord.end(approved.tenant_id, day(2026, 12, 31)).await?;
    erase(&hers, id).await?;
    let tenant = landlord.get(approved.tenant_id).await?;
    assert_eq!(
        (tenant.application_id, tenant.display_name.as_str()),
        (0, "Ann")
    );
    Ok(())
}

#[tokio::test]
async fn one_that_was_rejected_or_left_alone_is_erased_on_request() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let (bob, _) = apply(&world, "Bob", FLAT, None).await?;
    decide(&world, ann.application_id, ApplicationStatus::Rejected, 0).await?;
    erase(&hers, ann.application_id).await?;
    world.clock.advance(Duration::days(30));
    erase(&hers, bob.application_id).await?;
    Ok(())
}
