//! The layer around every gRPC call: its span, one log line, its turn.

use std::{panic::AssertUnwindSafe, time::Instant};

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use futures::FutureExt as _;
use lintel_core::Error;
use lintel_proto::status::into_status;
use lintel_telemetry::{
    call::{Call, OTHER},
    trace::{self, HeaderExtractor},
};
use tracing::{Instrument as _, field::Empty};

use crate::{Gateway, front::shedding::Shedding};

/// Measures and logs one call, and answers after a panic.
pub async fn observe(State(gateway): State<Gateway>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    // Paths that are not in the contract are not logged.
    let path = request.uri().path();
    let in_contract = gateway.rules.get(path).is_some();
    let method = if in_contract {
        path.trim_start_matches('/').to_owned()
    } else if path.starts_with("/grpc.") {
        "grpc".to_owned()
    } else {
        "unknown".to_owned()
    };
    let span = tracing::info_span!(
        "grpc.door",
        otel.name = method,
        otel.kind = "server",
        rpc.method = method,
        trace_id = Empty,
    );
    trace::continue_from(&span, &HeaderExtractor(request.headers()));
    let call = Call::answered_here(if in_contract {
        method.clone()
    } else {
        OTHER.to_owned()
    });
    async move {
        let answered = AssertUnwindSafe(next.run(request)).catch_unwind().await;
        let response = answered
            .unwrap_or_else(|_| into_status(Error::internal("a call panicked")).into_http());
        // Absent if the status is in the trailers, which are passed on unread.
        let refused = response
            .headers()
            .get("grpc-status")
            .and_then(|code| code.to_str().ok());
        tracing::info!(
            status = response.status().as_u16(),
            grpc_status = refused,
            duration_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            method,
            "answered"
        );
        call.end(response.headers());
        response
    }
    .instrument(span)
    .await
}

/// Health checks are answered at full load as well.
pub async fn take_turn(State(shedding): State<Shedding>, request: Request, next: Next) -> Response {
    if request.uri().path().starts_with("/grpc.health.") {
        return next.run(request).await;
    }
    match shedding.begin("grpc").await {
        Ok(_turn) => next.run(request).await,
        Err(_) => into_status(Error::unavailable("too many calls at once")).into_http(),
    }
}
