//! A statement of a tenant's ledger, as a PDF that people read and as CSV that programs do.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{Error, Money, Principal, TenantId, london_date, london_midnight};
use lintel_pdf::{Block, Column as PdfColumn, Document, Level, Table, Term, Terms};
use lintel_sheet::{Column, shown};

use super::{Rent, own_tenant, rent};
use crate::{
    domain::{Entry, EntryKind, ledger, spelt_out},
    store,
};

/// Which file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Pdf,
    Csv,
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The bytes.
    pub content: Vec<u8>,
    /// `application/pdf` or `text/csv`.
    pub media_type: &'static str,
    /// A name for the file.
    pub file_name: String,
}

/// What a statement says.
struct Told {
    tenant: crate::domain::Tenant,
    organisation_name: String,
    first: NaiveDate,
    last: NaiveDate,
    before: Money,
    lines: Vec<rent::Line>,
    arrears: crate::domain::Arrears,
}

const COLUMNS: &[Column] = &[
    Column::new("Date", "date", &[]),
    Column::new("What", "what", &[]),
    Column::new("Reference", "reference", &[]),
    Column::new("Payment method", "method", &[]),
    Column::new("Charged", "charged", &[]),
    Column::new("Paid", "paid", &[]),
    Column::new("Balance", "balance", &[]),
];

impl Rent {
    /// A statement of the ledger of a tenant from a day to a day; the ledger's first and today where none is said. A tenant's account
    /// reads its own.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `LEDGER_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_rent_statement", skip_all, fields(tenant.id = %tenant))]
    pub async fn statement(
        &self,
        caller: &Principal,
        tenant: TenantId,
        (first, last): (Option<NaiveDate>, Option<NaiveDate>),
        format: &str,
    ) -> Result<Statement, Error> {
        let today = london_date(self.clock.now());
        let told = {
            let mut tx = self.db.begin(rent::scope(caller)).await?;
            let (organisation, tenant) = own_tenant::named(&mut tx, caller, tenant).await?;
            let format_known = parse(format).is_some();
            if !format_known {
                return Err(ledger::invalid("format", "Choose pdf or csv."));
            }
            let last = last.unwrap_or(today);
            let name = store::organisation::name(&mut tx, organisation).await?;
            let view = rent::view(&mut tx, organisation, tenant, last, today).await?;
            let first = first.unwrap_or_else(|| {
                let oldest = view.lines.first().map(|line| line.entry.date);
                oldest.unwrap_or(view.tenant.start).min(last)
            });
            if first > last {
                let order = "The first day cannot be after the last.";
                return Err(ledger::invalid("from_date", order));
            }
            let (before, lines): (Vec<_>, Vec<_>) = view
                .lines
                .into_iter()
                .partition(|line| line.entry.date < first);
            Told {
                organisation_name: name.unwrap_or_default(),
                first,
                last,
                before: before.last().map_or(Money::ZERO, |line| line.balance),
                lines,
                arrears: view.arrears,
                tenant: view.tenant,
            }
        };
        let id = told.tenant.id;
        let file_name = |extension: &str| format!("rent-statement-{id}-{}.{extension}", told.last);
        match parse(format) {
            Some(Format::Csv) => Ok(Statement {
                content: csv(&told)?,
                media_type: "text/csv",
                file_name: file_name("csv"),
            }),
            _ => {
                let file_name = file_name("pdf");
                let document = document(&told);
                let drawn = tokio::task::spawn_blocking(move || lintel_pdf::render(&document));
                let content = drawn.await.map_err(Error::internal)?;
                Ok(Statement {
                    content: content.map_err(Error::internal)?,
                    media_type: "application/pdf",
                    file_name,
                })
            }
        }
    }
}

fn parse(format: &str) -> Option<Format> {
    match format {
        "pdf" => Some(Format::Pdf),
        "csv" => Some(Format::Csv),
        _ => None,
    }
}

/// What an entry is, for people.
fn what(entry: &Entry) -> String {
    match (entry.kind, entry.span) {
        (EntryKind::Charge, Some(span)) => format!(
            "Rent, {} to {}",
            spelt_out(span.first),
            spelt_out(span.last)
        ),
        (EntryKind::Charge, None) => "Charge".to_owned(),
        (EntryKind::Receipt, _) => "Payment received".to_owned(),
        (EntryKind::Waiver, _) => "Waived".to_owned(),
        (EntryKind::Reversal, _) => "Taken back".to_owned(),
    }
}

/// What an entry adds to what is owed, and what it takes away.
fn columns(entry: &Entry) -> (Option<Money>, Option<Money>) {
    if entry.effect.is_negative() {
        (None, Some(entry.amount))
    } else {
        (Some(entry.amount), None)
    }
}

