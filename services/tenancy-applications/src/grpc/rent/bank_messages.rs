//! Banks' files, lines and layouts as messages.

use lintel_bank_file::{DayOrder, Layout, LeftOut, Line, Meaning, Question, Sign, Way};
use lintel_core::{BankAccountId, Error, LedgerEntryId, Money, Violations};
use lintel_proto::{convert::timestamp, tenancy::v1};

use crate::{
    app::rent::{BankLine, ProposedPart, ShownStatement},
    domain::{
        self,
        rent::{BankAccount, BankMonth, KeptLayout, StoredPart, bank_match::BankMatch},
    },
};

/// What is said of a line that was read as money that came.
const WRONG_WAY: &str = "This line was read as money that came, and your bank's file says that it went out. Take the receipt back.";

pub(super) fn statement(shown: ShownStatement) -> v1::BankStatement {
    let ShownStatement {
        statement,
        left_out,
    } = shown;
    let (first, last) = statement.days.unzip();
    let (account, account_name) = statement.account.unzip();
    v1::BankStatement {
        bank_statement_id: statement.id.get(),
        file_name: statement.file_name,
        format: statement.format,
        lines: statement.lines.all,
        known_lines: statement.lines.known,
        open_lines: statement.lines.open,
        from_date: first.map(Into::into),
        to_date: last.map(Into::into),
        create_time: Some(timestamp(statement.created_at)),
        money_out_lines: statement.out.all,
        known_money_out_lines: statement.out.known,
        open_money_out_lines: statement.out.open,
        left_out: left_out.into_iter().map(kept_left_out).collect(),
        wrong_way_lines: statement.wrong_way,
        proof: statement.proof.unwrap_or_default(),
        layout_name: statement.layout_name.unwrap_or_default(),
        bank_account_id: account.map_or(0, BankAccountId::get),
        bank_account_name: account_name.unwrap_or_default(),
    }
}

fn kept_left_out(line: domain::rent::LeftOut) -> v1::BankFileLine {
    v1::BankFileLine {
        line: number(line.line),
        why: line.why,
        text: line.text,
    }
}

pub(in crate::grpc) fn line(line: BankLine) -> v1::BankLine {
    let stored = line.stored;
    let signed = stored.signed();
    let (entry, tenant) = stored.entry.unzip();
    v1::BankLine {
        bank_line_id: stored.id.get(),
        bank_statement_id: stored.statement.get(),
        date: Some(stored.booked.into()),
        amount: Some(signed.into()),
        payer: line.said.payer,
        reference: line.said.reference,
        state: v1::BankLineState::from(stored.state).into(),
        tenant_id: tenant.map_or(0, lintel_core::TenantId::get),
        entry_id: entry.map_or(0, LedgerEntryId::get),
        matches: line.matches.into_iter().map(found).collect(),
        way: v1::BankLineWay::from(stored.way).into(),
        bank_account_id: stored.account.map_or(0, BankAccountId::get),
        balance: stored.balance.map(Into::into),
        open: Some(stored.open.into()),
        parts: line.parts.into_iter().map(part).collect(),
        proposed_split: line.split.parts.into_iter().map(proposed).collect(),
        split_sure: line.split.sure,
        warning: match stored.wrong_way {
            true => WRONG_WAY.to_owned(),
            false => String::new(),
        },
    }
}

fn part(part: StoredPart) -> v1::BankLinePart {
    let (tenant, name) = part.tenant.unzip();
    v1::BankLinePart {
        kind: v1::BankLinePartKind::from(part.kind).into(),
        amount: Some(part.amount.into()),
        tenant_id: tenant.map_or(0, lintel_core::TenantId::get),
        tenant_name: name.unwrap_or_default(),
        entry_id: part.entry.map_or(0, LedgerEntryId::get),
        charge_entry_id: part.charge.map_or(0, LedgerEntryId::get),
    }
}

fn proposed(part: ProposedPart) -> v1::BankSplitPart {
    let (tenant_id, tenant_name, property_display_name) = match part.tenant {
        Some((tenant, name, home)) => (tenant.get(), name, home),
        None => Default::default(),
    };
    v1::BankSplitPart {
        kind: v1::BankLinePartKind::from(part.kind).into(),
        tenant_id,
        tenant_name,
        property_display_name,
        amount: Some(part.amount.into()),
        reason: part.reason,
    }
}

fn found(found: BankMatch) -> v1::BankMatch {
    v1::BankMatch {
        tenant_id: found.tenant.get(),
        tenant_name: found.name,
        property_display_name: found.home,
        reason: found.reason,
        sure: found.sure,
        owed: Some(found.owed.into()),
    }
}

