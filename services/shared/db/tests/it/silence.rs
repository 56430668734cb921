//! A server that vanishes without a word: what waits for it waits for ever, unless it is given up.

use std::{
    str::FromStr as _,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use lintel_core::Error;
use lintel_db::{Db, StoreError, in_time};
use lintel_testkit::wait_for;
use secrecy::ExposeSecret as _;
use sqlx::postgres::PgConnectOptions;
use tokio::{
    io::AsyncReadExt as _,
    net::{TcpListener, TcpStream},
    sync::Notify,
};

use crate::{database, organisation};

/// What is between a pool and its server. Connections that are open when it is lost stay open and silent; new ones work.
struct Network {
    port: u16,
    lost: Arc<(AtomicBool, Notify)>,
}

impl Network {
    async fn before(server: u16) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let lost = Arc::<(AtomicBool, Notify)>::default();
        let known = lost.clone();
        tokio::spawn(async move {
            while let Ok((mut caller, _)) = listener.accept().await {
                let Ok(mut server) = TcpStream::connect(("127.0.0.1", server)).await else {
                    return;
                };
                let known = known.clone();
                tokio::spawn(async move {
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut caller, &mut server) => return,
                        () = known.1.notified() => known.0.store(true, Ordering::SeqCst),
                    }
                    drop(server);
                    let mut unheard = [0; 1024];
                    while caller.read(&mut unheard).await.is_ok_and(|read| read > 0) {}
                });
            }
        });
        Ok(Self { port, lost })
    }

    /// Loses the one connection that there is.
    async fn lose(&self) -> anyhow::Result<()> {
        self.lost.1.notify_one();
        wait_for("it is lost", Duration::from_secs(5), async || {
            Ok(self.lost.0.load(Ordering::SeqCst).then_some(()))
        })
        .await
    }
}

#[tokio::test]
async fn it_keeps_no_place_in_the_pool_and_holds_up_no_work() -> anyhow::Result<()> {
    let database = database().await?;
    let mut config = database.config.clone();
    let url = config.url.expose_secret().to_owned();
    let server = PgConnectOptions::from_str(&url)?.get_port();
    let network = Network::before(server).await?;
    let (direct, through) = (format!(":{server}/"), format!(":{}/", network.port));
    config.url = url.replace(&direct, &through).into();
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
