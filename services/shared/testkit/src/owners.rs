//! The owners of what a service keeps copies of, as far as a copy asks them.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use lintel_auth::SERVICE_KEY_HEADER;
use lintel_proto::{
    common::v1::Money,
    identity::v1::{
        self as identity,
        snapshot_service_server::{
            SnapshotService as IdentitySnapshots, SnapshotServiceServer as IdentityServer,
        },
    },
    portfolio::v1::{
        self as portfolio,
        snapshot_service_server::{
            SnapshotService as PortfolioSnapshots, SnapshotServiceServer as PortfolioServer,
        },
    },
    tenancy::v1::{
        self as tenancy,
        snapshot_service_server::{
            SnapshotService as TenancySnapshots, SnapshotServiceServer as TenancyServer,
        },
    },
};
use tokio::net::TcpListener;
use tonic::{
    Request, Response, Status,
    transport::{Server, server::TcpIncoming},
};

/// Portfolio, identity and tenancy-applications at one address. They know what a test says and have no other row.
#[derive(Debug, Clone)]
pub struct OwnersServer {
    state: Arc<State>,
    url: String,
}

#[derive(Debug, Default)]
struct State {
    known: Mutex<Known>,
    is_silent: AtomicBool,
    refusals: AtomicUsize,
    asked: AtomicUsize,
}

/// The rows that the owners have.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Portfolio's properties.
    pub properties: Vec<portfolio::PropertyChanged>,
    /// Portfolio's inspections.
    pub inspections: Vec<portfolio::InspectionChanged>,
    /// Identity's accounts.
    pub accounts: Vec<identity::AccountChanged>,
    /// Identity's organisations with their members.
    pub organisations: Vec<identity::OrganisationSnapshot>,
    /// Tenancy-applications' tenants.
    pub tenants: Vec<tenancy::TenantChanged>,
    /// Tenancy-applications' tenancies in force.
    pub in_force: Vec<tenancy::TenancyStarted>,
    /// Tenancy-applications' tenancies that ended.
    pub ended: Vec<tenancy::TenancyEnded>,
}

impl OwnersServer {
    /// The key by which they know Lintel's own processes.
    pub const KEY: &str = "the key of our own processes";

    /// Starts them on a free port; they end with the test's runtime.
    ///
    /// # Errors
    /// When there is no port.
    pub async fn start() -> anyhow::Result<Self> {
        Self::start_on(TcpListener::bind("127.0.0.1:0").await?)
    }

    /// Starts them where somebody may have called already.
    ///
    /// # Errors
    /// When the listener has no address.
    pub fn start_on(listener: TcpListener) -> anyhow::Result<Self> {
        let owners = Self {
            state: Arc::default(),
            url: format!("http://{}", listener.local_addr()?),
        };
        let serving = Server::builder()
            .add_service(PortfolioServer::new(owners.clone()))
            .add_service(IdentityServer::new(owners.clone()))
            .add_service(TenancyServer::new(owners.clone()))
            .serve_with_incoming(TcpIncoming::from(listener));
        tokio::spawn(serving);
        Ok(owners)
    }

    /// Where they answer.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Changes what they have.
    pub fn know(&self, change: impl FnOnce(&mut Known)) {
        let known = self.state.known.lock();
        change(&mut known.unwrap_or_else(PoisonError::into_inner));
    }

    /// Portfolio has this home, as the first version of it was told.
    pub fn have_home(&self, organisation_id: i64, property_id: i64) {
        let home = portfolio::PropertyChanged {
            organisation_id,
            property_id,
            version: 1,
            display_name: "Home".to_owned(),
            address: "1 High Street, Leeds".to_owned(),
            postcode: "LS1 4AB".to_owned(),
            property_type: portfolio::PropertyType::Flat.into(),
            status: portfolio::PropertyStatus::Vacant.into(),
            monthly_rent: Some(Money {
                currency_code: "GBP".to_owned(),
                minor_units: 100_000,
            }),
            ..portfolio::PropertyChanged::default()
        };
        self.know(|known| known.properties.push(home));
    }

