//! Working on requests: words, priority, status, who is responsible and who does it.

use chrono::{DateTime, Utc};
use lintel_core::{
    ContractorId, Error, Expected, MaintenanceRequestId, Principal, RequestKey, Violations,
};
use lintel_db::{Tx, once};
use lintel_proto::maintenance::v1::MaintenanceMailKind as Kind;
use lintel_sealing::Opener;

use super::{Ground, RequestView, notices::News, reach::Reach, reporting::NO_MEMBER};
use crate::{
    domain::{
        check,
        maintenance::{
            Happening, MaintenanceEventKind, MaintenanceRequest, MaintenanceStatus, RequestDraft,
            RequestField, Visit, edited,
        },
    },
    error::contractor_not_found,
    store::{self, maintenance::contractor},
};

/// Works on requests.
#[derive(Debug, Clone)]
pub struct Working {
    ground: Ground,
}

/// A change that somebody asks for.
#[derive(Debug)]
pub struct AskedUpdate {
    /// Which fields.
    pub fields: Result<Vec<RequestField>, Error>,
    /// The new values.
    pub draft: RequestDraft,
    /// The version that they have seen.
    pub expected: Expected,
    /// True when the tenants are told of another status; by the organisation's switch where that is not said.
    pub email_tenants: Option<bool>,
}

impl Working {
    /// Works on them on `ground`.
    #[must_use]
    pub const fn new(ground: Ground) -> Self {
        Self { ground }
    }

    /// Changes fields of a request; a change that leaves all as it is writes nothing. A tenant cancels and reopens, no more.
    ///
    /// # Errors
    /// `MAINTENANCE_REQUEST_NOT_FOUND`; `TENANCY_ENDED`; `CONTRACTOR_NOT_FOUND`; `UPDATE_MASK_INVALID`; `MAINTENANCE_INVALID` with every
    /// offending field; `STALE_ETAG`; `MAINTENANCE_TRANSITION`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away, or
    /// tenancy-applications where a tenant asks.
    #[tracing::instrument(name = "app.update_maintenance_request", skip_all, fields(maintenance_request.id = %id))]
    pub async fn update(
        &self,
        caller: &Principal,
        id: MaintenanceRequestId,
        asked: AskedUpdate,
        key: Option<&RequestKey>,
    ) -> Result<RequestView, Error> {
        self.ground.know_tenant(caller).await?;
        let now = self.ground.clock.now();
        if asked
            .fields
            .as_ref()
            .is_ok_and(|fields| fields.contains(&RequestField::Assignee))
        {
            self.ground
                .know_member(caller, asked.draft.assignee)
                .await?;
        }
        let mut tx = self.ground.begin(caller).await?;
        let _: i64 = once(&mut tx, key, async |tx| {
            let (reach, before) = self.ground.lock(tx, caller, id).await?;
            let wanted = asked.email_tenants;
            let after = changed(tx, &reach, &before, asked, now).await?;
            if after == before {
                reach.leave(tx).await?;
            } else {
                self.write(tx, &reach, &before, (after, wanted), now)
                    .await?;
            }
            Ok(id.get())
        })
        .await?;
        let shown = self.ground.shown(&mut tx, caller, id).await?;
        tx.commit().await?;
        Ok(shown)
    }

    async fn write(
        &self,
        tx: &mut Tx,
        reach: &Reach,
        before: &MaintenanceRequest,
        (mut after, wanted): (MaintenanceRequest, Option<bool>),
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let organisation = reach.organisation;
        let notices = &self.ground.notices;
        let finished = after.status.is_finished() && !before.status.is_finished();
        // Nobody is kept waiting at home for what is done or called off.
        let to_come = |visit: &_| begins_after(visit, now);
        let called_off = after.visit.take_if(|visit| finished && to_come(visit));
        if let Some(visit) = &called_off {
            let people = notices.living_there(tx, organisation, before, now).await?;
            let kind = Kind::VisitCancelled;
            notices
                .of_visit(tx, organisation, kind, before, visit, &people, now)
                .await?;
        }
        let news = News::default();
        let reopened = before.status.is_finished() && !after.status.is_finished();
        if before.status != after.status {
            if reach.is_landlord() {
                let news = News { wanted, ..news };
                notices
                    .to_tenants(tx, organisation, Kind::StatusChanged, &after, news, now)
                    .await?;
            } else if reopened || after.status == MaintenanceStatus::Cancelled {
                let author = name_of(tx, &self.ground.opener, reach).await?;
                let news = News {
                    author: &author,
                    ..news
                };
                let kind = if reopened {
                    Kind::Reopened
                } else {
                    Kind::Withdrawn
                };
                notices
                    .to_members(tx, organisation, kind, &after, news, now)
                    .await?;
            }
        }
        let assigned = after.assignee.filter(|_| after.assignee != before.assignee);
        if let Some(member) = assigned.filter(|member| *member != reach.user) {
            let news = News {
                text: &after.description,
                ..News::default()
            };
            notices
                .to_member(tx, organisation, member, Kind::Assigned, &after, news, now)
                .await?;
        }
        let mut happenings = happenings(before, &after);
        let jobs = &self.ground.jobs;
        happenings.extend(
            jobs.request_changed(tx, organisation, before, &mut after, now)
                .await?,
        );
        self.ground.save(tx, reach, after, happenings, now).await
    }
}

