//! From identity's event to one mail.

use lintel_proto::{
    access::v1::Grade,
    common::v1::Sealed,
    convert::timestamp,
    identity::v1::{
        AccountMail, AccountMailKind, AccountMailRequested, EmailVerificationRequested,
        UserRegistered,
    },
};
use lintel_testkit::{smtp::SmtpSink, wait_for};

use crate::support::{
    Bench, CODE, PATIENCE, PUBLIC_URL, TOKEN, brisk,
    broker::{Broker, event, verification_requested},
    in_a_day, mail_for,
};

async fn count(bench: &Bench, table: &'static str) -> anyhow::Result<i64> {
    let query = match table {
        "inbox" => "SELECT count(*) FROM inbox",
        "dead_letter" => "SELECT count(*) FROM dead_letter",
        _ => "SELECT count(*) FROM deliveries",
    };
    let mut admin = bench.database.superuser().await?;
    Ok(sqlx::query_scalar(query).fetch_one(&mut admin).await?)
}

#[tokio::test]
async fn a_requested_verification_becomes_one_mail_with_link_and_code() -> anyhow::Result<()> {
    let (bench, broker, sink) = (
        Bench::new().await?,
        Broker::start().await?,
        SmtpSink::start().await?,
    );
    let job = bench.start(&sink.url(), &brisk())?;
    broker.consume(&bench, job.wake.clone());

    let mail = mail_for("Ada Lovelace", "Ada.Lovelace@example.org");
    broker
        .publish(&verification_requested(42, bench.seal(&mail)), None)
        .await?;

    let received = sink.wait_for_mail("ada.lovelace@example.org").await?;
    assert_eq!(received.subject(), "Verify your email address for Lintel");
    let text = received.text();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let link = format!("{PUBLIC_URL}/verify-email?token={TOKEN}");
    assert_eq!(
        lines.iter().filter(|line| **line == link).count(),
        1,
        "{text}"
    );
    assert_eq!(
        lines.iter().filter(|line| **line == CODE).count(),
        1,
        "{text}"
    );
    assert!(text.starts_with("Hello Ada Lovelace,"), "{text}");
    assert!(received.html().contains(&format!("href=\"{link}\"")));
    assert_eq!(
        received.header("To").as_deref(),
        Some("\"Ada Lovelace\" <Ada.Lovelace@example.org>")
    );
    assert_eq!(
        received.header("From").as_deref(),
        Some("Lintel <no-reply@lintel.example>")
    );
    assert_eq!(
        received.header("Auto-Submitted").as_deref(),
        Some("auto-generated")
    );
    let intent = received.header("X-Lintel-Intent").unwrap_or_default();
    assert_eq!(received.message_id, format!("{intent}@lintel.example"));

    job.stop().await?;
    assert_eq!(sink.deliveries(), 1);
    assert_eq!(bench.sealed().await?, 0, "what a sent mail said is wiped");
    Ok(())
}

#[tokio::test]
async fn the_same_event_three_times_and_another_for_the_same_token_are_one_mail()
-> anyhow::Result<()> {
    let (bench, broker, sink) = (
        Bench::new().await?,
        Broker::start().await?,
        SmtpSink::start().await?,
    );
    let job = bench.start(&sink.url(), &brisk())?;
    broker.consume(&bench, job.wake.clone());

    let sealed = bench.seal(&mail_for("Ada", "ada@example.org"));
    let event = verification_requested(42, sealed.clone());
    for copy in 1..=3 {
        broker.publish(&event, Some(copy)).await?;
    }
    broker
        .publish(&verification_requested(42, sealed), None)
        .await?;
    broker.wait_until_consumed().await?;
    sink.wait_for_mail("ada@example.org").await?;
    job.stop().await?;

    assert_eq!(count(&bench, "deliveries").await?, 1);
    assert_eq!(count(&bench, "inbox").await?, 2);
    assert_eq!(sink.deliveries(), 1);
    Ok(())
}

