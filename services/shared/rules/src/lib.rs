//! The law and practice that Lintel applies to a home, by the nation where it stands (docs/reference/uk-nations.md).
//!
//! Rules are rows in `data/*.toml`: for which nations, from which day until which, which figures, in which words for people, from which
//! source, and when that was last checked. Code here says how to count; how much comes from the rows. A row that is not confirmed is
//! shown and never computed. docs/how-to/change-a-rule.md says how a change of law becomes a row; docs/reference/rules.md holds the golden cases.
//!
//! No IO: the rows are compiled in.

mod calendar;
mod catalogue;
mod certificate;
mod deposit;
mod duty;
mod emergency;
mod holidays;
mod home;
mod home_duty;
mod income_tax;
mod nation;
mod notice;
mod postcode;
mod purchase_tax;
mod refusal;
mod rent;
mod repair;
mod rise;
mod row;
mod rules;
mod words;

pub use calendar::{is_working_day, late_mail_from, next_working_day, working_days_after};
pub use catalogue::Topic;
pub use deposit::{DepositCap, DepositClock};
pub use duty::{HoldingDeposit, StatementDue};
pub use emergency::EmergencyNumbers;
pub use home::split_districts;
pub use home_duty::{Duty, Fact, Furnishing, HomeDuty, HomeFacts, LicensingArea, Need};
pub use income_tax::{IncomeTax, PropertyIncome};
pub use nation::Nation;
pub use notice::{Asked, DepositState, Ground8, Notice, NoticeEnd, NoticeFacts, Reason};
pub use postcode::{Proposal, outside_united_kingdom, propose};
pub use purchase_tax::{Buyer, Kind, Purchase, PurchaseTax, TaxBand};
pub use refusal::{Refusal, RefusalKind};
pub use rent::{Rent, RentPeriod};
pub use repair::{RepairLevel, RepairTarget};
pub use rise::{EarliestRise, Rise};
pub use row::{Row, RulesError};
pub use rules::{Rules, rules};
