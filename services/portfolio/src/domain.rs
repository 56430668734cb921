//! The rules of a portfolio: what a property is, when it is refused and what it earns.
//!
//! Nothing here waits, reads a clock or knows of a database or a wire. A draft is what somebody typed, a new property is
//! one that keeps every rule, a property is one that is stored.

mod books;
mod certificate;
mod check;
mod dashboard;
mod diary;
mod draft;
mod due;
mod duty;
mod facts;
mod figures;
mod file_address;
mod finance;
mod growth;
mod history;
mod home_facts;
mod import;
mod inspection;
mod inspection_settings;
mod listing;
mod new_property;
mod percentage;
pub mod photos;
mod preview;
mod property;
mod property_status;
mod property_type;
mod proposal;
mod reminder;
mod room;
mod sale;
mod sale_figures;
mod sale_sums;
mod series;
mod sold_property;
mod standing;
mod take_back;
mod tenancy;
mod update;

pub use certificate::{
    Certificate, CertificateDetails, CertificateDraft, CertificateField, CertificateState,
    CertificateType, PropertyLabel,
};
pub use dashboard::{Dashboard, Holding, RoomCount, Units};
pub use diary::{Diary, Site, Visit};
pub use draft::{InsuranceDraft, MortgageDraft, PropertyDraft, RoomDraft};
pub use due::{Due, DueState};
pub use duty::{
    DutyCounts, DutyOrder, DutyPlace, DutyState, Exemption, Held, Home, JudgedHome,
    Standing as DutyStanding, exemption_reason,
};
pub use facts::StatedFacts;
pub use figures::{
    CashFlow, Figures, annual_yield_percent, derived_status, lease_years_left, ltv_percent,
    paid_off_percent, running_costs,
};
pub use file_address::FileAddress;
pub use finance::{Insurance, Lease, Mortgage, MortgageType, RunningCosts};
pub use history::FieldChange;
pub use import::{ImportState, NewImport, PropertyImport};
pub use inspection::{
    Appointment, BookingDraft, Findings, Inspection, InspectionDraft, InspectionField,
    InspectionPlan, InspectionStatus, InspectionView, MOST_BOOKINGS, MOST_MEDIA, Outcome,
    OutcomeDraft, bookings,
};
pub use inspection_settings::InspectionSettings;
pub use listing::{Filter, PageStart, Sort, SortKey, SortValue};
pub use new_property::{MOST_ROOMS, NewProperty};
pub use percentage::{Percentage, PercentageError};
pub use preview::Preview;
pub use property::{Departure, Located, Property, PropertyDetails, RentRule};
pub use property_status::{Status, StoredStatus};
pub use property_type::PropertyType;
pub use proposal::propose;
pub use reminder::{EXPIRING, ReminderKind, THE_DAY_AFTER, days_to_tell, told_through};
pub use room::{NewRoom, Room, by_number};
pub use sale::{Purchase, Sale, SaleDraft};
pub use sale_figures::{SaleFigures, SaleTerms, holding_period_years};
pub use sale_sums::SaleSums;
pub use series::{Change, MOST_MONTHS, Month, MonthEnd, Sums, month_ends};
pub use sold_property::{SoldOrder, SoldProperty, SoldSort};
pub use standing::{HistoryEntry, Standing};
pub use take_back::{
    Followed, FollowedMark, Obstacle, Outlook, TakeBack, TakeBackAct, TakeBackRow, TakenBack,
};
pub use tenancy::{InForce, LetAndKept, LetRents, Letting, Tenancy};
pub use update::{ChangedProperty, RentOfTenancy, UpdateMask};
