//! Mails that are asked for by the hundred: identity's part is played by a row in its outbox, so that no password has to be
//! hashed for each of them, and so are the parts of the services that let. From there on everything is real: relay, broker, consumer,
//! sending, SMTP.

mod letting;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicI64, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use crypto_box::PublicKey;
use lintel_bus::Event;
use lintel_core::{Clock as _, SystemClock};
use lintel_proto::{
    PublicEvent,
    common::v1::Sealed,
    convert::timestamp,
    identity::v1::{EmailVerificationRequested, VerificationMail},
};
use lintel_system_tests::{System, faults::checks::database};
use lintel_testkit::wait_for;
use prost::Message;
use rand::rngs::OsRng;
use uuid::Uuid;

/// Content of a mail that must be in clear nowhere but in the mail.
pub const CANARIES: [&str; 3] = [
    "canary-address",
    "Canary Personname",
    "CANARYtokenCANARYtoken",
];
/// A mail that does not become pointless during an experiment.
pub const A_DAY: Duration = Duration::from_secs(24 * 3600);
/// Beyond every token that identity itself makes here.
const FIRST_TOKEN: i64 = 1_000_000;
/// Time limit for mails to go out after a fault.
const TIMEOUT: Duration = Duration::from_secs(120);

/// One mail that was asked for.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The recipient; unique.
    pub email: String,
    /// The key by which the delivery is recognised.
    pub dedupe_key: String,
    /// The service that asks for it.
    pub service: &'static str,
    /// The event that asks for it.
    pub event: Event,
}

/// Asks for mails.
#[derive(Debug)]
pub struct Asker {
    key: PublicKey,
    next: AtomicI64,
}

impl Asker {
    /// Seals to the key of `system`.
    ///
    /// # Errors
    /// When the key cannot be read.
    pub fn new(system: &mut System) -> anyhow::Result<Self> {
        let environment = system.process("identity")?.environment();
        let file = environment
            .iter()
            .find(|(name, _)| name == "LINTEL_MAIL_SEALING_PUBLIC_KEY_FILE")
            .map(|(_, file)| file)
            .context("identity seals to no key")?;
        let key = STANDARD.decode(std::fs::read_to_string(file)?.trim())?;
        Ok(Self {
            key: PublicKey::from_slice(&key).map_err(|_| anyhow::anyhow!("it is no key"))?,
            next: AtomicI64::new(FIRST_TOKEN),
        })
    }

    /// A mail that is pointless after `lasting`, not yet asked for. `user` is the account that it concerns.
    ///
    /// # Errors
    /// When it cannot be sealed.
    pub fn mail(&self, user: i64, lasting: Duration) -> anyhow::Result<Asked> {
        let token = self.next.fetch_add(1, Ordering::Relaxed);
        let email = format!("canary-address-{token}@example.com");
        let mail = VerificationMail {
            recipient_name: "Canary Personname".to_owned(),
            recipient_email: email.clone(),
            token: format!("CANARYtokenCANARYtoken-{token}"),
            code: "7K3M-9QXT".to_owned(),
        };
        let message = EmailVerificationRequested {
            user_id: user,
            email_token_id: token,
            expire_time: Some(timestamp(SystemClock.now() + lasting)),
            mail: Some(self.seal(&mail)?),
        };
        Ok(Asked {
            email,
            dedupe_key: format!("email-verification:token/{token}"),
            service: "identity",
            event: event(token, &message),
        })
    }

    fn seal(&self, mail: &impl Message) -> anyhow::Result<Sealed> {
        let ciphertext = self
            .key
            .seal(&mut OsRng, &mail.encode_to_vec())
            .map_err(|_| anyhow::anyhow!("sealing failed"))?;
        Ok(Sealed { ciphertext })
    }

    /// Asks for `count` mails at once, as identity would: in its outbox.
    ///
    /// # Errors
    /// When identity's database is away.
    pub async fn ask(
        &self,
        system: &System,
        count: usize,
        lasting: Duration,
    ) -> anyhow::Result<Vec<Asked>> {
        let asked = (0..count)
            .map(|_| self.mail(1, lasting))
            .collect::<Result<Vec<_>, _>>()?;
        commit(system, &asked).await?;
        Ok(asked)
    }
}

/// The event of a mail.
fn event<E: PublicEvent>(token: i64, message: &E) -> Event {
    Event {
        id: Uuid::now_v7(),
        event_type: E::TYPE.to_owned(),
        aggregate_type: "rehearsal".to_owned(),
        aggregate_id: token.to_string(),
        aggregate_version: 1,
        organisation: None,
        time: SystemClock.now(),
        trace: std::collections::HashMap::new(),
        payload: message.encode_to_vec().into(),
    }
}

/// Commits the events of `asked` to the outboxes of those who ask.
///
/// # Errors
/// When a database is away.
pub async fn commit(system: &System, asked: &[Asked]) -> anyhow::Result<()> {
    for of_one in asked.chunk_by(|one, next| one.service == next.service) {
        commit_to(system, of_one[0].service, of_one).await?;
    }
    Ok(())
}

