//! Mails that come back, and what follows.

use hmac::{Hmac, Mac as _};
use lintel_core::{OrganisationId, PageRequest, UserId};
use lintel_notifications::{
    app::{Deliveries, DeliveryLog, Receipts, contacts},
    domain::{About, DeliveryId, DeliveryState, NewDelivery, Setting, Subject, Template},
};
use lintel_proto::{
    common::v1::Sealed,
    identity::v1::{AccountChanged, AccountContact, OrganisationDeleted},
};
use lintel_testkit::{
    smtp::{Mode, SmtpSink},
    tokens::landlord,
};
use sha2::Sha256;

use crate::support::{Bench, DOMAIN, Running, brisk, in_a_day, mail_for};

const SECRET: &str = "the secret of gateway and relay, long enough";
const ADDRESS: &str = "ada@example.org";

/// A mail about application 5 of organisation 1; under the setting that all mails have, if it can be switched off.
async fn ask(bench: &Bench, key: &str, can_be_stopped: bool) -> anyhow::Result<DeliveryId> {
    let mut delivery = NewDelivery::new(
        Template::EmailVerification,
        key.to_owned(),
        Some(UserId::new(11)),
        bench.seal(&mail_for("Ada", ADDRESS)),
        in_a_day(),
        DOMAIN,
    );
    delivery.about = Some(About {
        organisation: OrganisationId::new(1),
        subject: Subject::Application,
        subject_id: 5,
    });
    delivery.setting = can_be_stopped.then_some(Setting::Email);
    let id = delivery.id;
    let mut tx = bench.database.db.begin_worker().await?;
    Deliveries::request(&mut tx, delivery).await?;
    tx.commit().await?;
    Ok(id)
}

/// User 11 is a member of organisation 1.
async fn member(bench: &Bench) -> anyhow::Result<()> {
    bench
        .keep_contact(UserId::new(11), &AccountContact::default())
        .await?;
    let mut admin = bench.database.superuser().await?;
    sqlx::query("INSERT INTO members (organisation_id, membership_id, user_id, version) VALUES (1, 1, 11, 1)")
        .execute(&mut admin)
        .await?;
    Ok(())
}

async fn news(bench: &Bench) -> anyhow::Result<Vec<(i64, String)>> {
    let mut admin = bench.database.superuser().await?;
    Ok(sqlx::query_as("SELECT user_id, fact FROM news")
        .fetch_all(&mut admin)
        .await?)
}

async fn stopped(bench: &Bench) -> anyhow::Result<Vec<String>> {
    let mut admin = bench.database.superuser().await?;
    Ok(sqlx::query_scalar("SELECT reason FROM stopped_addresses")
        .fetch_all(&mut admin)
        .await?)
}

async fn sent(bench: &Bench, sink: &SmtpSink, id: DeliveryId, state: &str) -> anyhow::Result<()> {
    let job: Running = bench.start(&sink.url(), &brisk())?;
    bench.wait_for_state(id, state).await?;
    job.stop().await
}

fn signed(body: &[u8]) -> anyhow::Result<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes())?;
    mac.update(body);
    Ok(hex::encode(mac.finalize().into_bytes()))
}

fn report(message_id: &str, kind: &str, status: &str) -> String {
    format!(
        "From: MAILER-DAEMON@relay.example\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type={kind}; boundary=b\r\n\r\n\
         --b\r\nContent-Type: text/plain\r\n\r\nSomething happened.\r\n\
         --b\r\nContent-Type: message/{kind}\r\n\r\n{status}\r\n\
         --b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <{message_id}>\r\nSubject: Hello\r\n\r\n--b--\r\n"
    )
}

