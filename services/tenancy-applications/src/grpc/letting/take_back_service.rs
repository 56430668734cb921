//! `lintel.tenancy.v1.TakeBackService`.

use lintel_core::{ApplicationId, Error, TenantId};
use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{
        self, GetTakeBackRequest, GetTakeBackResponse, ListTakenBackRequest, ListTakenBackResponse,
        TakeBackRequest, TakeBackResponse, take_back_service_server::TakeBackService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use crate::{
    app::letting::TakeBacks,
    contract::words,
    domain::letting::{Outlook, TakeBackAct, TakeBackDraft, TakeBackRow, TakenBack},
};

/// Serves [`TakeBacks`] over gRPC.
#[derive(Debug, Clone)]
pub struct TakeBackGrpc {
    acts: TakeBacks,
}

impl TakeBackGrpc {
    /// Serves `acts`.
    #[must_use]
    pub const fn new(acts: TakeBacks) -> Self {
        Self { acts }
    }
}

#[tonic::async_trait]
impl TakeBackService for TakeBackGrpc {
    async fn get_take_back(
        &self,
        request: Request<GetTakeBackRequest>,
    ) -> Result<Response<GetTakeBackResponse>, Status> {
        let (caller, request) = read(request)?;
        let act = act(request.act())?;
        let (outlook, told) = self.acts.outlook(&caller, act, request.id).await?;
        let (told_tenant_id, mail_note) =
            told.map_or_else(Default::default, |(tenant, note)| (tenant.get(), note));
        Ok(Response::new(GetTakeBackResponse {
            told_tenant_id,
            mail_note,
            ..outlook_of(outlook, act)
        }))
    }

    async fn take_back(
        &self,
        request: Request<TakeBackRequest>,
    ) -> Result<Response<TakeBackResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let act = act(request.act())?;
        let draft = TakeBackDraft {
            basis: words::take_back_basis(request.basis()),
            reason: request.reason,
            undo: request.undo,
            email_tenant: request.email_tenant,
        };
        let (taken, emailed) = self
            .acts
            .take_back(&caller, act, request.id, draft, key.as_ref())
            .await?;
        Ok(Response::new(TakeBackResponse {
            taken_back: Some(taken_back(taken)),
            emailed,
        }))
    }

    async fn list_taken_back(
        &self,
        request: Request<ListTakenBackRequest>,
    ) -> Result<Response<ListTakenBackResponse>, Status> {
        let (caller, request) = read(request)?;
        let tenant = Some(request.tenant_id).filter(|id| *id != 0);
        let property = Some(request.property_id).filter(|id| *id != 0);
        let listed = self
            .acts
            .list(&caller, tenant.map(Into::into), property.map(Into::into))
            .await?;
        Ok(Response::new(ListTakenBackResponse {
            taken_back: listed.into_iter().map(taken_back).collect(),
        }))
    }
}

fn act(given: v1::TakeBackAct) -> Result<TakeBackAct, Error> {
    let choose = "Choose what to take back.";
    words::take_back_act(given).ok_or_else(|| Error::field("TAKE_BACK_INVALID", "act", choose))
}

fn outlook_of(outlook: Outlook, act: TakeBackAct) -> GetTakeBackResponse {
    let can_undo = outlook.can_undo();
    let followed = outlook.followed.into_iter().map(|one| v1::Followed {
        mark: v1::FollowedMark::from(one.mark).into(),
        what: one.what,
        then: one.then,
    });
    GetTakeBackResponse {
        what: outlook.what,
        since: outlook.since.map(Into::into),
        followed: followed.collect(),
        obstacle: outlook.obstacle.map(|obstacle| v1::Obstacle {
            text: obstacle.text,
            tenant_id: obstacle.tenant.map_or(0, TenantId::get),
            application_id: obstacle.application.map_or(0, ApplicationId::get),
        }),
        can_undo,
        asks_basis: act == TakeBackAct::End,
        rows: outlook.rows.into_iter().map(row).collect(),
        ..GetTakeBackResponse::default()
    }
}

fn row(row: TakeBackRow) -> v1::TakeBackRow {
    v1::TakeBackRow {
        what: row.what,
        stays: row.why.is_some(),
        why: row.why.unwrap_or_default(),
    }
}

fn taken_back(taken: TakenBack) -> v1::TakenBack {
    v1::TakenBack {
        taken_back_id: taken.id.get(),
        act: v1::TakeBackAct::from(taken.act).into(),
        what: taken.what,
        reason: taken.reason,
        basis: taken
            .basis
            .map_or(0, |basis| v1::TakeBackBasis::from(basis).into()),
        user_id: taken.by.get(),
        take_back_time: Some(timestamp(taken.at)),
        rows: taken.rows.into_iter().map(row).collect(),
    }
}
