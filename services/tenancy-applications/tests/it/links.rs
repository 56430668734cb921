//! Private links, cell by cell: what each kind answers in each state of its subject (docs/reference/what-ends-when.md, "Links and states").

use std::collections::BTreeMap;

use chrono::Duration;
use lintel_proto::tenancy::v1::{
    AddOwnDocumentRequest, Application, ApplicationStatus, DeclineAgreementByLinkRequest,
    DeclineEmployerReferenceRequest, DocumentType, GetOwnApplicationRequest, OpenInviteRequest,
    ReadOwnDocumentRequest, ReferenceKind, RenewOwnLinkRequest, RevokeInviteRequest,
    SendStatusLinkRequest, TenancyMailKind, Tenant, WithdrawOwnApplicationRequest,
    reference_service_client::ReferenceServiceClient,
};
use tonic::{Code, Status};

use crate::{
    agreements,
    applying::{
        FLAT, applicant, applications, apply, decide, invite, invites, nobody, owner, request_id,
        signup, submit, world,
    },
    drafts,
    harness::{World, reason, refusal},
    portal_invitations,
    references::{
        asked, decline_guarantor, give_employer_once, give_guarantor_once, last_token, links::send,
        open_employer, open_guarantor,
    },
    rights_to_rent::{complete, waive},
};

/// The page, which says for each link and state what it answers.
const PAGE: &str = include_str!("../../../../docs/reference/what-ends-when.md");
const HEAD: &str = "| link | unknown | live | replaced | too late | used | declined | taken back | rejected | withdrawn | moved in |";

/// The answers seen, by link and state.
type Cells = BTreeMap<(&'static str, &'static str), String>;

/// The cells of the page; those of a state that cannot be are left out.
fn written() -> anyhow::Result<BTreeMap<(String, String), String>> {
    let table = PAGE.split_once(HEAD);
    let (_, rows) = table.ok_or_else(|| anyhow::anyhow!("the page has no table of links"))?;
    let cells = |line: &str| -> Vec<String> {
        let cells = line.trim_matches('|').split('|');
        cells
            .map(|cell| cell.trim().trim_matches('`').to_owned())
            .collect()
    };
    let states = cells(HEAD);
    let rows = rows
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let mut found = BTreeMap::new();
    for row in rows.map(cells) {
        for (state, cell) in states.iter().zip(&row).skip(1) {
            if cell != "–" {
                found.insert((row[0].clone(), state.clone()), cell.clone());
            }
        }
    }
    Ok(found)
}

fn said<T>(answer: Result<T, Status>, opened: impl FnOnce(T) -> &'static str) -> String {
    match answer {
        Ok(reply) => opened(reply).to_owned(),
        Err(status) => {
            let reason = reason(&status);
            let ended = ["LINK_INVALID", "LINK_EXPIRED", "LINK_CLOSED"].contains(&reason.as_str());
            assert_eq!(status.code() == Code::NotFound, ended, "{status:?}");
            reason
        }
    }
}

const UNKNOWN: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

async fn open_invite(world: &World, token: &str) -> anyhow::Result<String> {
    let request = OpenInviteRequest {
        token: token.to_owned(),
    };
    let opened = invites(&nobody(world)?).open_invite(request).await;
    Ok(said(opened, |_| "opens"))
}

async fn revoke(world: &World, invite_id: i64) -> anyhow::Result<()> {
    let request = RevokeInviteRequest {
        invite_id,
        request_id: request_id(),
    };
    invites(&owner(world, 1)?).revoke_invite(request).await?;
    Ok(())
}

async fn see_invites(cells: &mut Cells) -> anyhow::Result<()> {
    let world = world().await?;
    let made = invite(&world, FLAT, None).await?;
    let mut see = async |state, token: &str| {
        let seen = open_invite(&world, token).await?;
        cells.insert(("to apply", state), seen);
        anyhow::Ok(())
    };
    see("unknown", UNKNOWN).await?;
    see("live", &made.token).await?;
    submit(&world, &made.token, signup("Ann")).await?;
    see("used", &made.token).await?;
    let revoked = invite(&world, FLAT, None).await?;
    revoke(&world, revoked.invite.unwrap_or_default().invite_id).await?;
    see("taken back", &revoked.token).await?;
    world.clock.advance(Duration::days(90));
    see("too late", &made.token).await
}

