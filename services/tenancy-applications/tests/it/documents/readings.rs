//! Who read a document, and when.

use chrono::Duration;
use lintel_proto::tenancy::v1::{
    GetOwnApplicationRequest, ListDocumentReadingsRequest, ListDocumentReadingsResponse,
    ReadOwnDocumentRequest,
};
use tonic::Status;

use super::{add_by_link, documents, pdf, read};
use crate::{
    applying::{
        ANN, FLAT, applicant, apply, nobody, owner, read as read_application, tenant, world,
    },
    harness::Connection,
};

async fn readings(
    connection: &Connection,
    application_id: i64,
    document_id: i64,
    page_size: i32,
    page_token: &str,
) -> Result<ListDocumentReadingsResponse, Status> {
    let request = ListDocumentReadingsRequest {
        application_id,
        document_id,
        page_size,
        page_token: page_token.to_owned(),
    };
    let listed = documents(connection)
        .list_document_readings(request)
        .await?;
    Ok(listed.into_inner())
}

#[tokio::test]
async fn every_reading_is_on_record_and_the_landlords_last_one_is_shown() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann, stranger) = (owner(&world, 1)?, tenant(&world, ANN)?, nobody(&world)?);
    let (application, token) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let document_id = add_by_link(&world, &token, pdf("")).await?.document_id;
    read(&ann, id, document_id).await?;
    let request = ReadOwnDocumentRequest {
        token: token.clone(),
        document_id,
    };
    applicant(&stranger).read_own_document(request).await?;
    let seen = read_application(&world, id).await?;
    assert_eq!(seen.documents[0].open_time, None);

    for _ in 0..2 {
        world.clock.advance(Duration::hours(1));
        read(&landlord, id, document_id).await?;
    }
    let seen = read_application(&world, id).await?;
    let opened = seen.documents[0].open_time.unwrap_or_default();
    assert_eq!(
        opened.seconds,
        "2026-11-24T12:00:00Z"
            .parse::<chrono::DateTime<chrono::Utc>>()?
            .timestamp()
    );

    let all = readings(&landlord, id, document_id, 0, "").await?;
    let who: Vec<_> = all
        .readings
        .iter()
        .map(|one| (one.actor.as_str(), one.user_id))
        .collect();
    let expected = [
        ("Landlord", 11),
        ("Landlord", 11),
        ("Applicant", 0),
        ("Applicant", ANN),
    ];
    assert_eq!(who, expected);
    assert_eq!(all.next_page_token, "");
    let mut paged = Vec::new();
    let mut place = String::new();
    loop {
        let page = readings(&landlord, id, document_id, 3, &place).await?;
        paged.extend(page.readings);
        place = page.next_page_token;
        if place.is_empty() {
            break;
        }
    }
    assert_eq!(paged, all.readings);

    // Who applies is not told when the landlord looked.
    let request = GetOwnApplicationRequest { token };
    let own = applicant(&stranger).get_own_application(request).await?;
    let own = own.into_inner().application.unwrap_or_default();
    assert_eq!(own.documents[0].open_time, None);
    Ok(())
}

#[tokio::test]
async fn what_is_on_record_stays() -> anyhow::Result<()> {
    world()
        .await?
        .is_kept_from(&[
            "UPDATE document_readings SET read_at = now()",
            "DELETE FROM document_readings",
            "UPDATE document_contents SET sealed = ''",
            "DELETE FROM document_contents",
            "DELETE FROM organisation_keys",
            "UPDATE organisation_keys SET wrapped_key = ''",
        ])
        .await
}
