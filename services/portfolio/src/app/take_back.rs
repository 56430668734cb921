//! Taking acts back: what has followed since, and the correcting act with its reason. What stands against it is looked for again in the
//! transaction that takes it back, under the locks of the act itself.

mod import;
mod inspection;
mod phrases;
mod sale;

use std::sync::Arc;

use lintel_core::{Clock, Error, OrganisationId, Principal, PropertyId, RequestKey};
use lintel_db::{Db, Scope, Tx, once};

use crate::{
    domain::{Outlook, TakeBack, TakeBackAct, TakenBack},
    error::{nothing_to_take_back, property_not_found, something_followed, take_back_blocked},
    store,
};

/// Takes acts back.
#[derive(Debug, Clone)]
pub struct TakeBacks {
    db: Db,
    clock: Arc<dyn Clock>,
}

/// An act that can be taken back, with its rows locked.
enum Standing {
    Sale(Box<sale::Sold>),
    Inspection(Box<inspection::Completed>),
    Import(import::Imported),
}

impl TakeBacks {
    /// The use cases over `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// Returns the consequences of taking an act back.
    ///
    /// # Errors
    /// `NOTHING_TO_TAKE_BACK`; `SOLD_PROPERTY_NOT_FOUND`, `INSPECTION_NOT_FOUND` or `IMPORT_NOT_FOUND`; [`Error::Unavailable`] while the
    /// database is away.
    #[tracing::instrument(name = "app.get_take_back", skip_all)]
    pub async fn outlook(
        &self,
        caller: &Principal,
        act: TakeBackAct,
        id: i64,
    ) -> Result<Outlook, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(preview(&mut tx, organisation, act, id).await?.0)
    }

    /// Takes an act back. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// As [`Self::outlook`]; `TAKE_BACK_INVALID`; `TAKE_BACK_BLOCKED` before something else is taken back; `SOMETHING_FOLLOWED` where it
    /// cannot be undone at once any more; `REQUEST_ID_REUSED`.
    #[tracing::instrument(name = "app.take_back", skip_all)]
    pub async fn take_back(
        &self,
        caller: &Principal,
        act: TakeBackAct,
        id: i64,
        (reason, undo): (&str, bool),
        request: Option<&RequestKey>,
    ) -> Result<TakenBack, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // The stored answer holds no words of anybody's: a repeat reads the history.
        let entry: i64 = once(&mut tx, request, async |tx| {
            // docs/reference/http.md: what is not there is reported before what is wrong with the rest.
            let (outlook, standing) = preview(tx, organisation, act, id).await?;
            let why = TakeBack::try_new(reason, undo)?;
            if let Some(obstacle) = &outlook.obstacle {
                return Err(take_back_blocked(obstacle.text.clone()));
            }
            if why.undo && !outlook.can_undo() {
                return Err(something_followed());
            }
            match standing {
                Standing::Sale(it) => sale::take_back(tx, caller, &it, now).await?,
                Standing::Inspection(it) => inspection::take_back(tx, caller, *it, now).await?,
                Standing::Import(it) => import::take_back(tx, caller, &it, now).await?,
            }
            let object = (act, id);
            let entry = store::taken_back::insert(
                tx,
                organisation,
                object,
                &outlook,
                &why,
                caller.user,
                now,
            );
            Ok(entry.await?.get())
        })
        .await?;
        let found = store::taken_back::find(&mut tx, organisation, entry.into()).await?;
        tx.commit().await?;
        found.ok_or_else(nothing_to_take_back)
    }

    /// Lists the acts that were taken back for a property, or for the whole portfolio, the newest first.
    ///
    /// # Errors
    /// `PROPERTY_NOT_FOUND` for one that is not in the portfolio and has no entry; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_taken_back", skip_all)]
    pub async fn list(
        &self,
        caller: &Principal,
        property: Option<PropertyId>,
    ) -> Result<Vec<TakenBack>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let listed = store::taken_back::list(&mut tx, organisation, property).await?;
        if let Some(property) = property
            && listed.is_empty()
            && !store::property::exists(&mut tx, organisation, property).await?
        {
            return Err(property_not_found());
        }
        Ok(listed)
    }
}

async fn preview(
    tx: &mut Tx,
    organisation: OrganisationId,
    act: TakeBackAct,
    id: i64,
) -> Result<(Outlook, Standing), Error> {
    Ok(match act {
        TakeBackAct::Sale => {
            let (outlook, it) = sale::preview(tx, organisation, id.into()).await?;
            (outlook, Standing::Sale(Box::new(it)))
        }
        TakeBackAct::Inspection => {
            let (outlook, it) = inspection::preview(tx, organisation, id.into()).await?;
            (outlook, Standing::Inspection(Box::new(it)))
        }
        TakeBackAct::Import => {
            let (outlook, it) = import::preview(tx, organisation, id.into()).await?;
            (outlook, Standing::Import(it))
        }
    })
}
