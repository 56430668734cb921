//! One browser's event stream.

use std::{collections::VecDeque, convert::Infallible, time::Duration};

use axum::response::{
    IntoResponse,
    sse::{Event, KeepAlive, Sse},
};
use futures::{Stream, stream};
use lintel_auth::Verified;
use lintel_telemetry::metrics::{self, Active};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

use super::{
    ChangedData,
    audience::Listener,
    hub::{Message, Watch},
    open_streams::OpenStream,
};
use crate::Gateway;

/// Interval at which a comment is sent: proxies and browsers close a stream without data.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// The wait before a client that does not know `displaced` reconnects; at once, it would displace another stream.
const RECONNECT_AFTER: Duration = Duration::from_secs(5 * 60);

/// The stream of a caller who may watch: changes of its organisation and of what is its own, until the token expires, the session ends, newer streams take its place or the process stops.
pub fn stream(
    gateway: &Gateway,
    verified: &Verified,
    last_seen: Option<&str>,
) -> impl IntoResponse + use<> {
    let left = (verified.expires_at - gateway.clock.now())
        .to_std()
        .unwrap_or_default();
    let session = verified.principal.session;
    let ended = gateway.sessions.until_ended(session);
    let listener = Listener::from(&verified.principal);
    let Watch { missed, coming } = gateway.hub.watch(listener, last_seen);
    let watching = Watching {
        over: gateway.sessions.has_ended(session),
        waiting: missed.into(),
        coming,
        ended,
        open: gateway.streams.open(&verified.principal),
        expiry: Box::pin(tokio::time::sleep(left)),
        stop: gateway.stop.clone(),
        _counted: Active::begin(&metrics::EVENT_STREAMS, []),
    };
    Sse::new(events(watching)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE).text("still here"))
}

struct Watching {
    over: bool,
    waiting: VecDeque<Message>,
    coming: broadcast::Receiver<Message>,
    ended: AbortOnDropHandle<()>,
    open: OpenStream,
    expiry: std::pin::Pin<Box<tokio::time::Sleep>>,
    stop: CancellationToken,
    _counted: Active<0>,
}

fn events(watching: Watching) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold(watching, async |mut watching| {
        let message = watching.next().await?;
        Some((Ok(event(&message)), watching))
    })
}

impl Watching {
    async fn next(&mut self) -> Option<Message> {
        loop {
            if self.over {
                return None;
            }
            if let Some(message) = self.waiting.pop_front() {
                return Some(message);
            }
            tokio::select! {
                biased;
                () = self.stop.cancelled() => self.over = true,
                () = &mut self.expiry => self.over = true,
                _ = &mut self.ended => self.over = true,
                () = self.open.displaced() => {
                    self.over = true;
                    return Some(Message::Displaced);
                }
                message = self.coming.recv() => match message {
                    Ok(message) => return Some(message),
                    // It refetches everything, so the buffered changes are no longer needed.
                    Err(RecvError::Lagged(_)) => {
                        self.coming = self.coming.resubscribe();
                        return Some(Message::Resync);
                    }
                    Err(RecvError::Closed) => self.over = true,
                },
            }
        }
    }
}

fn event(message: &Message) -> Event {
    match message {
        Message::Resync => Event::default().event("resync").data("{}"),
        Message::Displaced => Event::default()
            .event("displaced")
            .retry(RECONNECT_AFTER)
            .data("{}"),
        Message::Changed(change) => Event::default()
            .event("changed")
            .id(change.event.to_string())
            .data(data(&change.data)),
    }
}

fn data(changed: &ChangedData) -> String {
    format!(
        r#"{{"resource":"{}","id":{},"version":{},"gone":{}}}"#,
        changed.resource, changed.id, changed.version, changed.gone
    )
}
