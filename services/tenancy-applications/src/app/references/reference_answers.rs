//! Answering requests for references, and reading what was answered.

use chrono::NaiveDate;
use lintel_core::{Error, OrganisationId, Principal, ReferenceId, RequestKey, Role, london_date};
use lintel_db::{Scope, Tx, links::Link, once};
use lintel_proto::tenancy::v1::{self, TenancyMail, TenancyMailKind};
use lintel_sealing::LinkToken;
use prost::Message as _;
use sqlx::PgConnection;
use zeroize::Zeroizing;

use super::{asked::about, asking::References};
use crate::{
    app::{
        applying::{
            locked::{self, changed},
            timeline,
        },
        links::{self, Purpose},
        mail_requests::NEWS,
    },
    contract::referee_forms,
    domain::{
        agreeing::{Agreement, AgreementState, agreement::signer_of, signature},
        applying::{Actor, Application, TimelineEvent},
        references::{Answer, FormLink, Reference, ReferenceKind},
    },
    error::{link_closed, link_declined, link_expired, reference_already_given},
    store::{self, references::reference::NewAnswer},
};

/// What somebody may see before they answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedReference {
    /// The reference.
    pub reference: Reference,
    /// The application that it is for.
    pub application: Application,
    /// Whose application it is.
    pub organisation: OrganisationId,
    /// The token of its link, for whom it was sent to; none once it is answered or over.
    pub token: Option<LinkToken>,
    /// Whether the application's agreement waits for whom it was sent to; `None` where they sign none.
    pub may_sign: Option<bool>,
}

/// What is answered.
#[derive(Debug)]
pub enum Given {
    /// A form, not yet checked, and what the pad sent.
    Form(Box<UncheckedForm>),
    /// A refusal; why, where they say.
    Declined(Option<String>),
}

/// A form whose fields are checked only after its link was found.
#[derive(Debug)]
pub struct UncheckedForm {
    /// The form as it came.
    pub answer: referee_forms::Unchecked,
    /// What the pad sent.
    pub signature: String,
}

impl References {
    /// What somebody with the link may see. One that was answered is found as long as no other link took its place.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_CLOSED`; `LINK_EXPIRED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.open_reference", skip_all)]
    pub async fn by_link(&self, kind: ReferenceKind, token: &str) -> Result<AskedReference, Error> {
        let (mut tx, link) = self.begin(kind, token).await?;
        let (organisation, id) = (link.organisation, link.subject.into());
        let reference = store::references::reference::find(&mut tx, organisation, id).await?;
        let reference = reference.ok_or_else(link_expired)?;
        let application =
            store::applying::application::find(&mut tx, organisation, reference.application)
                .await?;
        let application = application.ok_or_else(link_expired)?;
        match reference.form_link(&application, link.is_last, self.clock.now()) {
            FormLink::Open | FormLink::Given | FormLink::Declined => {}
            FormLink::Closed => return Err(link_closed()),
            FormLink::Expired => return Err(link_expired()),
        }
        Ok(AskedReference {
            reference,
            application,
            organisation,
            token: None,
            may_sign: None,
        })
    }

