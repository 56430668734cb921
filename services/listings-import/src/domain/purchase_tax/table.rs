//! Rates of taxes on buying a home, as dated tables (uk-lettings section 2.5). A table holds from its first day until the next one of its
//! nation.

use chrono::NaiveDate;

use crate::domain::Nation;

/// A part of a price: up to so many pounds (`None` for all the rest), so many tenths of a percent.
pub(super) type Band = (Option<i64>, i64);

/// The rates of one nation from one day.
pub(super) struct Table {
    nation: Nation,
    pub(super) tax: &'static str,
    /// The first day: year, month, day.
    from: (i32, u32, u32),
    pub(super) main: &'static [Band],
    /// What an additional home pays in place of `main`.
    pub(super) additional: &'static [Band],
    /// What a buyer from abroad pays more than for an additional home on every part, in tenths of a percent.
    pub(super) abroad: i64,
    /// What an additional home pays on the whole price beside `main`, in tenths of a percent.
    pub(super) supplement: i64,
    /// What a first-time buyer pays in place of `main`, and up to which price.
    pub(super) first_time: Option<(&'static [Band], i64)>,
}

/// Stamp duty land tax (Finance Act 2003, schedule 4ZA; rates of 1 April 2025, surcharge of 5 points of 31 October 2024).
const SDLT_2025: Table = Table {
    nation: Nation::England,
    tax: "SDLT",
    from: (2025, 4, 1),
    main: &[
        (Some(125_000), 0),
        (Some(250_000), 20),
        (Some(925_000), 50),
        (Some(1_500_000), 100),
        (None, 120),
    ],
    additional: &[
        (Some(125_000), 50),
        (Some(250_000), 70),
        (Some(925_000), 100),
        (Some(1_500_000), 150),
        (None, 170),
    ],
    abroad: 20,
    supplement: 0,
    first_time: Some((&[(Some(300_000), 0), (None, 50)], 500_000)),
};

/// Land transaction tax (higher rates of 11 December 2024; no relief for first-time buyers, none for or against buyers from abroad).
const LTT_2024: Table = Table {
    nation: Nation::Wales,
    tax: "LTT",
    from: (2024, 12, 11),
    main: &[
        (Some(225_000), 0),
        (Some(400_000), 60),
        (Some(750_000), 75),
        (Some(1_500_000), 100),
        (None, 120),
    ],
    additional: &[
        (Some(180_000), 50),
        (Some(250_000), 85),
        (Some(400_000), 100),
        (Some(750_000), 125),
        (Some(1_500_000), 150),
        (None, 170),
    ],
    abroad: 0,
    supplement: 0,
    first_time: None,
};

/// Land and buildings transaction tax with the additional dwelling supplement of 8 % (5 December 2024). That first-time buyers pay nothing
/// on the first £175,000 is not in uk-lettings: it is from the Land and Buildings Transaction Tax (Scotland) Act 2013, schedule 4A,
/// paragraph 3 (inserted by SSI 2018/221; legislation.gov.uk, read on 25 November 2026).
const LBTT_2024: Table = Table {
    nation: Nation::Scotland,
    tax: "LBTT",
    from: (2024, 12, 5),
    main: &[
        (Some(145_000), 0),
        (Some(250_000), 20),
        (Some(325_000), 50),
        (Some(750_000), 100),
        (None, 120),
    ],
    additional: &[
        (Some(145_000), 0),
        (Some(250_000), 20),
        (Some(325_000), 50),
        (Some(750_000), 100),
        (None, 120),
    ],
    abroad: 0,
    supplement: 80,
    first_time: Some((
        &[
            (Some(175_000), 0),
            (Some(250_000), 20),
            (Some(325_000), 50),
            (Some(750_000), 100),
            (None, 120),
        ],
        i64::MAX,
    )),
};

/// Every table, those of a nation by their days.
const TABLES: [Table; 3] = [SDLT_2025, LTT_2024, LBTT_2024];

impl Table {
    /// The table of `nation` that holds on `day`; on a day before the first one, that.
    pub(super) fn of(nation: Nation, day: NaiveDate) -> &'static Self {
        // Northern Ireland has England's tax.
        let taxed = match nation {
            Nation::NorthernIreland => Nation::England,
            other => other,
        };
        let mut of_nation = TABLES.iter().filter(|table| table.nation == taxed);
        let first = of_nation.next().unwrap_or(&SDLT_2025);
        of_nation.fold(first, |held, later| {
            if later.first_day() <= day {
                later
            } else {
                held
            }
        })
    }

    /// Since when it holds.
    pub(super) fn first_day(&self) -> NaiveDate {
        let (year, month, day) = self.from;
        NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_a_nation_stand_in_the_order_of_their_days() {
        for nation in Nation::ALL {
            let of_nation = TABLES.iter().filter(|table| table.nation == *nation);
            let days: Vec<_> = of_nation.map(Table::first_day).collect();
            assert!(days.is_sorted(), "{nation:?}");
        }
        let before = NaiveDate::from_ymd_opt(2020, 1, 1).unwrap_or_default();
        assert_eq!(Table::of(Nation::Wales, before).tax, "LTT");
    }
}
