//! The resources that the process itself uses.

use std::time::Duration;

use lintel_telemetry::{metrics, sampling};
use opentelemetry::KeyValue;
use procfs::{ProcResult, process::Process};
use tokio_util::sync::CancellationToken;

/// Processor time used until the last look, in ticks.
#[derive(Debug, Default)]
struct Used {
    user: u64,
    system: u64,
}

/// Samples memory, processor time, threads and open files until `stop`.
pub(crate) async fn watch(stop: CancellationToken) {
    let mut used = Used::default();
    sampling::run(&stop, || {
        // A system without /proc has no such figures; nothing else depends on them.
        if let Err(error) = sample(&mut used) {
            tracing::debug!(%error, "what the process uses is not known");
        }
        std::future::ready(())
    })
    .await;
}

fn sample(used: &mut Used) -> ProcResult<()> {
    let process = Process::myself()?;
    let stat = process.stat()?;
    metrics::PROCESS_MEMORY.record(stat.rss * procfs::page_size(), &[]);
    metrics::PROCESS_THREADS.record(u64::try_from(stat.num_threads).unwrap_or_default(), &[]);
    metrics::PROCESS_FILES.record(u64::try_from(process.fd_count()?).unwrap_or_default(), &[]);
    for (mode, now, before) in [
        ("user", stat.utime, &mut used.user),
        ("system", stat.stime, &mut used.system),
    ] {
        let more = time(now.saturating_sub(*before));
        *before = now;
        metrics::PROCESS_CPU.add(more.as_secs_f64(), &[KeyValue::new("cpu.mode", mode)]);
    }
    Ok(())
}

fn time(ticks: u64) -> Duration {
    Duration::from_millis(ticks.saturating_mul(1000) / procfs::ticks_per_second().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_can_tell_what_it_uses() -> ProcResult<()> {
        let mut used = Used::default();
        while used.user + used.system == 0 {
            sample(&mut used)?;
        }
        assert!(time(used.user + used.system) < Duration::from_secs(60));
        Ok(())
    }
}
