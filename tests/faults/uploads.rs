//! Somebody who uploads one photo after the other, each until it is taken, and afterwards looks at all of them.

use std::{
    io::Cursor,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use image::{ImageFormat, RgbImage};
use lintel_system_tests::{System, Visitor, faults::Report};
use lintel_testkit::wait_for;
use reqwest::{Client, StatusCode};
use serde_json::Value;
use tokio::task::JoinHandle;
use uuid::Uuid;

const AGAIN: Duration = Duration::from_millis(50);

/// The outcomes of the uploads.
#[derive(Default)]
struct Book {
    taken: Vec<String>,
    failures: Vec<(Instant, StatusCode, Value)>,
}

/// The one who uploads.
pub struct Uploads {
    book: Arc<Mutex<Book>>,
    stop: Arc<AtomicBool>,
    task: JoinHandle<anyhow::Result<()>>,
    caller: Caller,
}

#[derive(Clone)]
struct Caller {
    client: Client,
    bases: Vec<String>,
    token: String,
}

impl Uploads {
    /// Begins, as `landlord`.
    ///
    /// # Errors
    /// When nobody is signed in.
    pub fn start(system: &System, landlord: &Visitor) -> anyhow::Result<Self> {
        let client = Client::builder().timeout(Duration::from_secs(20)).build()?;
        let caller = Caller {
            client,
            bases: system.bases.clone(),
            token: landlord.token()?.to_owned(),
        };
        let (book, stop) = (Arc::<Mutex<Book>>::default(), Arc::<AtomicBool>::default());
        let task = tokio::spawn(run(caller.clone(), book.clone(), stop.clone()));
        Ok(Self {
            book,
            stop,
            task,
            caller,
        })
    }

    /// Waits until so many more are taken.
    ///
    /// # Errors
    /// When they are not in a minute.
    pub async fn more(&self, count: usize) -> anyhow::Result<()> {
        let goal = locked(&self.book).taken.len() + count;
        wait_for("uploads are taken", Duration::from_secs(60), async || {
            let book = locked(&self.book);
            ensure!(book.taken.len() >= goal, "{:?}", book.failures.last());
            Ok(Some(()))
        })
        .await
    }

    /// Waits until one is refused, and says when that was.
    ///
    /// # Errors
    /// When none is in half a minute.
    pub async fn refused(&self) -> anyhow::Result<Instant> {
        wait_for(
            "an upload is refused",
            Duration::from_secs(30),
            async || Ok(locked(&self.book).failures.first().map(|first| first.0)),
        )
        .await
    }

    /// Ends, and looks whether every one that was taken can be read whole and every refusal said 503 and why.
    ///
    /// # Errors
    /// When nothing answers.
    pub async fn stop(self, report: &mut Report) -> anyhow::Result<()> {
        self.stop.store(true, Ordering::SeqCst);
        self.task.await??;
        let book = std::mem::take(&mut *locked(&self.book));
        for url in &book.taken {
            let request = self
                .caller
                .client
                .get(format!("{}{url}", self.caller.bases[0]));
            let reply = request.bearer_auth(&self.caller.token).send().await?;
            let status = reply.status();
            let whole = image::load_from_memory(&reply.bytes().await?).is_ok();
            report.lost += usize::from(!whole);
            report.promise(whole, || format!("{url} was taken and is now {status}"));
        }
        report.figure(format!(
            "uploads {}, refusals {}",
            book.taken.len(),
            book.failures.len()
        ));
        let unclean = book.failures.iter().find(|(_, status, body)| {
            *status != StatusCode::SERVICE_UNAVAILABLE
                || body["detail"].as_str().is_none_or(str::is_empty)
        });
        report.promise(unclean.is_none(), || format!("no clean 503: {unclean:?}"));
        Ok(())
    }
}

async fn run(caller: Caller, book: Arc<Mutex<Book>>, stop: Arc<AtomicBool>) -> anyhow::Result<()> {
    while !stop.load(Ordering::SeqCst) {
        let (photo, key) = (photo()?, Uuid::now_v7().to_string());
        for tries in 0.. {
            let base = &caller.bases[tries % caller.bases.len()];
            let (status, body) = caller.upload(base, &photo, &key).await?;
            if status == StatusCode::CREATED {
                let url = body["url"].as_str().context("a file has an address")?;
                locked(&book).taken.push(url.to_owned());
                break;
            }
            locked(&book).failures.push((Instant::now(), status, body));
            tokio::time::sleep(AGAIN).await;
        }
    }
    Ok(())
}

impl Caller {
    async fn upload(
        &self,
        base: &str,
        photo: &[u8],
        key: &str,
    ) -> anyhow::Result<(StatusCode, Value)> {
        let head = "--cut\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\
                    content-type: image/png\r\n\r\n";
        let body = [head.as_bytes(), photo, b"\r\n--cut--\r\n"].concat();
        let reply = self
            .client
            .post(format!("{base}/api/upload"))
            .bearer_auth(&self.token)
            .header("content-type", "multipart/form-data; boundary=cut")
            .header("idempotency-key", key)
            .body(body)
            .send()
            .await?;
        let status = reply.status();
        let text = reply.text().await?;
        Ok((status, serde_json::from_str(&text).unwrap_or_default()))
    }
}

/// Noise, which no format makes small.
fn photo() -> anyhow::Result<Vec<u8>> {
    let mut noise = RgbImage::new(200, 200);
    noise.iter_mut().for_each(|byte| *byte = rand::random());
    let mut bytes = Cursor::new(Vec::new());
    noise.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}

fn locked(book: &Mutex<Book>) -> MutexGuard<'_, Book> {
    book.lock().unwrap_or_else(PoisonError::into_inner)
}
