//! What narrows the lists of certificates and inspections.
#![expect(dead_code, reason = "describes queries; Filters reads them")]

use utoipa::IntoParams;

use crate::model::names::{CertificateType, InspectionView};

/// What narrows the list of certificates.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct CertificateParams {
    /// Of this property.
    #[param(nullable = false, minimum = 1)]
    property_id: Option<i64>,
    /// In any of these states, with commas between them: Expired, ExpiringSoon, RenewalDue, Valid.
    #[param(nullable = false, example = "ExpiringSoon,RenewalDue")]
    state: Option<String>,
    /// Of this type.
    #[param(nullable = false)]
    certificate_type: Option<CertificateType>,
    /// Whether renewed certificates are listed as well.
    #[param(nullable = false)]
    history: Option<bool>,
}

/// What narrows the list of inspections.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct InspectionParams {
    /// Of this property.
    #[param(nullable = false, minimum = 1)]
    property_id: Option<i64>,
    /// Which of them.
    #[param(nullable = false)]
    state: Option<InspectionView>,
}

/// What narrows a list to one property.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct PropertyParam {
    /// Of this property.
    #[param(nullable = false, minimum = 1)]
    property_id: Option<i64>,
}
