//! Taxes on buying property (docs/reference/uk-nations.md 7, docs/reference/uk-lettings.md 2.5): SDLT in England and Northern Ireland, LTT in Wales, LBTT with ADS in
//! Scotland.

mod slices;

use chrono::NaiveDate;
use lintel_core::{Money, spelt};
use rust_decimal::Decimal;

pub use slices::TaxBand;

use self::slices::{sliced, whole_price};
use crate::{nation::Nation, row::Row, rules::Rules, words::spelt_out};

spelt! {
    /// The kind of property that is bought.
    Kind {
        /// Homes alone.
        Residential = "residential",
        /// Homes with something else, such as a flat over a shop.
        Mixed = "mixed",
        /// No home.
        Commercial = "commercial",
        /// Land without a home.
        Land = "land",
    }
}

spelt! {
    /// The kind of buyer.
    Buyer {
        /// A person.
        Person = "person",
        /// A company that lets.
        LettingCompany = "lettingCompany",
        /// A company for its own use, or for people who stand behind it.
        CompanyOwnUse = "companyOwnUse",
    }
}

/// The purchase and its buyer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purchase {
    /// Where it is.
    pub nation: Nation,
    /// When.
    pub day: NaiveDate,
    /// The price of the whole purchase.
    pub price: Money,
    /// The kind of property.
    pub kind: Kind,
    /// The number of homes in this one purchase.
    pub dwellings: u32,
    /// The kind of buyer.
    pub buyer: Buyer,
    /// True when the buyer lives abroad.
    pub is_abroad: bool,
    /// True when the buyer will own another home.
    pub owns_another: bool,
    /// True when a person buys their first home.
    pub is_first_time: bool,
}

impl Purchase {
    /// One home that a person buys as their only one.
    #[must_use]
    pub const fn of_home(nation: Nation, day: NaiveDate, price: Money) -> Self {
        Self {
            nation,
            day,
            price,
            kind: Kind::Residential,
            dwellings: 1,
            buyer: Buyer::Person,
            is_abroad: false,
            owns_another: false,
            is_first_time: false,
        }
    }
}

/// A tax, and which it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PurchaseTax {
    /// The tax's name: SDLT, LTT, LBTT, or LBTT with ADS.
    pub name: String,
    /// The tax due, in whole pounds, rounded down.
    pub amount: Money,
    /// Where it is from: every part of the price, and last what the whole price pays beside them.
    pub bands: Vec<TaxBand>,
    /// The name that people read: `SDLT, England, from 1 April 2025, additional home`.
    pub source: String,
}

impl Default for PurchaseTax {
    /// No tax, as where no rule is known.
    fn default() -> Self {
        Self {
            name: String::new(),
            amount: Money::ZERO,
            bands: Vec::new(),
            source: String::new(),
        }
    }
}

/// The rules of a nation on a day.
struct Table<'a> {
    rules: &'a Rules,
    purchase: Purchase,
    pounds: Decimal,
}

/// A tax before it is summed up.
struct Taxed<'a> {
    name: &'a str,
    bands: Vec<TaxBand>,
    /// The tax on the whole price beside the bands.
    beside: Option<TaxBand>,
    since: Option<NaiveDate>,
    who: &'static str,
}

impl Rules {
    /// The tax on a purchase; on a day before the first rates those. `None` where a nation has none.
    #[must_use]
    pub fn purchase_tax(&self, purchase: Purchase) -> Option<PurchaseTax> {
        let table = Table {
            rules: self,
            purchase,
            pounds: purchase.price.to_decimal(),
        };
        let Taxed {
            name,
            mut bands,
            beside,
            since,
            who,
        } = table.taxed()?;
        let tax: Decimal = bands.iter().map(|band| band.tax).sum();
        let more = beside.map_or(Decimal::ZERO, |band| band.tax.floor());
        bands.extend(beside);
        Some(PurchaseTax {
            name: name.to_owned(),
            amount: Money::round_half_away((tax + more).floor()).unwrap_or(Money::ZERO),
            bands,
            source: format!(
                "{name}, {}, from {}, {who}",
                purchase.nation.as_str(),
                since.map(spelt_out).unwrap_or_default()
            ),
        })
    }
}