    /// From now on they do not answer, or do again.
    pub fn be_silent(&self, is_silent: bool) {
        self.state.is_silent.store(is_silent, Ordering::SeqCst);
    }

    /// The next `questions` are answered that they are away.
    pub fn refuse(&self, questions: usize) {
        self.state.refusals.store(questions, Ordering::SeqCst);
    }

    /// Returns how often they were asked.
    #[must_use]
    pub fn asked(&self) -> usize {
        self.state.asked.load(Ordering::SeqCst)
    }

    /// Returns their rows, or nothing for a minute. Only Lintel's own processes are answered.
    async fn known<T>(&self, request: &Request<T>) -> Result<Known, Status> {
        let key = request.metadata().get(SERVICE_KEY_HEADER);
        if key.is_none_or(|key| key != Self::KEY) {
            return Err(Status::permission_denied("not one of our own processes"));
        }
        self.state.asked.fetch_add(1, Ordering::SeqCst);
        let left = self.state.refusals.load(Ordering::SeqCst);
        if left > 0 {
            self.state.refusals.store(left - 1, Ordering::SeqCst);
            return Err(Status::unavailable("not yet"));
        }
        if self.state.is_silent.load(Ordering::SeqCst) {
            tokio::time::sleep(Duration::from_secs(60)).await;
        }
        let known = self.state.known.lock();
        Ok(known.unwrap_or_else(PoisonError::into_inner).clone())
    }
}

/// The row that `token` stands for, and the token of the next: a page is one row long.
fn page<T>(rows: Vec<T>, token: &str) -> (Vec<T>, String) {
    let at: usize = token.parse().unwrap_or_default();
    let next = if at + 1 < rows.len() {
        (at + 1).to_string()
    } else {
        String::new()
    };
    (rows.into_iter().skip(at).take(1).collect(), next)
}

#[tonic::async_trait]
impl PortfolioSnapshots for OwnersServer {
    async fn list_property_snapshots(
        &self,
        request: Request<portfolio::ListPropertySnapshotsRequest>,
    ) -> Result<Response<portfolio::ListPropertySnapshotsResponse>, Status> {
        let mut known = self.known(&request).await?.properties;
        let organisation = request.get_ref().organisation_id;
        known.retain(|each| organisation == 0 || each.organisation_id == organisation);
        let (properties, next_page_token) = page(known, &request.get_ref().page_token);
        Ok(Response::new(portfolio::ListPropertySnapshotsResponse {
            properties,
            next_page_token,
        }))
    }

    async fn list_inspection_snapshots(
        &self,
        request: Request<portfolio::ListInspectionSnapshotsRequest>,
    ) -> Result<Response<portfolio::ListInspectionSnapshotsResponse>, Status> {
        let known = self.known(&request).await?.inspections;
        let (inspections, next_page_token) = page(known, &request.get_ref().page_token);
        Ok(Response::new(portfolio::ListInspectionSnapshotsResponse {
            inspections,
            next_page_token,
        }))
    }

    async fn find_property_snapshot(
        &self,
        request: Request<portfolio::FindPropertySnapshotRequest>,
    ) -> Result<Response<portfolio::FindPropertySnapshotResponse>, Status> {
        let properties = self.known(&request).await?.properties;
        let asked = request.into_inner();
        let property = properties.into_iter().find(|property| {
            property.organisation_id == asked.organisation_id
                && property.property_id == asked.property_id
        });
        Ok(Response::new(portfolio::FindPropertySnapshotResponse {
            property,
        }))
    }

    async fn find_inspection_snapshot(
        &self,
        request: Request<portfolio::FindInspectionSnapshotRequest>,
    ) -> Result<Response<portfolio::FindInspectionSnapshotResponse>, Status> {
        let inspections = self.known(&request).await?.inspections;
        let asked = request.into_inner();
        let inspection = inspections.into_iter().find(|inspection| {
            inspection.organisation_id == asked.organisation_id
                && inspection.inspection_id == asked.inspection_id
        });
        Ok(Response::new(portfolio::FindInspectionSnapshotResponse {
            inspection,
        }))
    }
}

