//! A file of tenants on its way into the organisation's tenancies.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{TenantImportId, UserId, spelt};
use lintel_sheet::ImportProblem;

use super::TenantDraft;

spelt! {
    /// How far an import is.
    ImportState {
        /// It was read, and nothing was added.
        Checked = "Checked",
        /// Its tenants are being added.
        Importing = "Importing",
        /// All of its tenants were added.
        Imported = "Imported",
        /// It stopped at a line that is accepted no more.
        Failed = "Failed",
    }
}

/// What a line says.
#[derive(Debug, Clone, Default)]
pub struct ImportedTenant {
    /// The property's name, or its address.
    pub property: String,
    /// The property's address, where several have one name.
    pub property_address: String,
    /// The property's postcode, likewise.
    pub postcode: String,
    /// The tenant and the tenancy; what cannot be read is noted in it.
    pub tenant: TenantDraft,
    /// The tenant's last day.
    pub leave_date: Option<NaiveDate>,
    /// Why the tenant leaves.
    pub leave_reason: String,
}

/// The result of checking a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewImport {
    /// What its owner calls it.
    pub file_name: String,
    /// The file, sealed.
    pub sealed: Vec<u8>,
    /// Tenants in it.
    pub rows: i32,
    /// All problems.
    pub problem_count: i32,
    /// The first of them.
    pub problems: Vec<ImportProblem>,
    /// The warnings of what may be so and yet is to be looked at; the first of that.
    pub warnings: Vec<ImportProblem>,
}

/// An import as it is stored, without its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenantImport {
    /// Its id.
    pub id: TenantImportId,
    /// In whose name tenants are added.
    pub created_by: UserId,
    /// What its owner calls it.
    pub file_name: String,
    /// How far it is.
    pub state: ImportState,
    /// Tenants in it.
    pub rows: i32,
    /// Tenants that were added.
    pub imported: i32,
    /// All problems.
    pub problem_count: i32,
    /// The first of them.
    pub problems: Vec<ImportProblem>,
    /// The warnings of what may be so and yet is to be looked at; the first of that.
    pub warnings: Vec<ImportProblem>,
    /// When it was sent.
    pub created_at: DateTime<Utc>,
    /// Grows by one with every change.
    pub version: i64,
}

impl TenantImport {
    /// Ends it with what went wrong.
    pub fn fail(&mut self, problem: ImportProblem) {
        self.state = ImportState::Failed;
        self.problem_count = 1;
        self.problems = vec![problem];
    }
}
