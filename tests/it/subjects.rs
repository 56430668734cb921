//! Each program has a user of NATS of its own, with the subjects that it may publish and hear.

use std::{
    process::Command,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use async_nats::{Client, ConnectOptions, Event};
use lintel_bus::topology::{CONSUMERS, STREAMS};
use lintel_system_tests::{
    client::a_house,
    system::{SERVICES, System},
};
use lintel_testkit::{BrokerStore, NatsServer, wait_for};
use reqwest::StatusCode;

const SOON: Duration = Duration::from_secs(60);

/// A server with the users of an installation, each with its name as its password.
async fn nats() -> anyhow::Result<NatsServer> {
    nats_with(&[]).await
}

/// The same with these secrets besides.
async fn nats_with(besides: &[(&str, &str)]) -> anyhow::Result<NatsServer> {
    let secrets = tempfile::tempdir()?;
    for (name, content) in besides {
        std::fs::write(secrets.path().join(name), content)?;
    }
    for program in SERVICES.into_iter().chain(["gateway", "streams"]) {
        std::fs::write(
            secrets.path().join(format!("nats-{program}.password")),
            program,
        )?;
    }
    let printed = Command::new("../deploy/setup/nats-users")
        .arg(secrets.path())
        .args(SERVICES)
        .output()?;
    let complained = String::from_utf8_lossy(&printed.stderr);
    ensure!(printed.status.success(), "nats-users: {complained}");
    NatsServer::start_with_users(&String::from_utf8(printed.stdout)?).await
}

/// A client that is one of the programs, and what the server refused it.
struct Program {
    name: &'static str,
    client: Client,
    refused: Arc<Mutex<Vec<String>>>,
}

impl Program {
    async fn connect(name: &'static str, nats: &NatsServer) -> anyhow::Result<Self> {
        let refused: Arc<Mutex<Vec<String>>> = Arc::default();
        let list = refused.clone();
        let options = ConnectOptions::with_user_and_password(name.to_owned(), name.to_owned());
        let client = options.event_callback(move |event| {
            if let Event::ServerError(error) = event {
                let mut list = list.lock().unwrap_or_else(PoisonError::into_inner);
                list.push(error.to_string());
            }
            std::future::ready(())
        });
        let client = client.connect(format!("127.0.0.1:{}", nats.port())).await?;
        Ok(Self {
            name,
            client,
            refused,
        })
    }

    /// Returns the subjects among these that the server refuses, in their order.
    async fn refusals(&self, publish: &[String], hear: &[String]) -> anyhow::Result<Vec<String>> {
        let mut kept = Vec::new();
        for subject in publish {
            self.client.publish(subject.clone(), "".into()).await?;
        }
        for subject in hear {
            kept.push(self.client.subscribe(subject.clone()).await?);
        }
        // The answer to this one comes after those, and the last refusal of all is of a subject that nobody may use.
        self.client.publish("nobody.may", "".into()).await?;
        self.client.flush().await?;
        let all = wait_for("the last refusal", SOON, async || {
            let list = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
            let all = list.clone();
            Ok(all
                .iter()
                .any(|one| one.contains("nobody.may"))
                .then_some(all))
        })
        .await?;
        self.refused
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
        let mut refused = Vec::new();
        for subject in publish.iter().chain(hear) {
            let quoted = format!("\"{subject}\"");
            if all.iter().any(|one| one.contains(&quoted)) {
                refused.push(subject.clone());
            }
        }
        Ok(refused)
    }
}

/// Returns the service that publishes the events of a package.
fn publisher(package: &str) -> &'static str {
    match package {
        "tenancy" => "tenancy-applications",
        "viewings" | "maintenance" => "viewings-maintenance",
        "listings" => "listings-import",
        "identity" => "identity",
        "portfolio" => "portfolio",
        _ => "notifications",
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_program_publishes_and_hears_its_own_subjects_alone() -> anyhow::Result<()> {
    let nats = nats().await?;
    for name in SERVICES.into_iter().chain(["gateway", "streams"]) {
        let program = Program::connect(name, &nats).await?;
        // (a subject, whether this program may publish it)
        let mut tried = Vec::new();
        for stream in STREAMS {
            let (own, event) = (publisher(stream.package), stream.package);
            tried.extend([
                (format!("lintel.evt.{event}.thing.changed.v1"), name == own),
                (
                    format!("$JS.API.CONSUMER.DELETE.{}.some", stream.name),
                    name == own || name == "streams",
                ),
                (
                    format!("$JS.API.STREAM.DELETE.{}", stream.name),
                    name == "streams",
                ),
                (
                    format!("$JS.API.STREAM.PURGE.{}", stream.name),
                    name == "streams",
                ),
                (
                    format!("$JS.API.STREAM.INFO.{}", stream.name),
                    name != "gateway",
                ),
                (
                    format!("$JS.API.CONSUMER.CREATE.{}.spy.lintel.evt.>", stream.name),
                    name == "streams",
                ),
                (
                    format!("$JS.API.CONSUMER.CREATE.{}", stream.name),
                    name == "streams",
                ),
            ]);
        }
        for consumer in CONSUMERS {
            let (durable, stream) = (consumer.durable, consumer.stream);
            let own = durable
                .rsplit_once('-')
                .is_some_and(|(service, _)| service == name);
            tried.extend([
                (format!("$JS.API.CONSUMER.MSG.NEXT.{stream}.{durable}"), own),
                (format!("$JS.ACK.{stream}.{durable}.1.2.3.4.5"), own),
                (format!("$JS.ACK._.hash.{stream}.{durable}.1.2.3.4.5"), own),
                (
                    format!(
                        "$JS.API.CONSUMER.CREATE.{stream}.{durable}.{}",
                        consumer.filter
                    ),
                    name != "gateway",
                ),
            ]);
        }
        let other = if name == "portfolio" {
            "identity"
        } else {
            "portfolio"
        };
        let heard = [
            ("lintel.evt.>".to_owned(), name == "gateway"),
            ("lintel.evt.identity.>".to_owned(), name == "gateway"),
            (format!("_INBOX_{name}.>"), true),
            (format!("_INBOX_{other}.>"), false),
            ("_INBOX.>".to_owned(), false),
            ("$JS.>".to_owned(), false),
            (">".to_owned(), false),
        ];
        let of =
            |list: &[(String, bool)]| list.iter().map(|(one, _)| one.clone()).collect::<Vec<_>>();
        let refused = program.refusals(&of(&tried), &of(&heard)).await?;
        let expected = tried.iter().chain(&heard).filter(|(_, may)| !may);
        assert_eq!(
            refused,
            of(&expected.cloned().collect::<Vec<_>>()),
            "{}",
            program.name
        );
    }
    let stranger = ConnectOptions::with_user_and_password("portfolio".into(), "identity".into());
    let stranger = stranger.connect(format!("127.0.0.1:{}", nats.port())).await;
    assert!(stranger.is_err(), "another's password");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_of_the_release_before_go_on_while_their_password_is_there() -> anyhow::Result<()>
{
    let nats = nats_with(&[("nats.password", "lintel")]).await?;
    let event = ["lintel.evt.portfolio.thing.changed.v1".to_owned()];
    let heard = ["_INBOX.>".to_owned(), "lintel.evt.>".to_owned()];
    let (user, word) = ("lintel".to_owned(), "lintel".to_owned());
    let before = ConnectOptions::with_user_and_password(user, word);
    let before = before.connect(format!("127.0.0.1:{}", nats.port())).await?;
    let mut all = before.subscribe("lintel.evt.>").await?;
    before.publish(event[0].clone(), "".into()).await?;
    let arrived = tokio::time::timeout(SOON, futures::StreamExt::next(&mut all)).await?;
    assert!(arrived.is_some(), "the user for all has every right");
    // One that began with the new address, or an older program after going back.
    let portfolio = Program::connect("portfolio", &nats).await?;
    assert_eq!(
        portfolio.refusals(&event, &heard).await?,
        [heard[1].clone()]
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn all_of_lintel_works_with_a_user_for_each_also_when_nats_forgets() -> anyhow::Result<()> {
    let mut nats = nats().await?;
    let url = format!("nats://{{program}}:{{program}}@127.0.0.1:{}", nats.port());
    let system = System::start(&[("LINTEL_NATS_URL", &url)]).await?;
    let mut helen = system.visitor()?;
    // Its mail came by an event of identity's that notifications heard.
    helen.become_landlord(&system.mails).await?;
    let hears = crate::events::listen_for(&system, &helen, "event: changed").await?;
    let house = helen
        .post("/api/properties", &a_house("Linden Avenue"))
        .await?;
    assert_eq!(house.status, StatusCode::CREATED, "{house:?}");
    assert!(
        hears.await??.contains("event: changed"),
        "the gateway heard nothing"
    );

    nats.kill()?;
    BrokerStore::lose(&nats)?;
    nats.restart().await?;
    let mut again = system.visitor()?;
    wait_for("mails go out again", SOON, async || {
        Ok(again.become_landlord(&system.mails).await.ok())
    })
    .await
    .context("relays made anew what NATS had lost")?;
    let logs = system.logs_whole();
    assert!(
        !logs.contains("NATS refused something"),
        "a program lacks a right:\n{logs}"
    );
    Ok(())
}