#[tokio::test]
async fn foreign_events_are_acknowledged_and_broken_or_newer_ones_put_aside() -> anyhow::Result<()>
{
    let (bench, broker, sink) = (
        Bench::new().await?,
        Broker::start().await?,
        SmtpSink::start().await?,
    );
    let job = bench.start(&sink.url(), &brisk())?;
    broker.consume(&bench, job.wake.clone());

    let registered = UserRegistered {
        user_id: 7,
        version: 1,
        ..UserRegistered::default()
    };
    broker.publish(&event(&registered), None).await?;
    let mut of_the_future = event(&registered);
    of_the_future.event_type = "identity.user.renamed.v3".to_owned();
    broker.publish(&of_the_future, None).await?;
    let without_mail = EmailVerificationRequested {
        user_id: 7,
        ..EmailVerificationRequested::default()
    };
    broker.publish(&event(&without_mail), None).await?;
    let mut garbage = event(&without_mail);
    garbage.payload = b"\xff\xff\xff".as_slice().into();
    broker.publish(&garbage, None).await?;
    let sealed = bench.seal(&mail_for("Ada", "ada@example.org"));
    broker
        .publish(&verification_requested(42, sealed), None)
        .await?;

    broker.wait_until_consumed().await?;
    sink.wait_for_mail("ada@example.org").await?;
    job.stop().await?;
    assert_eq!(count(&bench, "dead_letter").await?, 3);
    assert_eq!(count(&bench, "deliveries").await?, 1);
    let mut admin = bench.database.superuser().await?;
    let reasons: Vec<String> =
        sqlx::query_scalar("SELECT reason FROM dead_letter ORDER BY dead_letter_id")
            .fetch_all(&mut admin)
            .await?;
    assert_eq!(reasons, ["unknown_type", "invariant", "invariant"]);
    Ok(())
}

#[tokio::test]
async fn events_wait_for_a_broker_that_was_killed() -> anyhow::Result<()> {
    let (bench, mut broker, sink) = (
        Bench::new().await?,
        Broker::start().await?,
        SmtpSink::start().await?,
    );
    let job = bench.start(&sink.url(), &brisk())?;
    broker.consume(&bench, job.wake.clone());
    let asked = |token: i64| {
        let email = format!("ada{token}@example.org");
        verification_requested(token, bench.seal(&mail_for("Ada", &email)))
    };
    broker.publish(&asked(1), None).await?;
    sink.wait_for_mail("ada1@example.org").await?;
    broker.server.kill()?;
    broker.server.restart().await?;
    wait_for("publishing works again", PATIENCE, async || {
        broker.publish(&asked(2), None).await.map(Some)
    })
    .await?;
    sink.wait_for_mail("ada2@example.org").await?;
    job.stop().await?;
    assert_eq!(sink.deliveries(), 2);
    Ok(())
}

#[tokio::test]
async fn an_invitation_says_who_invites_whither_and_shows_no_strangers_link() -> anyhow::Result<()>
{
    let (bench, broker, sink) = (
        Bench::new().await?,
        Broker::start().await?,
        SmtpSink::start().await?,
    );
    let job = bench.start(&sink.url(), &brisk())?;
    broker.consume(&bench, job.wake.clone());
    let invitation = |to: &str, organisation: &str, inviter: &str, grade: Grade| AccountMail {
        recipient_email: to.to_owned(),
        token: TOKEN.to_owned(),
        organisation_name: organisation.to_owned(),
        inviter_name: inviter.to_owned(),
        grade: grade.into(),
        ..AccountMail::default()
    };
    let honest = invitation(
        "ben@example.org",
        "Lovelace Homes",
        "Ada Lovelace",
        Grade::Viewer,
    );
    let hostile = invitation(
        "eve@example.org",
        "Win at evil.example",
        "https://evil",
        Grade::Owner,
    );
    for mail in [honest, hostile] {
        let asked = account_mail(AccountMailKind::Invitation, bench.seal(&mail));
        broker.publish(&event(&asked), None).await?;
    }
    broker.wait_until_consumed().await?;

    let received = sink.wait_for_mail("ben@example.org").await?;
    assert_eq!(
        received.subject(),
        "You are invited to a portfolio on Lintel"
    );
    let link = format!("{PUBLIC_URL}/accept-invite?token={TOKEN}");
    let text = received.text();
    assert!(text.starts_with("Hello,"), "{text}");
    assert!(
        text.contains("Ada Lovelace has invited you to join Lovelace Homes, a property portfolio"),
        "{text}"
    );
    assert!(
        text.contains("can see everything but change nothing"),
        "{text}"
    );
    assert!(text.lines().any(|line| line.trim_end() == link), "{text}");
    assert!(received.html().contains(&format!("href=\"{link}\"")));
    let received = sink.wait_for_mail("eve@example.org").await?;
    let (text, html) = (received.text(), received.html());
    assert!(
        text.contains("An Owner has invited you to join a property portfolio"),
        "{text}"
    );
    assert!(text.contains("its properties and its members"), "{text}");
    assert!(!text.contains("evil") && !html.contains("evil"));
    job.stop().await?;
    Ok(())
}

