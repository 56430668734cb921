//! `lintel.tenancy.v1.DeadlineService`.

use lintel_auth::principal;
use lintel_proto::tenancy::v1::{
    self, ListDeadlinesRequest, ListDeadlinesResponse, deadline_service_server::DeadlineService,
};
use tonic::{Request, Response, Status};

use crate::{
    app::letting::Deadlines,
    domain::letting::{Deadline, DeadlineSubject},
};

/// Serves [`Deadlines`] over gRPC.
#[derive(Debug, Clone)]
pub struct DeadlineGrpc {
    deadlines: Deadlines,
}

impl DeadlineGrpc {
    /// Serves `deadlines`.
    #[must_use]
    pub const fn new(deadlines: Deadlines) -> Self {
        Self { deadlines }
    }
}

#[tonic::async_trait]
impl DeadlineService for DeadlineGrpc {
    async fn list_deadlines(
        &self,
        request: Request<ListDeadlinesRequest>,
    ) -> Result<Response<ListDeadlinesResponse>, Status> {
        let caller = principal(&request)?;
        let listed = self.deadlines.list(&caller).await?;
        Ok(Response::new(ListDeadlinesResponse {
            deadlines: listed.into_iter().map(deadline).collect(),
        }))
    }
}

fn deadline(deadline: Deadline) -> v1::Deadline {
    let (tenant_id, application_id) = match deadline.about {
        DeadlineSubject::Tenant(id) => (id.get(), 0),
        DeadlineSubject::Application(id) => (0, id.get()),
    };
    v1::Deadline {
        kind: v1::DeadlineKind::from(deadline.kind).into(),
        due_date: Some(deadline.due.into()),
        tenant_id,
        application_id,
        property_id: deadline.property.get(),
        tenant_name: deadline.name,
        property_display_name: deadline.home,
    }
}
