//! Charges and their first days.

use super::*;

fn terms() -> RentTerms {
    RentTerms {
        period: RentPeriod::Monthly,
        due_day: 1,
        first_day: day("2026-10-18"),
        pro_rata: ProRata::DaysOfYear,
    }
}

fn tenancy(last_days: &[Option<&str>]) -> Tenancy {
    let members = (1..).zip(last_days).map(|(id, last)| Member {
        id: TenantId::from(id),
        person: Person {
            name: "Ada".to_owned(),
            email: "ada@example.com".to_owned(),
            phone: "07700 900000".to_owned(),
            address: None,
            employment_status: None,
        },
        share: Money::ZERO,
        leaving: last.map(|last| Leaving {
            date: day(last),
            reason: None,
        }),
        has_left: false,
        application: None,
    });
    Tenancy {
        id: 1.into(),
        property: 1.into(),
        room: None,
        start: day("2026-10-18"),
        end: None,
        rent: pounds("1000"),
        deposit: None,
        state: TenancyState::Active,
        version: 1,
        tenants: members.collect(),
        said: Vec::new(),
    }
}

fn amounts(tenancy: &Tenancy, first: &str) -> Vec<(i64, Money)> {
    let span = terms().period_from(day(first));
    let charges = charges(tenancy, &terms(), tenancy.rent, span);
    charges
        .into_iter()
        .map(|one| (one.tenant.get(), one.amount))
        .collect()
}

#[test]
fn a_period_is_charged_in_shares_and_a_known_last_day_cuts_the_own_one() {
    let three = tenancy(&[None, None, None]);
    let thirds = [
        (1, pounds("333.34")),
        (2, pounds("333.33")),
        (3, pounds("333.33")),
    ];
    assert_eq!(amounts(&three, "2026-11-01"), thirds);
    // 14 days of October, 460.27 in all.
    let part = [
        (1, pounds("153.43")),
        (2, pounds("153.42")),
        (3, pounds("153.42")),
    ];
    assert_eq!(amounts(&three, "2026-10-18"), part);
    let leaving = tenancy(&[Some("2026-11-10"), None]);
    // 10 days of 500 a month.
    let expected = [(1, pounds("164.38")), (2, pounds("500"))];
    assert_eq!(amounts(&leaving, "2026-11-01"), expected);
    assert_eq!(amounts(&leaving, "2026-12-01"), [(2, pounds("1000"))]);
}

#[test]
fn a_later_last_day_waives_what_follows_and_charges_what_was_cut() {
    let november = Entry {
        span: Some(terms().period_from(day("2026-11-01"))),
        actor: EntryActor::Lintel,
        ..entry(1, EntryKind::Charge, "2026-11-01", "1000")
    };
    let today = day("2026-11-05");
    let left = settle_leaver(
        std::slice::from_ref(&november),
        1.into(),
        day("2026-11-10"),
        &terms(),
        None,
        today,
    );
    // 10 days are 328.77.
    let span = november.span.unwrap_or_else(|| terms().period_from(today));
    assert_eq!(left.waive, [(span, pounds("671.23"), today)]);
    assert!(left.take_back.is_empty() && left.charge.is_none());

    let waiver = Entry {
        kind: EntryKind::Waiver,
        effect: pounds("-671.23"),
        amount: pounds("671.23"),
        date: today,
        ..Entry {
            id: 2.into(),
            ..november.clone()
        }
    };
    let entries = [november.clone(), waiver];
    let again = |last: &str| settle_leaver(&entries, 1.into(), day(last), &terms(), None, today);
    assert!(again("2026-11-10").is_empty());
    assert_eq!(again("2026-11-30").take_back, [2.into()]);
    assert!(again("2026-11-30").waive.is_empty());
    // Before the period: nothing of it was ever owed.
    assert_eq!(
        again("2026-10-31").waive,
        [(span, pounds("1000"), day("2026-11-01"))]
    );

    let cut = Entry {
        amount: pounds("328.77"),
        effect: pounds("328.77"),
        span: Some(span.until(day("2026-11-10"))),
        ..november
    };
    let expected = charges(
        &tenancy(&[Some("2026-11-20")]),
        &terms(),
        pounds("1000"),
        span,
    );
    let more = settle_leaver(
        &[cut],
        1.into(),
        day("2026-11-20"),
        &terms(),
        expected.first().copied(),
        today,
    );
    let extra = more.charge.map(|one| (one.amount, one.due, one.span.first));
    // 20 days are 657.53.
    assert_eq!(
        extra,
        Some((pounds("328.76"), day("2026-11-11"), day("2026-11-11")))
    );
}

#[test]
fn the_rent_of_a_day_is_that_of_the_last_change() {
    let change = |id: i64, effective: &str, monthly: &str| RentChange {
        id: id.into(),
        effective: day(effective),
        monthly: pounds(monthly),
        served: None,
    };
    let rents = Rents {
        first: pounds("1000"),
        changes: vec![
            change(1, "2026-12-01", "1050"),
            change(2, "2027-02-01", "990"),
        ],
    };
    assert_eq!(rents.on(day("2026-11-30")), pounds("1000"));
    assert_eq!(rents.on(day("2026-12-01")), pounds("1050"));
    assert_eq!(rents.on(day("2027-06-01")), pounds("990"));
    assert_eq!(rents.last_rise(), Some(day("2026-12-01")));
}
