//! Documents of applications: what is taken, how it is kept and what becomes of it.

mod access;
mod readings;
mod taken_back;
mod tickets;

use std::io::Cursor;

use chrono::Duration;
use image::{DynamicImage, ImageFormat};
use lintel_proto::tenancy::v1::{
    AddDocumentRequest, AddOwnDocumentRequest, Application, Document, DocumentStatus, DocumentType,
    ReadDocumentRequest, ReadDocumentResponse, ReviewDocumentRequest, TenancyMailKind,
    WithdrawOwnApplicationRequest, document_service_client::DocumentServiceClient,
};
use tonic::{Code, Status};

use crate::{
    applying::{
        FLAT, applicant, apply, everything, mails, nobody, owner, read as read_application,
        request_id, update, world,
    },
    harness::{Connection, World, fields, reason, refusal},
};

fn documents(connection: &Connection) -> DocumentServiceClient<Connection> {
    DocumentServiceClient::new(connection.clone())
}

fn picture(format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let written = DynamicImage::new_rgb8(64, 48).write_to(&mut bytes, format);
    assert!(written.is_ok());
    bytes.into_inner()
}

/// A JPEG that says where it was taken.
fn from_a_phone() -> Vec<u8> {
    let plain = picture(ImageFormat::Jpeg);
    let exif = b"Exif\0\0II*\0\x08\0\0\0GPSLatitude 51.5074 N";
    let length = u16::try_from(exif.len() + 2).unwrap_or(0).to_be_bytes();
    [&plain[..2], &[0xFF, 0xE1], &length, exif, &plain[2..]].concat()
}

fn pdf(text: &str) -> Vec<u8> {
    format!("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n{text}\ntrailer << /Root 1 0 R >>\n%%EOF\n")
        .into_bytes()
}

fn adding(application_id: i64, content: Vec<u8>) -> AddDocumentRequest {
    AddDocumentRequest {
        application_id,
        document_type: DocumentType::RightToRent.into(),
        title: "Share code letter".to_owned(),
        content,
        request_id: request_id(),
    }
}

async fn add(connection: &Connection, request: AddDocumentRequest) -> Result<Document, Status> {
    let added = documents(connection).add_document(request).await?;
    Ok(added.into_inner().document.unwrap_or_default())
}

async fn add_by_link(world: &World, token: &str, content: Vec<u8>) -> Result<Document, Status> {
    let stranger = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    let request = AddOwnDocumentRequest {
        token: token.to_owned(),
        document_type: DocumentType::BankStatements.into(),
        title: String::new(),
        content,
        request_id: request_id(),
    };
    let added = applicant(&stranger).add_own_document(request).await?;
    Ok(added.into_inner().document.unwrap_or_default())
}

async fn read(
    connection: &Connection,
    application_id: i64,
    document_id: i64,
) -> Result<ReadDocumentResponse, Status> {
    let request = ReadDocumentRequest {
        application_id,
        document_id,
    };
    let read = documents(connection).read_document(request).await?;
    Ok(read.into_inner())
}

async fn review(
    connection: &Connection,
    application_id: i64,
    document_id: i64,
    status: DocumentStatus,
    reason: &str,
) -> Result<Document, Status> {
    let request = ReviewDocumentRequest {
        application_id,
        document_id,
        status: status.into(),
        reason: reason.to_owned(),
        request_id: request_id(),
    };
    let judged = documents(connection).review_document(request).await?;
    Ok(judged.into_inner().document.unwrap_or_default())
}

