//! The metrics and logs that an operator sees over OTLP, from what people do.

use std::{collections::BTreeMap, time::Duration};

use anyhow::ensure;
use lintel_system_tests::{System, client, client::a_house};
use lintel_telemetry::metrics::{self, Metric};
use lintel_testkit::{
    otlp::{OtlpSink, ReceivedPoint},
    wait_for,
};
use serde_json::json;

/// Metrics that these tests do not cause: no browser and no phone is told anything, no feed is read, and no picture
/// fetched.
const ELSEWHERE: [&str; 3] = [
    "lintel.message.attempt.duration",
    "lintel.feed.files",
    "lintel.listing.pictures",
];
/// Metrics seen only when something goes wrong, which here it does not.
const ONLY_IN_TROUBLE: [&str; 5] = [
    "lintel.gateway.retries",
    "lintel.gateway.shed",
    "db.client.connection.timeouts",
    "lintel.consumer.redelivered",
    "lintel.sign_in.sprayed",
];

/// A series, and how often or how much.
struct Expected {
    metric: &'static str,
    attributes: &'static [(&'static str, &'static str)],
    value: f64,
    /// True where it may be more: events that tell the state of an account may tell two changes at once.
    or_more: bool,
}

const fn expect(
    metric: &'static str,
    attributes: &'static [(&'static str, &'static str)],
    value: f64,
) -> Expected {
    Expected {
        metric,
        attributes,
        value,
        or_more: false,
    }
}

const fn expect_or_more(
    metric: &'static str,
    attributes: &'static [(&'static str, &'static str)],
    value: f64,
) -> Expected {
    Expected {
        or_more: true,
        ..expect(metric, attributes, value)
    }
}

