//! A link that invites to apply.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use lintel_core::{Error, InviteId, PropertyId, RoomId, Violations};

use super::{Offer, OfferDraft, OfferedHome};
use crate::domain::check;

/// The longest life of a link in days (docs/reference/decisions.md 5), and that of one for which nothing is said.
pub const LONGEST_LIFE: i32 = 90;
/// How long the last use is not written again, so that a page that is read over and over is not written over and over.
const USE_NOTED: Duration = Duration::minutes(1);

/// What a landlord asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InviteDraft {
    /// The property.
    pub property: i64,
    /// The room of a shared house.
    pub room: Option<RoomId>,
    /// Whom it is for; empty for anybody.
    pub recipient_name: String,
    /// Where to mail it; empty for nowhere.
    pub recipient_email: String,
    /// 1 to 90; 0 means 90.
    pub expires_in_days: i32,
    /// What the home is offered for.
    pub offer: OfferDraft,
}

/// The home that a link is for, as far as it is known: what is wrong with the choice, a field and a text, and what an offer is judged by.
#[derive(Debug, Clone, Copy, Default)]
pub struct InvitedTo<'a> {
    /// What is wrong with the choice.
    pub fault: Option<(&'a str, &'a str)>,
    /// What an offer is judged by.
    pub home: Option<OfferedHome>,
}

/// A link to make, which keeps every rule but those of the home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewInvite {
    /// Whom it is for.
    pub recipient_name: Option<String>,
    /// Where to mail it.
    pub recipient_email: Option<String>,
    /// How long it works.
    pub life: Duration,
    /// What the home is offered for.
    pub offer: Offer,
}

impl NewInvite {
    /// Judges what a landlord asks for on `today`.
    ///
    /// # Errors
    /// `INVITE_INVALID` with every offending field.
    pub fn try_new(
        draft: &InviteDraft,
        to: InvitedTo<'_>,
        today: NaiveDate,
    ) -> Result<Self, Error> {
        let mut found = Violations::default();
        if let Some((field, message)) = to.fault {
            check::refuse(&mut found, field, message);
        }
        let given = |text: &str| !text.trim().is_empty();
        let recipient_name = given(&draft.recipient_name)
            .then(|| {
                const NAME: &str = "Enter a name on one line.";
                let (text, range) = (&draft.recipient_name, 1..=check::LONGEST_NAME);
                check::text(&mut found, "recipient_name", text, range, NAME)
            })
            .flatten();
        let recipient_email = given(&draft.recipient_email)
            .then(|| {
                const EMAIL: &str = "Enter a valid email address.";
                check::email(&mut found, "recipient_email", &draft.recipient_email, EMAIL)
            })
            .flatten();
        if !(0..=LONGEST_LIFE).contains(&draft.expires_in_days) {
            let message = format!("Choose from 1 to {LONGEST_LIFE} days.");
            check::refuse(&mut found, "expires_in_days", message);
        }
        let offer = Offer::judged(&mut found, &draft.offer, to.home, today);
        found.into_result("INVITE_INVALID")?;
        let days = match draft.expires_in_days {
            0 => LONGEST_LIFE,
            days => days,
        };
        Ok(Self {
            recipient_name,
            recipient_email,
            life: Duration::days(i64::from(days)),
            offer,
        })
    }
}

/// A link as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invite {
    /// Its id.
    pub id: InviteId,
    /// The property that is preselected.
    pub property: PropertyId,
    /// What the landlord calls it.
    pub property_name: String,
    /// Where it is.
    pub property_address: String,
    /// The room that is preselected and its number.
    pub room: Option<(RoomId, String)>,
    /// Whom it is for.
    pub recipient_name: Option<String>,
    /// Where it was mailed.
    pub recipient_email: Option<String>,
    /// What its token is made of.
    pub token_nonce: [u8; 32],
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it stops working.
    pub expires_at: DateTime<Utc>,
    /// When it was ended.
    pub revoked_at: Option<DateTime<Utc>>,
    /// When it was last opened.
    pub last_used_at: Option<DateTime<Utc>>,
    /// How many applications came by it.
    pub applications: i32,
    /// What the home is offered for.
    pub offer: Offer,
    /// Its version.
    pub version: i64,
}

impl Invite {
    /// Whether a use at `now` is to be written.
    #[must_use]
    pub fn is_use_news(&self, now: DateTime<Utc>) -> bool {
        self.last_used_at.is_none_or(|last| now - last >= USE_NOTED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: NaiveDate = NaiveDate::MIN;

    fn days(expires_in_days: i32) -> Option<i64> {
        let draft = InviteDraft {
            expires_in_days,
            ..InviteDraft::default()
        };
        let invite = NewInvite::try_new(&draft, InvitedTo::default(), TODAY).ok()?;
        Some(invite.life.num_days())
    }

    #[test]
    fn a_link_lives_ninety_days_at_most_and_that_where_nothing_is_said() {
        for (given, taken) in [
            (0, Some(90)),
            (1, Some(1)),
            (90, Some(90)),
            (91, None),
            (-1, None),
        ] {
            assert_eq!(days(given), taken);
        }
    }

    #[test]
    fn every_field_that_breaks_a_rule_is_named() {
        let draft = InviteDraft {
            recipient_name: "A\u{7}nn".to_owned(),
            recipient_email: "ann".to_owned(),
            expires_in_days: 100,
            offer: OfferDraft {
                energy_rating: "H".to_owned(),
                ..OfferDraft::default()
            },
            ..InviteDraft::default()
        };
        let to = InvitedTo {
            fault: Some(("room_id", "Please select a room")),
            home: None,
        };
        let refused = NewInvite::try_new(&draft, to, TODAY);
        let Err(Error::Invalid { violations, .. }) = refused else {
            panic!("it was taken");
        };
        let fields: Vec<_> = violations.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(
            fields,
            [
                "room_id",
                "recipient_name",
                "recipient_email",
                "expires_in_days",
                "offer.energy_rating"
            ]
        );
    }
}
