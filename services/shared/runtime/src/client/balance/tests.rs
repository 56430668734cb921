use tokio::net::TcpListener;
use tonic::transport::{Server, server::TcpIncoming};
use tonic_health::{
    pb::health_server::HealthServer,
    server::{HealthReporter, HealthService},
};

use super::*;

/// A replica whose answer tells whether it is the ready one.
async fn replica(status: tonic_health::ServingStatus) -> anyhow::Result<(Address, HealthReporter)> {
    let reporter = HealthReporter::new();
    reporter.set_service_status("", status).await;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = Address::parse(&format!("http://{}", listener.local_addr()?), None)?;
    let service = HealthServer::new(HealthService::from_health_reporter(reporter.clone()));
    tokio::spawn(
        Server::builder()
            .add_service(service)
            .serve_with_incoming(TcpIncoming::from(listener)),
    );
    Ok((address, reporter))
}

/// Counts how many of 20 calls a ready replica answered.
async fn answered_by_a_ready_one(channel: &Channel) -> anyhow::Result<usize> {
    let mut client = HealthClient::new(channel.clone());
    let mut ready = 0;
    for _ in 0..20 {
        let call = client.check(HealthCheckRequest::default());
        let reply = tokio::time::timeout(Duration::from_secs(2), call).await??;
        ready += usize::from(reply.get_ref().status() == ServingStatus::Serving);
    }
    Ok(ready)
}

async fn wait_until_answered(channel: &Channel, by_ready: usize) -> anyhow::Result<()> {
    let mut seen = 0;
    for _ in 0..200 {
        seen = answered_by_a_ready_one(channel).await?;
        if seen == by_ready {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    anyhow::bail!("{seen} of 20 calls were answered by a ready replica, not {by_ready}")
}

#[tokio::test]
async fn calls_go_to_replicas_that_are_ready_and_to_any_where_none_is() -> anyhow::Result<()> {
    use tonic_health::ServingStatus::{NotServing, Serving};
    let (first, one) = replica(Serving).await?;
    let (second, other) = replica(NotServing).await?;
    let channel = channel(vec![first, second]);
    wait_until_answered(&channel, 20).await?;

    one.set_service_status("", NotServing).await;
    wait_until_answered(&channel, 0).await?;

    other.set_service_status("", Serving).await;
    wait_until_answered(&channel, 20).await
}

#[tokio::test]
async fn a_replica_that_nobody_listens_for_gets_no_call() -> anyhow::Result<()> {
    let (first, _one) = replica(tonic_health::ServingStatus::Serving).await?;
    let free = TcpListener::bind("127.0.0.1:0").await?.local_addr()?;
    let channel = channel(vec![
        first,
        Address::parse(&format!("http://{free}"), None)?,
    ]);
    let mut client = HealthClient::new(channel.clone());
    for _ in 0..200 {
        if client.check(HealthCheckRequest::default()).await.is_ok() {
            break;
        }
    }
    assert_eq!(answered_by_a_ready_one(&channel).await?, 20);
    Ok(())
}
