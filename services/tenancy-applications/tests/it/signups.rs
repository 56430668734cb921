//! Submitting the full form.

use anyhow::Context as _;
use chrono::Duration;
use futures::future::join_all;
use lintel_proto::tenancy::v1::{
    ApplicationStatus, GetOwnApplicationRequest, ReferenceState, SaveDraftRequest, Signup,
    SubmitSignupRequest, TenancyMailKind, WithdrawOwnApplicationRequest,
};
use tonic::Code;

use crate::{
    applying::{
        COTTAGE, FLAT, HOUSE, OTHER_FLAT, ROOMS, applicant, apply, invite, invites, mail_kinds,
        mails, nobody, read, request_id, signup, submit, world,
    },
    harness::{fields, reason, refusal, violations},
};

#[tokio::test]
async fn a_form_becomes_an_application_that_asks_and_tells() -> anyhow::Result<()> {
    let world = world().await?;
    let link = invite(&world, FLAT, None).await?.token;
    let submitted = submit(&world, &link, signup("Ann")).await?;
    let made = submitted.application.unwrap_or_default();
    assert_eq!(made.status(), ApplicationStatus::Submitted);
    assert_eq!((made.current_step, made.progress, made.version), (1, 20, 1));
    assert_eq!((made.affordability.as_ref(), made.tenant_id), (None, 0));
    assert_eq!(made.notices, Vec::<String>::new());
    assert_eq!(made.property_display_name, "Garden Flat");
    assert_eq!(made.property_address, "1 High Street, Leeds, LS1 4AB");
    let requested = |one: &Option<_>| {
        one.as_ref()
            .map(lintel_proto::tenancy::v1::Reference::state)
    };
    assert_eq!(requested(&made.guarantor), Some(ReferenceState::Requested));
    assert_eq!(requested(&made.employer), Some(ReferenceState::Requested));

    let told = read(&world, made.application_id).await?;
    let events: Vec<_> = told.timeline.iter().map(|one| one.event.as_str()).collect();
    assert_eq!(
        events,
        [
            "submitted",
            "applicant-told",
            "landlord-told",
            "reference-requested",
            "reference-requested"
        ]
    );
    assert_eq!(told.timeline[0].actor, "Applicant");
    let figures = told.affordability.unwrap_or_default();
    assert_eq!(figures.income_multiple, "30.0");
    let mut kinds = mail_kinds(&world).await?;
    kinds.sort_unstable();
    assert_eq!(
        kinds,
        [
            TenancyMailKind::ApplicationReceived,
            TenancyMailKind::GuarantorRequest,
            TenancyMailKind::EmployerRequest,
            TenancyMailKind::ApplicationSubmitted,
        ]
    );
    let mails = mails(&world).await?;
    for referee in [
        TenancyMailKind::GuarantorRequest,
        TenancyMailKind::EmployerRequest,
    ] {
        let asked = mails.iter().find(|(kind, _)| *kind == referee);
        let (_, asked) = asked.context("a referee is asked")?;
        assert_eq!(asked.organisation_name, "Northern Lets");
        assert_eq!(asked.applicant_name, "Ann");
    }
    let received = mails
        .into_iter()
        .find(|(kind, _)| *kind == TenancyMailKind::ApplicationReceived);
    let received = received.map(|(_, mail)| mail).unwrap_or_default();
    assert_eq!(received.token, submitted.status_token);
    let request = GetOwnApplicationRequest {
        token: submitted.status_token,
    };
    let seen = applicant(&nobody(&world)?)
        .get_own_application(request)
        .await?;
    let seen = seen.into_inner().application.unwrap_or_default();
    assert_eq!(seen.display_name, "Ann");
    assert_eq!((seen.affordability, seen.tenant_id), (None, 0));
    Ok(())
}

#[tokio::test]
async fn every_field_that_breaks_a_rule_is_named_with_its_text() -> anyhow::Result<()> {
    let world = world().await?;
    let link = invite(&world, FLAT, None).await?.token;
    let refused = refusal(submit(&world, &link, Signup::default()).await)?;
    assert_eq!(reason(&refused), "SIGNUP_INVALID");
    let named = violations(&refused);
    assert_eq!(named.len(), 16);
    assert_eq!(
        named[0],
        (
            "display_name".to_owned(),
            "Full name is required".to_owned()
        )
    );
    for (property_id, room_number, field) in [
        (OTHER_FLAT, None, "property_id"),
        (HOUSE, None, "room_number"),
        (HOUSE, Some("9"), "room_number"),
    ] {
        let room_number = room_number.map(str::to_owned);
        let form = Signup {
            property_id,
            room_number,
            ..signup("Ann")
        };
        let refused = refusal(submit(&world, &link, form).await)?;
        assert_eq!(fields(&refused), [field]);
    }
    world
        .execute("UPDATE home_rooms SET is_occupied = true WHERE room_id = 21")
        .await?;
    let form = |room: &str| Signup {
        property_id: HOUSE,
        room_number: Some(room.to_owned()),
        ..signup("Ann")
    };
    let refused = refusal(submit(&world, &link, form("1")).await)?;
    assert_eq!(reason(&refused), "HOME_ALREADY_LET");
    world
        .execute("UPDATE home_rooms SET is_occupied = true")
        .await?;
    let refused = refusal(submit(&world, &link, form("1")).await)?;
    let text = "No vacant rooms available. All rooms in this HMO property are currently occupied.";
    assert_eq!(
        violations(&refused),
        [("room_number".to_owned(), text.to_owned())]
    );
    Ok(())
}

