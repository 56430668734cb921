//! Requests as a caller may see them.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use lintel_core::{Error, TenantId};
use lintel_db::Tx;
use lintel_sealing::Opener;

use super::reach::Reach;
use crate::{
    domain::{
        TenantCopy,
        maintenance::{Attachment, MaintenanceRequest, TargetState},
    },
    store::{self, maintenance::attachment},
};

/// A request and what belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestView {
    /// The request.
    pub request: MaintenanceRequest,
    /// Its files, the oldest first; without those that the caller may not see.
    pub attachments: Vec<Attachment>,
    /// The tenant that reported it, while they are known; for the landlord alone.
    pub tenant: Option<TenantCopy>,
    /// The state of the next target.
    pub target_state: TargetState,
    /// True when a member of the organisation reads it.
    pub for_landlord: bool,
    /// True when the caller's own account reported it.
    pub is_own: bool,
    /// True when the caller is a tenant who has left the home, and writes nothing.
    pub is_read_only: bool,
}

/// Several requests, in their order; of a home that was left without files and visits of later days. The transaction shows the organisation's
/// rows.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn all(
    tx: &mut Tx,
    opener: &Opener,
    reach: &Reach,
    requests: Vec<MaintenanceRequest>,
    now: DateTime<Utc>,
) -> Result<Vec<RequestView>, Error> {
    let organisation = reach.organisation;
    let ids: Vec<_> = requests.iter().map(|request| request.id).collect();
    let mut attachments = attachment::of_requests(tx, organisation, &ids).await?;
    let tenants: Vec<_> = requests
        .iter()
        .filter_map(|request| request.tenant)
        .collect();
    let people = people(tx, opener, reach, &tenants).await?;
    let views = requests.into_iter().map(|mut request| {
        let mut attachments = attachments.remove(&request.id).unwrap_or_default();
        attachments.retain(|file| file.is_for(reach.actor) && reach.sees(file.created_at));
        request.visit = request
            .visit
            .filter(|visit| reach.left.is_none_or(|last| visit.date <= last));
        RequestView {
            attachments,
            tenant: request
                .tenant
                .and_then(|tenant| people.get(&tenant).cloned()),
            target_state: request.target_state(now),
            for_landlord: reach.is_landlord(),
            is_own: request.reported_by == reach.user,
            is_read_only: reach.left.is_some(),
            request,
        }
    });
    Ok(views.collect())
}

/// One request.
///
/// # Errors
/// As [`all`].
pub async fn one(
    tx: &mut Tx,
    opener: &Opener,
    reach: &Reach,
    request: MaintenanceRequest,
    now: DateTime<Utc>,
) -> Result<RequestView, Error> {
    let mut views = all(tx, opener, reach, vec![request], now).await?;
    let one = views.pop();
    one.ok_or_else(|| Error::internal("a view was lost"))
}

/// Tenants by their ids, for the landlord; for a tenant nobody.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn people(
    tx: &mut Tx,
    opener: &Opener,
    reach: &Reach,
    tenants: &[TenantId],
) -> Result<HashMap<TenantId, TenantCopy>, Error> {
    if !reach.is_landlord() || tenants.is_empty() {
        return Ok(HashMap::new());
    }
    let people = store::tenant::of_ids(tx, opener, reach.organisation, tenants).await?;
    let people = people.into_iter();
    Ok(people.map(|copy| (copy.tenant_id, copy)).collect())
}
