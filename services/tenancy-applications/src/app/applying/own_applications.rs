//! What a tenant's account, or who has a private link, does: applying by the simple form, and withdrawing.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{
    ApplicationId, Clock, Error, OrganisationId, Principal, PropertyId, RequestKey, RoomId,
    london_date,
};
use lintel_db::{Db, Scope, Tx, once, outbox};
use lintel_proto::tenancy::v1::TenancyMailKind;

use super::{
    ApplicationMails, ApplicationView, Eyes, OpenHome, applicant,
    home_choice::{self, HomeChoice, NamedRoom},
    locked::{act_in, lock_with_home},
    submission::{Submission, Submissions},
    timeline, vacancy, view,
};
use crate::{
    app::{
        Links,
        keeping::owners::{Asking, know_account},
        letting::tenancy,
    },
    domain::applying::{Actor, Application, Invite, SimpleApplication, SimpleDraft, TimelineEvent},
    error::{application_not_found, home_already_let, home_not_found, link_expired},
    events,
    store::{
        self,
        applying::{application::NewApplication, own_application},
    },
};

/// Applications of their applicants.
#[derive(Debug, Clone)]
pub struct OwnApplications {
    pub(in crate::app) db: Db,
    pub(in crate::app) clock: Arc<dyn Clock>,
    pub(in crate::app) links: Links,
    submissions: Submissions,
    pub(in crate::app) mails: ApplicationMails,
    asking: Arc<Asking>,
}

/// The homes that an account may apply for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnOpenHomes {
    /// The homes, with their vacancies.
    pub homes: Vec<OpenHome>,
    /// The home, and the room, that the account was invited to last and has not applied for; `None` where it is not to let any more.
    pub invited: Option<(PropertyId, Option<RoomId>)>,
}

