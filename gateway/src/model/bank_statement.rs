//! Banks' files and the money that came by them.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, instant, money, required, some, text},
    names::BankLineState,
};
use crate::problem::Problem;

/// A bank's file that was read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankStatement {
    /// Its id.
    #[schema(example = 3)]
    pub id: i64,
    /// Its name.
    #[schema(example = "november.csv")]
    pub file_name: String,
    /// csv, ofx or camt.053.
    #[schema(example = "csv")]
    pub format: String,
    /// Lines of money that came.
    #[schema(example = 12)]
    pub lines: i32,
    /// Of them, those that an earlier file had.
    pub known_lines: i32,
    /// Those that are still to decide.
    pub open_lines: i32,
    /// The first day; null without lines.
    #[schema(required)]
    pub from_date: Option<NaiveDate>,
    /// The last day; null without lines.
    #[schema(required)]
    pub to_date: Option<NaiveDate>,
    /// When it was read.
    pub created_at: DateTime<Utc>,
}

impl TryFrom<tenancy::BankStatement> for BankStatement {
    type Error = Problem;

    fn try_from(statement: tenancy::BankStatement) -> Result<Self, Problem> {
        Ok(Self {
            id: statement.bank_statement_id,
            file_name: statement.file_name,
            format: statement.format,
            lines: statement.lines,
            known_lines: statement.known_lines,
            open_lines: statement.open_lines,
            from_date: date(statement.from_date)?,
            to_date: date(statement.to_date)?,
            created_at: required(instant(statement.create_time)?, "create_time")?,
        })
    }
}

/// Whose a line may be.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankMatch {
    /// The tenant.
    pub tenant_id: i64,
    /// The name.
    #[schema(example = "Grace Hopper")]
    pub tenant_name: String,
    /// What the landlord calls the property, with the room.
    pub property_name: String,
    /// Why, in words for people.
    pub reason: String,
    /// Whether it is sure enough to be ticked at first.
    pub sure: bool,
}

impl From<tenancy::BankMatch> for BankMatch {
    fn from(found: tenancy::BankMatch) -> Self {
        Self {
            tenant_id: found.tenant_id,
            tenant_name: found.tenant_name,
            property_name: found.property_display_name,
            reason: found.reason,
            sure: found.sure,
        }
    }
}

/// Money that came.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankLine {
    /// Its id.
    #[schema(example = 61)]
    pub id: i64,
    /// The file that had it first.
    pub statement_id: i64,
    /// The day that the bank booked it.
    pub date: NaiveDate,
    /// How much, above 0.
    #[schema(example = "950.00")]
    pub amount: String,
    /// Who paid; null where the file does not say.
    #[schema(required)]
    pub payer: Option<String>,
    /// What the payer wrote; null for nothing.
    #[schema(required)]
    pub reference: Option<String>,
    /// How it stands.
    pub state: BankLineState,
    /// The tenant whose receipt it is; null otherwise.
    #[schema(required)]
    pub tenant_id: Option<i64>,
    /// The receipt; null otherwise.
    #[schema(required)]
    pub entry_id: Option<i64>,
    /// Whose it may be, the likeliest first; only of lines to decide.
    pub matches: Vec<BankMatch>,
}

impl TryFrom<tenancy::BankLine> for BankLine {
    type Error = Problem;

    fn try_from(line: tenancy::BankLine) -> Result<Self, Problem> {
        let state = BankLineState::from_number(line.state);
        Ok(Self {
            id: line.bank_line_id,
            statement_id: line.bank_statement_id,
            date: required(date(line.date)?, "date")?,
            amount: required(money(line.amount)?, "amount")?,
            payer: text(line.payer),
            reference: text(line.reference),
            state: required(state, "state")?,
            tenant_id: some(line.tenant_id),
            entry_id: some(line.entry_id),
            matches: line.matches.into_iter().map(Into::into).collect(),
        })
    }
}

/// What became of lines.
#[derive(Debug, Serialize, ToSchema)]
pub struct BankLinesDecided {
    /// How many became receipts.
    #[schema(example = 11)]
    pub received: i32,
    /// How many are ignored.
    #[schema(example = 1)]
    pub ignored: i32,
}

impl From<tenancy::DecideBankLinesResponse> for BankLinesDecided {
    fn from(decided: tenancy::DecideBankLinesResponse) -> Self {
        Self {
            received: decided.received,
            ignored: decided.ignored,
        }
    }
}