async fn see_drafts(cells: &mut Cells) -> anyhow::Result<()> {
    const LINK: &str = "of a half-filled application";
    let world = world().await?;
    let made = invite(&world, FLAT, None).await?;
    let mail = async || {
        let draft = drafts::save(&world, &made.token, "", signup("Ann"), "").await?;
        drafts::mail(&world, &made.token, &draft.draft_token).await?;
        anyhow::Ok((draft.draft_token, drafts::mailed(&world).await?))
    };
    let mut see = async |state, token: &str| {
        let moved = drafts::go_on(&world, &made.token, token, &request_id()).await;
        cells.insert((LINK, state), said(moved, |_| "opens"));
        anyhow::Ok(())
    };
    see("unknown", UNKNOWN).await?;
    let (draft, first) = mail().await?;
    drafts::mail(&world, &made.token, &draft).await?;
    see("replaced", &first).await?;
    let last = drafts::mailed(&world).await?;
    see("live", &last).await?;
    see("used", &last).await?;
    world.clock.advance(Duration::hours(2));
    let (_, late) = mail().await?;
    world.clock.advance(Duration::days(30));
    see("too late", &late).await?;
    let (_, open) = mail().await?;
    revoke(&world, made.invite.clone().unwrap_or_default().invite_id).await?;
    see("taken back", &open).await
}