#[tokio::test]
async fn t23_a_file_is_what_it_holds_and_a_photo_loses_what_it_does_not_show() -> anyhow::Result<()>
{
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let (application, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let statement = pdf("% a bank statement");
    for (sent, media_type, ending) in [
        (from_a_phone(), "image/jpeg", "jpg"),
        (picture(ImageFormat::Png), "image/png", "png"),
        (picture(ImageFormat::Gif), "image/png", "png"),
        (statement.clone(), "application/pdf", "pdf"),
    ] {
        let added = add(&landlord, adding(id, sent.clone())).await?;
        assert_eq!(
            (added.media_type.as_str(), added.title.as_str()),
            (media_type, "Share code letter")
        );
        let kept = read(&landlord, id, added.document_id).await?;
        assert_eq!(kept.media_type, media_type);
        let number = added.document_id;
        assert_eq!(kept.file_name, format!("rightToRent-{number}.{ending}"));
        assert_eq!(usize::try_from(added.size_bytes)?, kept.content.len());
        if media_type == "application/pdf" {
            assert_eq!(kept.content, statement);
        } else {
            assert!(image::load_from_memory(&kept.content).is_ok());
            assert!(!kept.content.windows(3).any(|bytes| bytes == b"GPS"));
        }
    }
    let active = pdf("2 0 obj\n<< /S /JavaScript /JS (app.alert(1)) >>\nendobj");
    let archive = [statement.as_slice(), b"PK\x05\x06"].concat();
    for hostile in [
        b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec(),
        b"<html><script>alert(1)</script></html>".to_vec(),
        b"MZ\x90\x00".to_vec(),
        b"GIF89a;alert(1)".to_vec(),
        picture(ImageFormat::Png)[..60].to_vec(),
        active,
        archive,
    ] {
        let refused = refusal(add(&landlord, adding(id, hostile)).await)?;
        assert_eq!(reason(&refused), "FILE_TYPE_INVALID");
        assert_eq!(fields(&refused), ["content"]);
    }
    let seen = read_application(&world, id).await?;
    assert_eq!(seen.documents.len(), 4);
    Ok(())
}

#[tokio::test]
async fn a_file_is_there_has_a_type_and_is_not_too_large() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let (application, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let mut large = pdf("");
    large.resize(10 * 1024 * 1024 + 1, b' ');
    for content in [Vec::new(), large] {
        let refused = refusal(add(&landlord, adding(id, content)).await)?;
        assert_eq!(reason(&refused), "DOCUMENT_INVALID");
        assert_eq!(fields(&refused), ["content"]);
    }
    let request = AddDocumentRequest {
        document_type: 0,
        title: "x".repeat(101),
        ..adding(id, pdf(""))
    };
    let refused = refusal(add(&landlord, request).await)?;
    assert_eq!(fields(&refused), ["document_type", "title"]);
    Ok(())
}

#[tokio::test]
async fn a_file_of_the_largest_size_comes_and_goes() -> anyhow::Result<()> {
    const LARGEST: usize = 10 * 1024 * 1024;
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let (application, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let (head, end) = (pdf(""), b"\n%%EOF\n");
    let mut whole = head.clone();
    whole.resize(LARGEST - end.len(), b'\n');
    whole.extend(end);
    let added = add(&landlord, adding(id, whole.clone())).await?;
    let request = ReadDocumentRequest {
        application_id: id,
        document_id: added.document_id,
    };
    let mut client = documents(&landlord).max_decoding_message_size(LARGEST + 65_536);
    let kept = client.read_document(request).await?.into_inner();
    assert!(kept.content == whole);
    Ok(())
}

#[tokio::test]
async fn files_lie_sealed_and_open_in_their_own_row_and_with_their_own_key() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let (application, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let first = add(&landlord, adding(id, pdf("% the first"))).await?;
    let second = add(&landlord, adding(id, picture(ImageFormat::Png))).await?;
    let stored = everything(&world).await?;
    // What `bytea` holds is shown as hexadecimal digits: %PDF-, PNG and the content.
    for digits in ["255044462d", "89504e47", "746865206669727374"] {
        assert!(!stored.contains(digits), "{digits}");
    }
    world
        .execute(
            "UPDATE document_contents one SET sealed = other.sealed FROM document_contents other
             WHERE one.document_id <> other.document_id",
        )
        .await?;
    for document in [&first, &second] {
        let refused = refusal(read(&landlord, id, document.document_id).await)?;
        assert_eq!(refused.code(), Code::Internal);
    }
    // Nobody has read what did not open.
    let readings = "SELECT count(*) FROM document_readings";
    assert_eq!(world.number(readings).await?, 0);

    let third = add(&landlord, adding(id, pdf("% the third"))).await?;
    read(&landlord, id, third.document_id).await?;
    world.execute("DELETE FROM organisation_keys").await?;
    let refused = refusal(read(&landlord, id, third.document_id).await)?;
    assert_eq!(refused.code(), Code::Internal);
    Ok(())
}

#[tokio::test]
async fn what_was_asked_for_is_no_longer_asked_for_when_it_comes() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, token) = apply(&world, "Ann", FLAT, None).await?;
    let asked = [DocumentType::RightToRent, DocumentType::BankStatements];
    let change = Application {
        application_id: application.application_id,
        requested_documents: asked.map(i32::from).to_vec(),
        ..Application::default()
    };
    let before = update(&world, change, &["requested_documents"], 0).await?;
    let added = add_by_link(&world, &token, pdf("")).await?;
    assert_eq!(added.title, "Bank statements");
    let seen = read_application(&world, application.application_id).await?;
    assert_eq!(
        seen.requested_documents,
        [i32::from(DocumentType::RightToRent)]
    );
    assert!(seen.version > before.version);
    let last = seen.timeline.last().cloned().unwrap_or_default();
    assert_eq!(
        (last.description.as_str(), last.actor.as_str()),
        ("Document added: Bank statements", "Applicant")
    );
    Ok(())
}

