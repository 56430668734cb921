//! `SecurityLogService`.

use lintel_auth::principal;
use lintel_core::{PageRequest, device_name};
use lintel_proto::{
    convert::timestamp,
    identity::v1::{
        ListSecurityEventsRequest, ListSecurityEventsResponse, SecurityEvent,
        security_log_service_server::SecurityLogService,
    },
};
use tonic::{Request, Response, Status};

use crate::app::security_log::SecurityLog;

/// Serves `SecurityLogService`.
#[derive(Debug)]
pub struct SecurityLogGrpc {
    log: SecurityLog,
}

impl SecurityLogGrpc {
    /// Serves this use case.
    pub const fn new(log: SecurityLog) -> Self {
        Self { log }
    }
}

#[tonic::async_trait]
impl SecurityLogService for SecurityLogGrpc {
    async fn list_security_events(
        &self,
        request: Request<ListSecurityEventsRequest>,
    ) -> Result<Response<ListSecurityEventsResponse>, Status> {
        let caller = principal(&request)?;
        let ListSecurityEventsRequest {
            page_size,
            page_token,
        } = request.into_inner();
        let page = PageRequest::parse(page_size, &page_token)?;
        let listed = self.log.list(&caller, &page).await?;
        let events = listed.events.into_iter().map(|event| SecurityEvent {
            security_event_id: event.id,
            occur_time: Some(timestamp(event.at)),
            kind: event.kind.as_str().to_owned(),
            device: device_name(&event.client.user_agent),
            address: event.client.address,
            text: event.kind.text().to_owned(),
        });
        Ok(Response::new(ListSecurityEventsResponse {
            events: events.collect(),
            next_page_token: listed.next.map(|next| next.encode()).unwrap_or_default(),
        }))
    }
}
