//! Whether tenants get mails: the one function that every act asks, and what members do about it.

use std::sync::Arc;

use chrono::NaiveDate;
use lintel_core::{Clock, Error, Money, Principal, RequestKey, TenantId, Violations, london_date};
use lintel_db::{Db, Scope, once};
use lintel_proto::tenancy::v1::{TenancyMail, TenancyMailKind as Kind};

use super::{TenancyMails, locked, mail_wanted::wanted, tenancy_mails::to_tenant};
use crate::{
    app::rent::ledgers,
    domain::{
        check,
        letting::{MailSwitch, MailWanted, TenantMailKind, ToldChange, is_old_news},
        pounds,
        rent::{Owed, spelt_out},
    },
    error::{tenant_mail_off, tenant_without_email},
    store,
};

/// The reason of every refusal of what is typed.
const INVALID: &str = "TENANT_MAILS_INVALID";

/// A mail that an act may send.
#[derive(Debug, Clone, Default)]
pub struct ActMail {
    /// The kind.
    pub kind: Kind,
    /// Of a payment: how much.
    pub amount: Option<Money>,
    /// Of a payment: when it came.
    pub date: Option<NaiveDate>,
    /// Of a document: its title.
    pub title: String,
    /// What was changed, or what a reminder says.
    pub note: String,
    /// What changes, in our words instead of a note's.
    pub change: Option<ToldChange>,
}

/// Whether an act sends a mail, and what it says.
#[derive(Debug, Clone)]
pub struct PreviewedMail {
    /// Whether it is sent where nothing is said.
    pub wanted: MailWanted,
    /// Whether what it tells of is too old to be told by itself.
    pub is_old: bool,
    /// Why mails to the tenant are off.
    pub off_reason: Option<String>,
    /// The kind.
    pub kind: Kind,
    /// What it says.
    pub mail: TenancyMail,
}

/// Mails to tenants, as members switch, look at and send them.
#[derive(Debug, Clone)]
pub struct TenantMailing {
    db: Db,
    clock: Arc<dyn Clock>,
    mails: TenancyMails,
}

