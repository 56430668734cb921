//! Tables that ask, and what they are read as once that is said.

#![expect(clippy::unwrap_used, reason = "tests")]

use lintel_bank_file::{
    DayOrder, How, Layout, Meaning, Missing, Proof, Read, RowKind, Sign, Statement, preview,
};

use crate::samples::{out, question, read, refusal, short};

fn answered(text: &str, layout: Layout) -> Result<Statement, Vec<Missing>> {
    let how = How {
        layout: Some(layout),
        leave_out: false,
    };
    match lintel_bank_file::read(text.as_bytes(), &how).unwrap() {
        Read::Statement(statement) => Ok(statement),
        Read::Asks(question) => Err(question.missing),
    }
}

const UNKNOWN: &str = "Posted,What,Sum,Rest\n20/11/2026,A TESTER RENT,950.00,5950.00\n21/11/2026,POWER CO,-60.00,5890.00\n23/11/2026,Z EXAMPLE,475.50,6365.50\n";

#[test]
fn an_unknown_table_says_what_was_found_and_what_is_missing() {
    let question = question(UNKNOWN);
    assert!(
        question
            .message
            .contains("The columns are Posted, What, Sum, Rest."),
        "{}",
        question.message
    );
    assert!(
        question
            .message
            .contains("No column is known to be the day."),
        "{}",
        question.message
    );
    assert_eq!(question.missing, [Missing::Date, Missing::Amount]);
    assert_eq!(question.header, ["Posted", "What", "Sum", "Rest"]);
    let guessed: Vec<Meaning> = question.columns.iter().map(|guess| guess.meaning).collect();
    assert_eq!(
        guessed,
        [
            Meaning::Date,
            Meaning::Text,
            Meaning::Amount,
            Meaning::Balance
        ]
    );
    assert_eq!(question.layout.columns, guessed);
    assert_eq!(question.rows[0].kind, RowKind::Header);
    assert!(question.preview.is_empty());
}

#[test]
fn what_was_guessed_can_be_taken_as_the_answer() {
    let asked = question(UNKNOWN);
    let statement = answered(UNKNOWN, asked.layout.clone()).unwrap();
    assert_eq!(
        short(&statement),
        [
            (20, 95_000, "", "A TESTER RENT"),
            (23, 47_550, "", "Z EXAMPLE")
        ]
    );
    assert_eq!(statement.proof, Proof::Balance);
    assert_eq!(statement.shape.as_deref(), Some(asked.shape.as_str()));
    let how = How {
        layout: Some(asked.layout),
        leave_out: false,
    };
    let question = preview(UNKNOWN.as_bytes(), &how).unwrap();
    assert!(question.missing.is_empty());
    assert_eq!(question.preview.len(), 3);
    assert_eq!(question.columns[0].evidence, "3 days, day first");
    assert_eq!(question.columns[3].evidence, "2 of 2 add up to the balance");
}

#[test]
fn the_shape_is_the_headers_and_not_the_lines() {
    let other = UNKNOWN
        .replace("A TESTER", "SOMEBODY")
        .replace("950.00", "1.00");
    assert_eq!(question(&other).shape, question(UNKNOWN).shape);
    assert_ne!(
        question(&UNKNOWN.replace("What", "Why")).shape,
        question(UNKNOWN).shape
    );
    let bare = "x 1,20/11/2026,5.00,a b,y\nx 2,21/11/2026,-6.00,c,z\n";
    let later = "q,20/12/2026,7.00,d,r\nw,22/12/2026,-9.00,e e,t\n";
    assert_eq!(question(bare).shape, question(later).shape);
    assert_eq!(question(bare).header[0], "Column 1");
}

#[test]
fn amounts_without_a_sign_ask_where_a_column_may_say_their_way() {
    for lines in [
        "20/11/2026,RENT,950.00,N\n",
        "20/11/2026,RENT,950.00,N\n21/11/2026,POWER,60.00,M\n",
    ] {
        let text = format!("Date,Description,Amount,Zyx\n{lines}");
        assert_eq!(question(&text).missing, [Missing::Direction], "{lines}");
    }
    let text = "Date,Description,Amount,Zyx\n20/11/2026,RENT,950.00,N\n21/11/2026,RENT,60.00,M\n";
    let said = |sign| Layout {
        columns: vec![
            Meaning::Date,
            Meaning::Text,
            Meaning::Amount,
            Meaning::Ignore,
        ],
        sign: Some(sign),
        ..Layout::default()
    };
    assert_eq!(out(&answered(text, said(Sign::MinusIsOut)).unwrap()).0, 0);
    assert_eq!(out(&answered(text, said(Sign::PlusIsOut)).unwrap()).0, 2);
}

