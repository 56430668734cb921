//! The types that all services share: ids, money, time, the caller, pages, events, and errors with their statuses.
//!
//! Nothing here does IO, so the domain of any service may use all of it.
//! Invariants: money is exact minor units with checked arithmetic; an instant is UTC and truncated to
//! microseconds, the precision that PostgreSQL keeps; an id alone never gives access.

pub mod clock;
pub mod decimal;
mod device;
pub mod email;
mod error;
pub mod etag;
mod former_home;
pub mod id;
pub mod money;
mod new_event;
pub mod page;
pub mod postcode;
pub mod principal;
pub mod request_key;
mod search;
pub mod service_name;
mod spelling;
pub mod status;
mod together;

pub use clock::{
    Clock, FixedClock, SystemClock, london_clock, london_date, london_midnight, london_today,
};
pub use decimal::{DecimalError, DecimalMark, DecimalMarks};
pub use device::device_name;
pub use email::{EmailAddress, EmailError};
pub use error::{Error, Violation, Violations};
pub use etag::Expected;
pub use former_home::former_home_until;
pub use id::{
    AgreementId, AnalysisId, ApplicationId, AttachmentId, BankAccountId, BankLayoutId, BankLineId,
    BankStatementId, CertificateId, CommentId, ContractorId, CostId, DeedId, DocumentId,
    EmailTokenId, InspectionId, InviteId, LedgerEntryId, ListingId, ListingImportId,
    MaintenanceRequestId, OrganisationId, PetRequestId, PropertyHistoryId, PropertyId,
    PropertyImportId, ReferenceId, RentChangeId, RightToRentCheckId, RoomId, SavedSearchId,
    SessionId, SignerId, SoldPropertyId, TakenBackId, TenancyDocumentId, TenancyId, TenantId,
    TenantImportId, TenantPhotoId, UserId, ViewingId,
};
pub use money::{Currency, Money, MoneyError};
pub use new_event::NewEvent;
pub use page::{Page, PageRequest, PageToken};
pub use principal::{Grade, Membership, Principal, Role};
pub use request_key::RequestKey;
pub use search::Search;
pub use service_name::ServiceName;
pub use together::together;
