//! `SessionService`.

use lintel_core::Error;
use lintel_proto::{
    convert::{instant, timestamp},
    identity::v1::{
        EndedSession, ListEndedSessionsRequest, ListEndedSessionsResponse, ListSigningKeysRequest,
        ListSigningKeysResponse, LoginRequest, LoginResponse, LogoutRequest, LogoutResponse,
        RefreshSessionRequest, RefreshSessionResponse, SigningKey,
        session_service_server::SessionService,
    },
};
use lintel_runtime::into_status;
use tonic::{Request, Response, Status};

use super::convert;
use crate::app::{
    login::{Login, LoginCommand},
    sessions::Sessions,
    signing_keys::SigningKeys,
};

/// Serves `SessionService`.
#[derive(Debug)]
pub struct SessionGrpc {
    login: Login,
    sessions: Sessions,
    keys: SigningKeys,
}

impl SessionGrpc {
    /// Serves these use cases.
    pub const fn new(login: Login, sessions: Sessions, keys: SigningKeys) -> Self {
        Self {
            login,
            sessions,
            keys,
        }
    }
}

#[tonic::async_trait]
impl SessionService for SessionGrpc {
    async fn login(
        &self,
        request: Request<LoginRequest>,
    ) -> Result<Response<LoginResponse>, Status> {
        let request = request.into_inner();
        let command = LoginCommand {
            email: request.email,
            password: request.password.into(),
            user_agent: request.user_agent,
        };
        let (tokens, user) = self.login.login(command).await.map_err(into_status)?;
        Ok(Response::new(LoginResponse {
            tokens: Some(convert::tokens(tokens)),
            user: Some(convert::user(user)),
        }))
    }

    async fn refresh_session(
        &self,
        request: Request<RefreshSessionRequest>,
    ) -> Result<Response<RefreshSessionResponse>, Status> {
        let token = request.into_inner().refresh_token;
        let tokens = self.sessions.refresh(&token).await.map_err(into_status)?;
        Ok(Response::new(RefreshSessionResponse {
            tokens: Some(convert::tokens(tokens)),
        }))
    }

    async fn logout(
        &self,
        request: Request<LogoutRequest>,
    ) -> Result<Response<LogoutResponse>, Status> {
        let LogoutRequest {
            access_token,
            refresh_token,
        } = request.into_inner();
        self.sessions
            .logout(&access_token, &refresh_token)
            .await
            .map_err(into_status)?;
        Ok(Response::new(LogoutResponse {}))
    }

    async fn list_ended_sessions(
        &self,
        request: Request<ListEndedSessionsRequest>,
    ) -> Result<Response<ListEndedSessionsResponse>, Status> {
        let since = request
            .into_inner()
            .since_time
            .map(|time| {
                instant(&time).ok_or_else(|| {
                    Error::field("TIME_INVALID", "since_time", "Give an instant that exists.")
                })
            })
            .transpose()
            .map_err(into_status)?;
        let sessions = self.sessions.ended(since).await.map_err(into_status)?;
        Ok(Response::new(ListEndedSessionsResponse {
            sessions: sessions
                .into_iter()
                .map(|(session, ended_at)| EndedSession {
                    session_id: session.to_string(),
                    end_time: Some(timestamp(ended_at)),
                })
                .collect(),
        }))
    }

    async fn list_signing_keys(
        &self,
        _request: Request<ListSigningKeysRequest>,
    ) -> Result<Response<ListSigningKeysResponse>, Status> {
        Ok(Response::new(ListSigningKeysResponse {
            keys: self
                .keys
                .verifying
                .iter()
                .map(|key| SigningKey {
                    key_id: key.key_id.clone(),
                    public_key: key.public_key.to_vec(),
                })
                .collect(),
        }))
    }
}
