//! Events from a real NATS server, and the data that is fetched after a gap.

use std::{collections::HashMap, time::Duration};

use lintel_bus::Event;
use lintel_core::{OrganisationId, SessionId, UserId};
use lintel_proto::{
    PublicEvent,
    identity::v1::{
        EndedSession, ListEndedSessionsRequest, ListEndedSessionsResponse, SessionEnded,
    },
    portfolio::v1::PropertyChanged,
};
use lintel_testkit::{NatsServer, wait_for};
use prost::Message as _;
use uuid::Uuid;

use super::front::Front;
use crate::live::{Connection, Hub, Listener, Message, run_feed};

const LIST: &str = "/lintel.identity.v1.SessionService/ListEndedSessions";
const SOON: Duration = Duration::from_secs(10);

fn event(kind: &str, id: u128, payload: Vec<u8>) -> Event {
    Event {
        id: Uuid::from_u128(id),
        event_type: kind.to_owned(),
        aggregate_type: "property".to_owned(),
        aggregate_id: "42".to_owned(),
        aggregate_version: 7,
        organisation: Some(OrganisationId::new(1)),
        time: chrono::DateTime::UNIX_EPOCH,
        trace: HashMap::new(),
        payload: payload.into(),
    }
}

async fn publish(client: &async_nats::Client, event: Event) {
    let (subject, headers) = (event.subject(), event.headers());
    client
        .publish_with_headers(subject, headers, event.payload)
        .await
        .unwrap();
    client.flush().await.unwrap();
}

/// Waits until the gateway knows that `session` has ended.
async fn learned(front: &Front, session: SessionId) {
    let known = async || Ok(front.gateway.sessions.has_ended(session).then_some(()));
    wait_for("the end of a session is known", SOON, known)
        .await
        .unwrap();
}

async fn heard(hub: &mut tokio::sync::broadcast::Receiver<Message>) -> Message {
    tokio::time::timeout(SOON, hub.recv())
        .await
        .unwrap()
        .unwrap()
}

fn watch(hub: &Hub) -> tokio::sync::broadcast::Receiver<Message> {
    let member = Listener {
        organisation: Some(OrganisationId::new(1)),
        account: UserId::new(7),
    };
    hub.watch(member, None).coming
}

#[tokio::test]
async fn a_gap_in_events_makes_the_gateway_ask_identity_and_browsers_refetch() {
    let mut nats = NatsServer::start().await.unwrap();
    let front = Front::new().await;
    let [before, heard_live, meanwhile, missed] = [(); 4].map(|()| SessionId::generate());
    let known = std::sync::Arc::new(std::sync::Mutex::new(vec![before]));
    let listed = known.clone();
    front.upstream.on(LIST, move || {
        let ended = |session: &SessionId| EndedSession {
            session_id: session.to_string(),
            end_time: None,
        };
        let sessions = listed.lock().unwrap().iter().map(ended).collect();
        Ok(ListEndedSessionsResponse { sessions })
    });

    let connection = Connection::default();
    let feed = run_feed(front.gateway.clone(), connection.clone(), nats.url());
    let feed = tokio::spawn(feed);
    learned(&front, before).await;
    assert!(connection.is_up());
    let asked = front.upstream.asked().remove(0);
    assert_eq!(asked.headers["x-lintel-service-key"], "our own");
    assert!(
        asked
            .message::<ListEndedSessionsRequest>()
            .since_time
            .is_some()
    );

    let client = async_nats::connect(nats.url()).await.unwrap();
    let mut coming = watch(&front.gateway.hub);
    publish(&client, event(PropertyChanged::TYPE, 1, Vec::new())).await;
    assert!(matches!(heard(&mut coming).await, Message::Changed(change) if change.data.id == 42));
    let ended = SessionEnded {
        session_id: heard_live.to_string(),
        ..Default::default()
    };
    publish(&client, event(SessionEnded::TYPE, 2, ended.encode_to_vec())).await;
    learned(&front, heard_live).await;

    nats.kill().unwrap();
    let gone = async || Ok((!connection.is_up()).then_some(()));
    wait_for("the gap is noticed", SOON, gone).await.unwrap();
    known.lock().unwrap().push(meanwhile);
    learned(&front, meanwhile).await;
    assert!(!connection.is_up(), "it was asked for, not heard");
    known.lock().unwrap().push(missed);
    nats.restart().await.unwrap();
    assert_eq!(heard(&mut coming).await, Message::Resync);
    learned(&front, missed).await;

    front.stop.cancel();
    feed.await.unwrap().unwrap();
}
