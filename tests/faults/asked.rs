//! Requests of somebody who is signed in, many at once, and what they were answered. In an open loop they leave by the clock, whether or not
//! the ones before were answered: a stall is seen by all that come in it.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use lintel_system_tests::{
    System,
    client::a_house,
    faults::{Report, checks},
};
use reqwest::{Client, StatusCode, header::RETRY_AFTER};
use serde_json::json;
use tokio::task::JoinSet;
use uuid::Uuid;

/// The time between two looks at the clock; requests due by then leave at once.
const TICK: Duration = Duration::from_millis(5);
/// The difference allowed between one p99 and the next on a machine with two processors, beside half of it.
pub const NOISE: Duration = Duration::from_millis(20);

/// Time limit for an answer; a later one counts as none.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The time for which requests are watched, to say whether all is as before.
const WINDOW: Duration = Duration::from_secs(1);

/// A kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A GET of something beside what an experiment is about.
    Other,
    /// A GET.
    Read,
    /// A new home.
    Write,
    /// A stranger's wrong password for an account that nobody has.
    Login,
}

/// Requests of a mix, taken in turn, and where they go.
pub type Mix = [(Kind, &'static str)];

/// The answer to one request.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The kind of request.
    pub kind: Kind,
    /// The status; nothing where there was no answer.
    pub status: Option<StatusCode>,
    /// True where it said when to come back.
    pub says_when: bool,
    /// The time from its leaving.
    pub after: Duration,
    /// The name of what a write added.
    name: String,
}

impl Answer {
    /// Returns true where it was served.
    #[must_use]
    pub fn is_served(&self) -> bool {
        self.status.is_some_and(|status| status.is_success())
    }

    /// Returns true where it was refused and told to come back later.
    #[must_use]
    pub fn is_put_off(&self) -> bool {
        let later = [
            StatusCode::SERVICE_UNAVAILABLE,
            StatusCode::TOO_MANY_REQUESTS,
        ];
        self.says_when && self.status.is_some_and(|status| later.contains(&status))
    }
}

/// The answers to a run of requests.
#[derive(Debug)]
pub struct Asked {
    /// One for each.
    pub answers: Vec<Answer>,
    /// The most that were under way.
    pub at_once: usize,
    /// The time at which the last one had left.
    pub until: Instant,
}

impl Asked {
    /// Returns the answers to requests of one kind.
    #[must_use]
    pub fn of(&self, kind: Kind) -> Vec<Answer> {
        self.with(|answer| answer.kind == kind)
    }

    /// Returns the answers that match `so`.
    #[must_use]
    pub fn with(&self, so: impl Fn(&Answer) -> bool) -> Vec<Answer> {
        self.answers.iter().filter(|it| so(it)).cloned().collect()
    }

    /// Returns the number of answers with this status.
    #[must_use]
    pub fn count(&self, status: StatusCode) -> usize {
        self.with(|answer| answer.status == Some(status)).len()
    }

    /// Promises that all were served.
    pub fn all_served(&self, report: &mut Report, when: &str) {
        let failed = self.answers.iter().find(|answer| !answer.is_served());
        report.promise(failed.is_none(), || format!("{when}: {failed:?}"));
    }
}

/// Several landlords who ask in turn, at every gateway in turn: those of one organisation wait for each other's changes.
#[derive(Debug, Clone)]
pub struct Askers {
    client: Client,
    bases: Arc<[String]>,
    tokens: Arc<[String]>,
}

impl Askers {
    /// Signs up so many landlords.
    ///
    /// # Errors
    /// When one cannot sign up.
    pub async fn sign_up(system: &System, landlords: usize) -> anyhow::Result<Self> {
        let mut tokens = Vec::new();
        for _ in 0..landlords {
            let mut landlord = system.visitor()?;
            landlord.become_landlord(&system.mails).await?;
            tokens.push(landlord.token()?.to_owned());
        }
        Ok(Self {
            client: Client::builder().timeout(TIMEOUT).build()?,
            bases: system.bases.clone().into(),
            tokens: tokens.into(),
        })
    }

    /// Sends so many requests a second for so long.
    ///
    /// # Errors
    /// When a request cannot be made.
    pub async fn open_loop(
        &self,
        mix: &Mix,
        a_second: u32,
        lasts: Duration,
    ) -> anyhow::Result<Asked> {
        let (mut requests, mut answers) = (JoinSet::new(), Vec::new());
        let under_way = Arc::<AtomicUsize>::default();
        let (mut ticks, mut sent, mut at_once) = (tokio::time::interval(TICK), 0, 0);
        let (begun, mix_length) = (Instant::now(), mix.len());
        while begun.elapsed() < lasts {
            ticks.tick().await;
            let due = begun.elapsed().as_millis() * u128::from(a_second) / 1000;
            while (sent as u128) < due {
                let (kind, path) = mix[sent % mix.len()];
                let (askers, under_way) = (self.clone(), under_way.clone());
                at_once = at_once.max(under_way.fetch_add(1, SeqCst) + 1);
                requests.spawn(async move {
                    let answer = askers.ask(kind, path, sent / mix_length).await;
                    under_way.fetch_sub(1, SeqCst);
                    answer
                });
                sent += 1;
            }
            while let Some(answer) = requests.try_join_next() {
                answers.push(answer?);
            }
        }
        let until = Instant::now();
        while let Some(answer) = requests.join_next().await {
            answers.push(answer?);
        }
        Ok(Asked {
            answers,
            at_once,
            until,
        })
    }

    /// Runs so many clients for so long, each of which asks when it was answered (a closed loop).
    ///
    /// # Errors
    /// When a request cannot be made.
    pub async fn closed_loop(
        &self,
        mix: &'static Mix,
        clients: usize,
        lasts: Duration,
    ) -> anyhow::Result<Asked> {
        let mut all = JoinSet::new();
        let begun = Instant::now();
        for client in 0..clients {
            let askers = self.clone();
            all.spawn(async move {
                let mut answers = Vec::new();
                while begun.elapsed() < lasts {
                    let turn = client + answers.len();
                    let (kind, path) = mix[turn % mix.len()];
                    answers.push(askers.ask(kind, path, turn / mix.len()).await);
                }
                answers
            });
        }
        let mut answers = Vec::new();
        while let Some(own) = all.join_next().await {
            answers.extend(own?);
        }
        Ok(Asked {
            answers,
            at_once: clients,
            until: Instant::now(),
        })
    }

    /// Waits until so many requests a second are all served, and 99 of a hundred as quickly as within `base`. Returns how long after `over`
    /// that was.
    ///
    /// # Errors
    /// When it has not come about in a minute.
    pub async fn as_before(
        &self,
        mix: &Mix,
        a_second: u32,
        base: Duration,
        over: Instant,
    ) -> anyhow::Result<Duration> {
        loop {
            let asked = self.open_loop(mix, a_second, WINDOW).await?;
            let (now, served) = (
                p99(&asked.answers)?,
                asked.answers.iter().all(Answer::is_served),
            );
            if served && is_as_quick(now, base) {
                return Ok(over.elapsed());
            }
            ensure!(
                over.elapsed() < Duration::from_secs(60),
                "p99 {} ms",
                now.as_millis()
            );
        }
    }

    /// Asks at the gateway whose turn it is.
    async fn ask(&self, kind: Kind, path: &str, turn: usize) -> Answer {
        let name = format!("Asked {}", Uuid::now_v7());
        let url = format!("{}{path}", self.bases[turn % self.bases.len()]);
        // Each landlord is seen at each gateway.
        let token = &self.tokens[turn / self.bases.len() % self.tokens.len()];
        let request = match kind {
            Kind::Other | Kind::Read => self.client.get(url).bearer_auth(token),
            Kind::Write => self
                .client
                .post(url)
                .bearer_auth(token)
                .header("idempotency-key", Uuid::now_v7().to_string())
                .json(&a_house(&name)),
            Kind::Login => {
                let email = format!("nobody-{}@example.com", Uuid::now_v7().simple());
                let wrong = json!({"email": email, "password": "wrong horse 7"});
                self.client.post(url).json(&wrong)
            }
        };
        let begun = Instant::now();
        let whole = async {
            let reply = request.send().await?;
            let (status, headers) = (reply.status(), reply.headers().clone());
            reply.bytes().await?;
            Ok::<_, reqwest::Error>((status, headers.contains_key(RETRY_AFTER)))
        };
        let answer = whole.await.ok();
        Answer {
            kind,
            status: answer.map(|(status, _)| status),
            says_when: answer.is_some_and(|(_, says_when)| says_when),
            after: begun.elapsed(),
            name,
        }
    }
}

/// The time within which 99 of a hundred were answered.
///
/// # Errors
/// When there are none.
pub fn p99(answers: &[Answer]) -> anyhow::Result<Duration> {
    let mut sorted: Vec<Duration> = answers.iter().map(|answer| answer.after).collect();
    sorted.sort_unstable();
    let index = (sorted.len() * 99).div_ceil(100).saturating_sub(1);
    sorted.get(index).copied().context("nothing was asked")
}

/// Returns true where one p99 is as good as another (promise P7, its first part).
#[must_use]
pub fn is_as_quick(now: Duration, before: Duration) -> bool {
    now <= before * 3 / 2 + NOISE
}

/// Promises that an acknowledged write is there once, and any other at most once.
///
/// # Errors
/// When PostgreSQL is away.
pub async fn once_each(
    system: &System,
    asked: &[&Asked],
    report: &mut Report,
) -> anyhow::Result<()> {
    let rows: Vec<(String, i64)> =
        sqlx::query_as("SELECT name, count(*) FROM properties GROUP BY name")
            .fetch_all(&mut checks::database(system, "portfolio").await?)
            .await?;
    let rows: BTreeMap<String, i64> = rows.into_iter().collect();
    let writes = asked.iter().flat_map(|asked| &asked.answers);
    for answer in writes.filter(|answer| answer.kind == Kind::Write) {
        let found = rows.get(&answer.name).copied().unwrap_or_default();
        report.acked += usize::from(answer.is_served());
        report.lost += usize::from(answer.is_served() && found == 0);
        report.dup += usize::from(found > 1);
    }
    let (lost, dup) = (report.lost, report.dup);
    report.promise(lost == 0 && dup == 0, || {
        format!("{lost} lost, {dup} twice")
    });
    Ok(())
}
