//! Maintenance of homes: what is to be repaired, until when, by whom and at what cost.

mod attachment;
mod comment;
mod contractor;
mod cost;
mod danger;
mod draft;
mod event;
mod invalid;
mod job;
mod listing;
mod request;
mod target;
mod transition;
mod urgency;
mod visit;
mod words;

pub use attachment::{Attachment, AttachmentLabel, MOST_ATTACHMENTS};
pub use comment::{Comment, NewComment};
pub use contractor::{Contractor, ContractorDetails, ContractorDraft, ContractorField};
pub use cost::{Cost, CostDraft, CostLine};
pub use danger::advice;
pub use draft::{NewRequest, RequestDraft, RequestField, edited, judged};
pub use event::{Happening, MaintenanceEvent};
pub use invalid::INVALID;
pub use job::{
    Finish, FinishDraft, JOB_INVALID, Job, JobCalendar, JobState, JobTime, JobTimeDraft, Later,
    Offer, OfferDraft, job_message,
};
pub use listing::{MaintenanceSummary, RequestFilter, RequestPlace, RequestSort};
pub use request::MaintenanceRequest;
pub use target::Targets;
pub use urgency::Urgency;
pub use visit::{Circumstances, Visit, VisitDraft};
pub use words::{
    AttachmentKind, MaintenanceActor, MaintenanceCategory, MaintenanceEventKind,
    MaintenancePriority, MaintenanceStatus, TargetState, Trade,
};
