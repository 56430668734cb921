//! Days by which a landlord has to have done something for a tenancy: listed, and told once in time.

use std::sync::Arc;

use chrono::{Days, NaiveDate};
use lintel_core::{Clock, Error, Principal, london_date};
use lintel_db::{Db, Scope};

use super::TenancyMails;
use crate::{
    domain::{
        applying::HoldingDuty,
        letting::{Deadline, DeadlineKind, Paper, listed_until},
    },
    store::{
        applying::holding_deposit::{self, HoldingDue},
        letting::{
            deadline::{self, DepositDue, DueRow},
            deadline_duty::{self, PaperDue, PetDue},
        },
    },
};

/// A list shows so many at most.
const MOST: usize = 200;
/// So many rows of each kind are looked at for a list.
const OPEN: i64 = 5_000;
/// How many of one kind a transaction tells of.
const BATCH: i64 = 100;
/// The longest time from a tenancy's first day to the last day for its written statement.
const LONGEST_WAIT: u64 = 28;

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

    /// Returns what is open and due within 60 days or late, the next first; at most 200. Papers are left out first: of hundreds of tenancies that
    /// were brought into Lintel, all may be owed one.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_deadlines", skip_all)]
    pub async fn list(&self, caller: &Principal) -> Result<Vec<Deadline>, Error> {
        let organisation = caller.organisation()?;
        let today = london_date(self.clock.now());
        let until = listed_until(today);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let deposits = deadline::deposits(&mut tx, organisation, OPEN).await?;
        let rights = deadline::rights(&mut tx, organisation, until, OPEN).await?;
        let pets = deadline_duty::pets(&mut tx, organisation, OPEN).await?;
        let holdings = holding_deposit::open(&mut tx, organisation, OPEN).await?;
        let papers = deadline_duty::papers(&mut tx, organisation, OPEN).await?;
        let right = |row| shown(DeadlineKind::RightToRent, row);
        let deposits = deposits.into_iter().flat_map(due_of);
        let all = deposits.chain(rights.into_iter().map(right));
        let all = all.chain(pets.into_iter().filter_map(answer_of));
        let holdings = holdings
            .into_iter()
            .filter_map(|one| holding_of(one, today));
        let mut all = next(all.chain(holdings), until);
        all.truncate(MOST);
        let papers = next(papers.iter().flat_map(papers_of), until);
        let room = MOST.saturating_sub(all.len());
        all.extend(papers.into_iter().take(room));
        all.sort_by_key(|one| (one.due, one.about));
        Ok(all)
    }

    /// Mails the members of what is due soon or late, once each. Every replica may do it at any time. Returns how many it told of.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.tell_of_deadlines", skip_all)]
    pub async fn tell(&self) -> Result<usize, Error> {
        let mut told = self.tell_of_deposits().await?;
        told += self.tell_of_pets().await?;
        told += self.tell_of_statements().await?;
        told += self.tell_of_holdings().await?;
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
                let Some((due, late)) = untold(kind, protect.or(inform), deposit.told, today)
                else {
                    continue;
                };
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

    async fn tell_of_pets(&self) -> Result<usize, Error> {
        let now = self.clock.now();
        let today = london_date(now);
        let kind = DeadlineKind::PetAnswer;
        let (mut told, mut after) = (0, (0, 0));
        loop {
            let mut tx = self.db.begin_worker().await?;
            let open = deadline_duty::open_pets(&mut tx, after, BATCH).await?;
            let Some(last) = open.last() else {
                return Ok(told);
            };
            after = (last.row.organisation.get(), last.row.subject);
            for pet in open {
                let due = pet.request.due(pet.nation);
                let Some((due, late)) = untold(kind, due, pet.told, today) else {
                    continue;
                };
                let row = DueRow { due, ..pet.row };
                self.mails
                    .tell_of_deadline(&mut tx, kind, &row, now)
                    .await?;
                deadline_duty::told_pet(&mut tx, &row, late).await?;
                told += 1;
            }
            tx.commit().await?;
        }
    }

    async fn tell_of_holdings(&self) -> Result<usize, Error> {
        let now = self.clock.now();
        let today = london_date(now);
        let (mut told, mut after) = (0, (0, 0));
        loop {
            let mut tx = self.db.begin_worker().await?;
            let open = holding_deposit::open_of_all(&mut tx, after, BATCH).await?;
            let Some(last) = open.last() else {
                return Ok(told);
            };
            after = (last.row.organisation.get(), last.row.subject);
            for holding in open {
                let Some(duty) = holding.held.duty(holding.nation, holding.state, today) else {
                    continue;
                };
                let (kind, due) = (kind_of(duty), Some(duty.day()));
                let Some((due, late)) = untold(kind, due, holding.told, today) else {
                    continue;
                };
                let row = DueRow { due, ..holding.row };
                self.mails
                    .tell_of_deadline(&mut tx, kind, &row, now)
                    .await?;
                holding_deposit::told(&mut tx, &row, late).await?;
                told += 1;
            }
            tx.commit().await?;
        }
    }

    async fn tell_of_statements(&self) -> Result<usize, Error> {
        let now = self.clock.now();
        let today = london_date(now);
        let kind = DeadlineKind::WrittenStatement;
        let (soon, since) = (kind.told_until(today), kind.told_from(today));
        let since = since.unwrap_or(today);
        let first = since.checked_sub_days(Days::new(LONGEST_WAIT));
        let (mut told, mut after) = (0, (first.unwrap_or(since), 0.into(), 0.into()));
        loop {
            let mut tx = self.db.begin_worker().await?;
            let open = deadline_duty::without_statement(&mut tx, after, soon, BATCH).await?;
            let Some(last) = open.last() else {
                return Ok(told);
            };
            after = (last.row.due, last.row.organisation, last.row.subject.into());
            for tenancy in open {
                let due = Paper::WrittenStatement.due(tenancy.nation, tenancy.row.due);
                let Some(due) = due.filter(|due| (since..=soon).contains(due)) else {
                    continue;
                };
                let (row, late) = (DueRow { due, ..tenancy.row }, due < today);
                if deadline_duty::tell_of_statement(&mut tx, &row, late, now).await? {
                    self.mails
                        .tell_of_deadline(&mut tx, kind, &row, now)
                        .await?;
                    told += 1;
                }
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

/// The last day that the members are to be told of on `today` and whether it is over; `None` where it is far, or they were told of it.
fn untold(
    kind: DeadlineKind,
    due: Option<NaiveDate>,
    (before, over): (Option<NaiveDate>, Option<NaiveDate>),
    today: NaiveDate,
) -> Option<(NaiveDate, bool)> {
    let due = due.filter(|due| *due <= kind.told_until(today))?;
    let late = due < today;
    let told = if late { over } else { before };
    (told != Some(due)).then_some((due, late))
}

/// Returns those that are due by `until`, the next first.
fn next(all: impl Iterator<Item = Deadline>, until: NaiveDate) -> Vec<Deadline> {
    let mut all: Vec<_> = all.filter(|one| one.due <= until).collect();
    all.sort_by_key(|one| (one.due, one.about));
    all
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

/// By when a request for a pet is to be answered.
fn answer_of(pet: PetDue) -> Option<Deadline> {
    let due = pet.request.due(pet.nation)?;
    Some(shown(DeadlineKind::PetAnswer, DueRow { due, ..pet.row }))
}

/// By when there is to be an agreement, or a holding deposit is to be paid back.
fn holding_of(holding: HoldingDue, today: NaiveDate) -> Option<Deadline> {
    let duty = holding.held.duty(holding.nation, holding.state, today)?;
    let (kind, due) = (kind_of(duty), duty.day());
    Some(shown(kind, DueRow { due, ..holding.row }))
}

const fn kind_of(duty: HoldingDuty) -> DeadlineKind {
    match duty {
        HoldingDuty::AgreeBy(_) => DeadlineKind::HoldingDepositAgreement,
        HoldingDuty::PayBackBy(_) => DeadlineKind::HoldingDepositReturn,
    }
}

/// The papers that are to be given in a tenancy.
fn papers_of(tenancy: &PaperDue) -> Vec<Deadline> {
    let open = Paper::ALL
        .iter()
        .filter(|paper| !tenancy.given.contains(paper));
    let due = open.filter_map(|paper| {
        let due = paper.due(tenancy.nation, tenancy.row.due)?;
        let kind = match paper {
            Paper::InformationSheet => DeadlineKind::InformationSheet,
            Paper::WrittenStatement => DeadlineKind::WrittenStatement,
        };
        let row = tenancy.row.clone();
        Some(shown(kind, DueRow { due, ..row }))
    });
    due.collect()
}

fn shown(kind: DeadlineKind, row: DueRow) -> Deadline {
    Deadline {
        kind,
        due: row.due,
        about: row.about,
        property: row.property,
        name: row.name,
        home: row.home,
    }
}