#[tokio::test]
async fn a_mail_that_comes_back_stops_its_address_and_the_members_hear_of_it() -> anyhow::Result<()>
{
    let (bench, sink) = (Bench::new().await?, SmtpSink::start().await?);
    member(&bench).await?;
    let id = ask(&bench, "a", true).await?;
    sent(&bench, &sink, id, "sent").await?;
    let message_id = format!("{id}@{DOMAIN}");
    let receipts = Receipts::new(
        bench.database.db.clone(),
        Some(SECRET.to_owned().into()),
        bench.what_follows(),
    );
    let delay = report(
        &message_id,
        "delivery-status",
        "Action: delayed\r\nStatus: 4.4.1\r\n",
    );
    receipts
        .mail(delay.as_bytes(), &signed(delay.as_bytes())?)
        .await?;
    assert!(stopped(&bench).await?.is_empty());

    let bounce = report(
        &message_id,
        "delivery-status",
        "Action: failed\r\nStatus: 5.1.1\r\n",
    );
    let bounce = bounce.as_bytes();
    assert!(receipts.mail(bounce, &signed(b"another")?).await.is_err());
    assert!(
        stopped(&bench).await?.is_empty(),
        "only who knows the secret is believed"
    );
    for _ in 0..2 {
        receipts.mail(bounce, &signed(bounce)?).await?;
    }
    assert_eq!(bench.state(id).await?.0, "bounced");
    assert_eq!(stopped(&bench).await?, ["bounced"]);
    assert_eq!(news(&bench).await?, [(11, "delivery-failed".to_owned())]);
    let unknown = report(
        "x@elsewhere.example",
        "delivery-status",
        "Action: failed\r\n",
    );
    receipts
        .mail(unknown.as_bytes(), &signed(unknown.as_bytes())?)
        .await?;
    assert!(
        receipts
            .mail(b"no mail", &signed(b"no mail")?)
            .await
            .is_err()
    );

    // What can be switched off is not sent there any more; what cannot is tried.
    let stoppable = ask(&bench, "b", true).await?;
    sent(&bench, &sink, stoppable, "stopped").await?;
    let owed = ask(&bench, "c", false).await?;
    sent(&bench, &sink, owed, "sent").await?;
    assert_eq!(sink.mails().len(), 2);

    let log = DeliveryLog::new(
        bench.database.db.clone(),
        bench.sealed_box(),
        bench.what_follows(),
    );
    let first = PageRequest::parse(2, "")?;
    let page = log
        .list(&landlord(11, 1), Subject::Application, 5, &first)
        .await?;
    let states: Vec<_> = page.rows.iter().map(|sent| sent.state).collect();
    assert_eq!(states, [DeliveryState::Sent, DeliveryState::Stopped]);
    assert!(
        page.rows
            .iter()
            .all(|sent| sent.recipient == ADDRESS && sent.way == "mail")
    );
    assert_eq!(page.rows[0].title, "Verify your email address for Lintel");
    let next = PageRequest {
        after: page.next,
        ..first
    };
    let page = log
        .list(&landlord(11, 1), Subject::Application, 5, &next)
        .await?;
    assert_eq!(page.rows.len(), 1);
    assert_eq!(page.rows[0].state, DeliveryState::Bounced);
    assert!(page.rows[0].receipt_at.is_some() && page.next.is_none());
    for (caller, subject, number) in [
        (landlord(22, 2), Subject::Application, 5),
        (landlord(11, 1), Subject::Tenancy, 5),
    ] {
        assert!(
            log.list(&caller, subject, number, &next)
                .await?
                .rows
                .is_empty()
        );
    }
    Ok(())
}

