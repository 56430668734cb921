//! Whose payments are taken for.

use super::*;

const RENT: Money = Money::gbp(95_000);

fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, day).unwrap_or_default()
}

fn candidate(id: i64, name: &str) -> Candidate {
    Candidate {
        tenant: id.into(),
        name: name.to_owned(),
        home: "Garden Flat".to_owned(),
        share: RENT,
        rent: RENT,
        balance: Money::ZERO,
        has_left: false,
        charges: Vec::new(),
        receipts: Vec::new(),
    }
}

const fn payment<'a>(payer: &'a str, reference: &'a str, amount: Money) -> Payment<'a> {
    Payment {
        booked: NaiveDate::MIN,
        amount,
        way: BankLineWay::In,
        payer,
        reference,
        payer_before: &[],
        reference_before: &[],
        number_before: &[],
    }
}

/// The ids and whether they are sure.
fn proposed(candidates: &Candidates, payment: Payment<'_>) -> Vec<(i64, bool)> {
    let matches = candidates.propose(&[payment]).pop().unwrap_or_default();
    let matches = matches.iter();
    matches.map(|one| (one.tenant.get(), one.sure)).collect()
}

#[test]
fn a_name_and_an_amount_make_it_sure() {
    let all = Candidates::new(vec![
        candidate(1, "Zoë Smith"),
        candidate(2, "Ada Lovelace"),
    ]);
    for (payer, reference) in [
        ("ZOE SMITH", "RENT"),
        ("Miss Zoe Smith", ""),
        ("SMITH ZOE", ""),
        ("", "FASTER PAYMENT FROM ZOE SMITH REF 12"),
    ] {
        assert_eq!(
            proposed(&all, payment(payer, reference, RENT)),
            [(1, true)],
            "{payer} {reference}"
        );
    }
    assert_eq!(
        proposed(&all, payment("ZOE SMITH", "", Money::gbp(1))),
        [(1, false)],
        "an amount that is nothing of the tenant's"
    );
    assert_eq!(
        proposed(&all, payment("SMITH Z", "ROOM 1", RENT)),
        [(1, false)],
        "an initial may be somebody else's"
    );
    assert_eq!(
        proposed(&all, payment("ADA LOVELACE", "FOR ZOE SMITH", RENT)),
        [(2, false), (1, false)],
        "two are named"
    );
}

#[test]
fn two_of_one_name_are_both_shown_and_none_is_sure() {
    let left = Candidate {
        has_left: true,
        ..candidate(1, "Ann Lee")
    };
    let all = Candidates::new(vec![left, candidate(2, "Ann Lee")]);
    assert_eq!(
        proposed(&all, payment("ANN LEE", "", RENT)),
        [(2, false), (1, false)]
    );
}

#[test]
fn what_was_confirmed_before_counts() {
    let all = Candidates::new(vec![
        candidate(1, "Zoë Smith"),
        candidate(2, "Ada Lovelace"),
    ]);
    let (one, both) = ([1.into()], [1.into(), 2.into()]);
    let from_mother = Payment {
        payer_before: &one,
        ..payment("M SMYTHE", "RENT", RENT)
    };
    assert_eq!(proposed(&all, from_mother), [(1, true)]);
    let from_council = Payment {
        payer_before: &both,
        ..payment("LEEDS CITY COUNCIL", "HB", RENT)
    };
    assert_eq!(proposed(&all, from_council), [(2, false), (1, false)]);
    let described = Payment {
        reference_before: &one,
        ..payment("", "Z SMITH RENT FLAT 2", RENT)
    };
    assert_eq!(proposed(&all, described), [(1, true)]);
    let stranger = Payment {
        reference_before: &one,
        ..payment("B STRANGER", "RENT", RENT)
    };
    assert_eq!(
        proposed(&all, stranger),
        [(1, false)],
        "the reference of somebody whom nobody knows"
    );
    let named = Payment {
        reference_before: &one,
        ..payment("ADA LOVELACE", "RENT", RENT)
    };
    assert_eq!(proposed(&all, named), [(2, true), (1, false)]);
}

#[test]
fn an_amount_alone_is_proposed_where_few_pay_it_and_never_sure() {
    let owes = |id, pence| Candidate {
        balance: Money::gbp(pence),
        ..candidate(id, &format!("Tenant {id}"))
    };
    let few = Candidates::new(vec![owes(1, 12_345), owes(2, 500)]);
    assert_eq!(
        proposed(&few, payment("X", "", Money::gbp(12_345))),
        [(1, false)]
    );
    let many = Candidates::new((1..=6).map(|id| owes(id, 12_345)).collect());
    assert!(proposed(&many, payment("X", "", Money::gbp(12_345))).is_empty());
    assert!(proposed(&few, payment("X", "", Money::gbp(7))).is_empty());
}

