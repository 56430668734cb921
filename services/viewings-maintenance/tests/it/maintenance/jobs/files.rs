//! Photos of the work and invoices, by the link of a job.

use lintel_proto::maintenance::v1::{
    AddJobFileRequest, Attachment, AttachmentKind, Job, MaintenanceActor, ReadJobFileRequest,
    RemoveJobFileRequest,
};
use tonic::{Code, Status};

use super::{Page, asked, done, offer, token};
use crate::{
    harness::{reason, refusal},
    maintenance::{
        ANN,
        attachments::{pdf, picture, read},
        tenant, world,
    },
};

impl Page {
    async fn add(&self, kind: AttachmentKind, content: Vec<u8>) -> Result<Attachment, Status> {
        let request = AddJobFileRequest {
            token: self.token.clone(),
            kind: kind.into(),
            content,
            ..AddJobFileRequest::default()
        };
        let reply = self.jobs.clone().add_job_file(request).await?;
        Ok(reply.into_inner().attachment.unwrap_or_default())
    }

    async fn remove(&self, attachment_id: i64) -> Result<(), Status> {
        let request = RemoveJobFileRequest {
            token: self.token.clone(),
            attachment_id,
            request_id: String::new(),
        };
        self.jobs.clone().remove_job_file(request).await?;
        Ok(())
    }

    async fn read(&self, attachment_id: i64) -> Result<Vec<u8>, Status> {
        let request = ReadJobFileRequest {
            token: self.token.clone(),
            attachment_id,
        };
        let reply = self.jobs.clone().read_job_file(request).await?;
        Ok(reply.into_inner().content)
    }
}

#[tokio::test]
async fn a_contractor_adds_photos_of_the_work_and_an_invoice() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, id, page) = asked(&world).await?;
    let ann = tenant(&world, ANN)?;
    let problem = ann.attach(id, AttachmentKind::Photo, picture()?).await?;
    let spoken = ann.attach(id, AttachmentKind::Photo, picture()?).await?;
    ann.say(id, "See", &[spoken.attachment_id]).await?;
    let early = refusal(page.add(AttachmentKind::After, picture()?).await)?;
    assert_eq!(reason(&early), "JOB_TRANSITION");
    page.accept("").await?;
    let photo = page.add(AttachmentKind::After, picture()?).await?;
    let invoice = page.add(AttachmentKind::Invoice, pdf()).await?;
    assert_eq!(photo.added_by(), MaintenanceActor::Contractor);
    let wrong = refusal(page.add(AttachmentKind::Photo, picture()?).await)?;
    assert_eq!(reason(&wrong), "MAINTENANCE_INVALID");
    let hostile = refusal(page.add(AttachmentKind::Invoice, b"<svg/>".to_vec()).await)?;
    assert_eq!(reason(&hostile), "FILE_TYPE_INVALID");
    let seen: Vec<_> = page.open().await?.attachments;
    let seen: Vec<_> = seen.iter().map(|file| file.attachment_id).collect();
    let own = [photo.attachment_id, invoice.attachment_id];
    assert_eq!(seen, [problem.attachment_id, own[0], own[1]]);
    assert_eq!(page.read(own[1]).await?, pdf());
    let hidden = refusal(page.read(spoken.attachment_id).await)?;
    assert_eq!(hidden.code(), Code::NotFound);
    assert_eq!(read(&landlord, id, own[1]).await?.content, pdf());
    // The tenant sees the work and not the bill.
    let files = ann.get(id).await?.attachments;
    assert!(files.iter().any(|file| file.attachment_id == own[0]));
    assert!(!files.iter().any(|file| file.attachment_id == own[1]));
    Ok(())
}

#[tokio::test]
async fn a_file_is_taken_back_until_the_job_is_done() -> anyhow::Result<()> {
    let world = world().await?;
    let (_, id, page) = asked(&world).await?;
    let ann = tenant(&world, ANN)?;
    let problem = ann.attach(id, AttachmentKind::Photo, picture()?).await?;
    page.accept("").await?;
    let photo = page
        .add(AttachmentKind::After, picture()?)
        .await?
        .attachment_id;
    page.remove(photo).await?;
    assert_eq!(
        reason(&refusal(page.remove(photo).await)?),
        "ATTACHMENT_NOT_FOUND"
    );
    // What others added is not the contractor's to take away.
    let foreign = refusal(page.remove(problem.attachment_id).await)?;
    assert_eq!(reason(&foreign), "ATTACHMENT_NOT_FOUND");
    let invoice = page
        .add(AttachmentKind::Invoice, pdf())
        .await?
        .attachment_id;
    page.finish(done("New valve")).await?;
    assert_eq!(
        reason(&refusal(page.remove(invoice).await)?),
        "JOB_TRANSITION"
    );
    world.clock.advance(chrono::Duration::days(13));
    page.add(AttachmentKind::Invoice, pdf()).await?;
    world.clock.advance(chrono::Duration::days(1));
    let late = refusal(page.add(AttachmentKind::Invoice, pdf()).await)?;
    assert_eq!(reason(&late), "LINK_EXPIRED");
    Ok(())
}

#[tokio::test]
async fn a_job_shows_no_file_of_another_job() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, id, first) = asked(&world).await?;
    first.accept("").await?;
    let invoice = first
        .add(AttachmentKind::Invoice, pdf())
        .await?
        .attachment_id;
    first.finish(done("New valve")).await?;
    token(&world).await.ok();
    offer(&landlord, id, Job::default()).await?;
    let second = Page::new(&world, &token(&world).await?)?;
    assert!(second.open().await?.attachments.is_empty());
    let refused = refusal(second.read(invoice).await)?;
    assert_eq!(reason(&refused), "ATTACHMENT_NOT_FOUND");
    assert_eq!(first.read(invoice).await?, pdf());
    Ok(())
}
