//! A REST call as a call of its RPC: checked by the RPC's access rule before its body is read, sent with the caller's token and a
//! deadline, and sent a second time where that is safe.

use std::{marker::PhantomData, net::IpAddr, time::Duration};

use axum::extract::FromRequestParts;
use bytes::{Buf as _, BufMut as _, Bytes};
use http::{StatusCode, request::Parts, uri::PathAndQuery};
use lintel_auth::{CallAudience, Rule};
use lintel_core::{Principal, Role, SessionId};
use lintel_proto::{Rpc, input::Input, shape::INPUTS};
use lintel_runtime::GrpcChannel;
use lintel_telemetry::metrics;
use opentelemetry::KeyValue;
use prost::Message as _;
use rand::Rng as _;
use tokio::time::Instant;
use tonic::{
    Code, Request, Response, Status,
    codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
    metadata::AsciiMetadataValue,
};
use tower::retry::budget::Budget as _;

use crate::{
    Gateway,
    clients::Upstream,
    deadline::time_for,
    front::{
        activity,
        address::{CLIENT_ADDRESS, CLIENT_BROWSER, browser},
        api_keys,
        sessions::session_ended,
    },
    rest::{
        input::check_parameters,
        problem::{Problem, is_transient},
    },
};

/// The pause before a second attempt in milliseconds; random, so that calls that failed together are not repeated together.
const PAUSE: std::ops::RangeInclusive<u64> = 25..=100;

/// The largest reply in bytes: a document of 10 MB and what is around it.
const LARGEST_REPLY: usize = 11 * 1024 * 1024;

/// A call that was allowed: its address is within its limits, and the RPC's access rule allows the caller.
#[derive(Debug)]
pub struct Call<R> {
    allowed: Allowed,
    rpc: PhantomData<R>,
}

impl<R: Rpc> FromRequestParts<Gateway> for Call<R> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        Ok(Self {
            allowed: Allowed::admit(R::PATH, parts, gateway).await?,
            rpc: PhantomData,
        })
    }
}

/// The API key of a call whose rule requires a caller.
fn key_of<'a>(rule: &Rule, parts: &'a Parts) -> Option<&'a str> {
    let asks = !matches!(rule.audience, CallAudience::Public);
    lintel_auth::bearer(&parts.headers).filter(|bearer| asks && api_keys::is_key(bearer))
}

/// The caller, if the rule allows them.
fn admit(gateway: &Gateway, rule: &Rule, parts: &Parts) -> Result<Option<Principal>, Problem> {
    if matches!(rule.audience, CallAudience::Public) {
        return Ok(None);
    }
    let caller = lintel_auth::bearer(&parts.headers)
        .map(|token| gateway.sessions.verify_call(token, rule))
        .transpose()?
        .map(|verified| verified.principal);
    rule.admit(caller.as_ref())?;
    Ok(caller)
}

impl<R: Rpc> Call<R> {
    /// The gateway that handles the call.
    #[must_use]
    pub const fn gateway(&self) -> &Gateway {
        &self.allowed.gateway
    }

    /// The caller's session; for an API key the session of the key.
    ///
    /// # Errors
    /// A 401 [`Problem`] without a signed-in caller.
    pub fn session(&self) -> Result<SessionId, Problem> {
        let caller = self.allowed.caller.as_ref();
        caller
            .map(|caller| caller.session)
            .ok_or_else(|| Problem::of_status(StatusCode::UNAUTHORIZED))
    }

    /// Returns the role of the signed-in caller.
    #[must_use]
    pub fn role(&self) -> Option<Role> {
        self.allowed.caller.as_ref().map(|caller| caller.role)
    }

    /// Counts an upload by the caller.
    ///
    /// # Errors
    /// A 429 [`Problem`] when the account has sent too many files.
    pub fn check_upload(&self) -> Result<(), Problem> {
        let caller = self.allowed.caller.as_ref();
        caller.map_or(Ok(()), |caller| {
            Ok(self.gateway().limits.check_upload(caller.user)?)
        })
    }

