//! References of an application that its applicant has withdrawn, and what the applicant sees of an answer.

use lintel_core::Role;
use lintel_proto::tenancy::v1::{
    GetOwnApplicationRequest, ListReferenceRequestsRequest, ReferenceKind, ReferenceState,
    WithdrawOwnApplicationRequest,
};
use lintel_testkit::tokens::outsider;

use super::{
    asked, decline_guarantor, give_guarantor, guarantee, last_token, links::send, open_employer,
    open_guarantor, references,
};
use crate::{
    applying::{FLAT, applicant, apply, nobody, read, request_id, world},
    harness::{reason, refusal},
};

#[tokio::test]
async fn a_withdrawn_application_has_no_links_any_more() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, status) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let guarantor = last_token(
        &world,
        lintel_proto::tenancy::v1::TenancyMailKind::GuarantorRequest,
    )
    .await?;
    let employer = last_token(
        &world,
        lintel_proto::tenancy::v1::TenancyMailKind::EmployerRequest,
    )
    .await?;
    assert!(!open_guarantor(&world, &guarantor).await?.completed);
    let request = WithdrawOwnApplicationRequest {
        token: status,
        request_id: request_id(),
    };
    applicant(&nobody(&world)?)
        .withdraw_own_application(request)
        .await?;
    for refused in [
        refusal(open_guarantor(&world, &guarantor).await)?,
        refusal(open_employer(&world, &employer).await)?,
        refusal(give_guarantor(&world, guarantee(&guarantor)).await)?,
        refusal(decline_guarantor(&world, &guarantor, "No").await)?,
    ] {
        assert_eq!(reason(&refused), "LINK_CLOSED");
    }
    let refused = refusal(send(&world, 1, id, ReferenceKind::Guarantor).await)?;
    assert_eq!(reason(&refused), "APPLICATION_WITHDRAWN");
    // An account that was asked has nothing to open either.
    world
        .execute("INSERT INTO accounts (user_id, role, email_key, version) VALUES (60, 'Guarantor', 'gus-ann@example.com', 1)")
        .await?;
    let gus = world.mint.token(&outsider(60, Role::Guarantor))?;
    let gus = references(&world.bearer(Some(&gus))?)
        .list_reference_requests(ListReferenceRequestsRequest {})
        .await?;
    let gus = gus.into_inner().reference_requests;
    assert_eq!((gus.len(), gus[0].token.as_str()), (1, ""));
    assert_eq!(gus[0].state(), ReferenceState::Waived);
    Ok(())
}

#[tokio::test]
async fn why_a_referee_declined_is_for_the_landlord_alone() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, guarantor, _) = asked(&world, "Ann").await?;
    decline_guarantor(&world, &guarantor, "We fell out").await?;
    let seen = read(&world, application.application_id).await?;
    assert_eq!(
        seen.guarantor.unwrap_or_default().decline_reason,
        "We fell out"
    );
    let told = seen.timeline.last().cloned().unwrap_or_default();
    assert_eq!(
        told.description,
        "Reference declined by the guarantor: We fell out"
    );
    let (_, status) = apply(&world, "Bob", FLAT, None).await?;
    let token = last_token(
        &world,
        lintel_proto::tenancy::v1::TenancyMailKind::GuarantorRequest,
    )
    .await?;
    decline_guarantor(&world, &token, "We fell out").await?;
    let request = GetOwnApplicationRequest { token: status };
    let own = applicant(&nobody(&world)?)
        .get_own_application(request)
        .await?;
    let own = own.into_inner().application.unwrap_or_default();
    assert_eq!(
        own.guarantor.clone().unwrap_or_default().state(),
        ReferenceState::Declined
    );
    assert!(!format!("{own:?}").contains("fell out"));
    Ok(())
}