#[tonic::async_trait]
impl IdentitySnapshots for OwnersServer {
    async fn list_account_snapshots(
        &self,
        request: Request<identity::ListAccountSnapshotsRequest>,
    ) -> Result<Response<identity::ListAccountSnapshotsResponse>, Status> {
        let known = self.known(&request).await?.accounts;
        let (accounts, next_page_token) = page(known, &request.get_ref().page_token);
        Ok(Response::new(identity::ListAccountSnapshotsResponse {
            accounts,
            next_page_token,
        }))
    }

    async fn list_organisation_snapshots(
        &self,
        request: Request<identity::ListOrganisationSnapshotsRequest>,
    ) -> Result<Response<identity::ListOrganisationSnapshotsResponse>, Status> {
        let known = self.known(&request).await?.organisations;
        let (organisations, next_page_token) = page(known, &request.get_ref().page_token);
        Ok(Response::new(identity::ListOrganisationSnapshotsResponse {
            organisations,
            next_page_token,
        }))
    }

    async fn find_account_snapshot(
        &self,
        request: Request<identity::FindAccountSnapshotRequest>,
    ) -> Result<Response<identity::FindAccountSnapshotResponse>, Status> {
        let accounts = self.known(&request).await?.accounts;
        let user = request.into_inner().user_id;
        let account = accounts.into_iter().find(|account| account.user_id == user);
        Ok(Response::new(identity::FindAccountSnapshotResponse {
            account,
        }))
    }

    async fn find_organisation_snapshot(
        &self,
        request: Request<identity::FindOrganisationSnapshotRequest>,
    ) -> Result<Response<identity::FindOrganisationSnapshotResponse>, Status> {
        let organisations = self.known(&request).await?.organisations;
        let asked = request.into_inner().organisation_id;
        let organisation = organisations.into_iter().find(|known| {
            let organisation = known.organisation.as_ref();
            organisation.is_some_and(|known| known.organisation_id == asked)
        });
        Ok(Response::new(identity::FindOrganisationSnapshotResponse {
            organisation,
        }))
    }
}

#[tonic::async_trait]
impl TenancySnapshots for OwnersServer {
    async fn list_tenant_snapshots(
        &self,
        request: Request<tenancy::ListTenantSnapshotsRequest>,
    ) -> Result<Response<tenancy::ListTenantSnapshotsResponse>, Status> {
        let known = self.known(&request).await?.tenants;
        let (tenants, next_page_token) = page(known, &request.get_ref().page_token);
        Ok(Response::new(tenancy::ListTenantSnapshotsResponse {
            tenants,
            next_page_token,
        }))
    }

    async fn find_tenant_snapshots(
        &self,
        request: Request<tenancy::FindTenantSnapshotsRequest>,
    ) -> Result<Response<tenancy::FindTenantSnapshotsResponse>, Status> {
        let mut tenants = self.known(&request).await?.tenants;
        let user = request.into_inner().user_id;
        tenants.retain(|tenant| tenant.user_ids.contains(&user));
        Ok(Response::new(tenancy::FindTenantSnapshotsResponse {
            tenants,
        }))
    }

    async fn find_letting_snapshots(
        &self,
        request: Request<tenancy::FindLettingSnapshotsRequest>,
    ) -> Result<Response<tenancy::FindLettingSnapshotsResponse>, Status> {
        let Known {
            mut in_force,
            mut ended,
            ..
        } = self.known(&request).await?;
        let asked = request.into_inner();
        let home = (asked.organisation_id, asked.property_id);
        in_force.retain(|told| (told.organisation_id, told.property_id) == home);
        ended.retain(|told| (told.organisation_id, told.property_id) == home);
        Ok(Response::new(tenancy::FindLettingSnapshotsResponse {
            in_force,
            ended,
        }))
    }
}
