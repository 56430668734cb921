//! What tenants do of their own home: notice, a pet, how they are reached, a word to the landlord.

mod deposit;

use std::sync::Arc;

use chrono::{DateTime, Duration, NaiveDate, Utc};
use lintel_core::{
    Clock, Error, OrganisationId, Principal, RequestKey, TenancyId, TenantId, london_date,
};
use lintel_db::{Db, Scope, Tx, once};
use lintel_proto::tenancy::v1::{TenancyMail, TenancyMailKind};
use lintel_rules::Nation;

use super::{TenancyMails, locked, own_tenancies, portal::own_notice, tenancy};
use crate::{
    app::{
        allowance,
        applying::locked::act_in,
        keeping::owners::{Asking, know_account},
    },
    domain::{
        check,
        letting::{
            EndDraft, KeptPetRequest, LeaseStatus, MOST_PET_REQUESTS, PetRequestDraft,
            TenancyEnder, Tenant, TenantDraft, TenantField, changed_tenancy,
        },
    },
    error::{
        notice_given, pet_request_not_found, tenancy_ended, tenancy_not_linked, tenant_not_found,
        too_many_pet_requests,
    },
    store,
};

/// How often a tenant writes to the landlord in a day.
const MESSAGES_A_DAY: u32 = 10;
/// The longest message, in characters: as much of it as a mail shows.
const LONGEST_MESSAGE: usize = 1000;

/// The acts of tenants in their portal.
#[derive(Debug, Clone)]
pub struct OwnActs {
    db: Db,
    clock: Arc<dyn Clock>,
    asking: Arc<Asking>,
    mails: TenancyMails,
}

