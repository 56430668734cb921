//! `lintel.notifications.v1.DeliveryService`.

use lintel_core::{Error, PageRequest, PageToken};
use lintel_proto::{
    convert::timestamp,
    notifications::v1::{
        self, DeliverySubject, ListDeliveriesRequest, ListDeliveriesResponse,
        delivery_service_server::DeliveryService,
    },
};
use lintel_runtime::read;
use tonic::{Request, Response, Status};

use crate::{
    app::{DeliveryLog, LoggedMessage},
    domain::Subject,
};

/// Serves [`DeliveryLog`] over gRPC.
#[derive(Debug, Clone)]
pub struct DeliveryGrpc {
    log: DeliveryLog,
}

impl DeliveryGrpc {
    /// Serves `log`.
    #[must_use]
    pub const fn new(log: DeliveryLog) -> Self {
        Self { log }
    }
}

#[tonic::async_trait]
impl DeliveryService for DeliveryGrpc {
    async fn list_deliveries(
        &self,
        request: Request<ListDeliveriesRequest>,
    ) -> Result<Response<ListDeliveriesResponse>, Status> {
        let (caller, request) = read(request)?;
        let subject = subject(request.subject(), request.subject_id)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let listed = self
            .log
            .list(&caller, subject, request.subject_id, &page)
            .await?;
        Ok(Response::new(ListDeliveriesResponse {
            deliveries: listed.rows.into_iter().map(Into::into).collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }
}

fn subject(subject: DeliverySubject, id: i64) -> Result<Subject, Error> {
    if id < 1 {
        return Err(Error::field(
            "DELIVERY_SUBJECT_INVALID",
            "subject_id",
            "Say which application, viewing, maintenance request or tenancy by its number.",
        ));
    }
    Ok(match subject {
        DeliverySubject::Application => Subject::Application,
        DeliverySubject::Viewing => Subject::Viewing,
        DeliverySubject::Maintenance => Subject::Maintenance,
        DeliverySubject::Tenancy => Subject::Tenancy,
        DeliverySubject::Unspecified => {
            return Err(Error::field(
                "DELIVERY_SUBJECT_INVALID",
                "subject",
                "Say what the messages are about: an application, a viewing, a maintenance request or a tenancy.",
            ));
        }
    })
}

impl From<LoggedMessage> for v1::Delivery {
    fn from(sent: LoggedMessage) -> Self {
        Self {
            delivery_id: sent.id.to_string(),
            way: sent.way.to_owned(),
            title: sent.title,
            recipient: sent.recipient,
            state: v1::DeliveryState::from(sent.state).into(),
            create_time: Some(timestamp(sent.created_at)),
            sent_time: sent.sent_at.map(timestamp),
            receipt_time: sent.receipt_at.map(timestamp),
        }
    }
}
