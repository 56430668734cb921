//! The settings of the processes.

use std::{collections::BTreeMap, path::Path};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use lintel_testkit::{NatsServer, smtp::SmtpSink};
use rand::RngCore as _;

use super::{RECEIPT_SECRET, Which};
use crate::process::run_to_end;

/// Returns the ports at which the replicas of `service` listen.
pub(super) fn ports_of(ports: &BTreeMap<Which, u16>, service: &str) -> Vec<u16> {
    let own = ports.iter().filter(|((name, _), _)| *name == service);
    own.map(|(_, port)| *port).collect()
}

/// Returns the addresses that callers of these ports are given.
pub(super) fn urls(ports: &[u16]) -> Vec<String> {
    let urls = ports.iter().map(|port| format!("http://127.0.0.1:{port}"));
    urls.collect()
}

pub(super) fn shared_environment(
    folder: &Path,
    base: &str,
    nats: &NatsServer,
    mails: &SmtpSink,
) -> anyhow::Result<Vec<(String, String)>> {
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let mut random = [0; 32];
    rand::rngs::OsRng.fill_bytes(&mut random);
    std::fs::write(path("master.key"), STANDARD.encode(random))?;
    rand::rngs::OsRng.fill_bytes(&mut random);
    std::fs::write(path("service.key"), STANDARD.encode(random))?;
    for pair in ["mail", "tenancy", "viewings"] {
        let (secret, public) = (
            path(&format!("{pair}.secret")),
            path(&format!("{pair}.public")),
        );
        run_to_end(
            "lintel-notifications",
            &["generate-sealing-key", &secret, &public],
            &[],
        )?;
    }
    let push = path("push.secret");
    run_to_end("lintel-notifications", &["generate-push-key", &push], &[])?;
    std::fs::write(path("receipts.secret"), RECEIPT_SECRET)?;
    Ok([
        ("LINTEL_PROFILE", "dev".to_owned()),
        ("LINTEL_LOG", "info".to_owned()),
        ("LINTEL_NATS_URL", nats.url()),
        ("LINTEL_PUBLIC_URL", base.to_owned()),
        ("LINTEL_SMTP_URL", mails.url()),
        (
            "LINTEL_MAIL_FROM",
            "Lintel <no-reply@lintel.example>".to_owned(),
        ),
        ("LINTEL_FILES_URL", format!("file://{}", path("files"))),
        ("LINTEL_MASTER_KEY_FILE", path("master.key")),
        ("LINTEL_SERVICE_KEY_FILE", path("service.key")),
        ("LINTEL_MAIL_SEALING_PUBLIC_KEY_FILE", path("mail.public")),
        ("LINTEL_MAIL_SEALING_SECRET_KEY_FILE", path("mail.secret")),
        ("LINTEL_PUSH_SECRET_KEY_FILE", push),
        ("LINTEL_RECEIPT_SECRET_FILE", path("receipts.secret")),
        (
            "LINTEL_TENANCY_SEALING_PUBLIC_KEY_FILE",
            path("tenancy.public"),
        ),
        (
            "LINTEL_TENANCY_SEALING_SECRET_KEY_FILE",
            path("tenancy.secret"),
        ),
        (
            "LINTEL_VIEWINGS_SEALING_PUBLIC_KEY_FILE",
            path("viewings.public"),
        ),
        (
            "LINTEL_VIEWINGS_SEALING_SECRET_KEY_FILE",
            path("viewings.secret"),
        ),
    ]
    .map(|(key, value)| (key.to_owned(), value))
    .to_vec())
}