/// Returns the name of the tenant who acts; empty where it is not known.
async fn name_of(tx: &mut Tx, opener: &Opener, reach: &Reach) -> Result<String, Error> {
    let people = store::tenant::of_ids(tx, opener, reach.organisation, &reach.tenants).await?;
    let person = people.into_iter().next();
    Ok(person.map(|person| person.name).unwrap_or_default())
}

/// The request as it is to be.
async fn changed(
    tx: &mut Tx,
    reach: &Reach,
    before: &MaintenanceRequest,
    asked: AskedUpdate,
    now: DateTime<Utc>,
) -> Result<MaintenanceRequest, Error> {
    let AskedUpdate {
        fields,
        mut draft,
        expected,
        email_tenants: _,
    } = asked;
    let fields = fields?;
    let has = |field| fields.contains(&field);
    if !reach.is_landlord() {
        status_alone(&fields)?;
    }
    let mut contractor: Option<(ContractorId, String)> = None;
    if has(RequestField::Contractor) && draft.contractor != 0 {
        let named = draft.contractor.into();
        let name = contractor::hold(tx, reach.organisation, named).await?;
        contractor = Some((named, name.ok_or_else(contractor_not_found)?));
    }
    let assignee = (draft.assignee != 0).then(|| draft.assignee.into());
    if has(RequestField::Assignee)
        && let Some(member) = assignee.filter(|_| assignee != before.assignee)
        && !store::member::exists(tx, reach.organisation, member).await?
    {
        check::refuse(&mut draft.unreadable, "assignee_user_id", NO_MEMBER);
    }
    let mut after = edited(before, &fields, &draft)?;
    expected.check(before.version)?;
    if has(RequestField::Assignee) {
        after.assignee = assignee;
    }
    if has(RequestField::Contractor)
        && before.contractor.map(ContractorId::get).unwrap_or_default() != draft.contractor
    {
        after.contractor = contractor.as_ref().map(|(id, _)| *id);
        // The tenant learns nothing of it, so it is no answer to them.
        after.contractor_name = contractor.map(|(_, name)| name);
    }
    if let Some(status) = draft.status.filter(|_| has(RequestField::Status))
        && status != before.status
    {
        before.status.check_move(status, reach.actor)?;
        after.move_to(status, reach.actor, now);
    }
    Ok(after)
}

/// A tenant changes the status and nothing else.
fn status_alone(fields: &[RequestField]) -> Result<(), Error> {
    let mut found = Violations::default();
    for field in fields {
        if *field != RequestField::Status {
            let path = field.as_str();
            found.add("update_mask", format!("{path:?} cannot be changed."));
        }
    }
    found.into_result("UPDATE_MASK_INVALID")
}

fn begins_after(visit: &Visit, now: DateTime<Utc>) -> bool {
    visit.starts_at().is_some_and(|start| start > now)
}

/// Returns the history's entries of a change.
fn happenings(before: &MaintenanceRequest, after: &MaintenanceRequest) -> Vec<Happening> {
    let mut all = Vec::new();
    for (kind, was, is) in [
        (MaintenanceEventKind::Title, &before.title, &after.title),
        (
            MaintenanceEventKind::Description,
            &before.description,
            &after.description,
        ),
    ] {
        if was != is {
            all.push(Happening::new(kind, was, is));
        }
    }
    if before.priority_text() != after.priority_text() {
        let (was, is) = (before.priority_text(), after.priority_text());
        all.push(Happening::new(MaintenanceEventKind::Priority, was, is));
    }
    if before.category != after.category {
        let (was, is) = (before.category.as_str(), after.category.as_str());
        all.push(Happening::new(MaintenanceEventKind::Category, was, is));
    }
    if before.assignee != after.assignee {
        let number = |request: &MaintenanceRequest| {
            let assignee = request.assignee.map(|user| user.to_string());
            assignee.unwrap_or_default()
        };
        let (was, is) = (number(before), number(after));
        all.push(Happening::private(
            MaintenanceEventKind::Assigned,
            &was,
            &is,
        ));
    }
    if before.contractor != after.contractor {
        let name = |request: &MaintenanceRequest| {
            let name = request.contractor.and(request.contractor_name.as_deref());
            name.unwrap_or_default().to_owned()
        };
        let (was, is) = (name(before), name(after));
        all.push(Happening::new(MaintenanceEventKind::Contractor, &was, &is));
    }
    if before.status != after.status {
        let reopened = before.status.is_finished() && !after.status.is_finished();
        let kind = if reopened {
            MaintenanceEventKind::Reopened
        } else {
            MaintenanceEventKind::Status
        };
        let (was, is) = (before.status.as_str(), after.status.as_str());
        all.push(Happening::new(kind, was, is));
    }
    if let (Some(visit), None) = (&before.visit, &after.visit) {
        all.push(Happening::new(
            MaintenanceEventKind::Visit,
            &visit.text(),
            "",
        ));
    }
    all
}
