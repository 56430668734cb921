//! Another organisation's tries at the calls about tenants, links, applications and documents.

use lintel_proto::tenancy::v1 as tenancy;
use prost::Message as _;

use super::Foreign;

pub(super) fn foreign(name: &str) -> Option<Foreign> {
    Some(match name {
        "TenantService/GetTenant" => {
            Foreign::Tenant(|tenant_id| tenancy::GetTenantRequest { tenant_id }.encode_to_vec())
        }
        "TenantService/UpdateTenant" => Foreign::Tenant(|tenant_id| {
            let tenant = Some(tenancy::Tenant {
                tenant_id,
                ..Default::default()
            });
            tenancy::UpdateTenantRequest {
                tenant,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "TenantService/StartTenancy" => Foreign::Tenant(|tenant_id| {
            tenancy::StartTenancyRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "TakeBackService/GetTakeBack" => Foreign::Tenant(|id| {
            let act = tenancy::TakeBackAct::Tenant.into();
            tenancy::GetTakeBackRequest { act, id }.encode_to_vec()
        }),
        "TakeBackService/TakeBack" => Foreign::Tenant(|id| {
            tenancy::TakeBackRequest {
                act: tenancy::TakeBackAct::Tenant.into(),
                id,
                reason: "A mistake".to_owned(),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "TakeBackService/ListTakenBack" => Foreign::Tenant(|tenant_id| {
            tenancy::ListTakenBackRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "TenantService/EndTenant" => Foreign::Tenant(|tenant_id| {
            tenancy::EndTenantRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "TenantService/CreateTenant" => Foreign::Row(|property_id| {
            let tenant = Some(tenancy::Tenant {
                property_id,
                ..Default::default()
            });
            tenancy::CreateTenantRequest {
                tenant,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "InviteService/CreateInvite" => Foreign::Row(|property_id| {
            tenancy::CreateInviteRequest {
                property_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "InviteService/RevokeInvite" => Foreign::Invite(|invite_id| {
            tenancy::RevokeInviteRequest {
                invite_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ApplicationService/GetApplication" => Foreign::Application(|application_id| {
            tenancy::GetApplicationRequest { application_id }.encode_to_vec()
        }),
        "ApplicationService/UpdateApplication" => Foreign::Application(|application_id| {
            let application = Some(tenancy::Application {
                application_id,
                ..Default::default()
            });
            tenancy::UpdateApplicationRequest {
                application,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ApplicationService/SendReference" => Foreign::Application(|application_id| {
            tenancy::SendReferenceRequest {
                application_id,
                kind: tenancy::ReferenceKind::Employer.into(),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ApplicationService/SendStatusLink" => Foreign::Application(|application_id| {
            tenancy::SendStatusLinkRequest {
                application_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "PortalService/InviteToPortal" => Foreign::Tenant(|tenant_id| {
            tenancy::InviteToPortalRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "DocumentService/AddDocument" => Foreign::Application(|application_id| {
            tenancy::AddDocumentRequest {
                application_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "DocumentService/ReadDocument" => Foreign::Document(|application_id, document_id| {
            tenancy::ReadDocumentRequest {
                application_id,
                document_id,
            }
            .encode_to_vec()
        }),
        "DocumentService/ReviewDocument" => Foreign::Document(|application_id, document_id| {
            tenancy::ReviewDocumentRequest {
                application_id,
                document_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "DocumentService/ListDocumentReadings" => {
            Foreign::Document(|application_id, document_id| {
                tenancy::ListDocumentReadingsRequest {
                    application_id,
                    document_id,
                    ..Default::default()
                }
                .encode_to_vec()
            })
        }
        "TenantMailService/ListTenantMailSwitches" => Foreign::Tenant(|tenant_id| {
            tenancy::ListTenantMailSwitchesRequest { tenant_id }.encode_to_vec()
        }),
        "TenantMailService/SwitchMailsOfTenant" => Foreign::Tenant(|tenant_id| {
            tenancy::SwitchMailsOfTenantRequest {
                tenant_id,
                off: true,
                reason: "Wants letters".to_owned(),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "TenantMailService/PreviewTenantMail" => Foreign::Tenant(|tenant_id| {
            tenancy::PreviewTenantMailRequest {
                tenant_id,
                kind: tenancy::TenancyMailKind::RentReceived.into(),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "TenantMailService/RemindTenant" => Foreign::Tenant(|tenant_id| {
            tenancy::RemindTenantRequest {
                tenant_id,
                note: "Please pay.".to_owned(),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "TenantService/ReadTenantPhoto" => Foreign::Tenant(|tenant_id| {
            tenancy::ReadTenantPhotoRequest { tenant_id }.encode_to_vec()
        }),
        "TenantService/SetTenantPhoto" => Foreign::Tenant(|tenant_id| {
            tenancy::SetTenantPhotoRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "TenantService/RemoveTenantPhoto" => Foreign::Tenant(|tenant_id| {
            tenancy::RemoveTenantPhotoRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ApplicationService/EraseApplication" => Foreign::Application(|application_id| {
            tenancy::EraseApplicationRequest {
                application_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "DocumentService/IssueDocumentTicket" => {
            Foreign::Document(|application_id, document_id| {
                tenancy::IssueDocumentTicketRequest {
                    application_id,
                    document_id,
                }
                .encode_to_vec()
            })
        }
        "TenantTransferService/GetTenantImport" => Foreign::TenantImport(|tenant_import_id| {
            tenancy::GetTenantImportRequest { tenant_import_id }.encode_to_vec()
        }),
        "TenantTransferService/ApplyTenantImport" => Foreign::TenantImport(|tenant_import_id| {
            tenancy::ApplyTenantImportRequest {
                tenant_import_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "TenantService/ListTenants"
        | "TenantService/ListTenantsToCall"
        | "TenantTransferService/ExportTenants"
        | "PrivacyService/ReadTenancyData"
        | "TenantService/GetTenantSummary"
        | "InviteService/ListInvites"
        | "ApplicationService/ListApplications"
        | "ApplicationService/GetApplicationSummary" => Foreign::Collection,
        // These calls are for accounts of applicants, tenants and referees alone, or need a reader's own ticket: the
        // story of a letting and the service's own tests try them.
        "ApplicationService/CreateApplication"
        | "ApplicationService/ListOpenHomes"
        | "ApplicationService/NameReferee"
        | "ApplicationService/RemindReferee"
        | "ApplicationService/WithdrawApplication"
        | "DocumentService/RedeemDocumentTicket"
        | "PortalService/AcceptPortalInvitation"
        | "PortalService/AnswerDepositReturn"
        | "PortalService/AskForPet"
        | "PortalService/ChangeOwnContact"
        | "PortalService/ConfirmTenancy"
        | "PortalService/GiveNotice"
        | "PortalService/WriteToLandlord"
        | "PortalService/GetPortal"
        | "PortalService/ReadOwnPhoto"
        | "PortalService/SetOwnPhoto"
        | "PortalService/RemoveOwnPhoto"
        | "PrivacyService/ReadOwnTenancyData"
        | "TenantTransferService/GetTenantImportTemplate"
        | "TenantTransferService/CheckTenantImport"
        | "ReferenceService/ListReferenceRequests" => Foreign::Own,
        _ => return None,
    })
}
