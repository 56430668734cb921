//! A slow mail server: it answers the end of a mail only when the test allows it.

use std::{net::SocketAddr, sync::Arc};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    sync::{Semaphore, watch},
    task::JoinHandle,
};

pub struct HesitantServer {
    address: SocketAddr,
    /// One permit lets one mail be answered.
    pub answers: Arc<Semaphore>,
    waiting: watch::Receiver<usize>,
    server: JoinHandle<()>,
}

impl Drop for HesitantServer {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl HesitantServer {
    pub async fn start() -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let answers = Arc::new(Semaphore::new(0));
        let (report, waiting) = watch::channel(0);
        let (gate, report) = (answers.clone(), Arc::new(report));
        let server = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(converse(stream, gate.clone(), report.clone()));
            }
        });
        Ok(Self {
            address,
            answers,
            waiting,
            server,
        })
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Returns the number of mails that have been handed over.
    pub fn mails(&self) -> usize {
        *self.waiting.borrow()
    }

    /// Waits until `mails` have been handed over altogether and nothing was said to the last of them.
    pub async fn wait_for_mails(&self, mails: usize) -> anyhow::Result<()> {
        let mut waiting = self.waiting.clone();
        waiting.wait_for(|seen| *seen >= mails).await?;
        Ok(())
    }
}

async fn converse(
    mut stream: TcpStream,
    answers: Arc<Semaphore>,
    report: Arc<watch::Sender<usize>>,
) -> anyhow::Result<()> {
    let (read, mut write) = stream.split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 hesitant\r\n").await?;
    let mut in_data = false;
    while let Some(line) = lines.next_line().await? {
        let answer: &[u8] = match line.as_str() {
            "." if in_data => {
                in_data = false;
                report.send_modify(|seen| *seen += 1);
                answers.acquire().await?.forget();
                b"250 taken\r\n"
            }
            _ if in_data => continue,
            "DATA" => {
                in_data = true;
                b"354 go on\r\n"
            }
            "QUIT" => b"221 bye\r\n",
            _ => b"250 yes\r\n",
        };
        write.write_all(answer).await?;
    }
    Ok(())
}
