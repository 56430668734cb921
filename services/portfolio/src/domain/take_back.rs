//! Acts that are taken back: what has followed since, what stands against it, and why it is done.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{Error, PropertyId, TakenBackId, UserId, Violations, spelt};
use serde::{Deserialize, Serialize};

use super::Findings;

/// The reason of every refusal of what was typed.
const INVALID: &str = "TAKE_BACK_INVALID";
/// The length of the reason, in characters.
const REASON: std::ops::RangeInclusive<usize> = 2..=500;
/// The reason in the history where somebody undid an act at once.
pub const UNDONE: &str = "Undone right away.";

spelt! {
    /// An act that can be taken back.
    TakeBackAct {
        /// The sale of a property.
        Sale = "sale",
        /// The completion of an inspection.
        Inspection = "inspection",
        /// An import of properties.
        Import = "import",
    }
}

spelt! {
    /// The effect on something that followed.
    FollowedMark {
        /// It is as before.
        Back = "back",
        /// It stays.
        Stays = "stays",
        /// It is corrected by an entry of its own.
        Corrected = "corrected",
        /// It goes.
        Goes = "goes",
    }
}

/// Something that followed from an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Followed {
    /// The effect on it.
    pub mark: FollowedMark,
    /// The thing that followed.
    pub what: String,
    /// The effect in words.
    pub then: String,
}

impl Followed {
    /// Something that followed, and what becomes of it.
    #[must_use]
    pub fn new(mark: FollowedMark, what: impl Into<String>, then: impl Into<String>) -> Self {
        Self {
            mark,
            what: what.into(),
            then: then.into(),
        }
    }
}

/// The obstacle to taking an act back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    /// The text that says what to do.
    pub text: String,
    /// The property at whose page it is done.
    pub property: Option<PropertyId>,
}

/// A home of an import that is taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakeBackRow {
    /// The home.
    pub what: String,
    /// Why it stays; none where it goes.
    pub why: Option<String>,
}

/// The consequences of taking an act back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// The act that is taken back.
    pub what: String,
    /// The day on which it was done, where that is known.
    pub since: Option<NaiveDate>,
    /// The later acts, in order.
    pub followed: Vec<Followed>,
    /// The obstacle to it.
    pub obstacle: Option<Obstacle>,
    /// The homes of an import.
    pub rows: Vec<TakeBackRow>,
    /// The property that is back, or that the inspection is of.
    pub property: Option<PropertyId>,
    /// The report of an inspection, which the history keeps.
    pub report: Findings,
}

impl Outlook {
    /// Returns whether nothing followed that is not as before once the act is taken back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        let is_back = |one: &Followed| one.mark == FollowedMark::Back;
        self.obstacle.is_none()
            && self.followed.iter().all(is_back)
            && self.rows.iter().all(|row| row.why.is_none())
    }
}

/// Why an act is taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakeBack {
    /// The reason, for the landlord's history.
    pub reason: String,
    /// True when it is undone at once, which only what nothing followed can be.
    pub undo: bool,
}

impl TakeBack {
    /// Judges why somebody takes an act back.
    ///
    /// # Errors
    /// `TAKE_BACK_INVALID`.
    pub fn try_new(reason: &str, undo: bool) -> Result<Self, Error> {
        if undo {
            return Ok(Self {
                reason: UNDONE.to_owned(),
                undo,
            });
        }
        let reason = reason.replace("\r\n", "\n");
        let reason = reason.trim();
        let is_text = reason
            .chars()
            .all(|one| !one.is_control() || matches!(one, '\n' | '\t'));
        if !is_text || !REASON.contains(&reason.chars().count()) {
            let mut found = Violations::default();
            found.add(
                "reason",
                "Say why it is taken back, in 2 to 500 characters.",
            );
            found.into_result(INVALID)?;
        }
        Ok(Self {
            reason: reason.to_owned(),
            undo,
        })
    }
}

/// An act that was taken back, as the history has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenBack {
    /// Its id.
    pub id: TakenBackId,
    /// The act.
    pub act: TakeBackAct,
    /// The act, in words.
    pub what: String,
    /// Why it was taken back.
    pub reason: String,
    /// The property.
    pub property: Option<PropertyId>,
    /// The account.
    pub by: UserId,
    /// When.
    pub at: DateTime<Utc>,
    /// The homes of an import.
    pub rows: Vec<TakeBackRow>,
    /// The issues that an inspection found.
    pub issues_found: Option<String>,
    /// The action that an inspection required.
    pub action_required: Option<String>,
    /// The addresses of an inspection's pictures.
    pub media: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_needed_unless_it_is_undone_at_once() {
        assert!(TakeBack::try_new(" x ", false).is_err());
        assert!(TakeBack::try_new(&"x".repeat(501), false).is_err());
        assert!(TakeBack::try_new("a\u{7}b", false).is_err());
        let taken = TakeBack::try_new(" The buyer withdrew.\r\n", false).ok();
        assert_eq!(
            taken.map(|one| one.reason).as_deref(),
            Some("The buyer withdrew.")
        );
        let undone = TakeBack::try_new("", true).ok();
        assert_eq!(undone.map(|one| one.reason).as_deref(), Some(UNDONE));
    }
}
