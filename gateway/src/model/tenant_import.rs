//! A file of tenants that somebody imports.

use chrono::{DateTime, Utc};
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{instant, required},
    names::TenantImportState,
    property_import::ImportProblem,
};
use crate::problem::Problem;

/// A file of tenants.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantImport {
    /// Its id.
    pub id: i64,
    /// What its owner called it; empty where nothing was said.
    pub file_name: String,
    /// How far it is.
    pub state: TenantImportState,
    /// Tenants in it.
    pub rows: i32,
    /// Tenants that were added so far.
    pub imported: i32,
    /// Problems in it.
    pub problem_count: i32,
    /// The first 500 of them.
    pub problems: Vec<ImportProblem>,
    /// The warnings of what may be so and yet is to be looked at, by the first lines of tenancies: deposits above the nation's cap. The first 500.
    pub warnings: Vec<ImportProblem>,
    /// When it was sent.
    pub created_at: DateTime<Utc>,
    /// Grows by one with every change.
    pub version: i64,
}

impl TryFrom<tenancy::TenantImport> for TenantImport {
    type Error = Problem;

    fn try_from(import: tenancy::TenantImport) -> Result<Self, Problem> {
        let [problems, warnings] = [import.problems, import.warnings].map(said);
        Ok(Self {
            id: import.tenant_import_id,
            file_name: import.file_name,
            state: required(TenantImportState::from_number(import.state), "state")?,
            rows: import.row_count,
            imported: import.imported_count,
            problem_count: import.problem_count,
            problems,
            warnings,
            created_at: required(instant(import.create_time)?, "create_time")?,
            version: import.version,
        })
    }
}

fn said(all: Vec<tenancy::TenantImportProblem>) -> Vec<ImportProblem> {
    let all = all.into_iter().map(|one| ImportProblem {
        line: one.line,
        column: one.column,
        message: one.message,
    });
    all.collect()
}
