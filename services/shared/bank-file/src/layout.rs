//! Layouts of tables: what each column is, and what nothing in a file settles.

use serde::{Deserialize, Serialize};

/// Declares an enumeration with the spelling that the contract has for each value.
macro_rules! spelt {
    ($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $value_doc:literal])+ $value:ident = $text:literal,)+ }) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[doc = $value_doc])+ #[serde(rename = $text)] $value,)+
        }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$value,)+];

            /// Its name in the contract and in the database.
            #[must_use]
            pub const fn spelling(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)+
                }
            }

            /// The value with a name.
            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.spelling() == text)
            }
        }
    };
}
pub(crate) use spelt;

spelt! {
    /// The meaning of a column.
    Meaning {
        /// The day that the bank booked it.
        Date = "date",
        /// Money in, without a sign.
        MoneyIn = "moneyIn",
        /// Money out, with or without a sign.
        MoneyOut = "moneyOut",
        /// An amount, with a sign or with a flag beside it.
        Amount = "amount",
        /// Which way the money went.
        Flag = "flag",
        /// The other party.
        Payer = "payer",
        /// The payer's own text.
        Reference = "reference",
        /// Text that may hold both.
        Text = "text",
        /// The account's balance after the line.
        Balance = "balance",
        /// The account.
        Account = "account",
        /// The currency.
        Currency = "currency",
        /// The state: booked, or not yet.
        State = "state",
        /// Nothing that is read.
        Ignore = "ignore",
    }
}

spelt! {
    /// Which number of a day comes first.
    DayOrder {
        /// 25/11/2026.
        DayFirst = "dayFirst",
        /// 11/25/2026.
        MonthFirst = "monthFirst",
    }
}

spelt! {
    /// The meaning of a minus before an amount.
    Sign {
        /// Money went out.
        MinusIsOut = "minusIsOut",
        /// Money came, as on a statement of a card.
        PlusIsOut = "plusIsOut",
    }
}

/// The known meanings of a table's columns.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// The meanings of the columns, from the first.
    pub columns: Vec<Meaning>,
    /// Which number of a day comes first, only where a file does not settle it.
    pub day_order: Option<DayOrder>,
    /// The meaning of a minus, only where nothing proves it.
    pub sign: Option<Sign>,
    /// Values of the flag's column that say that money went out, only where they are not known.
    pub out_words: Vec<String>,
}

/// A person's answers about a file, or those kept for an earlier one with such columns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct How {
    /// The columns; none for what is known of banks.
    pub layout: Option<Layout>,
    /// True when lines that cannot be read are left out.
    pub leave_out: bool,
}
