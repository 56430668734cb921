//! The same person applying twice for one home, and from where forms come.

use chrono::Duration;
use lintel_proto::tenancy::v1::{
    ApplicationStatus, CreateApplicationRequest, GetOwnApplicationRequest, ListApplicationsRequest,
    SimpleApplication, SubmitSignupRequest, SubmitSignupResponse, TenancyMailKind,
};
use tonic::{Request, Status};

use crate::{
    applying::{
        ANN, FLAT, HOUSE, ROOMS, applicant, applications, apply, day, decide, invite, invites,
        list, mail_kinds, mails, money, nobody, owner, read, request_id, signup, submit, tenant,
        world,
    },
    harness::{World, reason, refusal},
    references::{asked, give_employer_from, last_token},
};

async fn count(world: &World) -> anyhow::Result<usize> {
    let all = list(&owner(world, 1)?, ListApplicationsRequest::default()).await?;
    Ok(all.len())
}

#[tokio::test]
async fn who_applies_twice_for_one_home_is_told_by_mail_and_never_on_screen() -> anyhow::Result<()>
{
    let world = world().await?;
    let (first, status) = apply(&world, "Ann", FLAT, None).await?;
    let made = invite(&world, FLAT, None).await?;
    let before = mails(&world).await?.len();
    let request = SubmitSignupRequest {
        token: made.token.clone(),
        answers: Some(lintel_proto::tenancy::v1::Signup {
            display_name: "Ann Again".to_owned(),
            email: "ANN@example.com".to_owned(),
            ..signup("Ann")
        }),
        request_id: request_id(),
        ..SubmitSignupRequest::default()
    };
    let send = async || -> Result<SubmitSignupResponse, Status> {
        let connection = nobody(&world).map_err(|error| Status::internal(error.to_string()))?;
        let sent = invites(&connection).submit_signup(request.clone()).await?;
        Ok(sent.into_inner())
    };
    let second = send().await?;
    let shown = second.application.clone().unwrap_or_default();
    assert_ne!(shown.application_id, first.application_id);
    assert!(shown.application_id > first.application_id);
    assert_eq!(
        (
            shown.status(),
            shown.current_step,
            second.status_token.len()
        ),
        (ApplicationStatus::Submitted, 1, status.len())
    );
    assert_ne!(second.status_token, status);
    // A lost reply and a retry are answered alike, and mail nothing more.
    assert_eq!(send().await?, second);
    let told = mails(&world).await?.split_off(before);
    assert_eq!(told.len(), 1);
    let (kind, mail) = &told[0];
    assert_eq!(*kind, TenancyMailKind::AlreadyApplied);
    assert_eq!(
        (
            mail.recipient_email.as_str(),
            &mail.token,
            mail.application_id
        ),
        ("ann@example.com", &status, first.application_id)
    );
    // Nothing is stored, and what was shown opens nothing.
    assert_eq!(count(&world).await?, 1);
    let seen = read(&world, first.application_id).await?;
    assert_eq!(seen.display_name, "Ann");
    assert_eq!(seen.version, first.version);
    let request = GetOwnApplicationRequest {
        token: second.status_token,
    };
    let opened = applicant(&nobody(&world)?)
        .get_own_application(request)
        .await;
    assert_eq!(reason(&refusal(opened)?), "LINK_INVALID");
    Ok(())
}

#[tokio::test]
async fn another_home_room_or_an_application_that_is_over_is_no_second_one() -> anyhow::Result<()> {
    let world = world().await?;
    let (first, _) = apply(&world, "Ann", HOUSE, Some((ROOMS[0], "1"))).await?;
    apply(&world, "Ann", HOUSE, Some((ROOMS[1], "2"))).await?;
    apply(&world, "Bob", HOUSE, Some((ROOMS[0], "1"))).await?;
    apply(&world, "Ann", FLAT, None).await?;
    assert_eq!(count(&world).await?, 4);
    // An address applies three times a day.
    world.clock.advance(Duration::days(1));
    apply(&world, "Ann", HOUSE, Some((ROOMS[0], "1"))).await?;
    assert_eq!(count(&world).await?, 4);
    decide(&world, first.application_id, ApplicationStatus::Rejected, 0).await?;
    apply(&world, "Ann", HOUSE, Some((ROOMS[0], "1"))).await?;
    assert_eq!(count(&world).await?, 5);
    Ok(())
}

