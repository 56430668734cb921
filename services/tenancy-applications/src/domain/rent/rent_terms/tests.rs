use proptest::prelude::*;

use super::*;
use crate::domain::vectors::rows;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap_or_default()
}

fn pounds(text: &str) -> Money {
    Money::parse(text).unwrap_or(Money::ZERO)
}

fn span(first: &str, last: &str) -> Span {
    Span {
        first: day(first),
        last: day(last),
    }
}

fn monthly(due_day: u32, first_day: &str) -> RentTerms {
    RentTerms {
        period: RentPeriod::Monthly,
        due_day,
        first_day: day(first_day),
        pro_rata: ProRata::DaysOfYear,
    }
}

fn in_weeks(period: RentPeriod, first_day: &str) -> RentTerms {
    RentTerms {
        period,
        due_day: 0,
        ..monthly(0, first_day)
    }
}

/// The periods from the first on, as the schedule charges them.
fn periods(terms: &RentTerms, count: usize) -> Vec<Span> {
    let mut first = terms.first_day;
    let mut spans = Vec::new();
    for _ in 0..count {
        let span = terms.period_from(first);
        first = span.last.succ_opt().unwrap_or_default();
        spans.push(span);
    }
    spans
}

/// Vectors `weekly_to_monthly` of docs/reference/uk-lettings.md 5.5.
#[test]
fn a_week_is_a_fifty_second_of_a_year() {
    for row in rows("weekly_to_monthly") {
        let (week, month) = (row.pounds("weekly"), row.pounds("monthly"));
        let four = row.pounds("four_weekly");
        assert_eq!(RentPeriod::Weekly.monthly(week), month);
        assert_eq!(RentPeriod::Weekly.rent(month), week);
        assert_eq!(RentPeriod::FourWeekly.rent(month), four);
        assert_eq!(RentPeriod::FourWeekly.monthly(four), month);
        assert_eq!(RentPeriod::Monthly.rent(month), month);
    }
}

/// The weeks of vectors `monthly_to_weekly_and_deposit_caps` of docs/reference/uk-lettings.md 3.2.
#[test]
fn a_month_is_a_twelfth_of_it() {
    for row in rows("monthly_to_weekly_and_deposit_caps") {
        let week = RentPeriod::Weekly.rent(row.pounds("monthly"));
        assert_eq!(week, row.pounds("weekly"));
    }
}

/// Vectors `pro_rata` of docs/reference/uk-lettings.md 5.5.
#[test]
fn a_part_is_charged_by_both_methods() {
    for row in rows("pro_rata") {
        let month = row.pounds("monthly");
        let span = span(row.text("from_"), row.text("to"));
        assert_eq!(span.days(), row.number("days_inclusive"));
        let (by_year, by_month) = (row.pounds("by_365"), row.pounds("by_month_length"));
        assert_eq!(ProRata::DaysOfYear.of(month, span), by_year);
        assert_eq!(ProRata::DaysOfMonth.of(month, span), by_month);
    }
    // 17 of 31 days and 13 of 28.
    let across = span("2027-01-15", "2027-02-13");
    assert_eq!(
        ProRata::DaysOfMonth.of(pounds("1000"), across),
        pounds("1012.67")
    );
}

#[test]
fn a_whole_period_costs_its_rent_and_a_part_never_more() {
    let terms = monthly(1, "2026-11-18");
    let rent = pounds("1250");
    let [part, december] = periods(&terms, 2)[..] else {
        panic!("two periods");
    };
    assert_eq!(part, span("2026-11-18", "2026-11-30"));
    assert_eq!(terms.charge(rent, part), pounds("534.25"));
    assert_eq!(december, span("2026-12-01", "2026-12-31"));
    assert_eq!(terms.charge(rent, december), rent);

    let by_month = RentTerms {
        pro_rata: ProRata::DaysOfMonth,
        ..monthly(15, "2027-01-15")
    };
    let almost = span("2027-01-15", "2027-02-13");
    assert_eq!(by_month.charge(pounds("1000"), almost), pounds("1000"));
    assert!(!by_month.is_whole(almost));
}

#[test]
fn the_anchor_day_is_remembered_behind_a_short_month() {
    let terms = monthly(31, "2026-12-31");
    let firsts: Vec<_> = periods(&terms, 5).iter().map(|one| one.first).collect();
    let expected = [
        "2026-12-31",
        "2027-01-31",
        "2027-02-28",
        "2027-03-31",
        "2027-04-30",
    ];
    assert_eq!(firsts, expected.map(day));
    let rent = pounds("1000");
    assert!(
        periods(&terms, 40)
            .iter()
            .all(|one| terms.charge(rent, *one) == rent)
    );
    // A leap year.
    let terms = monthly(30, "2028-01-30");
    assert_eq!(periods(&terms, 2)[1].first, day("2028-02-29"));
    assert!(terms.begins_period(day("2028-02-29")) && !terms.begins_period(day("2028-02-28")));
}

