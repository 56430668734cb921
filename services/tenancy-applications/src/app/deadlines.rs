//! Days by which a landlord has to have done something for a tenancy: listed, and told once in time.

use std::sync::Arc;

use lintel_core::{Clock, Error, Principal, london_date};
use lintel_db::{Db, Scope};

use super::TenancyMails;
use crate::{
    domain::{Deadline, DeadlineKind, listed_until},
    store::deadline::{self, DepositDue, DueRow},
};

/// A list shows so many of each kind at most.
const MOST: i64 = 200;
/// So many deposits of which something is to be done are looked at for a list.
const OPEN: i64 = 5_000;
/// How many of one kind a transaction tells of.
const BATCH: i64 = 100;

/// Deadlines of tenancies.
#[derive(Debug, Clone)]
pub struct Deadlines {
    db: Db,
    clock: Arc<dyn Clock>,
    mails: TenancyMails,
}

impl Deadlines {
    /// Of tenancies kept in `db`; the day is that of `clock` in London.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, mails: TenancyMails) -> Self {
        Self { db, clock, mails }
    }

    /// What is open and due within 60 days or late, the next first; at most 200.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_deadlines", skip_all)]
    pub async fn list(&self, caller: &Principal) -> Result<Vec<Deadline>, Error> {
        let organisation = caller.organisation()?;
        let until = listed_until(london_date(self.clock.now()));
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let deposits = deadline::deposits(&mut tx, organisation, OPEN).await?;
        let rights = deadline::rights(&mut tx, organisation, until, MOST).await?;
        let deposits = deposits.into_iter().flat_map(due_of);
        let mut all: Vec<_> = deposits.filter(|one| one.due <= until).collect();
        let right = |row| shown(DeadlineKind::RightToRent, row);
        all.extend(rights.into_iter().map(right));
        all.sort_by_key(|one| (one.due, one.tenant));
        all.truncate(usize::try_from(MOST).unwrap_or(usize::MAX));
        Ok(all)
    }

    /// Mails the members of what is due soon or late, once each. Every replica may do it at any time. Returns how many it told of.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.tell_of_deadlines", skip_all)]
    pub async fn tell(&self) -> Result<usize, Error> {
        let mut told = self.tell_of_deposits().await?;
        loop {
            match self.tell_of_rights().await? {
                0 => return Ok(told),
                more => told += more,
            }
        }
    }

    async fn tell_of_deposits(&self) -> Result<usize, Error> {
        let now = self.clock.now();
        let today = london_date(now);
        let kind = DeadlineKind::DepositProtection;
        let soon = kind.told_until(today);
        let (mut told, mut after) = (0, (0, 0));
        loop {
            let mut tx = self.db.begin_worker().await?;
            let open = deadline::open_deposits(&mut tx, after, BATCH).await?;
            let Some(last) = open.last() else {
                return Ok(told);
            };
            after = (last.row.organisation.get(), last.row.subject);
            for deposit in open {
                let (protect, inform) = deposit.known.due(deposit.nation, deposit.start);
                let Some(due) = protect.or(inform).filter(|due| *due <= soon) else {
                    continue;
                };
                let late = due < today;
                let (before, over) = deposit.told;
                if Some(due) == if late { over } else { before } {
                    continue;
                }
                let row = DueRow { due, ..deposit.row };
                self.mails
                    .tell_of_deadline(&mut tx, kind, &row, now)
                    .await?;
                deadline::told_deposit(&mut tx, &row, late).await?;
                told += 1;
            }
            tx.commit().await?;
        }
    }

    async fn tell_of_rights(&self) -> Result<usize, Error> {
        let now = self.clock.now();
        let kind = DeadlineKind::RightToRent;
        let mut tx = self.db.begin_worker().await?;
        let until = kind.told_until(london_date(now));
        let due = deadline::untold_rights(&mut tx, until, BATCH).await?;
        for row in &due {
            self.mails.tell_of_deadline(&mut tx, kind, row, now).await?;
            deadline::told_right(&mut tx, row, now).await?;
        }
        tx.commit().await?;
        Ok(due.len())
    }
}

/// What is to be done of a deposit by when: both days where they differ.
fn due_of(deposit: DepositDue) -> Vec<Deadline> {
    let (protect, inform) = deposit.known.due(deposit.nation, deposit.start);
    let row = deposit.row;
    let on = |kind, due| shown(kind, DueRow { due, ..row.clone() });
    let protection = protect.map(|due| on(DeadlineKind::DepositProtection, due));
    let information = inform.filter(|inform| protect != Some(*inform));
    let information = information.map(|due| on(DeadlineKind::DepositInformation, due));
    protection.into_iter().chain(information).collect()
}

fn shown(kind: DeadlineKind, row: DueRow) -> Deadline {
    Deadline {
        kind,
        due: row.due,
        tenant: row.tenant,
        property: row.property,
        name: row.name,
        home: row.home,
    }
}
