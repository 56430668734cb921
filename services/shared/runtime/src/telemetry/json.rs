//! A log line as JSON: `timestamp`, `level`, the event's fields, `target`, and `spans` from the outermost to the innermost.
//!
//! tracing-subscriber's own JSON reads the fields of every span back into a tree at every line and at every field that is
//! noted later, which was most of what a line cost. Here they are kept as text that is copied into the line.

use std::{fmt, io};

use tracing::{
    Event, Subscriber,
    field::{Field, Visit},
    span::Record,
};
use tracing_subscriber::{
    field::RecordFields,
    fmt::{
        FmtContext, FormatEvent, FormatFields, FormattedFields,
        format::Writer,
        time::{FormatTime as _, SystemTime},
    },
    registry::{LookupSpan, Scope},
};

/// Fields as `"name":value,` one after the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pairs;

impl<'writer> FormatFields<'writer> for Pairs {
    fn format_fields<R: RecordFields>(
        &self,
        mut writer: Writer<'writer>,
        fields: R,
    ) -> fmt::Result {
        let mut pairs = PairWriter::new(&mut writer);
        fields.record(&mut pairs);
        pairs.result
    }

    fn add_fields(
        &self,
        current: &'writer mut FormattedFields<Self>,
        fields: &Record<'_>,
    ) -> fmt::Result {
        self.format_fields(current.as_writer(), fields)
    }
}

/// The whole line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Json;

impl<S> FormatEvent<S, Pairs> for Json
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, Pairs>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        writer.write_str("{\"timestamp\":\"")?;
        SystemTime.format_time(&mut writer)?;
        write!(writer, "\",\"level\":\"{}\",", event.metadata().level())?;
        let mut pairs = PairWriter::new(&mut writer);
        event.record(&mut pairs);
        pairs.result?;
        let target = pairs.target.take();
        writer.write_str("\"target\":")?;
        text(
            &mut writer,
            target.as_deref().unwrap_or(event.metadata().target()),
        )?;
        writer.write_str(",\"spans\":[")?;
        let mut comma = "";
        for span in context.event_scope().into_iter().flat_map(Scope::from_root) {
            write!(writer, "{comma}{{")?;
            if let Some(fields) = span.extensions().get::<FormattedFields<Pairs>>() {
                writer.write_str(&fields.fields)?;
            }
            writer.write_str("\"name\":")?;
            text(&mut writer, span.name())?;
            writer.write_char('}')?;
            comma = ",";
        }
        writer.write_str("]}\n")
    }
}

/// What crates say through `log` has its module in this field, and its file and line in others of this prefix.
const OF_LOG: &str = "log.";
/// What the receiver of spans should take a span for; it says nothing that the other fields do not.
const OF_RECEIVERS: &str = "otel.";
const LOG_TARGET: &str = "log.target";

struct PairWriter<'a> {
    out: &'a mut dyn fmt::Write,
    result: fmt::Result,
    target: Option<String>,
}

impl<'a> PairWriter<'a> {
    fn new(out: &'a mut dyn fmt::Write) -> Self {
        Self {
            out,
            result: Ok(()),
            target: None,
        }
    }

    fn pair(&mut self, field: &Field, value: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) {
        let left_out = [OF_LOG, OF_RECEIVERS]
            .iter()
            .any(|prefix| field.name().starts_with(prefix));
        if self.result.is_err() || left_out {
            return;
        }
        self.result = (|| {
            text(self.out, field.name())?;
            self.out.write_char(':')?;
            value(self.out)?;
            self.out.write_char(',')
        })();
    }
}

impl Visit for PairWriter<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == LOG_TARGET {
            self.target = Some(value.to_owned());
        }
        self.pair(field, |out| text(out, value));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.pair(field, |out| write!(out, "{value}"));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.pair(field, |out| write!(out, "{value}"));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.pair(field, |out| write!(out, "{value}"));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        // JSON has no word for what is no number.
        self.pair(field, |out| match value.is_finite() {
            true => write!(out, "{value}"),
            false => out.write_str("null"),
        });
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.pair(field, |out| text(out, &format!("{value:?}")));
    }
}

/// A JSON string.
fn text(out: &mut dyn fmt::Write, value: &str) -> fmt::Result {
    let is_plain = |byte| byte >= b' ' && byte != b'"' && byte != b'\\';
    if value.bytes().all(is_plain) {
        out.write_char('"')?;
        out.write_str(value)?;
        return out.write_char('"');
    }
    serde_json::to_writer(Bytes(out), value).map_err(|_| fmt::Error)
}

/// Hands the pieces that `serde_json` writes, each of them whole characters, to where text goes.
struct Bytes<'a>(&'a mut dyn fmt::Write);

impl io::Write for Bytes<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let piece = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        self.0.write_str(piece).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex, PoisonError};

    use serde_json::{Value, json};
    use tracing::field::Empty;
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The lines that `test` logs, without the moment at which it did.
    fn logged(test: impl FnOnce()) -> anyhow::Result<Vec<Value>> {
        let kept = Kept::default();
        let writer = kept.clone();
        let layer = tracing_subscriber::fmt::layer()
            .fmt_fields(Pairs)
            .event_format(Json)
            .with_ansi(false)
            .with_writer(move || writer.clone());
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), test);
        let bytes = kept.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::str::from_utf8(&bytes)?
            .lines()
            .map(|line| {
                let mut line: Value = serde_json::from_str(line)?;
                let moment = line
                    .as_object_mut()
                    .and_then(|line| line.remove("timestamp"));
                let moment = moment.unwrap_or_default();
                chrono::DateTime::parse_from_rfc3339(moment.as_str().unwrap_or_default())?;
                Ok(line)
            })
            .collect()
    }

    #[test]
    fn a_line_holds_its_fields_and_the_spans_around_it_also_what_they_learnt_later()
    -> anyhow::Result<()> {
        let lines = logged(|| {
            let outer = tracing::info_span!(
                "http.server",
                otel.kind = "server",
                method = "GET",
                trace_id = Empty
            );
            outer.record("trace_id", "0af7");
            let _outer = outer.enter();
            let _inner = tracing::info_span!("app.read", property.id = %7).entered();
            tracing::info!(
                status = 200_u16,
                quick = true,
                share = 0.5,
                delta = -3,
                "answered"
            );
        })?;
        let expected = json!({
            "level": "INFO", "message": "answered", "status": 200, "quick": true, "share": 0.5, "delta": -3,
            "target": module_path!(),
            "spans": [
                {"name": "http.server", "method": "GET", "trace_id": "0af7"},
                {"name": "app.read", "property.id": "7"},
            ],
        });
        assert_eq!(lines, [expected]);
        Ok(())
    }

    #[test]
    fn whatever_is_said_a_line_is_one_object_on_one_line() -> anyhow::Result<()> {
        let nasty = "a\nb\"c\\d\u{1}\u{2028}é😀{\"level\":\"ERROR\"}";
        let error = io::Error::other(nasty);
        let lines = logged(|| {
            let _span = tracing::info_span!("s", nasty).entered();
            tracing::warn!(nasty, %error, nan = f64::NAN, debug = ?nasty, "{nasty}");
        })?;
        let [line] = lines.as_slice() else {
            anyhow::bail!("{lines:?}");
        };
        for place in ["message", "nasty", "error"] {
            assert_eq!(line[place], nasty, "{place}");
        }
        assert_eq!(line["spans"][0]["nasty"], nasty);
        assert_eq!(line["nan"], Value::Null);
        assert_eq!(line["debug"], format!("{nasty:?}"));
        assert_eq!(line["level"], "WARN");
        Ok(())
    }
}