impl OwnActs {
    /// Acts on tenancies kept in `db`; the day is that of `clock` in London.
    #[must_use]
    pub const fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        asking: Arc<Asking>,
        mails: TenancyMails,
    ) -> Self {
        Self {
            db,
            clock,
            asking,
            mails,
        }
    }

    /// Ends a tenancy on a day by its tenant's notice, for everybody in it; they and the landlord are mailed. A repeat under the same
    /// request id changes nothing more.
    ///
    /// # Errors
    /// `TENANCY_NOT_LINKED`; `TENANCY_ENDED`; `NOTICE_GIVEN` where the last day is known; `NOTICE_INVALID` for a day before the earliest
    /// one, and where the law of the nation wants more than one tenant's notice; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the
    /// database is away.
    #[tracing::instrument(name = "app.give_own_notice", skip_all, fields(tenancy.id = %wanted))]
    pub async fn give_notice(
        &self,
        caller: &Principal,
        wanted: TenancyId,
        last_day: Option<NaiveDate>,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        self.act(caller, wanted, request, async |tx, organisation, tenant| {
            let now = self.clock.now();
            let today = london_date(now);
            let before = locked::lock_of(tx, organisation, tenant.id).await?;
            // Judged under the lock: two who rent together may give notice at once.
            let member = before.member(tenant.id).ok_or_else(tenant_not_found)?;
            if member.has_left {
                return Err(tenancy_ended());
            }
            if member.leaving.is_some() {
                return Err(notice_given());
            }
            let proposed = own_notice(tx, organisation, &tenant, today).await?;
            let staying: Vec<_> = before.staying().map(|one| one.id).collect();
            if staying.len() > 1 && !one_ends_it_for_all(tenant.property_nation) {
                return Err(invalid_notice(
                    "You rent together, and the law there wants the notice of all of you: write to your landlord together.",
                ));
            }
            let Some(earliest) = proposed.earliest else {
                return Err(invalid_notice(&proposed.reason));
            };
            let day = last_day.ok_or_else(|| invalid_notice("Choose your last day."))?;
            if day < earliest {
                let first = format!(
                    "Choose {} or a later day: {}",
                    earliest.format("%-d %B %Y"),
                    proposed.reason
                );
                return Err(invalid_notice(&first));
            }
            let ended = EndDraft {
                date: Some(day),
                by: Some(TenancyEnder::Tenant),
                notice: Some(today),
                ..EndDraft::default()
            };
            let (leaving, ending) = ended.judged(&before, now)?;
            // Whoever leaves earlier anyway keeps that day.
            let until = |one: &TenantId| {
                let leaving = before.member(*one).and_then(|one| one.leaving.as_ref());
                leaving.is_none_or(|leaving| leaving.date > day)
            };
            let staying: Vec<_> = staying.into_iter().filter(until).collect();
            let mut after = before.clone();
            for one in &staying {
                after.leave(*one, leaving.clone(), today);
            }
            tenancy::save(tx, organisation, &before, after, now).await?;
            for one in &staying {
                store::letting::tenancy::note_ending(tx, organisation, *one, ending).await?;
            }
            let about = TenancyMail {
                date: Some(day.into()),
                ..TenancyMail::default()
            };
            let mails = &self.mails;
            for one in staying {
                let told = locked::shown(tx, organisation, one).await?;
                let by = (one != tenant.id).then_some(tenant.person.name.as_str());
                mails
                    .confirm_notice(tx, organisation, (&told, by), day, now)
                    .await?;
            }
            let kind = TenancyMailKind::TenantGaveNotice;
            mails
                .tell_landlord(tx, organisation, (kind, &tenant), about, now)
                .await
        })
        .await
    }

    /// Records that a tenant asks for a pet, and tells the landlord. Returns the request with the last day for the answer. A repeat under
    /// the same request id records nothing more.
    ///
    /// # Errors
    /// `TENANCY_NOT_LINKED`; `TENANCY_ENDED`; `PET_REQUEST_INVALID`; `PET_REQUESTS_FULL`; `REQUEST_ID_REUSED`; [`Error::Unavailable`]
    /// while the database is away.
    #[tracing::instrument(name = "app.ask_for_pet", skip_all, fields(tenancy.id = %wanted))]
    pub async fn ask_for_pet(
        &self,
        caller: &Principal,
        wanted: TenancyId,
        pet: String,
        request: Option<&RequestKey>,
    ) -> Result<(KeptPetRequest, Option<NaiveDate>), Error> {
        let today = london_date(self.clock.now());
        let draft = PetRequestDraft {
            pet,
            requested: Some(today),
            ..PetRequestDraft::default()
        };
        // What was asked for is the same at every repeat; its day may be another.
        let asked = draft.judge(Nation::England, today)?;
        self.act(caller, wanted, request, async |tx, organisation, tenant| {
            let now = self.clock.now();
            if tenant.status == LeaseStatus::Ended {
                return Err(tenancy_ended());
            }
            let before = locked::lock_of(tx, organisation, tenant.id).await?;
            let others =
                store::letting::pet_request::of_tenant(tx, organisation, tenant.id).await?;
            if i64::try_from(others.len()).unwrap_or(i64::MAX) >= MOST_PET_REQUESTS {
                return Err(too_many_pet_requests());
            }
            store::letting::pet_request::keep(tx, organisation, tenant.id, None, &asked, now)
                .await?;
            let same = before.clone();
            tenancy::save(tx, organisation, &before, same, now).await?;
            let by = asked.answer_by(tenant.property_nation);
            let about = TenancyMail {
                note: asked.pet.clone(),
                date: by.map(Into::into),
                ..TenancyMail::default()
            };
            let kind = TenancyMailKind::PetAsked;
            let mails = &self.mails;
            mails
                .tell_landlord(tx, organisation, (kind, &tenant), about, now)
                .await
        })
        .await?;
        self.asked_for(caller, wanted, &asked.pet).await
    }

    /// Returns the newest request of a tenant for that pet.
    async fn asked_for(
        &self,
        caller: &Principal,
        wanted: TenancyId,
        pet: &str,
    ) -> Result<(KeptPetRequest, Option<NaiveDate>), Error> {
        let mut tx = self.db.begin(Scope::user(caller.user)).await?;
        let (organisation, tenant) = self.own(&mut tx, caller, wanted).await?;
        let kept = store::letting::pet_request::of_tenant(&mut tx, organisation, tenant.id).await?;
        let mut kept = kept.into_iter();
        let kept = kept.find(|kept| kept.request.pet == pet);
        let kept = kept.ok_or_else(pet_request_not_found)?;
        let by = kept.request.answer_by(tenant.property_nation);
        Ok((kept, by))
    }

    /// Changes how a tenant is reached, and tells the landlord. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `TENANCY_NOT_LINKED`; `TENANCY_ENDED`; `TENANT_INVALID` with every offending field; `REQUEST_ID_REUSED`; [`Error::Unavailable`]
    /// while the database is away.
    #[tracing::instrument(name = "app.change_own_contact", skip_all, fields(tenancy.id = %wanted))]
    pub async fn change_contact(
        &self,
        caller: &Principal,
        wanted: TenancyId,
        (phone, address): (String, String),
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let draft = TenantDraft {
            phone,
            address,
            ..TenantDraft::default()
        };
        self.act(caller, wanted, request, async |tx, organisation, tenant| {
            let now = self.clock.now();
            if tenant.status == LeaseStatus::Ended {
                return Err(tenancy_ended());
            }
            let before = locked::lock_of(tx, organisation, tenant.id).await?;
            let member = before.member(tenant.id).ok_or_else(tenant_not_found)?;
            let fields = [TenantField::Phone, TenantField::Address];
            let after = changed_tenancy(&before, member, &fields, draft.clone(), london_date(now))?;
            if after == before {
                return Ok(());
            }
            tenancy::save(tx, organisation, &before, after, now).await?;
            let now_is = locked::shown(tx, organisation, tenant.id).await?;
            let reached = [
                Some(now_is.person.phone.clone()),
                now_is.person.address.clone(),
            ];
            let about = TenancyMail {
                note: reached.into_iter().flatten().collect::<Vec<_>>().join(", "),
                ..TenancyMail::default()
            };
            let kind = TenancyMailKind::TenantContactChanged;
            let mails = &self.mails;
            mails
                .tell_landlord(tx, organisation, (kind, &now_is), about, now)
                .await
        })
        .await
    }

    /// Mails the landlord what a tenant writes; answers go to the tenant. A repeat under the same request id mails nothing more.
    ///
    /// # Errors
    /// `TENANCY_NOT_LINKED`; `MESSAGE_INVALID`; `RATE_LIMITED`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.write_to_landlord", skip_all, fields(tenancy.id = %wanted))]
    pub async fn write(
        &self,
        caller: &Principal,
        wanted: TenancyId,
        text: &str,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let mut found = lintel_core::Violations::default();
        let what = "Write your message, at most 1,000 characters.";
        let text = check::prose(&mut found, "text", text, 1..=LONGEST_MESSAGE, what);
        found.into_result("MESSAGE_INVALID")?;
        let text = text.unwrap_or_default();
        self.act(caller, wanted, request, async |tx, organisation, tenant| {
            let now = self.clock.now();
            // The lock lets one message at a time be counted.
            locked::lock_of(tx, organisation, tenant.id).await?;
            count_message(tx, organisation, tenant.id, now).await?;
            let about = TenancyMail {
                note: text.clone(),
                tenant_email: tenant.person.email.clone(),
                ..TenancyMail::default()
            };
            let kind = TenancyMailKind::TenantWrote;
            let mails = &self.mails;
            mails
                .tell_landlord(tx, organisation, (kind, &tenant), about, now)
                .await
        })
        .await
    }

    /// Does something as the tenant that the account is in a tenancy.
    async fn act(
        &self,
        caller: &Principal,
        wanted: TenancyId,
        request: Option<&RequestKey>,
        work: impl AsyncFnOnce(&mut Tx, OrganisationId, Tenant) -> Result<(), Error>,
    ) -> Result<(), Error> {
        know_account(&self.db, &self.asking, caller).await?;
        // A request id belongs to its caller, the rows to the organisation.
        let account = Scope::user(caller.user);
        let mut tx = self.db.begin(account).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let (organisation, tenant) = self.own(tx, caller, wanted).await?;
            work(tx, organisation, tenant).await?;
            tx.act_as(account).await?;
            Ok(wanted.get())
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Returns the tenant that the account is in a tenancy, and whose; the transaction acts in that organisation from then on.
    async fn own(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        wanted: TenancyId,
    ) -> Result<(OrganisationId, Tenant), Error> {
        let mut own = own_tenancies::of_account(tx, caller).await?;
        own.retain(|one| one.tenancy == wanted);
        let today = london_date(self.clock.now());
        let mut seen = own_tenancies::seen(tx, caller, &own, today).await?;
        let (organisation, tenant) = seen.pop().ok_or_else(tenancy_not_linked)?;
        act_in(tx, caller, organisation).await?;
        Ok((organisation, tenant))
    }
}

/// Counts one more text of a tenant to the landlord.
async fn count_message(
    tx: &mut Tx,
    organisation: OrganisationId,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let day = Duration::days(1);
    let sent = store::letting::tenant_message::since(tx, organisation, tenant, now - day).await?;
    let count = i64::try_from(sent.len()).unwrap_or(i64::MAX);
    allowance::check(count, MESSAGES_A_DAY, sent.first().copied(), day, now)?;
    store::letting::tenant_message::note(tx, organisation, tenant, day, now).await?;
    Ok(())
}

/// Returns whether the notice of one joint tenant ends the tenancy for all (docs/reference/uk-lettings.md 3.1: England; the same of a periodic tenancy in Northern
/// Ireland). In Scotland all have to give it, and in Wales one withdraws alone.
const fn one_ends_it_for_all(nation: Nation) -> bool {
    matches!(nation, Nation::England | Nation::NorthernIreland)
}

fn invalid_notice(message: &str) -> Error {
    Error::field("NOTICE_INVALID", "last_date", message.to_owned())
}
