//! Counts the calls that have a limit before they are handled: in one place, by their path, so that none is missed.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use http::{Request, Response};
use lintel_runtime::{into_status, limits::Guard};
use lintel_telemetry::metrics;
use opentelemetry::KeyValue;
use tower::{Layer, Service};

use super::own_sessions::CLIENT_ADDRESS;
use crate::app::{call_limits::CallLimits, hashing::PasswordHasher};

/// The RPC in which a caller without a session has a password judged.
const LOGIN: &str = "/lintel.identity.v1.SessionService/Login";

/// Counts the limited calls of every service behind it.
#[derive(Debug, Clone)]
pub struct GuardLayer {
    limits: CallLimits,
    hasher: PasswordHasher,
}

impl GuardLayer {
    /// Counts with `limits`. Sign-ins for which `hasher` has no place are refused before they are counted, because a count is
    /// written to disk and a flood would cause hundreds of them a second (T13).
    pub const fn new(limits: CallLimits, hasher: PasswordHasher) -> Self {
        Self { limits, hasher }
    }
}

impl<S> Layer<S> for GuardLayer {
    type Service = Guarded<S>;

    fn layer(&self, inner: S) -> Guarded<S> {
        Guarded {
            inner,
            limits: self.limits.clone(),
            hasher: self.hasher.clone(),
        }
    }
}

/// A service whose limited calls are counted.
#[derive(Debug, Clone)]
pub struct Guarded<S> {
    inner: S,
    limits: CallLimits,
    hasher: PasswordHasher,
}

impl<S, B, R> Service<Request<B>> for Guarded<S>
where
    S: Service<Request<B>, Response = Response<R>> + Clone + Send + 'static,
    S::Future: Send,
    B: Send + 'static,
    R: Default,
{
    type Response = Response<R>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Response<R>, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let Some(guard) = Guard::of_path(request.uri().path()) else {
            return Box::pin(self.inner.call(request));
        };
        let room = match request.uri().path() {
            LOGIN => self.hasher.has_room(),
            _ => Ok(()),
        };
        let address = request.headers().get(CLIENT_ADDRESS);
        let address = address.and_then(|address| address.to_str().ok());
        let address = address.unwrap_or_default().to_owned();
        let limits = self.limits.clone();
        // The service that was polled is ready; its clone may not be.
        let clone = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, clone);
        Box::pin(async move {
            let counted = match room {
                Ok(()) => limits.count(guard, &address).await,
                Err(error) => {
                    metrics::SIGN_INS.add(1, &[KeyValue::new("lintel.outcome", error.reason())]);
                    Err(error)
                }
            };
            match counted {
                Ok(()) => inner.call(request).await,
                Err(error) => Ok(into_status(error).into_http()),
            }
        })
    }
}
