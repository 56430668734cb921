//! Tickets, with which a browser reads a document once.

use chrono::Duration;
use lintel_auth::Audience;
use lintel_core::{Clock as _, Grade, Principal, Role, SystemClock};
use lintel_proto::tenancy::v1::{
    IssueDocumentTicketRequest, IssueDocumentTicketResponse, RedeemDocumentTicketRequest,
    RedeemDocumentTicketResponse,
};
use lintel_testkit::tokens::{landlord, member, outsider};
use tonic::Status;

use super::{add_by_link, documents, pdf};
use crate::{
    applying::{ANN, FLAT, apply, nobody, owner, tenant, world},
    harness::{Connection, World, reason, refusal},
};

async fn issue(
    connection: &Connection,
    application_id: i64,
    document_id: i64,
) -> Result<IssueDocumentTicketResponse, Status> {
    let request = IssueDocumentTicketRequest {
        application_id,
        document_id,
    };
    let issued = documents(connection).issue_document_ticket(request).await?;
    Ok(issued.into_inner())
}

/// Redeems a ticket and says, untruly for all others, that the reader is account 11.
async fn redeem(
    reader: &Connection,
    issued: &IssueDocumentTicketResponse,
) -> Result<RedeemDocumentTicketResponse, Status> {
    let request = RedeemDocumentTicketRequest {
        file_id: issued.file_id.clone(),
        ticket: issued.ticket.clone(),
        user_id: 11,
    };
    let read = documents(reader).redeem_document_ticket(request).await?;
    Ok(read.into_inner())
}

/// The connection of `principal`'s browser when it opens an address: its read cookie's token.
fn browser(world: &World, principal: &Principal) -> anyhow::Result<Connection> {
    let (now, lifetime) = (SystemClock.now(), Duration::minutes(15));
    let mint = &world.mint;
    world.bearer(Some(&mint.token_of(
        principal,
        Audience::Read,
        now,
        lifetime,
    )?))
}

#[tokio::test]
async fn a_ticket_reads_one_document_once_within_a_minute_for_whom_it_was_issued()
-> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let (application, token) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let first = add_by_link(&world, &token, pdf("% one")).await?.document_id;
    let second = add_by_link(&world, &token, pdf("% two")).await?.document_id;
    let issued = issue(&landlord, id, first).await?;
    let other = issue(&landlord, id, second).await?;
    assert_ne!(issued.file_id, other.file_id);
    assert_eq!(issue(&landlord, id, first).await?.file_id, issued.file_id);

    let swapped = IssueDocumentTicketResponse {
        file_id: other.file_id.clone(),
        ..issued.clone()
    };
    let unknown = IssueDocumentTicketResponse {
        ticket: "A".repeat(43),
        ..issued.clone()
    };
    for refused in [
        refusal(redeem(&landlord, &swapped).await)?,
        refusal(redeem(&landlord, &unknown).await)?,
        refusal(redeem(&landlord, &IssueDocumentTicketResponse::default()).await)?,
    ] {
        assert_eq!(reason(&refused), "FILE_NOT_FOUND");
    }
    let read = redeem(&landlord, &issued).await?;
    assert_eq!(
        (read.content, read.media_type.as_str()),
        (pdf("% one"), "application/pdf")
    );
    let spent = refusal(redeem(&landlord, &issued).await)?;
    assert_eq!(reason(&spent), "FILE_NOT_FOUND");
    world.clock.advance(Duration::seconds(60));
    let late = refusal(redeem(&landlord, &other).await)?;
    assert_eq!(reason(&late), "FILE_NOT_FOUND");
    // Each ticket and the one reading are on record; the tickets themselves are not.
    let recorded = "SELECT count(*) FROM document_tickets WHERE user_id = 11 AND octet_length(ticket_hash) = 32";
    assert_eq!(world.number(recorded).await?, 3);
    let read = "SELECT count(*) FROM document_readings WHERE user_id = 11 AND actor = 'Landlord'";
    assert_eq!(world.number(read).await?, 1);
    Ok(())
}

#[tokio::test]
async fn a_stolen_ticket_is_worth_nothing_whoever_its_thief_says_reads() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, token) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let document = add_by_link(&world, &token, pdf("% one")).await?.document_id;
    let issued = issue(&owner(&world, 1)?, id, document).await?;

    let refused = refusal(redeem(&nobody(&world)?, &issued).await)?;
    assert_eq!(reason(&refused), "SIGN_IN_REQUIRED");
    // Of another organisation, of the same one, the same person who acts for another one by now, and the applicant.
    for thief in [
        landlord(22, 2),
        member(12, 1, Grade::Owner),
        landlord(11, 2),
        outsider(ANN, Role::Tenant),
    ] {
        let refused = refusal(redeem(&browser(&world, &thief)?, &issued).await)?;
        assert_eq!(reason(&refused), "FILE_NOT_FOUND", "{thief:?}");
    }
    let employer = browser(&world, &outsider(60, Role::Employer))?;
    let refused = refusal(redeem(&employer, &issued).await)?;
    assert_eq!(reason(&refused), "NOT_ALLOWED");
    // None of them has spent it: the reader's own browser still can.
    let reader = browser(&world, &landlord(11, 1))?;
    assert_eq!(redeem(&reader, &issued).await?.content, pdf("% one"));
    // It makes no other call.
    let refused = refusal(issue(&reader, id, document).await)?;
    assert_eq!(reason(&refused), "TOKEN_INVALID");
    Ok(())
}

#[tokio::test]
async fn eight_at_once_read_it_once() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, token) = apply(&world, "Ann", FLAT, None).await?;
    let document = add_by_link(&world, &token, pdf("")).await?.document_id;
    let landlord = owner(&world, 1)?;
    let issued = issue(&landlord, application.application_id, document).await?;
    let all = futures::future::join_all((0..8).map(|_| redeem(&landlord, &issued))).await;
    assert_eq!(all.iter().filter(|read| read.is_ok()).count(), 1);
    Ok(())
}

#[tokio::test]
async fn nobody_gets_a_ticket_for_what_they_may_not_read() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, token) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let document = add_by_link(&world, &token, pdf("")).await?.document_id;
    for stranger in [owner(&world, 2)?, tenant(&world, 52)?] {
        let refused = refusal(issue(&stranger, id, document).await)?;
        assert_eq!(reason(&refused), "APPLICATION_NOT_FOUND");
    }
    let refused = refusal(issue(&owner(&world, 1)?, id, document + 99).await)?;
    assert_eq!(reason(&refused), "DOCUMENT_NOT_FOUND");
    // The applicant reads their own, as the applicant.
    let ann = tenant(&world, ANN)?;
    let issued = issue(&ann, id, document).await?;
    redeem(&ann, &issued).await?;
    let read = "SELECT count(*) FROM document_readings WHERE user_id = 50 AND actor = 'Applicant'";
    assert_eq!(world.number(read).await?, 1);
    Ok(())
}
