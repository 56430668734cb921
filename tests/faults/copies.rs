//! Copies that services keep of another's properties, when versions come late, out of order, or after a gap.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use async_nats::jetstream;
use lintel_proto::portfolio::v1::PropertyChanged;
use lintel_system_tests::{
    System, Visitor,
    client::a_vacant_house,
    faults::{Report, checks, checks::database},
};
use lintel_testkit::wait_for;
use prost::Message as _;
use serde_json::json;
use uuid::Uuid;

use crate::broker::{self, Published};

/// The services that keep a copy, each with the query of it: its name, null where the property left, and its version.
const COPIES: [(&str, &str); 2] = [
    (
        "tenancy-applications",
        "SELECT name, version FROM homes WHERE property_id = $1",
    ),
    (
        "viewings-maintenance",
        "SELECT name, version FROM vm_homes WHERE property_id = $1",
    ),
];
const HEARD: Duration = Duration::from_secs(20);

/// Tells every service of a property's versions again, newest first, of one beyond a gap, then of the one that was missing, and of
/// the property `gone`, which was deleted.
///
/// # Errors
/// When something cannot be told or looked up; a copy that went back is in the report.
pub async fn never_go_back(
    system: &System,
    jetstream: &jetstream::Context,
    landlord: &Visitor,
    gone: i64,
    report: &mut Report,
) -> anyhow::Result<()> {
    let made = landlord
        .post("/api/properties", &a_vacant_house("Copied 1"))
        .await?;
    let id = made.body["id"].as_i64().context("it has an id")?;
    for version in 2..4 {
        let path = format!("/api/properties/{id}");
        let name = json!({"name": format!("Copied {version}")});
        let changed = landlord.patch(&path, &name, &[]).await?;
        ensure!(changed.status == 200, "{changed:?}");
    }
    let newest = (Some("Copied 3".to_owned()), 3);
    for (service, query) in COPIES {
        wait_for(service, HEARD, async || {
            Ok((copy(system, service, query, id).await? == newest).then_some(()))
        })
        .await?;
    }

    checks::drained(system).await?;
    let published = broker::everything(jetstream).await?;
    let mut regressions = 0;
    let told = [
        again(&published, id, 3, 3, "Copied 3")?,
        again(&published, id, 1, 1, "Copied 1")?,
        again(&published, id, 2, 2, "Copied 2")?,
        again(&published, gone, 1, 1, "Back")?,
    ];
    tell(system, jetstream, &told).await?;
    for (service, query) in COPIES {
        regressions += usize::from(copy(system, service, query, id).await? != newest);
        let left = copy(system, service, query, gone).await?;
        regressions += usize::from(left != (None, 2));
    }

    let told = [
        again(&published, id, 1, 6, "Beyond the gap")?,
        again(&published, id, 1, 5, "Too late")?,
    ];
    tell(system, jetstream, &told).await?;
    for (service, query) in COPIES {
        let expected = (Some("Beyond the gap".to_owned()), 6);
        regressions += usize::from(copy(system, service, query, id).await? != expected);
    }
    report.promise(regressions == 0, || {
        format!("{regressions} copies are not what the newest version said")
    });
    report.figure(format!(
        "copies of another's state {}, regressions {regressions}",
        COPIES.len()
    ));
    Ok(())
}

async fn copy(
    system: &System,
    service: &str,
    query: &'static str,
    property: i64,
) -> anyhow::Result<(Option<String>, i64)> {
    let row = sqlx::query_as(query)
        .bind(property)
        .fetch_one(&mut database(system, service).await?)
        .await?;
    Ok(row)
}

/// The published version `of` a property as a new event that says another version and name.
fn again(
    published: &[Published],
    property: i64,
    of: i64,
    version: i64,
    name: &str,
) -> anyhow::Result<Published> {
    let text = |message: &Published, name: &str| {
        let value = message.headers.get(name).map(ToString::to_string);
        value.unwrap_or_default()
    };
    let mut message = published
        .iter()
        .find(|message| {
            text(message, "ce-subject") == format!("property/{property}")
                && text(message, "lintel-aggregate-version") == of.to_string()
        })
        .cloned()
        .with_context(|| format!("property {property} has no version {of}"))?;
    let mut snapshot = PropertyChanged::decode(message.payload.clone())?;
    snapshot.version = version;
    name.clone_into(&mut snapshot.display_name);
    message.payload = snapshot.encode_to_vec().into();
    message.headers.insert("ce-id", Uuid::now_v7().to_string());
    message
        .headers
        .insert("lintel-aggregate-version", version.to_string());
    Ok(message)
}

/// Publishes `messages` in this order and waits until every keeper of a copy has handled them.
async fn tell(
    system: &System,
    jetstream: &jetstream::Context,
    messages: &[Published],
) -> anyhow::Result<()> {
    let mut ids = Vec::new();
    for message in messages {
        let id = message.headers.get("ce-id").context("it has an id")?;
        ids.push(Uuid::parse_str(id.as_str())?);
        broker::publish(jetstream, message.clone(), id.as_str()).await?;
    }
    for (service, _) in COPIES {
        wait_for(service, HEARD, async || {
            let handled: i64 =
                sqlx::query_scalar("SELECT count(*) FROM inbox WHERE event_id = ANY($1)")
                    .bind(&ids)
                    .fetch_one(&mut database(system, service).await?)
                    .await?;
            ensure!(usize::try_from(handled)? == ids.len(), "{handled}");
            Ok(Some(()))
        })
        .await?;
    }
    Ok(())
}
