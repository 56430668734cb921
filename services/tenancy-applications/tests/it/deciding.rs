//! What a landlord decides.

use futures::future::join;
use lintel_proto::tenancy::v1::{
    Application, ApplicationStatus, DocumentType, TenancyMailKind, UpdateApplicationRequest,
    WithdrawOwnApplicationRequest,
};
use prost_types::FieldMask;
use tonic::Code;

use crate::{
    applying::{
        COTTAGE, FLAT, HOUSE, ROOMS, applicant, applications, apply, decide, mails, nobody, owner,
        read, request_id, update, world,
    },
    harness::{reason, refusal, violations},
};

use ApplicationStatus::{
    Approved, BackgroundCheck, DocumentsRequired, ReferenceCheck, Rejected, Submitted,
};

#[tokio::test]
async fn any_status_follows_any_other_and_each_change_is_told() -> anyhow::Result<()> {
    let world = world().await?;
    let (made, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = made.application_id;
    let mut step = 1;
    for (status, expected) in [
        (Approved, Some(5)),
        (Submitted, Some(1)),
        (ReferenceCheck, Some(4)),
        (Rejected, None),
        (DocumentsRequired, Some(2)),
        (BackgroundCheck, Some(3)),
        (Rejected, None),
        (Approved, Some(5)),
        (Rejected, None),
    ] {
        let changed = decide(&world, id, status, 0).await?;
        step = expected.unwrap_or(step);
        assert_eq!(changed.status(), status);
        assert_eq!((changed.current_step, changed.progress), (step, step * 20));
        assert_eq!(changed.approve_time.is_some(), status == Approved);
        assert_eq!(changed.tenant_id != 0, status == Approved);
        assert_eq!(!changed.rejection_reason.is_empty(), status == Rejected);
        let last = changed.timeline.last().cloned().unwrap_or_default();
        assert_eq!(
            (last.event.as_str(), last.actor.as_str()),
            ("status-changed", "Landlord")
        );
    }
    let kinds: Vec<_> = mails(&world)
        .await?
        .into_iter()
        .map(|(kind, _)| kind)
        .skip(4)
        // Those who were asked for a reference are told at each rejection that it is over.
        .filter(|kind| *kind != TenancyMailKind::ReferenceClosed)
        .collect();
    assert_eq!(
        kinds,
        [
            TenancyMailKind::Approved,
            TenancyMailKind::StatusChanged,
            TenancyMailKind::StatusChanged,
            TenancyMailKind::Rejected,
            TenancyMailKind::DocumentsRequired,
            TenancyMailKind::StatusChanged,
            TenancyMailKind::Rejected,
            TenancyMailKind::Approved,
            TenancyMailKind::Rejected,
        ]
    );
    assert_eq!(world.number("SELECT count(*) FROM tenants").await?, 0);
    Ok(())
}

#[tokio::test]
async fn a_rejection_says_why() -> anyhow::Result<()> {
    let world = world().await?;
    let (made, _) = apply(&world, "Ann", FLAT, None).await?;
    let application = Application {
        application_id: made.application_id,
        status: Rejected.into(),
        ..Application::default()
    };
    let refused = refusal(update(&world, application.clone(), &["status"], 0).await)?;
    assert_eq!(reason(&refused), "APPLICATION_INVALID");
    let text = "Give the reason for the rejection.";
    assert_eq!(
        violations(&refused),
        [("rejection_reason".to_owned(), text.to_owned())]
    );
    for bad in [&[][..], &["display_name"][..], &["approve_time"][..]] {
        let refused = refusal(update(&world, application.clone(), bad, 0).await)?;
        assert_eq!(reason(&refused), "UPDATE_MASK_INVALID");
    }
    Ok(())
}

#[tokio::test]
async fn approving_makes_an_upcoming_tenant_of_what_the_applicant_said() -> anyhow::Result<()> {
    let world = world().await?;
    let (made, _) = apply(&world, "Ann", HOUSE, Some((ROOMS[1], "2"))).await?;
    let approved = decide(&world, made.application_id, Approved, 0).await?;
    assert_ne!(approved.tenant_id, 0);
    let row: String = world
        .scalar(
            "SELECT concat_ws(' ', t.name, t.email, t.share, y.state, y.start_date, y.rent, y.room_number, t.application_id)
             FROM tenants t JOIN tenancies y USING (organisation_id, tenancy_id)",
        )
        .await?;
    let id = made.application_id;
    assert_eq!(
        row,
        format!("Ann ann@example.com 550.00 Upcoming 2026-12-01 550.00 2 {id}")
    );
    let checks = approved.checks.unwrap_or_default();
    assert!(checks.landlord_approval && !checks.move_in_completed);
    Ok(())
}

#[tokio::test]
async fn two_approvals_at_once_for_one_home_are_one() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let (bob, _) = apply(&world, "Bob", FLAT, None).await?;
    let both = join(
        decide(&world, ann.application_id, Approved, 0),
        decide(&world, bob.application_id, Approved, 0),
    )
    .await;
    let (won, lost) = match both {
        (Ok(_), Err(lost)) => (ann.application_id, lost),
        (Err(lost), Ok(_)) => (bob.application_id, lost),
        both => anyhow::bail!("not one of them: {both:?}"),
    };
    assert_eq!(
        (lost.code(), reason(&lost).as_str()),
        (Code::FailedPrecondition, "HOME_ALREADY_APPROVED")
    );
    assert!(
        lost.message().contains(&format!("#{won:04}")),
        "{}",
        lost.message()
    );
    assert_eq!(world.number("SELECT count(*) FROM tenancies").await?, 1);
    // The other home is another matter.
    let (cat, _) = apply(&world, "Cat", COTTAGE, None).await?;
    decide(&world, cat.application_id, Approved, 0).await?;
    Ok(())
}

