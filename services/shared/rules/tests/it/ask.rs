//! A case of docs/reference/rules.md as a question to the API: `deposit-cap; nation=England; weekly=100`.

use std::collections::BTreeMap;

use chrono::{Datelike as _, Months, NaiveDate, Weekday};
use lintel_core::Money;
use lintel_rules::{
    Buyer, DepositCap, DepositState, Duty, Furnishing, HomeFacts, Kind, LicensingArea, Nation,
    Need, Notice, NoticeEnd, NoticeFacts, PropertyIncome, Purchase, Refusal, Rent, RentPeriod,
    RepairLevel, RepairTarget, Rise, Rules, StatementDue,
};

use crate::day;

const NOT_KNOWN: &str = "not known";
/// The day of a case that names none.
const TODAY: &str = "2026-11-28";

/// Returns the rules' answer to a question.
pub(crate) fn answer(rules: &Rules, asked: &str) -> String {
    let question = Question::of(rules, asked);
    let answered = match question.what {
        "nation" => Some(question.nation_of(question.text("postcode"))),
        "nations" => Some(question.nations_of()),
        "purchase-tax" => question.purchase_tax(),
        "notice" => Some(said(question.notice(), |end| end.earliest.to_string())),
        "notice-asks" => Some(said(question.notice(), |end| {
            let fields: Vec<_> = end.asked_for.iter().map(|asked| asked.field).collect();
            if fields.is_empty() {
                "nothing".to_owned()
            } else {
                fields.join(", ")
            }
        })),
        "re-letting" => question.re_letting(),
        "ground-8" => question.ground_8(),
        "deposit-cap" => question.deposit_cap(),
        "deposit-clock" => question.deposit_clock(),
        "rise" => Some(question.rise()),
        "repair" => question.repair(),
        "late-mail" => shown(rules.late_mail_from(question.nation(), question.day("due"))),
        "holidays" => Some(question.holidays()),
        "gas" => question.numbers().map(|(gas, _)| gas),
        "power" => question.numbers().map(|(_, power)| power),
        "advice" => rules
            .advice_in_arrears(question.nation(), day(TODAY))
            .last()
            .cloned(),
        "agreement" => question.agreement(),
        "holding-deposit" => question.holding_deposit(),
        "holding-refund" => {
            shown(rules.holding_deposit_refund_by(question.nation(), question.day("from")))
        }
        "pet" => shown(rules.pet_answer_by(
            question.nation(),
            question.day("requested"),
            question.day_if_any("informed"),
        )),
        "information-sheet" => {
            let by = rules.information_sheet_by(question.nation(), question.day("start"));
            Some(by.map_or("none".to_owned(), |by| by.to_string()))
        }
        "statement" => question.statement(),
        "certificate" => question.certificate(),
        "home" => question.home(),
        "income-tax" => Some(question.income_tax()),
        other => panic!("no question is called {other}"),
    };
    answered.unwrap_or_else(|| NOT_KNOWN.to_owned())
}

fn shown(day: Option<NaiveDate>) -> Option<String> {
    day.map(|day| day.to_string())
}

fn said<T>(result: Result<T, Refusal>, show: impl Fn(T) -> String) -> String {
    match result {
        Ok(found) => show(found),
        Err(refusal) => format!("refused: {}", refusal.kind.as_str()),
    }
}

struct Question<'a> {
    rules: &'a Rules,
    what: &'a str,
    given: BTreeMap<&'a str, &'a str>,
}

impl<'a> Question<'a> {
    fn of(rules: &'a Rules, asked: &'a str) -> Self {
        let mut parts = asked.split("; ");
        let what = parts.next().unwrap();
        let given = parts.map(|part| part.split_once('=').unwrap_or((part, "")));
        Self {
            rules,
            what,
            given: given.collect(),
        }
    }

