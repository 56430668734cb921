//! Limits, by network address, of the calls that protect accounts. They hold for all replicas together.

use std::{net::IpAddr, sync::Arc};

use chrono::{DateTime, Utc};
use lintel_core::{Clock, Error};
use lintel_db::Db;
use lintel_runtime::limits::{Guard, Quota, Quotas, network};
use lintel_telemetry::metrics;
use opentelemetry::KeyValue;

use super::spray::SprayWatch;
use crate::{
    domain::secrets::Secrets,
    store::call_limit::{self, Pace},
};

/// While passwords are tried on many accounts, the sign-in limit of a network address is divided by this (T12).
const TIGHTER: u32 = 4;

/// Counts guarded calls by network address in the database.
#[derive(Debug, Clone)]
pub struct CallLimits {
    /// Where the counts are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Makes the keyed hashes under which addresses are counted.
    pub secrets: Secrets,
    /// The limits.
    pub quotas: Quotas,
    /// Notices when sign-ins have to be limited further.
    pub spray: SprayWatch,
}

impl CallLimits {
    /// Counts a call from `address`, which the gateway passes on; calls without an address are counted together.
    ///
    /// # Errors
    /// `RATE_LIMITED`; the store's errors.
    pub async fn count(&self, guard: Guard, address: &str) -> Result<(), Error> {
        let (quota, now) = (self.quota(guard).await?, self.clock.now());
        let pace = Pace {
            step: quota.step(),
            span: quota.per,
        };
        let subject = self.subject(address);
        let db = self.db.unscoped();
        let call = call_limit::count(db, guard.as_str(), &subject, pace, now).await?;
        if call.counted {
            return Ok(());
        }
        Err(refuse(guard, quota, wait(quota, call.spent_until, now)))
    }

    /// Checks that another call from `address` is allowed, without counting it.
    pub async fn allow(&self, guard: Guard, address: &str) -> Result<(), Error> {
        let (quota, now) = (self.quotas.of_guard(guard), self.clock.now());
        let subject = self.subject(address);
        let spent = call_limit::spent_until(self.db.unscoped(), guard.as_str(), &subject).await?;
        let wait = wait(quota, spent, now);
        if wait.is_zero() {
            Ok(())
        } else {
            Err(refuse(guard, quota, wait))
        }
    }

    async fn quota(&self, guard: Guard) -> Result<Quota, Error> {
        let quota = self.quotas.of_guard(guard);
        if guard == Guard::Login && self.spray.is_spraying().await? {
            return Ok(quota.tightened(TIGHTER));
        }
        Ok(quota)
    }

    fn subject(&self, address: &str) -> [u8; 32] {
        let address = address.parse::<IpAddr>().map(network);
        let name = address.map_or_else(|_| String::new(), |address| address.to_string());
        self.secrets.address_hash(&format!("network {name}"))
    }
}

/// Returns the time to wait for the next call when the calls so far have used up the limit until `spent`.
fn wait(quota: Quota, spent: Option<DateTime<Utc>>, now: DateTime<Utc>) -> std::time::Duration {
    let ahead = spent.map_or(chrono::Duration::zero(), |spent| spent - now);
    let ahead = ahead.to_std().unwrap_or_default() + quota.step();
    ahead.saturating_sub(quota.per)
}

fn refuse(guard: Guard, quota: Quota, wait: std::time::Duration) -> Error {
    metrics::RATE_LIMITED.add(1, &[KeyValue::new("lintel.limit", guard.as_str())]);
    Error::rate_limited(quota.limit.get(), wait)
}