#[test]
fn weeks_are_counted_from_the_first_day_through_summer_time_and_years() {
    let terms = in_weeks(RentPeriod::Weekly, "2026-03-23");
    assert_eq!(periods(&terms, 2)[1], span("2026-03-30", "2026-04-05"));
    let four = in_weeks(RentPeriod::FourWeekly, "2026-01-05");
    let spans = periods(&four, 14);
    assert_eq!(spans[12], span("2026-12-07", "2027-01-03"));
    assert!(spans.iter().all(|one| four.is_whole(*one)));
    assert_eq!(four.next_period_from(day("2026-12-08")), day("2027-01-04"));
    assert_eq!(four.period_of(day("2027-01-03")), spans[12]);
    // Thirteen four-weekly rents are twelve monthly ones, to the pennies of rounding.
    assert_eq!(four.charge(pounds("1213.33"), spans[3]), pounds("1120.00"));
}

#[test]
fn what_is_typed_is_judged_field_by_field() {
    let (start, today) = (day("2026-11-01"), day("2026-11-25"));
    let given = RentTermsDraft {
        period: Some(RentPeriod::Monthly),
        due_day: 31,
        first_day: Some(start),
        pro_rata: Some(ProRata::DaysOfYear),
        opening: Some(pounds("12.50")),
        ..RentTermsDraft::default()
    };
    let taken = RentTerms::try_new(given.clone(), start, today);
    assert_eq!(
        taken.ok(),
        Some((monthly(31, "2026-11-01"), Some(pounds("12.50"))))
    );
    for (bad, field) in [
        (
            RentTermsDraft {
                period: None,
                ..given.clone()
            },
            "terms.period",
        ),
        (
            RentTermsDraft {
                due_day: 32,
                ..given.clone()
            },
            "terms.due_day",
        ),
        (
            RentTermsDraft {
                period: Some(RentPeriod::Weekly),
                ..given.clone()
            },
            "terms.due_day",
        ),
        (
            RentTermsDraft {
                pro_rata: None,
                ..given.clone()
            },
            "terms.pro_rata",
        ),
        (
            RentTermsDraft {
                first_day: None,
                ..given.clone()
            },
            "terms.first_day",
        ),
        (
            RentTermsDraft {
                first_day: Some(day("2026-10-31")),
                ..given.clone()
            },
            "terms.first_day",
        ),
        (
            RentTermsDraft {
                first_day: Some(day("2027-02-01")),
                ..given.clone()
            },
            "terms.first_day",
        ),
        (
            RentTermsDraft {
                opening: Some(Money::gbp(-1)),
                ..given.clone()
            },
            "opening_balance",
        ),
    ] {
        let Err(Error::Invalid { violations, .. }) = RentTerms::try_new(bad, start, today) else {
            panic!("{field} was taken");
        };
        let fields: Vec<_> = violations.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(fields, [field]);
    }
}

#[test]
fn terms_differ_by_their_days_of_rent_and_not_by_the_first() {
    let agreed = monthly(1, "2026-11-01");
    assert!(agreed.differing(&monthly(1, "2026-11-18")).is_empty());
    assert_eq!(agreed.differing(&monthly(2, "2026-11-01")), ["due day"]);
    for period in [RentPeriod::Weekly, RentPeriod::FourWeekly] {
        let agreed = in_weeks(period, "2026-11-02");
        assert!(agreed.differing(&in_weeks(period, "2026-11-30")).is_empty());
        let midweek = in_weeks(period, "2026-12-02");
        assert_eq!(agreed.differing(&midweek), ["due day"]);
        let other = monthly(1, "2026-11-02");
        assert_eq!(agreed.differing(&other), ["rent period"]);
    }
}

proptest! {
    #[test]
    fn periods_follow_each_other_without_a_gap(due in 1_u32..=31, offset in 0_i64..1500, weeks in 0_usize..3) {
        let start = day("2026-01-01") + chrono::Duration::days(offset);
        let terms = RentTerms {
            period: RentPeriod::ALL[weeks],
            due_day: if RentPeriod::ALL[weeks] == RentPeriod::Monthly { due } else { 0 },
            first_day: start,
            pro_rata: ProRata::DaysOfMonth,
        };
        let rent = pounds("1000");
        let spans = periods(&terms, 60);
        prop_assert_eq!(spans[0].first, start);
        for pair in spans.windows(2) {
            prop_assert_eq!(pair[0].last.succ_opt(), Some(pair[1].first));
            prop_assert!(terms.is_whole(pair[1]) && terms.begins_period(pair[1].first));
            prop_assert_eq!(terms.charge(rent, pair[1]), terms.period.rent(rent));
        }
        prop_assert!(terms.charge(rent, spans[0]).minor() <= terms.period.rent(rent).minor());
        for span in spans {
            prop_assert_eq!(terms.period_of(span.last), span);
            prop_assert_eq!(terms.next_period_from(span.first), span.first);
        }
    }
}
