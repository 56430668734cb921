//! Taking acts back: what has followed since, and the correcting act with its reason. What stands against it is looked for again in the
//! transaction that takes it back, under the locks of the act itself.

use std::sync::Arc;

use chrono::NaiveDate;
use lintel_core::{
    Clock, Error, OrganisationId, Principal, PropertyId, RequestKey, TenantId, london_date,
};
use lintel_db::{Db, Scope, once};
use sqlx::PgConnection;

use super::TenancyMails;
use crate::{
    domain::{
        letting::{Outlook, TakeBack, TakeBackAct, TakeBackDraft, TakenBack, Tenancy},
        references::ReferenceKind,
    },
    error::{nothing_to_take_back, something_followed, take_back_blocked, tenant_not_found},
    store::{self, letting::taken_back::Object},
};

mod deposit_return;
mod ending;
mod import;
mod rent_change;
mod waiver;
mod wrong_tenant;

/// Takes acts back.
#[derive(Debug, Clone)]
pub struct TakeBacks {
    db: Db,
    clock: Arc<dyn Clock>,
    mails: TenancyMails,
}

/// What a repeat is answered from.
#[derive(Clone, PartialEq, Eq, prost::Message)]
struct Done {
    #[prost(int64, tag = "1")]
    entry: i64,
    #[prost(bool, tag = "2")]
    emailed: bool,
}

/// An act that can be taken back, with its rows locked.
enum Standing {
    Ending(ending::Ended),
    RentChange(rent_change::Changed),
    DepositReturn(deposit_return::Returned),
    Waiver(Box<waiver::Waived>),
    Tenant(wrong_tenant::Added),
    Import(import::Imported),
}

impl TakeBacks {
    /// Of what is kept in `db`, told by `mails`; the day is that of `clock` in London.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, mails: TenancyMails) -> Self {
        Self { db, clock, mails }
    }

    /// What taking an act back would do, and the first who is told by mail where that is wanted, with what.
    ///
    /// # Errors
    /// `NOTHING_TO_TAKE_BACK`; `TENANT_NOT_FOUND`, `RENT_CHANGE_NOT_FOUND`, `APPLICATION_NOT_FOUND` or `IMPORT_NOT_FOUND`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_take_back", skip_all)]
    pub async fn outlook(
        &self,
        caller: &Principal,
        act: TakeBackAct,
        id: i64,
    ) -> Result<(Outlook, Option<(TenantId, String)>), Error> {
        let organisation = caller.organisation()?;
        let today = london_date(self.clock.now());
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let (outlook, standing) = look(&mut tx, organisation, act, id, today).await?;
        let told = standing.told(&outlook.what).into_iter().next();
        Ok((outlook, told))
    }

    /// Takes an act back; gives whether a tenant was told by mail, too. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// As [`Self::outlook`]; `TAKE_BACK_INVALID` with every offending field; `TAKE_BACK_BLOCKED` before something else is taken back;
    /// `SOMETHING_FOLLOWED` where it cannot be undone at once any more; `REQUEST_ID_REUSED`.
    #[tracing::instrument(name = "app.take_back", skip_all)]
    pub async fn take_back(
        &self,
        caller: &Principal,
        act: TakeBackAct,
        id: i64,
        draft: TakeBackDraft,
        request: Option<&RequestKey>,
    ) -> Result<(TakenBack, bool), Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let today = london_date(now);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // The stored answer holds no words of anybody's: a repeat reads the history.
        let done: Done = once(&mut tx, request, async |tx| {
            // docs/reference/http.md: what is not there is reported before what is wrong with the rest.
            let (outlook, standing) = look(tx, organisation, act, id, today).await?;
            let why = TakeBack::try_new(act, &draft)?;
            if let Some(obstacle) = &outlook.obstacle {
                return Err(take_back_blocked(obstacle.text.clone()));
            }
            if why.undo && !outlook.can_undo() {
                return Err(something_followed());
            }
            let object = standing.object(act, id);
            let told = standing.told(&outlook.what);
            match standing {
                Standing::Ending(it) => ending::take_back(tx, organisation, &it, now).await?,
                Standing::RentChange(it) => {
                    rent_change::take_back(tx, organisation, &it, now).await?;
                }
                Standing::DepositReturn(it) => {
                    deposit_return::take_back(tx, organisation, &it, now).await?;
                }
                Standing::Waiver(it) => waiver::take_back(tx, organisation, &it, now).await?,
                Standing::Tenant(it) => wrong_tenant::take_back(tx, organisation, it, now).await?,
                Standing::Import(it) => import::take_back(tx, organisation, &it, now).await?,
            }
            let entry = store::letting::taken_back::insert(
                tx,
                organisation,
                object,
                &outlook,
                &why,
                caller.user,
                now,
            );
            let entry = entry.await?.get();
            let mut emailed = false;
            // Who heard of an act that is undone at once hears of that as well; nobody else does.
            let is_told = !why.undo || draft.email_tenant == Some(true);
            for (tenant, note) in told.iter().filter(|_| is_told) {
                let said = (note.as_str(), draft.email_tenant);
                let mail = self
                    .mails
                    .tell_of_change(tx, organisation, *tenant, said, now);
                emailed |= mail.await?.is_sent();
            }
            Ok(Done { entry, emailed })
        })
        .await?;
        let found =
            store::letting::taken_back::find(&mut tx, organisation, done.entry.into()).await?;
        tx.commit().await?;
        Ok((found.ok_or_else(nothing_to_take_back)?, done.emailed))
    }

    /// What was taken back of a tenant's tenancy, or of a property, the newest first.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_taken_back", skip_all)]
    pub async fn list(
        &self,
        caller: &Principal,
        tenant: Option<TenantId>,
        property: Option<PropertyId>,
    ) -> Result<Vec<TakenBack>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let tenancy = match tenant {
            None => None,
            Some(tenant) => {
                let place = store::letting::tenant::place_of(&mut tx, organisation, tenant).await?;
                Some(place.ok_or_else(tenant_not_found)?.1)
            }
        };
        Ok(store::letting::taken_back::list(&mut tx, organisation, tenancy, property).await?)
    }
}

