//! Banks' files before they are read, their layouts and accounts.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::convert::{date, instant, money, required, text};
use crate::problem::Problem;

/// A line of a file that is not read.
#[derive(Debug, Serialize, ToSchema)]
pub struct BankFileLine {
    /// Where it stands, from 1.
    #[schema(example = 44)]
    pub line: i32,
    /// Why.
    pub why: String,
    /// Its text, cut.
    pub text: String,
}

impl From<tenancy::BankFileLine> for BankFileLine {
    fn from(line: tenancy::BankFileLine) -> Self {
        Self {
            line: line.line,
            why: line.why,
            text: line.text,
        }
    }
}

/// The columns of a table.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankLayout {
    /// What each is: date, moneyIn, moneyOut, amount, flag, payer, reference, text, balance, account, currency, state or ignore.
    pub columns: Vec<String>,
    /// dayFirst or monthFirst; null where the file settles it.
    #[schema(required)]
    pub day_order: Option<String>,
    /// minusIsOut or plusIsOut; null where the file settles it.
    #[schema(required)]
    pub sign: Option<String>,
    /// Values of the flag's column that say that money went out, where they are not known.
    pub out_words: Vec<String>,
}

impl From<tenancy::BankLayout> for BankLayout {
    fn from(layout: tenancy::BankLayout) -> Self {
        Self {
            columns: layout.columns,
            day_order: text(layout.day_order),
            sign: text(layout.sign),
            out_words: layout.out_words,
        }
    }
}

/// What a column is taken for.
#[derive(Debug, Serialize, ToSchema)]
pub struct BankColumn {
    /// As in a layout.
    #[schema(example = "date")]
    pub meaning: String,
    /// Why, in words for people.
    pub evidence: String,
}

/// A line of a table.
#[derive(Debug, Serialize, ToSchema)]
pub struct BankFileRow {
    /// Where it stands, from 1.
    pub line: i32,
    /// Its values.
    pub cells: Vec<String>,
    /// title, header, payment, note or unreadable.
    #[schema(example = "payment")]
    pub kind: String,
    /// Why it cannot be read; null where it can.
    #[schema(required)]
    pub why: Option<String>,
}

/// A payment as it would be read.
#[derive(Debug, Serialize, ToSchema)]
pub struct BankFilePayment {
    /// The day.
    pub date: NaiveDate,
    /// Above 0 for money that came, below 0 for money that went out.
    #[schema(example = "-398.20")]
    pub amount: String,
    /// The other party; null where the file does not say.
    #[schema(required)]
    pub payer: Option<String>,
    /// What the payer wrote; null for nothing.
    #[schema(required)]
    pub reference: Option<String>,
    /// The balance after it; null where the file has none.
    #[schema(required)]
    pub balance: Option<String>,
}

impl TryFrom<tenancy::BankFilePayment> for BankFilePayment {
    type Error = Problem;

    fn try_from(payment: tenancy::BankFilePayment) -> Result<Self, Problem> {
        Ok(Self {
            date: required(date(payment.date)?, "date")?,
            amount: required(money(payment.amount)?, "amount")?,
            payer: text(payment.payer),
            reference: text(payment.reference),
            balance: money(payment.balance)?,
        })
    }
}

/// How a table would be read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankFilePreview {
    /// Names the layout: the same for every file with such columns.
    pub shape: String,
    /// csv, xlsx, xls, html or txt.
    #[schema(example = "csv")]
    pub format: String,
    /// What was found and what is missing, in words for people.
    pub message: String,
    /// The names of the columns.
    pub header: Vec<String>,
    /// What each column is taken for.
    pub columns: Vec<BankColumn>,
    /// The first 40 lines.
    pub rows: Vec<BankFileRow>,
    /// How many payments there are.
    pub lines: i32,
    /// Lines that cannot be read; at most 50.
    pub unreadable: Vec<BankFileLine>,
    /// How many cannot be read.
    pub unreadable_count: i32,
    /// What has still to be said: date, amount, direction, dayOrder, text, leaveOut.
    pub missing: Vec<String>,
    /// The values of the flag's column, where it has to be said which mean money out.
    pub flag_words: Vec<String>,
    /// How it is certain which way the money went: balance, columns, flag, sign or standard; null where it is not.
    #[schema(required)]
    pub proof: Option<String>,
    /// The layout as which it would be read.
    pub layout: BankLayout,
    /// The first lines as they would be read; at most 20.
    pub preview: Vec<BankFilePayment>,
    /// The name of the layout that is kept for such files; null for none.
    #[schema(required)]
    pub layout_name: Option<String>,
}

