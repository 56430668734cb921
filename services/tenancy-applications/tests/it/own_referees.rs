//! What applicants do about those who answer for them, and who is told that nobody needs the answer any more.

use chrono::Duration;
use lintel_proto::tenancy::v1::{
    Application, ApplicationStatus, NameOwnRefereeRequest, NameRefereeRequest, ReferenceKind,
    ReferenceState, RemindOwnRefereeRequest, RemindRefereeRequest, TenancyMail, TenancyMailKind,
    WithdrawOwnApplicationRequest,
};
use tonic::{Code, Status};

use crate::{
    agreements,
    applying::{
        ANN, FLAT, applicant, applications, apply, decide, mails, nobody, owner, read, request_id,
        tenant, world,
    },
    harness::{Connection, World, fields, reason, refusal, violations},
    references::{decline_guarantor, give_guarantor_once, last_token, links::send, open_guarantor},
    rights_to_rent::waive,
};

const GUARANTOR: TenancyMailKind = TenancyMailKind::GuarantorRequest;
const EMPLOYER: TenancyMailKind = TenancyMailKind::EmployerRequest;

fn naming(token: &str, kind: ReferenceKind, email: &str) -> NameOwnRefereeRequest {
    NameOwnRefereeRequest {
        token: token.to_owned(),
        kind: kind.into(),
        email: email.to_owned(),
        request_id: request_id(),
        ..NameOwnRefereeRequest::default()
    }
}

async fn name(world: &World, request: NameOwnRefereeRequest) -> Result<Application, Status> {
    let connection = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    let named = applicant(&connection).name_own_referee(request).await?;
    Ok(named.into_inner().application.unwrap_or_default())
}

async fn remind_as(
    world: &World,
    token: &str,
    kind: ReferenceKind,
    request_id: &str,
) -> Result<Application, Status> {
    let connection = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    let request = RemindOwnRefereeRequest {
        token: token.to_owned(),
        kind: kind.into(),
        request_id: request_id.to_owned(),
    };
    let reminded = applicant(&connection).remind_own_referee(request).await?;
    Ok(reminded.into_inner().application.unwrap_or_default())
}

async fn remind(world: &World, token: &str, kind: ReferenceKind) -> Result<Application, Status> {
    remind_as(world, token, kind, &request_id()).await
}

async fn name_as(
    connection: &Connection,
    application_id: i64,
    (kind, email): (ReferenceKind, &str),
    request_id: &str,
) -> Result<Application, Status> {
    let request = NameRefereeRequest {
        application_id,
        kind: kind.into(),
        email: email.to_owned(),
        request_id: request_id.to_owned(),
        ..NameRefereeRequest::default()
    };
    let named = applications(connection).name_referee(request).await?;
    Ok(named.into_inner().application.unwrap_or_default())
}

async fn remind_signed_in(
    connection: &Connection,
    application_id: i64,
    kind: ReferenceKind,
    request_id: &str,
) -> Result<Application, Status> {
    let request = RemindRefereeRequest {
        application_id,
        kind: kind.into(),
        request_id: request_id.to_owned(),
    };
    let reminded = applications(connection).remind_referee(request).await?;
    Ok(reminded.into_inner().application.unwrap_or_default())
}

async fn withdraw(world: &World, token: &str) -> anyhow::Result<()> {
    let request = WithdrawOwnApplicationRequest {
        token: token.to_owned(),
        request_id: request_id(),
    };
    let mut client = applicant(&nobody(world)?);
    client.withdraw_own_application(request).await?;
    Ok(())
}

/// The mails of a kind, in their order.
async fn sent(world: &World, kind: TenancyMailKind) -> anyhow::Result<Vec<TenancyMail>> {
    let all = mails(world).await?.into_iter();
    Ok(all
        .filter(|(one, _)| *one == kind)
        .map(|(_, mail)| mail)
        .collect())
}

