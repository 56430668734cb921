//! Telling that a target is over: once for each, however many replicas look for them.

use lintel_core::Error;
use lintel_proto::maintenance::v1::MaintenanceMailKind as Kind;

use super::{Ground, notices::News};
use crate::store::{
    self,
    maintenance::{overdue, request},
};

/// The number of requests that a transaction takes, so that no lock is held for long.
const BATCH: i64 = 100;

/// Tells of targets that are over.
#[derive(Debug, Clone)]
pub struct Overdue {
    ground: Ground,
}

impl Overdue {
    /// The use cases of requests on `ground`.
    #[must_use]
    pub const fn new(ground: Ground) -> Self {
        Self { ground }
    }

    /// Mails the member who is responsible, or the members, of every target that is over and was not told. Every replica may do it at any
    /// time. Returns how many.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.tell_overdue", skip_all)]
    pub async fn tell(&self) -> Result<usize, Error> {
        let mut told = 0;
        loop {
            let now = self.ground.clock.now();
            let mut tx = self.ground.db.begin_worker().await?;
            let over = overdue::take(&mut tx, now, BATCH).await?;
            if over.is_empty() {
                return Ok(told);
            }
            told += over.len();
            for (organisation, id, due) in over {
                let Some(request) = request::find(&mut tx, organisation, id).await? else {
                    continue;
                };
                let news = News {
                    due: Some(due),
                    ..News::default()
                };
                let (notices, kind) = (&self.ground.notices, Kind::Overdue);
                let mut member = None;
                if let Some(user) = request.assignee
                    && store::member::exists(&mut tx, organisation, user).await?
                {
                    member = Some(user);
                }
                match member {
                    Some(member) => {
                        notices
                            .to_member(&mut tx, organisation, member, kind, &request, news, now)
                            .await?;
                    }
                    None => {
                        notices
                            .to_members(&mut tx, organisation, kind, &request, news, now)
                            .await?;
                    }
                }
            }
            tx.commit().await?;
        }
    }
}
