//! `lintel.listings.v1.SavedSearchService`.

use lintel_auth::principal;
use lintel_core::Money;
use lintel_db::Asked;
use lintel_proto::{
    convert::timestamp,
    listings::v1::{
        self, DeleteSavedSearchRequest, DeleteSavedSearchResponse, ListSavedSearchesRequest,
        ListSavedSearchesResponse, SaveSearchRequest, SaveSearchResponse,
        saved_search_service_server::SavedSearchService,
    },
    read::Reader,
};
use lintel_runtime::write;
use tonic::{Request, Response, Status};

use super::listing;
use crate::{
    app::SavedSearches,
    domain::{NewSearch, SavedSearch},
};

/// Serves [`SavedSearches`] over gRPC.
#[derive(Debug, Clone)]
pub struct SavedSearchGrpc {
    searches: SavedSearches,
}

impl SavedSearchGrpc {
    /// Serves `searches`.
    #[must_use]
    pub const fn new(searches: SavedSearches) -> Self {
        Self { searches }
    }
}

#[tonic::async_trait]
impl SavedSearchService for SavedSearchGrpc {
    async fn list_saved_searches(
        &self,
        request: Request<ListSavedSearchesRequest>,
    ) -> Result<Response<ListSavedSearchesResponse>, Status> {
        let caller = principal(&request)?;
        let listed = self.searches.list(&caller).await?;
        Ok(Response::new(ListSavedSearchesResponse {
            saved_searches: listed.into_iter().map(Into::into).collect(),
        }))
    }

    async fn save_search(
        &self,
        request: Request<SaveSearchRequest>,
    ) -> Result<Response<SaveSearchResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let draft = request.saved_search.unwrap_or_default();
        let new = NewSearch::try_new(&draft.display_name, &draft.location, |unreadable| {
            let reader = Reader { unreadable };
            listing::filter(
                reader,
                &draft.location,
                draft.listing_type,
                draft.min_price.clone(),
                draft.max_price.clone(),
            )
        });
        let new = new?;
        let asked = Asked::new(key, |saved: SavedSearch| {
            Ok(SaveSearchResponse {
                saved_search: Some(saved.into()),
            })
        });
        let reply = self.searches.save(&caller, &new, asked).await?;
        Ok(Response::new(reply))
    }

    async fn delete_saved_search(
        &self,
        request: Request<DeleteSavedSearchRequest>,
    ) -> Result<Response<DeleteSavedSearchResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.saved_search_id.into();
        let asked = Asked::new(key, |()| Ok(DeleteSavedSearchResponse {}));
        let reply = self.searches.delete(&caller, id, asked).await?;
        Ok(Response::new(reply))
    }
}

impl From<SavedSearch> for v1::SavedSearch {
    fn from(search: SavedSearch) -> Self {
        let money = |amount: Option<Money>| amount.map(Into::into);
        let group = search.filter.group;
        Self {
            saved_search_id: search.id.get(),
            display_name: search.name,
            location: search.location,
            listing_type: group.map_or(0, |group| v1::ListingType::from(group).into()),
            min_price: money(search.filter.min_price),
            max_price: money(search.filter.max_price),
            create_time: Some(timestamp(search.created_at)),
        }
    }
}
