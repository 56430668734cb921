//! What each service holds of an organisation, read as one of its Owners with the tokens that identity gives for a backup.

use std::time::Duration;

use lintel_auth::ServiceKey;
use lintel_core::OrganisationId;
use lintel_proto::{
    common::v1::ExportPage,
    identity::v1::{
        BeginBackupRequest, BeginBackupResponse, ListOrganisationsToBackUpRequest,
        backup_access_service_client::BackupAccessServiceClient,
    },
    listings::v1::{self as listings, ReadListingDataRequest},
    maintenance::v1::{self as maintenance, ReadMaintenanceDataRequest},
    portfolio::v1::{self as portfolio, ReadPortfolioDataRequest},
    tenancy::v1::{self as tenancy, ReadTenancyDataRequest},
    viewings::v1::{self as viewings, ReadViewingDataRequest},
};
use lintel_runtime::{
    ConfigError, SharedConfig,
    client::{self, in_time},
};
use tonic::{Request, Status, transport::Channel};

/// How long one page may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// The largest page in bytes: an export has four times as much in one message at most.
const LARGEST: usize = 8 * 1024 * 1024;

/// The parts of a backup, each read from one service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Properties, certificates, inspections, sales.
    Portfolio,
    /// Tenancies, tenants, applications, references.
    Tenancies,
    /// Viewings.
    Viewings,
    /// Repairs and contractors.
    Maintenance,
    /// Watched homes for sale, searches, analyses.
    Listings,
}

impl Part {
    /// All of them, in the order of the file.
    pub const ALL: [Self; 5] = [
        Self::Portfolio,
        Self::Tenancies,
        Self::Viewings,
        Self::Maintenance,
        Self::Listings,
    ];

    /// The folder of the file.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Portfolio => "portfolio",
            Self::Tenancies => "tenancies",
            Self::Viewings => "viewings",
            Self::Maintenance => "maintenance",
            Self::Listings => "listings",
        }
    }
}

/// The services and the right to read them.
#[derive(Debug, Clone)]
pub struct Holdings {
    identity: Channel,
    portfolio: Channel,
    tenancies: Channel,
    viewings: Channel,
    listings: Channel,
    key: ServiceKey,
}

impl Holdings {
    /// Connects at the first call.
    ///
    /// # Errors
    /// [`ConfigError`] naming the variable.
    pub fn try_new(shared: &SharedConfig) -> Result<Self, ConfigError> {
        let channel = |name, url| {
            client::channel(name, url, shared).map(lintel_runtime::GrpcChannel::untraced)
        };
        Ok(Self {
            identity: channel("LINTEL_IDENTITY_URL", &shared.identity_url)?,
            portfolio: channel("LINTEL_PORTFOLIO_URL", &shared.portfolio_url)?,
            tenancies: channel(
                "LINTEL_TENANCY_APPLICATIONS_URL",
                &shared.tenancy_applications_url,
            )?,
            viewings: channel(
                "LINTEL_VIEWINGS_MAINTENANCE_URL",
                &shared.viewings_maintenance_url,
            )?,
            listings: channel("LINTEL_LISTINGS_IMPORT_URL", &shared.listings_import_url)?,
            key: shared.service_key()?,
        })
    }

    /// A page of the organisations that want nightly backups, and the token of the next; empty on the last.
    ///
    /// # Errors
    /// As identity answers.
    pub async fn wanted(&self, page_token: String) -> Result<(Vec<i64>, String), Status> {
        let request = ListOrganisationsToBackUpRequest {
            page_size: 200,
            page_token,
        };
        let mut client = BackupAccessServiceClient::new(self.identity.clone());
        let call = client.list_organisations_to_back_up(self.internal(request)?);
        let reply = in_time(PATIENCE, call).await?;
        Ok((reply.organisation_ids, reply.next_page_token))
    }

    /// The right to read what is held of an organisation.
    ///
    /// # Errors
    /// As identity answers; `NOT_FOUND` for an organisation without an Owner.
    pub async fn begin(&self, organisation: OrganisationId) -> Result<BeginBackupResponse, Status> {
        let request = BeginBackupRequest {
            organisation_id: organisation.get(),
        };
        let mut client = BackupAccessServiceClient::new(self.identity.clone());
        in_time(PATIENCE, client.begin_backup(self.internal(request)?)).await
    }

    /// A page of one part.
    ///
    /// # Errors
    /// As the service answers.
    pub async fn page(
        &self,
        tokens: &BeginBackupResponse,
        part: Part,
        page_token: String,
    ) -> Result<ExportPage, Status> {
        let export_token = tokens.export_token.clone();
        macro_rules! read {
            ($package:ident, $channel:ident, $request:ident, $call:ident) => {{
                let client = $package::privacy_service_client::PrivacyServiceClient::new(
                    self.$channel.clone(),
                );
                let request = $request {
                    page_token,
                    export_token,
                };
                let mut client = client.max_decoding_message_size(LARGEST);
                in_time(PATIENCE, client.$call(bearing(request, tokens)?))
                    .await?
                    .page
            }};
        }
        let page = match part {
            Part::Portfolio => {
                read!(
                    portfolio,
                    portfolio,
                    ReadPortfolioDataRequest,
                    read_portfolio_data
                )
            }
            Part::Tenancies => read!(
                tenancy,
                tenancies,
                ReadTenancyDataRequest,
                read_tenancy_data
            ),
            Part::Viewings => read!(
                viewings,
                viewings,
                ReadViewingDataRequest,
                read_viewing_data
            ),
            Part::Maintenance => {
                read!(
                    maintenance,
                    viewings,
                    ReadMaintenanceDataRequest,
                    read_maintenance_data
                )
            }
            Part::Listings => read!(
                listings,
                listings,
                ReadListingDataRequest,
                read_listing_data
            ),
        };
        page.ok_or_else(|| Status::internal("a reply came without its page"))
    }

    fn internal<T>(&self, message: T) -> Result<Request<T>, Status> {
        let mut request = Request::new(message);
        request.set_timeout(PATIENCE);
        let shown = self.key.show(request.metadata_mut());
        shown.map_err(lintel_runtime::into_status)?;
        Ok(request)
    }
}

fn bearing<T>(message: T, tokens: &BeginBackupResponse) -> Result<Request<T>, Status> {
    let mut request = Request::new(message);
    request.set_timeout(PATIENCE);
    let bearer = format!("Bearer {}", tokens.access_token);
    let bearer = bearer
        .parse()
        .map_err(|_| Status::internal("a token that is no header"))?;
    request.metadata_mut().insert("authorization", bearer);
    Ok(request)
}
