//! Submitting the full form by a link.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use lintel_core::{ApplicationId, Clock, Error, OrganisationId, RequestKey, london_date};
use lintel_db::{Db, Tx, once};
use lintel_sealing::LinkToken;

use super::{
    ApplicationView, Eyes,
    drafts::AGAIN,
    home_choice::{self, NamedRoom},
    invites,
    submission::{Submission, Submissions},
    view,
};
use crate::{
    app::{Links, allowance},
    config::Allowances,
    domain::applying::{Invite, Signup, SignupDraft},
    error::{application_not_found, draft_submitted, home_already_let},
    store::{
        self,
        applying::{application::NewApplication, draft::Which, own_application},
    },
};

/// Takes full forms.
#[derive(Debug, Clone)]
pub struct Signups {
    db: Db,
    clock: Arc<dyn Clock>,
    links: Links,
    submissions: Submissions,
    allowances: Allowances,
}

/// What became of a full form, and the token that is shown for it.
#[derive(Debug)]
pub struct SubmittedSignup {
    /// The application, as its applicant may see it.
    pub answer: SignupAnswer,
    /// The token.
    pub token: LinkToken,
}

/// What whoever sent a full form is shown.
#[derive(Debug)]
pub enum SignupAnswer {
    /// The application, as its applicant may see it.
    Made(Box<ApplicationView>),
    /// A number that no application has: who sent it has applied for the home already, which only the mail says.
    Standing(ApplicationId),
}

/// What is kept for repeats.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
struct Kept {
    /// The application; where one stood, a number that no application has.
    #[prost(int64, tag = "1")]
    application: i64,
    /// When that was, in seconds of the epoch; 0 for a new application.
    #[prost(int64, tag = "2")]
    stood_at: i64,
}

impl Signups {
    /// Takes forms into `db`.
    #[must_use]
    pub const fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        links: Links,
        submissions: Submissions,
        allowances: Allowances,
    ) -> Self {
        Self {
            db,
            clock,
            links,
            submissions,
            allowances,
        }
    }

    /// Makes an application of a full form. A repeat with the same request id within [`AGAIN`] gets the same application and its private
    /// link; afterwards, and to any other request, a form that was sent in says no more than that. Whoever has applied for the same home
    /// already is answered as if that were not so, with a link that was never made: the mail alone says where the first one stands.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_CLOSED`; `LINK_EXPIRED`; `DRAFT_SUBMITTED`; `SIGNUP_INVALID` with every offending field; `HOME_ALREADY_LET`;
    /// `RATE_LIMITED`; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.submit_signup", skip_all)]
    pub async fn submit(
        &self,
        token: &str,
        draft_token: &str,
        form: SignupDraft,
        device: Option<&str>,
        request: Option<&RequestKey>,
    ) -> Result<SubmittedSignup, Error> {
        let now = self.clock.now();
        let (organisation, invite) = invites::of_token(&self.db, token).await?;
        let mut tx = self.db.begin(invites::of(organisation)).await?;
        let kept: Kept = once(&mut tx, request, async |tx| {
            let invite = invites::lock_live(tx, organisation, invite, now).await?;
            let draft = match LinkToken::parse(draft_token) {
                Some(token) => {
                    let which = Which::Token(&token.hash());
                    store::applying::draft::lock(tx, organisation, invite.id, which, now).await?
                }
                None => None,
            };
            if draft.as_ref().is_some_and(|one| one.application.is_some()) {
                return Err(draft_submitted());
            }
            let draft = draft.map(|draft| draft.id);
            let from = self.submissions.device(device);
            self.make(tx, organisation, invite, draft, (form, from), now)
                .await
        })
        .await?;
        if kept.stood_at != 0 {
            if kept.stood_at <= (now - AGAIN).timestamp() {
                return Err(draft_submitted());
            }
            tx.commit().await?;
            return Ok(SubmittedSignup {
                answer: SignupAnswer::Standing(kept.application.into()),
                token: self.links.of_nothing(kept.application),
            });
        }
        let id = kept.application.into();
        let application = store::applying::application::find(&mut tx, organisation, id).await?;
        let application = application.ok_or_else(application_not_found)?;
        if application.created_at <= now - AGAIN {
            return Err(draft_submitted());
        }
        let token = self.links.application(&application.token_nonce);
        let view = view::whole(&mut tx, organisation, application, Eyes::Applicant, now).await?;
        tx.commit().await?;
        let answer = SignupAnswer::Made(Box::new(view));
        Ok(SubmittedSignup { answer, token })
    }

    async fn make(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        mut invite: Invite,
        draft: Option<i64>,
        (form, device): (SignupDraft, Option<[u8; 32]>),
        now: DateTime<Utc>,
    ) -> Result<Kept, Error> {
        let named = form.room_number.as_deref();
        let named = named.map_or(NamedRoom::None, NamedRoom::Number);
        let property = form.property.into();
        let choice = home_choice::choose(tx, organisation, property, named).await?;
        let signup = Signup::try_new(form, choice.field("room_number"), london_date(now))?;
        let home = choice.vacant().map_err(|_| home_already_let())?;
        let hour = Duration::hours(1);
        let (count, first) =
            own_application::by_invite(tx, organisation, invite.id, now - hour).await?;
        allowance::check(count, self.allowances.by_link_an_hour, first, hour, now)?;
        let token = self.links.new_application();
        let new = NewApplication {
            home: &home,
            answers: &signup.answers,
            user: None,
            invite: Some(invite.id),
            draft,
            token_nonce: &token.nonce,
            token_hash: &token.hash,
            device,
        };
        let added = self
            .submissions
            .add(tx, organisation, &new, None, now)
            .await?;
        let (id, stood) = match added {
            Submission::Made(made) => (made.id, false),
            Submission::Standing(first) => (first, true),
        };
        if let Some(draft) = draft {
            store::applying::draft::submitted(tx, organisation, draft, id, now).await?;
        }
        if stood {
            return Ok(Kept {
                application: own_application::spare_number(tx).await?,
                stood_at: now.timestamp(),
            });
        }
        invite.applications += 1;
        invites::write(tx, organisation, &invite).await?;
        Ok(Kept {
            application: id.get(),
            stood_at: 0,
        })
    }
}
