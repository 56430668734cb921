//! Rules of a single entry.

use super::*;

#[test]
fn an_entry_is_judged_field_by_field() {
    let today = day("2026-11-25");
    let given = EntryDraft {
        kind: Some(EntryKind::Receipt),
        amount: Some(pounds("950")),
        date: Some(today),
        method: "cash".to_owned(),
        reference: " November ".to_owned(),
        ..EntryDraft::default()
    };
    let taken = NewEntry::try_new(given.clone(), today).ok();
    let method = Some(PaymentMethod::Cash);
    let reference = Some("November".to_owned());
    let expected = NewEntry::receipt(pounds("950"), today, method, reference);
    assert_eq!(taken, Some(expected));
    let reversal = EntryDraft {
        kind: Some(EntryKind::Reversal),
        reverses: 7,
        ..EntryDraft::default()
    };
    assert_eq!(
        NewEntry::try_new(reversal.clone(), today).ok(),
        Some(NewEntry::reversal(7.into()))
    );
    for (bad, field) in [
        (
            EntryDraft {
                kind: None,
                ..given.clone()
            },
            "kind",
        ),
        (
            EntryDraft {
                amount: None,
                ..given.clone()
            },
            "amount",
        ),
        (
            EntryDraft {
                amount: Some(Money::ZERO),
                ..given.clone()
            },
            "amount",
        ),
        (
            EntryDraft {
                amount: Some(Money::gbp(1_000_000_000)),
                ..given.clone()
            },
            "amount",
        ),
        (
            EntryDraft {
                date: None,
                ..given.clone()
            },
            "date",
        ),
        (
            EntryDraft {
                date: Some(day("1999-12-31")),
                ..given.clone()
            },
            "date",
        ),
        (
            EntryDraft {
                date: Some(day("2027-01-25")),
                ..given.clone()
            },
            "date",
        ),
        (
            EntryDraft {
                method: "barter".to_owned(),
                ..given.clone()
            },
            "method",
        ),
        (
            EntryDraft {
                kind: Some(EntryKind::Charge),
                ..given.clone()
            },
            "method",
        ),
        (
            EntryDraft {
                reference: "x".repeat(141),
                ..given.clone()
            },
            "reference",
        ),
        (
            EntryDraft {
                reference: "a\nb".to_owned(),
                ..given.clone()
            },
            "reference",
        ),
        (
            EntryDraft {
                reverses: 7,
                ..given.clone()
            },
            "reverses",
        ),
        (
            EntryDraft {
                reverses: 0,
                ..reversal
            },
            "reverses",
        ),
    ] {
        let Err(Error::Invalid { violations, .. }) = NewEntry::try_new(bad, today) else {
            panic!("{field} was taken");
        };
        let fields: Vec<_> = violations.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(fields, [field]);
    }
}

#[test]
fn a_reversal_has_the_amount_of_what_it_takes_back_and_not_an_earlier_day() {
    let receipt = entry(10, EntryKind::Receipt, "2026-08-01", "1000");
    let back = NewEntry::reversal(receipt.id);
    let counted = back.counted(Some(&receipt)).ok();
    assert_eq!(
        counted,
        Some((pounds("1000"), pounds("1000"), day("2026-08-01")))
    );
    let early = NewEntry {
        date: Some(day("2026-07-31")),
        ..back.clone()
    };
    assert!(early.counted(Some(&receipt)).is_err());
    let of_reversal = reversal(11, &receipt, "2026-08-01");
    assert!(back.counted(Some(&of_reversal)).is_err());
}
