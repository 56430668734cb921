//! Conversions from domain to contract that calls and events share.

use lintel_proto::tenancy::v1;

use crate::domain::{
    ApplicationSort, ApplicationStatus, DocumentStatus, DocumentType, ImportState, LeaseStatus,
    ReferenceKind, ReferenceState,
};

lintel_proto::words! {
    ApplicationStatus = v1::ApplicationStatus, application_status;
    ApplicationSort = v1::ApplicationSort, application_sort;
    DocumentType = v1::DocumentType, document_type;
    DocumentStatus = v1::DocumentStatus, document_status;
    ReferenceKind = v1::ReferenceKind, reference_kind;
    ReferenceState = v1::ReferenceState;
    LeaseStatus = v1::LeaseStatus, lease_status;
    ImportState = v1::TenantImportState;
}
