//! Push messages, from the fact to what a browser that is not ours reads.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use anyhow::{Context as _, ensure};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use lintel_core::{Clock as _, OrganisationId, Principal, SystemClock, UserId};
use lintel_db::{Asked, StoreError, Tx};
use lintel_notifications::{
    app::{Browsers, OutMessage, Pushing, contacts, pushes, pushes::Pushes},
    domain::Fact,
    jobs::PushJob,
    push::{PushHosts, PushKey, PushSender},
};
use lintel_proto::{
    common::v1::TimeOfDay,
    convert::timestamp,
    identity::v1::{AccountContact, MembershipEnded, SessionEnded, SessionsRevoked},
    notifications::v1::{
        CreatePushSubscriptionRequest, CreatePushSubscriptionResponse, PushKeys,
        RemovePushSubscriptionResponse,
    },
};
use lintel_testkit::{tokens::landlord, wait_for};
use serde_json::{Value, json};

use crate::support::{
    Bench, Job, PATIENCE, brisk,
    http::{HttpServer, Posted},
};

/// Makes a browser's keys, reads a message with http-ece and checks its sender with py-vapid.
const BROWSER: &str = r#"
import base64, json, sys, http_ece, py_vapid
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
unb64 = lambda text: base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
b64 = lambda data: base64.urlsafe_b64encode(data).decode().rstrip("=")
asked = json.load(sys.stdin)
if asked is None:
    key = ec.generate_private_key(ec.SECP256R1())
    public = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    secret = key.private_numbers().private_value
    print(json.dumps({"p256dh": b64(public), "auth": b64(b"0123456789abcdef"), "secret": str(secret)}))
else:
    key = ec.derive_private_key(int(asked["secret"]), ec.SECP256R1())
    plain = http_ece.decrypt(base64.b64decode(asked["body"]), private_key=key, auth_secret=unb64(asked["auth"]))
    authorization = asked["authorization"].replace(", k=", ",k=")
    assert py_vapid.Vapid02.verify(authorization), "the token is not of that key"
    token = authorization.split("t=")[1].split(",")[0]
    print(json.dumps({"said": json.loads(plain), "claims": json.loads(unb64(token.split(".")[1]))}))
"#;

async fn browser(asked: Value) -> anyhow::Result<Value> {
    let python = std::env::var("LINTEL_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    tokio::task::spawn_blocking(move || {
        let mut child = Command::new(python)
            .args(["-c", BROWSER])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .context("starting Python")?;
        let mut stdin = child.stdin.take().context("stdin")?;
        stdin.write_all(asked.to_string().as_bytes())?;
        drop(stdin);
        let ended = child.wait_with_output()?;
        ensure!(
            ended.status.success(),
            "{}",
            String::from_utf8_lossy(&ended.stderr)
        );
        Ok(serde_json::from_slice(&ended.stdout)?)
    })
    .await?
}

/// An installation that pushes to a server of the test's.
struct Stage {
    bench: Bench,
    server: HttpServer,
    pushing: Pushing,
    keys: Value,
}

