//! The conversations of the mail server.

use std::{
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use mailin::{Action, Handler, Response, SessionBuilder, response};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
};

use super::{Mailbox, Mode, State, Step, lock};

/// The state that the conversations share.
#[derive(Debug, Clone)]
pub struct Shared {
    pub mailbox: Mailbox,
    pub state: Arc<Mutex<State>>,
    pub mode: watch::Receiver<Mode>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// The refusal that is due at `step`.
    fn refusal(&self, step: Step) -> Option<Response> {
        match *self.mode.borrow() {
            Mode::Refuse(at, code) if at == step => {
                self.state().refusals += 1;
                Some(Response::custom(code, "not this one".to_owned()))
            }
            _ => None,
        }
    }
}

/// Accepts connections except while it is away; ends with the sink.
pub async fn serve(listener: TcpListener, address: SocketAddr, shared: Shared) {
    let mut mode = shared.mode.clone();
    let mut listener = Some(listener);
    loop {
        if let Some(open) = listener.take() {
            let mut conversations = JoinSet::new();
            let gone = mode.wait_for(|mode| *mode == Mode::Away);
            tokio::select! {
                () = accept(open, &shared, &mut conversations) => {}
                _ = gone => {}
            }
            // Dropped: the port is closed, and so is every connection.
        }
        if mode.wait_for(|mode| *mode != Mode::Away).await.is_err() {
            return;
        }
        // The server's own port; no other process asks for it by number. A connection that is being closed may hold it for a
        // moment.
        match TcpListener::bind(address).await {
            Ok(open) => listener = Some(open),
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

async fn accept(listener: TcpListener, shared: &Shared, conversations: &mut JoinSet<()>) {
    while let Ok((stream, peer)) = listener.accept().await {
        let shared = shared.clone();
        conversations.spawn(async move {
            // A client that hangs up ends the conversation, and nothing else.
            let _ = converse(stream, peer.ip(), shared).await;
        });
        while conversations.try_join_next().is_some() {}
    }
}

/// One connection. The state machine of SMTP is the crate's; this only carries lines to it and answers back.
async fn converse(mut stream: TcpStream, peer: IpAddr, shared: Shared) -> std::io::Result<()> {
    let (read, mut write) = stream.split();
    let mut read = BufReader::new(read);
    let mut session = SessionBuilder::new("lintel-sink").build(
        peer,
        Receiver {
            shared: shared.clone(),
            to: Vec::new(),
            raw: Vec::new(),
        },
    );
    write.write_all(&session.greeting().buffer()?).await?;
    let mut line = Vec::new();
    while read.read_until(b'\n', &mut line).await? > 0 {
        let is_end = line == b".\r\n";
        let answer = session.process(&line);
        line.clear();
        let handed_over = is_end && answer.action != Action::NoReply;
        if handed_over {
            let mode = *shared.mode.borrow();
            match mode {
                Mode::DropAfterData => return Ok(()),
                Mode::Slow(time) => tokio::time::sleep(time).await,
                _ => {}
            }
        }
        if answer.action != Action::NoReply {
            write.write_all(&answer.buffer()?).await?;
        }
        // After a refused mail the crate's state machine would take what follows for more of that mail.
        if answer.action == Action::Close || (handed_over && answer.is_error) {
            return Ok(());
        }
    }
    Ok(())
}

struct Receiver {
    shared: Shared,
    to: Vec<String>,
    raw: Vec<u8>,
}

impl Handler for Receiver {
    fn mail(&mut self, _ip: IpAddr, _domain: &str, _from: &str) -> Response {
        self.to.clear();
        self.raw.clear();
        self.shared.refusal(Step::Mail).unwrap_or(response::OK)
    }

    fn rcpt(&mut self, to: &str) -> Response {
        self.to.push(to.to_owned());
        self.shared.refusal(Step::Recipient).unwrap_or(response::OK)
    }

    fn data(&mut self, line: &[u8]) -> std::io::Result<()> {
        self.raw.extend_from_slice(line);
        Ok(())
    }

    fn data_end(&mut self) -> Response {
        self.shared.state().deliveries += 1;
        if let Some(refusal) = self.shared.refusal(Step::Data) {
            return refusal;
        }
        let (to, raw) = (std::mem::take(&mut self.to), std::mem::take(&mut self.raw));
        match self.shared.mailbox.keep(to, raw) {
            Ok(()) => response::OK,
            Err(_) => Response::custom(452, "the mailbox cannot be written".to_owned()),
        }
    }
}
