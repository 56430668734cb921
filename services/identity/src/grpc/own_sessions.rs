//! The part of `SessionService` that shows a person their sessions.

use chrono::{DateTime, Utc};
use lintel_core::{Error, Principal, SessionId, device_name};
use lintel_proto::{
    convert::{instant, timestamp},
    identity::v1,
};
use tonic::metadata::MetadataMap;

use crate::{domain::own_session::OwnSession, error::session_not_found};

/// The metadata in which the gateway passes on a caller's network address; the gateway drops the same header of its own callers.
pub const CLIENT_ADDRESS: &str = "x-lintel-client-address";

/// The caller's network address, as the gateway passed it on; empty where it passed none.
pub fn client_address(metadata: &MetadataMap) -> String {
    let told = metadata.get(CLIENT_ADDRESS);
    told.and_then(|told| told.to_str().ok())
        .unwrap_or_default()
        .to_owned()
}

/// One session, for its owner `caller`.
pub fn session(session: OwnSession, caller: &Principal) -> v1::Session {
    v1::Session {
        session_id: session.id.to_string(),
        device: device_name(&session.client.user_agent),
        user_agent: session.client.user_agent,
        address: session.client.address,
        create_time: Some(timestamp(session.created_at)),
        last_use_time: Some(timestamp(session.last_used_at)),
        expire_time: Some(timestamp(session.expires_at)),
        current: session.id == caller.session,
    }
}

/// A session's id; text that is not an id names no session.
pub fn session_id(text: &str) -> Result<SessionId, Error> {
    text.parse()
        .map(SessionId::new)
        .map_err(|_| session_not_found())
}

/// Uses of sessions, each with its time.
pub fn uses(told: Vec<v1::SessionUse>) -> Result<Vec<(SessionId, DateTime<Utc>)>, Error> {
    told.into_iter()
        .map(|told| {
            let at = told.use_time.as_ref().and_then(instant);
            let at = at.ok_or_else(|| {
                Error::field("TIME_INVALID", "use_time", "Give an instant that exists.")
            })?;
            Ok((session_id(&told.session_id)?, at))
        })
        .collect()
}