impl Stage {
    async fn start(answers: &[&'static str]) -> anyhow::Result<Self> {
        let bench = Bench::new().await?;
        let key = PushKey::try_new(&PushKey::generate()?, "mailto:ops@lintel.example")?;
        let pushing = Pushing {
            key,
            hosts: PushHosts::new(&[], &["127.0.0.1".to_owned()]),
            sealed_box: bench.sealed_box(),
        };
        Ok(Self {
            bench,
            server: HttpServer::start(answers).await?,
            pushing,
            keys: browser(Value::Null).await?,
        })
    }

    async fn subscribe(&self, caller: &Principal, endpoint: &str) -> anyhow::Result<()> {
        let browsers = Browsers::new(self.bench.database.db.clone(), Some(self.pushing.clone()));
        let text = |name: &str| self.keys[name].as_str().unwrap_or_default().to_owned();
        let keys = PushKeys {
            p256dh: text("p256dh"),
            auth: text("auth"),
        };
        let asked = Asked::new(None, |push_subscription_id| {
            Ok(CreatePushSubscriptionResponse {
                push_subscription_id,
            })
        });
        let kept = CreatePushSubscriptionRequest {
            endpoint: endpoint.to_owned(),
            keys: Some(keys),
            user_agent: "Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile".to_owned(),
            request_id: String::new(),
        };
        browsers.keep(caller, kept, asked).await?;
        Ok(())
    }

    /// Tells user 11 of `fact`.
    async fn tell(&self, fact: Fact, key: &str, contact: &AccountContact) -> anyhow::Result<()> {
        self.bench.keep_contact(UserId::new(11), contact).await?;
        let sealed_box = self.bench.sealed_box();
        let mut tx = self.bench.database.db.begin_worker().await?;
        let message = OutMessage {
            user: UserId::new(11),
            contact,
            fact,
            organisation: None,
            about: None,
            title: "Boiler – no hot water",
            text: "",
            url: "/maintenance/12",
            key,
            sealed_box: &sealed_box,
        };
        pushes::enqueue(&mut tx, &message).await?;
        pushes::enqueue(&mut tx, &message).await?;
        tx.commit().await?;
        Ok(())
    }

    fn job(&self) -> anyhow::Result<Job> {
        let db = self.bench.database.db.clone();
        let job = PushJob {
            pushes: Pushes::new(db, brisk().schedule()),
            sender: PushSender::new(self.pushing.key.clone(), self.pushing.hosts.clone())?,
            sealed_box: self.bench.sealed_box(),
        };
        Ok(Job::start(|stop| job.run(stop)))
    }

    async fn read(&self, posted: &Posted) -> anyhow::Result<Value> {
        browser(json!({
            "secret": self.keys["secret"],
            "auth": self.keys["auth"],
            "body": STANDARD.encode(&posted.body),
            "authorization": posted.headers.get("authorization"),
        }))
        .await
    }

    async fn count(&self, table: &'static str) -> anyhow::Result<i64> {
        let mut admin = self.bench.database.superuser().await?;
        let sql = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
        Ok(sqlx::query_scalar(sql).fetch_one(&mut admin).await?)
    }

    async fn wait_until_over(&self) -> anyhow::Result<()> {
        wait_for("nothing waits", PATIENCE, async || {
            Ok((self.count("pushes").await? == 0).then_some(()))
        })
        .await
    }
}

fn willing() -> AccountContact {
    AccountContact {
        push_notifications: true,
        maintenance_alerts: true,
        ..AccountContact::default()
    }
}

#[tokio::test]
async fn what_is_told_arrives_and_only_the_browser_reads_it() -> anyhow::Result<()> {
    let stage = Stage::start(&[]).await?;
    stage
        .subscribe(&landlord(11, 1), &stage.server.url("/push/a"))
        .await?;
    stage
        .tell(Fact::MaintenanceReported, "maintenance-mail:7", &willing())
        .await?;
    let job = stage.job()?;
    let posted = stage.server.wait_for(1).await?.remove(0);
    stage.wait_until_over().await?;
    job.stop().await?;
    assert_eq!(stage.server.posted().len(), 1, "told twice, pushed once");

    let read = stage.read(&posted).await?;
    assert_eq!(read["said"]["title"], "Boiler – no hot water");
    assert_eq!(read["said"]["url"], "/maintenance/12");
    assert_eq!(read["said"]["tag"], posted.headers["topic"]);
    let origin = format!("http://{}", stage.server.address);
    assert_eq!(read["claims"]["aud"], origin);
    assert_eq!(read["claims"]["sub"], "mailto:ops@lintel.example");
    let now = SystemClock.now().timestamp();
    let exp = read["claims"]["exp"].as_i64().unwrap_or_default();
    assert!(now < exp && exp <= now + 24 * 3600, "{exp}");

    assert_eq!(posted.path, "/push/a");
    assert_eq!(posted.headers["content-encoding"], "aes128gcm");
    assert_eq!(posted.headers["urgency"], "normal");
    assert_eq!(posted.headers["topic"].len(), 32);
    let ttl: u64 = posted.headers["ttl"].parse()?;
    assert!((86_000..=86_400).contains(&ttl), "{ttl}");
    Ok(())
}

#[tokio::test]
async fn a_browser_that_is_gone_is_forgotten_and_a_busy_service_is_asked_again()
-> anyhow::Result<()> {
    let stage = Stage::start(&[
        "429 Busy\r\nRetry-After: 0",
        "503 Away",
        "201 Created",
        "410 Gone",
    ])
    .await?;
    stage
        .subscribe(&landlord(11, 1), &stage.server.url("/push/a"))
        .await?;
    stage
        .tell(Fact::MaintenanceReported, "a", &willing())
        .await?;
    let job = stage.job()?;
    stage.server.wait_for(3).await?;
    stage.wait_until_over().await?;
    assert_eq!(stage.count("push_subscriptions").await?, 1);
    stage
        .tell(Fact::MaintenanceReported, "b", &willing())
        .await?;
    stage.server.wait_for(4).await?;
    stage.wait_until_over().await?;
    job.stop().await?;
    assert_eq!(stage.count("push_subscriptions").await?, 0);
    assert_eq!(stage.server.posted().len(), 4);
    Ok(())
}

#[tokio::test]
async fn settings_act_at_once_and_quiet_hours_hold_all_but_security_back() -> anyhow::Result<()> {
    let stage = Stage::start(&[]).await?;
    stage
        .subscribe(&landlord(11, 1), &stage.server.url("/push/a"))
        .await?;
    let off = AccountContact {
        push_notifications: false,
        ..willing()
    };
    let no_alerts = AccountContact {
        maintenance_alerts: false,
        ..willing()
    };
    for unwilling in [&off, &no_alerts] {
        stage
            .tell(Fact::MaintenanceReported, "off", unwilling)
            .await?;
        assert_eq!(stage.count("pushes").await?, 0);
    }
    // It was wanted when it was told, and is not any more when it is to be sent.
    stage
        .tell(Fact::MaintenanceReported, "then off", &willing())
        .await?;
    stage.bench.keep_contact(UserId::new(11), &off).await?;
    let job = stage.job()?;
    stage.wait_until_over().await?;
    job.stop().await?;
    assert!(stage.server.posted().is_empty());

    let time = |hour, minute| Some(TimeOfDay { hour, minute });
    let always = AccountContact {
        quiet_from: time(0, 0),
        quiet_until: time(23, 59),
        ..willing()
    };
    stage
        .tell(Fact::MaintenanceReported, "quiet", &always)
        .await?;
    stage.tell(Fact::NewDevice, "urgent", &always).await?;
    let job = stage.job()?;
    let posted = stage.server.wait_for(1).await?;
    assert_eq!(posted[0].headers["urgency"], "high");
    wait_for("the other waits", PATIENCE, async || {
        let mut admin = stage.bench.database.superuser().await?;
        let waits: Vec<(String, i32)> = sqlx::query_as(
            "SELECT dedupe_key, attempts FROM pushes WHERE lease_token IS NULL AND next_attempt_at > now()",
        )
        .fetch_all(&mut admin)
        .await?;
        // From 23:59 to midnight nobody is quiet; the test is not run then.
        Ok((waits == [("quiet".to_owned(), 0)]).then_some(()))
    })
    .await?;
    job.stop().await?;
    assert_eq!(stage.server.posted().len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_browser_is_its_last_owners_and_an_account_has_ten() -> anyhow::Result<()> {
    let stage = Stage::start(&[]).await?;
    let (one, other) = (landlord(11, 1), landlord(22, 2));
    let endpoint = stage.server.url("/push/shared");
    stage.subscribe(&one, &endpoint).await?;
    stage.subscribe(&other, &endpoint).await?;
    let mut admin = stage.bench.database.superuser().await?;
    let owners: Vec<i64> = sqlx::query_scalar("SELECT user_id FROM push_subscriptions")
        .fetch_all(&mut admin)
        .await?;
    assert_eq!(owners, [22]);
    for number in 0..10 {
        stage
            .subscribe(&one, &stage.server.url(&format!("/push/{number}")))
            .await?;
    }
    stage.subscribe(&one, &stage.server.url("/push/3")).await?;
    let refused = stage.subscribe(&one, &stage.server.url("/push/more")).await;
    let error = refused
        .err()
        .map(|error| error.to_string())
        .unwrap_or_default();
    assert!(error.contains("Ten browsers"), "{error}");
    for bad in [
        "https://127.0.0.2/x",
        "http://10.0.0.1/x",
        "https://push.example/x",
        "x",
    ] {
        let refused = stage.subscribe(&one, bad).await;
        let error = refused
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default();
        assert!(error.contains("push service"), "{bad}: {error}");
    }
    Ok(())
}

fn session_ended(caller: &Principal, idle: bool) -> SessionEnded {
    SessionEnded {
        session_id: caller.session.to_string(),
        user_id: caller.user.get(),
        idle,
        ..SessionEnded::default()
    }
}

impl Stage {
    /// The paths of user 11's browsers, and which of them is that of `caller`'s session.
    async fn listed(&self, caller: &Principal) -> anyhow::Result<Vec<(String, bool)>> {
        let browsers = Browsers::new(self.bench.database.db.clone(), Some(self.pushing.clone()));
        let listed = browsers.list(caller).await?.into_iter();
        Ok(listed
            .map(|browser| (browser.device, browser.is_current))
            .collect())
    }

    async fn heard(
        &self,
        hear: impl AsyncFnOnce(&mut Tx) -> Result<(), StoreError>,
    ) -> anyhow::Result<()> {
        let mut tx = self.bench.database.db.begin_worker().await?;
        hear(&mut tx).await?;
        tx.commit().await?;
        Ok(())
    }
}

#[tokio::test]
async fn a_browser_ends_with_its_session_unless_time_ended_it() -> anyhow::Result<()> {
    let stage = Stage::start(&[]).await?;
    let (here, there) = (landlord(11, 1), landlord(11, 1));
    stage.subscribe(&here, &stage.server.url("/push/a")).await?;
    stage
        .subscribe(&there, &stage.server.url("/push/b"))
        .await?;
    let name = || "Chrome on Android".to_owned();
    assert_eq!(
        stage.listed(&here).await?,
        [(name(), false), (name(), true)]
    );

    stage
        .heard(async |tx| contacts::session_ended(tx, &session_ended(&here, true)).await)
        .await?;
    assert_eq!(stage.listed(&there).await?.len(), 2, "time ends none");
    stage
        .heard(async |tx| contacts::session_ended(tx, &session_ended(&here, false)).await)
        .await?;
    assert_eq!(stage.listed(&there).await?, [(name(), true)]);

    // The same browser in a new session: what is late about the old one does not end it.
    let again = landlord(11, 1);
    stage
        .subscribe(&again, &stage.server.url("/push/b"))
        .await?;
    stage
        .heard(async |tx| contacts::session_ended(tx, &session_ended(&there, false)).await)
        .await?;
    assert_eq!(stage.listed(&again).await?, [(name(), true)]);
    Ok(())
}

#[tokio::test]
async fn signing_out_everywhere_ends_browsers_whose_sessions_were_over() -> anyhow::Result<()> {
    let stage = Stage::start(&[]).await?;
    let (over, kept, stranger) = (landlord(11, 1), landlord(11, 1), landlord(12, 2));
    for (caller, path) in [
        (&over, "/push/a"),
        (&kept, "/push/b"),
        (&stranger, "/push/c"),
    ] {
        stage.subscribe(caller, &stage.server.url(path)).await?;
    }
    let revoked = |kept: Option<&Principal>, at| SessionsRevoked {
        user_id: 11,
        kept_session_id: kept
            .map(|kept| kept.session.to_string())
            .unwrap_or_default(),
        revoke_time: Some(timestamp(at)),
    };
    let before = SystemClock.now() - chrono::TimeDelta::hours(1);
    stage
        .heard(async |tx| contacts::sessions_revoked(tx, &revoked(None, before)).await)
        .await?;
    assert_eq!(
        stage.count("push_subscriptions").await?,
        3,
        "what came later stays"
    );
    let now = SystemClock.now() + chrono::TimeDelta::seconds(1);
    stage
        .heard(async |tx| contacts::sessions_revoked(tx, &revoked(Some(&kept), now)).await)
        .await?;
    assert_eq!(stage.listed(&kept).await?.len(), 1);
    assert!(stage.listed(&kept).await?[0].1);
    stage
        .heard(async |tx| contacts::sessions_revoked(tx, &revoked(None, now)).await)
        .await?;
    assert_eq!(stage.listed(&kept).await?, []);
    assert_eq!(stage.listed(&stranger).await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_browser_of_no_known_session_is_told_nothing_and_goes() -> anyhow::Result<()> {
    let stage = Stage::start(&[]).await?;
    let caller = landlord(11, 1);
    stage
        .subscribe(&caller, &stage.server.url("/push/a"))
        .await?;
    let mut admin = stage.bench.database.superuser().await?;
    sqlx::query("UPDATE push_subscriptions SET session_id = NULL")
        .execute(&mut admin)
        .await?;
    stage
        .tell(Fact::MaintenanceReported, "a", &willing())
        .await?;
    assert_eq!(stage.count("pushes").await?, 0);
    assert_eq!(stage.listed(&caller).await?, []);
    stage.bench.deliveries(&brisk()).sweep().await?;
    assert_eq!(stage.count("push_subscriptions").await?, 0);
    Ok(())
}

#[tokio::test]
async fn a_member_who_is_removed_is_pushed_nothing_more() -> anyhow::Result<()> {
    let stage = Stage::start(&[]).await?;
    let mut admin = stage.bench.database.superuser().await?;
    sqlx::query("INSERT INTO members (organisation_id, membership_id, user_id, version) VALUES (1, 1, 11, 1), (2, 2, 11, 1)")
        .execute(&mut admin)
        .await?;
    stage
        .subscribe(&landlord(11, 1), &stage.server.url("/push/a"))
        .await?;
    for (organisation, key) in [(1, "a"), (2, "b")] {
        stage
            .bench
            .keep_contact(UserId::new(11), &willing())
            .await?;
        let (contact, sealed_box) = (willing(), stage.bench.sealed_box());
        let mut tx = stage.bench.database.db.begin_worker().await?;
        let message = OutMessage {
            user: UserId::new(11),
            contact: &contact,
            fact: Fact::MaintenanceReported,
            organisation: Some(OrganisationId::new(organisation)),
            about: None,
            title: "Boiler",
            text: "",
            url: "/maintenance/12",
            key,
            sealed_box: &sealed_box,
        };
        pushes::enqueue(&mut tx, &message).await?;
        tx.commit().await?;
    }
    let removed = |organisation_id| MembershipEnded {
        organisation_id,
        membership_id: organisation_id,
        user_id: 11,
        version: 2,
    };
    stage
        .heard(async |tx| contacts::member_gone(tx, &removed(1)).await)
        .await?;
    assert_eq!(
        stage.count("pushes").await?,
        1,
        "the other organisation's goes on"
    );
    assert_eq!(stage.count("push_subscriptions").await?, 1);
    stage
        .heard(async |tx| contacts::member_gone(tx, &removed(2)).await)
        .await?;
    assert_eq!(stage.count("pushes").await?, 0);
    assert_eq!(
        stage.count("push_subscriptions").await?,
        0,
        "a member of nothing is asked again"
    );
    Ok(())
}

#[tokio::test]
async fn a_browser_is_removed_from_another_and_nobody_elses() -> anyhow::Result<()> {
    let stage = Stage::start(&[]).await?;
    let (caller, stranger) = (landlord(11, 1), landlord(12, 1));
    stage
        .subscribe(&caller, &stage.server.url("/push/a"))
        .await?;
    let browsers = Browsers::new(stage.bench.database.db.clone(), Some(stage.pushing.clone()));
    let id = browsers.list(&caller).await?[0].id;
    let asked = || Asked::new(None, |()| Ok(RemovePushSubscriptionResponse {}));
    let refused = browsers.remove(&stranger, id, asked()).await;
    assert_eq!(
        refused.map_err(|error| error.reason()),
        Err("PUSH_SUBSCRIPTION_NOT_FOUND")
    );
    browsers.remove(&landlord(11, 2), id, asked()).await?;
    assert_eq!(stage.count("push_subscriptions").await?, 0);
    Ok(())
}
