//! `lintel.listings.v1.ListingService`.

use lintel_auth::principal;
use lintel_proto::listings::v1::{
    GetListingPictureRequest, GetListingPictureResponse, GetListingRequest, GetListingResponse,
    ListComparablesRequest, ListComparablesResponse, ListListingsRequest, ListListingsResponse,
    SetWatchlistRequest, SetWatchlistResponse, listing_service_server::ListingService,
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::{Sources, listing};
use crate::app::{Listings, Pictures};

/// Serves [`Listings`] over gRPC.
#[derive(Debug, Clone)]
pub struct ListingGrpc {
    listings: Listings,
    pictures: Pictures,
    sources: Sources,
}

impl ListingGrpc {
    /// Serves `listings` and `pictures` as `sources` allow them to be shown.
    #[must_use]
    pub const fn new(listings: Listings, pictures: Pictures, sources: Sources) -> Self {
        Self {
            listings,
            pictures,
            sources,
        }
    }
}

#[tonic::async_trait]
impl ListingService for ListingGrpc {
    async fn get_listing(
        &self,
        request: Request<GetListingRequest>,
    ) -> Result<Response<GetListingResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.listing_id.into();
        let found = self.listings.get(&caller, id).await?;
        Ok(Response::new(GetListingResponse {
            listing: Some(listing::listing(found, &self.sources)),
        }))
    }

    async fn get_listing_picture(
        &self,
        request: Request<GetListingPictureRequest>,
    ) -> Result<Response<GetListingPictureResponse>, Status> {
        let caller = principal(&request)?;
        let asked = request.into_inner();
        let id = asked.listing_id.into();
        let found = self.listings.get(&caller, id).await?;
        let address = listing::picture(&found, &self.sources, &asked.picture);
        let picture = self.pictures.get(&caller, address).await?;
        Ok(Response::new(GetListingPictureResponse {
            media_type: picture.media_type,
            content: picture.content,
        }))
    }

    async fn list_listings(
        &self,
        request: Request<ListListingsRequest>,
    ) -> Result<Response<ListListingsResponse>, Status> {
        let (caller, request) = read(request)?;
        let listing::SearchParameters { filter, sort, page } = listing::asked(&request)?;
        let watched = request.watchlisted;
        let found = self
            .listings
            .list(&caller, &filter, sort, watched, &page)
            .await?;
        Ok(Response::new(listing::page(found, &self.sources)))
    }

    async fn set_watchlist(
        &self,
        request: Request<SetWatchlistRequest>,
    ) -> Result<Response<SetWatchlistResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let (id, watched) = (request.listing_id.into(), request.watchlisted);
        let set = self
            .listings
            .watch(&caller, id, watched, key.as_ref())
            .await?;
        Ok(Response::new(SetWatchlistResponse {
            listing: Some(listing::listing(set, &self.sources)),
        }))
    }

    async fn list_comparables(
        &self,
        request: Request<ListComparablesRequest>,
    ) -> Result<Response<ListComparablesResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.listing_id.into();
        let (sales, attribution) = self.listings.comparables(&caller, id).await?;
        Ok(Response::new(ListComparablesResponse {
            comparables: sales.into_iter().map(listing::comparable).collect(),
            attribution,
        }))
    }
}
