//! The rules of tenancies, their tenants, deposits, notices and papers.

pub mod account_tenancy;
mod deadline;
mod deposit;
mod deposit_answer;
mod import_plan;
mod move_in;
mod new_tenancy;
mod notice_dates;
mod paper;
mod pet_request;
mod take_back;
pub mod tenancy;
mod tenancy_document;
mod tenant;
mod tenant_import;
pub(super) mod tenant_mail;
mod told_change;

pub use account_tenancy::{AccountTenancy, ConfirmationBasis};
pub use deadline::{Deadline, DeadlineKind, DeadlineSubject, listed_until};
pub use deposit::{Deposit, DepositDraft, DepositScheme, ReturnDraft};
pub use deposit_answer::{DepositAnswer, SaidOfReturn, SeenReturn};
pub use import_plan::{Fault, KnownTenancy, Plan, PlannedTenancy};
pub use move_in::{Decided, Facts, Reader as StepReader, Step, StepName, StepState};
pub use new_tenancy::{
    Addition, EndDraft, NewTenancy, NewTenant, TenantDraft, TenantField, changed as changed_tenancy,
};
pub use notice_dates::{NoticeDraft, NoticeGiver, Noticed, ProposedNotice, month_due_from};
pub use paper::{OwedPaper, Paper};
pub use pet_request::{KeptPetRequest, MOST_PET_REQUESTS, PetAnswer, PetRequest, PetRequestDraft};
pub use take_back::{
    Followed, FollowedMark, Obstacle, Outlook, TakeBack, TakeBackAct, TakeBackBasis, TakeBackDraft,
    TakeBackRow, TakenBack, UNDONE,
};
pub use tenancy::{Leaving, Member, Person, StartRefused, Tenancy, TenancyState, shares};
pub use tenancy_document::{
    DeliveredDocument, MOST_GIVEN, TenancyDocumentKind, TenancyDocumentLabel,
};
pub use tenant::{
    Ending, HomesToCall, LeaseStatus, LeaverPlace, OwnPlace, PortalState, TenancyEnder, Tenant,
    TenantFilter, TenantPlace, TenantSort, TenantSummary, TenantToCall,
};
pub use tenant_import::{ImportState, ImportedTenant, NewImport, TenantImport};
pub use tenant_mail::{MailChoice, MailSwitch, MailWanted, TenantMailKind, is_old_news};
pub use told_change::ToldChange;
