//! Tickets, with which a browser reads a document once.

use chrono::Duration;
use lintel_proto::tenancy::v1::{
    IssueDocumentTicketRequest, IssueDocumentTicketResponse, RedeemDocumentTicketRequest,
    RedeemDocumentTicketResponse,
};
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

async fn redeem(
    world: &World,
    issued: &IssueDocumentTicketResponse,
    user_id: i64,
) -> Result<RedeemDocumentTicketResponse, Status> {
    let stranger = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    let request = RedeemDocumentTicketRequest {
        file_id: issued.file_id.clone(),
        ticket: issued.ticket.clone(),
        user_id,
    };
    let read = documents(&stranger).redeem_document_ticket(request).await?;
    Ok(read.into_inner())
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
        refusal(redeem(&world, &issued, 22).await)?,
        refusal(redeem(&world, &swapped, 11).await)?,
        refusal(redeem(&world, &unknown, 11).await)?,
        refusal(redeem(&world, &IssueDocumentTicketResponse::default(), 11).await)?,
    ] {
        assert_eq!(reason(&refused), "FILE_NOT_FOUND");
    }
    let read = redeem(&world, &issued, 11).await?;
    assert_eq!(
        (read.content, read.media_type.as_str()),
        (pdf("% one"), "application/pdf")
    );
    let spent = refusal(redeem(&world, &issued, 11).await)?;
    assert_eq!(reason(&spent), "FILE_NOT_FOUND");
    world.clock.advance(Duration::seconds(60));
    let late = refusal(redeem(&world, &other, 11).await)?;
    assert_eq!(reason(&late), "FILE_NOT_FOUND");
    // Each ticket and the one reading are on record; the tickets themselves are not.
    let recorded = "SELECT count(*) FROM document_tickets WHERE user_id = 11 AND octet_length(ticket_hash) = 32";
    assert_eq!(world.number(recorded).await?, 3);
    let read = "SELECT count(*) FROM document_readings WHERE user_id = 11 AND actor = 'Landlord'";
    assert_eq!(world.number(read).await?, 1);
    Ok(())
}

#[tokio::test]
async fn eight_at_once_read_it_once() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, token) = apply(&world, "Ann", FLAT, None).await?;
    let document = add_by_link(&world, &token, pdf("")).await?.document_id;
    let issued = issue(&owner(&world, 1)?, application.application_id, document).await?;
    let all = futures::future::join_all((0..8).map(|_| redeem(&world, &issued, 11))).await;
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
    let issued = issue(&tenant(&world, ANN)?, id, document).await?;
    redeem(&world, &issued, ANN).await?;
    let read = "SELECT count(*) FROM document_readings WHERE user_id = 50 AND actor = 'Applicant'";
    assert_eq!(world.number(read).await?, 1);
    Ok(())
}