#[tokio::test]
async fn an_applicant_replaces_a_guarantor_who_declined() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, status) = apply(&world, "Ann", FLAT, None).await?;
    let first = last_token(&world, GUARANTOR).await?;
    decline_guarantor(&world, &first, "We fell out").await?;
    let told = sent(&world, TenancyMailKind::RefereeDeclined).await?;
    assert_eq!(told.len(), 1);
    assert_eq!(
        (
            told[0].recipient_email.as_str(),
            told[0].subject_kind.as_str()
        ),
        ("ann@example.com", "guarantor")
    );
    // Why is for the landlord alone.
    assert_eq!((told[0].note.as_str(), &told[0].token), ("", &status));

    let same = naming(&status, ReferenceKind::Guarantor, "GUS-ann@example.com");
    let refused = refusal(name(&world, same).await)?;
    assert_eq!(fields(&refused), ["email"]);
    let request = NameOwnRefereeRequest {
        display_name: "Nia New".to_owned(),
        phone: "07700 900123".to_owned(),
        relationship: "friend".to_owned(),
        ..naming(&status, ReferenceKind::Guarantor, "nia@example.org")
    };
    let seen = name(&world, request.clone()).await?;
    // A lost reply and a retry are one.
    name(&world, request).await?;
    let now = seen.guarantor.clone().unwrap_or_default();
    assert_eq!(
        (now.state(), now.email.as_str()),
        (ReferenceState::Requested, "nia@example.org")
    );
    let asked = sent(&world, GUARANTOR).await?;
    assert_eq!(asked.len(), 2);
    assert_eq!(
        (
            asked[1].recipient_email.as_str(),
            asked[1].recipient_name.as_str()
        ),
        ("nia@example.org", "Nia New")
    );
    let refused = refusal(open_guarantor(&world, &first).await)?;
    assert_eq!(reason(&refused), "LINK_EXPIRED");
    assert!(!open_guarantor(&world, &asked[1].token).await?.completed);

    let landlords = read(&world, application.application_id).await?;
    assert_eq!(
        (
            landlords.guarantor_name.as_str(),
            landlords.guarantor_email.as_str(),
            landlords.guarantor_phone.as_str(),
            landlords.guarantor_relationship.as_str()
        ),
        ("Nia New", "nia@example.org", "07700 900123", "friend")
    );
    assert!(landlords.version > application.version);
    let last = landlords.timeline.last().cloned().unwrap_or_default();
    assert_eq!(
        (
            last.event.as_str(),
            last.actor.as_str(),
            last.description.as_str()
        ),
        (
            "referee-named",
            "Applicant",
            "Guarantor named anew: nia@example.org"
        )
    );
    let guarantor = landlords.guarantor.unwrap_or_default();
    assert_eq!(
        (guarantor.state(), guarantor.decline_reason.as_str()),
        (ReferenceState::Requested, "")
    );

    give_guarantor_once(&world, &asked[1].token).await?;
    let again = naming(&status, ReferenceKind::Guarantor, "pat@example.org");
    let refused = refusal(name(&world, again).await)?;
    assert_eq!(
        (refused.code(), reason(&refused).as_str()),
        (Code::FailedPrecondition, "REFERENCE_ALREADY_GIVEN")
    );
    Ok(())
}

