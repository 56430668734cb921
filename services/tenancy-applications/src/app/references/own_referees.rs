//! What applicants do about those who answer for them: naming others, and reminding.

use chrono::{DateTime, Duration, Utc};
use lintel_core::{ApplicationId, Error, OrganisationId, Principal, RequestKey};
use lintel_db::{Scope, Tx, links as link_rows, once};
use sqlx::PgConnection;

use super::{asked::of_application, asking::References};
use crate::{
    app::{
        allowance,
        applying::{
            ApplicationView, Eyes, applicant,
            locked::{act_in, changed},
            timeline, view,
        },
        links::Purpose,
    },
    domain::{
        agreeing::Party,
        applying::{Actor, Application, TimelineEvent},
        references::{NamedReferee, RefereeDraft, Reference, ReferenceKind, ReferenceState},
    },
    error::{
        agreement_names_guarantor, application_not_found, application_withdrawn, link_expired,
        own_application_rejected, reference_already_given, reference_not_found,
        reference_not_needed, reference_waived,
    },
    store,
};

/// New links of one kind within an hour, whoever asks for them.
const AN_HOUR: u32 = 3;
/// A referee is reminded once within this time.
const REMINDED: Duration = Duration::days(1);

impl References {
    /// Names another guarantor or employer of the application of a private link, or corrects their address: they get a link, and the one
    /// before is dead. A repeat under the same request id mails nothing more.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_EXPIRED`; `APPLICATION_WITHDRAWN`; `APPLICATION_REJECTED`; `REFERENCE_NOT_FOUND` for neither of the two;
    /// `REFERENCE_NOT_NEEDED`; `REFERENCE_ALREADY_GIVEN`; `APPLICATION_INVALID` with every offending field; `RATE_LIMITED`;
    /// `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.name_own_referee", skip_all)]
    pub async fn name_own(
        &self,
        token: &str,
        kind: Option<ReferenceKind>,
        draft: &RefereeDraft,
        request: Option<&RequestKey>,
    ) -> Result<ApplicationView, Error> {
        let now = self.clock.now();
        let (mut tx, organisation, found) = applicant::of_link(&self.db, token, now).await?;
        let application = found.id;
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = store::applying::application::lock(tx, organisation, application).await?;
            let found = found.ok_or_else(link_expired)?;
            self.name_anew(tx, organisation, found, (kind, draft), now)
                .await?;
            Ok(application.get())
        })
        .await?;
        self.own(tx, organisation, application, now).await
    }

    /// Does what [`Self::name_own`] does for an application of the account.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; as [`Self::name_own`] but those of the link.
    #[tracing::instrument(name = "app.name_referee", skip_all, fields(application.id = %application))]
    pub async fn name(
        &self,
        caller: &Principal,
        application: ApplicationId,
        (kind, draft): (Option<ReferenceKind>, &RefereeDraft),
        request: Option<&RequestKey>,
    ) -> Result<ApplicationView, Error> {
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let (organisation, found) = lock_of_account(tx, caller, application).await?;
            self.name_anew(tx, organisation, found, (kind, draft), now)
                .await?;
            tx.act_as(Scope::of(caller)).await?;
            Ok(application.get())
        })
        .await?;
        let seen = view::seen(&mut tx, caller, application, now).await?;
        tx.commit().await?;
        Ok(seen)
    }

    async fn name_anew(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        mut found: Application,
        (kind, draft): (Option<ReferenceKind>, &RefereeDraft),
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        require_open(&found)?;
        let application = found.id;
        let kind = kind.ok_or_else(reference_not_found)?;
        let asked = asked(tx, &found, organisation, kind).await?;
        match asked.as_ref().map(Reference::state) {
            Some(ReferenceState::Given) => return Err(reference_already_given()),
            Some(ReferenceState::Waived) => return Err(reference_waived()),
            Some(
                ReferenceState::Requested | ReferenceState::Expired | ReferenceState::Declined,
            )
            | None => {}
        }
        if kind == ReferenceKind::Guarantor {
            require_not_agreed(tx, organisation, application).await?;
        }
        let named = NamedReferee::try_new(kind, draft, &found.answers)?;
        if let Some(asked) = &asked {
            if asked.email.eq_ignore_ascii_case(&named.email) {
                require_new_to_them(asked, now)?;
            }
            self.require_quiet(tx, organisation, asked, now).await?;
        }
        found.answers = named.within(found.answers);
        store::applying::application::name_referees(tx, organisation, application, &found.answers)
            .await?;
        let event = TimelineEvent::RefereeNamed(kind, named.email.clone());
        timeline::record(tx, organisation, application, event, Actor::Applicant, now).await?;
        let (id, generation) = match asked {
            Some(asked) => {
                store::references::reference::ask_anew(tx, organisation, asked.id, &named.email)
                    .await?;
                (asked.id, asked.generation + 1)
            }
            None => {
                let email = &named.email;
                let made = store::references::reference::insert(
                    tx,
                    organisation,
                    application,
                    kind,
                    email,
                    now,
                );
                (made.await?, 1)
            }
        };
        let to = (id, kind, named.email.as_str());
        self.send_link(tx, organisation, &found, to, generation, now)
            .await?;
        changed(tx, organisation, &found, now).await
    }

    /// Mails the guarantor or the employer a new link for the applicant who has a private link; the one before is dead. A repeat under the
    /// same request id mails nothing more.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_EXPIRED`; `APPLICATION_WITHDRAWN`; `APPLICATION_REJECTED`; `REFERENCE_NOT_FOUND` where none was asked for;
    /// `REFERENCE_NOT_NEEDED`; `REFERENCE_ALREADY_GIVEN`; `RATE_LIMITED` within a day of the last mail; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.remind_own_referee", skip_all)]
    pub async fn remind_own(
        &self,
        token: &str,
        kind: Option<ReferenceKind>,
        request: Option<&RequestKey>,
    ) -> Result<ApplicationView, Error> {
        let now = self.clock.now();
        let (mut tx, organisation, found) = applicant::of_link(&self.db, token, now).await?;
        let application = found.id;
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = store::applying::application::lock(tx, organisation, application).await?;
            let found = found.ok_or_else(link_expired)?;
            self.remind_again(tx, organisation, &found, kind, now)
                .await?;
            Ok(application.get())
        })
        .await?;
        self.own(tx, organisation, application, now).await
    }

    /// Does what [`Self::remind_own`] does for an application of the account.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; as [`Self::remind_own`] but those of the link.
    #[tracing::instrument(name = "app.remind_referee", skip_all, fields(application.id = %application))]
    pub async fn remind(
        &self,
        caller: &Principal,
        application: ApplicationId,
        kind: Option<ReferenceKind>,
        request: Option<&RequestKey>,
    ) -> Result<ApplicationView, Error> {
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let (organisation, found) = lock_of_account(tx, caller, application).await?;
            self.remind_again(tx, organisation, &found, kind, now)
                .await?;
            tx.act_as(Scope::of(caller)).await?;
            Ok(application.get())
        })
        .await?;
        let seen = view::seen(&mut tx, caller, application, now).await?;
        tx.commit().await?;
        Ok(seen)
    }

    async fn remind_again(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        found: &Application,
        kind: Option<ReferenceKind>,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        require_open(found)?;
        let application = found.id;
        let kind = kind.ok_or_else(reference_not_found)?;
        let asked = asked(tx, found, organisation, kind).await?;
        let asked = asked.ok_or_else(reference_not_found)?;
        match asked.state() {
            ReferenceState::Requested | ReferenceState::Expired => {}
            ReferenceState::Given | ReferenceState::Declined => {
                return Err(reference_already_given());
            }
            ReferenceState::Waived => return Err(reference_waived()),
        }
        require_a_day_ago(&asked, now)?;
        let to = (asked.id, kind, asked.email.as_str());
        self.send_link(tx, organisation, found, to, asked.generation + 1, now)
            .await?;
        let again = TimelineEvent::ReferenceSentAgain(kind);
        timeline::record(tx, organisation, application, again, Actor::Applicant, now).await?;
        changed(tx, organisation, found, now).await
    }

    /// Refuses one more link of a kind within an hour than [`AN_HOUR`].
    async fn require_quiet(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        asked: &Reference,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let purpose = Purpose::Reference(asked.kind).as_str();
        let sent = link_rows::renewed(tx, organisation, purpose, asked.id.get()).await?;
        allowance::check(sent, AN_HOUR, None, Duration::hours(1), now)
    }

    /// The application as its applicant sees it now.
    async fn own(
        &self,
        mut tx: Tx,
        organisation: OrganisationId,
        application: ApplicationId,
        now: DateTime<Utc>,
    ) -> Result<ApplicationView, Error> {
        let found = store::applying::application::find(&mut tx, organisation, application).await?;
        let found = found.ok_or_else(link_expired)?;
        let seen = view::whole(&mut tx, organisation, found, Eyes::Applicant, now).await?;
        tx.commit().await?;
        Ok(seen)
    }
}