    fn text(&self, name: &str) -> &'a str {
        let text = self.given.get(name);
        text.unwrap_or_else(|| panic!("{} needs {name}", self.what))
    }

    fn day(&self, name: &str) -> NaiveDate {
        day(self.text(name))
    }

    fn day_if_any(&self, name: &str) -> Option<NaiveDate> {
        self.given.get(name).map(|text| day(text))
    }

    fn money(&self, name: &str) -> Money {
        Money::parse(self.text(name)).unwrap()
    }

    fn nation(&self) -> Nation {
        match self.given.get("nation") {
            Some(name) => Nation::parse(name).unwrap(),
            None => self.rules.propose(self.text("postcode")).unwrap().nation,
        }
    }

    fn rent(&self) -> Rent {
        let periods = [
            ("monthly", RentPeriod::Monthly),
            ("weekly", RentPeriod::Weekly),
            ("four-weekly", RentPeriod::FourWeekly),
        ];
        let (name, period) = periods
            .into_iter()
            .find(|(name, _)| self.given.contains_key(name))
            .unwrap();
        Rent {
            amount: self.money(name),
            period,
        }
    }

    /// The first day on or after one on which rent is due by the month.
    fn next_due(&self) -> impl Fn(NaiveDate) -> NaiveDate {
        let due: u32 = self
            .given
            .get("due-day")
            .map_or(1, |text| text.parse().unwrap());
        move |from| {
            let in_month =
                |month: NaiveDate| (1..=due).rev().find_map(|day| month.with_day(day)).unwrap();
            let this = in_month(from);
            if this >= from {
                this
            } else {
                in_month(from.with_day(1).unwrap() + Months::new(1))
            }
        }
    }

    /// Returns the nations that several districts propose.
    fn nations_of(&self) -> String {
        let districts = self.text("of").split(' ');
        let mut proposed: Vec<_> = districts.map(|one| self.nation_of(one)).collect();
        proposed.dedup();
        proposed.join(" or ")
    }

    /// The weekdays of a year on which nobody works.
    fn holidays(&self) -> String {
        let (nation, year) = (self.nation(), self.text("year").parse().unwrap());
        let first = NaiveDate::from_ymd_opt(year, 1, 1).unwrap();
        let days = first.iter_days().take_while(|day| day.year() == year);
        let weekdays = days.filter(|day| !matches!(day.weekday(), Weekday::Sat | Weekday::Sun));
        let free = weekdays.filter(|day| !self.rules.is_working_day(nation, *day));
        let shown: Vec<_> = free.map(|day| day.format("%m-%d").to_string()).collect();
        shown.join(" ")
    }

    fn nation_of(&self, postcode: &str) -> String {
        if let Some(sentence) = self.rules.outside_united_kingdom(postcode) {
            return format!("refused: {sentence}");
        }
        let proposal = self.rules.propose(postcode).unwrap();
        let nation = proposal.nation.as_str();
        match proposal.other {
            Some(other) => format!("{nation}; asks whether {}", other.as_str()),
            None => nation.to_owned(),
        }
    }

    fn purchase_tax(&self) -> Option<String> {
        let has = |name| self.given.contains_key(name);
        let home = Purchase::of_home(self.nation(), day(TODAY), self.money("price"));
        let tax = self.rules.purchase_tax(Purchase {
            kind: self
                .given
                .get("kind")
                .map_or(Kind::Residential, |kind| Kind::parse(kind).unwrap()),
            dwellings: self
                .given
                .get("dwellings")
                .map_or(1, |number| number.parse().unwrap()),
            buyer: self
                .given
                .get("buyer")
                .map_or(Buyer::Person, |buyer| Buyer::parse(buyer).unwrap()),
            is_abroad: has("abroad"),
            owns_another: has("owns-another"),
            is_first_time: has("first-time"),
            ..home
        })?;
        assert_eq!(tax.amount.minor() % 100, 0, "whole pounds");
        Some((tax.amount.minor() / 100).to_string())
    }

    fn notice(&self) -> Result<NoticeEnd, Refusal> {
        let notice = match self.given.get("ground") {
            Some(code) => Notice::OfLandlord(code),
            None => Notice::OfTenant,
        };
        let facts = NoticeFacts {
            nation: self.nation(),
            given: self.day("given"),
            start: self.day("start"),
            deposit: if self.given.contains_key("deposit") {
                DepositState::Protected
            } else {
                DepositState::NotKnown
            },
            statement_given: self.day_if_any("statement"),
            agreement_signed: self.day_if_any("signed"),
        };
        self.rules.notice_end(notice, facts, self.next_due())
    }

    fn re_letting(&self) -> Option<String> {
        let (code, ended) = (self.text("ground"), self.day("ended"));
        shown(self.rules.re_letting_from(self.nation(), code, ended))
    }

    fn ground_8(&self) -> Option<String> {
        let (rent, other) = (self.money("rent-owed"), self.money("other-owed"));
        let stands = self
            .rules
            .ground_8(self.nation(), self.rent(), rent, other, day(TODAY))?;
        let met = if stands.is_met { "met" } else { "not met" };
        Some(format!("{met}; arrears {}", stands.owed))
    }

    fn deposit_cap(&self) -> Option<String> {
        let cap = self
            .rules
            .deposit_cap(self.nation(), self.rent(), day(TODAY))?;
        Some(match cap {
            DepositCap::Unlimited => "no limit".to_owned(),
            DepositCap::Most(most) => most.to_string(),
        })
    }

    fn deposit_clock(&self) -> Option<String> {
        let (received, start) = (self.day("received"), self.day("start"));
        let clock = self.rules.deposit_clock(self.nation(), received, start)?;
        let (protect, inform) = (clock.protect_by, clock.inform_by);
        Some(format!("protect by {protect}; inform by {inform}"))
    }

    fn rise(&self) -> String {
        let rise = Rise {
            nation: self.nation(),
            served: self.day("served"),
            start: self.day("start"),
            last_rise: self.day_if_any("last-rise"),
        };
        let earliest = self.rules.earliest_rise(rise, self.next_due());
        said(earliest, |rise| rise.earliest.to_string())
    }

    fn repair(&self) -> Option<String> {
        let level = RepairLevel::parse(self.text("level")).unwrap();
        let target = self
            .rules
            .repair_target(self.nation(), level, self.day("reported"))?;
        Some(match target {
            RepairTarget::Hours { respond, fix } => {
                format!("respond in {respond} hours; fix in {fix} hours")
            }
            RepairTarget::Days {
                respond_by: Some(respond),
                fix_by,
            } => format!("respond by {respond}; fix by {fix_by}"),
            RepairTarget::Days {
                respond_by: None,
                fix_by,
            } => format!("fix by {fix_by}"),
        })
    }

    fn numbers(&self) -> Option<(String, String)> {
        let numbers = self.rules.emergency_numbers(self.nation(), day(TODAY))?;
        Some((numbers.gas.to_owned(), numbers.power.to_owned()))
    }

    fn agreement(&self) -> Option<String> {
        let (nation, start) = (self.nation(), self.day("start"));
        let document = if self.rules.writes_agreement(nation, start)? {
            "Lintel writes it"
        } else {
            "own contract"
        };
        let right = if self.rules.asks_right_to_rent(nation, start)? {
            "right to rent asked"
        } else {
            "no right to rent asked"
        };
        Some(format!("{document}; {right}"))
    }

    fn holding_deposit(&self) -> Option<String> {
        let received = self.day("received");
        let holding = self
            .rules
            .holding_deposit(self.nation(), self.rent(), received)?;
        Some(format!("{}; by {}", holding.most, holding.agree_by))
    }

    fn statement(&self) -> Option<String> {
        let due = self.rules.statement_due(self.nation(), self.day("start"))?;
        Some(match due {
            StatementDue::BeforeAgreement => "before the agreement".to_owned(),
            StatementDue::By { day, .. } => day.to_string(),
        })
    }

    fn certificate(&self) -> Option<String> {
        let (nation, kind, issued) = (self.nation(), self.text("kind"), self.day("issued"));
        shown(match self.day_if_any("previous") {
            Some(previous) => self
                .rules
                .renewed_certificate_expiry(nation, kind, issued, previous),
            None => self.rules.certificate_expiry(nation, kind, issued),
        })
    }

    /// Answers whether a home needs something: `home; nation=England; duty=Gas Safety; gas=yes`.
    fn home(&self) -> Option<String> {
        let given = |name: &str| self.given.get(name).copied();
        let count = |name: &str| given(name).map(|text| text.parse().unwrap());
        let yes = |text: &str| text == "yes";
        let facts = HomeFacts {
            nation: self.nation(),
            dwelling: given("commercial").is_none(),
            gas: given("gas").map(yes),
            furnishing: given("furnishing").map(|text| Furnishing::parse(text).unwrap()),
            shared: given("shared").is_some(),
            storeys: count("storeys"),
            most_residents: count("people"),
            licensing_area: given("area").map(|text| LicensingArea::parse(text).unwrap()),
            fixed_rate: given("fixed-rate").is_some(),
        };
        let today = self.day_if_any("on").unwrap_or_else(|| day(TODAY));
        let name = self.text("duty");
        let Some(duty) = Duty::parse(name) else {
            let asked = self.rules.is_asked_for(name, &facts, today)?;
            return Some(if asked { "needed" } else { "not needed" }.to_owned());
        };
        let duties = self.rules.home_duties(&facts, today);
        let found = duties.iter().find(|found| found.duty == duty).unwrap();
        found.rule?;
        let need = match found.need {
            Need::Required => "needed".to_owned(),
            Need::NotRequired(fact) => format!("not needed: {}", fact.as_str()),
            Need::NotKnown(fact) => format!("needed while not known: {}", fact.as_str()),
        };
        let each = if found.is_of_each_tenancy() {
            ", each tenancy"
        } else {
            ""
        };
        let end = if found.has_no_end() { ", no end" } else { "" };
        Some(format!("{need}{each}{end}"))
    }

    fn income_tax(&self) -> String {
        let tax = self.rules.income_tax(PropertyIncome {
            nation: self.nation(),
            tax_year: self.text("year").parse().unwrap(),
            other_income: self.money("other"),
            rent: self.money("rent"),
            expenses: self.money("expenses"),
            finance_costs: self.money("interest"),
            brought_forward: Money::ZERO,
        });
        said(tax, |tax| {
            format!("{} of {}", tax.of_property, tax.before_credit)
        })
    }
}