#[tokio::test]
async fn a_landlord_accepts_or_says_why_not() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let (application, token) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let document = add_by_link(&world, &token, pdf("")).await?.document_id;
    for (status, why, field) in [
        (DocumentStatus::Rejected, " ", "reason"),
        (DocumentStatus::Pending, "x", "status"),
        (DocumentStatus::Unspecified, "x", "status"),
    ] {
        let refused = refusal(review(&landlord, id, document, status, why).await)?;
        assert_eq!(reason(&refused), "DOCUMENT_INVALID");
        assert_eq!(fields(&refused), [field]);
    }
    let (status, why) = (DocumentStatus::Rejected, "It is blurred.");
    let judged = review(&landlord, id, document, status, why).await?;
    assert_eq!((judged.status(), judged.reason.as_str()), (status, why));
    let told = mails(&world).await?.pop();
    let told = told.map(|(kind, mail)| (kind, mail.recipient_email, mail.subject_kind, mail.note));
    let expected = (
        TenancyMailKind::DocumentRejected,
        "ann@example.com".to_owned(),
        "Bank statements".to_owned(),
        why.to_owned(),
    );
    assert_eq!(told, Some(expected));
    let count = mails(&world).await?.len();
    let judged = review(&landlord, id, document, DocumentStatus::Accepted, "").await?;
    assert_eq!(
        (judged.status(), judged.reason.as_str()),
        (DocumentStatus::Accepted, "")
    );
    assert_eq!(mails(&world).await?.len(), count);
    Ok(())
}

#[tokio::test]
async fn t31_the_members_are_told_of_new_documents_once_an_hour() -> anyhow::Result<()> {
    let world = world().await?;
    let (application, token) = apply(&world, "Ann", FLAT, None).await?;
    let told = async || {
        let all = mails(&world).await?.into_iter();
        let added = all.filter(|(kind, mail)| {
            *kind == TenancyMailKind::DocumentAdded && mail.subject_kind == "Bank statements"
        });
        anyhow::Ok(added.count())
    };
    add(
        &owner(&world, 1)?,
        adding(application.application_id, pdf("")),
    )
    .await?;
    assert_eq!(told().await?, 0);
    for expected in [1, 1, 2] {
        add_by_link(&world, &token, pdf("")).await?;
        assert_eq!(told().await?, expected);
        world.clock.advance(Duration::minutes(31));
    }
    Ok(())
}

#[tokio::test]
async fn an_application_has_forty_documents_and_a_withdrawn_one_takes_none() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let (application, token) = apply(&world, "Ann", FLAT, None).await?;
    let id = application.application_id;
    let request = adding(id, pdf(""));
    let once = add(&landlord, request.clone()).await?;
    assert_eq!(add(&landlord, request).await?, once);
    for _ in 1..40 {
        add(&landlord, adding(id, pdf(""))).await?;
    }
    let refused = refusal(add(&landlord, adding(id, pdf(""))).await)?;
    assert_eq!(reason(&refused), "DOCUMENT_INVALID");
    let request = WithdrawOwnApplicationRequest {
        token: token.clone(),
        request_id: request_id(),
    };
    applicant(&nobody(&world)?)
        .withdraw_own_application(request)
        .await?;
    for refused in [
        refusal(add(&landlord, adding(id, pdf(""))).await)?,
        refusal(add_by_link(&world, &token, pdf("")).await)?,
    ] {
        assert_eq!(reason(&refused), "APPLICATION_WITHDRAWN");
    }
    Ok(())
}

#[tokio::test]
async fn a_link_and_an_organisation_take_so_many_bytes_and_no_more() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let (first, token) = apply(&world, "Ann", FLAT, None).await?;
    let id = first.application_id;
    for _ in 0..2 {
        add_by_link(&world, &token, pdf("")).await?;
    }
    // What a landlord adds is none of the link's.
    add(&landlord, adding(id, pdf(""))).await?;
    world
        .execute(
            "UPDATE application_documents SET size_bytes = 15000000 WHERE added_by = 'Applicant'",
        )
        .await?;
    let refused = refusal(add_by_link(&world, &token, pdf("")).await)?;
    assert_eq!(reason(&refused), "LINK_STORAGE_FULL");
    add(&landlord, adding(id, pdf(""))).await?;
    world
        .execute(
            "UPDATE application_documents SET size_bytes = 5000000 WHERE added_by = 'Landlord'",
        )
        .await?;
    let refused = refusal(add(&landlord, adding(id, pdf(""))).await)?;
    assert_eq!(reason(&refused), "STORAGE_FULL");
    Ok(())
}