impl OwnApplications {
    /// Applications kept in `db`.
    #[must_use]
    pub const fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        links: Links,
        submissions: Submissions,
        mails: ApplicationMails,
        asking: Arc<Asking>,
    ) -> Self {
        Self {
            db,
            clock,
            links,
            submissions,
            mails,
            asking,
        }
    }

    /// The homes that the account may apply for, and which of them it was invited to.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_open_homes", skip_all)]
    pub async fn open_homes(&self, caller: &Principal) -> Result<OwnOpenHomes, Error> {
        know_account(&self.db, &self.asking, caller).await?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let verified = store::keeping::account::email_key(&mut tx, caller.user).await?;
        let mut homes = Vec::new();
        let mut newest: Option<Invite> = None;
        for organisation in self.organisations(&mut tx, caller).await? {
            act_in(&mut tx, caller, organisation).await?;
            homes.extend(vacancy::open_homes(&mut tx, organisation).await?);
            let Some(verified) = &verified else { continue };
            let to = (caller.user, verified.as_str());
            let invite =
                store::applying::invite::newest_of_account(&mut tx, organisation, to, now).await?;
            newest = newest
                .into_iter()
                .chain(invite)
                .max_by_key(|one| (one.created_at, one.id));
        }
        let invited = newest
            .map(|invite| (invite.property, invite.room.map(|(room, _)| room)))
            .filter(|(property, room)| is_open(&homes, *property, *room));
        Ok(OwnOpenHomes { homes, invited })
    }

    async fn organisations(
        &self,
        tx: &mut Tx,
        caller: &Principal,
    ) -> Result<Vec<OrganisationId>, Error> {
        let verified = store::keeping::account::email_key(tx, caller.user).await?;
        let now = self.clock.now();
        let verified = verified.as_deref();
        Ok(own_application::organisations(tx, caller.user, verified, now).await?)
    }

    /// Makes an application of the simple form, for a home that the account may apply for. One of its own that stands for the same home
    /// is answered in its place.
    ///
    /// # Errors
    /// `HOME_NOT_FOUND`; `APPLICATION_INVALID` with every offending field; `HOME_ALREADY_LET`; `RATE_LIMITED`; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.create_application", skip_all, fields(property.id = form.property))]
    pub async fn create(
        &self,
        caller: &Principal,
        form: SimpleDraft,
        device: Option<&str>,
        request: Option<&RequestKey>,
    ) -> Result<ApplicationView, Error> {
        know_account(&self.db, &self.asking, caller).await?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // The stored answer names nobody: a repeat reads the application again.
        let made: i64 = once(&mut tx, request, async |tx| {
            let own = applicant::of_account(tx, caller).await?;
            let own: Vec<_> = own.into_iter().map(|(_, id)| id.get()).collect();
            let (organisation, choice) = self.choose(tx, caller, &form).await?;
            let form = SimpleApplication::try_new(form, choice.field("room_id"), london_date(now))?;
            let home = choice.vacant().map_err(|_| home_already_let())?;
            let organisation = organisation.ok_or_else(home_not_found)?;
            let token = self.links.new_application();
            let new = NewApplication {
                home: &home,
                answers: &form.answers,
                user: Some(caller.user),
                invite: None,
                draft: None,
                token_nonce: &token.nonce,
                token_hash: &token.hash,
                device: self.submissions.device(device),
            };
            // Another's application with the same address is told to nobody here.
            let added = self
                .submissions
                .add(tx, organisation, &new, Some(&own), now)
                .await?;
            tx.act_as(Scope::of(caller)).await?;
            Ok(match added {
                Submission::Made(made) => made.id.get(),
                Submission::Standing(first) => first.get(),
            })
        })
        .await?;
        let seen = view::seen(&mut tx, caller, made.into(), now).await?;
        tx.commit().await?;
        Ok(seen)
    }

    /// The home that a form names and its organisation, whose rows the transaction shows from then on.
    async fn choose(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        form: &SimpleDraft,
    ) -> Result<(Option<OrganisationId>, HomeChoice), Error> {
        if form.property < 1 {
            return Ok((None, HomeChoice::NoHome));
        }
        let named = form.room.map_or(NamedRoom::None, NamedRoom::Id);
        for organisation in self.organisations(tx, caller).await? {
            act_in(tx, caller, organisation).await?;
            let property = form.property.into();
            let choice = home_choice::choose(tx, organisation, property, named).await?;
            if choice != HomeChoice::NoHome {
                return Ok((Some(organisation), choice));
            }
        }
        Err(home_not_found())
    }

    /// Withdraws an application of the account; one that was withdrawn before stays as it was.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `TENANCY_ACTIVE`; `AGREEMENT_SIGNED`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.withdraw_application", skip_all, fields(application.id = %application))]
    pub async fn withdraw(
        &self,
        caller: &Principal,
        application: ApplicationId,
        request: Option<&RequestKey>,
    ) -> Result<ApplicationView, Error> {
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let organisation = applicant::organisation_of(tx, caller, application).await?;
            act_in(tx, caller, organisation).await?;
            let withdrawn = self.take_back(tx, organisation, application, now).await?;
            let withdrawn = withdrawn.ok_or_else(application_not_found)?;
            tx.act_as(Scope::of(caller)).await?;
            Ok(withdrawn.id.get())
        })
        .await?;
        let seen = view::seen(&mut tx, caller, application, now).await?;
        tx.commit().await?;
        Ok(seen)
    }

    /// Withdraws the application of a private link.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_EXPIRED`; `TENANCY_ACTIVE`; `AGREEMENT_SIGNED`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database
    /// is away.
    #[tracing::instrument(name = "app.withdraw_own_application", skip_all)]
    pub async fn withdraw_by_link(
        &self,
        token: &str,
        request: Option<&RequestKey>,
    ) -> Result<ApplicationView, Error> {
        let now = self.clock.now();
        let (mut tx, organisation, found) = applicant::of_link(&self.db, token, now).await?;
        let application = found.id;
        let _: i64 = once(&mut tx, request, async |tx| {
            let withdrawn = self.take_back(tx, organisation, application, now).await?;
            let withdrawn = withdrawn.ok_or_else(link_expired)?;
            Ok(withdrawn.id.get())
        })
        .await?;
        let found = store::applying::application::find(&mut tx, organisation, application).await?;
        let found = found.ok_or_else(link_expired)?;
        let seen = view::whole(&mut tx, organisation, found, Eyes::Applicant, now).await?;
        tx.commit().await?;
        Ok(seen)
    }

    async fn take_back(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        application: ApplicationId,
        now: DateTime<Utc>,
    ) -> Result<Option<Application>, Error> {
        let Some(mut found) = lock_with_home(tx, organisation, application).await? else {
            return Ok(None);
        };
        if found.withdrawn_at.is_some() {
            return Ok(Some(found));
        }
        let mails = self.mails.to_referees();
        mails.close_all(tx, organisation, &found, now).await?;
        if let Some(tenant) = found.tenant.take() {
            let agreements = self.mails.about_agreements();
            tenancy::release(tx, &agreements, organisation, tenant, now).await?;
        }
        found.withdrawn_at = Some(now);
        let found = store::applying::application::update(tx, organisation, found, now).await?;
        let withdrawn = TimelineEvent::Withdrawn;
        timeline::record(tx, organisation, found.id, withdrawn, Actor::Applicant, now).await?;
        let kind = TenancyMailKind::ApplicationWithdrawn;
        self.mails
            .tell_members(tx, organisation, &found, kind, now)
            .await?;
        let property = found.home.property;
        let event = events::application_changed(organisation, found.id, property, found.version);
        outbox::append(tx, &event).await?;
        Ok(Some(found))
    }
}

/// Tells whether a home, or its room, is among those in which something is to let.
fn is_open(homes: &[OpenHome], property: PropertyId, room: Option<RoomId>) -> bool {
    let home = homes.iter().find(|open| open.home.property == property);
    home.is_some_and(|open| {
        room.is_none_or(|wanted| open.rooms.iter().any(|room| room.id == wanted))
    })
}