pub(super) fn month(found: &BankMonth) -> v1::GetBankMonthResponse {
    let lines = |count: i64| i32::try_from(count).unwrap_or(i32::MAX);
    v1::GetBankMonthResponse {
        opening: found.opening.map(Into::into),
        money_in: Some(found.money_in.into()),
        money_out: Some(found.money_out.into()),
        closing: found.closing.map(Into::into),
        lines_in: lines(found.lines_in),
        decided_in: lines(found.decided_in),
        lines_out: lines(found.lines_out),
        decided_out: lines(found.decided_out),
        proved: found.is_proved(),
    }
}

pub(in crate::grpc) fn account(account: BankAccount) -> v1::BankAccount {
    v1::BankAccount {
        bank_account_id: account.id.get(),
        name: account.name,
        ending: account.ending.unwrap_or_default(),
    }
}

pub(super) fn kept_layout(layout: KeptLayout) -> v1::KeptBankLayout {
    v1::KeptBankLayout {
        bank_layout_id: layout.id.get(),
        name: layout.kept.name,
        header: layout.kept.header,
        use_time: Some(timestamp(layout.used_at)),
    }
}

/// A layout as somebody named it.
///
/// # Errors
/// `BANK_FILE_INVALID` with every word that is not known.
pub(super) fn layout(given: v1::BankLayout) -> Result<Layout, Error> {
    let mut found = Violations::default();
    let mut columns = Vec::new();
    for (place, word) in given.columns.iter().enumerate() {
        match Meaning::parse(word) {
            Some(meaning) => columns.push(meaning),
            None => found.add(
                format!("layout.columns[{place}]"),
                "Choose what the column is.",
            ),
        }
    }
    let day_order = match given.day_order.as_str() {
        "" => None,
        word => {
            let order = DayOrder::parse(word).ok_or("Choose dayFirst or monthFirst.");
            found.take("layout.day_order", order)
        }
    };
    let sign = match given.sign.as_str() {
        "" => None,
        word => {
            let sign = Sign::parse(word).ok_or("Choose minusIsOut or plusIsOut.");
            found.take("layout.sign", sign)
        }
    };
    found.into_result("BANK_FILE_INVALID")?;
    Ok(Layout {
        columns,
        day_order,
        sign,
        out_words: given.out_words,
    })
}

pub(in crate::grpc) fn preview(
    question: Question,
    kept: Option<String>,
) -> v1::PreviewBankFileResponse {
    let columns = question.columns.into_iter().map(|guess| v1::BankColumn {
        meaning: guess.meaning.spelling().to_owned(),
        evidence: guess.evidence,
    });
    let rows = question.rows.into_iter().map(|row| v1::BankFileRow {
        line: number(row.line),
        cells: row.cells,
        kind: row.kind.spelling().to_owned(),
        why: row.why.unwrap_or_default(),
    });
    let missing = question.missing.into_iter();
    v1::PreviewBankFileResponse {
        shape: question.shape,
        format: question.format.spelling().to_owned(),
        message: question.message,
        header: question.header,
        columns: columns.collect(),
        rows: rows.collect(),
        lines: number(question.lines),
        unreadable: question.unreadable.into_iter().map(left_out).collect(),
        unreadable_count: number(question.unreadable_count),
        missing: missing.map(|one| one.spelling().to_owned()).collect(),
        flag_words: question.flag_words,
        proof: question
            .proof
            .map(|proof| proof.spelling().to_owned())
            .unwrap_or_default(),
        layout: Some(layout_message(question.layout)),
        preview: question.preview.into_iter().map(payment).collect(),
        layout_name: kept.unwrap_or_default(),
    }
}

fn layout_message(layout: Layout) -> v1::BankLayout {
    let columns = layout.columns.into_iter();
    let order = layout.day_order.map(|order| order.spelling().to_owned());
    let sign = layout.sign.map(|sign| sign.spelling().to_owned());
    v1::BankLayout {
        columns: columns.map(|one| one.spelling().to_owned()).collect(),
        day_order: order.unwrap_or_default(),
        sign: sign.unwrap_or_default(),
        out_words: layout.out_words,
    }
}

fn left_out(line: LeftOut) -> v1::BankFileLine {
    v1::BankFileLine {
        line: number(line.line),
        why: line.why,
        text: line.text,
    }
}

fn payment(line: Line) -> v1::BankFilePayment {
    let amount = match line.way {
        Way::In => line.amount,
        Way::Out => Money::gbp(-line.amount.minor()),
    };
    v1::BankFilePayment {
        date: Some(line.booked.into()),
        amount: Some(amount.into()),
        payer: line.payer.unwrap_or_default(),
        reference: line.reference,
        balance: line.balance.map(Into::into),
    }
}

fn number(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
