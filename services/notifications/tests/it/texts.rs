//! Text messages, from the fact to the gateway's receipt.

use hmac::{Hmac, Mac as _};
use lintel_core::PageRequest;
use lintel_core::{OrganisationId, UserId};
use lintel_notifications::{
    app::{DeliveryLog, OutMessage, Receipts, texts, texts::Texts},
    clients::sms_gateway::SmsGateway,
    domain::{About, DeliveryState, Fact, Subject},
    jobs::{TextJob, discard_texts},
    mail::PublicUrl,
};
use lintel_proto::identity::v1::AccountContact;
use lintel_testkit::{tokens::landlord, wait_for};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio_util::sync::CancellationToken;

use crate::support::{Bench, Job, PATIENCE, PUBLIC_URL, brisk, http::HttpServer};

const SECRET: &str = "the secret of gateway and relay, long enough";

fn willing() -> AccountContact {
    AccountContact {
        sms_notifications: true,
        maintenance_alerts: true,
        phone: "07400 123456".to_owned(),
        ..AccountContact::default()
    }
}

/// Tells user 11 of a late repair of organisation 1.
async fn tell(bench: &Bench, key: &str, contact: &AccountContact) -> anyhow::Result<()> {
    bench.keep_contact(UserId::new(11), contact).await?;
    bench.keep_phone(UserId::new(11), "+447400123456").await?;
    let sealed_box = bench.sealed_box();
    let organisation = OrganisationId::new(1);
    let mut tx = bench.database.db.begin_worker().await?;
    let message = OutMessage {
        user: UserId::new(11),
        contact,
        fact: Fact::MaintenanceReported,
        organisation: Some(organisation),
        about: Some(About {
            organisation,
            subject: Subject::Maintenance,
            subject_id: 12,
        }),
        title: "Late: boiler",
        text: "",
        url: "/maintenance/12",
        key,
        sealed_box: &sealed_box,
    };
    texts::enqueue(&mut tx, &message).await?;
    texts::enqueue(&mut tx, &message).await?;
    tx.commit().await?;
    Ok(())
}

fn job(bench: &Bench, server: &HttpServer, allowance: u32) -> anyhow::Result<Job> {
    let job = TextJob {
        texts: Texts::new(bench.database.db.clone(), brisk().schedule(), allowance),
        gateway: SmsGateway::try_new(&server.url("/send").into())?,
        countries: bench.countries()?,
        sealed_box: bench.sealed_box(),
        public_url: PublicUrl::try_new(PUBLIC_URL)?,
    };
    Ok(Job::start(|stop| job.run(stop)))
}

async fn states(bench: &Bench) -> anyhow::Result<Vec<String>> {
    let mut admin = bench.database.superuser().await?;
    Ok(
        sqlx::query_scalar("SELECT state FROM texts ORDER BY text_id")
            .fetch_all(&mut admin)
            .await?,
    )
}

async fn wait_for_states(bench: &Bench, wanted: &[&str]) -> anyhow::Result<()> {
    wait_for(&format!("{wanted:?}"), PATIENCE, async || {
        let seen = states(bench).await?;
        anyhow::ensure!(seen == wanted, "{seen:?}");
        Ok(Some(()))
    })
    .await
}

fn signed(body: &[u8]) -> anyhow::Result<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes())?;
    mac.update(body);
    Ok(hex::encode(mac.finalize().into_bytes()))
}

#[tokio::test]
async fn a_message_is_sent_once_and_its_receipt_stands_in_the_log() -> anyhow::Result<()> {
    let (bench, server) = (
        Bench::new().await?,
        HttpServer::start(&["503 Away", "200 OK"]).await?,
    );
    tell(&bench, "a", &willing()).await?;
    let job = job(&bench, &server, 100)?;
    let posted = server.wait_for(2).await?;
    wait_for_states(&bench, &["sent"]).await?;
    job.stop().await?;
    let said: Value = serde_json::from_slice(&posted[1].body)?;
    assert_eq!(said["to"], "+447400123456");
    assert_eq!(
        said["text"],
        format!("Late: boiler {PUBLIC_URL}/maintenance/12")
    );
    assert_eq!(
        posted[0].body, posted[1].body,
        "a second try has the same reference"
    );

    let receipts = Receipts::new(
        bench.database.db.clone(),
        Some(SECRET.to_owned().into()),
        bench.what_follows(),
    );
    let body = json!({"reference": said["reference"], "state": "delivered"}).to_string();
    let body = body.as_bytes();
    for bad in ["", "00", &signed(b"another body")?] {
        assert!(receipts.sms(body, bad).await.is_err(), "{bad}");
    }
    assert_eq!(states(&bench).await?, ["sent"]);
    for _ in 0..2 {
        receipts.sms(body, &signed(body)?).await?;
        assert_eq!(states(&bench).await?, ["delivered"]);
    }
    let unknown = json!({"reference": "nobody", "state": "failed"}).to_string();
    receipts
        .sms(unknown.as_bytes(), &signed(unknown.as_bytes())?)
        .await?;
    assert!(receipts.sms(b"{}", &signed(b"{}")?).await.is_err());

    let log = DeliveryLog::new(
        bench.database.db.clone(),
        bench.sealed_box(),
        bench.what_follows(),
    );
    let page = PageRequest::parse(0, "")?;
    let listed = log
        .list(&landlord(11, 1), Subject::Maintenance, 12, &page)
        .await?
        .rows;
    assert_eq!(listed.len(), 1);
    assert_eq!(
        (listed[0].way, listed[0].recipient.as_str()),
        ("sms", "+447400123456")
    );
    assert_eq!(
        (listed[0].title.as_str(), listed[0].state),
        ("Late: boiler", DeliveryState::Delivered)
    );
    assert!(listed[0].sent_at.is_some() && listed[0].receipt_at.is_some());
    let other = log
        .list(&landlord(22, 2), Subject::Maintenance, 12, &page)
        .await?;
    assert!(other.rows.is_empty(), "another organisation finds nothing");
    Ok(())
}

#[tokio::test]
async fn an_organisation_has_its_allowance_and_a_refusal_is_one() -> anyhow::Result<()> {
    let (bench, server) = (Bench::new().await?, HttpServer::start(&["400 No"]).await?);
    for key in ["a", "b", "c"] {
        tell(&bench, key, &willing()).await?;
    }
    let job = job(&bench, &server, 2)?;
    wait_for("all are over", PATIENCE, async || {
        let mut seen = states(&bench).await?;
        seen.sort();
        Ok((seen == ["refused", "refused", "sent"]).then_some(()))
    })
    .await?;
    job.stop().await?;
    assert_eq!(server.posted().len(), 2, "the third was not handed over");
    Ok(())
}

#[tokio::test]
async fn who_does_not_want_it_or_has_no_number_gets_none() -> anyhow::Result<()> {
    let bench = Bench::new().await?;
    for contact in [
        AccountContact {
            sms_notifications: false,
            ..willing()
        },
        AccountContact {
            maintenance_alerts: false,
            ..willing()
        },
        AccountContact {
            phone: "none".to_owned(),
            ..willing()
        },
    ] {
        tell(&bench, "a", &contact).await?;
    }
    assert!(states(&bench).await?.is_empty());
    // What waits where nothing is sent is not sent on the day when it is.
    tell(&bench, "b", &willing()).await?;
    let stop = CancellationToken::new();
    let job = tokio::spawn(discard_texts(bench.database.db.clone(), stop.clone()));
    wait_for_states(&bench, &[]).await?;
    stop.cancel();
    job.await??;
    Ok(())
}