fn account_mail(kind: AccountMailKind, sealed: Vec<u8>) -> AccountMailRequested {
    AccountMailRequested {
        user_id: 7,
        account_mail_id: uuid::Uuid::now_v7().to_string(),
        kind: kind.into(),
        expire_time: Some(timestamp(in_a_day())),
        mail: Some(Sealed { ciphertext: sealed }),
    }
}

#[tokio::test]
async fn mails_about_a_password_say_what_to_do_and_the_same_one_is_sent_once() -> anyhow::Result<()>
{
    let (bench, broker, sink) = (
        Bench::new().await?,
        Broker::start().await?,
        SmtpSink::start().await?,
    );
    let job = bench.start(&sink.url(), &brisk())?;
    broker.consume(&bench, job.wake.clone());

    let forgot = bench.seal(&AccountMail {
        recipient_name: "Ada".to_owned(),
        recipient_email: "ada@example.org".to_owned(),
        token: TOKEN.to_owned(),
        ..AccountMail::default()
    });
    let changed = bench.seal(&AccountMail {
        recipient_name: "Bea".to_owned(),
        recipient_email: "bea@example.org".to_owned(),
        // Quarter past two in the afternoon by London's summer clocks.
        occur_time: Some(timestamp("2026-07-01T13:15:00Z".parse()?)),
        ..AccountMail::default()
    });
    let forgot = account_mail(AccountMailKind::PasswordReset, forgot);
    broker.publish(&event(&forgot), None).await?;
    broker.publish(&event(&forgot), None).await?;
    let changed = account_mail(AccountMailKind::PasswordChanged, changed);
    broker.publish(&event(&changed), None).await?;
    broker.wait_until_consumed().await?;

    let received = sink.wait_for_mail("ada@example.org").await?;
    assert_eq!(received.subject(), "Reset your Lintel password");
    let link = format!("{PUBLIC_URL}/reset-password?token={TOKEN}");
    let text = received.text();
    assert!(text.lines().any(|line| line.trim_end() == link), "{text}");
    assert!(received.html().contains(&format!("href=\"{link}\"")));
    let received = sink.wait_for_mail("bea@example.org").await?;
    assert_eq!(received.subject(), "Your Lintel password was changed");
    let text = received.text();
    assert!(text.starts_with("Hello Bea,"), "{text}");
    assert!(text.contains("1 July 2026 at 14:15 (UK time)"), "{text}");
    let link = format!("{PUBLIC_URL}/forgot-password");
    assert!(text.lines().any(|line| line.trim_end() == link), "{text}");
    job.stop().await?;
    assert_eq!(sink.deliveries(), 2);
    Ok(())
}

