//! `lintel.viewings.v1.ViewerService`.

use lintel_proto::viewings::v1::{
    AnswerViewingRequest, AnswerViewingResponse, OpenViewingRequest, OpenViewingResponse,
    viewer_service_server::ViewerService,
};
use tonic::{Request, Response, Status};

use super::convert;
use crate::app::{Links, viewing::Viewers};

/// Answers who has nothing but a private link.
#[derive(Debug, Clone)]
pub struct ViewerGrpc {
    viewers: Viewers,
    links: Links,
}

impl ViewerGrpc {
    /// Answers from these use cases.
    #[must_use]
    pub const fn new(viewers: Viewers, links: Links) -> Self {
        Self { viewers, links }
    }
}

#[tonic::async_trait]
impl ViewerService for ViewerGrpc {
    async fn open_viewing(
        &self,
        request: Request<OpenViewingRequest>,
    ) -> Result<Response<OpenViewingResponse>, Status> {
        let token = request.into_inner().token;
        let opened = self.viewers.open(&token).await?;
        Ok(Response::new(OpenViewingResponse {
            page: Some(convert::page(opened)),
        }))
    }

    async fn answer_viewing(
        &self,
        request: Request<AnswerViewingRequest>,
    ) -> Result<Response<AnswerViewingResponse>, Status> {
        let (token, request, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        let draft = convert::reply(request);
        let answered = self.viewers.answer(&token, draft, key.as_ref()).await?;
        Ok(Response::new(AnswerViewingResponse {
            page: Some(convert::page(answered)),
        }))
    }
}
