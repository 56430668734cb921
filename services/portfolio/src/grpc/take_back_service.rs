//! `lintel.portfolio.v1.PortfolioTakeBackService`.

use lintel_core::{Error, PropertyId};
use lintel_proto::{
    convert::timestamp,
    portfolio::v1::{
        self, GetTakeBackRequest, GetTakeBackResponse, ListTakenBackRequest, ListTakenBackResponse,
        TakeBackRequest, TakeBackResponse,
        portfolio_take_back_service_server::PortfolioTakeBackService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use crate::{
    app::TakeBacks,
    contract::words,
    domain::{Outlook, TakeBackAct, TakeBackRow, TakenBack},
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
impl PortfolioTakeBackService for TakeBackGrpc {
    async fn get_take_back(
        &self,
        request: Request<GetTakeBackRequest>,
    ) -> Result<Response<GetTakeBackResponse>, Status> {
        let (caller, request) = read(request)?;
        let act = act(request.act())?;
        let outlook = self.acts.outlook(&caller, act, request.id).await?;
        Ok(Response::new(outlook_of(outlook)))
    }

    async fn take_back(
        &self,
        request: Request<TakeBackRequest>,
    ) -> Result<Response<TakeBackResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let act = act(request.act())?;
        let why = (request.reason.as_str(), request.undo);
        let taken = self
            .acts
            .take_back(&caller, act, request.id, why, key.as_ref())
            .await?;
        Ok(Response::new(TakeBackResponse {
            taken_back: Some(taken_back(taken)),
        }))
    }

    async fn list_taken_back(
        &self,
        request: Request<ListTakenBackRequest>,
    ) -> Result<Response<ListTakenBackResponse>, Status> {
        let (caller, request) = read(request)?;
        let property = request.property_id;
        let property = Some(property).filter(|id| *id != 0);
        let listed = self.acts.list(&caller, property.map(Into::into)).await?;
        Ok(Response::new(ListTakenBackResponse {
            taken_back: listed.into_iter().map(taken_back).collect(),
        }))
    }
}

fn act(given: v1::TakeBackAct) -> Result<TakeBackAct, Error> {
    let choose = "Choose what to take back.";
    words::take_back_act(given).ok_or_else(|| Error::field("TAKE_BACK_INVALID", "act", choose))
}

fn outlook_of(outlook: Outlook) -> GetTakeBackResponse {
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
            property_id: obstacle.property.map_or(0, PropertyId::get),
        }),
        can_undo,
        rows: outlook.rows.into_iter().map(row).collect(),
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
        property_id: taken.property.map_or(0, PropertyId::get),
        user_id: taken.by.get(),
        take_back_time: Some(timestamp(taken.at)),
        rows: taken.rows.into_iter().map(row).collect(),
        issues_found: taken.issues_found.unwrap_or_default(),
        action_required: taken.action_required.unwrap_or_default(),
        media_urls: taken.media,
    }
}