/// Refuses to mail the same person once more than a reminder would, and one who declined at all.
fn require_new_to_them(asked: &Reference, now: DateTime<Utc>) -> Result<(), Error> {
    if asked.declined {
        let message = "They have declined. Name somebody else, or talk to the landlord";
        return Err(Error::field("APPLICATION_INVALID", "email", message));
    }
    require_a_day_ago(asked, now)
}

fn require_a_day_ago(asked: &Reference, now: DateTime<Utc>) -> Result<(), Error> {
    let lately = i64::from(asked.sent_at > now - REMINDED);
    allowance::check(lately, 1, Some(asked.sent_at), REMINDED, now)
}

/// An application of the account, locked, and its organisation, in which the transaction acts from then on.
async fn lock_of_account(
    tx: &mut Tx,
    caller: &Principal,
    application: ApplicationId,
) -> Result<(OrganisationId, Application), Error> {
    let organisation = applicant::organisation_of(tx, caller, application).await?;
    act_in(tx, caller, organisation).await?;
    let found = store::applying::application::lock(tx, organisation, application).await?;
    Ok((organisation, found.ok_or_else(application_not_found)?))
}

/// Refuses an application for whose applicant nobody may answer any more.
fn require_open(found: &Application) -> Result<(), Error> {
    if found.withdrawn_at.is_some() {
        return Err(application_withdrawn());
    }
    if found.rejected_at.is_some() {
        return Err(own_application_rejected());
    }
    if found.moved_in {
        return Err(reference_not_needed());
    }
    Ok(())
}

async fn asked(
    tx: &mut PgConnection,
    application: &Application,
    organisation: OrganisationId,
    kind: ReferenceKind,
) -> Result<Option<Reference>, Error> {
    let asked = of_application(tx, organisation, application.id).await?;
    Ok(asked.into_iter().find(|one| one.kind == kind))
}

/// Refuses another guarantor while an agreement names the one who signs its deed.
async fn require_not_agreed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
) -> Result<(), Error> {
    let last = store::agreeing::agreement::last(tx, organisation, application).await?;
    let names_one = last.is_some_and(|agreement| {
        let mut signers = agreement.signers.iter();
        agreement.state.is_in_force() && signers.any(|one| one.party == Party::Guarantor)
    });
    if names_one {
        return Err(agreement_names_guarantor());
    }
    Ok(())
}
