//! Maintenance of homes.

mod attachments;
mod cancelled_visit;
mod comments;
mod confirming;
mod contractors;
mod costs;
mod data;
mod file_check;
mod ground;
mod jobs;
mod leaving;
mod notices;
mod overdue;
mod reach;
mod reporting;
mod requests;
mod view;
mod visits;
mod working;

pub use attachments::{AddedFile, Attachments, ReadFile};
pub use comments::{CommentView, Comments};
pub use confirming::Confirming;
pub use contractors::Contractors;
pub use costs::Costs;
pub use data::MaintenanceData;
pub use ground::Ground;
pub use jobs::{JobFiles, JobPage, JobPages, Jobs, SeenJob};
pub use leaving::leave;
pub use overdue::Overdue;
pub use reporting::{JudgedReport, Reporting};
pub use requests::{RequestDetails, Requests};
pub use view::RequestView;
pub use visits::Visits;
pub use working::{AskedUpdate, Working};