#[tokio::test]
async fn nobody_is_named_who_is_the_applicant_or_answers_already() -> anyhow::Result<()> {
    let world = world().await?;
    let (_, status) = apply(&world, "Ann", FLAT, None).await?;
    for (kind, email) in [
        (ReferenceKind::Guarantor, "Ann@example.com"),
        (ReferenceKind::Guarantor, "hr-ann@works.example"),
        (ReferenceKind::Employer, "ann@example.com"),
        (ReferenceKind::Employer, "gus-ann@example.com"),
        (ReferenceKind::Employer, "nobody"),
    ] {
        let refused = refusal(name(&world, naming(&status, kind, email)).await)?;
        assert_eq!(reason(&refused), "APPLICATION_INVALID", "{email}");
        assert_eq!(fields(&refused), ["email"], "{email}");
    }
    let bad = NameOwnRefereeRequest {
        display_name: "N".to_owned(),
        phone: "123".to_owned(),
        relationship: "partner".to_owned(),
        ..naming(&status, ReferenceKind::Guarantor, "")
    };
    let found = violations(&refusal(name(&world, bad).await)?);
    let found: Vec<_> = found.iter().map(|(field, _)| field.as_str()).collect();
    assert_eq!(found, ["display_name", "email", "phone", "relationship"]);
    let neither = naming(&status, ReferenceKind::Unspecified, "nia@example.org");
    let refused = refusal(name(&world, neither).await)?;
    assert_eq!(reason(&refused), "REFERENCE_NOT_FOUND");
    let stranger = naming(&"A".repeat(43), ReferenceKind::Guarantor, "nia@example.org");
    let refused = refusal(name(&world, stranger).await)?;
    assert_eq!(reason(&refused), "LINK_INVALID");
    assert_eq!(sent(&world, GUARANTOR).await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn an_employer_who_was_not_asked_is_named_and_asked() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, status) = apply(&world, "Ann", FLAT, None).await?;
    world
        .execute("DELETE FROM reference_requests WHERE kind = 'employer'; UPDATE applications SET employer_email = NULL")
        .await?;
    let refused = refusal(remind(&world, &status, ReferenceKind::Employer).await)?;
    assert_eq!(reason(&refused), "REFERENCE_NOT_FOUND");
    let asked = naming(&status, ReferenceKind::Employer, "boss@works.example");
    let seen = name(&world, asked).await?;
    let employer = seen.employer.unwrap_or_default();
    assert_eq!(employer.state(), ReferenceState::Requested);
    let mail = sent(&world, EMPLOYER).await?.pop().unwrap_or_default();
    assert_eq!(mail.recipient_email, "boss@works.example");
    let seen = read(&world, application.application_id).await?;
    assert_eq!(seen.employer_email, "boss@works.example");
    Ok(())
}

#[tokio::test]
async fn applicants_name_three_an_hour_and_remind_once_a_day() -> anyhow::Result<()> {
    let world = world().await?;
    let (_, status) = apply(&world, "Ann", FLAT, None).await?;
    let kind = ReferenceKind::Employer;
    // Who was mailed a moment ago is not reminded, and not named once more instead.
    let refused = refusal(remind(&world, &status, kind).await)?;
    assert_eq!(refused.code(), Code::ResourceExhausted);
    let same = naming(&status, kind, "hr-ann@works.example");
    let refused = refusal(name(&world, same).await)?;
    assert_eq!(refused.code(), Code::ResourceExhausted);
    world.clock.advance(Duration::days(1));
    let id = request_id();
    let reminded = remind_as(&world, &status, kind, &id).await?;
    let last = reminded.timeline.last().cloned().unwrap_or_default();
    assert_eq!(
        (last.event.as_str(), last.actor.as_str()),
        ("reference-sent-again", "Applicant")
    );
    remind_as(&world, &status, kind, &id).await?;
    assert_eq!(sent(&world, EMPLOYER).await?.len(), 2);
    let refused = refusal(remind(&world, &status, kind).await)?;
    assert_eq!(refused.code(), Code::ResourceExhausted);
    // Of an expired link too.
    world.clock.advance(Duration::days(20));
    remind(&world, &status, kind).await?;

    for number in 0..3 {
        let email = format!("gus-{number}@example.org");
        name(&world, naming(&status, ReferenceKind::Guarantor, &email)).await?;
    }
    let more = naming(&status, ReferenceKind::Guarantor, "gus-4@example.org");
    let refused = refusal(name(&world, more).await)?;
    assert_eq!(refused.code(), Code::ResourceExhausted);
    let token = last_token(&world, GUARANTOR).await?;
    decline_guarantor(&world, &token, "").await?;
    world.clock.advance(Duration::days(2));
    let refused = refusal(remind(&world, &status, ReferenceKind::Guarantor).await)?;
    assert_eq!(reason(&refused), "REFERENCE_ALREADY_GIVEN");
    Ok(())
}

