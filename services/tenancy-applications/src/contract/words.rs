//! Conversions from domain to contract that calls and events share.

use lintel_proto::{Word as _, common, tenancy::v1};
use lintel_rules::Nation;

use crate::domain::{
    agreeing::{
        AgreementState, GuaranteeEndReason, GuaranteeState, Party, agreement_terms::BillPayer,
    },
    applying::{ApplicationSort, ApplicationStatus, HoldingOutcome, Offer},
    documents::{DocumentStatus, DocumentType, RightToRentMethod},
    letting::{
        DeadlineKind, DepositScheme, FollowedMark, ImportState, LeaseStatus, NoticeGiver, Paper,
        PetAnswer, PortalState, StepState, TakeBackAct, TakeBackBasis, TenancyDocumentKind,
        TenancyEnder, TenantSort,
    },
    references::{ReferenceKind, ReferenceState},
    rent::{
        BankLinePartKind, BankLineState, BankLineWay, ChargeStatus, EntryKind, ProRata, RentPeriod,
        ReversalReason, ledger::ArrearsSort,
    },
};

lintel_proto::words! {
    ApplicationStatus = v1::ApplicationStatus, application_status;
    ApplicationSort = v1::ApplicationSort, application_sort;
    ArrearsSort = v1::ArrearsSort, arrears_sort;
    DocumentType = v1::DocumentType, document_type;
    DocumentStatus = v1::DocumentStatus, document_status;
    ReferenceKind = v1::ReferenceKind, reference_kind;
    ReferenceState = v1::ReferenceState;
    TenancyEnder = v1::TenancyEnder, tenancy_ender;
    TakeBackAct = v1::TakeBackAct, take_back_act;
    FollowedMark = v1::FollowedMark;
    TakeBackBasis = v1::TakeBackBasis, take_back_basis;
    LeaseStatus = v1::LeaseStatus, lease_status;
    TenantSort = v1::TenantSort, tenant_sort;
    PortalState = v1::PortalState;
    ImportState = v1::TenantImportState;
    RentPeriod = v1::RentPeriod, rent_period;
    ProRata = v1::ProRata, pro_rata;
    EntryKind = v1::LedgerEntryKind, entry_kind;
    ReversalReason = v1::ReversalReason, reversal_reason;
    ChargeStatus = v1::RentPaymentStatus;
    TenancyDocumentKind = v1::TenancyDocumentKind, tenancy_document_kind;
    DepositScheme = v1::DepositScheme, deposit_scheme;
    NoticeGiver = v1::NoticeGiver, notice_giver;
    DeadlineKind = v1::DeadlineKind;
    Paper = v1::Paper, paper;
    PetAnswer = v1::PetAnswer, pet_answer;
    HoldingOutcome = v1::HoldingOutcome, holding_outcome;
    AgreementState = v1::AgreementState;
    Party = v1::Party;
    GuaranteeState = v1::GuaranteeState;
    GuaranteeEndReason = v1::GuaranteeEndReason, guarantee_end_reason;
    BillPayer = v1::BillPayer, bill_payer;
    StepState = v1::MoveInStepState;
    RightToRentMethod = v1::RightToRentMethod, right_to_rent_method;
    BankLineState = v1::BankLineState, bank_line_state;
    BankLineWay = v1::BankLineWay, bank_line_way;
    BankLinePartKind = v1::BankLinePartKind, bank_line_part_kind;
}

/// What a link says of the home; nothing where nothing is said.
pub fn invite_offer(offer: Offer) -> Option<v1::InviteOffer> {
    (!offer.is_empty()).then(|| v1::InviteOffer {
        deposit: offer.deposit.map(Into::into),
        free_from_date: offer.free_from.map(Into::into),
        bills: offer.bills.unwrap_or_default(),
        energy_rating: offer
            .energy_rating
            .map_or_else(String::new, |rating| rating.as_str().to_owned()),
    })
}

/// The contract's value of a nation.
pub fn nation(nation: Nation) -> v1::Nation {
    v1::Nation::of_text(nation.as_str()).unwrap_or_default()
}

/// The value of a nation that all services share.
pub fn told_nation(nation: Nation) -> common::v1::Nation {
    common::v1::Nation::of_text(nation.as_str()).unwrap_or_default()
}

#[cfg(test)]
mod nation_tests {
    use super::*;

    #[test]
    fn every_nation_has_the_same_text_in_the_contract() {
        for known in Nation::ALL {
            assert_eq!(nation(*known).text(), Some(known.as_str()));
            assert_eq!(told_nation(*known).text(), Some(known.as_str()));
        }
        assert_eq!(Nation::ALL.len(), v1::Nation::TEXTS.len());
    }
}
