//! A TCP proxy on one edge between two programs, which makes that edge slow, silent or broken. It is the network of an experiment: the
//! programs on both sides know nothing of it.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::{mpsc, watch},
    task::JoinHandle,
    time::Instant,
};

/// Pieces that are on their way in one direction of a connection; a sender with more has to wait, as at a full window.
const ON_THE_WAY: usize = 256;
const PIECE: usize = 16 * 1024;

/// The effect of an edge on what is sent over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Toxic {
    /// Nothing.
    Clear,
    /// Messages of the caller arrive so much later; the answers do not.
    Late(Duration),
    /// Nothing arrives in either direction, not even that a side has closed. What was sent arrives once this is over, as TCP sends
    /// again what was lost.
    Hole,
}

#[derive(Debug, Clone, Copy)]
struct State {
    toxic: Toxic,
    since: Instant,
    resets: usize,
    losses: usize,
}

/// A running proxy; it and its connections end when it is dropped.
#[derive(Debug)]
pub struct Proxy {
    port: u16,
    state: watch::Sender<State>,
    counts: Arc<Counts>,
    listening: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct Counts {
    open: AtomicUsize,
    opened: AtomicUsize,
    reset: AtomicUsize,
    abandoned: AtomicUsize,
}

impl Proxy {
    /// Listens on a port of 127.0.0.1 for what is on `target` there.
    ///
    /// # Errors
    /// When there is no free port.
    pub async fn before(target: u16) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let (state, watched) = watch::channel(State {
            toxic: Toxic::Clear,
            since: Instant::now(),
            resets: 0,
            losses: 0,
        });
        let counts = Arc::<Counts>::default();
        let listening = tokio::spawn(listen(listener, target, watched, counts.clone()));
        Ok(Self {
            port,
            state,
            counts,
            listening,
        })
    }

    /// Returns the port at which it listens.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Sets the toxic from now on, for old connections and new ones.
    pub fn set(&self, toxic: Toxic) {
        self.counts.abandoned.store(0, SeqCst);
        self.counts.opened.store(0, SeqCst);
        self.state.send_modify(|state| {
            state.toxic = toxic;
            state.since = Instant::now();
        });
    }

    /// Breaks every connection with RST, on both sides.
    pub fn reset(&self) {
        self.state.send_modify(|state| state.resets += 1);
    }

    /// Ends every connection on the side that is called and tells the caller nothing, for ever: the machine behind it is gone, and another
    /// one answers whoever connects now.
    pub fn lose(&self) {
        self.counts.abandoned.store(0, SeqCst);
        self.state.send_modify(|state| state.losses += 1);
    }

    /// Connections that are open.
    #[must_use]
    pub fn open(&self) -> usize {
        self.counts.open.load(SeqCst)
    }

    /// Connections that were opened since it became what it is.
    #[must_use]
    pub fn opened(&self) -> usize {
        self.counts.opened.load(SeqCst)
    }

    /// Connections that were broken so far.
    #[must_use]
    pub fn broken(&self) -> usize {
        self.counts.reset.load(SeqCst)
    }

