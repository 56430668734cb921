//! `lintel.notifications.v1.MailPreviewService`.

use lintel_auth::principal;
use lintel_proto::notifications::v1::{
    MailToPreview, PreviewMailsRequest, PreviewMailsResponse, ShowTenantMailRequest,
    ShowTenantMailResponse, WrittenMail, mail_preview_service_server::MailPreviewService,
};
use lintel_runtime::read;
use tonic::{Request, Response, Status};

use crate::{
    app::MailPreviews,
    consumers::notice_of,
    mail::{ToPreview, Written},
};

/// Serves [`MailPreviews`] over gRPC.
#[derive(Debug, Clone)]
pub struct MailPreviewGrpc {
    previews: MailPreviews,
}

impl MailPreviewGrpc {
    /// Serves `previews`.
    #[must_use]
    pub const fn new(previews: MailPreviews) -> Self {
        Self { previews }
    }
}

#[tonic::async_trait]
impl MailPreviewService for MailPreviewGrpc {
    async fn preview_mails(
        &self,
        request: Request<PreviewMailsRequest>,
    ) -> Result<Response<PreviewMailsResponse>, Status> {
        let caller = principal(&request)?;
        let mails: Vec<_> = request
            .into_inner()
            .mails
            .into_iter()
            .map(to_preview)
            .collect();
        let written = self.previews.write(&caller, &mails).await?;
        Ok(Response::new(PreviewMailsResponse {
            mails: written.into_iter().map(told).collect(),
        }))
    }

    async fn show_tenant_mail(
        &self,
        request: Request<ShowTenantMailRequest>,
    ) -> Result<Response<ShowTenantMailResponse>, Status> {
        let (caller, request) = read(request)?;
        let shown = self
            .previews
            .show(&caller, request.kind(), &request.organisation_name)
            .await?;
        Ok(Response::new(ShowTenantMailResponse {
            mail: Some(told(shown)),
        }))
    }
}

fn to_preview(mail: MailToPreview) -> Option<ToPreview> {
    let notice = notice_of(mail.kind())?;
    let mail = mail.mail.unwrap_or_default();
    Some(ToPreview::Tenancy(notice, Box::new(mail)))
}

fn told(written: Written) -> WrittenMail {
    WrittenMail {
        recipient_name: written.name,
        recipient_email: written.email,
        subject: written.subject,
        text: written.text,
    }
}