    /// Counts what else of the caller this call does, which would be `calls` calls one by one.
    ///
    /// # Errors
    /// A 429 [`Problem`] when the account has made too many calls.
    pub fn count(&self, calls: usize) -> Result<(), Problem> {
        let caller = self.allowed.caller.as_ref();
        let limits = &self.gateway().limits;
        caller.map_or(Ok(()), |caller| {
            Ok((0..calls).try_for_each(|_| limits.check_caller(caller))?)
        })
    }

    /// A call of another RPC for the same caller and until the same deadline. The service checks whether they may call it.
    ///
    /// # Errors
    /// A 500 [`Problem`] for an RPC without a rule.
    pub fn beside<S: Rpc>(&self) -> Result<Call<S>, Problem> {
        Ok(Call {
            allowed: self.allowed.beside(S::PATH)?,
            rpc: PhantomData,
        })
    }

    /// Sets the deadline to `time` from now, for a handler that sends several calls.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.allowed = self.allowed.within(time);
        self
    }

    /// Sends `message`. If the service is away it is sent a second time, but only if it reads or carries a request id, by which
    /// the service recognises a repeat.
    ///
    /// # Errors
    /// The service's refusal as a [`Problem`]; `SESSION_ENDED` when the caller's session has ended since the access check.
    pub async fn send(&self, message: R) -> Result<R::Reply, Problem> {
        let has_request_id = !message.request_id().is_empty();
        let message = Bytes::from(message.encode_to_vec());
        let reply = self.allowed.send(R::PATH, message, has_request_id).await?;
        let reply = R::Reply::decode(reply);
        Ok(reply.map_err(|error| Status::internal(error.to_string()))?)
    }
}

/// A call that was allowed, without the types of its RPC: what is not generic is compiled once, not for each of 250 RPCs.
#[derive(Debug)]
pub struct Allowed {
    gateway: Gateway,
    caller: Option<Principal>,
    authorization: Option<AsciiMetadataValue>,
    address: IpAddr,
    browser: Option<AsciiMetadataValue>,
    deadline: Instant,
    writes: bool,
}

impl Allowed {
    /// Checks a request against the limits of its address and the access rule of the RPC at `path`.
    ///
    /// # Errors
    /// A [`Problem`] of a limit, of signing in or of the rule, and of a parameter that the operation does not take.
    pub async fn admit(
        path: &'static str,
        parts: &Parts,
        gateway: &Gateway,
    ) -> Result<Self, Problem> {
        let address = gateway.addresses.of(&parts.headers, &parts.extensions);
        gateway.limits.check(path, address)?;
        gateway.full_queue.check(path)?;
        let rule = rule_of(gateway, path)?;
        let key = key_of(rule, parts);
        let (caller, authorization) = match key {
            Some(key) => {
                let admitted = gateway.api_keys.admit(gateway, key, rule, address).await?;
                let value = AsciiMetadataValue::try_from(format!("Bearer {}", admitted.token));
                (Some(admitted.caller), value.ok())
            }
            None => {
                let caller = admit(gateway, rule, parts)?;
                let value = caller.and_then(|_| parts.headers.get(http::header::AUTHORIZATION));
                let value = value.and_then(|v| AsciiMetadataValue::try_from(v.as_bytes()).ok());
                (caller, value)
            }
        };
        if let Some(caller) = caller {
            gateway.limits.check_caller(&caller)?;
            // The session of a key has no idle time.
            if key.is_none() && !activity::is_background(&parts.headers) {
                gateway.activity.note(caller.session, gateway.clock.now());
            }
        }
        check_parameters(parts)?;
        Ok(Self {
            gateway: gateway.clone(),
            caller,
            authorization,
            address,
            browser: browser(&parts.headers),
            deadline: Instant::now() + time_for(path, rule.writes),
            writes: rule.writes,
        })
    }

    fn beside(&self, path: &'static str) -> Result<Self, Problem> {
        Ok(Self {
            gateway: self.gateway.clone(),
            caller: self.caller,
            authorization: self.authorization.clone(),
            address: self.address,
            browser: self.browser.clone(),
            deadline: self.deadline,
            writes: rule_of(&self.gateway, path)?.writes,
        })
    }

