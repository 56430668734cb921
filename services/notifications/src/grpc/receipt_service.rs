//! `lintel.notifications.v1.ReceiptService`.

use lintel_proto::notifications::v1::{
    ReportMailRequest, ReportMailResponse, ReportSmsRequest, ReportSmsResponse,
    receipt_service_server::ReceiptService,
};
use tonic::{Request, Response, Status};

use crate::app::Receipts;

/// Serves [`Receipts`] over gRPC.
#[derive(Debug, Clone)]
pub struct ReceiptGrpc {
    receipts: Receipts,
}

impl ReceiptGrpc {
    /// Serves `receipts`.
    #[must_use]
    pub const fn new(receipts: Receipts) -> Self {
        Self { receipts }
    }
}

#[tonic::async_trait]
impl ReceiptService for ReceiptGrpc {
    async fn report_mail(
        &self,
        request: Request<ReportMailRequest>,
    ) -> Result<Response<ReportMailResponse>, Status> {
        // A repeat changes nothing, so that no answer has to be kept for it.
        let ReportMailRequest {
            message, signature, ..
        } = request.get_ref();
        self.receipts.mail(message, signature).await?;
        Ok(Response::new(ReportMailResponse {}))
    }

    async fn report_sms(
        &self,
        request: Request<ReportSmsRequest>,
    ) -> Result<Response<ReportSmsResponse>, Status> {
        let ReportSmsRequest {
            body, signature, ..
        } = request.get_ref();
        self.receipts.sms(body, signature).await?;
        Ok(Response::new(ReportSmsResponse {}))
    }
}