async fn commit_to(system: &System, service: &str, asked: &[Asked]) -> anyhow::Result<()> {
    let ids: Vec<Uuid> = asked.iter().map(|asked| asked.event.id).collect();
    let tokens: Vec<String> = asked
        .iter()
        .map(|asked| asked.event.aggregate_id.clone())
        .collect();
    let payloads: Vec<Vec<u8>> = asked
        .iter()
        .map(|asked| asked.event.payload.to_vec())
        .collect();
    let types: Vec<String> = asked
        .iter()
        .map(|asked| asked.event.event_type.clone())
        .collect();
    sqlx::query(
        "INSERT INTO outbox (event_id, event_type, aggregate_type, aggregate_id, aggregate_version, headers, payload) \
         SELECT id, type, 'rehearsal', token, 1, '{}', payload \
         FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::text[]) AS asked (id, token, payload, type)",
    )
    .bind(ids)
    .bind(tokens)
    .bind(payloads)
    .bind(types)
    .execute(&mut database(system, service).await?)
    .await?;
    Ok(())
}

/// The `dedupe_key`s of `asked`, to be bound to a query.
#[must_use]
pub fn keys(asked: &[Asked]) -> Vec<String> {
    asked.iter().map(|asked| asked.dedupe_key.clone()).collect()
}

/// Returns the number of deliveries of `asked` in each state.
///
/// # Errors
/// When the database is away.
pub async fn states(system: &System, asked: &[Asked]) -> anyhow::Result<BTreeMap<String, i64>> {
    let rows: Vec<(String, i64)> = sqlx::query_as(
        "SELECT state, count(*) FROM deliveries WHERE dedupe_key = ANY($1) GROUP BY state",
    )
    .bind(keys(asked))
    .fetch_all(&mut database(system, "notifications").await?)
    .await?;
    Ok(rows.into_iter().collect())
}

/// Waits until every mail of `asked` has come to `state`, and says how long that took.
///
/// # Errors
/// When some have not in two minutes.
pub async fn all_are(system: &System, asked: &[Asked], state: &str) -> anyhow::Result<Duration> {
    let begun = Instant::now();
    wait_for(&format!("every mail is {state}"), TIMEOUT, async || {
        let states = states(system, asked).await?;
        let there = states.get(state).copied().unwrap_or_default();
        ensure!(usize::try_from(there)? == asked.len(), "{states:?}");
        Ok(Some(()))
    })
    .await?;
    Ok(begun.elapsed())
}

/// Attempts for mails of `asked` that ended so (all of them: `%`).
///
/// # Errors
/// When the database is away.
pub async fn attempts(
    system: &System,
    asked: &[Asked],
    outcome: &str,
    cause: &str,
) -> anyhow::Result<usize> {
    let count: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM delivery_attempts JOIN deliveries USING (delivery_id) \
         WHERE dedupe_key = ANY($1) AND outcome LIKE $2 AND coalesce(cause, '') LIKE $3",
    )
    .bind(keys(asked))
    .bind(outcome)
    .bind(cause)
    .fetch_one(&mut database(system, "notifications").await?)
    .await?;
    Ok(usize::try_from(count)?)
}

/// The mails of `asked` that were on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OnTheWire {
    /// Different `Message-ID`s.
    pub ids: usize,
    /// Mails asked for that were never there.
    pub missing: usize,
    /// Mails asked for that were there under several `Message-ID`s, or under one that is not its `X-Lintel-Intent`.
    pub several: usize,
    /// Copies beyond the first.
    pub duplicates: usize,
    /// The longest time in which nothing came, between the first mail and the last.
    pub silence: Duration,
}

/// Compares `asked` with what the mail server took.
#[must_use]
pub fn on_the_wire(system: &System, asked: &[Asked]) -> OnTheWire {
    let mut wire: BTreeMap<&str, BTreeSet<String>> = asked
        .iter()
        .map(|asked| (asked.email.as_str(), BTreeSet::new()))
        .collect();
    let (mut copies, mut strange) = (0, 0);
    let mut times = Vec::new();
    for mail in system.mails.mails() {
        let Some(ids) = mail.to.first().and_then(|to| wire.get_mut(to.as_str())) else {
            continue;
        };
        copies += 1;
        times.push(mail.at);
        strange += usize::from(mail.message_id.split('@').next() != Some(mail.intent().as_str()));
        ids.insert(mail.message_id);
    }
    let ids = wire.values().map(BTreeSet::len).sum();
    OnTheWire {
        ids,
        missing: wire.values().filter(|ids| ids.is_empty()).count(),
        several: wire.values().filter(|ids| ids.len() > 1).count() + strange,
        duplicates: copies - ids,
        silence: times
            .windows(2)
            .map(|pair| pair[1] - pair[0])
            .max()
            .unwrap_or_default(),
    }
}

/// Checks that no content of the mails is in a log or beside a dead letter.
///
/// # Errors
/// When it does, or the database is away.
pub async fn stayed_sealed(system: &System) -> anyhow::Result<()> {
    let mut places = vec![system.logs_whole()];
    for table in [
        "dead_letter",
        "deliveries",
        "delivery_attempts",
        "inbox_attempt",
    ] {
        let rows: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(format!(
            "SELECT row_to_json(t)::text FROM {table} t"
        )))
        .fetch_all(&mut database(system, "notifications").await?)
        .await?;
        places.extend(rows);
    }
    let payloads: Vec<Vec<u8>> = sqlx::query_scalar(
        "SELECT payload FROM dead_letter UNION ALL SELECT sealed FROM deliveries WHERE sealed IS NOT NULL",
    )
    .fetch_all(&mut database(system, "notifications").await?)
    .await?;
    places.extend(
        payloads
            .iter()
            .map(|payload| String::from_utf8_lossy(payload).into_owned()),
    );
    for canary in CANARIES {
        ensure!(
            places.iter().all(|place| !place.contains(canary)),
            "{canary} stands in clear in a log or table"
        );
    }
    Ok(())
}