    /// Sets the deadline to `time` from now.
    pub fn within(mut self, time: Duration) -> Self {
        self.deadline = Instant::now() + time;
        self
    }

    /// Sends an encoded message, and a second time as [`Call::send`] does.
    ///
    /// # Errors
    /// The same as [`Call::send`] answers.
    pub async fn send(
        &self,
        path: &'static str,
        message: Bytes,
        has_request_id: bool,
    ) -> Result<Bytes, Problem> {
        // Reading a body takes time, and so does a handler that sends several calls.
        if let Some(caller) = &self.caller
            && self.gateway.sessions.has_ended(caller.session)
        {
            return Err(session_ended().into());
        }
        let repeatable = !self.writes || has_request_id;
        let service = self.gateway.clients.of_path(path);
        let service = service.ok_or_else(|| Status::unimplemented("no service for this call"))?;
        service.retries.deposit();
        let first = self.once(service, path, message.clone()).await;
        let answer = match first {
            Err(status) if repeatable && is_transient(&status) && service.retries.withdraw() => {
                // The name of the RPC is its path without the first slash.
                metrics::RETRIES.add(1, &[KeyValue::new("rpc.method", &path[1..])]);
                let pause = rand::thread_rng().gen_range(PAUSE);
                tokio::time::sleep(Duration::from_millis(pause)).await;
                self.once(service, path, message).await
            }
            answer => answer,
        };
        answer.map_err(|status| {
            self.note(path, &status);
            Problem::of_call(&status, input_of(path))
        })
    }

    /// A status without details was made by the transport, not by the service.
    fn note(&self, path: &'static str, status: &Status) {
        if status.code() == Code::Unavailable && !status.details().is_empty() {
            self.gateway.full_queue.note_busy(path);
        }
    }

    async fn once(
        &self,
        service: &Upstream,
        path: &'static str,
        message: Bytes,
    ) -> Result<Bytes, Status> {
        let mut request = Request::new(message);
        request.set_timeout(self.deadline.saturating_duration_since(Instant::now()));
        if let Some(value) = &self.authorization {
            request
                .metadata_mut()
                .insert("authorization", value.clone());
        }
        if let Ok(address) = AsciiMetadataValue::try_from(self.address.to_string()) {
            request.metadata_mut().insert(CLIENT_ADDRESS, address);
        }
        if let Some(browser) = &self.browser {
            request
                .metadata_mut()
                .insert(CLIENT_BROWSER, browser.clone());
        }
        // The header gives the service its deadline; this timeout also covers a connection that cannot be made.
        let channel = service.channel.clone();
        tokio::time::timeout_at(self.deadline, unary(channel, path, request))
            .await
            .map_err(|_| Status::deadline_exceeded("no answer in time"))?
            .map(Response::into_inner)
    }
}

async fn unary(
    channel: GrpcChannel,
    path: &'static str,
    request: Request<Bytes>,
) -> Result<Response<Bytes>, Status> {
    let client = tonic::client::Grpc::new(channel);
    let mut client = client.max_decoding_message_size(LARGEST_REPLY);
    let ready = client.ready().await;
    ready.map_err(|error| Status::unavailable(error.to_string()))?;
    client
        .unary(request, PathAndQuery::from_static(path), BytesCodec)
        .await
}

/// The body or query of the call at `path`; `None` where that is read by hand.
fn input_of(path: &str) -> Option<&'static Input> {
    let mut inputs = INPUTS.iter();
    inputs.find(|(of, _)| *of == path).map(|(_, input)| *input)
}

fn rule_of<'a>(gateway: &'a Gateway, path: &str) -> Result<&'a Rule, Problem> {
    let rule = gateway.rules.get(path);
    rule.ok_or_else(|| Problem::internal(format_args!("{path} has no rule")))
}

/// Messages that are encoded already, and are decoded by whoever asked.
#[derive(Debug, Clone, Copy, Default)]
struct BytesCodec;

impl Codec for BytesCodec {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        *self
    }

    fn decoder(&mut self) -> Self {
        *self
    }
}

impl Encoder for BytesCodec {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, message: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(message);
        Ok(())
    }
}

impl Decoder for BytesCodec {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}
