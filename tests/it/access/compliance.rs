//! Another organisation's tries at the calls about certificates and inspections.

use lintel_proto::portfolio::v1 as portfolio;
use prost::Message as _;

use super::Foreign;

pub(super) fn foreign(name: &str) -> Option<Foreign> {
    Some(match name {
        "CertificateService/GetCertificate" => Foreign::Certificate(|certificate_id| {
            portfolio::GetCertificateRequest { certificate_id }.encode_to_vec()
        }),
        "CertificateService/UpdateCertificate" => Foreign::Certificate(|certificate_id| {
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
        "CertificateService/DeleteCertificate" => Foreign::Certificate(|certificate_id| {
            portfolio::DeleteCertificateRequest {
                certificate_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "CertificateService/RenewCertificate" => Foreign::Certificate(|certificate_id| {
            portfolio::RenewCertificateRequest {
                certificate_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "CertificateService/CreateCertificate" => Foreign::Row(|property_id| {
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
        "InspectionService/CreateInspection" => Foreign::Row(|property_id| {
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
        "InspectionService/GetInspectionSettings" => Foreign::Row(|property_id| {
            portfolio::GetInspectionSettingsRequest { property_id }.encode_to_vec()
        }),
        "InspectionService/UpdateInspectionSettings" => Foreign::Row(|property_id| {
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
        "InspectionService/GetInspection" => Foreign::Inspection(|inspection_id| {
            portfolio::GetInspectionRequest { inspection_id }.encode_to_vec()
        }),
        "InspectionService/UpdateInspection" => Foreign::Inspection(|inspection_id| {
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
        "InspectionService/CompleteInspection" => Foreign::Inspection(|inspection_id| {
            portfolio::CompleteInspectionRequest {
                inspection_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "InspectionService/CancelInspection" => Foreign::Inspection(|inspection_id| {
            portfolio::CancelInspectionRequest {
                inspection_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "InspectionService/ScheduleInspections" => Foreign::Inspection(|inspection_id| {
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
        "ComplianceService/SetDutyExemption" => Foreign::Row(|property_id| {
            portfolio::SetDutyExemptionRequest {
                property_id,
                duty: portfolio::Duty::Epc.into(),
                reason: "Not mine".to_owned(),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ComplianceService/RemoveDutyExemption" => Foreign::Row(|property_id| {
            portfolio::RemoveDutyExemptionRequest {
                property_id,
                duty: portfolio::Duty::Epc.into(),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ComplianceService/ListHomeDuties"
        | "CertificateService/ListCertificates"
        | "InspectionService/ListInspections"
        | "InspectionService/ListInspectionProposals"
        | "AnalyticsService/GetComplianceSummary" => Foreign::Collection,
        // Which homes it is said of follows from whose they are.
        "ComplianceService/AnswerHomeFact" => Foreign::Own,
        "CertificateService/ListCertificateTypes" => Foreign::Own,
        _ => return None,
    })
}
