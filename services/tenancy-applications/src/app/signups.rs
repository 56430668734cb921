//! Submitting the full form by a link.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use lintel_core::{ApplicationId, Clock, Error, OrganisationId, RequestKey, london_date};
use lintel_db::{Db, Tx, once};
use lintel_sealing::LinkToken;

use super::{
    ApplicationView, Eyes, Links, allowance,
    drafts::AGAIN,
    home_choice::{self, NamedRoom},
    invites,
    submission::Submissions,
    view,
};
use crate::{
    config::Allowances,
    domain::{Invite, Signup, SignupDraft},
    error::{application_not_found, draft_submitted, home_already_let},
    store::{self, application::NewApplication, draft::Which, own_application},
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

/// An application with the token of its private link.
#[derive(Debug)]
pub struct SubmittedSignup {
    /// The application, as its applicant may see it.
    pub view: ApplicationView,
    /// The token.
    pub token: LinkToken,
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
    /// link; afterwards, and to any other request, a form that was sent in says no more than that.
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
        request: Option<&RequestKey>,
    ) -> Result<SubmittedSignup, Error> {
        let now = self.clock.now();
        let (organisation, invite) = invites::of_token(&self.db, token).await?;
        let mut tx = self.db.begin(invites::of(organisation)).await?;
        let id: i64 = once(&mut tx, request, async |tx| {
            let invite = invites::lock_live(tx, organisation, invite, now).await?;
            let draft = match LinkToken::parse(draft_token) {
                Some(token) => {
                    let which = Which::Token(&token.hash());
                    store::draft::lock(tx, organisation, invite.id, which, now).await?
                }
                None => None,
            };
            if draft.as_ref().is_some_and(|one| one.application.is_some()) {
                return Err(draft_submitted());
            }
            let draft = draft.map(|draft| draft.id);
            let made = self
                .make(tx, organisation, invite, draft, form, now)
                .await?;
            Ok(made.get())
        })
        .await?;
        let application = store::application::find(&mut tx, organisation, id.into()).await?;
        let application = application.ok_or_else(application_not_found)?;
        if application.created_at <= now - AGAIN {
            return Err(draft_submitted());
        }
        let token = self.links.application(&application.token_nonce);
        let view = view::whole(&mut tx, organisation, application, Eyes::Applicant, now).await?;
        tx.commit().await?;
        Ok(SubmittedSignup { view, token })
    }

    async fn make(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        mut invite: Invite,
        draft: Option<i64>,
        form: SignupDraft,
        now: DateTime<Utc>,
    ) -> Result<ApplicationId, Error> {
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
        };
        let made = self.submissions.add(tx, organisation, &new, now).await?;
        if let Some(draft) = draft {
            store::draft::submitted(tx, organisation, draft, made.id, now).await?;
        }
        invite.applications += 1;
        invites::write(tx, organisation, &invite).await?;
        Ok(made.id)
    }
}
