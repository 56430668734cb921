//! One trace from the browser's request to the mail's delivery.

use std::time::Duration;

use anyhow::Context as _;
use lintel_system_tests::{System, client};
use lintel_testkit::{
    otlp::{OtlpSink, ReceivedSpan, descends_from},
    wait_for,
};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_up_is_one_trace_from_the_browser_to_the_mail() -> anyhow::Result<()> {
    let sink = OtlpSink::start().await?;
    let system = System::start(&[
        ("OTEL_EXPORTER_OTLP_ENDPOINT", &sink.endpoint),
        ("OTEL_BSP_SCHEDULE_DELAY", "100"),
    ])
    .await?;
    let visitor = system.visitor()?;
    let trace = uuid::Uuid::now_v7().simple().to_string();
    let browser = "00f067aa0ba902b7";
    let reply = visitor
        .post_with(
            "/api/auth/signup",
            &json!({"name": "Helen", "email": visitor.email, "password": client::PASSWORD, "role": "Landlord"}),
            &[("traceparent", &format!("00-{trace}-{browser}-01"))],
        )
        .await?;
    assert_eq!(reply.status, 201, "{reply:?}");
    system.mails.wait_for_mail(&visitor.email).await?;

    // In the order in which the work was handed on; each is below the one before it.
    let stations = [
        ("lintel-gateway", "POST /api/auth/signup"),
        (
            "lintel-identity",
            "lintel.identity.v1.AccountService/SignUp",
        ),
        (
            "lintel-identity",
            "publish identity.email-token.verification-requested.v1",
        ),
        (
            "lintel-notifications",
            "handle identity.email-token.verification-requested.v1",
        ),
        ("lintel-notifications", "job.send_mail"),
    ];
    let find = |spans: &[ReceivedSpan]| -> anyhow::Result<Vec<ReceivedSpan>> {
        stations
            .iter()
            .map(|(service, name)| {
                spans
                    .iter()
                    .find(|span| span.service == *service && span.name == *name)
                    .cloned()
                    .with_context(|| {
                        let seen: Vec<_> = spans
                            .iter()
                            .map(|span| format!("{} {}", span.service, span.name))
                            .collect();
                        format!("no span {service} {name} among {seen:#?}")
                    })
            })
            .collect()
    };
    let found = wait_for("all spans arrive", Duration::from_secs(30), async || {
        find(&sink.spans_of(&trace)).map(Some)
    })
    .await?;
    let all = sink.spans_of(&trace);
    assert_eq!(
        found[0].parent_id, browser,
        "the gateway's span is a child of the browser's"
    );
    for pair in found.windows(2) {
        assert!(
            descends_from(&all, &pair[1], &pair[0]),
            "{} is not below {}",
            pair[1].name,
            pair[0].name
        );
    }
    let logs = wait_for(
        "logs carry the trace id",
        Duration::from_secs(5),
        async || {
            let logs = system.logs_whole();
            Ok(logs.contains(&trace).then_some(logs))
        },
    )
    .await?;
    assert!(
        logs.lines()
            .all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()),
        "every line of the logs is JSON"
    );
    Ok(())
}
