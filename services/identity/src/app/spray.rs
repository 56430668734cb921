//! Detecting that passwords are tried on many accounts (T12): each account sees too few failures to be locked, but together there
//! are many.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Duration, Utc};
use lintel_core::{Clock, Error};
use lintel_db::Db;
use lintel_telemetry::metrics;

use crate::store::login_try;

/// The span of time in which failing addresses are counted.
const SPAN: Duration = Duration::minutes(10);
/// The time for which a count is reused.
const GOOD_FOR: Duration = Duration::seconds(5);

/// Says whether sign-ins fail for more addresses than usual; clones share the result.
#[derive(Debug, Clone)]
pub struct SprayWatch {
    db: Db,
    clock: Arc<dyn Clock>,
    usual: i64,
    found: Arc<Mutex<LastCount>>,
}

#[derive(Debug, Default, Clone, Copy)]
struct LastCount {
    at: Option<DateTime<Utc>>,
    is_spraying: bool,
}

impl SprayWatch {
    /// Reports spraying when sign-ins of more than `usual` addresses failed within ten minutes.
    pub fn new(db: Db, clock: Arc<dyn Clock>, usual: u32) -> Self {
        Self {
            db,
            clock,
            usual: i64::from(usual),
            found: Arc::default(),
        }
    }

    /// Returns whether passwords are being tried on many accounts; at most five seconds old.
    ///
    /// # Errors
    /// The store's errors.
    pub async fn is_spraying(&self) -> Result<bool, Error> {
        let now = self.clock.now();
        let before = {
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            if found.at.is_some_and(|at| now - at < GOOD_FOR) {
                return Ok(found.is_spraying);
            }
            // Callers that arrive during the count get the previous result.
            found.at = Some(now);
            found.is_spraying
        };
        let failing = login_try::failing(self.db.unscoped(), now - SPAN, self.usual + 1).await?;
        let is_spraying = failing > self.usual;
        if is_spraying {
            metrics::SPRAYED.add(1, &[]);
        }
        match (before, is_spraying) {
            (false, true) => tracing::warn!("passwords are tried on many accounts"),
            (true, false) => tracing::info!("passwords are no longer tried on many accounts"),
            _ => {}
        }
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.is_spraying = is_spraying;
        Ok(is_spraying)
    }
}