#[tokio::test]
async fn who_rents_together_shares_a_tenancy() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let (bob, _) = apply(&world, "Bob", FLAT, None).await?;
    let (cat, _) = apply(&world, "Cat", COTTAGE, None).await?;
    let not_yet = decide(&world, bob.application_id, Approved, ann.application_id).await;
    let refused = refusal(not_yet)?;
    assert_eq!(violations(&refused)[0].0, "joint_with_application_id");
    decide(&world, ann.application_id, Approved, 0).await?;
    decide(&world, bob.application_id, Approved, ann.application_id).await?;
    let elsewhere = decide(&world, cat.application_id, Approved, ann.application_id).await;
    assert_eq!(reason(&refusal(elsewhere)?), "APPLICATION_INVALID");
    let shares: String = world
        .scalar("SELECT string_agg(share::text, ' ' ORDER BY tenant_id) FROM tenants")
        .await?;
    assert_eq!(shares, "600.00 600.00");
    decide(&world, ann.application_id, Submitted, 0).await?;
    assert_eq!(world.number("SELECT count(*) FROM tenants").await?, 1);
    Ok(())
}

#[tokio::test]
async fn what_has_begun_is_not_taken_back_by_a_status() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, token) = apply(&world, "Ann", FLAT, None).await?;
    decide(&world, ann.application_id, Approved, 0).await?;
    world
        .execute("UPDATE tenancies SET state = 'Active'")
        .await?;
    let refused = refusal(decide(&world, ann.application_id, Submitted, 0).await)?;
    assert_eq!(reason(&refused), "TENANCY_ACTIVE");
    let request = WithdrawOwnApplicationRequest {
        token,
        request_id: request_id(),
    };
    let refused = refusal(
        applicant(&nobody(&world)?)
            .withdraw_own_application(request)
            .await,
    )?;
    assert_eq!(reason(&refused), "TENANCY_ACTIVE");
    let seen = read(&world, ann.application_id).await?;
    assert!(seen.checks.unwrap_or_default().move_in_completed);
    Ok(())
}

