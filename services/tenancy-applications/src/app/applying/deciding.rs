//! What a landlord decides of an application, and what comes of it: a tenant, a reserved home, mails.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{
    ApplicationId, Clock, Error, Expected, OrganisationId, Principal, RequestKey, TenantId,
    london_date,
};
use lintel_db::{Db, Scope, Tx, once, outbox};
use lintel_proto::tenancy::v1::TenancyMailKind;

use super::{
    ApplicationMails, ApplicationView, Eyes, Views, application_mails::mail_of,
    locked::lock_with_home, timeline,
};
use crate::{
    app::letting::tenancy,
    domain::{
        applying::{
            Actor, Application, ApplicationField, ApplicationStatus, Decision, TimelineEvent,
        },
        letting::{NewTenancy, NewTenant, Person},
    },
    error::{application_not_found, application_withdrawn, home_already_approved},
    events, store,
};

/// Decides applications.
#[derive(Debug, Clone)]
pub struct Deciding {
    db: Db,
    clock: Arc<dyn Clock>,
    mails: ApplicationMails,
    views: Views,
}

/// A decision as a landlord asks for it.
#[derive(Debug)]
pub struct AskedDecision {
    /// Which fields are to be changed; a refusal of the mask is answered only after the application was found.
    pub fields: Result<Vec<ApplicationField>, Error>,
    /// Their values.
    pub decision: Decision,
    /// With Approved: the approved application whose applicant this one rents together with.
    pub joint_with: Option<ApplicationId>,
    /// The versions that may be changed.
    pub expected: Expected,
}

impl Deciding {
    /// Decides applications kept in `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, mails: ApplicationMails, views: Views) -> Self {
        Self {
            db,
            clock,
            mails,
            views,
        }
    }

    /// Changes what a landlord may change of an application. Approving makes an upcoming tenant and reserves the home; leaving Approved
    /// takes an upcoming tenant away.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `UPDATE_MASK_INVALID`; `APPLICATION_INVALID` with every offending field; `STALE_ETAG` when it is not at
    /// the expected version; `APPLICATION_WITHDRAWN`; `HOME_ALREADY_APPROVED`; `HOME_ALREADY_LET`; `TENANCY_ACTIVE`;
    /// `AGREEMENT_SIGNED` when it leaves Approved although an agreement holds that all have signed; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.update_application", skip_all, fields(application.id = %application))]
    pub async fn update(
        &self,
        caller: &Principal,
        application: ApplicationId,
        asked: AskedDecision,
        request: Option<&RequestKey>,
    ) -> Result<ApplicationView, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // What is kept for repeats is the number alone, because the reply holds what guarantor and employer gave.
        let _: i64 = once(&mut tx, request, async |tx| {
            let before = lock_with_home(tx, organisation, application).await?;
            let before = before.ok_or_else(application_not_found)?;
            let after = asked.decision.apply(&asked.fields?, &before, now)?;
            asked.expected.check(before.version)?;
            let joint_with = asked.joint_with;
            let after = self.settle(tx, organisation, &before, after, joint_with, now);
            let after = after.await?;
            let after = store::applying::application::update(tx, organisation, after, now).await?;
            self.tell(tx, organisation, &before, &after, now).await?;
            let property = after.home.property;
            let event =
                events::application_changed(organisation, after.id, property, after.version);
            outbox::append(tx, &event).await?;
            Ok(after.id.get())
        })
        .await?;
        let after = store::applying::application::find(&mut tx, organisation, application).await?;
        let after = after.ok_or_else(application_not_found)?;
        let eyes = Eyes::Landlord;
        let seen = self.views.whole(&mut tx, organisation, after, eyes).await?;
        tx.commit().await?;
        Ok(seen)
    }

    /// Makes the tenant of an application that becomes approved, or takes away the tenant of one that does not stay so.
    async fn settle(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        before: &Application,
        mut after: Application,
        joint_with: Option<ApplicationId>,
        now: DateTime<Utc>,
    ) -> Result<Application, Error> {
        let approved = |one: &Application| one.status == ApplicationStatus::Approved;
        match (approved(before), approved(&after)) {
            (false, true) => {
                if before.withdrawn_at.is_some() {
                    return Err(application_withdrawn());
                }
                after.tenant = Some(approve(tx, organisation, &after, joint_with, now).await?);
            }
            (true, false) => {
                if let Some(tenant) = after.tenant.take() {
                    let mails = self.mails.about_agreements();
                    tenancy::release(tx, &mails, organisation, tenant, now).await?;
                }
            }
            (true, true) | (false, false) => {}
        }
        Ok(after)
    }

    /// Writes what has changed into the timeline, and tells the applicant of it. Who has withdrawn is told nothing more.
    async fn tell(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        before: &Application,
        after: &Application,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        for event in changes(before, after) {
            timeline::record(tx, organisation, after.id, event, Actor::Landlord, now).await?;
        }
        if after.withdrawn_at.is_some() {
            return Ok(());
        }
        let asked_for_more = after
            .requested_documents
            .iter()
            .any(|kind| !before.requested_documents.contains(kind));
        let kind = if before.status != after.status {
            mail_of(after.status)
        } else if asked_for_more {
            TenancyMailKind::DocumentsRequired
        } else {
            return Ok(());
        };
        if before.rejected_at.is_none() && after.rejected_at.is_some() {
            let mails = self.mails.to_referees();
            mails.close_all(tx, organisation, before, now).await?;
        }
        let note = match after.status {
            ApplicationStatus::Rejected => after.rejection_reason.as_deref(),
            _ => after.landlord_notes.as_deref(),
        };
        let note = note.unwrap_or_default();
        self.mails
            .tell_applicant(tx, organisation, after, kind, note, now)
            .await
    }
}

