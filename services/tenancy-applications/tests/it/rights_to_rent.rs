//! Waived references, checks of the right to rent, and the six steps.

use lintel_core::{Grade, Role};
use lintel_proto::{
    common::v1::Date,
    tenancy::v1::{
        Application, ApplicationStatus, CompleteMoveInRequest, GetApplicationRequest,
        GetOwnApplicationRequest, ListApplicationsRequest, ListRightToRentChecksRequest,
        MoveInStep, MoveInStepState, Nation, OpenGuarantorRequestRequest,
        ReadRightToRentEvidenceRequest, RecordRightToRentRequest, ReferenceKind, ReferenceState,
        RightToRentCheck, RightToRentMethod, TenancyMailKind, WaiveReferenceRequest,
        move_in_service_client::MoveInServiceClient,
        reference_service_client::ReferenceServiceClient,
    },
};
use lintel_testkit::tokens::{member, outsider};
use tonic::{Code, Status};

use crate::{
    applying::{
        ANN, FLAT, applicant, applications, apply, day, decide, everything, mails, nobody, owner,
        read, request_id, world,
    },
    harness::{Connection, World, fields, reason, refusal},
};

fn way(connection: &Connection) -> MoveInServiceClient<Connection> {
    MoveInServiceClient::new(connection.clone())
}

pub async fn waive(
    connection: &Connection,
    application_id: i64,
    kind: ReferenceKind,
    why: &str,
) -> Result<Application, Status> {
    let request = WaiveReferenceRequest {
        application_id,
        kind: kind.into(),
        reason: why.to_owned(),
        request_id: request_id(),
    };
    let reply = way(connection).waive_reference(request).await?;
    Ok(reply.into_inner().application.unwrap_or_default())
}

pub fn check(application_id: i64, expire_date: Option<Date>) -> RecordRightToRentRequest {
    RecordRightToRentRequest {
        check: Some(RightToRentCheck {
            application_id,
            method: RightToRentMethod::ShareCode.into(),
            document: "eVisa".to_owned(),
            check_date: day(2026, 11, 20),
            checker: "Olive Owner".to_owned(),
            expire_date,
            ..RightToRentCheck::default()
        }),
        evidence: Vec::new(),
        request_id: request_id(),
    }
}

pub async fn record(
    connection: &Connection,
    request: RecordRightToRentRequest,
) -> Result<RightToRentCheck, Status> {
    let reply = way(connection).record_right_to_rent(request).await?;
    Ok(reply.into_inner().check.unwrap_or_default())
}

pub async fn complete(connection: &Connection, application_id: i64) -> Result<(), Status> {
    let request = CompleteMoveInRequest {
        application_id,
        request_id: request_id(),
        ..CompleteMoveInRequest::default()
    };
    way(connection).complete_move_in(request).await?;
    Ok(())
}

fn states(application: &Application) -> Vec<MoveInStepState> {
    application.steps.iter().map(MoveInStep::state).collect()
}

pub fn viewer(world: &World) -> anyhow::Result<Connection> {
    world.bearer(Some(&world.mint.token(&member(14, 1, Grade::Viewer))?))
}

#[tokio::test]
async fn a_waived_reference_is_not_needed_and_its_link_is_dead() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let (ann, token) = apply(&world, "Ann", FLAT, None).await?;
    let id = ann.application_id;
    let asked = mails(&world).await?.into_iter();
    let mut asked = asked.filter(|(kind, _)| *kind == TenancyMailKind::GuarantorRequest);
    let link = asked.next().map(|(_, mail)| mail.token).unwrap_or_default();
    let open = |token: String| async {
        let mut client = ReferenceServiceClient::new(nobody(&world)?);
        let opened = client
            .open_guarantor_request(OpenGuarantorRequestRequest { token })
            .await;
        anyhow::Ok(opened.map(|_| ()))
    };
    open(link.clone()).await??;
    for (why, field) in [("", "reason"), ("x", "reason")] {
        let refused = refusal(waive(&hers, id, ReferenceKind::Guarantor, why).await)?;
        assert_eq!(reason(&refused), "REFERENCE_INVALID");
        assert_eq!(fields(&refused), [field]);
    }
    let why = "Her father has died";
    let waived = waive(&hers, id, ReferenceKind::Guarantor, why).await?;
    let guarantor = waived.guarantor.clone().unwrap_or_default();
    assert_eq!(guarantor.state(), ReferenceState::Waived);
    assert_eq!(guarantor.waive_reason, why);
    assert_eq!(states(&waived)[1], MoveInStepState::NotNeeded);
    let last = waived.timeline.last().cloned().unwrap_or_default();
    assert_eq!(last.event, "reference-waived");
    assert_eq!(reason(&refusal(open(link).await?)?), "LINK_CLOSED");
    // The applicant learns that it is not needed, and not why.
    let request = GetOwnApplicationRequest { token };
    let own = applicant(&nobody(&world)?)
        .get_own_application(request)
        .await?;
    let own = own.into_inner().application.unwrap_or_default();
    assert_eq!(states(&own)[1], MoveInStepState::NotNeeded);
    assert!(!format!("{own:?}").contains(why), "{own:?}");
    let refused = waive(&owner(&world, 2)?, id, ReferenceKind::Employer, why).await;
    assert_eq!(reason(&refusal(refused)?), "APPLICATION_NOT_FOUND");
    let refused = refusal(waive(&viewer(&world)?, id, ReferenceKind::Employer, why).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    let unknown = waive(&hers, id, ReferenceKind::Unspecified, why).await;
    assert_eq!(reason(&refusal(unknown)?), "REFERENCE_NOT_FOUND");
    Ok(())
}