#[tokio::test]
async fn nobody_is_named_or_reminded_whom_nobody_needs() -> anyhow::Result<()> {
    let world = world().await?;
    let both = async |status: &str, expected: &str| {
        let kind = ReferenceKind::Guarantor;
        let refused = refusal(name(&world, naming(status, kind, "nia@example.org")).await)?;
        assert_eq!(reason(&refused), expected);
        let refused = refusal(remind(&world, status, kind).await)?;
        assert_eq!(reason(&refused), expected);
        anyhow::Ok(())
    };
    let (ann, status) = apply(&world, "Ann", FLAT, None).await?;
    waive(
        &owner(&world, 1)?,
        ann.application_id,
        ReferenceKind::Guarantor,
        "Known to me",
    )
    .await?;
    both(&status, "REFERENCE_NOT_NEEDED").await?;
    decide(&world, ann.application_id, ApplicationStatus::Rejected, 0).await?;
    both(&status, "APPLICATION_REJECTED").await?;
    let (_, status) = apply(&world, "Bob", FLAT, None).await?;
    withdraw(&world, &status).await?;
    both(&status, "APPLICATION_WITHDRAWN").await?;
    let (cat, status) = apply(&world, "Cat", FLAT, None).await?;
    decide(&world, cat.application_id, ApplicationStatus::Approved, 0).await?;
    let tenant = read(&world, cat.application_id).await?.tenant_id;
    world.clock.advance(Duration::days(7));
    world.landlord()?.start(tenant).await?;
    both(&status, "REFERENCE_NOT_NEEDED").await
}

#[tokio::test]
async fn whom_an_agreement_names_stays_the_guarantor() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let id = agreements::ready(&world).await?;
    agreements::issue(&hers, id, agreements::terms(), b"").await?;
    world
        .execute("UPDATE reference_requests SET waived_at = NULL, waive_reason = NULL, sealed_answer = NULL, declined = true, answered_at = sent_at
             WHERE kind = 'guarantor'")
        .await?;
    let status = last_token(&world, TenancyMailKind::Approved).await?;
    let other = naming(&status, ReferenceKind::Guarantor, "nia@example.org");
    let refused = refusal(name(&world, other.clone()).await)?;
    assert_eq!(reason(&refused), "REFERENCE_NOT_NEEDED");
    assert!(refused.message().contains("agreement"), "{refused:?}");
    agreements::refusals::void(&hers, id, "Another guarantor").await?;
    name(&world, other).await?;
    Ok(())
}

#[tokio::test]
async fn an_account_names_and_reminds_as_the_link_does() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, status) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let ann = tenant(&world, ANN)?;
    let kind = ReferenceKind::Guarantor;
    let own = name_as(&ann, id, (kind, "Ann@example.com"), &request_id()).await;
    assert_eq!(fields(&refusal(own)?), ["email"]);
    let once = request_id();
    for _ in 0..2 {
        let seen = name_as(&ann, id, (kind, "nia@example.org"), &once).await?;
        let guarantor = seen.guarantor.unwrap_or_default();
        assert_eq!(
            (guarantor.state(), guarantor.email.as_str()),
            (ReferenceState::Requested, "nia@example.org")
        );
    }
    assert_eq!(sent(&world, GUARANTOR).await?.len(), 2);
    let landlords = read(&world, id).await?;
    assert_eq!(landlords.guarantor_email, "nia@example.org");
    assert!(landlords.version > application.version);

    let kind = ReferenceKind::Employer;
    let early = remind_signed_in(&ann, id, kind, &request_id()).await;
    assert_eq!(refusal(early)?.code(), Code::ResourceExhausted);
    world.clock.advance(Duration::days(1));
    let once = request_id();
    for _ in 0..2 {
        let seen = remind_signed_in(&ann, id, kind, &once).await?;
        let last = seen.timeline.last().cloned().unwrap_or_default();
        assert_eq!(
            (last.event.as_str(), last.actor.as_str()),
            ("reference-sent-again", "Applicant")
        );
    }
    assert_eq!(sent(&world, EMPLOYER).await?.len(), 2);
    // A day is one day, whichever way it is asked for.
    let again = refusal(remind(&world, &status, kind).await)?;
    assert_eq!(again.code(), Code::ResourceExhausted);
    withdraw(&world, &status).await?;
    let late = remind_signed_in(&ann, id, kind, &request_id()).await;
    assert_eq!(reason(&refusal(late)?), "APPLICATION_WITHDRAWN");
    let late = name_as(&ann, id, (kind, "boss@works.example"), &request_id()).await;
    assert_eq!(reason(&refusal(late)?), "APPLICATION_WITHDRAWN");
    Ok(())
}

