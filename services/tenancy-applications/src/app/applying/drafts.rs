//! Half-filled forms: kept 30 days after their last change, each of one invite and seen by one browser alone. A mailed link to go on has a
//! token of its own; following it moves the form to the browser that does, so that whoever asked for the mail sees nothing more.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use lintel_core::{Clock, Error, Expected, InviteId, OrganisationId, RequestKey, Violations};
use lintel_db::{Db, Tx, links as link_rows, once};
use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{Signup, TenancyMail, TenancyMailKind},
};
use lintel_sealing::{LinkToken, SealingKey};
use prost::Message as _;

use super::invites;
use crate::{
    app::{
        Links, allowance,
        keeping::keys::Keys,
        links::{self, Purpose},
        mail_requests::Mails,
    },
    config::Allowances,
    domain::check,
    error::{draft_not_found, draft_submitted, link_expired, link_invalid, link_spent},
    store::{
        self,
        applying::draft::{Draft, Which},
    },
};

/// The time that a form is kept after its last change (docs/reference/decisions.md 5).
const KEPT: Duration = Duration::days(30);
/// How long a repeat of the same request gets its answer once more.
pub(super) const AGAIN: Duration = Duration::minutes(10);
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
    /// The fields as filled in.
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
    /// `LINK_INVALID`; `LINK_CLOSED`; `LINK_EXPIRED`; `DRAFT_NOT_FOUND` for a token of another invite, of a form that was submitted or
    /// that has expired; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_draft", skip_all)]
    pub async fn get(&self, token: &str, draft_token: &str) -> Result<KeptDraft, Error> {
        let now = self.clock.now();
        let (organisation, invite) = invites::of_token(&self.db, token).await?;
        let mut tx = self.db.begin(invites::of(organisation)).await?;
        invites::find_live(&mut tx, organisation, invite, now).await?;
        let (draft, answers) = self
            .open(&mut tx, organisation, invite, draft_token, now)
            .await?;
        tx.commit().await?;
        Ok(KeptDraft {
            answers,
            step: draft.step.into(),
            version: draft.version,
        })
    }

    /// Moves the form of a mailed link to the browser that follows it, under a new token. The link works once; a repeat with the same
    /// request id within [`AGAIN`] moves it once more, because the first answer may have been lost.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_CLOSED`; `LINK_EXPIRED`; `LINK_SPENT`; `DRAFT_SUBMITTED`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while
    /// the database is away.
    #[tracing::instrument(name = "app.continue_draft", skip_all)]
    pub async fn go_on(
        &self,
        token: &str,
        mailed_token: &str,
        request: Option<&RequestKey>,
    ) -> Result<(LinkToken, KeptDraft), Error> {
        let now = self.clock.now();
        let (organisation, invite) = invites::of_token(&self.db, token).await?;
        let link = links::find(&self.db, Purpose::Draft, mailed_token).await?;
        if link.organisation != organisation {
            return Err(link_invalid());
        }
        let mut tx = self.db.begin(invites::of(organisation)).await?;
        invites::find_live(&mut tx, organisation, invite, now).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            if link.used_at.is_some() || !link_rows::spend(tx, organisation, link.id, now).await? {
                return Err(link_spent());
            }
            Ok(link.subject)
        })
        .await?;
        if link.used_at.is_some_and(|used| used <= now - AGAIN) {
            return Err(link_spent());
        }
        let which = Which::Id(link.subject);
        let draft = store::applying::draft::lock(&mut tx, organisation, invite, which, now).await?;
        if draft.as_ref().is_some_and(|one| one.application.is_some()) {
            return Err(draft_submitted());
        }
        // Asked last: a form that was sent in or that is gone says so, not that the link is old.
        links::require_live(&link, now)?;
        let draft = draft.ok_or_else(link_expired)?;
        let answers = self.answers(&mut tx, organisation, &draft).await?;
        let fresh = LinkToken::generate();
        store::applying::draft::hand_over(&mut tx, organisation, draft.id, &fresh.hash(), now)
            .await?;
        tx.commit().await?;
        let kept = KeptDraft {
            answers,
            step: draft.step.into(),
            version: draft.version,
        };
        Ok((fresh, kept))
    }

    /// Keeps a form. Without a token of one that is still there a new one begins. Returns its token and its version.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_CLOSED`; `LINK_EXPIRED`; `DRAFT_INVALID`; `STALE_ETAG` when it is not at the `expected` version;
    /// `RATE_LIMITED` for too many new ones;
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
                let which = Which::Token(&token.hash());
                let found =
                    store::applying::draft::lock(&mut tx, organisation, invite, which, now).await?;
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
        store::applying::draft::save(&mut tx, organisation, &draft, now, now + KEPT).await?;
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
        let begun = store::applying::draft::begun(tx, organisation, invite, now - hour).await?;
        let limit = self.allowances.drafts_by_link_an_hour;
        allowance::check(begun, limit, None, hour, now)?;
        let hash = token.hash();
        let id = store::applying::draft::insert(tx, organisation, invite, &hash, now, now + KEPT)
            .await?;
        Ok(Draft {
            id,
            sealed_answers: None,
            step: 1,
            application: None,
            version: 1,
        })
    }

    /// Mails a new link to a form to the address in it; the ones before are dead.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_CLOSED`; `LINK_EXPIRED`; `DRAFT_NOT_FOUND`; `DRAFT_INVALID` where there is no address in it; `RATE_LIMITED`;
    /// `REQUEST_ID_REUSED`;
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
            let (draft, answers) = self
                .open(tx, organisation, invite.id, draft_token, now)
                .await?;
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
            let name = store::keeping::organisation::name(tx, organisation).await?;
            let expires_at = invite.expires_at.min(now + KEPT);
            let link = LinkToken::generate();
            let purpose = Purpose::Draft.as_str();
            link_rows::add(
                tx,
                organisation,
                purpose,
                draft.id,
                &link.hash(),
                expires_at,
            )
            .await?;
            let mail = TenancyMail {
                recipient_name: check::one_line(&answers.display_name),
                recipient_email: email,
                token: token.trim().to_owned(),
                draft_token: link.expose().to_string(),
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
            store::applying::draft::mailed(tx, organisation, invite, draft, &hash, now - hour)
                .await?;
        let limit = self.allowances.draft_mails_an_hour;
        allowance::check(mailed.of_draft, limit, None, hour, now)?;
        allowance::check(mailed.to_address, limit, None, hour, now)?;
        let limit = self.allowances.by_link_an_hour;
        allowance::check(mailed.by_invite, limit, None, hour, now)?;
        store::applying::draft::mail(tx, organisation, invite, draft, &hash, now).await?;
        Ok(())
    }

    /// A form that was not submitted, locked, with what is filled in.
    async fn open(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        invite: InviteId,
        draft_token: &str,
        now: DateTime<Utc>,
    ) -> Result<(Draft, Signup), Error> {
        let token = LinkToken::parse(draft_token).ok_or_else(draft_not_found)?;
        let which = Which::Token(&token.hash());
        let draft = store::applying::draft::lock(tx, organisation, invite, which, now).await?;
        let draft = draft.ok_or_else(draft_not_found)?;
        let answers = self.answers(tx, organisation, &draft).await?;
        Ok((draft, answers))
    }

    /// The fields as filled in.
    async fn answers(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        draft: &Draft,
    ) -> Result<Signup, Error> {
        let sealed = draft.sealed_answers.as_deref();
        let sealed = sealed.ok_or_else(draft_not_found)?;
        let key = self.keys.of_organisation(tx, organisation).await?;
        let plain = key.open(sealed, &context(organisation, draft.id));
        let plain = plain.map_err(Error::internal)?;
        Signup::decode(plain.as_slice()).map_err(Error::internal)
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
