//! Somebody who calls the service.

use lintel_proto::listings::v1::{
    AnalyseListingRequest, Analysis, AppendListingImportRequest, Assumptions,
    BeginListingImportRequest, DeleteAnalysisRequest, DeleteSavedSearchRequest,
    GetListingImportRequest, GetListingPictureRequest, GetListingPictureResponse,
    GetListingRequest, ListAnalysesRequest, ListAnalysesResponse, ListComparablesRequest,
    ListComparablesResponse, ListListingImportsRequest, ListListingsRequest, ListListingsResponse,
    ListSavedSearchesRequest, Listing, ListingFormat, ListingImport, SaveAnalysisRequest,
    SaveSearchRequest, SavedSearch, SetWatchlistRequest, StartListingImportRequest,
    analysis_service_client::AnalysisServiceClient,
    listing_import_service_client::ListingImportServiceClient,
    listing_service_client::ListingServiceClient,
    saved_search_service_client::SavedSearchServiceClient,
};
use tonic::Status;

use super::Connection;

/// Somebody who calls the service.
#[derive(Clone)]
pub struct Caller {
    listings: ListingServiceClient<Connection>,
    imports: ListingImportServiceClient<Connection>,
    searches: SavedSearchServiceClient<Connection>,
    analyses: AnalysisServiceClient<Connection>,
}

impl From<Connection> for Caller {
    fn from(connection: Connection) -> Self {
        Self {
            listings: ListingServiceClient::new(connection.clone()),
            imports: ListingImportServiceClient::new(connection.clone()),
            searches: SavedSearchServiceClient::new(connection.clone()),
            analyses: AnalysisServiceClient::new(connection),
        }
    }
}

impl Caller {
    pub async fn begin(
        &self,
        format: ListingFormat,
        source: &str,
        request_id: &str,
    ) -> Result<ListingImport, Status> {
        let request = BeginListingImportRequest {
            format: format.into(),
            source: source.to_owned(),
            file_name: "feed".to_owned(),
            request_id: request_id.to_owned(),
        };
        let reply = self.imports.clone().begin_listing_import(request).await?;
        Ok(reply.into_inner().listing_import.unwrap_or_default())
    }

    pub async fn append(&self, import: i64, offset: i64, content: &[u8]) -> Result<i64, Status> {
        let request = AppendListingImportRequest {
            listing_import_id: import,
            offset,
            content: content.to_vec(),
        };
        let reply = self.imports.clone().append_listing_import(request).await?;
        Ok(reply.into_inner().size_bytes)
    }

    pub async fn start(&self, import: i64) -> Result<ListingImport, Status> {
        let request = StartListingImportRequest {
            listing_import_id: import,
            request_id: String::new(),
        };
        let reply = self.imports.clone().start_listing_import(request).await?;
        Ok(reply.into_inner().listing_import.unwrap_or_default())
    }

    /// Sends a whole file in parts and starts its import.
    pub async fn send(
        &self,
        format: ListingFormat,
        source: &str,
        content: &[u8],
    ) -> anyhow::Result<i64> {
        let id = self.begin(format, source, "").await?.listing_import_id;
        let mut offset = 0;
        for part in content.chunks(1024 * 1024) {
            offset = self.append(id, offset, part).await?;
        }
        self.start(id).await?;
        Ok(id)
    }

    pub async fn import(&self, import: i64) -> Result<ListingImport, Status> {
        let request = GetListingImportRequest {
            listing_import_id: import,
        };
        let reply = self.imports.clone().get_listing_import(request).await?;
        Ok(reply.into_inner().listing_import.unwrap_or_default())
    }

    pub async fn imports(&self) -> Result<Vec<ListingImport>, Status> {
        let request = ListListingImportsRequest::default();
        let reply = self.imports.clone().list_listing_imports(request).await?;
        Ok(reply.into_inner().listing_imports)
    }

