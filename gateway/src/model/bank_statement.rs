//! Banks' files and the money that came by them.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    bank_file::BankFileLine,
    convert::{date, instant, money, required, some, text},
    names::{BankLinePartKind, BankLineState, BankLineWay},
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
    /// csv, xlsx, xls, html, txt, ofx, camt.053, camt.052, qif or mt940.
    #[schema(example = "csv")]
    pub format: String,
    /// Lines of money that came.
    #[schema(example = 12)]
    pub lines: i32,
    /// Of them, those that an earlier file had.
    pub known_lines: i32,
    /// Those that are still to decide.
    pub open_lines: i32,
    /// Lines of money that went out.
    pub money_out_lines: i32,
    /// Of them, those that an earlier file had.
    pub known_money_out_lines: i32,
    /// Those that are still to decide.
    pub open_money_out_lines: i32,
    /// Lines that were left out, with the reason; at most 100.
    pub left_out: Vec<BankFileLine>,
    /// Lines of earlier files, read as money that came, that this file shows to have gone out.
    pub wrong_way: i32,
    /// How it is certain which way the money went: balance, columns, flag, sign or standard; null for files of before.
    #[schema(required)]
    pub proof: Option<String>,
    /// The layout as which it was read; null where it has no name.
    #[schema(required)]
    pub layout_name: Option<String>,
    /// The account; null where neither the file nor anybody said.
    #[schema(required)]
    pub bank_account_id: Option<i64>,
    /// The account's name.
    #[schema(required)]
    pub account_name: Option<String>,
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
            money_out_lines: statement.money_out_lines,
            known_money_out_lines: statement.known_money_out_lines,
            open_money_out_lines: statement.open_money_out_lines,
            left_out: statement.left_out.into_iter().map(Into::into).collect(),
            wrong_way: statement.wrong_way_lines,
            proof: text(statement.proof),
            layout_name: text(statement.layout_name),
            bank_account_id: some(statement.bank_account_id),
            account_name: text(statement.bank_account_name),
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
    /// What the tenancy owes today; below 0 where more came than was due.
    #[schema(example = "950.00")]
    pub owed: String,
}

impl TryFrom<tenancy::BankMatch> for BankMatch {
    type Error = Problem;

    fn try_from(found: tenancy::BankMatch) -> Result<Self, Problem> {
        Ok(Self {
            tenant_id: found.tenant_id,
            tenant_name: found.tenant_name,
            property_name: found.property_display_name,
            reason: found.reason,
            sure: found.sure,
            owed: required(money(found.owed)?, "owed")?,
        })
    }
}

/// A part of a line that is decided.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankLinePart {
    /// What it is.
    pub kind: BankLinePartKind,
    /// How much, above 0.
    #[schema(example = "530.00")]
    pub amount: String,
    /// The tenant; null for nobody.
    #[schema(required)]
    pub tenant_id: Option<i64>,
    /// The tenant's name.
    #[schema(required)]
    pub tenant_name: Option<String>,
    /// The receipt or refund; null for neither.
    #[schema(required)]
    pub entry_id: Option<i64>,
    /// The charge that a receipt is for; null for the oldest first.
    #[schema(required)]
    pub charge_id: Option<i64>,
}

impl TryFrom<tenancy::BankLinePart> for BankLinePart {
    type Error = Problem;

    fn try_from(part: tenancy::BankLinePart) -> Result<Self, Problem> {
        Ok(Self {
            kind: required(BankLinePartKind::from_number(part.kind), "kind")?,
            amount: required(money(part.amount)?, "amount")?,
            tenant_id: some(part.tenant_id),
            tenant_name: text(part.tenant_name),
            entry_id: some(part.entry_id),
            charge_id: some(part.charge_entry_id),
        })
    }
}

/// A part of a line that is proposed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankSplitPart {
    /// What it is.
    pub kind: BankLinePartKind,
    /// The tenant; null for nobody.
    #[schema(required)]
    pub tenant_id: Option<i64>,
    /// The tenant's name.
    #[schema(required)]
    pub tenant_name: Option<String>,
    /// What the landlord calls the property, with the room.
    #[schema(required)]
    pub property_name: Option<String>,
    /// How much, above 0.
    #[schema(example = "530.00")]
    pub amount: String,
    /// Why, in words for people.
    pub reason: String,
}