#[test]
fn a_receipt_of_that_day_and_amount_keeps_it_from_being_sure() {
    let mut paid = candidate(1, "Zoë Smith");
    paid.balance = Money::gbp(5_000);
    paid.receipts = vec![(day(20), RENT)];
    let all = Candidates::new(vec![paid]);
    let on = |booked| Payment {
        booked,
        ..payment("ZOE SMITH", "", RENT)
    };
    let matches = all.propose(&[on(day(20)), on(day(21))]);
    let told: Vec<_> = matches
        .iter()
        .flatten()
        .map(|one| (one.sure, one.reason.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            (
                false,
                "The payer has the tenant's name, and the amount is the rent per month. There is a receipt of that day and amount already."
            ),
            (
                true,
                "The payer has the tenant's name, and the amount is the rent per month."
            ),
        ]
    );
}

#[test]
fn of_two_lines_that_may_be_one_payment_the_first_alone_is_sure() {
    let all = Candidates::new(vec![candidate(1, "Zoë Smith")]);
    let line = payment("ZOE SMITH", "", RENT);
    let matches = all.propose(&[line, line]);
    let sure: Vec<_> = matches.iter().flatten().map(|one| one.sure).collect();
    assert_eq!(sure, [true, false]);
}

#[test]
fn what_the_amount_is_is_said() {
    let mut one = candidate(1, "Zoë Smith");
    one.balance = Money::gbp(100);
    one.charges = vec![Money::gbp(200)];
    let all = Candidates::new(vec![one]);
    for (pence, words, sure) in [
        (100, "and the amount is what is owed.", true),
        (200, "and the amount is that of a charge.", true),
        (95_000, "and the amount is the rent per month.", true),
        (300, "but the amount is another one.", false),
    ] {
        let line = payment("ZOE SMITH", "", Money::gbp(pence));
        let matches = all.propose(&[line]).concat();
        let found = matches.first().map(|one| (one.reason.as_str(), one.sure));
        let whole = format!("The payer has the tenant's name, {words}");
        assert_eq!(found, Some((whole.as_str(), sure)));
    }
}

#[test]
fn a_benefit_is_known_by_its_number_and_not_by_its_payer() {
    let all = Candidates::new(vec![
        candidate(1, "Zoe Smith"),
        candidate(2, "Ada Lovelace"),
    ]);
    let (first, both) = ([TenantId::new(1)], [TenantId::new(1), TenantId::new(2)]);
    let council = Payment {
        payer_before: &first,
        ..payment("TRENTSIDE COUNCIL", "HB 4711", RENT)
    };
    assert_eq!(
        proposed(&all, council),
        [(1, false)],
        "the payer's name alone"
    );
    let numbered = Payment {
        payer_before: &both,
        number_before: &first,
        ..council
    };
    assert_eq!(proposed(&all, numbered), [(1, true), (2, false)]);
    let person = Payment {
        payer: "P SMITHSON",
        reference: "RENT",
        ..council
    };
    assert_eq!(proposed(&all, person), [(1, true)]);
}

#[test]
fn joint_tenants_may_pay_the_whole_rent() {
    let half = Candidate {
        share: Money::gbp(47_500),
        ..candidate(1, "Zoe Smith")
    };
    let all = Candidates::new(vec![half]);
    for pence in [47_500, 95_000] {
        let paid = payment("ZOE SMITH", "", Money::gbp(pence));
        assert_eq!(proposed(&all, paid), [(1, true)], "{pence}");
    }
}

#[test]
fn money_that_goes_out_fits_what_was_paid_too_much() {
    let over = Candidate {
        balance: Money::gbp(-5_000),
        ..candidate(1, "Zoe Smith")
    };
    let all = Candidates::new(vec![over, candidate(2, "Ada Lovelace")]);
    let out = |payer, pence| Payment {
        way: BankLineWay::Out,
        ..payment(payer, "", Money::gbp(pence))
    };
    assert_eq!(proposed(&all, out("ZOE SMITH", 5_000)), [(1, true)]);
    assert_eq!(proposed(&all, out("ZOE SMITH", 5_001)), [(1, false)]);
    assert_eq!(proposed(&all, out("POWER CO", 95_000)), []);
}