async fn open_status(world: &World, token: &str) -> Result<Application, Status> {
    let connection = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    let request = GetOwnApplicationRequest {
        token: token.to_owned(),
    };
    let opened = applicant(&connection).get_own_application(request).await?;
    Ok(opened.into_inner().application.unwrap_or_default())
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

/// Ann has moved in; gives her application.
async fn move_in(world: &World) -> anyhow::Result<i64> {
    let hers = owner(world, 1)?;
    let id = agreements::ready(world).await?;
    agreements::issue(&hers, id, agreements::terms(), b"").await?;
    agreements::all_sign(world, id).await?;
    world.clock.advance(Duration::days(7));
    complete(&hers, id).await?;
    Ok(id)
}

async fn see_status(cells: &mut Cells) -> anyhow::Result<()> {
    const LINK: &str = "of an application";
    let fortnight = Duration::days(14);
    let mut see = async |world: &World, state, token: &str| {
        let seen = open_status(world, token).await;
        cells.insert((LINK, state), said(seen, |_| "opens"));
        anyhow::Ok(())
    };
    let world = world().await?;
    see(&world, "unknown", UNKNOWN).await?;
    let (ann, first) = apply(&world, "Ann", FLAT, None).await?;
    see(&world, "live", &first).await?;
    let request = RenewOwnLinkRequest {
        token: first.clone(),
        request_id: request_id(),
    };
    let mut client = applicant(&nobody(&world)?);
    client.renew_own_link(request).await?;
    see(&world, "replaced", &first).await?;
    let renewed = last_token(&world, TenancyMailKind::StatusLink).await?;
    open_status(&world, &renewed).await?;
    let (_, bob) = apply(&world, "Bob", FLAT, None).await?;
    withdraw(&world, &bob).await?;
    decide(&world, ann.application_id, ApplicationStatus::Rejected, 0).await?;
    world.clock.advance(fortnight - Duration::seconds(1));
    see(&world, "rejected", &renewed).await?;
    see(&world, "withdrawn", &bob).await?;
    world.clock.advance(Duration::seconds(1));
    see(&world, "too late", &renewed).await?;
    assert_eq!(
        reason(&refusal(open_status(&world, &bob).await)?),
        "LINK_EXPIRED"
    );

    let world = crate::applying::world().await?;
    let id = move_in(&world).await?;
    let request = SendStatusLinkRequest {
        application_id: id,
        request_id: request_id(),
    };
    applications(&owner(&world, 1)?)
        .send_status_link(request)
        .await?;
    let token = last_token(&world, TenancyMailKind::StatusLink).await?;
    see(&world, "moved in", &token).await?;
    world.clock.advance(fortnight);
    assert_eq!(
        reason(&refusal(open_status(&world, &token).await)?),
        "LINK_EXPIRED"
    );
    Ok(())
}

async fn see_reference(cells: &mut Cells, kind: ReferenceKind) -> anyhow::Result<()> {
    let link = match kind {
        ReferenceKind::Guarantor => "of a guarantor",
        _ => "of an employer",
    };
    let mail = match kind {
        ReferenceKind::Guarantor => TenancyMailKind::GuarantorRequest,
        _ => TenancyMailKind::EmployerRequest,
    };
    let told = |completed: bool, declined: bool| match (completed, declined) {
        (true, true) => "says declined",
        (true, false) => "says completed",
        (false, _) => "opens",
    };
    let mut see = async |world: &World, state, token: &str| {
        let seen = match kind {
            ReferenceKind::Guarantor => {
                let opened = open_guarantor(world, token).await;
                said(opened, |one| told(one.completed, one.declined))
            }
            _ => {
                let opened = open_employer(world, token).await;
                said(opened, |one| told(one.completed, one.declined))
            }
        };
        cells.insert((link, state), seen);
        anyhow::Ok(())
    };
    let give = async |world: &World, token: &str| match kind {
        ReferenceKind::Guarantor => give_guarantor_once(world, token).await,
        _ => give_employer_once(world, token).await,
    };
    let world = world().await?;
    let token_of = async |name: &str| {
        let (application, ..) = asked(&world, name).await?;
        anyhow::Ok((application.application_id, last_token(&world, mail).await?))
    };
    see(&world, "unknown", UNKNOWN).await?;
    let (ann, first) = token_of("Ann").await?;
    see(&world, "live", &first).await?;
    send(&world, 1, ann, kind).await?;
    see(&world, "replaced", &first).await?;
    let second = last_token(&world, mail).await?;
    give(&world, &second).await?;
    see(&world, "used", &second).await?;
    let again = refusal(give(&world, &second).await)?;
    assert_eq!(reason(&again), "REFERENCE_ALREADY_GIVEN");

    let (_, bobs) = token_of("Bob").await?;
    match kind {
        ReferenceKind::Guarantor => decline_guarantor(&world, &bobs, "No").await?,
        _ => {
            let request = DeclineEmployerReferenceRequest {
                token: bobs.clone(),
                request_id: request_id(),
                ..DeclineEmployerReferenceRequest::default()
            };
            let mut client = ReferenceServiceClient::new(nobody(&world)?);
            client.decline_employer_reference(request).await?;
        }
    }
    see(&world, "declined", &bobs).await?;
    let again = refusal(give(&world, &bobs).await)?;
    assert_eq!(
        (again.code(), reason(&again).as_str()),
        (Code::FailedPrecondition, "LINK_DECLINED")
    );

    let (cat, cats) = token_of("Cat").await?;
    waive(&owner(&world, 1)?, cat, kind, "Known to me").await?;
    see(&world, "taken back", &cats).await?;
    let (dan, dans) = token_of("Dan").await?;
    decide(&world, dan, ApplicationStatus::Rejected, 0).await?;
    see(&world, "rejected", &dans).await?;
    let refused = refusal(give(&world, &dans).await)?;
    assert_eq!(reason(&refused), "LINK_CLOSED");
    let refused = refusal(send(&world, 1, dan, kind).await)?;
    assert_eq!(reason(&refused), "APPLICATION_REJECTED");
    let (_, status) = apply(&world, "Eve", FLAT, None).await?;
    let eves = last_token(&world, mail).await?;
    withdraw(&world, &status).await?;
    see(&world, "withdrawn", &eves).await?;
    let (_, late) = token_of("Fay").await?;
    // Considered anew, approved even, it is wanted again.
    decide(&world, dan, ApplicationStatus::Approved, 0).await?;
    give(&world, &dans).await?;
    world.clock.advance(Duration::days(14));
    see(&world, "too late", &late).await?;

    let world = crate::applying::world().await?;
    let (_, open) = {
        let (application, ..) = asked(&world, "Ann").await?;
        (application, last_token(&world, mail).await?)
    };
    // Who moves in without it: the tenancy begins by hand.
    let id = crate::applying::list(&owner(&world, 1)?, Default::default()).await?[0];
    decide(&world, id, ApplicationStatus::Approved, 0).await?;
    let tenant = crate::applying::read(&world, id).await?.tenant_id;
    world.clock.advance(Duration::days(7));
    world.landlord()?.start(tenant).await?;
    see(&world, "moved in", &open).await?;
    let refused = refusal(send(&world, 1, id, kind).await)?;
    assert_eq!(reason(&refused), "REFERENCE_NOT_NEEDED");
    Ok(())
}

async fn see_signers(cells: &mut Cells) -> anyhow::Result<()> {
    const LINK: &str = "of a signer";
    let mut see = async |world: &World, state, token: &str| {
        let seen = agreements::open(world, token).await;
        cells.insert((LINK, state), said(seen, |_| "opens"));
        anyhow::Ok(())
    };
    let asking = TenancyMailKind::AgreementToSign;
    let issued = async || {
        let world = world().await?;
        let hers = owner(&world, 1)?;
        let id = agreements::ready(&world).await?;
        agreements::issue(&hers, id, agreements::terms(), b"").await?;
        let token = agreements::link(&world, asking).await?;
        anyhow::Ok((world, hers, id, token))
    };
    let (world, hers, id, first) = issued().await?;
    see(&world, "unknown", UNKNOWN).await?;
    see(&world, "live", &first).await?;
    world.clock.advance(Duration::hours(2));
    agreements::refusals::remind(&hers, id).await?;
    see(&world, "replaced", &first).await?;
    let second = agreements::link(&world, TenancyMailKind::AgreementReminder).await?;
    world.clock.advance(Duration::days(30));
    see(&world, "too late", &second).await?;
    agreements::refusals::void(&hers, id, "They have a paper one").await?;
    see(&world, "taken back", &second).await?;

    let (world, _, id, token) = issued().await?;
    decide(&world, id, ApplicationStatus::Rejected, 0).await?;
    see(&world, "rejected", &token).await?;

    let (world, _, _, token) = issued().await?;
    let declined = DeclineAgreementByLinkRequest {
        token: token.clone(),
        request_id: request_id(),
        ..DeclineAgreementByLinkRequest::default()
    };
    agreements::signing(&world)?
        .decline_agreement_by_link(declined)
        .await?;
    see(&world, "declined", &token).await?;
    let again = agreements::sign_by_link(&world, &token, Default::default()).await;
    assert_eq!(reason(&refusal(again)?), "AGREEMENT_CLOSED");

    let world = crate::applying::world().await?;
    move_in(&world).await?;
    let signed = agreements::link(&world, TenancyMailKind::AgreementSigned).await?;
    see(&world, "used", &signed).await?;
    see(&world, "moved in", &signed).await
}

#[tokio::test]
async fn every_link_answers_in_every_state_as_the_page_says() -> anyhow::Result<()> {
    let mut cells = Cells::new();
    see_invites(&mut cells).await?;
    see_drafts(&mut cells).await?;
    see_status(&mut cells).await?;
    see_reference(&mut cells, ReferenceKind::Guarantor).await?;
    see_reference(&mut cells, ReferenceKind::Employer).await?;
    see_signers(&mut cells).await?;
    for (state, cell) in portal_invitations::answers().await? {
        cells.insert(("to the portal", state), cell);
    }
    let seen: BTreeMap<_, _> = cells
        .into_iter()
        .map(|((link, state), cell)| ((link.to_owned(), state.to_owned()), cell))
        .collect();
    let written: BTreeMap<_, _> = written()?
        .into_iter()
        .filter(|((link, _), _)| link != "of a viewer")
        .collect();
    assert_eq!(seen, written);
    Ok(())
}

#[tokio::test]
async fn a_private_link_shows_no_identity_and_takes_nothing_once_rejected() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, token) = apply(&world, "Ann", FLAT, None).await?;
    let mut client = applicant(&nobody(&world)?);
    let mut add = async |document_type: DocumentType| {
        let request = AddOwnDocumentRequest {
            token: token.clone(),
            document_type: document_type.into(),
            content: b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n".to_vec(),
            request_id: request_id(),
            ..AddOwnDocumentRequest::default()
        };
        let added = client.add_own_document(request).await?;
        Ok::<_, Status>(added.into_inner().document.unwrap_or_default().document_id)
    };
    let mut read = applicant(&nobody(&world)?);
    for (kind, shown) in [
        (DocumentType::PassportOrId, false),
        (DocumentType::RightToRent, false),
        (DocumentType::BankStatements, true),
    ] {
        let request = ReadOwnDocumentRequest {
            token: token.clone(),
            document_id: add(kind).await?,
        };
        match read.read_own_document(request).await {
            Ok(_) => assert!(shown, "{kind:?}"),
            Err(status) => assert_eq!(
                (shown, status.code(), reason(&status).as_str()),
                (false, Code::PermissionDenied, "DOCUMENT_PRIVATE"),
                "{kind:?}"
            ),
        }
    }
    decide(&world, ann.application_id, ApplicationStatus::Rejected, 0).await?;
    let refused = refusal(add(DocumentType::BankStatements).await)?;
    assert_eq!(reason(&refused), "APPLICATION_REJECTED");
    Ok(())
}

