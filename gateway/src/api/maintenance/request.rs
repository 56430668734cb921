//! Something that is to be repaired or done.

use chrono::{DateTime, Utc};
use lintel_proto::maintenance::v1 as maintenance;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api::{
        maintenance::attachments,
        names::{MaintenanceCategory, MaintenancePriority, MaintenanceStatus, TargetState},
    },
    rest::{
        Attachment, Cost, Job, MaintenanceEvent, Visit,
        convert::{instant, money, required, some, text},
        problem::Problem,
    },
};

/// Something that is to be repaired or done. A tenant is told less of it than the landlord.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MaintenanceRequest {
    /// Its id.
    #[schema(example = 7)]
    pub id: i64,
    /// The property.
    #[schema(example = 42)]
    pub property_id: i64,
    /// The landlord's name for the property.
    #[schema(example = "Linden Avenue")]
    pub property_name: String,
    /// Its address.
    pub property_address: String,
    /// The room; null for the whole home.
    #[schema(required)]
    pub room_number: Option<String>,
    /// The tenant that reported it; null for the landlord.
    #[schema(required)]
    pub tenant_id: Option<i64>,
    /// Their name; null for tenants, and where no tenant reported it.
    #[schema(required)]
    pub tenant_name: Option<String>,
    /// Their phone; null as their name is.
    #[schema(required)]
    pub tenant_phone: Option<String>,
    /// The problem in short.
    #[schema(example = "No hot water since yesterday")]
    pub title: String,
    /// More of it.
    pub description: String,
    /// The category of the problem.
    pub category: MaintenanceCategory,
    /// The urgency of the work.
    pub priority: MaintenancePriority,
    /// True where somebody may be hurt, or the home is open or without power.
    pub emergency: bool,
    /// The steps to take at once; null where there are none.
    #[schema(required)]
    pub advice: Option<String>,
    /// The request's state.
    pub status: MaintenanceStatus,
    /// True where somebody may enter while nobody is at home; null where it was not asked.
    #[schema(required)]
    pub entry_permitted: Option<bool>,
    /// True where the tenant said that all the heating or hot water is gone; null where it was not answered.
    #[schema(required)]
    pub no_heating_or_hot_water: Option<bool>,
    /// True where the tenant said that water is coming in or running down; null where it was not answered.
    #[schema(required)]
    pub water_coming_in: Option<bool>,
    /// True where the tenant said that somebody is especially at risk; null where it was not answered.
    #[schema(required)]
    pub person_at_risk: Option<bool>,
    /// The time at which it was reported.
    pub reported_at: DateTime<Utc>,
    /// The time at which it was reported; the same as `reportedAt`.
    pub created_at: DateTime<Utc>,
    /// The account that reported it.
    #[schema(required)]
    pub reported_by_user_id: Option<i64>,
    /// The member who is responsible; null for nobody.
    #[schema(required)]
    pub assignee_user_id: Option<i64>,
    /// The contractor; null for none.
    #[schema(required)]
    pub contractor_id: Option<i64>,
    /// Their name; null for none.
    #[schema(required)]
    pub contractor_name: Option<String>,
    /// Their phone; null for none, and for tenants.
    #[schema(required)]
    pub contractor_phone: Option<String>,
    /// The visit; null for none.
    #[schema(required)]
    pub visit: Option<Visit>,
    /// The time by which it is to be answered; null where there is no target.
    #[schema(required)]
    pub respond_by: Option<DateTime<Utc>>,
    /// The time of the first answer; null until then.
    #[schema(required)]
    pub first_response_at: Option<DateTime<Utc>>,
    /// The time by which it is to be fixed; null where there is no target.
    #[schema(required)]
    pub fix_by: Option<DateTime<Utc>>,
    /// The state of the next of the two targets.
    pub target_state: TargetState,
    /// The sum of its costs; null for tenants.
    #[schema(required, example = "148.50")]
    pub cost_total: Option<String>,
    /// The time at which it was completed; null where it is not.
    #[schema(required)]
    pub completed_at: Option<DateTime<Utc>>,
    /// The time at which the tenant confirmed that it is fixed; null until then.
    #[schema(required)]
    pub confirmed_at: Option<DateTime<Utc>>,
    /// The inspection that asked for it; null for none.
    #[schema(required)]
    pub inspection_id: Option<i64>,
    /// The addresses of its files, in the order of `files`.
    #[schema(example = json!(["/api/maintenance-requests/7/attachments/31/content"]))]
    pub attachments: Vec<String>,
    /// Its files.
    pub files: Vec<Attachment>,
    /// The number of comments.
    pub comment_count: i32,
    /// The time of its last change.
    pub updated_at: DateTime<Utc>,
    /// Grows by one with every change; also the `ETag`.
    pub version: i64,
    /// True for a tenant who has left the home: the request is shown as it was on their last day, for 12 months, and
    /// nothing is added to it.
    pub read_only: bool,
    /// Its costs, the oldest first; where one request is read, empty for tenants.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub costs: Option<Vec<Cost>>,
    /// The history of the request, the oldest event first; where one request is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub history: Option<Vec<MaintenanceEvent>>,
    /// The job of its contractor, where one request is read; absent where none was asked, and for tenants.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub job: Option<Box<Job>>,
}