    /// Takes the answer of somebody with the link, once.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_CLOSED`; `LINK_EXPIRED`; `LINK_DECLINED`; `REFERENCE_ALREADY_GIVEN`; `REFERENCE_INVALID` with every offending
    /// field; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.answer_reference", skip_all)]
    pub async fn answer(
        &self,
        kind: ReferenceKind,
        token: &str,
        given: Given,
        device: Option<&str>,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let now = self.clock.now();
        let device = device.map(|address| self.device(address));
        let (mut tx, link) = self.begin(kind, token).await?;
        let (organisation, id) = (link.organisation, link.subject.into());
        let _: i64 = once(&mut tx, request, async |tx| {
            // The application is locked before its reference in every transaction.
            let asked = store::references::reference::find(tx, organisation, id).await?;
            let asked = asked.ok_or_else(link_expired)?;
            let application =
                store::applying::application::lock(tx, organisation, asked.application).await?;
            let application = application.ok_or_else(link_expired)?;
            let asked = store::references::reference::lock(tx, organisation, id).await?;
            let asked = asked.ok_or_else(link_expired)?;
            match asked.form_link(&application, link.is_last, now) {
                FormLink::Open => {}
                FormLink::Given => return Err(reference_already_given()),
                FormLink::Declined => return Err(link_declined()),
                FormLink::Closed => return Err(link_closed()),
                FormLink::Expired => return Err(link_expired()),
            }
            let (answer, event, mail) = match given {
                Given::Declined(reason) => (
                    NewAnswer::Declined(reason.clone()),
                    TimelineEvent::ReferenceDeclined(kind, reason),
                    TenancyMailKind::ReferenceDeclined,
                ),
                Given::Form(form) => {
                    let sealed = self
                        .seal(tx, organisation, id, *form, london_date(now))
                        .await?;
                    (
                        NewAnswer::Given(sealed),
                        TimelineEvent::ReferenceGiven(kind),
                        TenancyMailKind::ReferenceGiven,
                    )
                }
            };
            store::references::reference::answer(
                tx,
                organisation,
                id,
                &answer,
                device.as_ref(),
                now,
            )
            .await?;
            let (application_id, actor) = (application.id, Actor::from(kind));
            timeline::record(tx, organisation, application_id, event, actor, now).await?;
            if let NewAnswer::Declined(_) = answer {
                let mails = &self.to_applicants;
                mails
                    .tell_of_refusal(tx, organisation, &application, kind, now)
                    .await?;
            }
            let note = match &answer {
                NewAnswer::Declined(reason) => reason.clone().unwrap_or_default(),
                NewAnswer::Given(_) => String::new(),
            };
            let told = TenancyMail {
                note,
                property_display_name: application.home.name.clone(),
                ..about(&application, kind)
            };
            let expire = now + NEWS;
            self.mails
                .request(tx, organisation, mail, told, true, expire)
                .await?;
            changed(tx, organisation, &application, now).await?;
            Ok(id.get())
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// The requests to the account's verified address, of the kind of its role, the newest first.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_reference_requests", skip_all)]
    pub async fn of_account(&self, caller: &Principal) -> Result<Vec<AskedReference>, Error> {
        let kind = match caller.role {
            Role::Guarantor => ReferenceKind::Guarantor,
            Role::Employer => ReferenceKind::Employer,
            Role::Landlord | Role::Tenant => return Ok(Vec::new()),
        };
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let Some(address) = store::keeping::account::email_key(&mut tx, caller.user).await? else {
            return Ok(Vec::new());
        };
        let mut asked = Vec::new();
        for (organisation, id) in
            store::references::reference::of_address(&mut tx, kind, &address).await?
        {
            locked::act_in(&mut tx, caller, organisation).await?;
            let found = store::references::reference::find(&mut tx, organisation, id).await?;
            let Some(mut reference) = found else {
                continue;
            };
            let application =
                store::applying::application::find(&mut tx, organisation, reference.application)
                    .await?;
            let Some(application) = application else {
                continue;
            };
            let link = reference.form_link(&application, true, self.clock.now());
            reference.expired = link == FormLink::Expired;
            if link == FormLink::Closed {
                // Nobody needs it, whatever became of the application.
                reference.waive_reason.get_or_insert_default();
            }
            let open = link == FormLink::Open;
            asked.push(AskedReference {
                token: open.then(|| self.token(id, reference.generation)),
                may_sign: match kind {
                    ReferenceKind::Guarantor => {
                        let last =
                            store::agreeing::agreement::last(&mut tx, organisation, application.id);
                        last.await?.and_then(|last| may_sign(&last, &address))
                    }
                    ReferenceKind::Employer => None,
                },
                reference,
                application,
                organisation,
            });
        }
        Ok(asked)
    }

    /// Opens what was given, for a landlord's eyes.
    ///
    /// # Errors
    /// [`Error::Internal`] for what does not open; [`Error::Unavailable`] while the database is away.
    pub async fn open(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        references: &mut [Reference],
    ) -> Result<(), Error> {
        if references.iter().all(|one| one.sealed_answer.is_none()) {
            return Ok(());
        }
        let key = self.keys.of_organisation(tx, organisation).await?;
        for one in references {
            let Some(sealed) = one.sealed_answer.take() else {
                continue;
            };
            let plain = key.open(&sealed, &context(organisation, one.id));
            let plain = plain.map_err(Error::internal)?;
            let kept = v1::Reference::decode(plain.as_slice()).map_err(Error::internal)?;
            one.signature.clone_from(&kept.signature);
            one.answer = referee_forms::kept(kept)?;
        }
        Ok(())
    }

    /// What was answered, without the signature, of what is sealed of one reference.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub async fn answer_of(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        id: ReferenceId,
        sealed: &[u8],
    ) -> Result<Option<Answer>, Error> {
        let key = self.keys.of_organisation(tx, organisation).await?;
        let plain = key.open(sealed, &context(organisation, id));
        let plain = plain.map_err(Error::internal)?;
        referee_forms::kept(v1::Reference::decode(plain.as_slice()).map_err(Error::internal)?)
    }

    async fn seal(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        id: ReferenceId,
        form: UncheckedForm,
        today: NaiveDate,
    ) -> Result<Vec<u8>, Error> {
        let signature = signature::read(&form.signature);
        let answer = form.answer.check(signature.is_some(), today)?;
        let kept = v1::Reference {
            signature: signature.unwrap_or_default(),
            ..referee_forms::to_keep(&answer)
        };
        let plain = Zeroizing::new(kept.encode_to_vec());
        let key = self.keys.of_organisation(tx, organisation).await?;
        let sealed = key.seal(&plain, &context(organisation, id));
        sealed.map_err(Error::internal)
    }

    /// Begins a transaction in the organisation of a link.
    async fn begin(&self, kind: ReferenceKind, token: &str) -> Result<(Tx, Link), Error> {
        let link = links::find(&self.db, Purpose::Reference(kind), token).await?;
        let tx = self
            .db
            .begin(crate::app::applying::invites::of(link.organisation))
            .await?;
        Ok((tx, link))
    }
}

/// Whether an agreement waits for a verified address; `None` for one that came to nothing or is not theirs.
fn may_sign(agreement: &Agreement, verified: &str) -> Option<bool> {
    let lives = matches!(
        agreement.state,
        AgreementState::Issued | AgreementState::Signed
    );
    let signer = signer_of(agreement, verified).filter(|_| lives)?;
    Some(agreement.may_sign(signer))
}

/// What a sealed answer is bound to: its row.
fn context(organisation: OrganisationId, id: ReferenceId) -> Vec<u8> {
    format!("reference {id} of {organisation}").into_bytes()
}
