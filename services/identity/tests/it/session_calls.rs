//! Calls about one session, for the tests of refresh and sign-out.

use anyhow::Context as _;
use lintel_proto::identity::v1::{
    LogoutRequest, RefreshSessionRequest, SessionEnded, SessionTokens,
};
use tonic::Status;

use crate::harness::Stack;

pub const EMAIL: &str = "ada@example.com";

pub async fn begin(stack: &Stack) -> anyhow::Result<SessionTokens> {
    stack.signed_in(EMAIL).await?.tokens.context("tokens")
}

pub async fn refresh(stack: &Stack, token: &str) -> Result<SessionTokens, Status> {
    renew(stack, token, false).await
}

/// Refreshes; `background` says that no person caused it.
pub async fn renew(stack: &Stack, token: &str, background: bool) -> Result<SessionTokens, Status> {
    let request = RefreshSessionRequest {
        refresh_token: token.to_owned(),
        background,
    };
    let answer = stack.session.clone().refresh_session(request).await?;
    answer
        .into_inner()
        .tokens
        .ok_or_else(|| Status::unknown("no tokens"))
}

pub async fn logout(stack: &Stack, access: &str, refresh: &str) -> Result<(), Status> {
    let request = LogoutRequest {
        access_token: access.to_owned(),
        refresh_token: refresh.to_owned(),
    };
    stack.session.clone().logout(request).await?;
    Ok(())
}

pub async fn ended(stack: &Stack) -> anyhow::Result<usize> {
    Ok(stack.events::<SessionEnded>().await?.len())
}
