//! Another organisation's tries at the calls about viewings, maintenance and contractors.

use lintel_proto::{maintenance::v1 as maintenance, viewings::v1 as viewings};
use prost::Message as _;

use super::Foreign;

pub(super) fn foreign(name: &str) -> Option<Foreign> {
    viewing(name)
        .or_else(|| request(name))
        .or_else(|| contractor(name))
}

fn viewing(name: &str) -> Option<Foreign> {
    Some(match name {
        "ViewingService/GetViewing" => Foreign::Viewing(|viewing_id| {
            viewings::GetViewingRequest { viewing_id }.encode_to_vec()
        }),
        "ViewingService/GetViewingCalendar" => Foreign::Viewing(|viewing_id| {
            viewings::GetViewingCalendarRequest { viewing_id }.encode_to_vec()
        }),
        "ViewingService/UpdateViewing" => Foreign::Viewing(|viewing_id| {
            let viewing = Some(viewings::Viewing {
                viewing_id,
                ..Default::default()
            });
            viewings::UpdateViewingRequest {
                viewing,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ViewingService/EraseViewer" => Foreign::Viewing(|viewing_id| {
            viewings::EraseViewerRequest {
                viewing_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ViewingService/CreateViewing" => Foreign::Row(|property_id| {
            let viewing = Some(viewings::Viewing {
                property_id,
                ..Default::default()
            });
            viewings::CreateViewingRequest {
                viewing,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ViewingService/CheckViewingTime" => Foreign::Row(|property_id| {
            viewings::CheckViewingTimeRequest {
                property_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ViewingService/ListViewings"
        | "ViewingService/GetViewingSummary"
        | "PrivacyService/ReadViewingData" => Foreign::Collection,
        _ => return None,
    })
}

fn request(name: &str) -> Option<Foreign> {
    Some(match name {
        "MaintenanceService/GetMaintenanceRequest" => Foreign::Request(|maintenance_request_id| {
            maintenance::GetMaintenanceRequestRequest {
                maintenance_request_id,
            }
            .encode_to_vec()
        }),
        "MaintenanceService/UpdateMaintenanceRequest" => {
            Foreign::Request(|maintenance_request_id| {
                let request = Some(maintenance::MaintenanceRequest {
                    maintenance_request_id,
                    ..Default::default()
                });
                maintenance::UpdateMaintenanceRequestRequest {
                    maintenance_request: request,
                    ..Default::default()
                }
                .encode_to_vec()
            })
        }
        "MaintenanceService/CreateMaintenanceRequest" => Foreign::Row(|property_id| {
            let request = Some(maintenance::MaintenanceRequest {
                property_id,
                ..Default::default()
            });
            maintenance::CreateMaintenanceRequestRequest {
                maintenance_request: request,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "MaintenanceService/BookVisit" => Foreign::Request(|maintenance_request_id| {
            maintenance::BookVisitRequest {
                maintenance_request_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "MaintenanceService/CancelVisit" => Foreign::Request(|maintenance_request_id| {
            maintenance::CancelVisitRequest {
                maintenance_request_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "MaintenanceService/OfferJob" => Foreign::Request(|maintenance_request_id| {
            maintenance::OfferJobRequest {
                maintenance_request_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "MaintenanceService/DecideJobTime" => Foreign::Request(|maintenance_request_id| {
            maintenance::DecideJobTimeRequest {
                maintenance_request_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "MaintenanceService/CallOffJob" => Foreign::Request(|maintenance_request_id| {
            maintenance::CallOffJobRequest {
                maintenance_request_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "MaintenanceService/AddCost" => Foreign::Request(|maintenance_request_id| {
            maintenance::AddCostRequest {
                maintenance_request_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "MaintenanceService/RemoveCost" => Foreign::Cost(|maintenance_request_id, cost_id| {
            maintenance::RemoveCostRequest {
                maintenance_request_id,
                cost_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "MaintenanceService/ListComments" => Foreign::Request(|maintenance_request_id| {
            maintenance::ListCommentsRequest {
                maintenance_request_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "MaintenanceService/AddComment" => Foreign::Request(|maintenance_request_id| {
            maintenance::AddCommentRequest {
                maintenance_request_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "MaintenanceService/AddAttachment" => Foreign::Request(|maintenance_request_id| {
            maintenance::AddAttachmentRequest {
                maintenance_request_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "MaintenanceService/ReadAttachment" => {
            Foreign::Attachment(|maintenance_request_id, attachment_id| {
                maintenance::ReadAttachmentRequest {
                    maintenance_request_id,
                    attachment_id,
                }
                .encode_to_vec()
            })
        }
        "MaintenanceService/RemoveAttachment" => {
            Foreign::Attachment(|maintenance_request_id, attachment_id| {
                maintenance::RemoveAttachmentRequest {
                    maintenance_request_id,
                    attachment_id,
                    ..Default::default()
                }
                .encode_to_vec()
            })
        }
        "MaintenanceService/ListMaintenanceRequests"
        | "MaintenanceService/GetMaintenanceSummary"
        | "PrivacyService/ReadMaintenanceData" => Foreign::Collection,
        // These calls are for accounts of tenants alone: the story of a repair and the service's own tests try them.
        "MaintenanceService/ConfirmRepair"
        | "MaintenanceService/JudgeReport"
        | "PrivacyService/ReadOwnMaintenanceData" => Foreign::Own,
        _ => return None,
    })
}

fn contractor(name: &str) -> Option<Foreign> {
    Some(match name {
        "ContractorService/GetContractor" => Foreign::Contractor(|contractor_id| {
            maintenance::GetContractorRequest { contractor_id }.encode_to_vec()
        }),
        "ContractorService/UpdateContractor" => Foreign::Contractor(|contractor_id| {
            let contractor = Some(maintenance::Contractor {
                contractor_id,
                ..Default::default()
            });
            maintenance::UpdateContractorRequest {
                contractor,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ContractorService/DeleteContractor" => Foreign::Contractor(|contractor_id| {
            maintenance::DeleteContractorRequest {
                contractor_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ContractorService/ListContractors" => Foreign::Collection,
        "ContractorService/CreateContractor" => Foreign::Own,
        _ => return None,
    })
}