/// The series that one sign-up, one refused and one good sign-in, two askings for the mail again (one is allowed), one
/// property looked at once, and one listener leave behind.
const EXPECTED: &[Expected] = &[
    expect(
        "http.server.request.duration",
        &[
            ("service.name", "lintel-gateway"),
            ("http.request.method", "POST"),
            ("http.route", "/api/auth/signup"),
            ("http.response.status_code", "201"),
        ],
        1.0,
    ),
    expect(
        "http.server.request.duration",
        &[
            ("http.route", "/api/auth/login"),
            ("http.response.status_code", "401"),
        ],
        1.0,
    ),
    expect(
        "http.server.request.duration",
        &[
            ("http.request.method", "GET"),
            ("http.route", "/api/properties/{id}"),
            ("http.response.status_code", "200"),
        ],
        1.0,
    ),
    expect(
        "rpc.server.call.duration",
        &[
            ("service.name", "lintel-identity"),
            ("rpc.method", "lintel.identity.v1.SessionService/Login"),
            ("rpc.response.status_code", "UNAUTHENTICATED"),
        ],
        1.0,
    ),
    expect(
        "rpc.client.call.duration",
        &[
            ("service.name", "lintel-gateway"),
            (
                "rpc.method",
                "lintel.portfolio.v1.PropertyService/CreateProperty",
            ),
            ("rpc.response.status_code", "OK"),
        ],
        1.0,
    ),
    expect(
        "rpc.server.call.duration",
        &[
            ("service.name", "lintel-portfolio"),
            (
                "rpc.method",
                "lintel.portfolio.v1.PropertyService/CreateProperty",
            ),
            ("rpc.response.status_code", "OK"),
        ],
        1.0,
    ),
    expect(
        "lintel.sign_in.attempts",
        &[("lintel.outcome", "CREDENTIALS_WRONG")],
        1.0,
    ),
    expect("lintel.sign_in.attempts", &[("lintel.outcome", "OK")], 1.0),
    expect(
        "lintel.gateway.rate_limited",
        &[("lintel.limit", "resend")],
        1.0,
    ),
    expect("lintel.gateway.event_streams", &[], 1.0),
    expect(
        "db.client.connection.max",
        &[
            ("service.name", "lintel-portfolio"),
            ("db.client.connection.pool.name", "app"),
        ],
        8.0,
    ),
    expect(
        "db.client.connection.pending_requests",
        &[
            ("service.name", "lintel-portfolio"),
            ("db.client.connection.pool.name", "app"),
        ],
        0.0,
    ),
    expect(
        "messaging.client.operation.duration",
        &[
            ("service.name", "lintel-portfolio"),
            (
                "messaging.destination.name",
                "portfolio.property.changed.v1",
            ),
        ],
        1.0,
    ),
    expect(
        "lintel.outbox.unpublished",
        &[("service.name", "lintel-identity")],
        0.0,
    ),
    expect_or_more(
        "messaging.process.duration",
        &[
            ("messaging.consumer.group.name", "notifications-identity"),
            ("lintel.outcome", "done"),
        ],
        // The mail, the membership and the account.
        3.0,
    ),
    expect(
        "lintel.consumer.pending",
        &[("messaging.consumer.group.name", "notifications-identity")],
        0.0,
    ),
    expect(
        "lintel.dead_letter.open",
        &[("messaging.consumer.group.name", "notifications-identity")],
        0.0,
    ),
    expect(
        "lintel.mail.attempt.duration",
        &[("lintel.outcome", "sent")],
        1.0,
    ),
    expect("lintel.mail.ended", &[("lintel.mail.state", "sent")], 1.0),
    expect_or_more(
        "lintel.job.rounds",
        &[
            ("service.name", "lintel-tenancy-applications"),
            ("lintel.job", "rent-charges"),
            ("lintel.outcome", "done"),
        ],
        1.0,
    ),
    expect_or_more(
        "lintel.job.rounds",
        &[
            ("service.name", "lintel-viewings-maintenance"),
            ("lintel.job", "reminders"),
            ("lintel.outcome", "done"),
        ],
        1.0,
    ),
    expect(
        "lintel.mail.queue.size",
        &[("lintel.mail.state", "queued")],
        0.0,
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn what_people_do_is_seen_in_metrics_and_logs() -> anyhow::Result<()> {
    let sink = OtlpSink::start().await?;
    let mut system = System::start(&[
        ("OTEL_EXPORTER_OTLP_ENDPOINT", &sink.endpoint),
        ("LINTEL_METRIC_EXPORT_INTERVAL", "200ms"),
        ("OTEL_BSP_SCHEDULE_DELAY", "100"),
        ("OTEL_BLRP_SCHEDULE_DELAY", "100"),
        ("LINTEL_LIMIT_RESEND_PER_HOUR", "1"),
    ])
    .await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let wrong = json!({"email": helen.email, "password": "not her password"});
    let refused = helen.post("/api/auth/login", &wrong).await?;
    ensure!(refused.status == 401, "{refused:?}");
    let nobody = json!({"email": "nobody@example.com"});
    for expected in [202, 429] {
        let reply = helen.post("/api/auth/resend-verification", &nobody).await?;
        ensure!(reply.status == expected, "{reply:?}");
    }
    let trace = uuid::Uuid::now_v7().simple().to_string();
    let traceparent = format!("00-{trace}-00f067aa0ba902b7-01");
    let created = helen
        .post_with(
            "/api/properties",
            &a_house("Victoria Terrace"),
            &[("traceparent", traceparent.as_str())],
        )
        .await?;
    ensure!(created.status == 201, "{created:?}");
    let path = format!("/api/properties/{}", created.body["id"]);
    ensure!(helen.get(&path).await?.status == 200);
    let _listening = helen.listen().await?;

    wait_for(
        "every expected value",
        Duration::from_secs(30),
        async || {
            for expected in EXPECTED {
                let seen = sink.point(expected.metric, expected.attributes);
                let value = seen.as_ref().map(how_much);
                ensure!(
                    value == Some(expected.value)
                        || expected.or_more && value > Some(expected.value),
                    "{} {:?} is {seen:?}",
                    expected.metric,
                    expected.attributes
                );
            }
            Ok(Some(()))
        },
    )
    .await?;
    // Figures that are asked for come with the next export.
    wait_for("every metric", Duration::from_secs(10), async || {
        let missing = missing(&sink.points());
        ensure!(missing.is_empty(), "not exported: {missing:?}");
        Ok(Some(()))
    })
    .await?;
    for point in sink.points() {
        check_against_the_list(&point)?;
    }

    let threads = system.process("gateway")?.threads()?;
    ensure!(
        threads.iter().any(|name| name.starts_with("OpenTelemetry")),
        "the exporters' threads have another name: {threads:?}"
    );
    let lines = wait_for(
        "the logs of the trace",
        Duration::from_secs(10),
        async || {
            let logs = sink.logs().into_iter();
            let lines: Vec<_> = logs.filter(|line| line.trace_id == trace).collect();
            let gateway = lines.iter().any(|line| {
                line.service == "lintel-gateway"
                    && line.text == "answered"
                    && line.span_id.len() == 16
            });
            Ok(gateway.then_some(lines))
        },
    )
    .await?;
    let stdout = system.logs_whole();
    for line in lines {
        assert!(stdout.contains(&line.text), "{line:?} is on stdout, too");
    }
    Ok(())
}

/// A histogram says how often, the others how much.
fn how_much(point: &ReceivedPoint) -> f64 {
    if point.kind == "histogram" {
        u32::try_from(point.count).map_or(f64::NAN, f64::from)
    } else {
        point.value
    }
}

fn missing(points: &[ReceivedPoint]) -> Vec<&'static str> {
    metrics::ALL
        .iter()
        .map(|metric| metric.name)
        .filter(|name| !ONLY_IN_TROUBLE.contains(name) && !ELSEWHERE.contains(name))
        .filter(|name| !points.iter().any(|point| point.metric == *name))
        .collect()
}

/// Checks that an exported point is on the list, and that nothing in it is personal data.
fn check_against_the_list(point: &ReceivedPoint) -> anyhow::Result<()> {
    let by_name: BTreeMap<&str, &Metric> = metrics::ALL
        .iter()
        .map(|metric| (metric.name, metric))
        .collect();
    let Some(metric) = by_name.get(point.metric.as_str()) else {
        anyhow::bail!("{} is not in the list", point.metric);
    };
    ensure!(point.unit == metric.unit, "{point:?}");
    ensure!(point.kind == metric.kind.word(), "{point:?}");
    ensure!(point.service.starts_with("lintel-") && !point.instance.is_empty());
    for (name, value) in &point.attributes {
        ensure!(
            metric.attributes.contains(&name.as_str()),
            "{name} is not an attribute of {}",
            point.metric
        );
        ensure!(
            !value.contains('@') && !value.contains(client::PASSWORD),
            "{point:?}"
        );
        ensure!(
            name != "http.route" || !value.chars().any(|c| c.is_ascii_digit()),
            "{value} is a path, not a template"
        );
    }
    Ok(())
}
