//! The body of a long reply, which ends with the session of its reader.

use std::io;

use axum::{BoxError, body::Body};
use bytes::Bytes;
use futures::{Stream, StreamExt as _, TryStreamExt as _, stream};
use lintel_core::SessionId;

use crate::front::sessions::Sessions;

/// A body of `parts` that fails when `session` ends, so that the client does not take it for complete.
pub fn body<E: Into<BoxError> + 'static>(
    sessions: &Sessions,
    session: SessionId,
    parts: impl Stream<Item = Result<Bytes, E>> + Send + 'static,
) -> Body {
    let ended = sessions.until_ended(session);
    let parts = parts.map_err(Into::into).boxed();
    let parts = stream::unfold(Some((parts, ended)), async |rest| {
        let (mut parts, mut ended) = rest?;
        tokio::select! {
            // Checked first, so that a reader who lost access gets nothing more.
            biased;
            _ = &mut ended => {
                tracing::info!("a download was broken off, because its session ended");
                Some((Err(io::Error::other("the session ended").into()), None))
            }
            part = parts.next() => Some((part?, Some((parts, ended)))),
        }
    });
    // The compression layer polls once more after the end.
    Body::from_stream(parts.fuse())
}