#[tokio::test]
async fn who_has_withdrawn_is_not_approved_and_frees_the_home() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, token) = apply(&world, "Ann", FLAT, None).await?;
    let (bob, _) = apply(&world, "Bob", FLAT, None).await?;
    decide(&world, ann.application_id, Approved, 0).await?;
    let request = WithdrawOwnApplicationRequest {
        token,
        request_id: request_id(),
    };
    applicant(&nobody(&world)?)
        .withdraw_own_application(request)
        .await?;
    let seen = read(&world, ann.application_id).await?;
    assert_eq!((seen.status(), seen.tenant_id), (Approved, 0));
    decide(&world, bob.application_id, Approved, 0).await?;
    decide(&world, ann.application_id, Submitted, 0).await?;
    let refused = refusal(decide(&world, ann.application_id, Approved, 0).await)?;
    assert_eq!(reason(&refused), "APPLICATION_WITHDRAWN");
    Ok(())
}

#[tokio::test]
async fn notes_and_requested_documents_are_told_and_written_down() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, token) = apply(&world, "Ann", FLAT, None).await?;
    let application = Application {
        application_id: ann.application_id,
        landlord_notes: "Call me.".to_owned(),
        requested_documents: vec![DocumentType::RightToRent.into(); 2],
        ..Application::default()
    };
    let paths = ["landlord_notes", "requested_documents"];
    let changed = update(&world, application, &paths, 0).await?;
    assert_eq!(changed.status(), Submitted);
    assert_eq!(
        changed.requested_documents,
        [i32::from(DocumentType::RightToRent)]
    );
    let events: Vec<_> = changed
        .timeline
        .iter()
        .skip(5)
        .map(|one| one.event.as_str())
        .collect();
    assert_eq!(events, ["notes-changed", "documents-requested"]);
    let (kind, mail) = mails(&world).await?.pop().unwrap_or_default();
    assert_eq!(kind, TenancyMailKind::DocumentsRequired);
    assert_eq!(
        (mail.documents, mail.token),
        (vec!["Right to rent".to_owned()], token)
    );
    Ok(())
}

#[tokio::test]
async fn a_change_is_for_one_version_one_organisation_and_made_once() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let request = |etag: &str| UpdateApplicationRequest {
        application: Some(Application {
            application_id: ann.application_id,
            status: ReferenceCheck.into(),
            ..Application::default()
        }),
        update_mask: Some(FieldMask {
            paths: vec!["status".to_owned()],
        }),
        etag: etag.to_owned(),
        request_id: request_id(),
        ..UpdateApplicationRequest::default()
    };
    let mut landlord = applications(&owner(&world, 1)?);
    let refused = refusal(landlord.update_application(request("9")).await)?;
    assert_eq!(reason(&refused), "STALE_ETAG");
    let stranger = applications(&owner(&world, 2)?)
        .update_application(request(""))
        .await;
    assert_eq!(reason(&refusal(stranger)?), "APPLICATION_NOT_FOUND");
    let request = request("1");
    let first = landlord
        .update_application(request.clone())
        .await?
        .into_inner();
    let again = landlord.update_application(request).await?.into_inner();
    assert_eq!(first, again);
    assert_eq!(world.number("SELECT version FROM applications").await?, 2);
    assert_eq!(
        world
            .number("SELECT count(*) FROM outbox WHERE event_type = 'lintel.tenancy.application.changed.v1' OR aggregate_type = 'application'")
            .await?,
        2
    );
    Ok(())
}

#[tokio::test]
async fn coincidences_are_told_to_the_landlord() -> anyhow::Result<()> {
    use crate::applying::{invite, signup, submit};
    let world = world().await?;
    let link = invite(&world, FLAT, None).await?.token;
    let mut form = signup("Ann");
    form.guarantor_email = "BOSS@gmail.com".to_owned();
    form.employer_email = "boss@gmail.com".to_owned();
    let made = submit(&world, &link, form)
        .await?
        .application
        .unwrap_or_default();
    assert_eq!(read(&world, made.application_id).await?.notices.len(), 2);
    Ok(())
}
