//! Accounts that banks' files were read of, layouts that somebody named, and whether a month's lines add up.

use chrono::NaiveDate;
use lintel_core::{BankAccountId, BankLayoutId, Error, Principal, RequestKey, london_date};
use lintel_db::{Scope, once};

use super::bank_statements::BankStatements;
use crate::{
    domain::rent::{BankAccount, BankMonth, KeptLayout, bank_name, month_of},
    error::{bank_account_not_found, bank_layout_not_found},
    store,
};

impl BankStatements {
    /// The accounts, by their names.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_bank_accounts", skip_all)]
    pub async fn accounts_of(&self, caller: &Principal) -> Result<Vec<BankAccount>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(store::rent::bank_account::list(&mut tx, organisation).await?)
    }

    /// Gives an account another name. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `BANK_ACCOUNT_NOT_FOUND`; `BANK_ACCOUNT_INVALID`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.rename_bank_account", skip_all)]
    pub async fn rename_account(
        &self,
        caller: &Principal,
        account: BankAccountId,
        name: &str,
        request: Option<&RequestKey>,
    ) -> Result<BankAccount, Error> {
        let organisation = caller.organisation()?;
        let name = bank_name("BANK_ACCOUNT_INVALID", "name", name)?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(
            &mut tx,
            request,
            async |tx| match store::rent::bank_account::rename(tx, organisation, account, &name)
                .await?
            {
                true => Ok(account.get()),
                false => Err(bank_account_not_found()),
            },
        )
        .await?;
        let all = store::rent::bank_account::list(&mut tx, organisation).await?;
        tx.commit().await?;
        let renamed = all.into_iter().find(|one| one.id == account);
        renamed.ok_or_else(bank_account_not_found)
    }

    /// The layouts, by their names.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_bank_layouts", skip_all)]
    pub async fn layouts(&self, caller: &Principal) -> Result<Vec<KeptLayout>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(store::rent::bank_layout::list(&mut tx, organisation).await?)
    }

    /// Forgets a layout. A repeat under the same request id forgets nothing more.
    ///
    /// # Errors
    /// `BANK_LAYOUT_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.delete_bank_layout", skip_all)]
    pub async fn forget_layout(
        &self,
        caller: &Principal,
        layout: BankLayoutId,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(
            &mut tx,
            request,
            async |tx| match store::rent::bank_layout::remove(tx, organisation, layout).await? {
                true => Ok(0),
                false => Err(bank_layout_not_found()),
            },
        )
        .await?;
        Ok(tx.commit().await?)
    }

    /// The lines of an account, or of none, in the month that `day` is in; in this month without one.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_bank_month", skip_all)]
    pub async fn month(
        &self,
        caller: &Principal,
        account: Option<BankAccountId>,
        day: Option<NaiveDate>,
    ) -> Result<BankMonth, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let days = month_of(day.unwrap_or_else(|| london_date(self.clock.now())));
        Ok(store::rent::bank_account::month(&mut tx, organisation, account, days).await?)
    }
}