#[tokio::test]
async fn a_private_link_is_renewed_three_times_an_hour_by_either_side() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, mut token) = apply(&world, "Ann", FLAT, None).await?;
    let id = ann.application_id;
    for (organisation, id) in [(2, id), (1, id + 999)] {
        let request = SendStatusLinkRequest {
            application_id: id,
            request_id: request_id(),
        };
        let mut hers = applications(&owner(&world, organisation)?);
        let refused = refusal(hers.send_status_link(request).await)?;
        assert_eq!(reason(&refused), "APPLICATION_NOT_FOUND");
    }
    let mut client = applicant(&nobody(&world)?);
    for _ in 0..3 {
        let request = RenewOwnLinkRequest {
            token: token.clone(),
            request_id: request_id(),
        };
        client.renew_own_link(request.clone()).await?;
        let next = last_token(&world, TenancyMailKind::StatusLink).await?;
        // The same request once more is answered as the first, whose answer may have been lost, and mails nothing.
        client.renew_own_link(request.clone()).await?;
        assert_eq!(last_token(&world, TenancyMailKind::StatusLink).await?, next);
        let other = RenewOwnLinkRequest {
            request_id: request_id(),
            ..request
        };
        let dead = refusal(client.renew_own_link(other).await)?;
        assert_eq!(reason(&dead), "LINK_EXPIRED");
        assert_ne!(next, token);
        token = next;
    }
    let request = SendStatusLinkRequest {
        application_id: id,
        request_id: request_id(),
    };
    let refused = refusal(
        applications(&owner(&world, 1)?)
            .send_status_link(request)
            .await,
    )?;
    assert_eq!(refused.code(), Code::ResourceExhausted);
    // The last one works, and the timeline tells of all.
    let seen = open_status(&world, &token).await?;
    let renewed = seen
        .timeline
        .iter()
        .filter(|one| one.event == "link-renewed");
    assert_eq!(renewed.count(), 3);
    Ok(())
}

