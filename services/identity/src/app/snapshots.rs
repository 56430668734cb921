//! Telling other services of accounts and organisations, of which they keep copies.

use chrono::NaiveTime;
use lintel_core::{Error, OrganisationId, PageRequest, PageToken, UserId};
use lintel_db::{Db, outbox};
use lintel_proto::{PublicEvent as _, identity::v1};
use lintel_sealing::Sealer;

use crate::{
    contract::landlord,
    domain::{
        landlord::LandlordContact,
        snapshot::{AccountSnapshot, OrganisationSnapshot},
    },
    events,
    store::snapshot,
};

/// Rows told in one transaction: few enough that it is short.
const AT_ONCE: i64 = 100;

/// Makes the snapshots, each part sealed to the one service that may read it.
#[derive(Debug, Clone)]
pub struct Snapshots {
    /// Where accounts and organisations are kept.
    pub db: Db,
    /// Seals to tenancy-applications.
    pub tenancy: Sealer,
    /// Seals to viewings-maintenance.
    pub viewings: Sealer,
    /// Seals to notifications; `None` where no mail transport is configured.
    pub notifications: Option<Sealer>,
}

impl Snapshots {
    /// Publishes what has changed and was not told yet. Returns whether more may be waiting.
    ///
    /// # Errors
    /// The store's errors.
    pub async fn publish_due(&self) -> Result<bool, Error> {
        let mut tx = self.db.begin_worker().await?;
        let accounts = snapshot::take_due_accounts(&mut tx, AT_ONCE).await?;
        for account in &accounts {
            let event = self.account(account)?.event();
            outbox::append(&mut tx, &event).await?;
        }
        let organisations = snapshot::take_due_organisations(&mut tx, AT_ONCE).await?;
        for organisation in &organisations {
            let event = self.organisation(organisation)?.event();
            outbox::append(&mut tx, &event).await?;
        }
        tx.commit().await?;
        Ok(!accounts.is_empty() || !organisations.is_empty())
    }

    /// A page of the accounts, by their ids.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID`; the store's errors.
    pub async fn list_accounts(
        &self,
        page: &PageRequest,
    ) -> Result<(Vec<v1::AccountChanged>, Option<PageToken>), Error> {
        let mut tx = self.db.begin_worker().await?;
        let mut rows = snapshot::accounts(&mut tx, after(page), limit(page)).await?;
        let next = cut(&mut rows, page, |row| row.user.get());
        let accounts: Result<_, Error> = rows.iter().map(|row| self.account(row)).collect();
        Ok((accounts?, next))
    }

    /// A page of the organisations with their members, by their ids.
    ///
    /// # Errors
    /// As [`Self::list_accounts`].
    pub async fn list_organisations(
        &self,
        page: &PageRequest,
    ) -> Result<(Vec<v1::OrganisationSnapshot>, Option<PageToken>), Error> {
        let mut tx = self.db.begin_worker().await?;
        let mut rows = snapshot::organisations(&mut tx, after(page), limit(page)).await?;
        let next = cut(&mut rows, page, |row| row.organisation.get());
        let organisations: Result<_, Error> = rows.iter().map(|row| self.whole(row)).collect();
        Ok((organisations?, next))
    }

    /// One account. What was not told of it yet is told first, so that its version says what is newer.
    ///
    /// # Errors
    /// The store's errors.
    pub async fn find_account(&self, user: UserId) -> Result<Option<v1::AccountChanged>, Error> {
        let mut tx = self.db.begin_worker().await?;
        let was_due = snapshot::take_due_account(&mut tx, user).await?;
        let found = snapshot::accounts(&mut tx, user.get() - 1, 1).await?;
        let found = found.into_iter().find(|account| account.user == user);
        let message = found.map(|account| self.account(&account)).transpose()?;
        if let Some(message) = message.as_ref().filter(|_| was_due) {
            outbox::append(&mut tx, &message.event()).await?;
        }
        tx.commit().await?;
        Ok(message)
    }

