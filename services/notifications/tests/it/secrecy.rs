//! No personal data can be read where mails are stored, and the role of requests cannot read them at all.

use std::{fs, path::Path};

use lintel_proto::identity::v1::VerificationMail;
use lintel_testkit::smtp::{Mode, SmtpSink};

use crate::support::{
    Bench, brisk,
    broker::{Broker, verification_requested},
};

const MARKERS: [&str; 4] = [
    "Marker Personname",
    "marker.address@example.org",
    "MARKERtokenMARKERtokenMARKERtokenMARKERtoken",
    "MARK-9QXT",
];

/// Every table of the service as text, bytes as they are.
async fn dump(bench: &Bench) -> anyhow::Result<Vec<u8>> {
    let mut admin = bench.database.superuser().await?;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
    )
    .fetch_all(&mut admin)
    .await?;
    assert!(tables.len() >= 8, "{tables:?}");
    let mut everything = Vec::new();
    for table in tables {
        let rows: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(format!(
            "SELECT t::text FROM {table} t"
        )))
        .fetch_all(&mut admin)
        .await?;
        everything.extend(rows.concat().into_bytes());
    }
    for column in [
        "sealed FROM deliveries WHERE sealed IS NOT NULL",
        "payload FROM outbox",
        "payload FROM dead_letter",
    ] {
        let bytes: Vec<Vec<u8>> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(format!("SELECT {column}")))
                .fetch_all(&mut admin)
                .await?;
        everything.extend(bytes.concat());
    }
    Ok(everything)
}

fn contains(haystack: &[u8], needle: &str) -> bool {
    haystack
        .windows(needle.len())
        .any(|window| window.eq_ignore_ascii_case(needle.as_bytes()))
}

fn files_below(folder: &Path, into: &mut Vec<u8>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files_below(&path, into)?;
        } else {
            into.extend(fs::read(path)?);
        }
    }
    Ok(())
}

#[tokio::test]
async fn no_name_address_or_secret_is_readable_in_tables_or_in_the_broker() -> anyhow::Result<()> {
    let (bench, broker, sink) = (
        Bench::new().await?,
        Broker::start().await?,
        SmtpSink::start().await?,
    );
    let [name, email, token, code] = MARKERS.map(str::to_owned);
    let mail = VerificationMail {
        recipient_name: name,
        recipient_email: email,
        token,
        code,
    };
    sink.set_mode(Mode::REFUSE_FOR_NOW);
    let job = bench.start(&sink.url(), &brisk())?;
    broker.consume(&bench, job.wake.clone());
    broker
        .publish(&verification_requested(1, bench.seal(&mail)), None)
        .await?;
    lintel_testkit::wait_for("a try", crate::support::PATIENCE, async || {
        Ok((sink.deliveries() > 0).then_some(()))
    })
    .await?;
    job.stop().await?;
    let while_queued = dump(&bench).await?;
    assert!(
        contains(&while_queued, "email-verification:token/1"),
        "the dump sees the tables"
    );

    sink.set_mode(Mode::REFUSE_FOR_GOOD);
    let job = bench.start(&sink.url(), &brisk())?;
    lintel_testkit::wait_for("it is given up", crate::support::PATIENCE, async || {
        Ok((!bench.failures().await?.is_empty()).then_some(()))
    })
    .await?;
    job.stop().await?;
    let afterwards = dump(&bench).await?;

    let mut store = Vec::new();
    files_below(&broker.server.store(), &mut store)?;
    assert!(
        contains(&store, "identity.email-token.verification-requested"),
        "the store was read"
    );
    for marker in MARKERS {
        assert!(
            !contains(&while_queued, marker),
            "{marker} in a table while queued"
        );
        assert!(
            !contains(&afterwards, marker),
            "{marker} in a table afterwards"
        );
        assert!(!contains(&store, marker), "{marker} in the broker");
    }
    Ok(())
}

#[tokio::test]
async fn requests_change_no_delivery_and_reach_no_contact() -> anyhow::Result<()> {
    let bench = Bench::new().await?;
    let mut admin = bench.database.superuser().await?;
    let forced: Vec<String> = sqlx::query_scalar(
        "SELECT relname::text FROM pg_class \
         WHERE relname IN ('contacts', 'deliveries', 'delivery_attempts', 'digest_items', 'digests', 'filled_contacts', \
             'filled_homes', 'inboxes', 'members', 'news', 'nt_gone_organisations', 'nt_homes') AND relrowsecurity AND relforcerowsecurity ORDER BY relname",
    )
    .fetch_all(&mut admin)
    .await?;
    let ours = [
        "contacts",
        "deliveries",
        "delivery_attempts",
        "digest_items",
        "digests",
        "filled_contacts",
        "filled_homes",
        "inboxes",
        "members",
        "news",
        "nt_gone_organisations",
        "nt_homes",
    ];
    assert_eq!(forced, ours);
    let mut app = bench.database.app().await?;
    for query in [
        "DELETE FROM deliveries",
        "UPDATE deliveries SET sealed = NULL",
        "SELECT 1 FROM delivery_attempts",
        "SELECT 1 FROM contacts",
        "SELECT 1 FROM members",
        "SELECT 1 FROM filled_contacts",
    ] {
        let refused = sqlx::query(query).execute(&mut app).await;
        let code = refused
            .err()
            .and_then(|error| Some(error.as_database_error()?.code()?.into_owned()));
        assert_eq!(code.as_deref(), Some("42501"), "{query}");
    }
    Ok(())
}
