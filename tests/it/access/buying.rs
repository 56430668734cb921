//! Another organisation's tries at the calls about homes for sale.

use lintel_proto::listings::v1 as listings;
use prost::Message as _;

use super::Foreign;

pub(super) fn foreign(name: &str) -> Option<Foreign> {
    Some(match name {
        "ListingService/GetListing" => Foreign::Listing(|listing_id| {
            listings::GetListingRequest { listing_id }.encode_to_vec()
        }),
        "ListingService/GetListingPicture" => Foreign::Listing(|listing_id| {
            listings::GetListingPictureRequest {
                listing_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ListingService/SetWatchlist" => Foreign::Listing(|listing_id| {
            listings::SetWatchlistRequest {
                listing_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ListingService/ListComparables" => Foreign::Listing(|listing_id| {
            listings::ListComparablesRequest { listing_id }.encode_to_vec()
        }),
        "AnalysisService/AnalyseListing" => Foreign::Listing(|listing_id| {
            listings::AnalyseListingRequest {
                listing_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "AnalysisService/SaveAnalysis" => Foreign::Listing(|listing_id| {
            let analysis = Some(listings::Analysis {
                listing_id,
                ..Default::default()
            });
            listings::SaveAnalysisRequest {
                analysis,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "AnalysisService/DeleteAnalysis" => Foreign::Analysis(|analysis_id| {
            listings::DeleteAnalysisRequest {
                analysis_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "SavedSearchService/DeleteSavedSearch" => Foreign::Search(|saved_search_id| {
            listings::DeleteSavedSearchRequest {
                saved_search_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ListingImportService/GetListingImport" => Foreign::ListingImport(|listing_import_id| {
            listings::GetListingImportRequest { listing_import_id }.encode_to_vec()
        }),
        "ListingImportService/AppendListingImport" => Foreign::ListingImport(|listing_import_id| {
            listings::AppendListingImportRequest {
                listing_import_id,
                content: b"x".to_vec(),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ListingImportService/StartListingImport" => Foreign::ListingImport(|listing_import_id| {
            listings::StartListingImportRequest {
                listing_import_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ListingService/ListListings"
        | "AnalysisService/ListAnalyses"
        | "SavedSearchService/ListSavedSearches"
        | "ListingImportService/ListListingImports"
        | "PrivacyService/ReadListingData" => Foreign::Collection,
        "SavedSearchService/SaveSearch" | "ListingImportService/BeginListingImport" => Foreign::Own,
        _ => return None,
    })
}