#[tokio::test]
async fn a_half_filled_form_that_was_a_second_one_is_sent_in_too() -> anyhow::Result<()> {
    let world = world().await?;
    apply(&world, "Ann", FLAT, None).await?;
    let made = invite(&world, FLAT, None).await?;
    let draft = crate::drafts::save(&world, &made.token, "", signup("Ann"), "").await?;
    let request = SubmitSignupRequest {
        token: made.token.clone(),
        draft_token: draft.draft_token.clone(),
        answers: Some(signup("Ann")),
        request_id: request_id(),
    };
    let connection = nobody(&world)?;
    invites(&connection).submit_signup(request.clone()).await?;
    let again = SubmitSignupRequest {
        request_id: request_id(),
        ..request
    };
    let refused = refusal(invites(&connection).submit_signup(again).await)?;
    assert_eq!(reason(&refused), "DRAFT_SUBMITTED");
    assert_eq!(count(&world).await?, 1);
    Ok(())
}

#[tokio::test]
async fn an_account_that_applies_twice_gets_its_first_application() -> anyhow::Result<()> {
    let world = world().await?;
    let ann = tenant(&world, ANN)?;
    let (first, _) = apply(&world, "Ann", FLAT, None).await?;
    let create = async |email: &str| {
        let request = CreateApplicationRequest {
            application: Some(SimpleApplication {
                display_name: "Ann".to_owned(),
                email: email.to_owned(),
                phone: "020 7946 0018".to_owned(),
                date_of_birth: day(1990, 1, 1),
                nationality: "British".to_owned(),
                employment_status: "full-time".to_owned(),
                monthly_income: money(300_000),
                property_id: FLAT,
                guarantor_email: "gus@example.org".to_owned(),
                ..SimpleApplication::default()
            }),
            request_id: request_id(),
        };
        let made = applications(&ann).create_application(request).await?;
        anyhow::Ok(made.into_inner().application.unwrap_or_default())
    };
    let second = create("ann@example.com").await?;
    assert_eq!(second.application_id, first.application_id);
    assert_eq!(
        mail_kinds(&world).await?.pop(),
        Some(TenancyMailKind::AlreadyApplied)
    );
    // Whether another with that address has applied is not told to an account.
    let (bobs, _) = apply(&world, "Bob", FLAT, None).await?;
    let other = create("bob@example.com").await?;
    assert!(other.application_id > bobs.application_id);
    assert_eq!(count(&world).await?, 3);
    Ok(())
}

#[tokio::test]
async fn a_reference_from_the_applicants_network_is_shown() -> anyhow::Result<()> {
    let said = "The application and the employer's reference came from one network within a day.";
    let world = world().await?;
    for (name, network, is_shown) in [("Ann", "192.0.2.7", true), ("Bob", "192.0.2.8", false)] {
        let made = invite(&world, FLAT, None).await?;
        let mut request = Request::new(SubmitSignupRequest {
            token: made.token.clone(),
            answers: Some(signup(name)),
            request_id: request_id(),
            ..SubmitSignupRequest::default()
        });
        let address = "192.0.2.7".parse()?;
        request
            .metadata_mut()
            .insert("x-lintel-client-address", address);
        let sent = invites(&nobody(&world)?).submit_signup(request).await?;
        let id = sent
            .into_inner()
            .application
            .unwrap_or_default()
            .application_id;
        let employer = last_token(&world, TenancyMailKind::EmployerRequest).await?;
        give_employer_from(&world, &employer, network).await?;
        let seen = read(&world, id).await?;
        assert_eq!(
            seen.notices.iter().any(|one| one == said),
            is_shown,
            "{name}"
        );
    }
    // One that came before networks were kept is like any other.
    let (application, ..) = asked(&world, "Cat").await?;
    world
        .execute("UPDATE applications SET device = NULL")
        .await?;
    let employer = last_token(&world, TenancyMailKind::EmployerRequest).await?;
    give_employer_from(&world, &employer, "192.0.2.7").await?;
    let seen = read(&world, application.application_id).await?;
    assert!(seen.notices.iter().all(|one| one != said));
    submit(
        &world,
        &invite(&world, FLAT, None).await?.token,
        signup("Dan"),
    )
    .await?;
    Ok(())
}
