//! The gRPC endpoint for integrators: one address that passes calls to the services by package as they came, with health and, if it is
//! on, reflection. Services check token and access rule themselves. The endpoint checks what they cannot know: ended sessions, and the
//! rate limits of an address, an account, an organisation, a private link and of files, as REST does. INTERNAL calls are not passed on.

mod observe;
mod peek;
mod proxy;
mod timeout;

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use axum::{Router, extract::Request, middleware};
use lintel_proto::FILE_DESCRIPTOR_SET;
use tonic::service::Routes;
use tonic_health::{ServingStatus, server::HealthReporter};

use self::peek::Peek;
use crate::{Gateway, front::shedding::Shedding};

/// Interval at which the endpoint's health is set to the gateway's readiness.
const HEALTH: Duration = Duration::from_secs(1);
/// The same while it is not ready, so that clients that wait for it do not wait long.
const HEALTH_AT_START: Duration = Duration::from_millis(50);

/// The router of the endpoint.
///
/// # Errors
/// When the contract cannot be described.
pub fn router(
    gateway: Gateway,
    shedding: Shedding,
    reporter: HealthReporter,
    describes_itself: bool,
) -> anyhow::Result<Router> {
    let health = tonic_health::server::HealthService::from_health_reporter(reporter);
    let mut routes = Routes::new(tonic_health::pb::health_server::HealthServer::new(health));
    if describes_itself {
        let described = || {
            tonic_reflection::server::Builder::configure()
                .register_encoded_file_descriptor_set(FILE_DESCRIPTOR_SET)
                .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        };
        // Older clients, Python's grpcio-reflection for example, know only v1alpha.
        routes = routes
            .add_service(described().build_v1().context("reflection v1")?)
            .add_service(described().build_v1alpha().context("reflection v1alpha")?);
    }
    let (proxied, peek) = (gateway.clone(), Arc::new(Peek::of_contract()?));
    Ok(routes
        .into_axum_router()
        .fallback(async move |request: Request| proxy::pass_on(&proxied, &peek, request).await)
        .layer(middleware::from_fn_with_state(shedding, observe::take_turn))
        .layer(middleware::from_fn_with_state(gateway, observe::observe)))
}

/// Reports the gateway's readiness as `grpc.health.v1`, until the process stops.
pub async fn report_health(gateway: Gateway, mut reporter: HealthReporter) {
    loop {
        let (status, pause) = if gateway.readiness.is_ready(&gateway).await {
            (ServingStatus::Serving, HEALTH)
        } else {
            (ServingStatus::NotServing, HEALTH_AT_START)
        };
        reporter.set_service_status("", status).await;
        tokio::select! {
            () = gateway.readiness.stopping() => break,
            () = tokio::time::sleep(pause) => {}
        }
    }
    reporter
        .set_service_status("", ServingStatus::NotServing)
        .await;
    gateway.stop.cancelled().await;
    // Ends the streams of health watchers; an open one would keep its connection, and so the process, alive.
    reporter.clear_service_status("").await;
}