#[tokio::test]
async fn the_steps_say_what_is_missing_and_moving_in_is_refused_by_name() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = ann.application_id;
    let early = refusal(complete(&hers, id).await)?;
    assert_eq!(reason(&early), "MOVE_IN_STEPS_MISSING");
    for label in [
        "Employer verified",
        "Guarantor verified",
        "Landlord approval",
    ] {
        assert!(early.message().contains(label), "{}", early.message());
    }
    for kind in [ReferenceKind::Guarantor, ReferenceKind::Employer] {
        waive(&hers, id, kind, "Known to me").await?;
    }
    let approved = decide(&world, id, ApplicationStatus::Approved, 0).await?;
    assert_eq!(approved.nation(), Nation::England);
    let step = approved.steps[3].clone();
    assert_eq!(step.note, "Record the right to rent of Ann first.");
    assert_eq!(step.actor, "Landlord");
    record(&hers, check(id, None)).await?;
    let ready = read(&world, id).await?;
    assert_eq!(
        ready.steps[3].note,
        "The agreement has not been issued yet."
    );
    let refused = refusal(complete(&hers, id).await)?;
    assert_eq!(
        refused.message(),
        "Before they move in, these steps are missing: Tenancy agreement & written statement issued, Tenancy agreement signed."
    );
    let foreign = complete(&owner(&world, 2)?, id).await;
    assert_eq!(reason(&refusal(foreign)?), "APPLICATION_NOT_FOUND");
    let refused = refusal(complete(&viewer(&world)?, id).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    // Lists have no steps.
    let listed = applications(&hers)
        .list_applications(ListApplicationsRequest::default())
        .await?;
    assert!(listed.into_inner().applications[0].steps.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_check_is_judged_kept_and_seen_by_the_landlord_alone() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = ann.application_id;
    let mut nothing = check(id, None);
    nothing.check = Some(RightToRentCheck {
        application_id: id,
        ..RightToRentCheck::default()
    });
    let refused = refusal(record(&hers, nothing).await)?;
    assert_eq!(reason(&refused), "RIGHT_TO_RENT_INVALID");
    assert_eq!(
        fields(&refused),
        ["method", "document", "check_date", "checker"]
    );
    let mut early = check(id, day(2027, 6, 1));
    if let Some(check) = &mut early.check {
        // Ann wishes to move in on 1 December 2026.
        check.check_date = day(2026, 11, 2);
    }
    let refused = refusal(record(&hers, early).await)?;
    assert_eq!(fields(&refused), ["check_date"]);
    let bad = RecordRightToRentRequest {
        evidence: b"<svg/>".to_vec(),
        ..check(id, None)
    };
    let refused = refusal(record(&hers, bad).await)?;
    assert_eq!(
        (reason(&refused).as_str(), fields(&refused)),
        ("FILE_TYPE_INVALID", vec!["evidence".to_owned()])
    );

    let share_code = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n% share code ZZ9\ntrailer << /Root 1 0 R >>\n%%EOF\n";
    let request = RecordRightToRentRequest {
        evidence: share_code.to_vec(),
        ..check(id, day(2027, 6, 1))
    };
    let recorded = record(&hers, request.clone()).await?;
    assert_eq!(record(&hers, request).await?, recorded);
    assert!(recorded.has_evidence);
    assert_eq!(recorded.follow_up_date, day(2027, 11, 20));
    let list = ListRightToRentChecksRequest { application_id: id };
    let listed = way(&viewer(&world)?)
        .list_right_to_rent_checks(list)
        .await?;
    let checks = listed.into_inner().checks;
    assert_eq!(checks.as_slice(), std::slice::from_ref(&recorded));
    let asked = ReadRightToRentEvidenceRequest {
        application_id: id,
        right_to_rent_check_id: recorded.right_to_rent_check_id,
    };
    let file = way(&viewer(&world)?)
        .read_right_to_rent_evidence(asked)
        .await?;
    assert_eq!(file.into_inner().content, share_code);
    let readings = "SELECT count(*) FROM right_to_rent_readings WHERE user_id = 14";
    assert_eq!(world.number(readings).await?, 1);
    let stored = everything(&world).await?;
    assert!(!stored.contains("ZZ9"));
    let foreign = way(&owner(&world, 2)?)
        .read_right_to_rent_evidence(asked)
        .await;
    assert_eq!(reason(&refusal(foreign)?), "APPLICATION_NOT_FOUND");
    let missing = ReadRightToRentEvidenceRequest {
        right_to_rent_check_id: 999,
        ..asked
    };
    let refused = way(&hers).read_right_to_rent_evidence(missing).await;
    assert_eq!(reason(&refusal(refused)?), "RIGHT_TO_RENT_CHECK_NOT_FOUND");
    let tenant = world.bearer(Some(&world.mint.token(&outsider(ANN, Role::Tenant))?))?;
    let refused = refusal(way(&tenant).list_right_to_rent_checks(list).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    Ok(())
}

#[tokio::test]
async fn an_applicants_account_sees_its_own_steps() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let tenant = world.bearer(Some(&world.mint.token(&outsider(ANN, Role::Tenant))?))?;
    let request = GetApplicationRequest {
        application_id: ann.application_id,
    };
    let own = applications(&tenant).get_application(request).await?;
    let own = own.into_inner().application.unwrap_or_default();
    assert_eq!(own.steps.len(), 6);
    assert_eq!(own.steps[0].actor, "Employer");
    assert_eq!(own.nation(), Nation::England);
    Ok(())
}
