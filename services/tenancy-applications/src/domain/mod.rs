//! The rules: plain types and functions without input or output.

pub mod account_tenancy;
mod affordability;
pub mod agreement;
pub mod agreement_rules;
mod agreement_state;
pub mod agreement_terms;
mod application;
mod application_listing;
mod bank_account;
pub mod bank_identity;
pub mod bank_match;
pub mod bank_split;
mod bank_statement;
pub mod check;
mod deadline;
mod decision;
mod deposit;
mod deposit_answer;
mod document;
mod document_type;
mod employer_form;
pub mod evidence;
mod free_mail;
pub mod guarantee;
mod guarantor_form;
mod holding_deposit;
mod home;
mod import_plan;
mod invite;
mod landlord;
pub mod ledger;
mod move_in;
mod named_referee;
mod new_tenancy;
mod notice;
mod notice_dates;
mod offer;
mod paper;
mod pet_request;
mod pounds;
mod reference;
mod reference_kind;
mod rent_days;
mod rent_rise;
mod rent_terms;
mod right_to_rent;
mod said_rule;
pub mod signature;
mod signup;
mod simple_application;
mod standing_terms;
mod take_back;
pub mod tenancy;
mod tenancy_document;
mod tenant;
mod tenant_import;
mod tenant_mail;
mod tenant_snapshot;
mod timeline;
mod told_change;
#[cfg(test)]
mod vectors;

pub use account_tenancy::{AccountTenancy, ConfirmationBasis};
pub use affordability::Affordability;
pub use agreement::{ActsBy, Agreement, Device, GivenSignature, Party, Signer};
pub use agreement_state::AgreementState;
pub use agreement_terms::{AgreementDraft, AgreementTerms};
pub use application::{
    Answers, Application, ApplicationStatus, AppliedHome, EmploymentStatus, GuarantorRelationship,
};
pub use application_listing::{ApplicationFilter, ApplicationPlace, ApplicationSort};
pub use bank_account::{
    BankAccount, BankMonth, KeptLayout, NewLayout, month_of, name as bank_name, named_by_number,
};
pub use bank_statement::{
    BankLinePartKind, BankLineState, BankLineWay, BankStatement, Counted, LeftOut, NewBankLine,
    NewBankStatement, Said, StoredBankLine, StoredPart,
};
pub use deadline::{Deadline, DeadlineKind, DeadlineSubject, listed_until};
pub use decision::{ApplicationField, Decision};
pub use deposit::{Deposit, DepositDraft, DepositScheme, ReturnDraft};
pub use deposit_answer::{DepositAnswer, SaidOfReturn, SeenReturn};
pub use document::{
    Document, DocumentLabel, DocumentReading, DocumentStatus, MOST as MOST_DOCUMENTS, review,
};
pub use document_type::DocumentType;
pub use employer_form::{ContractType, EmployerForm, EmploymentType};
pub use guarantee::{
    Deed, GivenWitness, GuaranteeEnd, GuaranteeEndDraft, GuaranteeEndReason, GuaranteeState,
    GuaranteeTerms, SignedDeed, Witness,
};
pub use guarantor_form::{GuarantorForm, GuarantorTie};
pub use holding_deposit::{
    HoldingDeposit, HoldingDraft, HoldingDuty, HoldingOutcome, HoldingState,
};
pub use home::{Home, HomeNews, HomeRoom, by_number, same_room};
pub use import_plan::{Fault, KnownTenancy, Plan, PlannedTenancy};
pub use invite::{Invite, InviteDraft, InvitedTo, NewInvite};
pub use landlord::{Landlord, LandlordKind, Lessor};
pub use ledger::{
    Arrears, ChargeStatus, Entry, EntryActor, EntryDraft, EntryKind, NewCharge, NewEntry, Owed,
    PaymentMethod, RentChange, Rents, ReversalReason, Settled, Standing,
};
pub use lintel_rules::Nation;
pub use move_in::{AgreementFact, Decided, Facts, Reader as StepReader, Step, StepName, StepState};
pub use named_referee::{NamedReferee, RefereeDraft};
pub use new_tenancy::{
    Addition, EndDraft, NewTenancy, NewTenant, TenantDraft, TenantField, changed as changed_tenancy,
};
pub use notice::notices;
pub use notice_dates::{NoticeDraft, NoticeGiver, Noticed, ProposedNotice, month_due_from};
pub use offer::{EnergyRating, Offer, OfferDraft, OfferedHome};
pub use paper::{OwedPaper, Paper};
pub use pet_request::{KeptPetRequest, MOST_PET_REQUESTS, PetAnswer, PetRequest, PetRequestDraft};
pub use pounds::pounds;
pub use reference::{Answer, FormLink, LINK_LIFETIME, Networks, Reference, ReferenceState};
pub use reference_kind::ReferenceKind;
pub use rent_rise::{EarlierRise, NewRentChange, Proposal, RentChangeDraft, Rising, spelt_out};
pub use rent_terms::{ProRata, RentPeriod, RentTerms, RentTermsDraft, Span};
pub use right_to_rent::{
    MOST_CHECKS, NewRightToRent, RightToRentCheck, RightToRentDraft, RightToRentMethod, is_recorded,
};
pub use said_rule::said_rule;
pub use signup::{Signup, SignupDraft};
pub use simple_application::{SimpleApplication, SimpleDraft};
pub use standing_terms::StandingTerms;
pub use take_back::{
    Followed, FollowedMark, Obstacle, Outlook, TakeBack, TakeBackAct, TakeBackBasis, TakeBackDraft,
    TakeBackRow, TakenBack, UNDONE,
};
pub use tenancy::{Leaving, Member, Person, StartRefused, Tenancy, TenancyState, shares};
pub use tenancy_document::{
    DeliveredDocument, MOST_GIVEN, TenancyDocumentKind, TenancyDocumentLabel,
};
pub use tenant::{
    Ending, LeaseStatus, LeaverPlace, OwnPlace, PortalState, TenancyEnder, Tenant, TenantFilter,
    TenantPlace, TenantSort, TenantSummary,
};
pub use tenant_import::{ImportState, ImportedTenant, NewImport, TenantImport};
pub use tenant_mail::{MailChoice, MailSwitch, MailWanted, TenantMailKind, is_old_news};
pub use tenant_snapshot::{TenantNews, TenantSnapshot};
pub use timeline::{Actor, TimelineEntry, TimelineEvent};
pub use told_change::ToldChange;
