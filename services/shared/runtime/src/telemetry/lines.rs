//! Log lines on their way to standard output: into a buffer, which a thread of its own empties.
//!
//! Written one by one, a line a request is a system call a request, and whoever reads at the other end (supervisord, a
//! container's log driver) wakes up for each. Warnings and errors wait for nothing and take with them what waits, so a
//! process that is killed keeps its last complaint; what may be lost are the harmless lines of its last moment.

use std::{
    io::{self, Write},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tracing::{Level, Metadata};
use tracing_subscriber::fmt::MakeWriter;

/// How long a line waits for others.
const LINGER: Duration = Duration::from_millis(20);
/// A buffer of this many bytes waits no longer.
const FULL: usize = 64 * 1024;

/// Where lines are written; clones share the buffer.
#[derive(Clone)]
pub(super) struct Lines(Arc<Shared>);

struct Shared {
    waiting: Mutex<Vec<u8>>,
    filled: Condvar,
    out: Mutex<Out>,
}

struct Out {
    sink: Box<dyn Write + Send>,
    /// Emptied and filled in turn with `waiting`, so that neither is allocated anew.
    lines: Vec<u8>,
}

impl Lines {
    /// Writes to `sink`, from a thread that lives as long as the process.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn to(sink: impl Write + Send + 'static) -> io::Result<Self> {
        let shared = Arc::new(Shared {
            waiting: Mutex::default(),
            filled: Condvar::new(),
            out: Mutex::new(Out {
                sink: Box::new(sink),
                lines: Vec::new(),
            }),
        });
        let lines = Self(shared.clone());
        std::thread::Builder::new()
            .name("log-lines".to_owned())
            .spawn(move || {
                loop {
                    shared.wait_for_a_line();
                    std::thread::sleep(LINGER);
                    shared.flush();
                }
            })?;
        Ok(lines)
    }

    /// Writes what waits.
    pub(super) fn flush(&self) {
        self.0.flush();
    }
}

impl std::fmt::Debug for Lines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lines").finish_non_exhaustive()
    }
}

impl Shared {
    fn wait_for_a_line(&self) {
        let waiting = lock(&self.waiting);
        drop(
            self.filled
                .wait_while(waiting, |waiting| waiting.is_empty())
                .unwrap_or_else(PoisonError::into_inner),
        );
    }

    /// Whoever writes holds `out` from before the lines are taken until they are written, so they keep their order.
    fn flush(&self) {
        let mut out = lock(&self.out);
        let Out { sink, lines } = &mut *out;
        std::mem::swap(lines, &mut *lock(&self.waiting));
        // There is nobody to be told that the log cannot be written.
        let _ = sink.write_all(lines).and_then(|()| sink.flush());
        lines.clear();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The writer of one line.
pub(super) struct Line<'a> {
    shared: &'a Shared,
    at_once: bool,
}

impl Write for Line<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut waiting = lock(&self.shared.waiting);
        let is_first = waiting.is_empty();
        waiting.extend_from_slice(bytes);
        let is_full = waiting.len() >= FULL;
        drop(waiting);
        if self.at_once || is_full {
            self.shared.flush();
        } else if is_first {
            self.shared.filled.notify_one();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.shared.flush();
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Line<'a>;

    fn make_writer(&'a self) -> Line<'a> {
        Line {
            shared: &self.0,
            at_once: true,
        }
    }

    fn make_writer_for(&'a self, meta: &Metadata<'_>) -> Line<'a> {
        Line {
            shared: &self.0,
            at_once: *meta.level() <= Level::WARN,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;

    /// Every write as it comes.
    struct Sink(Sender<String>);

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            // A test that has seen enough listens no more.
            let _ = self.0.send(String::from_utf8_lossy(bytes).into_owned());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn lines() -> anyhow::Result<(Lines, Receiver<String>)> {
        let (sender, written) = channel();
        Ok((Lines::to(Sink(sender))?, written))
    }

    fn logging(lines: &Lines, test: impl FnOnce()) {
        let layer = tracing_subscriber::fmt::layer()
            .with_writer(lines.clone())
            .with_ansi(false)
            .without_time()
            .with_target(false);
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), test);
    }

    #[test]
    fn lines_come_out_by_themselves_together_and_in_their_order() -> anyhow::Result<()> {
        let (lines, written) = lines()?;
        logging(&lines, || {
            for number in 0..100 {
                tracing::info!("line {number}");
            }
        });
        let (mut all, mut writes) = (String::new(), 0);
        while all.lines().count() < 100 {
            all += &written.recv_timeout(Duration::from_secs(10))?;
            writes += 1;
        }
        let numbers = all.lines().map(|line| line.trim().to_owned());
        assert!(numbers.eq((0..100).map(|number| format!("INFO line {number}"))));
        assert!(writes < 100, "{writes}");
        Ok(())
    }

    #[test]
    fn a_warning_waits_for_nothing_and_takes_along_what_waits() -> anyhow::Result<()> {
        let (lines, written) = lines()?;
        logging(&lines, || {
            tracing::info!("before");
            tracing::warn!("trouble");
        });
        let all: String = written.try_iter().collect();
        assert!(
            all.contains("before") && all.ends_with("trouble\n"),
            "{all}"
        );
        Ok(())
    }

    #[test]
    fn a_full_buffer_is_written_by_whoever_filled_it_and_flush_writes_the_rest()
    -> anyhow::Result<()> {
        let (lines, written) = lines()?;
        let long = "x".repeat(FULL);
        logging(&lines, || tracing::info!("{long}"));
        assert!(written.try_iter().collect::<String>().contains(&long));
        logging(&lines, || tracing::info!("the last one"));
        lines.flush();
        let rest: String = written.try_iter().collect();
        assert!(rest.contains("the last one"), "{rest}");
        Ok(())
    }
}