    /// One organisation with its members.
    ///
    /// # Errors
    /// The store's errors.
    pub async fn find_organisation(
        &self,
        organisation: OrganisationId,
    ) -> Result<Option<v1::OrganisationSnapshot>, Error> {
        let mut tx = self.db.begin_worker().await?;
        let found = snapshot::organisations(&mut tx, organisation.get() - 1, 1).await?;
        let found = found.iter().find(|row| row.organisation == organisation);
        found.map(|row| self.whole(row)).transpose()
    }

    /// Returns the contact details of the person or company that lets an organisation's homes.
    ///
    /// # Errors
    /// The store's errors.
    pub async fn find_contact(
        &self,
        organisation: OrganisationId,
    ) -> Result<Option<LandlordContact>, Error> {
        let mut tx = self.db.begin_worker().await?;
        let found = snapshot::organisations(&mut tx, organisation.get() - 1, 1).await?;
        let found = found
            .into_iter()
            .find(|row| row.organisation == organisation);
        Ok(found.map(|row| LandlordContact::of(row.name, row.landlord)))
    }

    fn whole(&self, row: &OrganisationSnapshot) -> Result<v1::OrganisationSnapshot, Error> {
        let members = row.members.iter();
        Ok(v1::OrganisationSnapshot {
            organisation: Some(self.organisation(row)?),
            members: members
                .map(|member| events::membership(row.organisation, member))
                .collect(),
        })
    }

    fn account(&self, account: &AccountSnapshot) -> Result<v1::AccountChanged, Error> {
        let verified_email = account.verified_email.clone().unwrap_or_default();
        let address = v1::AccountAddress {
            verified_email: verified_email.clone(),
            display_name: account.display_name(),
        };
        let wishes = account.wishes;
        let quiet = |time: NaiveTime| wishes.quiet_hours.then(|| time.into());
        let contact = v1::AccountContact {
            display_name: account.display_name(),
            verified_email,
            email_notifications: wishes.email,
            maintenance_alerts: wishes.maintenance,
            phone: account.phone.clone(),
            sms_notifications: wishes.sms,
            push_notifications: wishes.push,
            rent_reminders: wishes.rent,
            certificate_expiry: wishes.certificates,
            inspection_reminders: wishes.inspections,
            digest: v1::Digest::from(wishes.digest).into(),
            quiet_from: quiet(wishes.quiet_from),
            quiet_until: quiet(wishes.quiet_until),
            data_backup: account.data_backup,
        };
        let notifications = self.notifications.as_ref();
        Ok(v1::AccountChanged {
            user_id: account.user.get(),
            role: lintel_proto::access::v1::Role::from(account.role).into(),
            version: account.version,
            address: Some(self.tenancy.seal(&address)?),
            contact: notifications
                .map(|sealer| sealer.seal(&contact))
                .transpose()?,
            maintenance_auto_assign: account.maintenance_auto_assign,
        })
    }

    fn organisation(
        &self,
        organisation: &OrganisationSnapshot,
    ) -> Result<v1::OrganisationChanged, Error> {
        let profile = v1::OrganisationProfile {
            display_name: organisation.name.clone(),
            landlord: organisation.landlord.clone().map(landlord::landlord),
            off_mails: landlord::mail_kinds(&organisation.mails_off),
        };
        Ok(v1::OrganisationChanged {
            organisation_id: organisation.organisation.get(),
            version: organisation.version,
            profile: Some(self.tenancy.seal(&profile)?),
            profile_for_viewings: Some(self.viewings.seal(&profile)?),
            profile_for_notifications: self
                .notifications
                .as_ref()
                .map(|sealer| sealer.seal(&profile))
                .transpose()?,
        })
    }
}

fn after(page: &PageRequest) -> i64 {
    page.after.as_ref().map_or(0, |token| token.id)
}

fn limit(page: &PageRequest) -> i64 {
    lintel_core::Page::<()>::limit(page)
}

/// Cuts the row that was read beyond the page, and answers where the next page begins.
fn cut<T>(rows: &mut Vec<T>, page: &PageRequest, id: impl Fn(&T) -> i64) -> Option<PageToken> {
    let token = |row: &T| PageToken {
        sort: String::new(),
        id: id(row),
    };
    let page = lintel_core::Page::cut(std::mem::take(rows), page, token);
    *rows = page.rows;
    page.next
}
