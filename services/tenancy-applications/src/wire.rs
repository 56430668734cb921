//! Conversions from domain to contract that calls and events share.

use lintel_proto::tenancy::v1;

use crate::domain::{
    ApplicationSort, ApplicationStatus, DocumentType, LeaseStatus, ReferenceKind,
};

lintel_proto::words! {
    ApplicationStatus = v1::ApplicationStatus, application_status;
    ApplicationSort = v1::ApplicationSort, application_sort;
    DocumentType = v1::DocumentType, document_type;
    ReferenceKind = v1::ReferenceKind, reference_kind;
    LeaseStatus = v1::LeaseStatus, lease_status;
}
