//! The mails that this service seals to itself, for news that others publish without asking for a mail.

use chrono::{NaiveDate, NaiveTime};
use lintel_core::Money;
use lintel_proto::common::v1;
use prost::Message;

use super::decoding::decode;
use crate::domain::{
    Contents, ContentsError, DigestGroup, Fact, ListingChange, NewsFacts, NotificationKind,
    Recipient, Said, presentable_text,
};

/// The longest title that a mail shows, in characters.
const LONGEST: usize = 200;

/// A mail about one thing. Kept only sealed.
#[derive(Clone, PartialEq, Message)]
pub struct NewsMail {
    /// The recipient's name.
    #[prost(string, tag = "1")]
    pub recipient_name: String,
    /// The recipient's address.
    #[prost(string, tag = "2")]
    pub recipient_email: String,
    /// The property or the listing that it is about.
    #[prost(int64, tag = "3")]
    pub id: i64,
    /// The landlord's name for the home; may be empty.
    #[prost(string, tag = "4")]
    pub home: String,
    /// A certificate's type, a listing's title or a person's name; may be empty.
    #[prost(string, tag = "5")]
    pub what: String,
    /// The day that it is about.
    #[prost(message, optional, tag = "6")]
    pub day: Option<v1::Date>,
    /// The time on that day.
    #[prost(message, optional, tag = "7")]
    pub time: Option<v1::TimeOfDay>,
    /// The change of a listing, as the contract spells it; may be empty.
    #[prost(string, tag = "8")]
    pub change: String,
    /// A listing's price.
    #[prost(message, optional, tag = "9")]
    pub price: Option<v1::Money>,
    /// The price before.
    #[prost(message, optional, tag = "10")]
    pub earlier_price: Option<v1::Money>,
}

/// One thing of a digest.
#[derive(Clone, PartialEq, Message)]
pub struct DigestLine {
    /// Its kind, as [`NotificationKind`] spells it.
    #[prost(string, tag = "1")]
    pub kind: String,
    /// One line.
    #[prost(string, tag = "2")]
    pub title: String,
    /// Where it leads; may be empty.
    #[prost(string, tag = "3")]
    pub url: String,
    /// The further text of a mail that waited; empty in an account's digest.
    #[prost(string, tag = "4")]
    pub text: String,
}

/// A digest. Kept only sealed.
#[derive(Clone, PartialEq, Message)]
pub struct DigestMail {
    /// The recipient's name.
    #[prost(string, tag = "1")]
    pub recipient_name: String,
    /// The recipient's address.
    #[prost(string, tag = "2")]
    pub recipient_email: String,
    /// The news, the oldest first.
    #[prost(message, repeated, tag = "3")]
    pub lines: Vec<DigestLine>,
    /// True when it is of mails that waited to go as one, which nobody chose.
    #[prost(bool, tag = "4")]
    pub bundled: bool,
}

impl NewsMail {
    /// Returns its facts, checked.
    #[must_use]
    pub fn facts(&self) -> NewsFacts {
        let money =
            |money: &Option<v1::Money>| money.clone().and_then(|it| Money::try_from(it).ok());
        NewsFacts {
            id: self.id,
            home: presentable_text(&self.home, LONGEST),
            what: presentable_text(&self.what, LONGEST),
            day: self.day.and_then(|day| NaiveDate::try_from(day).ok()),
            time: self.time.and_then(|time| NaiveTime::try_from(time).ok()),
            change: ListingChange::parse(&self.change),
            price: money(&self.price),
            earlier_price: money(&self.earlier_price),
        }
    }
}

pub(super) fn news(plain: &[u8], fact: Fact) -> Result<Contents, ContentsError> {
    let mail: NewsMail = decode(plain)?;
    Ok(Contents::News {
        to: Recipient::new(&mail.recipient_name, &mail.recipient_email),
        fact,
        facts: Box::new(mail.facts()),
    })
}

pub(super) fn digest(plain: &[u8]) -> Result<Contents, ContentsError> {
    let mail: DigestMail = decode(plain)?;
    let groups = NotificationKind::ALL.iter().filter_map(|kind| {
        let lines = mail.lines.iter().filter(|line| line.kind == kind.as_str());
        let items: Vec<_> = lines
            .map(|line| Said {
                title: line.title.clone(),
                text: line.text.clone(),
                url: line.url.clone(),
            })
            .collect();
        (!items.is_empty()).then_some(DigestGroup { kind: *kind, items })
    });
    Ok(Contents::Digest {
        to: Recipient::new(&mail.recipient_name, &mail.recipient_email),
        groups: groups.collect(),
        bundled: mail.bundled,
    })
}
