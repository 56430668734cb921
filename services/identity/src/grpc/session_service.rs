//! `SessionService`.

use lintel_auth::principal;
use lintel_core::{Error, SessionId};
use lintel_db::Asked;
use lintel_proto::{
    convert::{instant, timestamp},
    identity::v1::{
        EndOtherSessionsRequest, EndOtherSessionsResponse, EndSessionRequest, EndSessionResponse,
        EndedSession, ListEndedSessionsRequest, ListEndedSessionsResponse, ListSessionsRequest,
        ListSessionsResponse, ListSigningKeysRequest, ListSigningKeysResponse, LoginRequest,
        LoginResponse, LogoutRequest, LogoutResponse, NoteSessionUseRequest,
        NoteSessionUseResponse, RefreshSessionRequest, RefreshSessionResponse, SigningKey,
        VerifyLoginRequest, VerifyLoginResponse, session_service_server::SessionService,
    },
};
use lintel_runtime::write;
use tonic::{Request, Response, Status};

use super::{convert, own_sessions};
use crate::{
    app::{
        login::{LoggedIn, Login, LoginCommand},
        login_code::{CodeCommand, LoginCode},
        own_sessions::OwnSessions,
        sessions::Sessions,
        signing_keys::SigningKeys,
    },
    domain::{client::Client, token::LinkToken},
};

/// Serves `SessionService`.
#[derive(Debug)]
pub struct SessionGrpc {
    login: Login,
    sessions: Sessions,
    own: OwnSessions,
    codes: LoginCode,
    keys: SigningKeys,
}

impl SessionGrpc {
    /// Serves these use cases.
    pub const fn new(
        login: Login,
        sessions: Sessions,
        own: OwnSessions,
        codes: LoginCode,
        keys: SigningKeys,
    ) -> Self {
        Self {
            login,
            sessions,
            own,
            codes,
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
        let address = own_sessions::client_address(request.metadata());
        let request = request.into_inner();
        let command = LoginCommand {
            email: request.email,
            password: request.password.into(),
            client: Client::new(&request.user_agent, &address),
            device: LinkToken::parse(&request.device_token),
        };
        let answer = self.login.login(command).await?;
        Ok(Response::new(match answer {
            LoggedIn::Begun(begun) => {
                let begun = convert::begun(*begun);
                LoginResponse {
                    tokens: begun.tokens,
                    user: begun.user,
                    password_change_required: begun.password_change_required,
                    device_token: begun.device_token,
                    challenge: String::new(),
                }
            }
            LoggedIn::Challenged(challenge) => LoginResponse {
                challenge: challenge.expose().to_string(),
                ..LoginResponse::default()
            },
        }))
    }

    async fn verify_login(
        &self,
        request: Request<VerifyLoginRequest>,
    ) -> Result<Response<VerifyLoginResponse>, Status> {
        let address = own_sessions::client_address(request.metadata());
        let request = request.into_inner();
        let command = CodeCommand {
            challenge: request.challenge,
            code: request.code,
            client: Client::new(&request.user_agent, &address),
            device: LinkToken::parse(&request.device_token),
        };
        let begun = self.codes.verify(command).await?;
        Ok(Response::new(convert::begun(begun)))
    }

    async fn refresh_session(
        &self,
        request: Request<RefreshSessionRequest>,
    ) -> Result<Response<RefreshSessionResponse>, Status> {
        let RefreshSessionRequest {
            refresh_token,
            background,
        } = request.into_inner();
        let tokens = self.sessions.refresh(&refresh_token, background).await?;
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
        self.sessions.logout(&access_token, &refresh_token).await?;
        Ok(Response::new(LogoutResponse {}))
    }

    async fn list_sessions(
        &self,
        request: Request<ListSessionsRequest>,
    ) -> Result<Response<ListSessionsResponse>, Status> {
        let caller = principal(&request)?;
        let sessions = self.own.list(&caller).await?;
        Ok(Response::new(ListSessionsResponse {
            sessions: sessions
                .into_iter()
                .map(|session| own_sessions::session(session, &caller))
                .collect(),
        }))
    }

    async fn end_session(
        &self,
        request: Request<EndSessionRequest>,
    ) -> Result<Response<EndSessionResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let session = own_sessions::session_id(&request.session_id)?;
        self.own.end(&caller, session, key.as_ref()).await?;
        Ok(Response::new(EndSessionResponse {}))
    }

    async fn end_other_sessions(
        &self,
        request: Request<EndOtherSessionsRequest>,
    ) -> Result<Response<EndOtherSessionsResponse>, Status> {
        let (caller, _, key) = write(request)?;
        let asked = Asked::new(key, |ended: Vec<SessionId>| {
            Ok(EndOtherSessionsResponse {
                session_ids: ended.iter().map(ToString::to_string).collect(),
            })
        });
        Ok(Response::new(self.own.end_others(&caller, asked).await?))
    }

    async fn note_session_use(
        &self,
        request: Request<NoteSessionUseRequest>,
    ) -> Result<Response<NoteSessionUseResponse>, Status> {
        let uses = own_sessions::uses(request.into_inner().uses)?;
        self.own.note_uses(uses).await?;
        Ok(Response::new(NoteSessionUseResponse {}))
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
            .transpose()?;
        let sessions = self.sessions.ended(since).await?;
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
                .verifying()
                .into_iter()
                .map(|key| SigningKey {
                    key_id: key.key_id,
                    public_key: key.public_key.to_vec(),
                })
                .collect(),
        }))
    }
}
