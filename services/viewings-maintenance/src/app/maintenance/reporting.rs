//! Adding requests: a landlord for any home of the portfolio, a tenant for where they live.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{
    Error, MaintenanceRequestId, OrganisationId, Principal, PropertyId, RequestKey, Role, UserId,
    london_date,
};
use lintel_db::{Tx, once};
use lintel_proto::maintenance::v1::MaintenanceMailKind as Kind;

use super::{
    Ground, RequestView,
    ground::{by_lintel, publish},
    notices::News,
    reach::{Reach, own_homes},
};
use crate::{
    app::Named,
    domain::{
        Home, TenantCopy, check,
        maintenance::{
            Happening, INVALID, MaintenanceActor, MaintenanceEvent, MaintenanceEventKind,
            MaintenancePriority, NewRequest, RequestDraft, Targets, advice, judged,
        },
        same_room,
    },
    error::{
        contractor_not_found, home_not_found, inspection_not_found, maintenance_request_not_found,
        room_not_found,
    },
    store::{
        self,
        maintenance::{contractor, event, request, request::Origin, seen_by},
    },
};

/// Adds requests.
#[derive(Debug, Clone)]
pub struct Reporting {
    ground: Ground,
}

/// The assessment of a report if it is sent now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedReport {
    /// The priority.
    pub priority: MaintenancePriority,
    /// True when it is an emergency.
    pub emergency: bool,
    /// Until when it is answered and fixed.
    pub targets: Targets,
    /// The advice for the time until somebody comes.
    pub advice: Option<String>,
}

impl Reporting {
    /// Adds them on `ground`.
    #[must_use]
    pub const fn new(ground: Ground) -> Self {
        Self { ground }
    }

    /// Adds a request. An inspection that has asked already answers the first request.
    ///
    /// # Errors
    /// `TENANCY_NOT_LINKED`; `TENANCY_ENDED`; `HOME_NOT_FOUND`; `ROOM_NOT_FOUND`; `INSPECTION_NOT_FOUND`; `CONTRACTOR_NOT_FOUND`;
    /// `MAINTENANCE_INVALID` with every offending field; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away, or
    /// tenancy-applications where a tenant reports.
    #[tracing::instrument(name = "app.create_maintenance_request", skip_all)]
    pub async fn create(
        &self,
        caller: &Principal,
        draft: RequestDraft,
        key: Option<&RequestKey>,
    ) -> Result<RequestView, Error> {
        let (mut named, mut is_there) = (Vec::new(), true);
        if caller.role == Role::Tenant {
            // A home that became theirs a moment ago makes it two, of which one has to be named; one that they have left is none.
            self.ground.know_tenant(caller).await?;
            named.push(Named::Tenants(caller.user));
        } else {
            let organisation = caller.organisation()?;
            self.ground.know_member(caller, draft.assignee).await?;
            if draft.property != 0 {
                let home = Named::Home(organisation, draft.property.into());
                // One that was sold or deleted a moment ago is not repaired.
                is_there = self.ground.asking.is_there(home).await;
                named.push(home);
            }
            if draft.inspection != 0 {
                named.push(Named::Inspection(organisation, draft.inspection.into()));
            }
        }
        let use_case = || self.create_once(caller, draft.clone(), is_there, key);
        self.ground.asking.or_ask(&named, use_case).await
    }

    /// Judges a report of a tenant as it stands; nothing is stored.
    ///
    /// # Errors
    /// `TENANCY_NOT_LINKED`; `TENANCY_ENDED`; `HOME_NOT_FOUND`; `MAINTENANCE_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.judge_report", skip_all)]
    pub async fn judge(
        &self,
        caller: &Principal,
        draft: &RequestDraft,
    ) -> Result<JudgedReport, Error> {
        let now = self.ground.clock.now();
        let category = draft.category;
        let category =
            category.ok_or_else(|| Error::field(INVALID, "category", "Choose a category."))?;
        let mut tx = self.ground.begin(caller).await?;
        let (opener, today) = (&self.ground.opener, london_date(now));
        let named = (draft.property != 0).then(|| draft.property.into());
        let own = own_homes(&mut tx, opener, named, today).await?;
        let mine = own.into_iter().next().ok_or_else(home_not_found)?;
        let reach = Reach::of_tenant(&mut tx, opener, caller, today).await?;
        let reach = reach
            .into_iter()
            .find(|reach| reach.tenants.contains(&mine.tenant_id))
            .ok_or_else(home_not_found)?;
        reach.enter(&mut tx).await?;
        let home = find_home(&mut tx, mine.organisation, mine.property).await?;
        let (title, text, urgency) = (&draft.title, &draft.description, draft.urgency);
        let (priority, emergency) = judged(category, title, text, urgency);
        let nation = home.nation;
        Ok(JudgedReport {
            priority,
            emergency,
            targets: Targets::counted_from(nation, now, priority, emergency),
            advice: advice(nation, category, title, text, urgency, today),
        })
    }