/// A notice with its subject, a sentence of its text and the path of its link.
type Told = (AccountMailKind, &'static str, &'static str, &'static str);

const NOTICES: [Told; 7] = [
    (
        AccountMailKind::NewDevice,
        "New sign-in to your Lintel account",
        "from a device that we",
        "/settings/security",
    ),
    (
        AccountMailKind::AccountLocked,
        "Sign-in to your Lintel account is paused",
        "several wrong passwords",
        "/forgot-password",
    ),
    (
        AccountMailKind::TwoFactorEnabled,
        "Two-factor authentication is on",
        "Keep your recovery codes",
        "/settings/security",
    ),
    (
        AccountMailKind::TwoFactorDisabled,
        "Two-factor authentication is off",
        "turned off on",
        "/settings/security",
    ),
    (
        AccountMailKind::EmailChanging,
        "Your Lintel sign-in address is being changed",
        "until the new one is confirmed",
        "/forgot-password",
    ),
    (
        AccountMailKind::EmailChanged,
        "Your Lintel sign-in address was changed",
        "This address no longer signs in",
        "/",
    ),
    (
        AccountMailKind::AccountDeleted,
        "Your Lintel account is deleted",
        "For 30 days we keep a record",
        "/signup",
    ),
];

#[tokio::test]
async fn owners_are_mailed_the_event_its_time_its_device_and_a_link() -> anyhow::Result<()> {
    let (bench, broker, sink) = (
        Bench::new().await?,
        Broker::start().await?,
        SmtpSink::start().await?,
    );
    let job = bench.start(&sink.url(), &brisk())?;
    broker.consume(&bench, job.wake.clone());
    for (number, (kind, ..)) in NOTICES.iter().enumerate() {
        let sealed = bench.seal(&AccountMail {
            recipient_name: "Ada".to_owned(),
            recipient_email: format!("ada{number}@example.org"),
            occur_time: Some(timestamp("2026-07-01T13:15:00Z".parse()?)),
            device: "Chrome on Windows".to_owned(),
            address: "192.0.2.1".to_owned(),
            ..AccountMail::default()
        });
        let event_of = account_mail(*kind, sealed);
        broker.publish(&event(&event_of), None).await?;
    }
    broker.wait_until_consumed().await?;
    for (number, (kind, subject, sentence, path)) in NOTICES.iter().enumerate() {
        let received = sink
            .wait_for_mail(&format!("ada{number}@example.org"))
            .await?;
        assert_eq!(received.subject(), *subject);
        let text = received.text();
        let flowing = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flowing.contains(sentence), "{kind:?}: {text}");
        assert!(
            flowing.contains("1 July 2026 at 14:15 (UK time)."),
            "{text}"
        );
        for line in ["Device: Chrome on Windows", "Network address: 192.0.2.1"] {
            assert!(text.lines().any(|it| it.trim_end() == line), "{text}");
        }
        let link = format!("{PUBLIC_URL}{path}");
        assert!(text.lines().any(|line| line.trim_end() == link), "{text}");
        assert!(
            text.lines().all(|line| line.chars().count() <= 78),
            "{text}"
        );
        let html = received.html();
        assert!(html.contains(&format!("href=\"{link}\"")), "{html}");
        assert!(html.contains("Chrome on Windows") && html.contains("192.0.2.1"));
    }
    job.stop().await?;
    Ok(())
}

#[tokio::test]
async fn a_clients_name_for_itself_carries_no_message_into_a_mail() -> anyhow::Result<()> {
    let (bench, broker, sink) = (
        Bench::new().await?,
        Broker::start().await?,
        SmtpSink::start().await?,
    );
    let job = bench.start(&sink.url(), &brisk())?;
    broker.consume(&bench, job.wake.clone());
    let sealed = bench.seal(&AccountMail {
        recipient_name: "Ada".to_owned(),
        recipient_email: "ada@example.org".to_owned(),
        occur_time: Some(timestamp("2026-07-01T13:15:00Z".parse()?)),
        device: "Call https://evil.example now".to_owned(),
        address: "<script>".to_owned(),
        ..AccountMail::default()
    });
    let asked = account_mail(AccountMailKind::NewDevice, sealed);
    broker.publish(&event(&asked), None).await?;
    let received = sink.wait_for_mail("ada@example.org").await?;
    for part in [received.text(), received.html()] {
        assert!(!part.contains("evil"), "{part}");
        assert!(!part.contains("Network address"), "{part}");
    }
    job.stop().await?;
    Ok(())
}

#[tokio::test]
async fn a_new_sign_in_address_is_confirmed_by_a_link() -> anyhow::Result<()> {
    let (bench, broker, sink) = (
        Bench::new().await?,
        Broker::start().await?,
        SmtpSink::start().await?,
    );
    let job = bench.start(&sink.url(), &brisk())?;
    broker.consume(&bench, job.wake.clone());
    let sealed = bench.seal(&AccountMail {
        recipient_name: "Ada".to_owned(),
        recipient_email: "new@example.org".to_owned(),
        token: TOKEN.to_owned(),
        ..AccountMail::default()
    });
    let asked = account_mail(AccountMailKind::EmailChange, sealed);
    broker.publish(&event(&asked), None).await?;
    let received = sink.wait_for_mail("new@example.org").await?;
    assert_eq!(
        received.subject(),
        "Confirm your new email address for Lintel"
    );
    let link = format!("{PUBLIC_URL}/confirm-email?token={TOKEN}");
    let text = received.text();
    assert!(text.lines().any(|line| line.trim_end() == link), "{text}");
    assert!(received.html().contains(&format!("href=\"{link}\"")));
    job.stop().await?;
    Ok(())
}