impl Standing {
    /// Who is told, and what of: of an end its tenant, of the rent all who stay, of the deposit those who stay or, where all have left, all. Nobody else heard of the act.
    fn told(&self, what: &str) -> Vec<(TenantId, String)> {
        let (tenants, now): (Vec<_>, _) = match self {
            Self::Ending(it) => (vec![it.tenant], ", and your tenancy goes on"),
            Self::RentChange(it) => (staying(&it.tenancy), ""),
            Self::DepositReturn(it) => {
                let owing = it.before.owing().map(|one| one.id).collect();
                (owing, ", and your deposit counts as held")
            }
            Self::Waiver(_) | Self::Tenant(_) | Self::Import(_) => return Vec::new(),
        };
        let note = format!("“{what}” was noted before. That is taken back{now}.");
        tenants
            .into_iter()
            .map(|tenant| (tenant, note.clone()))
            .collect()
    }

    fn object(&self, act: TakeBackAct, id: i64) -> Object {
        let (tenancy, property, application) = match self {
            Self::Ending(it) => (Some(it.before.id), Some(it.before.property), None),
            Self::RentChange(it) => (Some(it.tenancy.id), Some(it.tenancy.property), None),
            Self::DepositReturn(it) => (Some(it.before.id), Some(it.before.property), None),
            Self::Waiver(it) => (
                None,
                Some(it.application.home.property),
                Some(it.application.id),
            ),
            Self::Tenant(it) => (Some(it.before.id), Some(it.before.property), None),
            Self::Import(_) => (None, None, None),
        };
        Object {
            act,
            id,
            tenancy,
            property,
            application,
        }
    }
}

fn staying(tenancy: &Tenancy) -> Vec<TenantId> {
    tenancy.staying().map(|one| one.id).collect()
}

async fn look(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    act: TakeBackAct,
    id: i64,
    today: NaiveDate,
) -> Result<(Outlook, Standing), Error> {
    Ok(match act {
        TakeBackAct::End => {
            let (outlook, it) = ending::look(tx, organisation, id.into(), today).await?;
            (outlook, Standing::Ending(it))
        }
        TakeBackAct::RentChange => {
            let (outlook, it) = rent_change::look(tx, organisation, id.into(), today).await?;
            (outlook, Standing::RentChange(it))
        }
        TakeBackAct::DepositReturn => {
            let (outlook, it) = deposit_return::look(tx, organisation, id.into()).await?;
            (outlook, Standing::DepositReturn(it))
        }
        TakeBackAct::WaivedGuarantor | TakeBackAct::WaivedEmployer => {
            let kind = if act == TakeBackAct::WaivedGuarantor {
                ReferenceKind::Guarantor
            } else {
                ReferenceKind::Employer
            };
            let (outlook, it) = waiver::look(tx, organisation, id.into(), kind).await?;
            (outlook, Standing::Waiver(Box::new(it)))
        }
        TakeBackAct::Tenant => {
            let (outlook, it) = wrong_tenant::look(tx, organisation, id.into()).await?;
            (outlook, Standing::Tenant(it))
        }
        TakeBackAct::Import => {
            let (outlook, it) = import::look(tx, organisation, id.into()).await?;
            (outlook, Standing::Import(it))
        }
    })
}
