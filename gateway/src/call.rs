//! One REST call on its way to the RPC it stands for: admitted by the RPC's own access rule before its body is read, sent
//! with the caller's token and a deadline, and sent once more where that is safe.

use std::{future::Future, marker::PhantomData, time::Duration};

use axum::extract::FromRequestParts;
use http::request::Parts;
use lintel_auth::{Audience, CallAudience, Rule};
use lintel_core::Principal;
use lintel_telemetry::metrics;
use opentelemetry::KeyValue;
use rand::Rng as _;
use tokio::time::Instant;
use tonic::{Request, Response, Status, metadata::AsciiMetadataValue};

use crate::{
    Gateway,
    problem::{Problem, is_transient},
    rpc::{Rpc, patience},
};

/// Before a second attempt, so that those who were refused together do not come back together.
const PAUSE: std::ops::RangeInclusive<u64> = 25..=100;

/// A call that was admitted: its address is within its limits, and the RPC's rule lets its caller in.
#[derive(Debug)]
pub struct Call<R> {
    gateway: Gateway,
    authorization: Option<AsciiMetadataValue>,
    deadline: Instant,
    writes: bool,
    rpc: PhantomData<R>,
}

impl<R: Rpc> FromRequestParts<Gateway> for Call<R> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let address = gateway.addresses.of(&parts.headers, &parts.extensions);
        gateway
            .limits
            .check(R::PATH, address)
            .map_err(Problem::too_many)?;
        let rule = gateway
            .rules
            .get(R::PATH)
            .ok_or_else(|| Problem::internal(format_args!("{} has no rule", R::PATH)))?;
        let caller = admit(gateway, rule, parts)?;
        let authorization = caller
            .and_then(|_| parts.headers.get(http::header::AUTHORIZATION))
            .and_then(|value| AsciiMetadataValue::try_from(value.as_bytes()).ok());
        Ok(Self {
            gateway: gateway.clone(),
            authorization,
            deadline: Instant::now() + patience(R::PATH, rule.writes),
            writes: rule.writes,
            rpc: PhantomData,
        })
    }
}

/// Who is calling, if the rule lets them.
fn admit(gateway: &Gateway, rule: &Rule, parts: &Parts) -> Result<Option<Principal>, Problem> {
    if matches!(rule.audience, CallAudience::Public) {
        return Ok(None);
    }
    let caller = lintel_auth::bearer(&parts.headers)
        .map(|token| gateway.sessions.verify(token, Audience::Lintel))
        .transpose()?
        .map(|verified| verified.principal);
    rule.admit(caller.as_ref())?;
    Ok(caller)
}

impl<R: Rpc> Call<R> {
    /// The RPC as metrics name it.
    const METHOD: &'static str = R::PATH.split_at(1).1;

    /// The gateway that the call came through.
    #[must_use]
    pub const fn gateway(&self) -> &Gateway {
        &self.gateway
    }

    /// Gives the call until `patience` from now, for one that asks several times.
    #[must_use]
    pub fn within(mut self, patience: Duration) -> Self {
        self.deadline = Instant::now() + patience;
        self
    }

    /// Sends `message`. A read is sent once more when the service was away for a moment.
    ///
    /// # Errors
    /// The service's refusal as a [`Problem`].
    pub async fn send<M, T, F>(
        &self,
        message: M,
        send: impl Fn(Request<M>) -> F,
    ) -> Result<T, Problem>
    where
        M: Clone,
        F: Future<Output = Result<Response<T>, Status>>,
    {
        self.attempt(message, send, !self.writes).await
    }

    /// As [`Self::send`] for a write that carries `request_id`: a repeat of a named change is safe.
    ///
    /// # Errors
    /// As [`Self::send`].
    pub async fn send_named<M, T, F>(
        &self,
        message: M,
        request_id: &str,
        send: impl Fn(Request<M>) -> F,
    ) -> Result<T, Problem>
    where
        M: Clone,
        F: Future<Output = Result<Response<T>, Status>>,
    {
        self.attempt(message, send, !request_id.is_empty()).await
    }

    async fn attempt<M, T, F>(
        &self,
        message: M,
        send: impl Fn(Request<M>) -> F,
        repeatable: bool,
    ) -> Result<T, Problem>
    where
        M: Clone,
        F: Future<Output = Result<Response<T>, Status>>,
    {
        let budget = self.gateway.retries.of_path(R::PATH);
        budget.earn();
        let first = self.once(message.clone(), &send).await;
        let answer = match first {
            Err(status) if repeatable && is_transient(&status) && budget.spend() => {
                metrics::RETRIES.add(1, &[KeyValue::new("rpc.method", Self::METHOD)]);
                let pause = rand::thread_rng().gen_range(PAUSE);
                tokio::time::sleep(Duration::from_millis(pause)).await;
                self.once(message, &send).await
            }
            answer => answer,
        };
        Ok(answer?)
    }

    async fn once<M, T, F>(&self, message: M, send: &impl Fn(Request<M>) -> F) -> Result<T, Status>
    where
        F: Future<Output = Result<Response<T>, Status>>,
    {
        let mut request = Request::new(message);
        request.set_timeout(self.deadline.saturating_duration_since(Instant::now()));
        if let Some(value) = &self.authorization {
            request
                .metadata_mut()
                .insert("authorization", value.clone());
        }
        // The header tells the service; the clock here also covers a connection that does not come about.
        tokio::time::timeout_at(self.deadline, send(request))
            .await
            .map_err(|_| Status::deadline_exceeded("no answer in time"))?
            .map(Response::into_inner)
    }
}
