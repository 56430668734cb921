//! A server that vanishes without a word: what waits for it waits for ever, unless it is given up.

use std::time::Duration;

use lintel_core::Error;
use lintel_db::{Db, StoreError, in_time};
use lintel_testkit::wait_for;

use crate::{database, network::Network, organisation};

#[tokio::test]
async fn it_keeps_no_place_in_the_pool_and_holds_up_no_work() -> anyhow::Result<()> {
    let database = database().await?;
    let (network, mut config) = Network::before(&database.config, Duration::ZERO).await?;
    config.max_connections = 1;
    config.acquire_timeout = Duration::from_millis(300);
    config.statement_timeout = Duration::from_millis(100);
    let db = Db::connect(&config)?;

    let mut tx = db.begin(organisation(1)).await?;
    network.lose().await?;
    let asked = in_time(Duration::from_millis(200), async {
        sqlx::query("SELECT 1").execute(&mut *tx).await?;
        Ok::<_, StoreError>(())
    });
    let given_up = asked.await.err().map(Error::from);
    assert!(
        matches!(given_up, Some(Error::Unavailable { .. })),
        "{given_up:?}"
    );
    drop(tx);
    wait_for(
        "there is a place again",
        Duration::from_secs(10),
        async || Ok(db.begin(organisation(1)).await.ok().map(drop)),
    )
    .await
}
