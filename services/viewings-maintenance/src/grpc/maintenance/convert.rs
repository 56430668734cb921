//! Requests and what belongs to them, between the contract and the domain.

use lintel_core::{
    AttachmentId, ContractorId, Error, InspectionId, Money, Search, TenantId, UserId, Violations,
};
use lintel_proto::{convert::timestamp, maintenance::v1, read::Reader};

use super::{attachment_convert::attachment, job_convert, words};
use crate::{
    app::maintenance::{CommentView, JudgedReport, RequestDetails, RequestView},
    domain::maintenance::{
        Contractor, ContractorDraft, Cost, CostDraft, MaintenanceEvent, MaintenanceSummary,
        RequestDraft, RequestFilter, RequestSort, Urgency, Visit, VisitDraft,
    },
};

const CHOOSE_STATUS: &str = "Choose Open, In Progress, Completed or Cancelled.";
const CHOOSE_PRIORITY: &str = "Choose High, Medium or Low.";
const CHOOSE_CATEGORY: &str = "Choose a category.";
const CHOOSE_SORT: &str = "Sort by target, oldest, cost or home.";

/// Reads a request as typed.
pub fn draft(given: v1::MaintenanceRequest) -> RequestDraft {
    let mut reader = Reader::default();
    let category = reader.choice("category", CHOOSE_CATEGORY, given.category, words::category);
    let priority = reader.choice("priority", CHOOSE_PRIORITY, given.priority, words::priority);
    let status = reader.choice("status", CHOOSE_STATUS, given.status, words::status);
    RequestDraft {
        unreadable: reader.unreadable,
        property: given.property_id,
        room_number: given.room_number,
        title: given.title,
        description: given.description,
        category,
        priority,
        emergency: given.emergency,
        status,
        entry_permitted: given.entry_permitted,
        urgency: given.urgency.map(urgency_draft).unwrap_or_default(),
        assignee: given.assignee_user_id,
        contractor: given.contractor_id,
        inspection: given.inspection_id,
    }
}

/// Reads a tenant's answers.
pub const fn urgency_draft(given: v1::Urgency) -> Urgency {
    Urgency {
        no_heating_or_hot_water: given.no_heating_or_hot_water,
        water_coming_in: given.water_coming_in,
        person_at_risk: given.person_at_risk,
    }
}

const fn urgency(urgency: Urgency) -> v1::Urgency {
    v1::Urgency {
        no_heating_or_hot_water: urgency.no_heating_or_hot_water,
        water_coming_in: urgency.water_coming_in,
        person_at_risk: urgency.person_at_risk,
    }
}

/// A report as it was judged.
pub fn judged(judged: JudgedReport) -> v1::JudgeReportResponse {
    v1::JudgeReportResponse {
        priority: v1::MaintenancePriority::from(judged.priority).into(),
        emergency: judged.emergency,
        respond_by_time: judged.targets.respond_by.map(timestamp),
        fix_by_time: Some(timestamp(judged.targets.fix_by)),
        advice: judged.advice.unwrap_or_default(),
    }
}

/// Reads a visit as typed.
pub fn visit_draft(given: v1::Visit) -> VisitDraft {
    let mut reader = Reader::default();
    let date = reader.date("visit_date", given.visit_date);
    let start = reader.time("start_time", given.start_time);
    let end = reader.time("end_time", given.end_time);
    VisitDraft {
        unreadable: reader.unreadable,
        date,
        start,
        end,
        notes: given.notes,
        tenant_agreed: given.tenant_agreed,
    }
}

/// Reads a cost as typed.
pub fn cost_draft(given: v1::Cost) -> CostDraft {
    let mut reader = Reader::default();
    let amount = reader.money("amount", given.amount);
    let date = reader.date("cost_date", given.cost_date);
    CostDraft {
        unreadable: reader.unreadable,
        description: given.description,
        amount,
        date,
        invoice: given.attachment_id,
    }
}

/// Reads a contractor as typed.
pub fn contractor_draft(given: v1::Contractor) -> ContractorDraft {
    let mut reader = Reader::default();
    let trade = reader.choice("trade", "Choose a trade.", given.trade, words::trade);
    ContractorDraft {
        unreadable: reader.unreadable,
        name: given.display_name,
        trade,
        phone: given.phone,
        email: given.email,
        registration: given.registration,
        notes: given.notes,
    }
}

