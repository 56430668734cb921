//! Mails about rent: before it is due, when money came, and in the stages of arrears (docs/reference/uk-lettings.md 5.5). Reminders go at nine in the
//! morning in London, each stage once for the oldest unpaid charge, on a
//! working day, and not when it is more than five days late.

use std::{collections::BTreeMap, sync::Arc};

use chrono::{DateTime, NaiveDate, Timelike as _, Utc};
use lintel_core::{
    Clock, Error, Money, OrganisationId, TenantId, london_clock, london_date, together,
};
use lintel_db::{Db, Tx};
use lintel_proto::tenancy::v1::{ReceivedPayment, TenancyMail, TenancyMailKind as Kind};
use lintel_rules::{is_working_day, late_mail_from};

use crate::{
    app::{
        letting::{locked, mail_wanted::wanted},
        mail_requests::{Mails, NEWS},
    },
    contract::words,
    domain::{
        letting::{Tenancy, TenantMailKind, is_old_news},
        rent::{
            Entry, EntryKind, Owed,
            ledger::{self, Ledger, standing},
        },
    },
    error::tenant_not_found,
    store::{self, rent::ledger::Due},
};

/// The hour in London at which reminders go.
const HOUR: u32 = 9;
/// Days before rent is due on which the tenant hears of it.
const DAYS_BEFORE: i64 = 3;
/// Days after which a reminder is too late to be sent: as many as Christmas or Easter keep it.
const TOO_LATE: i64 = 5;

/// A stage of arrears.
struct Stage {
    name: &'static str,
    days: i64,
    tenant: Option<Kind>,
    guarantor: bool,
}

const STAGES: [Stage; 4] = [
    Stage {
        name: "day-1",
        days: 1,
        tenant: Some(Kind::RentLate),
        guarantor: false,
    },
    Stage {
        name: "day-7",
        days: 7,
        tenant: Some(Kind::RentArrears),
        guarantor: false,
    },
    Stage {
        name: "day-14",
        days: 14,
        tenant: Some(Kind::RentArrears),
        guarantor: true,
    },
    Stage {
        name: "day-21",
        days: 21,
        tenant: None,
        guarantor: false,
    },
];

/// Asks for mails about rent.
#[derive(Debug, Clone)]
pub struct RentMails {
    db: Db,
    clock: Arc<dyn Clock>,
    mails: Mails,
}

/// A ledger that mails are about.
struct About {
    organisation: OrganisationId,
    tenancy: Tenancy,
    ledger: Ledger,
    entries: Vec<Entry>,
    /// What the tenancy owes.
    owed: Owed,
    today: NaiveDate,
    now: DateTime<Utc>,
}

