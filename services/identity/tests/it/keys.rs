//! Signing keys.

use std::{collections::BTreeSet, num::NonZeroU32, sync::Arc, time::Duration};

use futures::future::join_all;
use lintel_core::SystemClock;
use lintel_db::Db;
use lintel_identity::{HashingConfig, MIGRATOR, Parts, assemble};
use lintel_proto::identity::v1::ListSigningKeysRequest;
use lintel_runtime::{Lifecycle, secrets::MasterKeys};
use lintel_testkit::{TestDatabase, wait_for};
use serde_json::json;
use sqlx::Connection as _;

use crate::harness::{MASTER_KEY, Stack, quotas};

fn parts(db: Db, master_key: [u8; 32]) -> anyhow::Result<Parts> {
    Ok(Parts {
        db,
        clock: Arc::new(SystemClock),
        master_keys: MasterKeys::new(master_key.into(), Vec::new()),
        mail_sealing_key: None,
        tenancy_sealing_key: [2; 32].into(),
        viewings_sealing_key: [4; 32].into(),
        password_minimum: 6,
        exports_per_day: NonZeroU32::MIN,
        hashing: HashingConfig {
            threads: 1,
            queue: 1,
        },
        quotas: quotas(json!({}))?,
        key_refresh: Duration::from_secs(60),
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn replicas_that_start_at_once_share_one_key_and_a_later_one_finds_it() -> anyhow::Result<()>
{
    let database = TestDatabase::new("identity", &MIGRATOR).await?;
    let lifecycle = Lifecycle::default();
    let mut replicas = Vec::new();
    for _ in 0..8 {
        let replica = Db::connect(&database.config)?;
        // With its connection open, each only waits for its turn.
        drop(replica.begin_worker().await?);
        replicas.push(replica);
    }
    let mut starts = Vec::new();
    for replica in replicas {
        starts.push(assemble(parts(replica, MASTER_KEY)?, &lifecycle));
    }
    for start in join_all(starts).await {
        start?;
    }
    assemble(parts(database.db.clone(), MASTER_KEY)?, &lifecycle).await?;
    let mut superuser = database.superuser().await?;
    let keys: i64 = sqlx::query_scalar("SELECT count(*) FROM signing_keys")
        .fetch_one(&mut superuser)
        .await?;
    assert_eq!(keys, 1);
    lifecycle.stop.cancel();
    Ok(())
}

/// The locks under which a starting replica makes its keys: `store/signing_keys.rs` and `store/root_keys.rs`.
const TURNS: [i64; 2] = [0x6C69_6E74_656C_0001, 0x6C69_6E74_656C_0002];

#[tokio::test]
async fn a_replica_waits_longer_for_its_turn_than_a_statement_may() -> anyhow::Result<()> {
    for turn in TURNS {
        let database = TestDatabase::new("identity", &MIGRATOR).await?;
        let lifecycle = Lifecycle::default();
        let (mut other, mut watch) = (database.superuser().await?, database.superuser().await?);
        let hold = "SELECT pg_advisory_lock($1)";
        sqlx::query(hold).bind(turn).execute(&mut other).await?;
        let start = assemble(parts(database.db.clone(), MASTER_KEY)?, &lifecycle);
        let let_go = async {
            let mut tries = BTreeSet::new();
            wait_for("a second try", Duration::from_secs(20), async || {
                let waiting = "SELECT xact_start::text FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
                let seen: Vec<String> = sqlx::query_scalar(waiting).fetch_all(&mut watch).await?;
                tries.extend(seen);
                Ok((tries.len() > 1).then_some(()))
            })
            .await?;
            other.close().await?;
            anyhow::Ok(())
        };
        let (started, let_go) = tokio::join!(start, let_go);
        let_go?;
        started?;
        lifecycle.stop.cancel();
    }
    Ok(())
}

#[tokio::test]
async fn another_master_key_opens_nothing() -> anyhow::Result<()> {
    let database = TestDatabase::new("identity", &MIGRATOR).await?;
    let lifecycle = Lifecycle::default();
    assemble(parts(database.db.clone(), MASTER_KEY)?, &lifecycle).await?;
    let other = assemble(parts(database.db.clone(), [8; 32])?, &lifecycle).await;
    assert_eq!(other.err().map(|error| error.reason()), Some("INTERNAL"));
    // A key that was moved to another row does not open either.
    let mut superuser = database.superuser().await?;
    sqlx::query("UPDATE signing_keys SET key_id = 'another'")
        .execute(&mut superuser)
        .await?;
    assert!(
        assemble(parts(database.db.clone(), MASTER_KEY)?, &lifecycle)
            .await
            .is_err()
    );
    lifecycle.stop.cancel();
    Ok(())
}

#[tokio::test]
async fn the_public_keys_are_for_everybody_and_verify_the_tokens() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let keys = stack
        .session
        .clone()
        .list_signing_keys(ListSigningKeysRequest {})
        .await?;
    let keys = keys.into_inner().keys;
    assert_eq!(keys.len(), 1);
    assert_eq!(keys[0].public_key.len(), 32);

    let answer = stack.signed_in("ada@example.com").await?;
    let verifier = lintel_auth::TokenVerifier::new(stack.clock.clone());
    verifier.replace_keys(&[lintel_auth::VerifyingKey {
        key_id: keys[0].key_id.clone(),
        public_key: keys[0].public_key.as_slice().try_into()?,
    }]);
    let tokens = answer.tokens.unwrap_or_default();
    verifier.verify(&tokens.access_token, lintel_auth::Audience::Lintel)?;
    Ok(())
}
