//! A statement of a tenancy's ledger, which all of its tenants share, as a PDF that people read and as CSV that programs do.

mod wording;

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{
    Error, LedgerEntryId, Money, Principal, Role, TenantId, london_date, london_midnight, together,
};
use lintel_pdf::{Block, Column as PdfColumn, Document, Level, Table, Term, Terms};
use lintel_sheet::{Column, cell, shown};

use super::{Rent, rent_statement::wording::Sides, rents};
use crate::{
    app::letting::own_tenant,
    domain::{
        keeping::Lessor,
        rent::{EntryKind, ledger, spelt_out},
    },
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
    tenant: crate::domain::letting::Tenant,
    lessor: Option<Lessor>,
    first: NaiveDate,
    last: NaiveDate,
    /// What was owed before the first line; none where there was no entry.
    before: Option<Money>,
    lines: Vec<rents::Line>,
    /// What each entry is by its id, those before the first line as well.
    kinds: HashMap<LedgerEntryId, EntryKind>,
    arrears: crate::domain::rent::Arrears,
    /// The tenants who owe together.
    owing: Vec<(TenantId, String)>,
    /// Everybody whose entries there are, by name.
    names: HashMap<TenantId, String>,
}

const COLUMNS: &[Column] = &[
    Column::new("Date", "date", &[]),
    Column::new("What", "what", &[]),
    Column::new("Reference", "reference", &[]),
    Column::new("Payment method", "method", &[]),
    Column::new("Charged", "charged", &[]),
    Column::new("Paid", "paid", &[]),
    Column::new("Balance", "balance", &[]),
    Column::new("Tenant", "tenant", &[]),
];

impl Rent {
    /// A statement of the ledger of a tenant's tenancy from a day to a day; the ledger's first and today where none is said. A tenant's account
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
            let mut tx = self.db.begin(rents::scope(caller)).await?;
            let (organisation, tenant) = own_tenant::named(&mut tx, caller, tenant, today).await?;
            let format_known = parse(format).is_some();
            if !format_known {
                return Err(ledger::invalid("format", "Choose pdf or csv."));
            }
            let last = rents::seen_until(caller, &tenant, last.unwrap_or(today));
            let lessor = store::keeping::organisation::find(&mut tx, organisation).await?;
            let own = tenant.id;
            let mut view = rents::view(&mut tx, organisation, tenant, last, today).await?;
            if caller.role == Role::Tenant {
                // What somebody wrote to their bank is not the other tenants' business.
                let others = view.lines.iter_mut().map(|line| &mut line.entry);
                let others = others.filter(|entry| entry.tenant != own && entry.kind.is_money());
                others.for_each(|entry| entry.reference = None);
            }
            let first = first.unwrap_or_else(|| {
                let oldest = view.lines.first().map(|line| line.entry.date);
                oldest.unwrap_or(view.tenant.start).min(last)
            });
            if first > last {
                let order = "The first day cannot be after the last.";
                return Err(ledger::invalid("from_date", order));
            }
            let kinds = view
                .lines
                .iter()
                .map(|line| (line.entry.id, line.entry.kind));
            let kinds = kinds.collect();
            let (before, lines): (Vec<_>, Vec<_>) = view
                .lines
                .into_iter()
                .partition(|line| line.entry.date < first);
            Told {
                lessor,
                first,
                last,
                before: before.last().map(|line| line.balance),
                lines,
                kinds,
                arrears: view.arrears,
                owing: view.owing,
                names: view.names,
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

impl Told {
    /// What a line adds to what was charged, and to what was paid.
    fn sides(&self, line: &rents::Line) -> Sides {
        let reversed = line.entry.reverses.and_then(|id| self.kinds.get(&id));
        wording::sides(&line.entry, reversed.copied())
    }

    /// Whose an entry is.
    fn name(&self, line: &rents::Line) -> &str {
        self.names
            .get(&line.entry.tenant)
            .map_or("", String::as_str)
    }

    /// What an entry is, and of several tenants who paid or was paid.
    fn brief(&self, line: &rents::Line) -> String {
        let brief = wording::brief(&line.entry);
        if self.names.len() < 2 || !line.entry.kind.is_money() {
            return brief;
        }
        format!("{brief}\n{}", self.name(line))
    }

    /// What the lines add up to: charged, and paid.
    fn sums(&self) -> (Money, Money) {
        let sum = |side: fn(Sides) -> Option<Money>| {
            let amounts = self.lines.iter().filter_map(|line| side(self.sides(line)));
            Money::gbp(amounts.map(Money::minor).sum())
        };
        (sum(|(charged, _)| charged), sum(|(_, paid)| paid))
    }
}

/// Amounts are written as they are, below zero too: only texts could be taken for formulas.
fn csv(told: &Told) -> Result<Vec<u8>, Error> {
    let mut content = lintel_sheet::template(COLUMNS)?;
    let before = told.before.unwrap_or(Money::ZERO);
    content.extend(lintel_sheet::record(COLUMNS.iter().map(
        |column| match column.field {
            "date" => told.first.to_string(),
            "what" => "Brought forward".to_owned(),
            "balance" => before.to_string(),
            _ => String::new(),
        },
    ))?);
    for line in &told.lines {
        let entry = &line.entry;
        let (charged, paid) = told.sides(line);
        content.extend(lintel_sheet::record(COLUMNS.iter().map(
            |column| match column.field {
                "date" => entry.date.to_string(),
                "what" => wording::in_full(entry),
                "reference" => cell::guarded(entry.reference.as_deref().unwrap_or_default()),
                "method" => shown(entry.method.map(crate::domain::rent::PaymentMethod::as_str)),
                "charged" => shown(charged),
                "paid" => shown(paid),
                "tenant" => cell::guarded(told.name(line)),
                _ => line.balance.to_string(),
            },
        ))?);
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
    let names: Vec<_> = told.owing.iter().map(|(_, name)| name.as_str()).collect();
    let mut terms = vec![
        Term::new(
            if names.len() > 1 { "Tenants" } else { "Tenant" },
            together(&names),
        ),
        Term::new("Home", format!("{home}, {}", tenant.property_postcode)),
    ];
    if let Some(lessor) = &told.lessor {
        let term = Term::new("Landlord", lessor.in_full());
        terms.push(match &lessor.landlord {
            Some(landlord) => term.note(format!(
                "Address for notices: {}",
                landlord.notice_address.replace('\n', ", ")
            )),
            None => term,
        });
    }
    terms.push(Term::new("Period", &period));
    let mut owing = Term::new("Owed at the end", &owed);
    if let Some(oldest) = told.arrears.owed.oldest_unpaid {
        owing = owing.note(format!(
            "The oldest unpaid rent, {}, was due on {}.",
            pounds(told.arrears.owed.oldest_amount),
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
    if let Some(before) = told.before {
        table.push([
            short(told.first),
            "Brought forward".to_owned(),
            String::new(),
            String::new(),
            pounds(before),
        ]);
    }
    for line in &told.lines {
        let (charged, paid) = told.sides(line);
        let amount = |amount: Option<Money>| amount.map(pounds).unwrap_or_default();
        table.push([
            short(line.entry.date),
            told.brief(line),
            amount(charged),
            amount(paid),
            pounds(line.balance),
        ]);
    }
    let (charged, paid) = told.sums();
    let end = [
        short(told.last),
        "Owed".to_owned(),
        pounds(charged),
        pounds(paid),
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
