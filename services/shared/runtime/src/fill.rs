//! Fills the copies that a service keeps from their owners, page by page: once at the first start, because an older installation has rows
//! that no event will ever tell of; and again when an operator says so, after which a copy holds what its owner has and nothing else.
//! Events that come meanwhile are newer and win.

use std::{fmt, time::Duration};

use anyhow::Context as _;
use lintel_auth::ServiceKey;
use tokio_util::sync::CancellationToken;
use tonic::Request;

/// The largest page that owners serve.
pub const PAGE: i32 = 200;
/// The time to wait for an owner that does not answer.
const RETRY_AFTER: Duration = Duration::from_secs(5);
/// The longest time that an owner may take for a page.
const PAGE_TIMEOUT: Duration = Duration::from_secs(30);
/// The longest time for fetching and storing a page: a database that vanished without a word never answers.
const ROUND_TIMEOUT: Duration = Duration::from_secs(60);
/// The pauses before a page is tried again that failed, because its owner is busy or starts anew: many pages are not begun again for
/// one of them.
const PAUSES: [Duration; 4] = [
    Duration::from_millis(200),
    Duration::from_secs(1),
    Duration::from_secs(3),
    Duration::from_secs(5),
];

/// The copies of one service.
pub trait Copies: Send + Sync {
    /// One of them.
    type Copy: Copy + Send + Sync + 'static;
    /// All of them, in the order in which they are filled.
    const ALL: &'static [Self::Copy];

    /// Returns the name of a copy, in logs and in the note that it was filled.
    fn name(copy: Self::Copy) -> &'static str;

    /// Returns whether a copy was filled.
    fn is_filled(&self, copy: Self::Copy) -> impl Future<Output = anyhow::Result<bool>> + Send;

    /// Notes that a copy was filled.
    fn note_filled(&self, copy: Self::Copy) -> impl Future<Output = anyhow::Result<()>> + Send;

    /// Keeps one page of a copy. Returns how many rows it had, and the token of the next page, empty after the last.
    fn keep_page(
        &self,
        copy: Self::Copy,
        page_token: String,
    ) -> impl Future<Output = anyhow::Result<(usize, String)>> + Send;

    /// Marks every row of a copy, so that what its owner tells is news whatever version the row has (`lintel_db::copies::mark`).
    fn mark(&self, copy: Self::Copy) -> impl Future<Output = anyhow::Result<()>> + Send;

    /// Deletes what is still marked. Returns how many rows those were (`lintel_db::copies::sweep`).
    fn sweep(&self, copy: Self::Copy) -> impl Future<Output = anyhow::Result<u64>> + Send;
}

/// The result of filling copies again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Filled {
    /// Rows that owners told of.
    pub rows: usize,
    /// Rows that were kept here and that no owner has any more.
    pub gone: u64,
}

impl fmt::Display for Filled {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, gone } = self;
        writeln!(
            text,
            "filled the copies with {rows} rows; deleted {gone} that their owners do not have"
        )
    }
}

/// Fills what was never filled; tries until its owner answers, and ends with `stop`.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn at_first_start(copies: impl Copies, stop: CancellationToken) -> anyhow::Result<()> {
    let filling = async {
        for &copy in own(&copies) {
            while let Err(error) = fill_if_new(&copies, copy).await {
                let (copy, error) = (name(&copies, copy), format!("{error:#}"));
                tracing::warn!(copy, error, "a copy could not be filled yet");
                tokio::time::sleep(RETRY_AFTER).await;
            }
        }
    };
    // A page is kept whole or not at all, so it may be dropped half-way.
    if stop.run_until_cancelled(filling).await.is_some() {
        stop.cancelled().await;
    }
    Ok(())
}

/// Makes every copy what its owner says, whether it was filled before or not.
///
/// # Errors
/// When an owner or the database does not answer. Nothing is deleted then, and the next try does the whole.
pub async fn all(copies: &impl Copies) -> anyhow::Result<Filled> {
    let mut all = Filled::default();
    for &copy in own(copies) {
        let filled = again(copies, copy).await;
        let filled = filled.with_context(|| format!("filling {}", name(copies, copy)))?;
        all.rows += filled.rows;
        all.gone += filled.gone;
    }
    Ok(all)
}

async fn again<C: Copies>(copies: &C, copy: C::Copy) -> anyhow::Result<Filled> {
    copies.mark(copy).await?;
    let rows = fill(copies, copy).await?;
    let gone = copies.sweep(copy).await?;
    Ok(Filled { rows, gone })
}

/// A question that only Lintel's own processes may ask.
///
/// # Errors
/// When the key is no header.
pub fn request<T>(key: &ServiceKey, message: T) -> anyhow::Result<Request<T>> {
    let mut request = Request::new(message);
    request.set_timeout(PAGE_TIMEOUT);
    let shown = key.show(request.metadata_mut());
    shown.context("the service key is no header")?;
    Ok(request)
}

async fn fill_if_new<C: Copies>(copies: &C, copy: C::Copy) -> anyhow::Result<()> {
    if !copies.is_filled(copy).await? {
        let rows = fill(copies, copy).await?;
        tracing::info!(copy = C::name(copy), rows, "filled a copy");
    }
    Ok(())
}