fn csv(told: &Told) -> Result<Vec<u8>, Error> {
    let mut content = lintel_sheet::template(COLUMNS)?;
    content.extend(lintel_sheet::line(COLUMNS, |column| match column.field {
        "date" => told.first.to_string(),
        "what" => "Brought forward".to_owned(),
        "balance" => told.before.to_string(),
        _ => String::new(),
    })?);
    for line in &told.lines {
        let entry = &line.entry;
        let (charged, paid) = columns(entry);
        content.extend(lintel_sheet::line(COLUMNS, |column| match column.field {
            "date" => entry.date.to_string(),
            "what" => what(entry),
            "reference" => shown(entry.reference.as_deref()),
            "method" => shown(entry.method.map(crate::domain::PaymentMethod::as_str)),
            "charged" => shown(charged),
            "paid" => shown(paid),
            _ => line.balance.to_string(),
        })?);
    }
    Ok(content)
}

fn document(told: &Told) -> Document {
    let tenant = &told.tenant;
    let home = match &tenant.room {
        Some(room) => format!("Room {room}, {}", tenant.property_address),
        None => tenant.property_address.clone(),
    };
    let period = format!("{} to {}", spelt_out(told.first), spelt_out(told.last));
    let balance = told.arrears.owed.balance;
    let owed = if balance.is_negative() {
        format!("{} in credit", pounds(Money::gbp(-balance.minor())))
    } else {
        pounds(balance)
    };
    let mut terms = vec![
        Term::new("Tenant", &tenant.person.name),
        Term::new("Home", format!("{home}, {}", tenant.property_postcode)),
    ];
    if !told.organisation_name.is_empty() {
        terms.push(Term::new("Landlord", &told.organisation_name));
    }
    terms.push(Term::new("Period", &period));
    let mut owing = Term::new("Owed at the end", &owed);
    if let Some(oldest) = told.arrears.owed.oldest_unpaid {
        owing = owing.note(format!(
            "The oldest unpaid rent was due on {}.",
            spelt_out(oldest)
        ));
    }
    terms.push(owing);
    let mut table = Table::new(
        "Entries",
        vec![
            PdfColumn::new("Date", 14),
            PdfColumn::new("What", 40),
            PdfColumn::amount("Charged", 15),
            PdfColumn::amount("Paid", 15),
            PdfColumn::amount("Balance", 16),
        ],
    );
    let forward = [
        short(told.first),
        "Brought forward".to_owned(),
        String::new(),
        String::new(),
        pounds(told.before),
    ];
    table.push(forward);
    for line in &told.lines {
        let (charged, paid) = columns(&line.entry);
        let reference = line.entry.reference.as_deref();
        let what = what(&line.entry);
        let what = reference.map_or(what.clone(), |reference| format!("{what}\n{reference}"));
        let amount = |amount: Option<Money>| amount.map(pounds).unwrap_or_default();
        table.push([
            short(line.entry.date),
            what,
            amount(charged),
            amount(paid),
            pounds(line.balance),
        ]);
    }
    let end = [
        short(told.last),
        "Owed".to_owned(),
        String::new(),
        String::new(),
        pounds(balance),
    ];
    table.push_total(end);
    Document {
        title: format!("Rent statement, {period}"),
        language: "en-GB",
        created: made(told.last),
        id: format!(
            "rent statement of tenant {}, {} to {}",
            tenant.id, told.first, told.last
        ),
        foot: format!("Rent statement, {}", tenant.property_name),
        blocks: vec![
            Block::heading(Level::One, "Rent statement"),
            Terms::new("About this statement", terms).into(),
            Block::heading(Level::Two, "Entries"),
            table.into(),
        ],
    }
}

/// The same statement has the same bytes, whenever it is asked for.
fn made(last: NaiveDate) -> DateTime<Utc> {
    london_midnight(last)
}

fn short(day: NaiveDate) -> String {
    day.format("%-d %b %Y").to_string()
}

/// An amount as people read it: £1,250.00.
fn pounds(amount: Money) -> String {
    let text = amount.to_string();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("−", digits),
        None => ("", text.as_str()),
    };
    let (whole, pence) = digits.split_once('.').unwrap_or((digits, "00"));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}£{grouped}.{pence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_grouped_and_signed() {
        for (minor, text) in [
            (0, "£0.00"),
            (95_000, "£950.00"),
            (125_000, "£1,250.00"),
            (-123_456_789, "−£1,234,567.89"),
        ] {
            assert_eq!(pounds(Money::gbp(minor)), text);
        }
    }
}
