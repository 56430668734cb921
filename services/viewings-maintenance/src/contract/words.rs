//! Conversions from domain to contract that calls and events share.

use lintel_proto::{tenancy, viewings};

use crate::domain::{
    LeaseStatus,
    viewing::{ViewerAnswer, ViewingStatus, ViewingView},
};

lintel_proto::words! {
    LeaseStatus = tenancy::v1::LeaseStatus, lease_status;
    ViewingStatus = viewings::v1::ViewingStatus, viewing_status;
    ViewerAnswer = viewings::v1::ViewerAnswer, viewer_answer;
    ViewingView = viewings::v1::ViewingView, viewing_view;
}
