//! Conversions from domain to contract that calls and events share.

use lintel_proto::tenancy;

use crate::domain::LeaseStatus;

lintel_proto::words! {
    LeaseStatus = tenancy::v1::LeaseStatus, lease_status;
}