/// What the timeline tells of a change.
fn changes(before: &Application, after: &Application) -> Vec<TimelineEvent> {
    let mut events = Vec::new();
    if before.status != after.status {
        events.push(TimelineEvent::StatusChanged {
            from: before.status,
            to: after.status,
            reason: after.rejection_reason.clone(),
        });
    }
    if before.landlord_notes != after.landlord_notes {
        events.push(TimelineEvent::NotesChanged);
    }
    if before.requested_documents != after.requested_documents {
        let asked = after.requested_documents.clone();
        events.push(TimelineEvent::DocumentsRequested(asked));
    }
    events
}

async fn approve(
    tx: &mut Tx,
    organisation: OrganisationId,
    application: &Application,
    joint_with: Option<ApplicationId>,
    now: DateTime<Utc>,
) -> Result<TenantId, Error> {
    let home = &application.home;
    let (property, room) = (home.property, home.room_number());
    let tenant = new_tenant(application);
    if let Some(joint) = joint_with.filter(|joint| *joint != application.id) {
        let shared =
            store::applying::application::tenancy_of(tx, organisation, joint, property, room)
                .await?;
        let shared = shared.ok_or_else(|| {
            let message = "Choose an approved application for the same home.";
            Error::field("APPLICATION_INVALID", "joint_with_application_id", message)
        })?;
        let joined = tenancy::join(tx, organisation, shared, tenant, now).await?;
        return Ok(joined.id);
    }
    let holder =
        store::applying::application::holder(tx, organisation, property, room, application.id)
            .await?;
    if let Some(first) = holder {
        return Err(home_already_approved(first));
    }
    let today = london_date(now);
    let wished = application.answers.move_in_date.unwrap_or(today);
    let reserve = NewTenancy {
        property,
        room: room.map(str::to_owned),
        start: wished.max(today),
        end: None,
        rent: home.rent,
        deposit: None,
        tenant,
    };
    let reserved = tenancy::reserve(tx, organisation, reserve, now).await?;
    Ok(reserved.id)
}

fn new_tenant(application: &Application) -> NewTenant {
    let answers = &application.answers;
    NewTenant {
        person: Person {
            name: answers.name.clone(),
            email: answers.email.clone(),
            phone: answers.phone.clone(),
            address: answers.address.clone(),
            employment_status: Some(answers.employment_status),
        },
        application: Some(application.id),
    }
}
