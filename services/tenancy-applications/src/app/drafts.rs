//! Half-filled forms: kept 30 days after their last change, seen with their token alone, and mailed to the address in them.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use lintel_core::{Clock, Error, Expected, InviteId, OrganisationId, RequestKey, Violations};
use lintel_db::{Db, Tx, once};
use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{Signup, TenancyMail, TenancyMailKind},
};
use lintel_sealing::{LinkToken, SealingKey};
use prost::Message as _;

use super::{Links, allowance, invites, keys::Keys};
use crate::{
    config::Allowances,
    domain::check,
    error::draft_not_found,
    mails::Mails,
    store::{self, draft::Draft},
};

/// How long a form is kept after its last change (3-decisions section 5).
const KEPT: Duration = Duration::days(30);
/// The most that a form may hold, in bytes.
const LARGEST: usize = 16 * 1024;

/// Half-filled forms.
#[derive(Debug, Clone)]
pub struct Drafts {
    db: Db,
    clock: Arc<dyn Clock>,
    links: Links,
    keys: Keys,
    mails: Mails,
    allowances: Allowances,
}

/// A form as it was kept.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptDraft {
    /// What is filled in.
    pub answers: Signup,
    /// At which step.
    pub step: i32,
    /// Its version.
    pub version: i64,
}