impl<'a> Table<'a> {
    fn taxed(&self) -> Option<Taxed<'a>> {
        let main = self.row("purchase.main")?;
        let tax = main.words("tax")?;
        let only = |row: &Row, who| Taxed {
            name: tax,
            bands: sliced(&row.bands(), self.pounds, Decimal::ZERO),
            beside: None,
            since: row.from,
            who,
        };
        if let Some(row) = self.row("purchase.non-residential")
            && self.is_non_residential(row)?
        {
            return Some(only(row, "non-residential rates"));
        }
        let abroad = self.surcharge();
        if let Some(row) = self.row("purchase.company")
            && self.is_flat(row)?
        {
            let percent = row.percent("percent")? + abroad;
            return Some(Taxed {
                bands: vec![whole_price(self.pounds, percent)],
                ..only(row, "company for its own use")
            });
        }
        let since = self.since();
        let named = |[home, from_abroad]: Who| if abroad.is_zero() { home } else { from_abroad };
        if self.is_additional() {
            if let Some(row) = self.row("purchase.supplement")
                && self.reaches(row)
            {
                return Some(Taxed {
                    name: row.words("name")?,
                    beside: Some(whole_price(self.pounds, row.percent("percent")?)),
                    since,
                    ..only(main, "additional home")
                });
            }
            if let Some(row) = self.row("purchase.additional")
                && self.reaches(row)
            {
                return Some(Taxed {
                    bands: sliced(&row.bands(), self.pounds, abroad),
                    since,
                    ..only(row, named(ADDITIONAL))
                });
            }
        }
        let first_time = self.row("purchase.first-time").filter(|row| {
            let most = row.number("most").map(Decimal::from);
            self.is_first_time() && most.is_none_or(|most| self.pounds <= most)
        });
        let (row, who) = first_time.map_or((main, ONLY), |row| (row, FIRST));
        Some(Taxed {
            bands: sliced(&row.bands(), self.pounds, abroad),
            since,
            ..only(row, named(who))
        })
    }

    fn row(&self, key: &str) -> Option<&'a Row> {
        let Purchase { nation, day, .. } = self.purchase;
        self.rules.row_or_first(key, nation, day)
    }

    fn reaches(&self, row: &Row) -> bool {
        row.number("least")
            .is_some_and(|least| self.pounds >= Decimal::from(least))
    }

    /// Finance Act 2003, section 116(7), and its like: six homes at once are no homes.
    fn is_non_residential(&self, row: &Row) -> Option<bool> {
        let homes = self.purchase.dwellings >= row.count("dwellings")?;
        Some(homes || self.purchase.kind != Kind::Residential)
    }

    /// Schedule 4A counts each home by itself; several stand for their average here.
    fn is_flat(&self, row: &Row) -> Option<bool> {
        let homes = Decimal::from(self.purchase.dwellings.max(1));
        let above = self.pounds > Decimal::from(row.number("above")?) * homes;
        Some(self.purchase.buyer == Buyer::CompanyOwnUse && above)
    }

    fn is_additional(&self) -> bool {
        let Purchase {
            buyer,
            owns_another,
            dwellings,
            ..
        } = self.purchase;
        buyer != Buyer::Person || owns_another || dwellings > 1
    }

    fn is_first_time(&self) -> bool {
        self.purchase.is_first_time && !self.is_additional()
    }

    /// The points that a buyer from abroad pays more on every part.
    fn surcharge(&self) -> Decimal {
        let row = self.row("purchase.abroad");
        let due = row.filter(|row| self.purchase.is_abroad && self.reaches(row));
        due.and_then(|row| row.percent("percent"))
            .unwrap_or_default()
    }

    /// Since when all rates of homes are as they are.
    fn since(&self) -> Option<NaiveDate> {
        let keys = [
            "purchase.main",
            "purchase.additional",
            "purchase.supplement",
            "purchase.first-time",
        ];
        keys.iter().filter_map(|key| self.row(key)?.from).max()
    }
}

/// The names of a buyer that people read, at home and abroad.
type Who = [&'static str; 2];

const ADDITIONAL: Who = ["additional home", "additional home, buyer from abroad"];
const FIRST: Who = ["first-time buyer", "first-time buyer from abroad"];
const ONLY: Who = ["only home", "only home, buyer from abroad"];
