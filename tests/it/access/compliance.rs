//! How another organisation tries the calls about certificates and inspections.

use lintel_proto::portfolio::v1 as portfolio;
use prost::Message as _;

use super::Foreign;

pub(super) fn foreign(name: &str) -> Option<Foreign> {
    Some(match name {
        "ComplianceService/GetCertificate" => Foreign::Certificate(|certificate_id| {
            portfolio::GetCertificateRequest { certificate_id }.encode_to_vec()
        }),
        "ComplianceService/UpdateCertificate" => Foreign::Certificate(|certificate_id| {
            let certificate = Some(portfolio::Certificate {
                certificate_id,
                ..Default::default()
            });
            portfolio::UpdateCertificateRequest {
                certificate,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ComplianceService/DeleteCertificate" => Foreign::Certificate(|certificate_id| {
            portfolio::DeleteCertificateRequest {
                certificate_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ComplianceService/RenewCertificate" => Foreign::Certificate(|certificate_id| {
            portfolio::RenewCertificateRequest {
                certificate_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ComplianceService/CreateCertificate" => Foreign::Row(|property_id| {
            let certificate = Some(portfolio::Certificate {
                property_id,
                ..Default::default()
            });
            portfolio::CreateCertificateRequest {
                certificate,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ComplianceService/CreateInspection" => Foreign::Row(|property_id| {
            let inspection = Some(portfolio::Inspection {
                property_id,
                ..Default::default()
            });
            portfolio::CreateInspectionRequest {
                inspection,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ComplianceService/GetInspectionSettings" => Foreign::Row(|property_id| {
            portfolio::GetInspectionSettingsRequest { property_id }.encode_to_vec()
        }),
        "ComplianceService/UpdateInspectionSettings" => Foreign::Row(|property_id| {
            let settings = Some(portfolio::InspectionSettings {
                property_id,
                ..Default::default()
            });
            portfolio::UpdateInspectionSettingsRequest {
                settings,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ComplianceService/GetInspection" => Foreign::Inspection(|inspection_id| {
            portfolio::GetInspectionRequest { inspection_id }.encode_to_vec()
        }),
        "ComplianceService/UpdateInspection" => Foreign::Inspection(|inspection_id| {
            let inspection = Some(portfolio::Inspection {
                inspection_id,
                ..Default::default()
            });
            portfolio::UpdateInspectionRequest {
                inspection,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ComplianceService/CompleteInspection" => Foreign::Inspection(|inspection_id| {
            portfolio::CompleteInspectionRequest {
                inspection_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ComplianceService/CancelInspection" => Foreign::Inspection(|inspection_id| {
            portfolio::CancelInspectionRequest {
                inspection_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ComplianceService/ScheduleInspections" => Foreign::Inspection(|inspection_id| {
            let booking = portfolio::InspectionBooking {
                inspection_id,
                ..Default::default()
            };
            portfolio::ScheduleInspectionsRequest {
                bookings: vec![booking],
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ComplianceService/ListCertificates"
        | "ComplianceService/ListInspections"
        | "ComplianceService/ListInspectionProposals"
        | "ComplianceService/GetComplianceSummary" => Foreign::Collection,
        "ComplianceService/ListCertificateTypes" => Foreign::Own,
        _ => return None,
    })
}