    async fn create_once(
        &self,
        caller: &Principal,
        draft: RequestDraft,
        is_there: bool,
        key: Option<&RequestKey>,
    ) -> Result<RequestView, Error> {
        let now = self.ground.clock.now();
        let mut tx = self.ground.begin(caller).await?;
        // The stored answer names nobody: a repeat reads the request again.
        let id: i64 = once(&mut tx, key, async |tx| {
            let id = if caller.role == Role::Tenant {
                self.by_tenant(tx, caller, draft, now).await?
            } else if !is_there {
                return Err(home_not_found());
            } else {
                self.by_member(tx, caller, draft, now).await?
            };
            Ok(id.get())
        })
        .await?;
        let shown = self.ground.shown(&mut tx, caller, id.into()).await?;
        tx.commit().await?;
        Ok(shown)
    }

    async fn by_tenant(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        mut draft: RequestDraft,
        now: DateTime<Utc>,
    ) -> Result<MaintenanceRequestId, Error> {
        let (opener, today) = (&self.ground.opener, london_date(now));
        let named = (draft.property != 0).then(|| draft.property.into());
        let own = own_homes(tx, opener, named, today).await?;
        if named.is_none()
            && own
                .windows(2)
                .any(|two| matches!(two, [one, other] if one.property != other.property))
        {
            check::refuse(
                &mut draft.unreadable,
                "property_id",
                "You rent more than one home. Say which it is about.",
            );
        }
        let mine = own.into_iter().next().ok_or_else(home_not_found)?;
        let reach = Reach::of_tenant(tx, opener, caller, today).await?;
        let reach = reach
            .into_iter()
            .find(|reach| reach.tenants.contains(&mine.tenant_id))
            .ok_or_else(home_not_found)?;
        reach.enter(tx).await?;
        let home = find_home(tx, mine.organisation, mine.property).await?;
        let new = NewRequest::try_new(&draft, MaintenanceActor::Tenant)?;
        let room = mine.room_number.as_deref();
        let together = self
            .living_together(tx, mine.organisation, &home, room, today)
            .await?;
        let address = home.full_address();
        let origin = Origin {
            tenant: Some(mine.tenant_id),
            ..origin(&home, &address, room, caller.user)
        };
        let id = self
            .add(tx, &reach, &home, &new, origin, &together, now)
            .await?;
        let added = request::find(tx, reach.organisation, id).await?;
        let added = added.ok_or_else(maintenance_request_not_found)?;
        let (notices, news) = (
            &self.ground.notices,
            News {
                text: &added.description,
                author: &mine.name,
                ..News::default()
            },
        );
        let organisation = reach.organisation;
        notices
            .to_members(tx, organisation, Kind::Reported, &added, news, now)
            .await?;
        notices
            .to_tenants(tx, organisation, Kind::Received, &added, news, now)
            .await?;
        reach.leave(tx).await?;
        Ok(id)
    }

    async fn by_member(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        mut draft: RequestDraft,
        now: DateTime<Utc>,
    ) -> Result<MaintenanceRequestId, Error> {
        let reach = Reach::of_member(caller)?;
        let organisation = reach.organisation;
        let mut property = PropertyId::new(draft.property);
        let inspection = (draft.inspection != 0).then(|| draft.inspection.into());
        if let Some(inspection) = inspection {
            let inspected = request::property_of_inspection(tx, organisation, inspection).await?;
            let inspected = inspected.ok_or_else(inspection_not_found)?;
            if draft.property != 0 && inspected != property {
                return Err(inspection_not_found());
            }
            property = inspected;
            if let Some(first) = request::of_inspection(tx, organisation, inspection).await? {
                return Ok(first);
            }
        }
        let home = find_home(tx, organisation, property).await?;
        let room = room_of(&home, draft.room_number.as_deref())?;
        let contractor = self.contractor(tx, organisation, draft.contractor).await?;
        if draft.assignee != 0
            && !store::member::exists(tx, organisation, draft.assignee.into()).await?
        {
            check::refuse(&mut draft.unreadable, "assignee_user_id", NO_MEMBER);
        }
        let new = NewRequest::try_new(&draft, MaintenanceActor::Landlord)?;
        // What an inspection found is the landlord's own word, which tenants are not shown.
        let together = match inspection {
            Some(_) => Vec::new(),
            None => {
                let today = london_date(now);
                self.living_together(tx, organisation, &home, room.as_deref(), today)
                    .await?
            }
        };
        let address = home.full_address();
        let origin = Origin {
            assignee: (draft.assignee != 0).then(|| draft.assignee.into()),
            contractor: contractor
                .as_deref()
                .map(|name| (draft.contractor.into(), name)),
            inspection,
            ..origin(&home, &address, room.as_deref(), caller.user)
        };
        self.add(tx, &reach, &home, &new, origin, &together, now)
            .await
    }

    async fn contractor(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        id: i64,
    ) -> Result<Option<String>, Error> {
        if id == 0 {
            return Ok(None);
        }
        let name = contractor::hold(tx, organisation, id.into()).await?;
        Ok(Some(name.ok_or_else(contractor_not_found)?))
    }