/// Which requests a list shows.
///
/// # Errors
/// `SEARCH_INVALID` with every offending field.
pub fn filter(given: &v1::ListMaintenanceRequestsRequest) -> Result<RequestFilter, Error> {
    let mut found = Violations::default();
    let mut statuses = Vec::new();
    for number in &given.statuses {
        let known = v1::MaintenanceStatus::try_from(*number).ok();
        match known.and_then(words::status) {
            Some(status) => statuses.push(status),
            None => found.add("statuses", CHOOSE_STATUS),
        }
    }
    let mut priorities = Vec::new();
    for number in &given.priorities {
        let known = v1::MaintenancePriority::try_from(*number).ok();
        match known.and_then(words::priority) {
            Some(priority) => priorities.push(priority),
            None => found.add("priorities", CHOOSE_PRIORITY),
        }
    }
    let mut category = None;
    match v1::MaintenanceCategory::try_from(given.category) {
        Ok(known) => category = words::category(known),
        Err(_) => found.add("category", CHOOSE_CATEGORY),
    }
    let sort = v1::MaintenanceSort::try_from(given.sort);
    if sort.is_err() {
        found.add("sort", CHOOSE_SORT);
    }
    found.into_result("SEARCH_INVALID")?;
    let id = |number: i64| (number != 0).then_some(number);
    Ok(RequestFilter {
        property: id(given.property_id).map(Into::into),
        statuses,
        priorities,
        category,
        assignee: id(given.assignee_user_id).map(Into::into),
        contractor: id(given.contractor_id).map(Into::into),
        urgent: given.urgent,
        sort: sort.map_or(RequestSort::Newest, order),
        search: Search::read(&given.search)?,
    })
}

const fn order(sort: v1::MaintenanceSort) -> RequestSort {
    match sort {
        v1::MaintenanceSort::Unspecified => RequestSort::Newest,
        v1::MaintenanceSort::Target => RequestSort::Target,
        v1::MaintenanceSort::Oldest => RequestSort::Oldest,
        v1::MaintenanceSort::Cost => RequestSort::Cost,
        v1::MaintenanceSort::Home => RequestSort::Home,
    }
}

/// A request as whoever reads it may see it.
pub fn request(view: RequestView) -> v1::MaintenanceRequest {
    let landlord = view.for_landlord;
    let (tenant_name, tenant_phone) = match view.tenant {
        Some(tenant) if landlord => (tenant.name, tenant.phone),
        _ => (String::new(), String::new()),
    };
    let advice = view.request.advice().unwrap_or_default();
    let complete = view.request.completed_at();
    let request = view.request;
    // A tenant is told neither who of the members works on it nor how to reach the contractor, nor of accounts but their own.
    let for_landlord = |text: String| if landlord { text } else { String::new() };
    v1::MaintenanceRequest {
        maintenance_request_id: request.id.get(),
        property_id: request.property.get(),
        property_display_name: request.property_name,
        property_address: request.property_address,
        room_number: request.room_number,
        tenant_id: request.tenant.map_or(0, TenantId::get),
        tenant_name,
        tenant_phone,
        title: request.title,
        description: request.description,
        category: v1::MaintenanceCategory::from(request.category).into(),
        priority: v1::MaintenancePriority::from(request.priority).into(),
        emergency: request.emergency,
        advice,
        status: v1::MaintenanceStatus::from(request.status).into(),
        entry_permitted: request.entry_permitted,
        report_time: Some(timestamp(request.reported_at)),
        assignee_user_id: request.assignee.filter(|_| landlord).map_or(0, UserId::get),
        contractor_id: request.contractor.map_or(0, ContractorId::get),
        contractor_name: request.contractor_name.unwrap_or_default(),
        contractor_phone: for_landlord(request.contractor_phone.unwrap_or_default()),
        visit: request.visit.map(visit),
        respond_by_time: request.targets.respond_by.map(timestamp),
        first_response_time: request.first_response_at.map(timestamp),
        fix_by_time: Some(timestamp(request.targets.fix_by)),
        target_state: v1::TargetState::from(view.target_state).into(),
        cost_total: landlord.then(|| request.cost_total.into()),
        complete_time: complete.map(timestamp),
        confirm_time: request.confirmed_at.map(timestamp),
        inspection_id: request
            .inspection
            .filter(|_| landlord)
            .map_or(0, InspectionId::get),
        attachments: view.attachments.into_iter().map(attachment).collect(),
        comment_count: request.comment_count,
        reported_by_user_id: if landlord || view.is_own {
            request.reported_by.get()
        } else {
            0
        },
        update_time: Some(timestamp(request.updated_at)),
        version: request.version,
        read_only: view.is_read_only,
        urgency: request
            .urgency
            .is_answered()
            .then(|| urgency(request.urgency)),
    }
}

