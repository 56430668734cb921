//! Conversions from domain to contract that calls and events share.

use lintel_proto::listings::v1;

use crate::{
    connectors::Format,
    domain::{BuyerType, ImportState, ListingGroup, MortgageType, Sort},
};

lintel_proto::words! {
    ListingGroup = v1::ListingType, listing_type;
    Sort = v1::ListingSort, listing_sort;
    Format = v1::ListingFormat, listing_format;
    ImportState = v1::ListingImportState;
    MortgageType = v1::MortgageType, mortgage_type;
    BuyerType = v1::BuyerType, buyer_type;
}