#[test]
fn receipts_alone_are_read_where_every_column_is_understood() {
    for header in [
        "Date,Description,Amount",
        "Date,Counter Party,Amount",
        "Date,Description,Amount,Balance",
    ] {
        let balance = if header.ends_with("Balance") {
            ",5950.00"
        } else {
            ""
        };
        let text = format!("{header}\n20/11/2026,RENT,950.00{balance}\n");
        let statement = read(text.as_bytes());
        assert_eq!((short(&statement).len(), out(&statement).0), (1, 0));
        assert_eq!(statement.proof, Proof::Sign);
    }
}

#[test]
fn balances_prove_the_direction_of_amounts_without_a_sign() {
    let header = "Date,Description,Amount,Balance\n";
    let up = "19/11/2026,BROUGHT FORWARD,,5000.00\n20/11/2026,RENT,950.00,5950.00\n21/11/2026,POWER,60.00,5890.00\n23/11/2026,RENT,475.50,6365.50\n";
    let down = "23/11/2026,RENT,475.50,6365.50\n21/11/2026,POWER,60.00,5890.00\n20/11/2026,RENT,950.00,5950.00\n19/11/2026,BROUGHT FORWARD,,5000.00\n";
    for lines in [up, down] {
        let statement = read(format!("{header}{lines}").as_bytes());
        assert_eq!(out(&statement), (1, 6_000));
        assert_eq!(statement.proof, Proof::Balance);
    }
    let without = up.replace("19/11/2026,BROUGHT FORWARD,,5000.00\n", "");
    let question = question(&format!("{header}{without}"));
    assert_eq!(question.missing, [Missing::Direction]);
}

#[test]
fn a_wrong_word_is_found_by_the_balance() {
    let text = "Date,Description,Amount,D/C,Balance\n20/11/2026,RENT,950.00,C,5950.00\n21/11/2026,POWER,60.00,C,5890.00\n22/11/2026,RENT,5.00,C,5895.00\n23/11/2026,RENT,475.50,C,6370.50\n";
    let question = question(text);
    assert_eq!(question.missing, [Missing::LeaveOut]);
    assert_eq!(question.unreadable[0].line, 3);
    assert!(
        question.unreadable[0].why.contains("went out"),
        "{}",
        question.message
    );
}

#[test]
fn a_card_that_calls_money_out_positive_is_known_by_its_balance() {
    let text = "Date,Description,Amount,Balance\n20/11/2026,SHOP,60.00,-60.00\n21/11/2026,SHOP,40.00,-100.00\n22/11/2026,PAYMENT,-100.00,0.00\n";
    let statement = read(text.as_bytes());
    assert_eq!(out(&statement), (2, 10_000));
    assert_eq!(statement.proof, Proof::Balance);
}

#[test]
fn unknown_words_of_a_flag_are_asked() {
    let text = "Date,Description,Amount,D/C\n20/11/2026,RENT,950.00,Zugang\n21/11/2026,POWER,60.00,Abgang\n";
    let asked = question(text);
    assert_eq!(asked.missing, [Missing::Direction]);
    assert_eq!(asked.flag_words, ["Zugang", "Abgang"]);
    let layout = Layout {
        out_words: vec!["Abgang".to_owned()],
        ..asked.layout
    };
    let statement = answered(text, layout).unwrap();
    assert_eq!((short(&statement).len(), out(&statement).0), (1, 1));
}