#[tokio::test]
async fn nobody_there_and_a_complaint_stop_as_well_and_time_lifts_it() -> anyhow::Result<()> {
    let (bench, sink) = (Bench::new().await?, SmtpSink::start().await?);
    member(&bench).await?;
    let id = ask(&bench, "a", true).await?;
    sent(&bench, &sink, id, "sent").await?;
    let receipts = Receipts::new(
        bench.database.db.clone(),
        Some(SECRET.to_owned().into()),
        bench.what_follows(),
    );
    let complaint = report(
        &format!("{id}@{DOMAIN}"),
        "feedback-report",
        "Feedback-Type: abuse\r\nVersion: 1\r\n",
    );
    receipts
        .mail(complaint.as_bytes(), &signed(complaint.as_bytes())?)
        .await?;
    assert_eq!(
        bench.state(id).await?.0,
        "delivered",
        "whoever complains has read it"
    );
    assert_eq!(stopped(&bench).await?, ["complained"]);

    let mut admin = bench.database.superuser().await?;
    sqlx::query("UPDATE stopped_addresses SET since = now() - interval '91 days'")
        .execute(&mut admin)
        .await?;
    bench.deliveries(&brisk()).sweep().await?;
    assert!(stopped(&bench).await?.is_empty());

    sink.set_mode(Mode::REFUSE_FOR_GOOD);
    let refused = ask(&bench, "b", true).await?;
    sent(&bench, &sink, refused, "refused").await?;
    assert_eq!(stopped(&bench).await?, ["refused"]);
    assert_eq!(news(&bench).await?.len(), 2);
    Ok(())
}

#[tokio::test]
async fn a_mail_that_can_be_stopped_says_how() -> anyhow::Result<()> {
    let (bench, sink) = (Bench::new().await?, SmtpSink::start().await?);
    for (key, can_be_stopped) in [("a", true), ("b", false)] {
        let id = ask(&bench, key, can_be_stopped).await?;
        sent(&bench, &sink, id, "sent").await?;
        let mails = sink.mails();
        let mail = mails.last().ok_or_else(|| anyhow::anyhow!("no mail"))?;
        let link = mail.header("List-Unsubscribe");
        assert_eq!(link.is_some(), can_be_stopped);
        let post = mail.header("List-Unsubscribe-Post");
        assert_eq!(post.is_some(), can_be_stopped);
        if let Some(link) = link {
            assert!(link.contains("/api/unsubscribe/"), "{link}");
            assert_eq!(post.as_deref(), Some("List-Unsubscribe=One-Click"));
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_verified_address_gets_mails_again_and_deleted_ones_leave_nothing() -> anyhow::Result<()>
{
    let (bench, sink) = (Bench::new().await?, SmtpSink::start().await?);
    sink.set_mode(Mode::REFUSE_FOR_GOOD);
    let refused = ask(&bench, "a", true).await?;
    sent(&bench, &sink, refused, "refused").await?;
    let sealed_box = bench.sealed_box();
    let told = |version, address: &str| AccountChanged {
        user_id: 11,
        version,
        contact: Some(Sealed {
            ciphertext: bench.seal(&AccountContact {
                verified_email: address.to_owned(),
                ..AccountContact::default()
            }),
        }),
        ..AccountChanged::default()
    };
    for (version, address, still) in [(1, "eve@example.org", 1), (2, "Ada@Example.org", 0)] {
        let mut tx = bench.database.db.begin_worker().await?;
        contacts::account(&mut tx, told(version, address), Some(&sealed_box)).await?;
        tx.commit().await?;
        assert_eq!(stopped(&bench).await?.len(), still, "{address}");
    }
    // Told again of the same address, nothing is lifted that stopped meanwhile.
    let again = ask(&bench, "b", true).await?;
    sent(&bench, &sink, again, "refused").await?;
    let mut tx = bench.database.db.begin_worker().await?;
    contacts::account(&mut tx, told(3, ADDRESS), Some(&sealed_box)).await?;
    tx.commit().await?;
    assert_eq!(stopped(&bench).await?.len(), 1);

    let gone = OrganisationDeleted {
        organisation_id: 1,
        ..OrganisationDeleted::default()
    };
    let mut tx = bench.database.db.begin_worker().await?;
    contacts::organisation_gone(&mut tx, &gone).await?;
    tx.commit().await?;
    assert!(bench.state(refused).await.is_err() && bench.state(again).await.is_err());
    Ok(())
}