impl TryFrom<maintenance::MaintenanceRequest> for MaintenanceRequest {
    type Error = Problem;

    fn try_from(request: maintenance::MaintenanceRequest) -> Result<Self, Problem> {
        let id = request.maintenance_request_id;
        let category = MaintenanceCategory::from_number(request.category);
        let priority = MaintenancePriority::from_number(request.priority);
        let status = MaintenanceStatus::from_number(request.status);
        let target_state = TargetState::from_number(request.target_state);
        let reported_at = required(instant(request.report_time)?, "report_time")?;
        let files = request.attachments.iter();
        let addresses = files.map(|file| attachments::address(id, file.attachment_id));
        let addresses = addresses.collect();
        let files = request.attachments.into_iter().map(Attachment::try_from);
        let urgency = request.urgency.unwrap_or_default();
        Ok(Self {
            id,
            property_id: request.property_id,
            property_name: request.property_display_name,
            property_address: request.property_address,
            room_number: request.room_number,
            tenant_id: some(request.tenant_id),
            tenant_name: text(request.tenant_name),
            tenant_phone: text(request.tenant_phone),
            title: request.title,
            description: request.description,
            category: required(category, "category")?,
            priority: required(priority, "priority")?,
            emergency: request.emergency,
            advice: text(request.advice),
            status: required(status, "status")?,
            entry_permitted: request.entry_permitted,
            no_heating_or_hot_water: urgency.no_heating_or_hot_water,
            water_coming_in: urgency.water_coming_in,
            person_at_risk: urgency.person_at_risk,
            reported_at,
            created_at: reported_at,
            reported_by_user_id: some(request.reported_by_user_id),
            assignee_user_id: some(request.assignee_user_id),
            contractor_id: some(request.contractor_id),
            contractor_name: text(request.contractor_name),
            contractor_phone: text(request.contractor_phone),
            visit: request.visit.map(Visit::try_from).transpose()?,
            respond_by: instant(request.respond_by_time)?,
            first_response_at: instant(request.first_response_time)?,
            fix_by: instant(request.fix_by_time)?,
            target_state: required(target_state, "target_state")?,
            cost_total: money(request.cost_total)?,
            completed_at: instant(request.complete_time)?,
            confirmed_at: instant(request.confirm_time)?,
            inspection_id: some(request.inspection_id),
            attachments: addresses,
            files: files.collect::<Result<_, _>>()?,
            comment_count: request.comment_count,
            updated_at: required(instant(request.update_time)?, "update_time")?,
            version: request.version,
            read_only: request.read_only,
            costs: None,
            history: None,
            job: None,
        })
    }
}

impl TryFrom<maintenance::GetMaintenanceRequestResponse> for MaintenanceRequest {
    type Error = Problem;

    fn try_from(reply: maintenance::GetMaintenanceRequestResponse) -> Result<Self, Problem> {
        let request = required(reply.maintenance_request, "maintenance_request")?;
        let costs = reply.costs.into_iter().map(Cost::try_from);
        let job = reply.job.map(Job::try_from).transpose()?;
        let events = reply.events.into_iter().map(MaintenanceEvent::try_from);
        Ok(Self {
            costs: Some(costs.collect::<Result<_, _>>()?),
            history: Some(events.collect::<Result<_, _>>()?),
            job: job.map(Box::new),
            ..Self::try_from(request)?
        })
    }
}