    pub async fn get(&self, listing_id: i64) -> Result<Listing, Status> {
        let request = GetListingRequest { listing_id };
        let reply = self.listings.clone().get_listing(request).await?;
        Ok(reply.into_inner().listing.unwrap_or_default())
    }

    pub async fn picture(
        &self,
        listing_id: i64,
        picture: &str,
    ) -> Result<GetListingPictureResponse, Status> {
        let request = GetListingPictureRequest {
            listing_id,
            picture: picture.to_owned(),
        };
        let reply = self.listings.clone().get_listing_picture(request).await?;
        Ok(reply.into_inner())
    }

    pub async fn search(
        &self,
        request: ListListingsRequest,
    ) -> Result<ListListingsResponse, Status> {
        Ok(self
            .listings
            .clone()
            .list_listings(request)
            .await?
            .into_inner())
    }

    /// The listings that a location finds.
    pub async fn at(&self, location: &str) -> Result<Vec<Listing>, Status> {
        let request = ListListingsRequest {
            location: location.to_owned(),
            ..ListListingsRequest::default()
        };
        Ok(self.search(request).await?.listings)
    }

    pub async fn watch(&self, listing_id: i64, watchlisted: bool) -> Result<Listing, Status> {
        let request = SetWatchlistRequest {
            listing_id,
            watchlisted,
            request_id: String::new(),
        };
        let reply = self.listings.clone().set_watchlist(request).await?;
        Ok(reply.into_inner().listing.unwrap_or_default())
    }

    pub async fn comparables(&self, listing_id: i64) -> Result<ListComparablesResponse, Status> {
        let request = ListComparablesRequest { listing_id };
        let reply = self.listings.clone().list_comparables(request).await?;
        Ok(reply.into_inner())
    }

    pub async fn save_search(&self, search: SavedSearch) -> Result<SavedSearch, Status> {
        let request = SaveSearchRequest {
            saved_search: Some(search),
            request_id: String::new(),
        };
        let reply = self.searches.clone().save_search(request).await?;
        Ok(reply.into_inner().saved_search.unwrap_or_default())
    }

    pub async fn searches(&self) -> Result<Vec<SavedSearch>, Status> {
        let request = ListSavedSearchesRequest {};
        let reply = self.searches.clone().list_saved_searches(request).await?;
        Ok(reply.into_inner().saved_searches)
    }

    pub async fn delete_search(&self, saved_search_id: i64) -> Result<(), Status> {
        let request = DeleteSavedSearchRequest {
            saved_search_id,
            request_id: String::new(),
        };
        self.searches.clone().delete_saved_search(request).await?;
        Ok(())
    }

    pub async fn analyse(
        &self,
        listing_id: i64,
        assumptions: Assumptions,
    ) -> Result<Analysis, Status> {
        let request = AnalyseListingRequest {
            listing_id,
            assumptions: Some(assumptions),
        };
        let reply = self.analyses.clone().analyse_listing(request).await?;
        Ok(reply.into_inner().analysis.unwrap_or_default())
    }

    pub async fn save_analysis(
        &self,
        analysis: Analysis,
        request_id: &str,
    ) -> Result<Analysis, Status> {
        let request = SaveAnalysisRequest {
            analysis: Some(analysis),
            request_id: request_id.to_owned(),
        };
        let reply = self.analyses.clone().save_analysis(request).await?;
        Ok(reply.into_inner().analysis.unwrap_or_default())
    }

    pub async fn analyses(
        &self,
        page_size: i32,
        page_token: &str,
    ) -> Result<ListAnalysesResponse, Status> {
        let request = ListAnalysesRequest {
            page_size,
            page_token: page_token.to_owned(),
        };
        let reply = self.analyses.clone().list_analyses(request).await?;
        Ok(reply.into_inner())
    }

    pub async fn delete_analysis(&self, analysis_id: i64) -> Result<(), Status> {
        let request = DeleteAnalysisRequest {
            analysis_id,
            request_id: String::new(),
        };
        self.analyses.clone().delete_analysis(request).await?;
        Ok(())
    }
}