#[test]
fn words_of_a_flag_that_balances_prove_are_not_asked() {
    let head = "Date,Payee,Amount,D/C,Balance\n";
    // The first line has no balance before it; its word is that of the second, which has one.
    let text = format!(
        "{head}20/11/2026,A TESTER,950.00,X,950.00\n21/11/2026,B TESTER,50.00,X,1000.00\n23/11/2026,POWER CO,60.00,Y,940.00"
    );
    let statement = read(text.as_bytes());
    assert_eq!(statement.proof, Proof::Balance);
    assert_eq!((statement.lines.len(), out(&statement)), (3, (1, 6000)));
    // A word that nothing proves is asked, and so is one whose lines went both ways.
    let alone =
        format!("{head}20/11/2026,A TESTER,950.00,Y,950.00\n21/11/2026,B TESTER,50.00,X,1000.00\n");
    assert_eq!(question(&alone).missing, [Missing::Direction]);
    let both = format!(
        "{head}20/11/2026,A TESTER,950.00,X,950.00\n21/11/2026,B TESTER,50.00,X,1000.00\n23/11/2026,POWER CO,60.00,X,940.00\n"
    );
    assert_eq!(question(&both).missing, [Missing::Direction]);
}

#[test]
fn an_order_of_day_and_month_that_nothing_settles_is_asked() {
    let text = "Date,Label,In,Out\n03/04/2026,RENT,5.00,\n04/05/2026,POWER,,6.00\n";
    let asked = question(text);
    assert_eq!(asked.missing, [Missing::DayOrder]);
    for (order, first) in [
        (DayOrder::DayFirst, "2026-04-03"),
        (DayOrder::MonthFirst, "2026-03-04"),
    ] {
        let layout = Layout {
            day_order: Some(order),
            ..asked.layout.clone()
        };
        assert_eq!(
            answered(text, layout).unwrap().lines[0].booked.to_string(),
            first
        );
    }
    let settled = text.replace("04/05", "04/25");
    assert_eq!(
        read(settled.as_bytes()).lines[0].booked.to_string(),
        "2026-03-04"
    );
    let british = text.replace("Label", "Description");
    assert_eq!(
        read(british.as_bytes()).lines[0].booked.to_string(),
        "2026-04-03"
    );
}

#[test]
fn a_qif_file_asks_for_the_order_of_its_days_alone() {
    let text = "!Type:Bank\nD03/04/2026\nT5.00\nPRENT\n^\nD04/05/2026\nT6.00\nPRENT\n^\n";
    assert_eq!(question(text).missing, [Missing::DayOrder]);
    let layout = Layout {
        day_order: Some(DayOrder::MonthFirst),
        ..Layout::default()
    };
    let statement = answered(text, layout).unwrap();
    assert_eq!(statement.lines[0].booked.to_string(), "2026-03-04");
    assert_eq!(out(&statement).0, 0);
}

#[test]
fn columns_of_text_are_never_dropped_without_a_word() {
    let two =
        "Date,Wer,Was,In,Out\n20/11/2026,A TESTER,RENT,950.00,\n21/11/2026,POWER CO,GAS,,60.00\n";
    let asked = question(two);
    assert_eq!(asked.missing, [Missing::Text]);
    let mut layout = asked.layout;
    layout.columns[1] = Meaning::Payer;
    layout.columns[2] = Meaning::Reference;
    let statement = answered(two, layout).unwrap();
    assert_eq!(short(&statement), [(20, 95_000, "A TESTER", "RENT")]);
    let none = "Date,Wer,Was,Reference,In,Out\n20/11/2026,A TESTER,RENT,,950.00,\n21/11/2026,POWER CO,GAS,x,,60.00\n";
    assert_eq!(question(none).missing, [Missing::Text]);
}

#[test]
fn pence_behind_a_comma_are_read_where_all_amounts_agree() {
    let text = "Date;Description;Amount\n20/11/2026;RENT;1.234,56\n21/11/2026;POWER;-12,50\n";
    assert_eq!(short(&read(text.as_bytes()))[0].1, 123_456);
    let mixed = format!("{text}22/11/2026;RENT;9.75\n");
    let refused = refusal(&mixed);
    assert_eq!(refused.line, 2);
    assert!(
        refused
            .message
            .contains("no amount of this file can be trusted"),
        "{refused}"
    );
}

#[test]
fn an_empty_statement_is_one_without_lines() {
    let statement = read(b"Date,Description,Money in,Money out,Balance\n");
    assert!(statement.lines.is_empty() && statement.range.is_none());
}

#[test]
fn formats_that_say_all_by_themselves_have_no_columns_to_name() {
    assert!(preview(b"<OFX><BANKTRANLIST></OFX>", &How::default()).is_err());
    assert!(preview(b":20:A\n:25:1\n:60F:C261119GBP5,\n", &How::default()).is_err());
}