impl Drafts {
    /// Forms kept in `db`.
    #[must_use]
    pub const fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        links: Links,
        keys: Keys,
        mails: Mails,
        allowances: Allowances,
    ) -> Self {
        Self {
            db,
            clock,
            links,
            keys,
            mails,
            allowances,
        }
    }

    /// The form of a draft token.
    ///
    /// # Errors
    /// `LINK_INVALID`; `DRAFT_NOT_FOUND` for a token of another organisation, of a form that was submitted or that has expired;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_draft", skip_all)]
    pub async fn get(&self, token: &str, draft_token: &str) -> Result<KeptDraft, Error> {
        let now = self.clock.now();
        let (organisation, invite) = invites::of_token(&self.db, token).await?;
        let mut tx = self.db.begin(invites::of(organisation)).await?;
        invites::find_live(&mut tx, organisation, invite, now).await?;
        let (draft, answers) = self.open(&mut tx, organisation, draft_token, now).await?;
        tx.commit().await?;
        Ok(KeptDraft {
            answers,
            step: draft.step.into(),
            version: draft.version,
        })
    }

    /// Keeps a form. Without a token of one that is still there a new one begins. Returns its token and its version.
    ///
    /// # Errors
    /// `LINK_INVALID`; `DRAFT_INVALID`; `STALE_ETAG` when it is not at the `expected` version; `RATE_LIMITED` for too many new ones;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.save_draft", skip_all)]
    pub async fn save(
        &self,
        token: &str,
        draft_token: &str,
        answers: &Signup,
        step: i32,
        expected: &Expected,
    ) -> Result<(LinkToken, i64), Error> {
        let now = self.clock.now();
        let (organisation, invite) = invites::of_token(&self.db, token).await?;
        let mut tx = self.db.begin(invites::of(organisation)).await?;
        invites::find_live(&mut tx, organisation, invite, now).await?;
        let step = readable(answers, step)?;
        let (token, mut draft) = match LinkToken::parse(draft_token) {
            None => (LinkToken::generate(), None),
            Some(token) => {
                let found = store::draft::lock(&mut tx, organisation, &token.hash(), now).await?;
                match found.filter(|draft| draft.application.is_none()) {
                    None => (LinkToken::generate(), None),
                    found => (token, found),
                }
            }
        };
        if let Some(found) = &draft {
            expected.check(found.version)?;
        }
        let mut draft = match draft.take() {
            Some(found) => Draft {
                version: found.version + 1,
                ..found
            },
            None => {
                self.begin(&mut tx, organisation, invite, &token, now)
                    .await?
            }
        };
        let key = self.keys.of_organisation(&mut tx, organisation).await?;
        draft.step = step;
        draft.sealed_answers = Some(seal(&key, organisation, draft.id, answers)?);
        store::draft::save(&mut tx, organisation, &draft, now, now + KEPT).await?;
        tx.commit().await?;
        Ok((token, draft.version))
    }

    async fn begin(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        invite: InviteId,
        token: &LinkToken,
        now: DateTime<Utc>,
    ) -> Result<Draft, Error> {
        let hour = Duration::hours(1);
        let begun = store::draft::begun(tx, organisation, invite, now - hour).await?;
        let limit = self.allowances.drafts_by_link_an_hour;
        allowance::check(begun, limit, None, hour, now)?;
        let hash = token.hash();
        let id = store::draft::insert(tx, organisation, invite, &hash, now, now + KEPT).await?;
        Ok(Draft {
            id,
            sealed_answers: None,
            step: 1,
            application: None,
            version: 1,
        })
    }

    /// Mails the link to a form to the address in it.
    ///
    /// # Errors
    /// `LINK_INVALID`; `DRAFT_NOT_FOUND`; `DRAFT_INVALID` where there is no address in it; `RATE_LIMITED`; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.mail_draft", skip_all)]
    pub async fn mail(
        &self,
        token: &str,
        draft_token: &str,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let now = self.clock.now();
        let (organisation, invite) = invites::of_token(&self.db, token).await?;
        let mut tx = self.db.begin(invites::of(organisation)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let invite = invites::find_live(tx, organisation, invite, now).await?;
            let (draft, answers) = self.open(tx, organisation, draft_token, now).await?;
            let mut found = Violations::default();
            let email = check::email(
                &mut found,
                "email",
                &answers.email,
                "Valid email is required",
            );
            found.into_result("DRAFT_INVALID")?;
            let email = email.unwrap_or_default();
            self.count_mail(tx, organisation, invite.id, draft.id, &email, now)
                .await?;
            let name = store::organisation::name(tx, organisation).await?;
            let expires_at = invite.expires_at.min(now + KEPT);
            let mail = TenancyMail {
                recipient_name: check::one_line(&answers.display_name),
                recipient_email: email,
                token: token.trim().to_owned(),
                draft_token: draft_token.trim().to_owned(),
                property_id: invite.property.get(),
                room_id: invite.room.as_ref().map(|(id, _)| id.get()),
                organisation_name: name.unwrap_or_default(),
                property_address: invite.property_address,
                expire_time: Some(timestamp(expires_at)),
                ..TenancyMail::default()
            };
            let kind = TenancyMailKind::Draft;
            self.mails
                .request(tx, organisation, kind, mail, false, expires_at)
                .await?;
            Ok(draft.id)
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    async fn count_mail(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        invite: InviteId,
        draft: i64,
        email: &str,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let (hour, hash) = (Duration::hours(1), self.links.address_hash(email));
        let mailed =
            store::draft::mailed(tx, organisation, invite, draft, &hash, now - hour).await?;
        let limit = self.allowances.draft_mails_an_hour;
        allowance::check(mailed.of_draft, limit, None, hour, now)?;
        allowance::check(mailed.to_address, limit, None, hour, now)?;
        let limit = self.allowances.by_link_an_hour;
        allowance::check(mailed.by_invite, limit, None, hour, now)?;
        store::draft::mail(tx, organisation, invite, draft, &hash, now).await?;
        Ok(())
    }

    /// A form that was not submitted, locked, with what is filled in.
    async fn open(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        draft_token: &str,
        now: DateTime<Utc>,
    ) -> Result<(Draft, Signup), Error> {
        let token = LinkToken::parse(draft_token).ok_or_else(draft_not_found)?;
        let draft = store::draft::lock(tx, organisation, &token.hash(), now).await?;
        let draft = draft.ok_or_else(draft_not_found)?;
        let sealed = draft.sealed_answers.as_deref();
        let sealed = sealed.ok_or_else(draft_not_found)?;
        let key = self.keys.of_organisation(tx, organisation).await?;
        let plain = key.open(sealed, &context(organisation, draft.id));
        let plain = plain.map_err(Error::internal)?;
        let answers = Signup::decode(plain.as_slice()).map_err(Error::internal)?;
        Ok((draft, answers))
    }
}

/// What a form's content is sealed together with: its row.
fn context(organisation: OrganisationId, draft: i64) -> Vec<u8> {
    format!("draft {draft} of {organisation}").into_bytes()
}

fn seal(
    key: &SealingKey,
    organisation: OrganisationId,
    draft: i64,
    answers: &Signup,
) -> Result<Vec<u8>, Error> {
    let plain = zeroize::Zeroizing::new(answers.encode_to_vec());
    key.seal(&plain, &context(organisation, draft))
        .map_err(Error::internal)
}

/// The step, where a form can be kept.
fn readable(answers: &Signup, step: i32) -> Result<i16, Error> {
    let mut found = Violations::default();
    let step = i16::try_from(step)
        .ok()
        .filter(|step| (1..=4).contains(step));
    if step.is_none() {
        found.add("step", "Choose a step from 1 to 4.");
    }
    if answers.encoded_len() > LARGEST {
        found.add("answers", "Use fewer characters.");
    }
    found.into_result("DRAFT_INVALID")?;
    Ok(step.unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_kept_at_one_of_four_steps_and_within_a_bound() {
        let empty = Signup::default();
        for (step, kept) in [
            (0, false),
            (1, true),
            (4, true),
            (5, false),
            (70_000, false),
        ] {
            assert_eq!(readable(&empty, step).is_ok(), kept, "{step}");
        }
        let large = Signup {
            additional_notes: "x".repeat(LARGEST),
            ..Signup::default()
        };
        assert!(readable(&large, 1).is_err());
    }
}
