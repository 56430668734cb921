//! The replies that REST shows as the contract's tables say, by their names in REST.

use lintel_proto::{identity, listings, maintenance, notifications, portfolio, tenancy, viewings};

use super::shown::{Flat, Shown};
use crate::problem::Problem;

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
    Affordability = tenancy::v1::Affordability;
    Arrears = tenancy::v1::Arrears;
    AssumptionSource = listings::v1::AssumptionSource;
    Attachment = maintenance::v1::Attachment;
    Backup = notifications::v1::Backup;
    BankAccount = tenancy::v1::BankAccount;
    BankFilePreview = tenancy::v1::PreviewBankFileResponse;
    BankLine = tenancy::v1::BankLine;
    BankLinesDecided = tenancy::v1::DecideBankLinesResponse;
    BankMonth = tenancy::v1::GetBankMonthResponse;
    BankStatement = tenancy::v1::BankStatement;
    Certificate = portfolio::v1::Certificate;
    Checks = tenancy::v1::Checks;
    Comment = maintenance::v1::Comment;
    Contractor = maintenance::v1::Contractor;
    Cost = maintenance::v1::Cost;
    DashboardAnalytics = portfolio::v1::DashboardAnalytics;
    Delivery = notifications::v1::Delivery;
    Document = tenancy::v1::Document;
    DocumentReading = tenancy::v1::DocumentReading;
    Duties = tenancy::v1::Duties;
    DutyCounts = portfolio::v1::DutyCounts;
    DutyTotal = portfolio::v1::DutyTotal;
    EmployerForm = tenancy::v1::EmployerForm;
    GuarantorForm = tenancy::v1::GuarantorForm;
    HoldingDeposit = tenancy::v1::HoldingDeposit;
    HomeDuty = portfolio::v1::HomeDuty;
    HomeDutyPage = portfolio::v1::ListHomeDutiesResponse;
    Inspection = portfolio::v1::Inspection;
    InspectionClash = viewings::v1::InspectionClash;
    InvitationPreview = identity::v1::PreviewInvitationResponse;
    Job = maintenance::v1::Job;
    JudgedReport = maintenance::v1::JudgeReportResponse;
    LedgerEntry = tenancy::v1::LedgerEntry;
    ListingImport = listings::v1::ListingImport;
    MailSwitch = tenancy::v1::TenantMailSwitch;
    MaintenanceEvent = maintenance::v1::MaintenanceEvent;
    Member = identity::v1::Member;
    MoveInStep = tenancy::v1::MoveInStep;
    NationProposal = portfolio::v1::ProposeNationResponse;
    PetRequest = tenancy::v1::PetRequest;
    PostedEntry = tenancy::v1::PostLedgerEntryResponse;
    PricePoint = listings::v1::PricePoint;
    PropertyImport = portfolio::v1::PropertyImport;
    PropertyPreview = portfolio::v1::PropertyFigures;
    RentChange = tenancy::v1::RentChange;
    RentPayment = tenancy::v1::RentPayment;
    RentRise = tenancy::v1::ProposeRentRiseResponse;
    RentTerms = tenancy::v1::RentTerms;
    Returns = listings::v1::Returns;
    RightToRentCheck = tenancy::v1::RightToRentCheck;
    Room = portfolio::v1::Room;
    SalePreview = portfolio::v1::SaleFigures;
    SavedSearch = listings::v1::SavedSearch;
    SharesChange = tenancy::v1::SharesChange;
    TenancyPayer = tenancy::v1::TenancyPayer;
    TenantImport = tenancy::v1::TenantImport;
    TimelineEntry = tenancy::v1::TimelineEntry;
    UserSettings = identity::v1::UserSettings;
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
    ApiKeyFields = identity::v1::ApiKey;
    ArrearsFields = tenancy::v1::Arrears;
    LedgerEntryFields = tenancy::v1::LedgerEntry;
    SharesChangeFields = tenancy::v1::SharesChange;
}