impl TryFrom<tenancy::BankSplitPart> for BankSplitPart {
    type Error = Problem;

    fn try_from(part: tenancy::BankSplitPart) -> Result<Self, Problem> {
        Ok(Self {
            kind: required(BankLinePartKind::from_number(part.kind), "kind")?,
            tenant_id: some(part.tenant_id),
            tenant_name: text(part.tenant_name),
            property_name: text(part.property_display_name),
            amount: required(money(part.amount)?, "amount")?,
            reason: part.reason,
        })
    }
}

/// Money that came or went.
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
    /// The account; null where neither the file nor anybody said.
    #[schema(required)]
    pub bank_account_id: Option<i64>,
    /// How much: above 0 for money that came, below 0 for money that went out.
    #[schema(example = "950.00")]
    pub amount: String,
    /// Which way it went.
    pub way: BankLineWay,
    /// What is still to give out, from 0.
    #[schema(example = "950.00")]
    pub open: String,
    /// The account's balance after it; null where the file has none.
    #[schema(required)]
    pub balance: Option<String>,
    /// The other party; null where the file does not say.
    #[schema(required)]
    pub payer: Option<String>,
    /// What the payer wrote; null for nothing.
    #[schema(required)]
    pub reference: Option<String>,
    /// How it stands.
    pub state: BankLineState,
    /// The tenant whose receipt or refund the whole line is; null otherwise.
    #[schema(required)]
    pub tenant_id: Option<i64>,
    /// The receipt or refund that the whole line is; null otherwise.
    #[schema(required)]
    pub entry_id: Option<i64>,
    /// What became of it, in parts.
    pub parts: Vec<BankLinePart>,
    /// What is wrong with it, in words for people; null for nothing.
    #[schema(required)]
    pub warning: Option<String>,
    /// Whose it may be, the likeliest first; only of lines to decide.
    pub matches: Vec<BankMatch>,
    /// How it may be split; only of lines to decide.
    pub proposed_split: Vec<BankSplitPart>,
    /// Whether the proposed split adds up, so that it is ticked at first.
    pub split_sure: bool,
}

impl TryFrom<tenancy::BankLine> for BankLine {
    type Error = Problem;

    fn try_from(line: tenancy::BankLine) -> Result<Self, Problem> {
        let state = BankLineState::from_number(line.state);
        Ok(Self {
            id: line.bank_line_id,
            statement_id: line.bank_statement_id,
            date: required(date(line.date)?, "date")?,
            bank_account_id: some(line.bank_account_id),
            amount: required(money(line.amount)?, "amount")?,
            way: required(BankLineWay::from_number(line.way), "way")?,
            open: required(money(line.open)?, "open")?,
            balance: money(line.balance)?,
            payer: text(line.payer),
            reference: text(line.reference),
            state: required(state, "state")?,
            tenant_id: some(line.tenant_id),
            entry_id: some(line.entry_id),
            parts: all(line.parts)?,
            warning: text(line.warning),
            matches: all(line.matches)?,
            proposed_split: all(line.proposed_split)?,
            split_sure: line.split_sure,
        })
    }
}

fn all<M, T: TryFrom<M, Error = Problem>>(messages: Vec<M>) -> Result<Vec<T>, Problem> {
    messages.into_iter().map(T::try_from).collect()
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
    /// How many became refunds.
    pub refunded: i32,
    /// How many are returns of deposits.
    pub returned: i32,
}

impl From<tenancy::DecideBankLinesResponse> for BankLinesDecided {
    fn from(decided: tenancy::DecideBankLinesResponse) -> Self {
        Self {
            received: decided.received,
            ignored: decided.ignored,
            refunded: decided.refunded,
            returned: decided.returned,
        }
    }
}

/// Lines that were taken back.
#[derive(Debug, Serialize, ToSchema)]
pub struct BankLinesUndone {
    /// How many were decided.
    #[schema(example = 1)]
    pub undone: i32,
}
