//! Another organisation's tries at the calls about rent, banks' files, agreements, moving in, documents and deposits of
//! tenancies.

use lintel_proto::tenancy::v1 as tenancy;
use prost::Message as _;

use super::Foreign;

pub(super) fn foreign(name: &str) -> Option<Foreign> {
    Some(match name {
        "RentService/GetLedger" => Foreign::Tenant(|tenant_id| {
            tenancy::GetLedgerRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "RentService/GetTenancyRent" => Foreign::Tenancy(|tenancy_id| {
            tenancy::GetTenancyRentRequest {
                tenancy_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "RentService/ReadRentStatement" => Foreign::Tenant(|tenant_id| {
            tenancy::ReadRentStatementRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "RentService/PostLedgerEntry" => Foreign::Tenant(|tenant_id| {
            tenancy::PostLedgerEntryRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "RentService/SetShares" => Foreign::Tenancy(|tenancy_id| {
            tenancy::SetSharesRequest {
                tenancy_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "RentService/StartRent" => Foreign::Tenant(|tenant_id| {
            tenancy::StartRentRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "RentService/ProposeRentRise" => Foreign::Tenant(|tenant_id| {
            tenancy::ProposeRentRiseRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "RentService/RecordRentChange" => Foreign::Tenant(|tenant_id| {
            tenancy::RecordRentChangeRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "TenancyDocumentService/GiveTenancyDocument" => Foreign::Tenant(|tenant_id| {
            tenancy::GiveTenancyDocumentRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "TenancyDocumentService/ReadTenancyDocument" => {
            Foreign::Given(|tenant_id, tenancy_document_id| {
                tenancy::ReadTenancyDocumentRequest {
                    tenant_id,
                    tenancy_document_id,
                }
                .encode_to_vec()
            })
        }
        "DepositService/RecordDeposit" => Foreign::Tenant(|tenant_id| {
            tenancy::RecordDepositRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "DepositService/RecordDepositReturn" => Foreign::Tenant(|tenant_id| {
            tenancy::RecordDepositReturnRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "DutyService/GetDuties" => {
            Foreign::Tenant(|tenant_id| tenancy::GetDutiesRequest { tenant_id }.encode_to_vec())
        }
        "DutyService/RecordPaper" => Foreign::Tenant(|tenant_id| {
            tenancy::RecordPaperRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "DutyService/RecordPetRequest" => Foreign::Tenant(|tenant_id| {
            tenancy::RecordPetRequestRequest {
                tenant_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "DutyService/RemovePetRequest" => Foreign::Tenant(|tenant_id| {
            tenancy::RemovePetRequestRequest {
                tenant_id,
                pet_request_id: 1,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "RentService/ListRentPayments" => Foreign::Tenant(|tenant_id| {
            tenancy::ListRentPaymentsRequest { tenant_id }.encode_to_vec()
        }),
        "TenancyDocumentService/ListTenancyDocuments" => Foreign::Tenant(|tenant_id| {
            tenancy::ListTenancyDocumentsRequest { tenant_id }.encode_to_vec()
        }),
        "DepositService/GetDeposit" => {
            Foreign::Tenant(|tenant_id| tenancy::GetDepositRequest { tenant_id }.encode_to_vec())
        }
        "DepositService/ProposeNotice" => Foreign::Tenant(|tenant_id| {
            tenancy::ProposeNoticeRequest {
                tenant_id,
                giver: tenancy::NoticeGiver::Tenant.into(),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "HoldingDepositService/GetHoldingDeposit" => Foreign::Application(|application_id| {
            tenancy::GetHoldingDepositRequest { application_id }.encode_to_vec()
        }),
        "HoldingDepositService/RecordHoldingDeposit" => Foreign::Application(|application_id| {
            tenancy::RecordHoldingDepositRequest {
                application_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "HoldingDepositService/RemoveHoldingDeposit" => Foreign::Application(|application_id| {
            tenancy::RemoveHoldingDepositRequest {
                application_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "MoveInService/RecordRightToRent" => Foreign::Application(|application_id| {
            let check = Some(tenancy::RightToRentCheck {
                application_id,
                ..Default::default()
            });
            tenancy::RecordRightToRentRequest {
                check,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "MoveInService/WaiveReference" => Foreign::Application(|application_id| {
            tenancy::WaiveReferenceRequest {
                application_id,
                kind: tenancy::ReferenceKind::Employer.into(),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "AgreementService/IssueAgreement" => Foreign::Application(|application_id| {
            tenancy::IssueAgreementRequest {
                application_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "AgreementService/SignAgreement" => Foreign::Application(|application_id| {
            tenancy::SignAgreementRequest {
                application_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "AgreementService/DeclineAgreement" => Foreign::Application(|application_id| {
            tenancy::DeclineAgreementRequest {
                application_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "AgreementService/VoidAgreement" => Foreign::Application(|application_id| {
            tenancy::VoidAgreementRequest {
                application_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "AgreementService/RemindSigner" => Foreign::Application(|application_id| {
            tenancy::RemindSignerRequest {
                application_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "MoveInService/ReadRightToRentEvidence" => {
            Foreign::Check(|application_id, right_to_rent_check_id| {
                tenancy::ReadRightToRentEvidenceRequest {
                    application_id,
                    right_to_rent_check_id,
                }
                .encode_to_vec()
            })
        }
        "MoveInService/CompleteMoveIn" => Foreign::Application(|application_id| {
            tenancy::CompleteMoveInRequest {
                application_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "AgreementService/PreviewAgreement" => Foreign::Application(|application_id| {
            tenancy::PreviewAgreementRequest {
                application_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "AgreementService/PreviewAgreementMails" => Foreign::Application(|application_id| {
            tenancy::PreviewAgreementMailsRequest {
                application_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "AgreementService/ProposeAgreement" => Foreign::Application(|application_id| {
            tenancy::ProposeAgreementRequest { application_id }.encode_to_vec()
        }),
        "AgreementService/GetAgreement" => Foreign::Application(|application_id| {
            tenancy::GetAgreementRequest { application_id }.encode_to_vec()
        }),
        "AgreementService/ReadAgreementDocument" => Foreign::Application(|application_id| {
            tenancy::ReadAgreementDocumentRequest { application_id }.encode_to_vec()
        }),
        "AgreementService/ReadAgreementEvidence" => Foreign::Application(|application_id| {
            tenancy::ReadAgreementEvidenceRequest { application_id }.encode_to_vec()
        }),
        "GuaranteeService/ReadGuarantee" => Foreign::Deed(|application_id, deed_id| {
            tenancy::ReadGuaranteeRequest {
                application_id,
                deed_id,
            }
            .encode_to_vec()
        }),
        "GuaranteeService/ReadGuaranteeEvidence" => Foreign::Deed(|application_id, deed_id| {
            tenancy::ReadGuaranteeEvidenceRequest {
                application_id,
                deed_id,
            }
            .encode_to_vec()
        }),
        "GuaranteeService/EndGuarantee" => Foreign::Deed(|application_id, deed_id| {
            tenancy::EndGuaranteeRequest {
                application_id,
                deed_id,
                reason: tenancy::GuaranteeEndReason::Agreed.into(),
                end_date: Some(lintel_proto::common::v1::Date {
                    year: 2027,
                    month: 6,
                    day: 1,
                }),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "MoveInService/ListRightToRentChecks" => Foreign::Application(|application_id| {
            tenancy::ListRightToRentChecksRequest { application_id }.encode_to_vec()
        }),
        "BankStatementService/ListBankLines" => Foreign::Statement(|bank_statement_id| {
            tenancy::ListBankLinesRequest {
                bank_statement_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "BankStatementService/DecideBankLines" => Foreign::Line(|bank_line_id| {
            let decision = tenancy::BankLineDecision {
                bank_line_id,
                ..Default::default()
            };
            tenancy::DecideBankLinesRequest {
                decisions: vec![decision],
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "BankStatementService/UndoBankLines" => Foreign::Line(|bank_line_id| {
            tenancy::UndoBankLinesRequest {
                bank_line_ids: vec![bank_line_id],
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "BankStatementService/RenameBankAccount" => Foreign::BankAccount(|bank_account_id| {
            tenancy::RenameBankAccountRequest {
                bank_account_id,
                name: "Stolen".to_owned(),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "BankStatementService/DeleteBankLayout" => Foreign::BankLayout(|bank_layout_id| {
            tenancy::DeleteBankLayoutRequest {
                bank_layout_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "RentService/ListArrears"
        | "BankStatementService/GetBankMonth"
        | "BankStatementService/ListBankAccounts"
        | "BankStatementService/ListBankLayouts"
        | "BankStatementService/ListBankStatements"
        | "DeadlineService/ListDeadlines" => Foreign::Collection,
        // A file of the caller's own.
        "BankStatementService/AddBankStatement" | "BankStatementService/PreviewBankFile" => {
            Foreign::Own
        }
        _ => return None,
    })
}
