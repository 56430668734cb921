//! Mails about rent: before it is due, when money came, and in the stages of arrears (uk-lettings 5.5). Reminders go at nine in the
//! morning in London, each stage once for the oldest unpaid charge, and not when it is more than three days late.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Timelike as _, Utc};
use lintel_core::{Clock, Error, Money, OrganisationId, TenantId, london_clock, london_date};
use lintel_db::{Db, Tx};
use lintel_proto::tenancy::v1::{TenancyMail, TenancyMailKind as Kind};

use super::tenancy;
use crate::{
    domain::{
        Entry, EntryKind, Owed, Tenancy,
        ledger::{self, Ledger, standing},
    },
    error::tenant_not_found,
    mails::{Mails, NEWS},
    store::{self, ledger::Due},
};

/// The hour in London at which reminders go.
const HOUR: u32 = 9;
/// Days before rent is due on which the tenant hears of it.
const DAYS_BEFORE: i64 = 3;
/// Days after which a reminder is too late to be sent.
const TOO_LATE: i64 = 3;
/// Days after which money that came is no news to who sent it.
const OLD_NEWS: i64 = 31;

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
            let mut due = store::ledger::to_thank(self.db.worker()).await?;
            if london_clock(now).hour() >= HOUR {
                let today = london_date(now);
                due.extend(store::ledger::to_remind(self.db.worker(), today).await?);
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
        let tenancy = tenancy::lock_with_home(&mut tx, organisation, property, id).await?;
        let Some(ledger) = store::ledger::find(&mut tx, organisation, id).await? else {
            return Ok(false);
        };
        let entries = store::ledger_entry::of_tenancy(&mut tx, organisation, id).await?;
        let mut about = About {
            organisation,
            tenancy,
            ledger,
            entries,
            today: london_date(now),
            now,
        };
        let thanked = self.thank(&mut tx, &mut about).await?;
        let reminded = self.remind(&mut tx, &mut about).await?;
        if !thanked && !reminded {
            return Ok(false);
        }
        store::ledger::save(&mut tx, organisation, &about.ledger).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Tells tenants of money that came.
    async fn thank(&self, tx: &mut Tx, about: &mut About) -> Result<bool, Error> {
        let told = about.ledger.told_receipt;
        if about.ledger.last_receipt <= told {
            return Ok(false);
        }
        let is_back = |entry: &Entry| {
            about
                .entries
                .iter()
                .any(|one| one.reverses == Some(entry.id))
        };
        let came = about.entries.iter().filter(|entry| {
            entry.kind == EntryKind::Receipt
                && entry.id > told
                && (about.today - entry.date).num_days() <= OLD_NEWS
                && !is_back(entry)
        });
        let mut came: Vec<_> = came.collect();
        came.sort_by_key(|entry| entry.id);
        for entry in came {
            let mail = TenancyMail {
                amount: Some(entry.amount.into()),
                date: Some(entry.date.into()),
                ..about.mail(tx, entry.tenant).await?
            };
            self.ask(tx, about, Kind::RentReceived, mail, false).await?;
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
        let members: Vec<_> = about.tenancy.tenants.iter().map(|one| one.id).collect();
        for tenant in &members {
            if let Some(oldest) = about.owed(*tenant).oldest_unpaid {
                self.remind_of(tx, about, *tenant, oldest).await?;
            }
        }
        self.warn_of_ground_8(tx, about, &members).await?;
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
            self.ask(tx, about, Kind::RentDue, mail, false).await?;
        }
        Ok(())
    }

    /// Rent is late for as many days as a stage has.
    async fn remind_of(
        &self,
        tx: &mut Tx,
        about: &About,
        tenant: TenantId,
        oldest: NaiveDate,
    ) -> Result<(), Error> {
        let days = (about.today - oldest).num_days();
        let is_now = |stage: &&Stage| (stage.days..=stage.days + TOO_LATE).contains(&days);
        let Some(stage) = STAGES.iter().find(is_now) else {
            return Ok(());
        };
        if !about.note(tx, tenant, oldest, stage.name).await? {
            return Ok(());
        }
        let mail = TenancyMail {
            amount: Some(about.owed(tenant).balance.into()),
            date: Some(oldest.into()),
            days: i32::try_from(days).unwrap_or(i32::MAX),
            ..about.mail(tx, tenant).await?
        };
        if let Some(kind) = stage.tenant {
            self.ask(tx, about, kind, mail.clone(), false).await?;
        }
        if stage.guarantor
            && let Some((name, email)) =
                store::ledger::guarantor(tx, about.organisation, tenant).await?
        {
            let mail = TenancyMail {
                recipient_name: name,
                recipient_email: email,
                ..mail.clone()
            };
            self.ask(tx, about, Kind::RentArrearsGuarantor, mail, false)
                .await?;
        }
        self.ask(tx, about, Kind::RentArrearsMembers, mail, true)
            .await
    }

    /// The tenancy owes what ground 8 names; the tenant with the oldest charge is named.
    async fn warn_of_ground_8(
        &self,
        tx: &mut Tx,
        about: &About,
        members: &[TenantId],
    ) -> Result<(), Error> {
        if !about.is_ground_8() {
            return Ok(());
        }
        let oldest = members.iter().filter_map(|tenant| {
            let oldest = about.owed(*tenant).oldest_unpaid?;
            Some((oldest, *tenant))
        });
        let Some((oldest, tenant)) = oldest.min() else {
            return Ok(());
        };
        if !about.note(tx, tenant, oldest, "ground-8").await? {
            return Ok(());
        }
        let together = Owed::together(members.iter().map(|tenant| about.owed(*tenant)));
        let days = (about.today - oldest).num_days();
        let mail = TenancyMail {
            amount: Some(together.balance.into()),
            balance: Some(together.balance.into()),
            date: Some(oldest.into()),
            days: i32::try_from(days).unwrap_or(i32::MAX),
            ..about.mail(tx, tenant).await?
        };
        self.ask(tx, about, Kind::RentArrearsMembers, mail, true)
            .await
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

impl About {
    fn owed(&self, tenant: TenantId) -> Owed {
        let own = self.entries.iter().filter(|entry| entry.tenant == tenant);
        let own: Vec<Entry> = own.cloned().collect();
        standing(&own, self.today).owed
    }

    fn is_ground_8(&self) -> bool {
        let members = self.tenancy.tenants.iter();
        let balance = Owed::together(members.map(|member| self.owed(member.id))).balance;
        self.ledger.ground_8(self.today, self.tenancy.rent, balance)
    }

    async fn note(
        &self,
        tx: &mut Tx,
        tenant: TenantId,
        day: NaiveDate,
        stage: &str,
    ) -> Result<bool, Error> {
        let whose = (self.tenancy.id, tenant);
        let noted = store::ledger::note_told(tx, self.organisation, whose, day, stage, self.now);
        Ok(noted.await?)
    }

    /// What every mail about a tenant's rent says; to the tenant.
    async fn mail(&self, tx: &mut Tx, tenant: TenantId) -> Result<TenancyMail, Error> {
        let payer = store::ledger::payer(tx, self.organisation, tenant).await?;
        let payer = payer.ok_or_else(tenant_not_found)?;
        let name = store::organisation::name(tx, self.organisation).await?;
        let balance: Money = self.owed(tenant).balance;
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
            balance: Some(balance.into()),
            ground_8_met: self.is_ground_8(),
            ..TenancyMail::default()
        })
    }
}
