//! Whose documents are whose.

use lintel_core::Grade;
use lintel_proto::tenancy::v1::{
    DocumentStatus, ListDocumentReadingsRequest, ReadOwnDocumentRequest,
};
use lintel_testkit::tokens::member;
use tonic::{Code, Status};

use super::{add, add_by_link, adding, documents, pdf, read, review};
use crate::{
    applying::{ANN, FLAT, applicant, apply, nobody, owner, tenant, world},
    harness::{World, reason, refusal},
};

async fn read_by_link(world: &World, token: &str, document_id: i64) -> Result<Vec<u8>, Status> {
    let stranger = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    let request = ReadOwnDocumentRequest {
        token: token.to_owned(),
        document_id,
    };
    let read = applicant(&stranger).read_own_document(request).await?;
    Ok(read.into_inner().content)
}

#[tokio::test]
async fn a_foreign_document_is_as_one_that_is_not_there() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, token) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let document = add_by_link(&world, &token, pdf("")).await?.document_id;
    for stranger in [owner(&world, 2)?, tenant(&world, 52)?, tenant(&world, 51)?] {
        let refused = [
            refusal(add(&stranger, adding(id, pdf(""))).await)?,
            refusal(read(&stranger, id, document).await)?,
            refusal(read(&stranger, id + 999, document).await)?,
        ];
        for refused in refused {
            assert_eq!(reason(&refused), "APPLICATION_NOT_FOUND");
        }
    }
    let (other, accepted) = (owner(&world, 2)?, DocumentStatus::Accepted);
    let refused = refusal(review(&other, id, document, accepted, "").await)?;
    assert_eq!(reason(&refused), "APPLICATION_NOT_FOUND");
    let request = ListDocumentReadingsRequest {
        application_id: id,
        document_id: document,
        ..ListDocumentReadingsRequest::default()
    };
    let refused = refusal(documents(&other).list_document_readings(request).await)?;
    assert_eq!(reason(&refused), "APPLICATION_NOT_FOUND");
    Ok(())
}

#[tokio::test]
async fn a_document_is_found_by_its_own_application_alone() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let (_, anns) = apply(&world, "Ann", FLAT, None).await?;
    let (bob, bobs) = apply(&world, "Bob", FLAT, None).await?;
    let document = add_by_link(&world, &anns, pdf("% Ann's"))
        .await?
        .document_id;
    assert_eq!(read_by_link(&world, &anns, document).await?, pdf("% Ann's"));
    let (id, accepted) = (bob.application_id, DocumentStatus::Accepted);
    for refused in [
        refusal(read_by_link(&world, &bobs, document).await)?,
        refusal(read(&landlord, id, document).await)?,
        refusal(read(&tenant(&world, 52)?, id, document).await)?,
        refusal(review(&landlord, id, document, accepted, "").await)?,
    ] {
        assert_eq!(reason(&refused), "DOCUMENT_NOT_FOUND");
    }
    for token in ["", "x", &"A".repeat(43)] {
        let refused = refusal(read_by_link(&world, token, document).await)?;
        assert_eq!(reason(&refused), "LINK_INVALID");
        let refused = refusal(add_by_link(&world, token, pdf("")).await)?;
        assert_eq!(reason(&refused), "LINK_INVALID");
    }
    Ok(())
}

#[tokio::test]
async fn an_account_adds_and_reads_its_own_and_judges_nothing() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, _) = apply(&world, "Ann", FLAT, None).await?;
    let (id, ann) = (application.application_id, tenant(&world, ANN)?);
    let request = adding(id, pdf("% of the account"));
    let added = add(&ann, request.clone()).await?;
    assert_eq!(add(&ann, request).await?, added);
    let kept = read(&ann, id, added.document_id).await?;
    assert_eq!(kept.content, pdf("% of the account"));
    let (document, accepted) = (added.document_id, DocumentStatus::Accepted);
    let refused = refusal(review(&ann, id, document, accepted, "").await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    Ok(())
}

#[tokio::test]
async fn a_viewer_reads_and_does_not_write() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, token) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let document = add_by_link(&world, &token, pdf("")).await?.document_id;
    let viewer = world.mint.token(&member(12, 1, Grade::Viewer))?;
    let viewer = world.bearer(Some(&viewer))?;
    read(&viewer, id, document).await?;
    for refused in [
        refusal(add(&viewer, adding(id, pdf(""))).await)?,
        refusal(review(&viewer, id, document, DocumentStatus::Accepted, "").await)?,
    ] {
        assert_eq!(refused.code(), Code::PermissionDenied);
    }
    Ok(())
}
