//! A mail server that keeps what it receives, and can misbehave on request.

use std::{
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use mail_parser::MessageParser;
use mailin::{Action, Handler, Response, SessionBuilder, response};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
};

use crate::wait_for;

/// A received mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The addresses of the envelope.
    pub to: Vec<String>,
    /// The `Message-ID`, without angle brackets.
    pub message_id: String,
    /// Everything between DATA and the dot.
    pub raw: Vec<u8>,
}

impl Mail {
    /// The text part, decoded.
    #[must_use]
    pub fn text(&self) -> String {
        self.parsed(|mail| mail.body_text(0).map(std::borrow::Cow::into_owned))
    }

    /// The HTML part, decoded.
    #[must_use]
    pub fn html(&self) -> String {
        self.parsed(|mail| mail.body_html(0).map(std::borrow::Cow::into_owned))
    }

    /// The subject, decoded.
    #[must_use]
    pub fn subject(&self) -> String {
        self.parsed(|mail| mail.subject().map(str::to_owned))
    }

    /// The first header `name` as it stood on the wire.
    #[must_use]
    pub fn header(&self, name: &'static str) -> Option<String> {
        let mail = MessageParser::new().parse(&self.raw)?;
        Some(mail.header_raw(name)?.trim().to_owned())
    }

    fn parsed(&self, part: impl Fn(&mail_parser::Message<'_>) -> Option<String>) -> String {
        MessageParser::new()
            .parse(&self.raw)
            .and_then(|mail| part(&mail))
            .unwrap_or_default()
    }
}

/// How the server answers the end of a mail's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Takes it.
    #[default]
    Accept,
    /// 451: try again later. The mail is not kept.
    RefuseForNow,
    /// 550: never. The mail is not kept.
    RefuseForGood,
    /// Takes it and closes the connection without saying so.
    DropAfterData,
}

#[derive(Debug, Default)]
struct State {
    mails: Vec<Mail>,
    mode: Mode,
    deliveries: usize,
}

/// A running mail server on a free port.
#[derive(Debug)]
pub struct SmtpSink {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    server: tokio::task::JoinHandle<()>,
}

impl SmtpSink {
    /// Listens on a free port.
    ///
    /// # Errors
    /// When no port can be had.
    pub async fn start() -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let state: Arc<Mutex<State>> = Arc::default();
        let shared = state.clone();
        let server = tokio::spawn(async move {
            while let Ok((stream, peer)) = listener.accept().await {
                tokio::spawn(converse(stream, peer.ip(), shared.clone()));
            }
        });
        Ok(Self {
            address,
            state,
            server,
        })
    }

    /// For `LINTEL_SMTP_URL`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Every mail taken so far, in order.
    #[must_use]
    pub fn mails(&self) -> Vec<Mail> {
        lock(&self.state).mails.clone()
    }

    /// How many mails were handed over, taken or not.
    #[must_use]
    pub fn deliveries(&self) -> usize {
        lock(&self.state).deliveries
    }

    /// Behaves like this from now on.
    pub fn set_mode(&self, mode: Mode) {
        lock(&self.state).mode = mode;
    }

    /// Waits for a mail to `address`; the newest when there are several.
    ///
    /// # Errors
    /// When none comes in 20 seconds.
    pub async fn wait_for_mail(&self, address: &str) -> anyhow::Result<Mail> {
        wait_for(
            &format!("a mail to {address}"),
            Duration::from_secs(20),
            async || {
                let mails = self.mails();
                Ok(mails
                    .into_iter()
                    .rev()
                    .find(|mail| mail.to.iter().any(|to| to.eq_ignore_ascii_case(address))))
            },
        )
        .await
    }
}

impl Drop for SmtpSink {
    fn drop(&mut self) {
        self.server.abort();
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One connection. The state machine of SMTP is the crate's; this only carries lines to it and answers back.
async fn converse(
    mut stream: TcpStream,
    peer: IpAddr,
    state: Arc<Mutex<State>>,
) -> std::io::Result<()> {
    let (read, mut write) = stream.split();
    let mut read = BufReader::new(read);
    let mut session = SessionBuilder::new("lintel-sink").build(
        peer,
        Receiver {
            state: state.clone(),
            to: Vec::new(),
            raw: Vec::new(),
        },
    );
    write.write_all(&session.greeting().buffer()?).await?;
    let mut line = Vec::new();
    while read.read_until(b'\n', &mut line).await? > 0 {
        let before = lock(&state).deliveries;
        let answer = session.process(&line);
        line.clear();
        let (handed_over, mode) = {
            let state = lock(&state);
            (state.deliveries > before, state.mode)
        };
        if handed_over && mode == Mode::DropAfterData {
            return Ok(());
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
    state: Arc<Mutex<State>>,
    to: Vec<String>,
    raw: Vec<u8>,
}

impl Handler for Receiver {
    fn mail(&mut self, _ip: IpAddr, _domain: &str, _from: &str) -> Response {
        self.to.clear();
        self.raw.clear();
        response::OK
    }

    fn rcpt(&mut self, to: &str) -> Response {
        self.to.push(to.to_owned());
        response::OK
    }

    fn data(&mut self, line: &[u8]) -> std::io::Result<()> {
        self.raw.extend_from_slice(line);
        Ok(())
    }

    fn data_end(&mut self) -> Response {
        let mut state = lock(&self.state);
        state.deliveries += 1;
        match state.mode {
            Mode::RefuseForNow => return response::INTERNAL_ERROR,
            Mode::RefuseForGood => return response::NO_MAILBOX,
            Mode::Accept | Mode::DropAfterData => {}
        }
        let raw = std::mem::take(&mut self.raw);
        let message_id = MessageParser::new()
            .parse(&raw)
            .and_then(|mail| mail.message_id().map(str::to_owned))
            .unwrap_or_default();
        state.mails.push(Mail {
            to: std::mem::take(&mut self.to),
            message_id,
            raw,
        });
        response::OK
    }
}