#[tokio::test]
async fn fifty_at_once_with_one_request_id_are_one_application() -> anyhow::Result<()> {
    let world = world().await?;
    let link = invite(&world, FLAT, None).await?.token;
    let request = SubmitSignupRequest {
        token: link,
        answers: Some(signup("Ann")),
        request_id: request_id(),
        ..SubmitSignupRequest::default()
    };
    let connection = nobody(&world)?;
    let calls = (0..50).map(|_| {
        let (mut client, request) = (invites(&connection), request.clone());
        async move { client.submit_signup(request).await }
    });
    let mut replies = Vec::new();
    for reply in join_all(calls).await {
        match reply {
            Ok(reply) => replies.push(reply.into_inner()),
            // Who waited longer than a lock may last is told to try again.
            Err(status) => assert!(
                matches!(status.code(), Code::Aborted | Code::Unavailable),
                "{status:?}"
            ),
        }
    }
    let again = invites(&connection).submit_signup(request).await?;
    replies.push(again.into_inner());
    replies.dedup();
    assert_eq!(replies.len(), 1);
    assert_eq!(world.number("SELECT count(*) FROM applications").await?, 1);
    assert_eq!(mail_kinds(&world).await?.len(), 4);
    Ok(())
}

#[tokio::test]
async fn fifty_at_once_of_one_draft_are_one_application() -> anyhow::Result<()> {
    let world = world().await?;
    let link = invite(&world, FLAT, None).await?.token;
    let connection = nobody(&world)?;
    let request = SaveDraftRequest {
        token: link.clone(),
        answers: Some(signup("Ann")),
        step: 4,
        ..SaveDraftRequest::default()
    };
    let draft = invites(&connection).save_draft(request).await?.into_inner();
    let calls = (0..50).map(|_| {
        let mut client = invites(&connection);
        let request = SubmitSignupRequest {
            token: link.clone(),
            draft_token: draft.draft_token.clone(),
            answers: Some(signup("Ann")),
            request_id: request_id(),
        };
        async move { client.submit_signup(request).await }
    });
    let mut replies = Vec::new();
    for reply in join_all(calls).await {
        match reply {
            Ok(reply) => replies.push(reply.into_inner()),
            Err(status) => assert!(
                reason(&status) == "DRAFT_SUBMITTED"
                    || matches!(status.code(), Code::Aborted | Code::Unavailable),
                "{status:?}"
            ),
        }
    }
    assert_eq!(replies.len(), 1);
    assert_eq!(world.number("SELECT count(*) FROM applications").await?, 1);
    assert_eq!(
        world
            .number("SELECT applications::bigint FROM invites")
            .await?,
        1
    );
    Ok(())
}

#[tokio::test]
async fn a_link_takes_twenty_an_hour_and_an_address_three_a_day() -> anyhow::Result<()> {
    let world = world().await?;
    let link = invite(&world, FLAT, None).await?.token;
    let homes = [
        (FLAT, None),
        (COTTAGE, None),
        (HOUSE, Some("1")),
        (HOUSE, Some("2")),
    ];
    for (count, (property_id, room)) in (1..).zip(homes) {
        let answers = Signup {
            property_id,
            room_number: room.map(str::to_owned),
            ..signup("Ann")
        };
        let result = submit(&world, &link, answers).await;
        assert_eq!(result.is_ok(), count <= 3, "{count}");
    }
    for count in 4..=21 {
        let result = submit(&world, &link, signup(&format!("N{count}"))).await;
        assert_eq!(result.is_ok(), count <= 20, "{count}");
        if let Err(status) = result {
            assert_eq!(
                (status.code(), reason(&status).as_str()),
                (Code::ResourceExhausted, "RATE_LIMITED")
            );
        }
    }
    world.clock.advance(Duration::minutes(61));
    submit(&world, &link, signup("Bob")).await?;
    assert!(submit(&world, &link, signup("Ann")).await.is_err());
    world.clock.advance(Duration::days(1));
    submit(&world, &link, signup("Ann")).await?;
    Ok(())
}

#[tokio::test]
async fn who_has_the_link_withdraws_once_and_the_landlord_hears_of_it() -> anyhow::Result<()> {
    let world = world().await?;
    let (made, token) = apply(&world, "Ann", HOUSE, Some((ROOMS[0], "1"))).await?;
    let mut client = applicant(&nobody(&world)?);
    let request = WithdrawOwnApplicationRequest {
        token: token.clone(),
        request_id: request_id(),
    };
    let first = client
        .withdraw_own_application(request.clone())
        .await?
        .into_inner();
    let again = client.withdraw_own_application(request).await?.into_inner();
    assert_eq!(first, again);
    let other = WithdrawOwnApplicationRequest {
        token,
        request_id: request_id(),
    };
    client.withdraw_own_application(other).await?;
    let seen = read(&world, made.application_id).await?;
    assert!(seen.withdraw_time.is_some());
    assert_eq!(seen.status(), ApplicationStatus::Submitted);
    let withdrawn = seen.timeline.iter().filter(|one| one.event == "withdrawn");
    assert_eq!(withdrawn.count(), 1);
    let kinds = mail_kinds(&world).await?;
    let told = kinds
        .iter()
        .filter(|kind| **kind == TenancyMailKind::ApplicationWithdrawn);
    assert_eq!(told.count(), 1);
    Ok(())
}

#[tokio::test]
async fn no_other_token_opens_an_application() -> anyhow::Result<()> {
    let world = world().await?;
    let link = invite(&world, FLAT, None).await?.token;
    let mut client = applicant(&nobody(&world)?);
    for token in [link.as_str(), "", "x"] {
        let request = GetOwnApplicationRequest {
            token: token.to_owned(),
        };
        let refused = refusal(client.get_own_application(request).await)?;
        assert_eq!(
            (refused.code(), reason(&refused).as_str()),
            (Code::NotFound, "LINK_INVALID")
        );
    }
    Ok(())
}
