//! Acts that are taken back: at once, after something followed, twice, by two at once, by others.

mod ending;
mod imports;
mod rent_change;
mod rest;

use lintel_proto::tenancy::v1::{
    FollowedMark, GetTakeBackRequest, GetTakeBackResponse, ListTakenBackRequest, TakeBackAct,
    TakeBackBasis, TakeBackRequest, TakenBack, take_back_service_client::TakeBackServiceClient,
};
use tonic::Status;

use crate::{
    applying::{owner, request_id},
    harness::{Connection, World},
};

/// Somebody who takes acts back.
#[derive(Clone)]
pub struct Acts(TakeBackServiceClient<Connection>);

impl Acts {
    pub fn of(world: &World, organisation: i64) -> anyhow::Result<Self> {
        let connection = owner(world, organisation)?;
        Ok(Self(TakeBackServiceClient::new(connection)))
    }

    pub async fn look(&self, act: TakeBackAct, id: i64) -> Result<GetTakeBackResponse, Status> {
        let request = GetTakeBackRequest {
            act: act.into(),
            id,
        };
        Ok(self.0.clone().get_take_back(request).await?.into_inner())
    }

    pub async fn send(&self, request: TakeBackRequest) -> Result<TakenBack, Status> {
        let reply = self.0.clone().take_back(request).await?.into_inner();
        Ok(reply.taken_back.unwrap_or_default())
    }

    /// Takes an act back; whether a tenant was told by mail.
    pub async fn told(&self, request: TakeBackRequest) -> Result<bool, Status> {
        Ok(self
            .0
            .clone()
            .take_back(request)
            .await?
            .into_inner()
            .emailed)
    }

    pub async fn take_back(&self, act: TakeBackAct, id: i64) -> Result<TakenBack, Status> {
        self.send(asked(act, id)).await
    }

    pub async fn undo(&self, act: TakeBackAct, id: i64) -> Result<TakenBack, Status> {
        let request = TakeBackRequest {
            reason: String::new(),
            basis: 0,
            undo: true,
            ..asked(act, id)
        };
        self.send(request).await
    }

    pub async fn history(
        &self,
        tenant_id: i64,
        property_id: i64,
    ) -> Result<Vec<TakenBack>, Status> {
        let request = ListTakenBackRequest {
            tenant_id,
            property_id,
        };
        let listed = self.0.clone().list_taken_back(request).await?;
        Ok(listed.into_inner().taken_back)
    }
}

/// A request that says why.
pub fn asked(act: TakeBackAct, id: i64) -> TakeBackRequest {
    TakeBackRequest {
        act: act.into(),
        id,
        reason: "It was a mistake.".to_owned(),
        basis: TakeBackBasis::Mistake.into(),
        request_id: request_id(),
        ..Default::default()
    }
}

/// What has followed, each with what becomes of it.
pub fn followed(outlook: &GetTakeBackResponse) -> Vec<(FollowedMark, &str, &str)> {
    let followed = outlook.followed.iter();
    followed
        .map(|one| (one.mark(), one.what.as_str(), one.then.as_str()))
        .collect()
}

/// What stands against it.
pub fn obstacle(outlook: &GetTakeBackResponse) -> &str {
    let obstacle = outlook.obstacle.as_ref();
    obstacle.map_or("", |obstacle| obstacle.text.as_str())
}