    /// Returns the number of connections given up by their caller, of those that were open when it became a
    /// [`Toxic::Hole`], or were lost.
    #[must_use]
    pub fn abandoned(&self) -> usize {
        self.counts.abandoned.load(SeqCst)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

async fn listen(
    listener: TcpListener,
    target: u16,
    state: watch::Receiver<State>,
    counts: Arc<Counts>,
) {
    while let Ok((caller, _)) = listener.accept().await {
        let (state, counts) = (state.clone(), counts.clone());
        tokio::spawn(async move {
            counts.open.fetch_add(1, SeqCst);
            counts.opened.fetch_add(1, SeqCst);
            // A side that cannot be reached or breaks ends the connection, which is all that the other side may see.
            let _ = connection(caller, target, state, &counts).await;
            counts.open.fetch_sub(1, SeqCst);
        });
    }
}

async fn connection(
    mut caller: TcpStream,
    target: u16,
    mut state: watch::Receiver<State>,
    counts: &Counts,
) -> io::Result<()> {
    let State { resets, losses, .. } = *state.borrow();
    let begun = Instant::now();
    let (there, back) = (state.clone(), state.clone());
    let mut callee = TcpStream::connect(("127.0.0.1", target)).await?;
    caller.set_nodelay(true)?;
    callee.set_nodelay(true)?;
    let broken = {
        let (from_caller, to_caller) = caller.split();
        let (from_callee, to_callee) = callee.split();
        let both = async {
            tokio::try_join!(
                pump(from_caller, to_callee, there, Some((counts, begun))),
                pump(from_callee, to_caller, back, None)
            )
        };
        tokio::select! {
            ended = both => return ended.map(|_| ()),
            changed = state.wait_for(|now| now.resets > resets || now.losses > losses) => match changed {
                Ok(now) => *now,
                Err(_) => return Ok(()),
            },
        }
    };
    if broken.losses > losses {
        drop(callee);
        // Until the caller closes it; what it says is heard by nobody.
        let mut unheard = vec![0; PIECE];
        while caller.read(&mut unheard).await? > 0 {}
        counts.abandoned.fetch_add(1, SeqCst);
    } else {
        counts.reset.fetch_add(1, SeqCst);
        caller.set_zero_linger()?;
        callee.set_zero_linger()?;
    }
    Ok(())
}

/// Carries one direction. `caller` is there when it is the caller's, with the time when it connected.
async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut state: watch::Receiver<State>,
    caller: Option<(&Counts, Instant)>,
) -> io::Result<()> {
    let (send, mut pieces) = mpsc::channel::<(Instant, Vec<u8>)>(ON_THE_WAY);
    let now = state.clone();
    let read = async move {
        let mut piece = vec![0; PIECE];
        loop {
            let length = from.read(&mut piece).await.unwrap_or_default();
            let State { toxic, since, .. } = *now.borrow();
            if length == 0 {
                if let (Some((counts, begun)), Toxic::Hole) = (caller, toxic)
                    && begun < since
                {
                    counts.abandoned.fetch_add(1, SeqCst);
                }
                return;
            }
            let late = match (caller, toxic) {
                (Some(_), Toxic::Late(late)) => late,
                _ => Duration::ZERO,
            };
            let piece = piece[..length].to_vec();
            if send.send((Instant::now() + late, piece)).await.is_err() {
                return;
            }
        }
    };
    let write = async move {
        while let Some((due, piece)) = pieces.recv().await {
            tokio::time::sleep_until(due).await;
            through(&mut state).await?;
            to.write_all(&piece).await?;
        }
        through(&mut state).await?;
        to.shutdown().await
    };
    tokio::join!(read, write).1
}

/// Waits until something can arrive.
async fn through(state: &mut watch::Receiver<State>) -> io::Result<()> {
    let gone = |_| io::Error::from(io::ErrorKind::BrokenPipe);
    state
        .wait_for(|now| now.toxic != Toxic::Hole)
        .await
        .map(|_| ())
        .map_err(gone)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A proxy before somebody who says everything back.
    async fn echo() -> anyhow::Result<(Proxy, TcpStream)> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let proxy = Proxy::before(listener.local_addr()?.port()).await?;
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let (mut from, mut to) = stream.split();
                let _ = tokio::io::copy(&mut from, &mut to).await;
            }
        });
        let stream = TcpStream::connect(("127.0.0.1", proxy.port())).await?;
        Ok((proxy, stream))
    }

    async fn said_back(stream: &mut TcpStream) -> anyhow::Result<()> {
        stream.write_all(b"a").await?;
        let mut back = [0];
        stream.read_exact(&mut back).await?;
        anyhow::ensure!(back == *b"a");
        Ok(())
    }

    #[tokio::test]
    async fn what_a_caller_sends_is_late_by_what_was_said() -> anyhow::Result<()> {
        let (proxy, mut stream) = echo().await?;
        said_back(&mut stream).await?;
        proxy.set(Toxic::Late(Duration::from_millis(200)));
        let begun = Instant::now();
        said_back(&mut stream).await?;
        assert!(begun.elapsed() >= Duration::from_millis(200));
        Ok(())
    }

    #[tokio::test]
    async fn what_fell_into_a_hole_arrives_when_it_is_over() -> anyhow::Result<()> {
        let (proxy, mut stream) = echo().await?;
        said_back(&mut stream).await?;
        proxy.set(Toxic::Hole);
        let within = tokio::time::timeout(Duration::from_millis(200), said_back(&mut stream));
        assert!(within.await.is_err());
        proxy.set(Toxic::Clear);
        let mut back = [0];
        stream.read_exact(&mut back).await?;
        assert_eq!(back, *b"a");
        Ok(())
    }

    #[tokio::test]
    async fn lost_connections_stay_silent_until_given_up_and_new_ones_work() -> anyhow::Result<()> {
        let (proxy, mut stream) = echo().await?;
        said_back(&mut stream).await?;
        proxy.lose();
        let within = tokio::time::timeout(Duration::from_millis(200), said_back(&mut stream));
        assert!(within.await.is_err());
        assert_eq!(proxy.abandoned(), 0);
        let mut next = TcpStream::connect(("127.0.0.1", proxy.port())).await?;
        said_back(&mut next).await?;
        drop(stream);
        while proxy.abandoned() == 0 {
            tokio::task::yield_now().await;
        }
        Ok(())
    }

    #[tokio::test]
    async fn a_reset_breaks_what_is_open_and_nothing_that_comes_later() -> anyhow::Result<()> {
        let (proxy, mut stream) = echo().await?;
        said_back(&mut stream).await?;
        proxy.reset();
        let broken = stream.read(&mut [0]).await.err().map(|error| error.kind());
        assert_eq!(broken, Some(io::ErrorKind::ConnectionReset));
        assert_eq!(proxy.broken(), 1);
        let mut next = TcpStream::connect(("127.0.0.1", proxy.port())).await?;
        said_back(&mut next).await
    }
}
