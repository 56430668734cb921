//! The network between a pool and its server.

use std::{
    str::FromStr as _,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use lintel_db::DatabaseConfig;
use lintel_testkit::wait_for;
use secrecy::{ExposeSecret as _, SecretString};
use sqlx::postgres::PgConnectOptions;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream, tcp::OwnedReadHalf, tcp::OwnedWriteHalf},
    sync::Notify,
};

/// A network whose connections can be lost: those that are open then stay open and silent; new ones work.
pub struct Network {
    port: u16,
    lost: Arc<(AtomicBool, Notify)>,
}

impl Network {
    /// Leads to the server of `config`, as the configuration that it returns does, and takes `late` for each piece that is sent there.
    pub async fn before(
        config: &DatabaseConfig,
        late: Duration,
    ) -> anyhow::Result<(Self, DatabaseConfig)> {
        let server = PgConnectOptions::from_str(config.url.expose_secret())?.get_port();
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let lost = Arc::<(AtomicBool, Notify)>::default();
        let known = lost.clone();
        tokio::spawn(async move {
            while let Ok((caller, _)) = listener.accept().await {
                let Ok(server) = TcpStream::connect(("127.0.0.1", server)).await else {
                    return;
                };
                tokio::spawn(connection(caller, server, late, known.clone()));
            }
        });
        let network = Self { port, lost };
        let mut through = config.clone();
        through.url = network.led_through(&config.url, server);
        through.worker_url = network.led_through(&config.worker_url, server);
        Ok((network, through))
    }

    fn led_through(&self, url: &SecretString, server: u16) -> SecretString {
        let (direct, through) = (format!(":{server}/"), format!(":{}/", self.port));
        url.expose_secret().replace(&direct, &through).into()
    }

    /// Loses the one connection that there is.
    pub async fn lose(&self) -> anyhow::Result<()> {
        self.lost.1.notify_one();
        wait_for("it is lost", Duration::from_secs(5), async || {
            Ok(self.lost.0.load(Ordering::SeqCst).then_some(()))
        })
        .await
    }
}

async fn connection(
    caller: TcpStream,
    server: TcpStream,
    late: Duration,
    known: Arc<(AtomicBool, Notify)>,
) {
    // What is small is sent at once, or the system's own delay would be measured.
    let _ = (caller.set_nodelay(true), server.set_nodelay(true));
    let ((mut from_caller, mut to_caller), (mut from_server, to_server)) =
        (caller.into_split(), server.into_split());
    {
        let back = tokio::io::copy(&mut from_server, &mut to_caller);
        tokio::select! {
            () = later(&mut from_caller, to_server, late) => return,
            _ = back => return,
            () = known.1.notified() => known.0.store(true, Ordering::SeqCst),
        }
    }
    drop(from_server);
    let mut unheard = [0; 1024];
    while from_caller
        .read(&mut unheard)
        .await
        .is_ok_and(|read| read > 0)
    {}
}

/// Hands on what comes until one side has closed.
async fn later(from: &mut OwnedReadHalf, mut to: OwnedWriteHalf, late: Duration) {
    let mut piece = [0; 16 * 1024];
    while let Ok(read) = from.read(&mut piece).await {
        tokio::time::sleep(late).await;
        let said = piece.get(..read).unwrap_or_default();
        if read == 0 || to.write_all(said).await.is_err() {
            return;
        }
    }
}
