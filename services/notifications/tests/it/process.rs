//! The program itself: started, asked for its health, traced, told to stop, refused.

use std::{
    fs,
    path::Path,
    process::{Output, Stdio},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use lintel_testkit::{free_port, otlp::OtlpSink, smtp::SmtpSink, wait_for};
use secrecy::ExposeSecret as _;
use tokio::process::{Child, Command};

use crate::support::{
    Bench, DOMAIN, PATIENCE,
    broker::{Broker, verification_requested},
    in_a_day, mail_for,
    server::HesitantServer,
};

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";

struct Program {
    command: Command,
    port: u16,
}

impl Program {
    fn new(bench: &Bench, broker: &Broker, secrets: &Path) -> anyhow::Result<Self> {
        let port = free_port()?;
        let secret_key = secrets.join("mail-sealing.secret");
        fs::write(&secret_key, STANDARD.encode(bench.key.to_bytes()))?;
        let service_key = secrets.join("service.key");
        fs::write(&service_key, "0123456789abcdef0123456789abcdef")?;
        let database = &bench.database.config;
        let mut command = Command::new(env!("CARGO_BIN_EXE_lintel-notifications"));
        command
            .env_clear()
            .env("LINTEL_NATS_URL", broker.server.url())
            .env("LINTEL_PUBLIC_URL", "https://lintel.example")
            .env("LINTEL_MAIL_FROM", "Lintel <no-reply@lintel.example>")
            .env("LINTEL_MAIL_SEALING_SECRET_KEY_FILE", secret_key)
            .env("LINTEL_SERVICE_KEY_FILE", service_key)
            .env("LINTEL_NOTIFICATIONS__LISTEN", format!("127.0.0.1:{port}"))
            .env(
                "LINTEL_NOTIFICATIONS__DATABASE__URL",
                database.url.expose_secret(),
            )
            .env(
                "LINTEL_NOTIFICATIONS__DATABASE__WORKER_URL",
                database.worker_url.expose_secret(),
            )
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        Ok(Self { command, port })
    }

    fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    fn start(mut self) -> anyhow::Result<Started> {
        Ok(Started {
            child: self.command.spawn()?,
            port: self.port,
        })
    }

    async fn run(mut self) -> anyhow::Result<Output> {
        Ok(self.command.output().await?)
    }
}

struct Started {
    child: Child,
    port: u16,
}

impl Started {
    /// Waits until it answers. It is never ready here: nobody tells it the keys of callers.
    async fn wait_until_up(&self) -> anyhow::Result<()> {
        let listen = format!("127.0.0.1:{}", self.port);
        wait_for("the health check is answered", PATIENCE, async || {
            let checked = Command::new(env!("CARGO_BIN_EXE_lintel-notifications"))
                .arg("healthcheck")
                .env_clear()
                .env("LINTEL_MAIL", "off")
                .env("LINTEL_NOTIFICATIONS__LISTEN", &listen)
                .output()
                .await?;
            let text = String::from_utf8_lossy(&checked.stderr).into_owned();
            Ok(text.contains("not ready").then_some(()))
        })
        .await
    }

    /// SIGTERM, and what was written.
    async fn stop(self) -> anyhow::Result<Output> {
        let id = self.child.id().unwrap_or_default().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status().await?;
        anyhow::ensure!(told.success(), "the process was gone already");
        Ok(self.child.wait_with_output().await?)
    }
}

#[tokio::test]
async fn a_mail_joins_the_trace_of_its_request_and_its_log_names_nobody() -> anyhow::Result<()> {
    let (bench, broker) = (Bench::new().await?, Broker::start().await?);
    let (sink, otlp, secrets) = (
        SmtpSink::start().await?,
        OtlpSink::start().await?,
        tempfile::tempdir()?,
    );
    let program = Program::new(&bench, &broker, secrets.path())?
        .env("LINTEL_SMTP_URL", &sink.url())
        .env("OTEL_EXPORTER_OTLP_ENDPOINT", &otlp.endpoint)
        .start()?;
    program.wait_until_up().await?;

    let mail = mail_for("Marker Personname", "marker.address@example.org");
    let mut event = verification_requested(42, bench.seal(&mail));
    event.trace.insert(
        "traceparent".to_owned(),
        format!("00-{TRACE}-b7ad6b7169203331-01"),
    );
    broker.publish(&event, None).await?;
    let received = sink.wait_for_mail("marker.address@example.org").await?;
    assert!(
        received
            .text()
            .contains("https://lintel.example/verify-email?token=")
    );

    let output = program.stop().await?;
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{log}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(log.contains("mail sent") && log.contains(TRACE), "{log}");
    for marker in ["Personname", "marker.address", &mail.token, &mail.code] {
        assert!(!log.contains(marker), "{marker} in the log: {log}");
    }

    let spans = otlp.spans_of(TRACE);
    let find = |name: &str| spans.iter().find(|span| span.name == name);
    let handled = find("handle identity.email-token.verification-requested.v1");
    assert_eq!(
        handled.map(|span| span.parent_id.as_str()),
        Some("b7ad6b7169203331"),
        "{spans:#?}"
    );
    let sent = find("job.send_mail");
    assert_eq!(
        sent.map(|span| &span.parent_id),
        handled.map(|span| &span.span_id),
        "{spans:#?}"
    );
    Ok(())
}

#[tokio::test]
async fn a_mail_outlives_the_process_that_was_killed_while_sending_it() -> anyhow::Result<()> {
    let (bench, broker, secrets) = (
        Bench::new().await?,
        Broker::start().await?,
        tempfile::tempdir()?,
    );
    let (hesitant, sink) = (HesitantServer::start().await?, SmtpSink::start().await?);
    let id = bench
        .request(1, &mail_for("Ada", "ada@example.org"), in_a_day())
        .await?;
    let program = |smtp_url: &str| {
        Program::new(&bench, &broker, secrets.path())?
            .env("LINTEL_SMTP_URL", smtp_url)
            .env("LINTEL_NOTIFICATIONS__DELIVERY__SMTP_TIMEOUT", "3s")
            .env("LINTEL_NOTIFICATIONS__DELIVERY__LEASE", "6s")
            .start()
    };
    let mut killed = program(&hesitant.url())?;
    hesitant.wait_for_mails(1).await?;
    killed.child.kill().await?;

    let program = program(&sink.url())?;
    let mail = sink.wait_for_mail("ada@example.org").await?;
    bench.wait_for_state(id, "sent").await?;
    assert!(program.stop().await?.status.success());
    assert_eq!(mail.header("X-Lintel-Intent"), Some(id.to_string()));
    assert_eq!(mail.message_id, format!("{id}@{DOMAIN}"));
    assert_eq!(
        bench.attempts(id).await?,
        [("lost".to_owned(), None), ("sent".to_owned(), None)]
    );
    Ok(())
}

#[tokio::test]
async fn without_a_mail_transport_events_are_passed_over() -> anyhow::Result<()> {
    let (bench, broker, secrets) = (
        Bench::new().await?,
        Broker::start().await?,
        tempfile::tempdir()?,
    );
    let program = Program::new(&bench, &broker, secrets.path())?
        .env("LINTEL_MAIL", "off")
        .start()?;
    program.wait_until_up().await?;
    let sealed = bench.seal(&mail_for("Ada", "ada@example.org"));
    broker
        .publish(&verification_requested(42, sealed), None)
        .await?;
    broker.wait_until_consumed().await?;
    assert!(program.stop().await?.status.success());
    assert_eq!(bench.sealed().await?, 0);
    Ok(())
}

#[tokio::test]
async fn a_setting_that_cannot_be_used_is_refused_by_its_name() -> anyhow::Result<()> {
    let (bench, broker, secrets) = (
        Bench::new().await?,
        Broker::start().await?,
        tempfile::tempdir()?,
    );
    let with_mail = async |name: &str, value: &str| {
        Program::new(&bench, &broker, secrets.path())?
            .env("LINTEL_SMTP_URL", "smtp://127.0.0.1:25")
            .env(name, value)
            .run()
            .await
    };
    for (name, value) in [
        ("LINTEL_SMTP_URL", "smtp://user:hunter2@[bad"),
        ("LINTEL_MAIL_FROM", "a@example.org, b@example.org"),
        ("LINTEL_PUBLIC_URL", "javascript:alert(1)"),
        ("LINTEL_MAIL_SEALING_SECRET_KEY_FILE", "/nowhere"),
        ("LINTEL_NOTIFICATIONS__DELIVERY__LEASE", "21s"),
        ("LINTEL_NOTIFICATIONS__DELIVERY__AT_ONCE", "0"),
        ("LINTEL_NOTIFICATIONS__DELIVERY__POLL", "soon"),
        ("LINTEL_NOTIFICATIONS__DELIVERY__WHILE_DOWN_EVERY", "0s"),
    ] {
        let output = with_mail(name, value).await?;
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(78), "{name}: {complaint}");
        assert!(complaint.contains(name), "{name}: {complaint}");
        assert!(!complaint.contains("hunter2"), "{complaint}");
    }
    let silent = Program::new(&bench, &broker, secrets.path())?.run().await?;
    assert_eq!(silent.status.code(), Some(78));
    assert!(String::from_utf8_lossy(&silent.stderr).contains("LINTEL_SMTP_URL"));
    Ok(())
}
