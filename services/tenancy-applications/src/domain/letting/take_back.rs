//! Acts that are taken back: what has followed since, what stands against it, and why it is done.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{ApplicationId, Error, TakenBackId, TenantId, UserId, Violations, spelt};
use serde::{Deserialize, Serialize};

use crate::domain::check;

/// The reason of every refusal of what was typed.
const INVALID: &str = "TAKE_BACK_INVALID";
/// How long the reason may be, in characters.
const REASON: std::ops::RangeInclusive<usize> = 2..=500;
/// What the history says where somebody undid an act at once.
pub const UNDONE: &str = "Undone right away.";

spelt! {
    /// What can be taken back.
    TakeBackAct {
        /// The end of a tenancy for a tenant.
        End = "end",
        /// A dated change of the rent.
        RentChange = "rent-change",
        /// The return of a deposit.
        DepositReturn = "deposit-return",
        /// That the guarantor's reference is not needed.
        WaivedGuarantor = "waived-guarantor",
        /// That the employer's reference is not needed.
        WaivedEmployer = "waived-employer",
        /// A tenant who was added by mistake.
        Tenant = "tenant",
        /// An import of tenants.
        Import = "import",
    }
}

spelt! {
    /// What becomes of something that followed.
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

spelt! {
    /// Why an end is taken back.
    TakeBackBasis {
        /// Both agree that the tenancy goes on.
        Agreed = "agreed",
        /// It was recorded by mistake.
        Mistake = "mistake",
    }
}

/// Something that followed from an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Followed {
    /// What becomes of it.
    pub mark: FollowedMark,
    /// What followed.
    pub what: String,
    /// What happens to it.
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

/// What has to be done before an act can be taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    /// What to do.
    pub text: String,
    /// The tenant at whose page it is done.
    pub tenant: Option<TenantId>,
    /// The application at whose page it is done.
    pub application: Option<ApplicationId>,
}

impl Obstacle {
    /// One that is done on no other page.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            tenant: None,
            application: None,
        }
    }
}

/// A tenancy of an import that is taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakeBackRow {
    /// The home and the first day.
    pub what: String,
    /// Why it stays; none where it goes.
    pub why: Option<String>,
}

/// What taking an act back would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// What is taken back.
    pub what: String,
    /// The day on which it was done, where that is known.
    pub since: Option<NaiveDate>,
    /// What has followed, in order.
    pub followed: Vec<Followed>,
    /// What stands against it.
    pub obstacle: Option<Obstacle>,
    /// Of an import its tenancies.
    pub rows: Vec<TakeBackRow>,
}

impl Outlook {
    /// Whether nothing followed that is not as before once the act is taken back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        let is_back = |one: &Followed| one.mark == FollowedMark::Back;
        self.obstacle.is_none()
            && self.followed.iter().all(is_back)
            && self.rows.iter().all(|row| row.why.is_none())
    }
}

/// What somebody typed to take an act back.
#[derive(Debug, Clone, Default)]
pub struct TakeBackDraft {
    /// Why.
    pub reason: String,
    /// Who agreed.
    pub basis: Option<TakeBackBasis>,
    /// Whether it is undone at once.
    pub undo: bool,
    /// Whether tenants are told by mail; `None` lets the organisation's switch decide.
    pub email_tenant: Option<bool>,
}

/// Why an act is taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakeBack {
    /// The reason, for the landlord's history.
    pub reason: String,
    /// Who agreed.
    pub basis: Option<TakeBackBasis>,
    /// Whether it is undone at once, which only what nothing followed can be.
    pub undo: bool,
}

impl TakeBack {
    /// Judges what somebody typed to take `act` back.
    ///
    /// # Errors
    /// `TAKE_BACK_INVALID` with every offending field.
    pub fn try_new(act: TakeBackAct, draft: &TakeBackDraft) -> Result<Self, Error> {
        if draft.undo {
            return Ok(Self {
                reason: UNDONE.to_owned(),
                basis: None,
                undo: true,
            });
        }
        let mut found = Violations::default();
        let why = "Say why it is taken back, in 2 to 500 characters.";
        let reason = check::prose(&mut found, "reason", &draft.reason, REASON, why);
        let ends = act == TakeBackAct::End;
        if ends && draft.basis.is_none() {
            let who = "Choose agreed or mistake.";
            check::refuse(&mut found, "basis", who);
        }
        found.into_result(INVALID)?;
        Ok(Self {
            reason: reason.unwrap_or_default(),
            basis: draft.basis.filter(|_| ends),
            undo: false,
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
    /// What it had done.
    pub what: String,
    /// Why it was taken back.
    pub reason: String,
    /// Who agreed.
    pub basis: Option<TakeBackBasis>,
    /// The account.
    pub by: UserId,
    /// When.
    pub at: DateTime<Utc>,
    /// Of an import its tenancies.
    pub rows: Vec<TakeBackRow>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(reason: &str, basis: Option<TakeBackBasis>) -> TakeBackDraft {
        TakeBackDraft {
            reason: reason.to_owned(),
            basis,
            ..TakeBackDraft::default()
        }
    }

    fn fields(refused: Result<TakeBack, Error>) -> Vec<String> {
        match refused {
            Err(Error::Invalid { violations, .. }) => {
                violations.iter().map(|one| one.field.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_reason_is_needed_and_of_an_end_who_agreed() {
        let ended = TakeBack::try_new(TakeBackAct::End, &draft(" x ", None));
        assert_eq!(fields(ended), ["reason", "basis"]);
        let deposit = TakeBack::try_new(TakeBackAct::DepositReturn, &draft("", None));
        assert_eq!(fields(deposit), ["reason"]);
        let agreed = draft("She stays.", Some(TakeBackBasis::Agreed));
        let agreed = TakeBack::try_new(TakeBackAct::End, &agreed).ok();
        let basis = agreed.and_then(|taken| taken.basis);
        assert_eq!(basis, Some(TakeBackBasis::Agreed));
    }

    #[test]
    fn what_is_undone_at_once_needs_no_reason() {
        let undone = TakeBackDraft {
            undo: true,
            ..draft("", None)
        };
        let undone = TakeBack::try_new(TakeBackAct::End, &undone).ok();
        assert_eq!(undone.map(|taken| taken.reason), Some(UNDONE.to_owned()));
    }

    #[test]
    fn what_followed_and_stays_keeps_from_undoing() {
        let mut outlook = Outlook {
            what: "The end".to_owned(),
            since: None,
            followed: vec![Followed::new(FollowedMark::Back, "Free", "Let")],
            obstacle: None,
            rows: Vec::new(),
        };
        assert!(outlook.can_undo());
        let stays = Followed::new(FollowedMark::Stays, "A viewing", "It stays");
        outlook.followed.push(stays);
        assert!(!outlook.can_undo());
        outlook.followed.pop();
        outlook.obstacle = Some(Obstacle::new("Something first"));
        assert!(!outlook.can_undo());
    }
}
