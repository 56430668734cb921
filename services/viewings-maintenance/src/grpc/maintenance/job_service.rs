//! `lintel.maintenance.v1.JobService`.

use lintel_proto::{
    maintenance::v1::{
        AcceptJobRequest, AcceptJobResponse, AddJobFileRequest, AddJobFileResponse,
        DeclineJobRequest, DeclineJobResponse, FinishJobRequest, FinishJobResponse, OpenJobRequest,
        OpenJobResponse, ProposeJobTimeRequest, ProposeJobTimeResponse, ReadJobFileRequest,
        ReadJobFileResponse, RemoveJobFileRequest, RemoveJobFileResponse,
        job_service_server::JobService,
    },
    read::Reader,
};
use tonic::{Request, Response, Status};

use super::{attachment_convert, job_convert, words};
use crate::app::{
    Links,
    maintenance::{AddedFile, JobFiles, JobPages},
};

/// Answers who has nothing but a job's private link.
#[derive(Debug, Clone)]
pub struct JobGrpc {
    pages: JobPages,
    files: JobFiles,
    links: Links,
}

impl JobGrpc {
    /// Answers from these use cases.
    #[must_use]
    pub const fn new(pages: JobPages, files: JobFiles, links: Links) -> Self {
        Self {
            pages,
            files,
            links,
        }
    }
}

#[tonic::async_trait]
impl JobService for JobGrpc {
    async fn open_job(
        &self,
        request: Request<OpenJobRequest>,
    ) -> Result<Response<OpenJobResponse>, Status> {
        let token = request.into_inner().token;
        let page = self.pages.open(&token).await?;
        Ok(Response::new(OpenJobResponse {
            job: Some(job_convert::page(page)),
        }))
    }

    async fn accept_job(
        &self,
        request: Request<AcceptJobRequest>,
    ) -> Result<Response<AcceptJobResponse>, Status> {
        let (token, _, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        let page = self.pages.accept(&token, key.as_ref()).await?;
        Ok(Response::new(AcceptJobResponse {
            job: Some(job_convert::page(page)),
        }))
    }

    async fn propose_job_time(
        &self,
        request: Request<ProposeJobTimeRequest>,
    ) -> Result<Response<ProposeJobTimeResponse>, Status> {
        let (token, request, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        let mut reader = Reader::default();
        let typed = request.proposed_time.unwrap_or_default();
        let typed = job_convert::time_draft(&mut reader, "proposed_time", typed);
        let (found, message) = (reader.unreadable, &request.message);
        let pages = &self.pages;
        let page = pages
            .propose(&token, found, typed, message, key.as_ref())
            .await?;
        Ok(Response::new(ProposeJobTimeResponse {
            job: Some(job_convert::page(page)),
        }))
    }

    async fn decline_job(
        &self,
        request: Request<DeclineJobRequest>,
    ) -> Result<Response<DeclineJobResponse>, Status> {
        let (token, request, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        let message = &request.message;
        let page = self.pages.decline(&token, message, key.as_ref()).await?;
        Ok(Response::new(DeclineJobResponse {
            job: Some(job_convert::page(page)),
        }))
    }

    async fn finish_job(
        &self,
        request: Request<FinishJobRequest>,
    ) -> Result<Response<FinishJobResponse>, Status> {
        let (token, request, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        let draft = job_convert::finish_draft(request);
        let page = self.pages.finish(&token, draft, key.as_ref()).await?;
        Ok(Response::new(FinishJobResponse {
            job: Some(job_convert::page(page)),
        }))
    }

    async fn add_job_file(
        &self,
        request: Request<AddJobFileRequest>,
    ) -> Result<Response<AddJobFileResponse>, Status> {
        let (token, request, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        let file = AddedFile {
            kind: words::attachment_kind(request.kind()),
            name: request.file_name,
            content: request.content,
        };
        let added = self.files.add(&token, file, key.as_ref()).await?;
        Ok(Response::new(AddJobFileResponse {
            attachment: Some(attachment_convert::attachment(added)),
        }))
    }

    async fn remove_job_file(
        &self,
        request: Request<RemoveJobFileRequest>,
    ) -> Result<Response<RemoveJobFileResponse>, Status> {
        let (token, request, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        let file = request.attachment_id.into();
        let page = self.files.remove(&token, file, key.as_ref()).await?;
        Ok(Response::new(RemoveJobFileResponse {
            job: Some(job_convert::page(page)),
        }))
    }

    async fn read_job_file(
        &self,
        request: Request<ReadJobFileRequest>,
    ) -> Result<Response<ReadJobFileResponse>, Status> {
        let request = request.into_inner();
        let file = request.attachment_id.into();
        let read = self.files.read(&request.token, file).await?;
        Ok(Response::new(ReadJobFileResponse {
            media_type: read.attachment.media_type,
            file_name: read.attachment.file_name,
            content: read.bytes,
        }))
    }
}