async fn fill<C: Copies>(copies: &C, copy: C::Copy) -> anyhow::Result<usize> {
    let (mut rows, mut page_token) = (0, String::new());
    loop {
        let (more, next) = patiently(|| copies.keep_page(copy, page_token.clone())).await?;
        rows += more;
        if next.is_empty() {
            copies.note_filled(copy).await?;
            return Ok(rows);
        }
        page_token = next;
    }
}

/// One page, tried again when it fails. It may be kept twice: what comes second is no news.
///
/// # Errors
/// The last one.
pub async fn patiently<T, F>(page: impl Fn() -> F) -> anyhow::Result<T>
where
    F: Future<Output = anyhow::Result<T>>,
{
    let once = async || tokio::time::timeout(ROUND_TIMEOUT, page()).await?;
    for pause in PAUSES {
        match once().await {
            Ok(kept) => return Ok(kept),
            Err(error) => {
                let error = format!("{error:#}");
                tracing::warn!(error, "a page of a copy failed; it is tried again");
                tokio::time::sleep(pause).await;
            }
        }
    }
    once().await
}

const fn own<C: Copies>(_: &C) -> &'static [C::Copy] {
    C::ALL
}

fn name<C: Copies>(_: &C, copy: C::Copy) -> &'static str {
    C::name(copy)
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    };

    use super::*;

    /// Two copies of three pages; an owner that does not answer at first.
    #[derive(Default)]
    struct Shelf {
        kept: Mutex<Vec<(char, String)>>,
        filled: Mutex<Vec<char>>,
        refusals: AtomicUsize,
    }

    fn locked<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
        what.lock().unwrap_or_else(PoisonError::into_inner)
    }

    impl Copies for &Shelf {
        type Copy = char;
        const ALL: &'static [char] = &['a', 'b'];

        fn name(copy: char) -> &'static str {
            if copy == 'a' { "first" } else { "second" }
        }

        async fn is_filled(&self, copy: char) -> anyhow::Result<bool> {
            Ok(locked(&self.filled).contains(&copy))
        }

        async fn note_filled(&self, copy: char) -> anyhow::Result<()> {
            locked(&self.filled).push(copy);
            Ok(())
        }

        async fn keep_page(&self, copy: char, token: String) -> anyhow::Result<(usize, String)> {
            let refused = self
                .refusals
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                    left.checked_sub(1)
                });
            anyhow::ensure!(refused.is_err(), "not now");
            let next = match token.as_str() {
                "" => "2",
                "2" => "3",
                _ => "",
            };
            locked(&self.kept).push((copy, token));
            Ok((10, next.to_owned()))
        }

        async fn mark(&self, copy: char) -> anyhow::Result<()> {
            locked(&self.kept).push((copy, "mark".to_owned()));
            Ok(())
        }

        async fn sweep(&self, copy: char) -> anyhow::Result<u64> {
            locked(&self.kept).push((copy, "sweep".to_owned()));
            Ok(2)
        }
    }

    #[tokio::test]
    async fn every_page_is_kept_between_marking_and_sweeping() -> anyhow::Result<()> {
        let shelf = Shelf::default();
        let filled = Filled { rows: 60, gone: 4 };
        assert_eq!(all(&&shelf).await?, filled);
        assert_eq!(all(&&shelf).await?, filled);
        let of_one: Vec<_> = locked(&shelf.kept)
            .iter()
            .take(5)
            .map(|(_, what)| what.clone())
            .collect();
        assert_eq!(of_one, ["mark", "", "2", "3", "sweep"]);
        assert_eq!(locked(&shelf.kept).len(), 20);
        assert_eq!(*locked(&shelf.filled), ['a', 'b', 'a', 'b']);
        Ok(())
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_that_fails_is_tried_again_and_the_others_are_not() -> anyhow::Result<()> {
        let shelf = Shelf::default();
        shelf.refusals.store(PAUSES.len(), Ordering::SeqCst);
        assert_eq!(all(&&shelf).await?, Filled { rows: 60, gone: 4 });
        assert_eq!(locked(&shelf.kept).len(), 10);
        Ok(())
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_is_swept_while_an_owner_does_not_answer() {
        let shelf = Shelf::default();
        shelf.refusals.store(usize::MAX, Ordering::SeqCst);
        assert!(all(&&shelf).await.is_err());
        assert_eq!(*locked(&shelf.kept), [('a', "mark".to_owned())]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_new_is_filled_once_its_owner_answers() -> anyhow::Result<()> {
        let shelf = Shelf::default();
        locked(&shelf.filled).push('a');
        shelf.refusals.store(2, Ordering::SeqCst);
        let stop = CancellationToken::new();
        let filling = at_first_start(&shelf, stop.clone());
        let (ended, ()) = tokio::join!(filling, async {
            tokio::time::sleep(RETRY_AFTER * 3).await;
            stop.cancel();
        });
        ended?;
        let pages: Vec<_> = locked(&shelf.kept).clone();
        assert_eq!(
            pages,
            [("", 'b'), ("2", 'b'), ("3", 'b')].map(|(token, copy)| (copy, token.to_owned()))
        );
        Ok(())
    }

    #[tokio::test(start_paused = true)]
    async fn an_owner_that_never_answers_keeps_nobody_from_ending() -> anyhow::Result<()> {
        let shelf = Shelf::default();
        shelf.refusals.store(usize::MAX, Ordering::SeqCst);
        let stop = CancellationToken::new();
        stop.cancel();
        at_first_start(&shelf, stop).await?;
        assert!(locked(&shelf.filled).is_empty());
        Ok(())
    }
}
