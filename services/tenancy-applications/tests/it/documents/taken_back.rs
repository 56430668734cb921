//! Documents that applicants take back.

use lintel_proto::tenancy::v1::{
    Application, ApplicationStatus, DocumentStatus, DocumentType, RemoveOwnDocumentRequest,
};
use tonic::{Code, Status};

use super::{add, add_by_link, adding, pdf, read, review};
use crate::{
    applying::{
        FLAT, applicant, apply, decide, nobody, owner, read as read_application, request_id,
        update, world,
    },
    harness::{World, reason, refusal},
};

async fn remove_as(
    world: &World,
    token: &str,
    document_id: i64,
    request_id: &str,
) -> Result<Application, Status> {
    let stranger = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    let request = RemoveOwnDocumentRequest {
        token: token.to_owned(),
        document_id,
        request_id: request_id.to_owned(),
    };
    let removed = applicant(&stranger).remove_own_document(request).await?;
    Ok(removed.into_inner().application.unwrap_or_default())
}

async fn remove(world: &World, token: &str, document_id: i64) -> Result<Application, Status> {
    remove_as(world, token, document_id, &request_id()).await
}

#[tokio::test]
async fn a_document_that_nobody_looked_at_is_taken_back() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let (application, token) = apply(&world, "Ann", FLAT, None).await?;
    let application_id = application.application_id;
    let wanted = Application {
        application_id,
        requested_documents: vec![DocumentType::BankStatements.into()],
        ..Application::default()
    };
    update(&world, wanted, &["requested_documents"], 0).await?;
    let first = add_by_link(&world, &token, pdf("% blurred"))
        .await?
        .document_id;
    let second = add_by_link(&world, &token, pdf("% sharp"))
        .await?
        .document_id;
    let id = request_id();
    let seen = remove_as(&world, &token, second, &id).await?;
    remove_as(&world, &token, second, &id).await?;
    assert_eq!(seen.documents.len(), 1);
    assert!(seen.requested_documents.is_empty());
    let last = seen.timeline.last().cloned().unwrap_or_default();
    assert_eq!(
        (
            last.event.as_str(),
            last.actor.as_str(),
            last.description.as_str()
        ),
        (
            "document-removed",
            "Applicant",
            "Document taken back: Bank statements"
        )
    );
    let refused = refusal(read(&landlord, application_id, second).await)?;
    assert_eq!(reason(&refused), "DOCUMENT_NOT_FOUND");
    // What was asked for is asked for again once nothing of it is there.
    let seen = remove(&world, &token, first).await?;
    assert_eq!(
        seen.requested_documents,
        [i32::from(DocumentType::BankStatements)]
    );
    let landlords = read_application(&world, application_id).await?;
    assert_eq!(
        (landlords.documents.len(), landlords.version),
        (0, seen.version)
    );
    // What nobody had asked for is not.
    let none = Application {
        application_id,
        ..Application::default()
    };
    update(&world, none, &["requested_documents"], 0).await?;
    let third = add_by_link(&world, &token, pdf("% more"))
        .await?
        .document_id;
    let seen = remove(&world, &token, third).await?;
    assert!(seen.requested_documents.is_empty());
    Ok(())
}

#[tokio::test]
async fn what_the_landlord_opened_judged_or_sent_stays() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let (application, token) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let opened = add_by_link(&world, &token, pdf("% opened"))
        .await?
        .document_id;
    read(&landlord, id, opened).await?;
    let judged = add_by_link(&world, &token, pdf("% judged"))
        .await?
        .document_id;
    review(&landlord, id, judged, DocumentStatus::Rejected, "Blurred").await?;
    let theirs = add(&landlord, adding(id, pdf("% theirs")))
        .await?
        .document_id;
    for document in [opened, judged, theirs] {
        let refused = refusal(remove(&world, &token, document).await)?;
        assert_eq!(
            (refused.code(), reason(&refused).as_str()),
            (Code::FailedPrecondition, "DOCUMENT_SEEN")
        );
    }
    let (other, others) = apply(&world, "Bob", FLAT, None).await?;
    let own = add_by_link(&world, &token, pdf("% own")).await?.document_id;
    for (token, document) in [(&others, own), (&token, own + 999)] {
        let refused = refusal(remove(&world, token, document).await)?;
        assert_eq!(reason(&refused), "DOCUMENT_NOT_FOUND");
    }
    let refused = refusal(remove(&world, &"A".repeat(43), own).await)?;
    assert_eq!(reason(&refused), "LINK_INVALID");
    let theirs = add_by_link(&world, &others, pdf("% bob"))
        .await?
        .document_id;
    decide(&world, other.application_id, ApplicationStatus::Rejected, 0).await?;
    let refused = refusal(remove(&world, &others, theirs).await)?;
    assert_eq!(reason(&refused), "APPLICATION_REJECTED");
    assert_eq!(read_application(&world, id).await?.documents.len(), 4);
    Ok(())
}
