//! The replies that REST shows as the contract's tables say, by their names in REST.

use lintel_proto::{identity, listings, maintenance, notifications, portfolio, tenancy, viewings};

use super::shown::{Flat, Shown};
use crate::rest::problem::Problem;

/// Names the JSON of messages, and converts each.
macro_rules! replies {
    ($($name:ident = $message:ty;)+) => {
        $(
            #[doc = concat!("The JSON of [`", stringify!($message), "`].")]
            pub type $name = Shown<$message>;

            impl TryFrom<$message> for Shown<$message> {
                type Error = Problem;

                fn try_from(message: $message) -> Result<Self, Problem> {
                    Self::new(&message)
                }
            }
        )+
    };
}

replies! {
    Agreement = tenancy::v1::Agreement;
    Arrears = tenancy::v1::Arrears;
    AssumptionSource = listings::v1::AssumptionSource;
    Attachment = maintenance::v1::Attachment;
    BankFilePreview = tenancy::v1::PreviewBankFileResponse;
    BankLine = tenancy::v1::BankLine;
    BankStatement = tenancy::v1::BankStatement;
    Certificate = portfolio::v1::Certificate;
    Cost = maintenance::v1::Cost;
    DashboardAnalytics = portfolio::v1::DashboardAnalytics;
    Deposit = tenancy::v1::Deposit;
    Document = tenancy::v1::Document;
    Duties = tenancy::v1::Duties;
    DutyCounts = portfolio::v1::DutyCounts;
    DutyTotal = portfolio::v1::DutyTotal;
    HomeDutyPage = portfolio::v1::ListHomeDutiesResponse;
    Inspection = portfolio::v1::Inspection;
    InviteOffer = tenancy::v1::InviteOffer;
    Job = maintenance::v1::Job;
    LedgerEntry = tenancy::v1::LedgerEntry;
    ListingImport = listings::v1::ListingImport;
    MaintenanceEvent = maintenance::v1::MaintenanceEvent;
    OwnNotice = tenancy::v1::OwnNotice;
    PetRequest = tenancy::v1::PetRequest;
    PortalTenancy = tenancy::v1::PortalTenancy;
    PricePoint = listings::v1::PricePoint;
    PropertyImport = portfolio::v1::PropertyImport;
    PropertyPreview = portfolio::v1::PropertyFigures;
    RentChange = tenancy::v1::RentChange;
    RentTerms = tenancy::v1::RentTerms;
    Returns = listings::v1::Returns;
    RightToRentCheck = tenancy::v1::RightToRentCheck;
    Room = portfolio::v1::Room;
    SharesChange = tenancy::v1::SharesChange;
    TenancyDocument = tenancy::v1::TenancyDocument;
    TenancyPayer = tenancy::v1::TenancyPayer;
    TenancyToConfirm = tenancy::v1::TenancyToConfirm;
    Tenant = tenancy::v1::Tenant;
    TenantImport = tenancy::v1::TenantImport;
    UserSettings = identity::v1::UserSettings;
    ViewingClashes = viewings::v1::CheckViewingTimeResponse;
    Visit = maintenance::v1::Visit;
    Work = maintenance::v1::ContractorJob;
    WrittenMail = notifications::v1::WrittenMail;
}

/// Names the fields of messages among those of another object, and converts each.
macro_rules! fields_of {
    ($($name:ident = $message:ty;)+) => {
        $(
            #[doc = concat!("The fields of [`", stringify!($message), "`] among others.")]
            pub type $name = Flat<$message>;

            impl TryFrom<$message> for Flat<$message> {
                type Error = Problem;

                fn try_from(message: $message) -> Result<Self, Problem> {
                    Self::new(&message)
                }
            }
        )+
    };
}

fields_of! {
    AgreementFields = tenancy::v1::Agreement;
    ApplicationFields = tenancy::v1::Application;
    ArrearsFields = tenancy::v1::Arrears;
    InviteFields = tenancy::v1::Invite;
    LedgerEntryFields = tenancy::v1::LedgerEntry;
    SharesChangeFields = tenancy::v1::SharesChange;
}
