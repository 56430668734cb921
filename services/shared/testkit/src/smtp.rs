//! A mail server that keeps what it receives, and can misbehave on request: each mode holds from the next command on.

mod mailbox;
mod server;

use std::{
    net::SocketAddr,
    ops::Deref,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use mail_parser::{MessageParser, MimeHeaders as _};
use tokio::{net::TcpListener, sync::watch};

pub use self::mailbox::Mailbox;
use self::server::{Shared, serve};

/// A received mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The addresses of the envelope.
    pub to: Vec<String>,
    /// The `Message-ID`, without angle brackets.
    pub message_id: String,
    /// Everything between DATA and the dot.
    pub raw: Vec<u8>,
    /// When it was taken.
    pub at: Instant,
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

    /// The first part of this kind (`text/calendar`), decoded.
    #[must_use]
    pub fn part(&self, kind: &str) -> Option<String> {
        let mail = MessageParser::new().parse(&self.raw)?;
        let part = mail.parts.iter().find(|part| {
            part.content_type().is_some_and(|found| {
                let subtype = found.subtype().unwrap_or_default();
                format!("{}/{subtype}", found.ctype()).eq_ignore_ascii_case(kind)
            })
        })?;
        Some(String::from_utf8_lossy(part.contents()).into_owned())
    }

    /// The delivery that it is a copy of (`X-Lintel-Intent`); empty without that header.
    #[must_use]
    pub fn intent(&self) -> String {
        self.header("X-Lintel-Intent").unwrap_or_default()
    }

    fn parsed(&self, part: impl Fn(&mail_parser::Message<'_>) -> Option<String>) -> String {
        MessageParser::new()
            .parse(&self.raw)
            .and_then(|mail| part(&mail))
            .unwrap_or_default()
    }
}

/// The step at which the server refuses a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// To `MAIL FROM`.
    Mail,
    /// To `RCPT TO`.
    Recipient,
    /// To the end of the data.
    Data,
}

/// The behaviour of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Takes every mail.
    #[default]
    Accept,
    /// Is not there: connections are refused, and those that stood are cut.
    Away,
    /// Accepts every mail, but answers only after this time.
    Slow(Duration),
    /// Answers with this code at this step. The mail is not kept.
    Refuse(Step, u16),
    /// Accepts every mail and closes the connection without an answer.
    DropAfterData,
}

impl Mode {
    /// 451 at the end of the data: try again later.
    pub const REFUSE_FOR_NOW: Self = Self::Refuse(Step::Data, 451);
    /// 550 at the end of the data: never.
    pub const REFUSE_FOR_GOOD: Self = Self::Refuse(Step::Data, 550);
}

#[derive(Debug, Default)]
struct State {
    deliveries: usize,
    refusals: usize,
}

/// A running mail server on a free port; what it takes is in its [`Mailbox`].
#[derive(Debug)]
pub struct SmtpSink {
    address: SocketAddr,
    mailbox: Mailbox,
    state: Arc<Mutex<State>>,
    mode: watch::Sender<Mode>,
    server: tokio::task::JoinHandle<()>,
}

impl SmtpSink {
    /// Listens on a free port.
    ///
    /// # Errors
    /// When no port can be had.
    pub async fn start() -> anyhow::Result<Self> {
        Self::start_with(Mailbox::in_memory()).await
    }

    /// The same, with its mails in `folder` for other processes to read by [`Mailbox::in_folder`].
    ///
    /// # Errors
    /// As [`Self::start`].
    pub async fn start_in(folder: &Path) -> anyhow::Result<Self> {
        Self::start_with(Mailbox::in_folder(folder)).await
    }

    async fn start_with(mailbox: Mailbox) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let state: Arc<Mutex<State>> = Arc::default();
        let mode = watch::Sender::new(Mode::default());
        let shared = Shared {
            mailbox: mailbox.clone(),
            state: state.clone(),
            mode: mode.subscribe(),
        };
        Ok(Self {
            address,
            mailbox,
            state,
            mode,
            server: tokio::spawn(serve(listener, address, shared)),
        })
    }

    /// For `LINTEL_SMTP_URL`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Returns how many mails were handed over to the last dot, taken or not.
    #[must_use]
    pub fn deliveries(&self) -> usize {
        lock(&self.state).deliveries
    }

    /// Returns how often the server said no.
    #[must_use]
    pub fn refusals(&self) -> usize {
        lock(&self.state).refusals
    }

    /// Behaves like this from now on.
    pub fn set_mode(&self, mode: Mode) {
        self.mode.send_replace(mode);
    }
}

impl Deref for SmtpSink {
    type Target = Mailbox;

    fn deref(&self) -> &Mailbox {
        &self.mailbox
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
