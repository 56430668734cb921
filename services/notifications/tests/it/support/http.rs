//! Somebody else's HTTP server, which keeps what it is sent and answers as the test says.

use std::{
    collections::{HashMap, VecDeque},
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use anyhow::Context as _;
use lintel_testkit::wait_for;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

use super::PATIENCE;

/// One request.
#[derive(Debug, Clone)]
pub struct Posted {
    pub path: String,
    /// By their names in lower case.
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

#[derive(Default)]
struct State {
    answers: VecDeque<&'static str>,
    posted: Vec<Posted>,
}

/// The server; it stops when it is dropped.
pub struct HttpServer {
    pub address: SocketAddr,
    state: Arc<Mutex<State>>,
    task: JoinHandle<()>,
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl HttpServer {
    /// Answers with `answers` first, each a status line's rest and perhaps headers ("429 Busy\r\nRetry-After: 1"), then 201.
    pub async fn start(answers: &[&'static str]) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let state = Arc::new(Mutex::new(State {
            answers: answers.iter().copied().collect(),
            posted: Vec::new(),
        }));
        let shared = state.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(converse(stream, shared.clone()));
            }
        });
        Ok(Self {
            address,
            state,
            task,
        })
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn posted(&self) -> Vec<Posted> {
        self.state
            .lock()
            .map(|state| state.posted.clone())
            .unwrap_or_default()
    }

    /// Waits until so many requests came.
    pub async fn wait_for(&self, count: usize) -> anyhow::Result<Vec<Posted>> {
        wait_for(&format!("{count} requests"), PATIENCE, async || {
            let posted = self.posted();
            anyhow::ensure!(posted.len() >= count, "{} came", posted.len());
            Ok(Some(posted))
        })
        .await
    }
}

async fn converse(stream: TcpStream, state: Arc<Mutex<State>>) -> anyhow::Result<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let path = line.split(' ').nth(1).context("a path")?.to_owned();
        let mut headers = HashMap::new();
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).await?;
            let Some((name, value)) = line.split_once(':') else {
                break;
            };
            headers.insert(name.to_lowercase(), value.trim().to_owned());
        }
        let length = headers.get("content-length").map(|length| length.parse());
        let mut body = vec![0; length.transpose()?.unwrap_or_default()];
        stream.read_exact(&mut body).await?;
        let answer = {
            let mut state = state.lock().map_err(|_| anyhow::anyhow!("poisoned"))?;
            state.posted.push(Posted {
                path,
                headers,
                body,
            });
            state.answers.pop_front().unwrap_or("201 Created")
        };
        let answer = format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n");
        stream.write_all(answer.as_bytes()).await?;
    }
}