impl TryFrom<tenancy::PreviewBankFileResponse> for BankFilePreview {
    type Error = Problem;

    fn try_from(shown: tenancy::PreviewBankFileResponse) -> Result<Self, Problem> {
        let columns = shown.columns.into_iter().map(|column| BankColumn {
            meaning: column.meaning,
            evidence: column.evidence,
        });
        let rows = shown.rows.into_iter().map(|row| BankFileRow {
            line: row.line,
            cells: row.cells,
            kind: row.kind,
            why: text(row.why),
        });
        let preview = shown.preview.into_iter().map(TryInto::try_into);
        Ok(Self {
            shape: shown.shape,
            format: shown.format,
            message: shown.message,
            header: shown.header,
            columns: columns.collect(),
            rows: rows.collect(),
            lines: shown.lines,
            unreadable: shown.unreadable.into_iter().map(Into::into).collect(),
            unreadable_count: shown.unreadable_count,
            missing: shown.missing,
            flag_words: shown.flag_words,
            proof: text(shown.proof),
            layout: required(shown.layout, "layout")?.into(),
            preview: preview.collect::<Result<_, _>>()?,
            layout_name: text(shown.layout_name),
        })
    }
}

/// An account that banks' files were read of.
#[derive(Debug, Serialize, ToSchema)]
pub struct BankAccount {
    /// Its id.
    #[schema(example = 2)]
    pub id: i64,
    /// Its name.
    #[schema(example = "Current account")]
    pub name: String,
    /// The last four digits of its number; null where no file names it.
    #[schema(required, example = "4471")]
    pub ending: Option<String>,
}

impl From<tenancy::BankAccount> for BankAccount {
    fn from(account: tenancy::BankAccount) -> Self {
        Self {
            id: account.bank_account_id,
            name: account.name,
            ending: text(account.ending),
        }
    }
}

/// A layout that is kept.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptBankLayout {
    /// Its id.
    #[schema(example = 1)]
    pub id: i64,
    /// Its name.
    #[schema(example = "Aldergate Business")]
    pub name: String,
    /// The names of its columns.
    pub header: Vec<String>,
    /// When a file was read by it last.
    pub used_at: DateTime<Utc>,
}

impl TryFrom<tenancy::KeptBankLayout> for KeptBankLayout {
    type Error = Problem;

    fn try_from(layout: tenancy::KeptBankLayout) -> Result<Self, Problem> {
        Ok(Self {
            id: layout.bank_layout_id,
            name: layout.name,
            header: layout.header,
            used_at: required(instant(layout.use_time)?, "use_time")?,
        })
    }
}

/// The lines of an account in a month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankMonth {
    /// The balance before the first line; null where no file says.
    #[schema(required, example = "9486.12")]
    pub opening: Option<String>,
    /// What came.
    #[schema(example = "16482.60")]
    pub money_in: String,
    /// What went out, from 0.
    #[schema(example = "11203.44")]
    pub money_out: String,
    /// The balance after the last line; null where no file says.
    #[schema(required, example = "14765.28")]
    pub closing: Option<String>,
    /// Lines of money that came.
    pub lines_in: i32,
    /// Of them, those that are decided.
    pub decided_in: i32,
    /// Lines of money that went out.
    pub lines_out: i32,
    /// Of them, those that are decided.
    pub decided_out: i32,
    /// Whether opening and lines add up to closing, so that no line is missing.
    pub proved: bool,
}

impl TryFrom<tenancy::GetBankMonthResponse> for BankMonth {
    type Error = Problem;

    fn try_from(month: tenancy::GetBankMonthResponse) -> Result<Self, Problem> {
        Ok(Self {
            opening: money(month.opening)?,
            money_in: required(money(month.money_in)?, "money_in")?,
            money_out: required(money(month.money_out)?, "money_out")?,
            closing: money(month.closing)?,
            lines_in: month.lines_in,
            decided_in: month.decided_in,
            lines_out: month.lines_out,
            decided_out: month.decided_out,
            proved: month.proved,
        })
    }
}