impl RentMails {
    /// Of tenancies kept in `db`, by `mails`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, mails: Mails) -> Self {
        Self { db, clock, mails }
    }

    /// Asks for what is to be mailed now: of money that came at once, of what is due or late once a day. Returns how many tenancies it
    /// concerned.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away; what a tenancy failed with, after all others had their turn.
    #[tracing::instrument(name = "app.mail_about_rent", skip_all)]
    pub async fn send(&self) -> Result<usize, Error> {
        let now = self.clock.now();
        let mut done = 0;
        loop {
            let mut due = store::rent::ledger::to_thank(self.db.worker(), london_date(now)).await?;
            if london_clock(now).hour() >= HOUR {
                let today = london_date(now);
                due.extend(store::rent::ledger::to_remind(self.db.worker(), today).await?);
            }
            let (before, mut failed) = (done, None);
            for one in due {
                match self.send_of(one).await {
                    Ok(sent) => done += usize::from(sent),
                    Err(error) => {
                        let reason = error.reason();
                        tracing::warn!(reason, tenancy = %one.2, "mails about rent must wait");
                        failed = Some(error);
                    }
                }
            }
            if done == before {
                return failed.map_or(Ok(done), Err);
            }
        }
    }

    async fn send_of(&self, (organisation, property, id): Due) -> Result<bool, Error> {
        let now = self.clock.now();
        let mut tx = self.db.begin_worker().await?;
        let tenancy = locked::lock_with_home(&mut tx, organisation, property, id).await?;
        let Some(ledger) = store::rent::ledger::find(&mut tx, organisation, id).await? else {
            return Ok(false);
        };
        let entries = store::rent::ledger_entry::of_tenancy(&mut tx, organisation, id).await?;
        let today = london_date(now);
        let mut about = About {
            organisation,
            tenancy,
            ledger,
            owed: standing(&entries, today).owed,
            entries,
            today,
            now,
        };
        let thanked = self.thank(&mut tx, &mut about).await?;
        let reminded = self.remind(&mut tx, &mut about).await?;
        if !thanked && !reminded {
            return Ok(false);
        }
        store::rent::ledger::save(&mut tx, organisation, &about.ledger).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Tells tenants of money that came.
    async fn thank(&self, tx: &mut Tx, about: &mut About) -> Result<bool, Error> {
        let told = about.ledger.told_receipt;
        let (organisation, tenancy) = (about.organisation, about.tenancy.id);
        let is_waiting = about.ledger.last_receipt > told;
        // Receipts of a day are one mail: what came after it waits for the next day.
        if !is_waiting
            || store::letting::tenant_mail::receipts_mailed(tx, organisation, tenancy, about.today)
                .await?
        {
            return Ok(false);
        }
        let said =
            store::letting::tenant_mail::said_of_receipts(tx, organisation, tenancy, told).await?;
        let is_back = |entry: &Entry| {
            about
                .entries
                .iter()
                .any(|one| one.reverses == Some(entry.id))
        };
        let mut came: BTreeMap<TenantId, Vec<&Entry>> = BTreeMap::new();
        let mut entries: Vec<_> = about.entries.iter().collect();
        entries.sort_by_key(|entry| entry.id);
        for entry in entries {
            if entry.kind != EntryKind::Receipt || entry.id <= told || is_back(entry) {
                continue;
            }
            let said = said.iter().find(|(id, _)| *id == entry.id);
            let asked = said.map(|(_, wanted)| *wanted);
            if asked.is_none() && is_old_news(entry.date, about.today) {
                continue;
            }
            let kind = TenantMailKind::Receipt;
            let wanted = wanted(tx, organisation, entry.tenant, kind, asked).await?;
            if wanted.is_sent() {
                came.entry(entry.tenant).or_default().push(entry);
            }
        }
        let is_any = !came.is_empty();
        for (tenant, entries) in came {
            let mail = receipts(&entries, about.mail(tx, tenant).await?)?;
            self.ask(tx, about, Kind::RentReceived, mail, false).await?;
        }
        if is_any {
            store::letting::tenant_mail::note_receipts(tx, organisation, tenancy, about.today)
                .await?;
        }
        about.ledger.told_receipt = about.ledger.last_receipt;
        Ok(true)
    }

    /// Sends the reminders of the day, once it is nine.
    async fn remind(&self, tx: &mut Tx, about: &mut About) -> Result<bool, Error> {
        let today = about.today;
        let early = london_clock(about.now).hour() < HOUR;
        if early || about.ledger.mailed_on >= today || about.ledger.looked_on < today {
            return Ok(false);
        }
        self.remind_of_next(tx, about).await?;
        // Rent is late from the day after its own on; mails about it wait for a working day, and for the one on which a standing order
        // of its day is paid to be over.
        let nation = about.ledger.nation;
        if let Some(oldest) = about.owed.oldest_unpaid
            && is_working_day(nation, today)
            && today >= late_mail_from(nation, oldest)
        {
            self.remind_of(tx, about, oldest).await?;
            self.warn_of_ground_8(tx, about, oldest).await?;
        }
        about.ledger.mailed_on = today;
        Ok(true)
    }

    /// Rent will be due in three days.
    async fn remind_of_next(&self, tx: &mut Tx, about: &About) -> Result<(), Error> {
        let (Some(first), Some((terms, rents))) = (about.ledger.next_due, &about.ledger.terms)
        else {
            return Ok(());
        };
        if !(1..=DAYS_BEFORE).contains(&(first - about.today).num_days()) {
            return Ok(());
        }
        let span = terms.period_from(first);
        for charge in ledger::charges(&about.tenancy, terms, rents.on(first), span) {
            if !about.note(tx, charge.tenant, first, "due").await? {
                continue;
            }
            let mail = TenancyMail {
                amount: Some(charge.amount.into()),
                date: Some(first.into()),
                ..about.mail(tx, charge.tenant).await?
            };
            if about
                .wants(tx, charge.tenant, TenantMailKind::RentDue)
                .await?
            {
                self.ask(tx, about, Kind::RentDue, mail, false).await?;
            }
        }
        Ok(())
    }

    /// Rent is late for as many days as a stage has: each of the tenants who owe it together is told, the members once.
    async fn remind_of(&self, tx: &mut Tx, about: &About, oldest: NaiveDate) -> Result<(), Error> {
        let days = (about.today - oldest).num_days();
        let is_now = |stage: &&Stage| (stage.days..=stage.days + TOO_LATE).contains(&days);
        let Some(stage) = STAGES.iter().find(is_now) else {
            return Ok(());
        };
        let mut told = None;
        for tenant in about.tenancy.owing().map(|member| member.id) {
            if !about.note(tx, tenant, oldest, stage.name).await? {
                continue;
            }
            let mail = about.late(tx, tenant, oldest).await?;
            let is_wanted = about.wants(tx, tenant, TenantMailKind::RentLate).await?;
            if let Some(kind) = stage.tenant.filter(|_| is_wanted) {
                self.ask(tx, about, kind, mail.clone(), false).await?;
            }
            if stage.guarantor
                && is_wanted
                && let Some((name, email)) =
                    store::rent::ledger::guarantor(tx, about.organisation, tenant, oldest).await?
            {
                let mail = TenancyMail {
                    recipient_name: name,
                    recipient_email: email,
                    ..mail.clone()
                };
                self.ask(tx, about, Kind::RentArrearsGuarantor, mail, false)
                    .await?;
            }
            told = told.or(Some(mail));
        }
        match told {
            Some(mail) => self.tell_members(tx, about, mail).await,
            None => Ok(()),
        }
    }

    /// Tells members of what all tenants of a tenancy owe together.
    async fn tell_members(
        &self,
        tx: &mut Tx,
        about: &About,
        mail: TenancyMail,
    ) -> Result<(), Error> {
        let names = about.tenancy.owing().map(|one| one.person.name.as_str());
        let mail = TenancyMail {
            tenant_name: together(&names.collect::<Vec<_>>()),
            ..mail
        };
        self.ask(tx, about, Kind::RentArrearsMembers, mail, true)
            .await
    }

    /// The tenancy owes what ground 8 names.
    async fn warn_of_ground_8(
        &self,
        tx: &mut Tx,
        about: &About,
        oldest: NaiveDate,
    ) -> Result<(), Error> {
        let Some(first) = about.tenancy.owing().next().filter(|_| about.is_ground_8()) else {
            return Ok(());
        };
        if !about.note(tx, first.id, oldest, "ground-8").await? {
            return Ok(());
        }
        let mail = about.late(tx, first.id, oldest).await?;
        self.tell_members(tx, about, mail).await
    }

    async fn ask(
        &self,
        tx: &mut Tx,
        about: &About,
        kind: Kind,
        mail: TenancyMail,
        to_members: bool,
    ) -> Result<(), Error> {
        let mail = if to_members {
            TenancyMail {
                recipient_name: String::new(),
                recipient_email: String::new(),
                ..mail
            }
        } else {
            mail
        };
        let expire = about.now + NEWS;
        self.mails
            .request(tx, about.organisation, kind, mail, to_members, expire)
            .await
    }
}