/// A request with its costs and history.
pub fn details(details: RequestDetails) -> v1::GetMaintenanceRequestResponse {
    v1::GetMaintenanceRequestResponse {
        maintenance_request: Some(request(details.view)),
        costs: details.costs.into_iter().map(cost).collect(),
        events: details.events.into_iter().map(event).collect(),
        job: details.job.map(job_convert::job),
    }
}

/// A line of cost.
pub fn cost(cost: Cost) -> v1::Cost {
    v1::Cost {
        cost_id: cost.id.get(),
        description: cost.line.description,
        amount: Some(cost.line.amount.into()),
        cost_date: Some(cost.line.date.into()),
        attachment_id: cost.line.invoice.map_or(0, AttachmentId::get),
        added_by_user_id: cost.added_by.get(),
        create_time: Some(timestamp(cost.created_at)),
    }
}

/// Converts a comment.
pub fn comment(view: CommentView) -> v1::Comment {
    let comment = view.comment;
    v1::Comment {
        comment_id: comment.id.get(),
        text: comment.text,
        author: v1::MaintenanceActor::from(comment.author).into(),
        user_id: if view.names_account {
            comment.user.get()
        } else {
            0
        },
        author_name: view.author_name,
        attachments: view.attachments.into_iter().map(attachment).collect(),
        create_time: Some(timestamp(comment.created_at)),
    }
}

/// The figures of the cards.
pub fn summary(figures: &MaintenanceSummary) -> v1::GetMaintenanceSummaryResponse {
    v1::GetMaintenanceSummaryResponse {
        total: figures.total(),
        open: figures.open,
        in_progress: figures.in_progress,
        completed: figures.completed,
        cancelled: figures.cancelled,
        urgent: figures.urgent,
        late: figures.late,
        cost_this_year: figures.cost_this_year.map(|cost: Money| cost.into()),
    }
}

/// A contractor.
pub fn contractor(contractor: Contractor) -> v1::Contractor {
    let details = contractor.details;
    v1::Contractor {
        contractor_id: contractor.id.get(),
        display_name: details.name,
        trade: v1::Trade::from(details.trade).into(),
        phone: details.phone,
        email: details.email.unwrap_or_default(),
        registration: details.registration.unwrap_or_default(),
        notes: details.notes.unwrap_or_default(),
        open_requests: contractor.open_requests,
        update_time: Some(timestamp(contractor.updated_at)),
        version: contractor.version,
    }
}

fn visit(visit: Visit) -> v1::Visit {
    v1::Visit {
        visit_date: Some(visit.date.into()),
        start_time: Some(visit.start.into()),
        end_time: Some(visit.end.into()),
        notes: visit.notes.unwrap_or_default(),
        tenant_agreed: visit.tenant_agreed,
        notice_time: visit.noticed_at.map(timestamp),
    }
}

fn event(event: MaintenanceEvent) -> v1::MaintenanceEvent {
    v1::MaintenanceEvent {
        kind: v1::MaintenanceEventKind::from(event.happening.kind).into(),
        time: Some(timestamp(event.at)),
        actor: v1::MaintenanceActor::from(event.actor).into(),
        user_id: event.user.map_or(0, UserId::get),
        from: event.happening.was,
        to: event.happening.became,
    }
}
