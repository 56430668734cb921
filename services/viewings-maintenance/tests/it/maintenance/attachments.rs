//! Photos and invoices: what is taken, how it is kept and who sees it.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};
use lintel_proto::maintenance::v1::{
    AttachmentKind as Kind, MaintenanceEventKind, ReadAttachmentRequest, ReadAttachmentResponse,
    RemoveAttachmentRequest,
};
use tonic::{Code, Status};

use super::{ANN, CLEO, Hand, owner, problem, report, tenant, world};
use crate::harness::{fields, reason, refusal};

/// A photo.
pub fn picture() -> anyhow::Result<Vec<u8>> {
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::new_rgb8(64, 48).write_to(&mut bytes, ImageFormat::Jpeg)?;
    Ok(bytes.into_inner())
}

/// A JPEG that says where it was taken.
fn from_a_phone() -> anyhow::Result<Vec<u8>> {
    let plain = picture()?;
    let exif = b"Exif\0\0II*\0\x08\0\0\0GPSLatitude 51.5074 N";
    let length = u16::try_from(exif.len() + 2)?.to_be_bytes();
    Ok([&plain[..2], &[0xFF, 0xE1], &length, exif, &plain[2..]].concat())
}

pub fn pdf() -> Vec<u8> {
    b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n".to_vec()
}

pub async fn read(
    hand: &Hand,
    maintenance_request_id: i64,
    attachment_id: i64,
) -> Result<ReadAttachmentResponse, Status> {
    let request = ReadAttachmentRequest {
        maintenance_request_id,
        attachment_id,
    };
    let read = hand.requests.clone().read_attachment(request).await?;
    Ok(read.into_inner())
}

#[tokio::test]
async fn a_photo_from_a_phone_keeps_what_it_shows_and_nothing_else() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    let added = ann.attach(id, Kind::Photo, from_a_phone()?).await?;
    assert_eq!(
        (added.media_type.as_str(), added.file_name.as_str()),
        ("image/jpeg", "photo.jpg")
    );
    for hand in [&landlord, &ann] {
        let kept = read(hand, id, added.attachment_id).await?;
        assert_eq!(usize::try_from(added.size_bytes)?, kept.content.len());
        assert!(image::load_from_memory(&kept.content).is_ok());
        assert!(!kept.content.windows(3).any(|bytes| bytes == b"GPS"));
    }
    let sealed: Vec<u8> = world
        .scalar("SELECT sealed FROM maintenance_attachment_contents")
        .await?;
    assert!(!sealed.windows(4).any(|bytes| bytes == b"JFIF"));
    assert!(image::load_from_memory(&sealed).is_err());
    let seen = landlord.get(id).await?.attachments;
    assert_eq!(seen, [added]);
    Ok(())
}

#[tokio::test]
async fn a_file_is_what_it_holds_and_a_pdf_is_an_invoice() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    let bill = landlord.attach(id, Kind::Invoice, pdf()).await?;
    assert_eq!(bill.media_type, "application/pdf");
    assert_eq!(
        read(&landlord, id, bill.attachment_id).await?.content,
        pdf()
    );
    for hostile in [
        pdf(),
        b"<svg/>".to_vec(),
        b"MZ\x90\x00".to_vec(),
        picture()?[..60].to_vec(),
    ] {
        let refused = refusal(landlord.attach(id, Kind::After, hostile).await)?;
        assert_eq!(
            (reason(&refused).as_str(), refused.code()),
            ("FILE_TYPE_INVALID", Code::InvalidArgument)
        );
    }
    for (content, field) in [
        (Vec::new(), "content"),
        (vec![0; 10 * 1024 * 1024 + 1], "content"),
    ] {
        let refused = refusal(landlord.attach(id, Kind::Photo, content).await)?;
        assert_eq!(
            (reason(&refused).as_str(), fields(&refused)),
            ("MAINTENANCE_INVALID", vec![field.to_owned()])
        );
    }
    for kind in [Kind::Before, Kind::After, Kind::Invoice] {
        let refused = refusal(ann.attach(id, kind, picture()?).await)?;
        assert_eq!(fields(&refused), ["kind"]);
    }

    // The tenant sees no invoice: not in the list, not by its number, not in the history.
    assert!(ann.get(id).await?.attachments.is_empty());
    let refused = refusal(read(&ann, id, bill.attachment_id).await)?;
    assert_eq!(reason(&refused), "ATTACHMENT_NOT_FOUND");
    let events = ann.details(id).await?.events;
    assert!(
        events
            .iter()
            .all(|event| event.kind() != MaintenanceEventKind::Attachment)
    );
    Ok(())
}

#[tokio::test]
async fn a_request_has_at_most_twenty_files() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let id = landlord
        .add(problem("Tap drips"))
        .await?
        .maintenance_request_id;
    let mut last = 0;
    for _ in 0..20 {
        last = landlord
            .attach(id, Kind::Photo, picture()?)
            .await?
            .attachment_id;
    }
    let refused = refusal(landlord.attach(id, Kind::Photo, picture()?).await)?;
    assert_eq!(fields(&refused), ["content"]);
    let gone = RemoveAttachmentRequest {
        maintenance_request_id: id,
        attachment_id: last,
        request_id: String::new(),
    };
    let left = landlord
        .requests
        .clone()
        .remove_attachment(gone.clone())
        .await?
        .into_inner();
    assert_eq!(
        left.maintenance_request
            .unwrap_or_default()
            .attachments
            .len(),
        19
    );
    let refused = refusal(landlord.requests.clone().remove_attachment(gone).await)?;
    assert_eq!(reason(&refused), "ATTACHMENT_NOT_FOUND");
    let contents: i64 = world
        .scalar("SELECT count(*) FROM maintenance_attachment_contents")
        .await?;
    assert_eq!(contents, 19);
    Ok(())
}

#[tokio::test]
async fn strangers_read_no_file_and_add_none() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let id = landlord
        .add(problem("Tap drips"))
        .await?
        .maintenance_request_id;
    let photo = landlord
        .attach(id, Kind::Photo, picture()?)
        .await?
        .attachment_id;
    let other = landlord.add(problem("Other")).await?.maintenance_request_id;
    for stranger in [owner(&world, 2)?, tenant(&world, CLEO)?] {
        let refused = refusal(read(&stranger, id, photo).await)?;
        assert_eq!(reason(&refused), "MAINTENANCE_REQUEST_NOT_FOUND");
        let refused = refusal(stranger.attach(id, Kind::Photo, picture()?).await)?;
        assert_eq!(reason(&refused), "MAINTENANCE_REQUEST_NOT_FOUND");
    }
    let refused = refusal(read(&landlord, other, photo).await)?;
    assert_eq!(reason(&refused), "ATTACHMENT_NOT_FOUND");
    Ok(())
}

#[tokio::test]
async fn an_organisation_keeps_so_many_bytes_and_no_more() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let added = landlord.add(problem("Tap drips")).await?;
    let id = added.maintenance_request_id;
    for _ in 0..2 {
        landlord.attach(id, Kind::Photo, picture()?).await?;
    }
    world
        .execute("UPDATE maintenance_attachments SET size_bytes = 20000000")
        .await?;
    let refused = refusal(landlord.attach(id, Kind::Photo, picture()?).await)?;
    assert_eq!(reason(&refused), "STORAGE_FULL");
    world
        .execute("UPDATE maintenance_attachments SET size_bytes = 10000000")
        .await?;
    landlord.attach(id, Kind::Photo, picture()?).await?;
    Ok(())
}