/// What a mail says of receipts of one tenant: one by itself, several with their sum.
fn receipts(entries: &[&Entry], about: TenancyMail) -> Result<TenancyMail, Error> {
    let sum = Money::sum(entries.iter().map(|entry| entry.amount));
    let sum = sum.map_err(Error::internal)?;
    let last = entries.iter().map(|entry| entry.date).max();
    let each = entries.iter().map(|entry| ReceivedPayment {
        amount: Some(entry.amount.into()),
        date: Some(entry.date.into()),
    });
    let payments = if entries.len() > 1 {
        each.collect()
    } else {
        Vec::new()
    };
    Ok(TenancyMail {
        amount: Some(sum.into()),
        date: last.map(Into::into),
        payments,
        ..about
    })
}

impl About {
    /// Whether a tenant gets a mail that no act asks for.
    async fn wants(
        &self,
        tx: &mut Tx,
        tenant: TenantId,
        kind: TenantMailKind,
    ) -> Result<bool, Error> {
        Ok(wanted(tx, self.organisation, tenant, kind, None)
            .await?
            .is_sent())
    }

    fn is_ground_8(&self) -> bool {
        self.ledger
            .ground_8(self.today, self.tenancy.rent, &self.owed)
    }

    /// What mails about late rent say: the oldest part by its own amount, and what is overdue in all.
    async fn late(
        &self,
        tx: &mut Tx,
        tenant: TenantId,
        oldest: NaiveDate,
    ) -> Result<TenancyMail, Error> {
        let days = (self.today - oldest).num_days();
        Ok(TenancyMail {
            amount: Some(self.owed.oldest_amount.into()),
            balance: Some(self.owed.overdue.into()),
            date: Some(oldest.into()),
            days: i32::try_from(days).unwrap_or(i32::MAX),
            ..self.mail(tx, tenant).await?
        })
    }

    async fn note(
        &self,
        tx: &mut Tx,
        tenant: TenantId,
        day: NaiveDate,
        stage: &str,
    ) -> Result<bool, Error> {
        let whose = (self.tenancy.id, tenant);
        let noted =
            store::rent::ledger::note_told(tx, self.organisation, whose, day, stage, self.now);
        Ok(noted.await?)
    }

    /// What every mail about a tenant's rent says; to the tenant.
    async fn mail(&self, tx: &mut Tx, tenant: TenantId) -> Result<TenancyMail, Error> {
        let payer = store::rent::ledger::payer(tx, self.organisation, tenant).await?;
        let payer = payer.ok_or_else(tenant_not_found)?;
        let name = store::keeping::organisation::name(tx, self.organisation).await?;
        Ok(TenancyMail {
            recipient_name: payer.name.clone(),
            recipient_email: payer.email,
            tenant_name: payer.name,
            tenant_id: tenant.get(),
            property_id: payer.property.get(),
            organisation_name: name.unwrap_or_default(),
            property_display_name: payer.property_name,
            property_address: payer.property_address,
            monthly_rent: Some(payer.share.into()),
            balance: Some(self.owed.balance.into()),
            ground_8_met: self.is_ground_8(),
            nation: words::told_nation(self.ledger.nation).into(),
            ..TenancyMail::default()
        })
    }
}
