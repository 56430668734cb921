//! The layer that enforces the access rules, before a handler runs or a row is read.

use std::{
    future::{Ready, ready},
    task::{Context, Poll},
};

use futures::future::Either;
use http::{Extensions, HeaderMap, Request, Response, header::AUTHORIZATION};
use lintel_core::{Error, Principal};
use lintel_proto::status::into_status;
use tonic::Status;
use tower::{Layer, Service};

use crate::{AccessRules, CallAudience, ServiceKey, TokenError, TokenVerifier};

/// Enforces the contract's access rules on every RPC of a service and puts the [`Principal`] into the request.
#[derive(Debug, Clone)]
pub struct AccessLayer {
    rules: AccessRules,
    verifier: TokenVerifier,
    service_key: ServiceKey,
}

impl AccessLayer {
    /// A layer that verifies tokens with `verifier`, and Lintel's own programs by their certificates and `service_key`.
    ///
    /// # Errors
    /// [`Error::Internal`] when the contract cannot be read.
    pub fn new(verifier: TokenVerifier, service_key: ServiceKey) -> Result<Self, Error> {
        Ok(Self {
            rules: AccessRules::from_contract()?,
            verifier,
            service_key,
        })
    }

    /// The rules that this layer enforces.
    #[must_use]
    pub const fn rules(&self) -> &AccessRules {
        &self.rules
    }

    /// The caller of `path`, if the rule admits it. A path that is not an RPC of the contract, such as the health check, has
    /// no rule and is let through; a service serves nothing else there.
    fn admit(
        &self,
        path: &str,
        headers: &HeaderMap,
        connection: &Extensions,
    ) -> Result<Option<Principal>, Error> {
        let Some(rule) = self.rules.get(path) else {
            return Ok(None);
        };
        match rule.audience {
            CallAudience::Public => Ok(None),
            CallAudience::Internal => {
                let may = self
                    .service_key
                    .is_shown_by(&rule.callers, headers, connection);
                if may {
                    Ok(None)
                } else {
                    rule.admit(None).map(|()| None)
                }
            }
            CallAudience::SignedIn | CallAudience::Roles(_) => {
                let caller = bearer(headers)
                    .map(|token| self.verifier.verify_call(token, rule))
                    .transpose()
                    .map_err(|error| self.refused(error))?
                    .map(|verified| verified.principal);
                rule.admit(caller.as_ref())?;
                Ok(caller)
            }
        }
    }

    /// Why a token is refused. A service that has just started and has no keys yet says nothing about it: nobody is signed out by a
    /// restart.
    fn refused(&self, error: TokenError) -> Error {
        match error {
            TokenError::UnknownKey if !self.verifier.has_keys() => {
                Error::unavailable("identity's signing keys are not here yet")
            }
            error => token_refused(error),
        }
    }
}

fn token_refused(error: TokenError) -> Error {
    match error {
        TokenError::Expired => Error::Unauthenticated {
            reason: "TOKEN_EXPIRED",
            message: "Your session has expired. Please sign in again.",
        },
        TokenError::PasswordChange => Error::PermissionDenied {
            reason: "PASSWORD_CHANGE_REQUIRED",
            message: "Change your password first: it is older than 90 days.",
        },
        TokenError::UnknownKey | TokenError::Invalid => Error::Unauthenticated {
            reason: "TOKEN_INVALID",
            message: "Please sign in.",
        },
    }
}

/// The bearer token of a request.
#[must_use]
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then(|| token.trim())
        .filter(|token| !token.is_empty())
}

/// The caller of a request that passed the [`AccessLayer`].
///
/// # Errors
/// `UNAUTHENTICATED` when no layer put a caller there: the RPC is public, or the server was built without the layer.
pub fn principal<T>(request: &tonic::Request<T>) -> Result<Principal, Status> {
    request
        .extensions()
        .get::<Principal>()
        .copied()
        .ok_or_else(|| {
            into_status(Error::Unauthenticated {
                reason: "SIGN_IN_REQUIRED",
                message: "Please sign in.",
            })
        })
}

impl<S> Layer<S> for AccessLayer {
    type Service = AccessService<S>;

    fn layer(&self, inner: S) -> AccessService<S> {
        AccessService {
            inner,
            layer: self.clone(),
        }
    }
}

/// A service behind the [`AccessLayer`].
#[derive(Debug, Clone)]
pub struct AccessService<S> {
    inner: S,
    layer: AccessLayer,
}

impl<S, B, R> Service<Request<B>> for AccessService<S>
where
    S: Service<Request<B>, Response = Response<R>>,
    R: Default,
{
    type Response = Response<R>;
    type Error = S::Error;
    type Future = Either<S::Future, Ready<Result<Response<R>, S::Error>>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        let path = request.uri().path();
        let admitted = self
            .layer
            .admit(path, request.headers(), request.extensions());
        match admitted {
            Ok(caller) => {
                if let Some(caller) = caller {
                    request.extensions_mut().insert(caller);
                }
                Either::Left(self.inner.call(request))
            }
            Err(error) => Either::Right(ready(Ok(into_status(error).into_http()))),
        }
    }
}
