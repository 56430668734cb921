//! An event on the wire: CloudEvents 1.0 in binary mode, attributes in headers, the message as the body.

use std::collections::HashMap;

use async_nats::HeaderMap;
use bytes::Bytes;
use chrono::{DateTime, SecondsFormat, Utc};
use lintel_core::OrganisationId;
use uuid::Uuid;

/// The prefix of an event's subject, before its type.
pub const SUBJECT_PREFIX: &str = "lintel.evt.";

const CONTENT_TYPE: &str = "application/protobuf";
const TRACE_HEADERS: [&str; 2] = ["traceparent", "tracestate"];

/// A published event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Unique; the same at every delivery.
    pub id: Uuid,
    /// `<package>.<aggregate>.<event>.v<major>`.
    pub event_type: String,
    /// The kind of thing that changed (`property`).
    pub aggregate_type: String,
    /// The thing's id.
    pub aggregate_id: String,
    /// Its version after the change.
    pub aggregate_version: i64,
    /// The organisation that it belongs to; `None` for events of an account.
    pub organisation: Option<OrganisationId>,
    /// When it happened.
    pub time: DateTime<Utc>,
    /// Its trace, as W3C headers.
    pub trace: HashMap<String, String>,
    /// The encoded message.
    pub payload: Bytes,
}

/// A message that is not an event of Lintel.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the header {0} is missing or wrong")]
pub struct DecodeError(&'static str);

impl Event {
    /// The package that its message belongs to.
    #[must_use]
    pub fn package(&self) -> &str {
        self.event_type
            .split_once('.')
            .map_or(self.event_type.as_str(), |(package, _)| package)
    }

    /// Its subject.
    #[must_use]
    pub fn subject(&self) -> String {
        format!("{SUBJECT_PREFIX}{}", self.event_type)
    }

    /// Its attributes as headers.
    #[must_use]
    pub fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Msg-Id", self.id.to_string());
        headers.insert("ce-specversion", "1.0");
        headers.insert("ce-id", self.id.to_string());
        headers.insert("ce-type", self.event_type.as_str());
        headers.insert("ce-source", format!("/lintel/{}", self.package()));
        headers.insert(
            "ce-subject",
            format!("{}/{}", self.aggregate_type, self.aggregate_id),
        );
        headers.insert(
            "ce-time",
            self.time.to_rfc3339_opts(SecondsFormat::Micros, true),
        );
        headers.insert("ce-datacontenttype", CONTENT_TYPE);
        headers.insert(
            "lintel-aggregate-version",
            self.aggregate_version.to_string(),
        );
        if let Some(organisation) = self.organisation {
            headers.insert("lintel-organisation", organisation.to_string());
        }
        for name in TRACE_HEADERS {
            if let Some(value) = self.trace.get(name) {
                headers.insert(name, value.as_str());
            }
        }
        headers
    }

    /// Reads what [`Self::headers`] wrote.
    ///
    /// # Errors
    /// [`DecodeError`] naming the header that is missing or wrong.
    pub fn from_message(headers: Option<&HeaderMap>, payload: Bytes) -> Result<Self, DecodeError> {
        let headers = headers.ok_or(DecodeError("ce-id"))?;
        let text = |name: &'static str| {
            headers
                .get(name)
                .map(async_nats::HeaderValue::as_str)
                .filter(|text| !text.is_empty())
                .ok_or(DecodeError(name))
        };
        let (aggregate_type, aggregate_id) = text("ce-subject")?
            .split_once('/')
            .ok_or(DecodeError("ce-subject"))?;
        let organisation = headers
            .get("lintel-organisation")
            .map(|value| value.as_str().parse().map(OrganisationId::new))
            .transpose()
            .map_err(|_| DecodeError("lintel-organisation"))?;
        Ok(Self {
            id: text("ce-id")?.parse().map_err(|_| DecodeError("ce-id"))?,
            event_type: text("ce-type")?.to_owned(),
            aggregate_type: aggregate_type.to_owned(),
            aggregate_id: aggregate_id.to_owned(),
            aggregate_version: text("lintel-aggregate-version")?
                .parse()
                .map_err(|_| DecodeError("lintel-aggregate-version"))?,
            organisation,
            time: text("ce-time")?
                .parse()
                .map_err(|_| DecodeError("ce-time"))?,
            trace: TRACE_HEADERS
                .iter()
                .filter_map(|&name| Some((name.to_owned(), headers.get(name)?.to_string())))
                .collect(),
            payload,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Event {
        Event {
            id: Uuid::from_u128(0x0192_0000_0000_7000_8000_0000_0000_0001),
            event_type: "portfolio.property.changed.v1".to_owned(),
            aggregate_type: "property".to_owned(),
            aggregate_id: "42".to_owned(),
            aggregate_version: 7,
            organisation: Some(OrganisationId::new(3)),
            time: "2026-11-20T09:08:07.000123Z".parse().unwrap_or_default(),
            trace: HashMap::from([(
                "traceparent".to_owned(),
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".to_owned(),
            )]),
            payload: Bytes::from_static(b"\x08\x2a"),
        }
    }

    #[test]
    fn an_event_stands_on_the_wire_exactly_so() {
        let headers = sample().headers();
        let shown: Vec<(&str, &str)> = [
            "Nats-Msg-Id",
            "ce-specversion",
            "ce-id",
            "ce-type",
            "ce-source",
            "ce-subject",
            "ce-time",
            "ce-datacontenttype",
            "lintel-aggregate-version",
            "lintel-organisation",
            "traceparent",
        ]
        .into_iter()
        .map(|name| (name, headers.get(name).map_or("", |value| value.as_str())))
        .collect();
        assert_eq!(
            shown,
            [
                ("Nats-Msg-Id", "01920000-0000-7000-8000-000000000001"),
                ("ce-specversion", "1.0"),
                ("ce-id", "01920000-0000-7000-8000-000000000001"),
                ("ce-type", "portfolio.property.changed.v1"),
                ("ce-source", "/lintel/portfolio"),
                ("ce-subject", "property/42"),
                ("ce-time", "2026-11-20T09:08:07.000123Z"),
                ("ce-datacontenttype", "application/protobuf"),
                ("lintel-aggregate-version", "7"),
                ("lintel-organisation", "3"),
                (
                    "traceparent",
                    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
                ),
            ]
        );
        assert_eq!(
            sample().subject(),
            "lintel.evt.portfolio.property.changed.v1"
        );
    }

    #[test]
    fn an_event_comes_back_as_it_was_sent() {
        let event = sample();
        assert_eq!(
            Event::from_message(Some(&event.headers()), event.payload.clone()),
            Ok(event)
        );
    }

    #[test]
    fn a_message_without_an_attribute_is_refused_by_the_attributes_name() {
        assert!(Event::from_message(None, Bytes::new()).is_err());
        for name in [
            "ce-id",
            "ce-type",
            "ce-subject",
            "ce-time",
            "lintel-aggregate-version",
        ] {
            let mut headers = sample().headers();
            headers.insert(name, "");
            let broken = Event::from_message(Some(&headers), Bytes::new());
            assert_eq!(broken, Err(DecodeError(name)));
        }
    }
}