#[tokio::test]
async fn no_private_link_is_sent_that_would_be_dead() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let application_id = ann.application_id;
    decide(&world, application_id, ApplicationStatus::Rejected, 0).await?;
    let send = async || {
        let request = SendStatusLinkRequest {
            application_id,
            request_id: request_id(),
        };
        let mut hers = applications(&owner(&world, 1)?);
        anyhow::Ok(hers.send_status_link(request).await)
    };
    world
        .clock
        .advance(Duration::days(14) - Duration::seconds(1));
    send().await??;
    let last = last_token(&world, TenancyMailKind::StatusLink).await?;
    open_status(&world, &last).await?;
    world.clock.advance(Duration::seconds(1));
    let refused = refusal(send().await?)?;
    assert_eq!(
        (refused.code(), reason(&refused).as_str()),
        (Code::FailedPrecondition, "APPLICATION_LONG_OVER")
    );
    assert_eq!(last_token(&world, TenancyMailKind::StatusLink).await?, last);
    // Considered anew it is open again, and so is a link to it.
    decide(&world, application_id, ApplicationStatus::Approved, 0).await?;
    send().await??;
    let again = last_token(&world, TenancyMailKind::StatusLink).await?;
    open_status(&world, &again).await?;
    Ok(())
}

#[tokio::test]
async fn a_token_that_the_release_before_sends_again_is_the_last() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let id = agreements::ready(&world).await?;
    agreements::issue(&hers, id, agreements::terms(), b"").await?;
    let first = agreements::link(&world, TenancyMailKind::AgreementToSign).await?;
    world.clock.advance(Duration::hours(2));
    agreements::refusals::remind(&hers, id).await?;
    let second = agreements::link(&world, TenancyMailKind::AgreementReminder).await?;
    assert_eq!(
        reason(&refusal(agreements::open(&world, &first).await)?),
        "LINK_EXPIRED"
    );
    // As that release does: its token is the same each time, and it writes no generation.
    world
        .execute(
            "UPDATE agreement_signers SET token_hash = one.token_hash FROM link_tokens one
             WHERE one.purpose = 'signer' AND one.generation = 1 AND one.subject_id = signer_id",
        )
        .await?;
    agreements::open(&world, &first).await?;
    assert_eq!(
        reason(&refusal(agreements::open(&world, &second).await)?),
        "LINK_EXPIRED"
    );
    Ok(())
}

