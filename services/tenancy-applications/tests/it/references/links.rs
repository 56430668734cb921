//! How long links work, and for what.

use chrono::Duration;
use lintel_proto::tenancy::v1::{
    GetOwnApplicationRequest, OpenInviteRequest, ReferenceKind, ReferenceState,
    SendReferenceRequest, SendReferenceResponse, TenancyMailKind,
};
use tonic::Status;

use super::{
    asked, decline_guarantor, give_employer, give_guarantor, guarantee, last_token, open_employer,
    open_guarantor,
};
use crate::{
    applying::{
        FLAT, applicant, applications, apply, invite, invites, nobody, owner, read, request_id,
        world,
    },
    harness::{World, reason, refusal},
};

const GUARANTOR: &str = "This guarantor verification link is invalid or has expired.";
const EMPLOYER: &str = "This employment verification link is invalid or has expired.";

pub async fn send(
    world: &World,
    organisation: i64,
    application_id: i64,
    kind: ReferenceKind,
) -> Result<SendReferenceResponse, Status> {
    let connection = owner(world, organisation);
    let connection = connection.map_err(|error| Status::internal(error.to_string()))?;
    let request = SendReferenceRequest {
        application_id,
        kind: kind.into(),
        request_id: request_id(),
    };
    let sent = applications(&connection).send_reference(request).await?;
    Ok(sent.into_inner())
}

#[tokio::test]
async fn t15_sending_again_kills_the_link_before() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, first, _) = asked(&world, "Ann").await?;
    world.clock.advance(Duration::days(13));
    let id = application.application_id;
    let sent = send(&world, 1, id, ReferenceKind::Guarantor).await?;
    let sent = sent.application.unwrap_or_default();
    let last = sent.timeline.last().cloned().unwrap_or_default();
    assert_eq!(last.event, "reference-sent-again");
    assert!(sent.version > application.version);
    let second = last_token(&world, TenancyMailKind::GuarantorRequest).await?;
    assert_ne!(first, second);
    let refused = refusal(open_guarantor(&world, &first).await)?;
    assert_eq!(reason(&refused), "LINK_EXPIRED");
    let refused = refusal(give_guarantor(&world, guarantee(&first)).await)?;
    assert_eq!(reason(&refused), "LINK_EXPIRED");
    // The new link has its own 14 days.
    world.clock.advance(Duration::days(13));
    assert!(!open_guarantor(&world, &second).await?.completed);
    give_guarantor(&world, guarantee(&second)).await?;
    let refused = refusal(send(&world, 1, id, ReferenceKind::Guarantor).await)?;
    assert_eq!(reason(&refused), "REFERENCE_ALREADY_GIVEN");
    Ok(())
}

#[tokio::test]
async fn only_what_was_asked_for_is_sent_again_and_only_by_its_landlord() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, _, employer) = asked(&world, "Ann").await?;
    let id = application.application_id;
    for (organisation, id) in [(2, id), (1, id + 999)] {
        let refused = refusal(send(&world, organisation, id, ReferenceKind::Employer).await)?;
        assert_eq!(reason(&refused), "APPLICATION_NOT_FOUND");
    }
    let refused = refusal(send(&world, 1, id, ReferenceKind::Unspecified).await)?;
    assert_eq!(reason(&refused), "REFERENCE_NOT_FOUND");
    assert!(!open_employer(&world, &employer).await?.completed);
    world
        .execute("DELETE FROM reference_requests WHERE kind = 'employer'")
        .await?;
    let refused = refusal(send(&world, 1, id, ReferenceKind::Employer).await)?;
    assert_eq!(reason(&refused), "REFERENCE_NOT_FOUND");
    Ok(())
}

#[tokio::test]
async fn t15_a_link_works_for_fourteen_days() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, guarantor, employer) = asked(&world, "Ann").await?;
    world
        .clock
        .advance(Duration::days(14) - Duration::seconds(1));
    assert!(!open_guarantor(&world, &guarantor).await?.completed);
    let opened = open_employer(&world, &employer).await?;
    assert_eq!(opened.tenant_email, "ann@example.com");
    world.clock.advance(Duration::seconds(1));
    for refused in [
        refusal(open_guarantor(&world, &guarantor).await)?,
        refusal(give_guarantor(&world, guarantee(&guarantor)).await)?,
        refusal(decline_guarantor(&world, &guarantor, "").await)?,
        refusal(open_employer(&world, &employer).await)?,
        refusal(give_employer(&world, &employer, "192.0.2.1").await)?,
    ] {
        assert_eq!(reason(&refused), "LINK_EXPIRED");
    }
    world
        .execute("UPDATE reference_requests SET expires_at = now() - interval '1 second'")
        .await?;
    let seen = read(&world, application.application_id).await?;
    let state = seen.guarantor.map(|one| one.state());
    assert_eq!(state, Some(ReferenceState::Expired));
    Ok(())
}

#[tokio::test]
async fn t15_a_token_is_for_one_purpose() -> anyhow::Result<()> {
    let world = world().await?;
    let (_, guarantor, employer) = asked(&world, "Ann").await?;
    let (_, own) = apply(&world, "Bob", FLAT, None).await?;
    let invited = invite(&world, FLAT, None).await?.token;
    for token in [&employer, &own, &invited, "", "x", &"A".repeat(43)] {
        let refused = refusal(open_guarantor(&world, token).await)?;
        assert_eq!(
            (reason(&refused).as_str(), refused.message()),
            ("LINK_INVALID", GUARANTOR)
        );
        let refused = refusal(give_guarantor(&world, guarantee(token)).await)?;
        assert_eq!(reason(&refused), "LINK_INVALID");
    }
    for token in [&guarantor, &own, &invited] {
        let refused = refusal(open_employer(&world, token).await)?;
        assert_eq!(refused.message(), EMPLOYER);
    }
    let stranger = nobody(&world)?;
    for token in [guarantor, employer] {
        let request = GetOwnApplicationRequest {
            token: token.clone(),
        };
        let refused = refusal(applicant(&stranger).get_own_application(request).await)?;
        assert_eq!(reason(&refused), "LINK_INVALID");
        let request = OpenInviteRequest { token };
        let refused = refusal(invites(&stranger).open_invite(request).await)?;
        assert_eq!(reason(&refused), "LINK_INVALID");
    }
    Ok(())
}
