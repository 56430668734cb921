//! What a tenant says of what was given back of the deposit.

use lintel_core::{Error, Principal, RequestKey, TenancyId, london_date};
use lintel_db::Scope;
use lintel_proto::tenancy::v1::{TenancyMail, TenancyMailKind};

use super::{OwnActs, count_message};
use crate::{
    app::letting::{HeldDeposit, deposits, locked, tenancy},
    domain::letting::{SaidOfReturn, SeenReturn},
    error::deposit_not_returned,
    store,
};

impl OwnActs {
    /// Keeps whether a tenant agrees with the return of the deposit in place of what they said before, and tells the landlord. Returns the
    /// deposit as the tenant sees it. A repeat under the same request id, and the same once more, changes nothing.
    ///
    /// # Errors
    /// `TENANCY_NOT_LINKED`; `DEPOSIT_NOT_RETURNED`; `DEPOSIT_RETURN_CHANGED` where the tenant saw another one; `DEPOSIT_ANSWER_INVALID` without a text of somebody who does not agree, and from
    /// twelve months after the return on; `RATE_LIMITED`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.answer_deposit_return", skip_all, fields(tenancy.id = %wanted))]
    pub async fn answer_deposit(
        &self,
        caller: &Principal,
        wanted: TenancyId,
        (agreed, text): (bool, &str),
        seen: SeenReturn,
        request: Option<&RequestKey>,
    ) -> Result<HeldDeposit, Error> {
        let said = SaidOfReturn::judge(agreed, text)?;
        self.act(caller, wanted, request, async |tx, organisation, tenant| {
            let now = self.clock.now();
            let before = locked::lock_of(tx, organisation, tenant.id).await?;
            let known = store::letting::deposit::find(tx, organisation, before.id).await?;
            let known = known.unwrap_or_default();
            let returned = known.returned_on.ok_or_else(deposit_not_returned)?;
            seen.check(&known)?;
            said.in_time(returned, london_date(now))?;
            let answers =
                store::letting::deposit_answer::of_tenancy(tx, organisation, before.id).await?;
            let own = answers.iter().find(|answer| answer.tenant == tenant.id);
            if own.is_some_and(|own| own.said == said && !own.outdated) {
                return Ok(());
            }
            count_message(tx, organisation, tenant.id, now).await?;
            store::letting::deposit_answer::keep(tx, organisation, tenant.id, &said, now).await?;
            tenancy::save(tx, organisation, &before, before.clone(), now).await?;
            let about = TenancyMail {
                subject_kind: if agreed { "agreed" } else { "disagreed" }.to_owned(),
                note: said.text.clone().unwrap_or_default(),
                tenant_email: tenant.person.email.clone(),
                ..TenancyMail::default()
            };
            let kind = TenancyMailKind::DepositAnswered;
            let mails = &self.mails;
            mails
                .tell_landlord(tx, organisation, (kind, &tenant), about, now)
                .await
        })
        .await?;
        let mut tx = self.db.begin(Scope::user(caller.user)).await?;
        let (organisation, tenant) = self.own(&mut tx, caller, wanted).await?;
        let today = london_date(self.clock.now());
        let held = deposits::held(&mut tx, organisation, &tenant, today).await?;
        let held = held.ok_or_else(deposit_not_returned)?;
        Ok(held.seen_by(tenant.id))
    }
}