#[tokio::test]
async fn who_has_left_the_household_signs_nothing() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let id = agreements::ready(&world).await?;
    let tenant_id = crate::applying::read(&world, id).await?.tenant_id;
    // The paper is issued before Ann moves in, and still waits for her signature when she has.
    for changed in ["email", "household"] {
        world
            .execute("UPDATE tenancies SET state = 'Upcoming' WHERE tenancy_id = (SELECT max(tenancy_id) FROM tenancies)")
            .await?;
        agreements::issue(&hers, id, agreements::terms(), b"").await?;
        let token = agreements::link(&world, TenancyMailKind::AgreementToSign).await?;
        let seen = agreements::open(&world, &token).await?;
        world
            .execute("UPDATE tenancies SET state = 'Active' WHERE tenancy_id = (SELECT max(tenancy_id) FROM tenancies)")
            .await?;
        match changed {
            "email" => {
                let moved = Tenant {
                    tenant_id,
                    email: "ann.new@example.com".to_owned(),
                    ..Tenant::default()
                };
                landlord.change(moved, &["email"], "").await?;
            }
            _ => {
                world.clock.advance(Duration::days(8));
                let last = crate::applying::day(2026, 12, 1);
                landlord.end(tenant_id, last).await?;
            }
        }
        let signature = agreements::signed("Ann", &seen);
        let signed = agreements::sign_by_link(&world, &token, signature).await;
        assert_eq!(reason(&refusal(signed)?), "LINK_CLOSED", "{changed}");
    }
    Ok(())
}