    /// The tenants of one tenancy: of the room, or of all of the home. Those of other rooms are strangers to each other.
    async fn living_together(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        home: &Home,
        room: Option<&str>,
        today: NaiveDate,
    ) -> Result<Vec<TenantCopy>, Error> {
        let (opener, property) = (&self.ground.opener, home.property);
        let living = store::tenant::living_in(tx, opener, organisation, property, room, today);
        let mut living = living.await?;
        living.retain(|copy| match (&copy.room_number, room) {
            (Some(one), Some(other)) => same_room(one, other),
            (None, _) => true,
            (Some(_), None) => false,
        });
        Ok(living)
    }

    /// Adds the request with the beginning of its history, and tells of it.
    #[expect(
        clippy::too_many_arguments,
        reason = "all that is known of a new request"
    )]
    async fn add(
        &self,
        tx: &mut Tx,
        reach: &Reach,
        home: &Home,
        new: &NewRequest,
        mut origin: Origin<'_>,
        together: &[TenantCopy],
        now: DateTime<Utc>,
    ) -> Result<MaintenanceRequestId, Error> {
        let organisation = reach.organisation;
        let automatic = match origin.assignee {
            Some(_) => None,
            None => responsible(tx, organisation, home).await?,
        };
        origin.assignee = origin.assignee.or(automatic);
        let added = request::insert(tx, organisation, new, origin, now).await?;
        let Some(id) = added else {
            // Another request of the same inspection came first.
            let inspection = origin
                .inspection
                .ok_or_else(maintenance_request_not_found)?;
            let first = request::of_inspection(tx, organisation, inspection).await?;
            return first.ok_or_else(maintenance_request_not_found);
        };
        let tenants: Vec<_> = together.iter().map(|copy| copy.tenant_id).collect();
        seen_by::insert(tx, organisation, id, &tenants).await?;
        let by_caller = |happening| MaintenanceEvent {
            happening,
            at: now,
            actor: reach.actor,
            user: Some(reach.user),
        };
        let reported = Happening::new(MaintenanceEventKind::Reported, "", &new.title);
        event::append(tx, organisation, id, &by_caller(reported)).await?;
        if let Some(assignee) = origin.assignee {
            let number = assignee.to_string();
            let assigned = Happening::private(MaintenanceEventKind::Assigned, "", &number);
            let entry = match automatic {
                Some(_) => by_lintel(assigned, now),
                None => by_caller(assigned),
            };
            event::append(tx, organisation, id, &entry).await?;
        }
        if let Some((_, name)) = origin.contractor {
            let named = Happening::new(MaintenanceEventKind::Contractor, "", name);
            event::append(tx, organisation, id, &by_caller(named)).await?;
        }
        let added = request::find(tx, organisation, id).await?;
        let added = added.ok_or_else(maintenance_request_not_found)?;
        if let Some(assignee) = origin.assignee.filter(|assignee| *assignee != reach.user) {
            let news = News {
                text: &added.description,
                ..News::default()
            };
            let notices = &self.ground.notices;
            notices
                .to_member(
                    tx,
                    organisation,
                    assignee,
                    Kind::Assigned,
                    &added,
                    news,
                    now,
                )
                .await?;
        }
        publish(tx, reach.organisation, &added, now).await?;
        Ok(id)
    }
}

/// The refusal of a member who does not belong to the organisation.
pub(super) const NO_MEMBER: &str = "Choose a member of your organisation, or nobody.";

const fn origin<'a>(
    home: &'a Home,
    address: &'a str,
    room: Option<&'a str>,
    by: UserId,
) -> Origin<'a> {
    Origin {
        property: home.property,
        property_name: home.name.as_str(),
        property_address: address,
        nation: home.nation,
        room_number: room,
        tenant: None,
        reported_by: by,
        assignee: None,
        contractor: None,
        inspection: None,
    }
}

async fn find_home(
    tx: &mut Tx,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<Home, Error> {
    let home = store::home::find(tx, organisation, property).await?;
    home.ok_or_else(home_not_found)
}

/// The number of the named room as it stands on the door; `None` for all of the home.
fn room_of(home: &Home, asked: Option<&str>) -> Result<Option<String>, Error> {
    let asked = asked.map(str::trim).filter(|number| !number.is_empty());
    let Some(number) = asked else {
        return Ok(None);
    };
    let room = home.room(number).ok_or_else(room_not_found)?;
    Ok(Some(room.number.clone()))
}

/// The member who is responsible for the home, where they want its requests assigned to them (docs/reference/decisions.md 6).
async fn responsible(
    tx: &mut Tx,
    organisation: OrganisationId,
    home: &Home,
) -> Result<Option<UserId>, Error> {
    let Some(member) = home.responsible_user else {
        return Ok(None);
    };
    let belongs = store::member::exists(tx, organisation, member).await?;
    let wants = belongs && store::account::auto_assigns(tx, member).await?;
    Ok(wants.then_some(member))
}