#[tokio::test]
async fn nobody_names_or_reminds_for_anothers_application() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, _) = apply(&world, "Ann", FLAT, None).await?;
    let (anns, kind) = (application.application_id, ReferenceKind::Guarantor);
    world.clock.advance(Duration::days(1));
    let refused = async |connection: &Connection, id: i64| {
        let named = name_as(connection, id, (kind, "nia@example.org"), &request_id()).await;
        let reminded = remind_signed_in(connection, id, kind, &request_id()).await;
        anyhow::Ok([refusal(named)?, refusal(reminded)?])
    };
    let missing = [
        (tenant(&world, 51)?, anns),
        (tenant(&world, 52)?, anns),
        (tenant(&world, ANN)?, 999),
    ];
    for (connection, id) in &missing {
        for refused in refused(connection, *id).await? {
            assert_eq!(reason(&refused), "APPLICATION_NOT_FOUND");
        }
    }
    for refused in refused(&owner(&world, 1)?, anns).await? {
        assert_eq!(refused.code(), Code::PermissionDenied);
    }
    for refused in refused(&nobody(&world)?, anns).await? {
        assert_eq!(refused.code(), Code::Unauthenticated);
    }
    assert_eq!(sent(&world, GUARANTOR).await?.len(), 1);
    Ok(())
}

/// Whom the mails that nobody needs them any more went to, since the last look.
async fn closed(world: &World, before: usize) -> anyhow::Result<Vec<(String, String)>> {
    let told = sent(world, TenancyMailKind::ReferenceClosed).await?;
    let told = told.into_iter().skip(before);
    Ok(told
        .map(|mail| {
            assert_eq!((mail.note.as_str(), mail.token.as_str()), ("", ""));
            (mail.recipient_email, mail.subject_kind)
        })
        .collect())
}

fn both_of(name: &str) -> Vec<(String, String)> {
    let guarantor = (format!("gus-{name}@example.com"), "guarantor".to_owned());
    vec![
        guarantor,
        (format!("hr-{name}@works.example"), "employer".to_owned()),
    ]
}

#[tokio::test]
async fn those_who_were_asked_and_did_not_answer_are_told_that_it_is_over() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    decide(&world, ann.application_id, ApplicationStatus::Rejected, 0).await?;
    assert_eq!(closed(&world, 0).await?, both_of("ann"));

    // Who has answered is told nothing, and nobody twice.
    let (_, status) = apply(&world, "Bob", FLAT, None).await?;
    let token = last_token(&world, GUARANTOR).await?;
    give_guarantor_once(&world, &token).await?;
    withdraw(&world, &status).await?;
    assert_eq!(closed(&world, 2).await?, both_of("bob")[1..]);

    let (cat, _) = apply(&world, "Cat", FLAT, None).await?;
    let hers = owner(&world, 1)?;
    for _ in 0..2 {
        waive(
            &hers,
            cat.application_id,
            ReferenceKind::Employer,
            "Known to me",
        )
        .await?;
    }
    assert_eq!(closed(&world, 3).await?, both_of("cat")[1..]);
    decide(&world, cat.application_id, ApplicationStatus::Rejected, 0).await?;
    assert_eq!(closed(&world, 4).await?, both_of("cat")[..1]);

    // Whose link has ended expects nothing.
    let (dan, _) = apply(&world, "Dan", FLAT, None).await?;
    world.clock.advance(Duration::days(14));
    send(&world, 1, dan.application_id, ReferenceKind::Guarantor).await?;
    decide(&world, dan.application_id, ApplicationStatus::Approved, 0).await?;
    assert_eq!(closed(&world, 5).await?, []);
    let tenant = read(&world, dan.application_id).await?.tenant_id;
    world.landlord()?.start(tenant).await?;
    assert_eq!(closed(&world, 5).await?, both_of("dan")[..1]);
    Ok(())
}