impl TenantMailing {
    /// Of tenants kept in `db`, by `mails`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, mails: TenancyMails) -> Self {
        Self { db, clock, mails }
    }

    /// How mails to a tenant were switched, the last first.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_tenant_mail_switches", skip_all, fields(tenant.id = %tenant))]
    pub async fn switches(
        &self,
        caller: &Principal,
        tenant: TenantId,
    ) -> Result<Vec<MailSwitch>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        locked::shown(&mut tx, organisation, tenant).await?;
        Ok(store::letting::tenant_mail::switches(&mut tx, organisation, tenant).await?)
    }

    /// Switches all mails to a tenant off, with a reason, or on again.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `TENANT_MAILS_INVALID`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.switch_mails_of_tenant", skip_all, fields(tenant.id = %tenant))]
    pub async fn switch(
        &self,
        caller: &Principal,
        tenant: TenantId,
        off: bool,
        reason: &str,
        request: Option<&RequestKey>,
    ) -> Result<Vec<MailSwitch>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        once(&mut tx, request, async |tx| {
            locked::shown(tx, organisation, tenant).await?;
            let switch = MailSwitch::try_new(off, reason, caller.user, self.clock.now())?;
            let last = store::letting::tenant_mail::switches(tx, organisation, tenant).await?;
            let is_so = last
                .first()
                .map_or(!off, |last| last.off == off && last.reason == switch.reason);
            if !is_so {
                store::letting::tenant_mail::switch(tx, organisation, tenant, &switch).await?;
            }
            Ok(())
        })
        .await?;
        let switches = store::letting::tenant_mail::switches(&mut tx, organisation, tenant).await?;
        tx.commit().await?;
        Ok(switches)
    }

    /// Whether an act would send a tenant a mail, and what it would say.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `TENANT_MAILS_INVALID` for a kind that no act sends to a tenant; [`Error::Unavailable`] while the database is
    /// away.
    #[tracing::instrument(name = "app.preview_tenant_mail", skip_all, fields(tenant.id = %tenant))]
    pub async fn preview(
        &self,
        caller: &Principal,
        tenant: TenantId,
        act: ActMail,
    ) -> Result<PreviewedMail, Error> {
        let organisation = caller.organisation()?;
        let today = london_date(self.clock.now());
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let shown = locked::shown(&mut tx, organisation, tenant).await?;
        let Some(switch) = switch_of(act.kind) else {
            let known = "Name a mail that an act sends to a tenant.";
            return Err(Error::field(INVALID, "kind", known));
        };
        let wanted = match switch {
            // Pressing the button is the wish.
            None => {
                wanted(
                    &mut tx,
                    organisation,
                    tenant,
                    TenantMailKind::RentLate,
                    Some(true),
                )
                .await?
            }
            Some(kind) => wanted(&mut tx, organisation, tenant, kind, None).await?,
        };
        let off_reason =
            store::letting::tenant_mail::off_reason(&mut tx, organisation, tenant).await?;
        let is_receipt = act.kind == Kind::RentReceived;
        let is_old = match act.change {
            Some(change) => change.is_old(today),
            None => is_receipt && act.date.is_some_and(|date| is_old_news(date, today)),
        };
        let owed =
            ledgers::owed(&mut tx, organisation, Some(&[shown.tenancy.get()]), today).await?;
        let arrears = owed.first().map(|owed| owed.arrears(today));
        let note = match (act.kind, act.note.trim()) {
            (Kind::TenancyChanged, _) if act.change.is_some() => {
                let change = act.change.map(|change| change.words(today));
                change.unwrap_or_default()
            }
            (Kind::RentReminder, "") => arrears
                .as_ref()
                .map(|one| proposed_reminder(&one.owed))
                .unwrap_or_default(),
            (_, note) => note.to_owned(),
        };
        let about = to_tenant(&mut tx, organisation, &shown).await?;
        let mail = TenancyMail {
            subject_kind: act.title,
            note,
            amount: act.amount.map(Into::into),
            date: act.date.map(Into::into).or(about.date),
            balance: arrears.map(|one| one.owed.balance.into()),
            ..about
        };
        Ok(PreviewedMail {
            wanted,
            is_old,
            off_reason,
            kind: act.kind,
            mail,
        })
    }

    /// Reminds a tenant of rent that is owed, in the member's words.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `TENANT_MAILS_INVALID`; `TENANT_MAIL_OFF`; `TENANT_WITHOUT_EMAIL`; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.remind_tenant", skip_all, fields(tenant.id = %tenant))]
    pub async fn remind(
        &self,
        caller: &Principal,
        tenant: TenantId,
        note: &str,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        once(&mut tx, request, async |tx| {
            let shown = locked::shown(tx, organisation, tenant).await?;
            let mut found = Violations::default();
            let say = "Write 2 to 1,000 characters: the tenant reads them.";
            let note = check::prose(&mut found, "note", note, 2..=1000, say);
            found.into_result(INVALID)?;
            let kind = TenantMailKind::RentLate;
            match wanted(tx, organisation, tenant, kind, Some(true)).await? {
                MailWanted::NoAddress => return Err(tenant_without_email()),
                MailWanted::OffForTenant => return Err(tenant_mail_off()),
                MailWanted::Required
                | MailWanted::Yes
                | MailWanted::OffForKind
                | MailWanted::Declined => {}
            }
            let today = london_date(now);
            let owed = ledgers::owed(tx, organisation, Some(&[shown.tenancy.get()]), today).await?;
            let balance = owed.first().map(|owed| owed.arrears(today).owed.balance);
            let note = note.unwrap_or_default();
            self.mails
                .remind(tx, organisation, &shown, note, balance, now)
                .await
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }
}

/// The switch of a kind that an act sends to a tenant; the inner `None` for one that is a wish by itself.
const fn switch_of(kind: Kind) -> Option<Option<TenantMailKind>> {
    Some(match kind {
        Kind::RentReceived => Some(TenantMailKind::Receipt),
        Kind::TenancyDocumentGiven => Some(TenantMailKind::Document),
        Kind::MovedIn => Some(TenantMailKind::MovedIn),
        Kind::TenancyChanged => Some(TenantMailKind::TenancyChanged),
        Kind::RentReminder | Kind::PortalInvitation => None,
        _ => return None,
    })
}

/// The words of a reminder, to be edited.
fn proposed_reminder(owed: &Owed) -> String {
    let since = owed
        .oldest_unpaid
        .map(|day| format!(" since {}", spelt_out(day)));
    format!(
        "{} of your rent has been owed{}. Please pay it, or tell me when you can.",
        pounds(owed.overdue),
        since.unwrap_or_default()
    )
}
