//! R05 and R06 on one system: neither leaves a mail waiting, so neither disturbs the other.

use lintel_system_tests::{System, faults::Settings, system::Replicas};

use crate::{
    intents::{Asker, stayed_sealed},
    r05_mail_killed, r06_smtp,
};

#[tokio::test(flavor = "multi_thread")]
async fn no_mail_is_lost_or_sent_twice_when_its_sender_or_server_fails() -> anyhow::Result<()> {
    let settings = Settings::from_environment()?;
    let replicas = Replicas(&[("notifications", 2)]);
    // The delays of production divided by sixty: a minute stands for an hour.
    let mut system = System::start_replicas(
        replicas,
        &[
            ("LINTEL_NOTIFICATIONS__DELIVERY__SMTP_TIMEOUT", "2s"),
            ("LINTEL_NOTIFICATIONS__DELIVERY__LEASE", "4s"),
            (
                "LINTEL_NOTIFICATIONS__DELIVERY__RETRY_DELAYS",
                r#"["80ms", "500ms", "2s", "10s", "30s"]"#,
            ),
            ("LINTEL_NOTIFICATIONS__DELIVERY__THEN_EVERY", "60s"),
            (
                "LINTEL_NOTIFICATIONS__DELIVERY__WHILE_DOWN_EVERY",
                settings.pick("1s", "2s"),
            ),
        ],
    )
    .await?;
    let asker = Asker::new(&mut system)?;
    let killed = r05_mail_killed::run(&mut system, &asker).await;
    let troubled = r06_smtp::run(&mut system, &asker).await;
    stayed_sealed(&system).await?;
    killed.and(troubled)
}
