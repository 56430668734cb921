//! Issuing an agreement: its document is made or taken, its signers are written down, and the first of them is asked.

use chrono::{DateTime, Utc};
use lintel_core::{
    ApplicationId, Error, OrganisationId, Principal, RequestKey, london_date,
    together as together_names,
};
use lintel_db::{Scope, Tx, once, outbox};
use sha2::{Digest as _, Sha256};

use super::{
    agreed_terms,
    agreement_document::{self, Printed},
    agreement_evidence::Happening,
    agreement_household::{Guarantor, Signatories},
    agreement_mails::Asking,
    agreement_proposal::with_landlord,
    agreement_reading::context,
    agreement_view::AgreementView,
    agreement_void::{self, note},
    agreements::{Agreements, INVALID},
    guarantees::add_guarantors,
};
use crate::{
    app::{
        applying::locked::lock_with_home,
        documents::{
            file_check::{self, Checked},
            pdf_pages,
        },
        keeping::owners,
    },
    contract::agreement_terms,
    domain::{
        agreeing::{
            Agreement, AgreementDraft, AgreementState, AgreementTerms, Party, StandingTerms,
            agreement_rules::Edition,
            agreement_terms::{Judging, Sketch},
        },
        applying::{Actor, Application, TimelineEvent},
        letting::TenancyState,
    },
    error::{
        agreement_not_found, agreement_signed, application_not_found, landlord_not_given,
        right_to_rent_missing, tenancy_ended,
    },
    events,
    store::{
        self,
        agreeing::{agreement::NewAgreement, agreement_signer},
    },
};

impl Agreements {
    /// Issues an agreement and asks the first signers; one that was issued before and is not signed by all becomes void. A repeat under
    /// the same request id issues nothing more.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `APPLICATION_NOT_APPROVED`; `AGREEMENT_SIGNED`; `AGREEMENT_INVALID` with every offending field;
    /// `TENANCY_ENDED`; `TERMS_CHARGED` for other terms than a tenancy has that goes on; `RIGHT_TO_RENT_MISSING`; `FILE_TYPE_INVALID`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is
    /// away.
    #[tracing::instrument(name = "app.issue_agreement", skip_all, fields(application.id = %application))]
    pub async fn issue(
        &self,
        caller: &Principal,
        application: ApplicationId,
        draft: AgreementDraft,
        content: Vec<u8>,
        request: Option<&RequestKey>,
    ) -> Result<AgreementView, Error> {
        let organisation = caller.organisation()?;
        // Whose the application is comes first: no stranger's file is worth examining.
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::applying::application::find(&mut tx, organisation, application).await?;
        found.ok_or_else(application_not_found)?;
        tx.commit().await?;
        let own = match content.is_empty() {
            true => None,
            false => Some(self.examine(content).await?),
        };
        owners::know_landlord(&self.db, &self.asking, caller).await?;
        let now = self.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = lock_with_home(tx, organisation, application).await?;
            let found = found.ok_or_else(application_not_found)?;
            let together = self.signatories(tx, organisation, &found).await?;
            let last = store::agreeing::agreement::last(tx, organisation, application).await?;
            if last.as_ref().map(|one| one.state) == Some(AgreementState::Signed) {
                return Err(agreement_signed());
            }
            let (tenancy, today) = (&together.tenancy, london_date(now));
            if tenancy.state == TenancyState::Ended {
                return Err(tenancy_ended());
            }
            let standing = agreed_terms::standing(tx, organisation, tenancy, today).await?;
            let draft = named(tx, organisation, draft).await?;
            let issue = judged(draft, own, &together, standing.as_ref(), now)?;
            if let Some(standing) = &standing {
                agreed_terms::require_standing(standing, &issue.terms)?;
            }
            let mut household = together.household.clone();
            household.start = Some(issue.terms.start);
            let without = household.without_right_to_rent(tx, organisation, today);
            let without = without.await?;
            if !without.is_empty() {
                return Err(right_to_rent_missing(&without));
            }
            if let Some(open) = last.filter(|one| one.state == AgreementState::Issued) {
                let reason = "Another agreement was issued.";
                agreement_void::void(tx, &open, reason, Actor::Landlord, now).await?;
                let open = store::agreeing::agreement::find(tx, organisation, open.id).await?;
                let open = open.ok_or_else(agreement_not_found)?;
                self.mails.tell_of_void(tx, &open, now).await?;
            }
            let issued = self.add(tx, &found, &together, issue, now).await?;
            Ok(issued.id.get())
        })
        .await?;
        let seen = self.landlords(&mut tx, organisation, application).await?;
        tx.commit().await?;
        Ok(seen)
    }

    /// Adds an agreement with its document and its signers, and asks the first of them.
    async fn add(
        &self,
        tx: &mut Tx,
        application: &Application,
        together: &Signatories,
        issue: Issue,
        now: DateTime<Utc>,
    ) -> Result<Agreement, Error> {
        let organisation = together.organisation;
        let address = home(application);
        let new = NewAgreement {
            tenancy: together.tenancy.id,
            application: application.id,
            property: application.home.property,
            nation: together.household.nation,
            edition: issue.edition.map(|edition| edition.first_day),
            terms: &agreement_terms::to_keep(&issue.terms),
            address: &address,
        };
        let id = store::agreeing::agreement::insert(tx, organisation, new, now).await?;
        for member in together.tenancy.staying() {
            let (name, email) = (&member.person.name, Some(member.person.email.as_str()));
            agreement_signer::insert(tx, organisation, id, Party::Tenant, name, email).await?;
        }
        let terms = &issue.terms;
        let by_deed = terms.guarantee.is_some();
        let deeds = add_guarantors(tx, (organisation, id), &issue.guarantors, by_deed).await?;
        let names = together_names(&terms.landlord_names());
        let party = Party::Landlord;
        agreement_signer::insert(tx, organisation, id, party, &names, None).await?;
        let bytes = match (issue.own, issue.edition) {
            (Some(own), _) => own.bytes,
            (None, Some(edition)) => {
                let guarantors = Guarantor::names(&issue.guarantors);
                let document = agreement_document::document(&Printed {
                    issue: agreement_document::Issue::Agreement(id.get(), now),
                    edition,
                    terms: &Sketch::of_whole(terms),
                    home: &address,
                    tenants: &together.names(),
                    guarantor: guarantors.as_deref(),
                    deeds: &deeds,
                });
                self.render(document).await?
            }
            (None, None) => return Err(Error::internal("an agreement without a document")),
        };
        let key = self.keys.of_organisation(tx, organisation).await?;
        let sealed = key.seal(&bytes, &context(organisation, id, false));
        let sealed = sealed.map_err(Error::internal)?;
        let hash: [u8; 32] = Sha256::digest(&bytes).into();
        let pages = pdf_pages::count(&bytes);
        store::agreeing::agreement::keep_document(tx, organisation, id, &hash, pages, &sealed)
            .await?;
        let made = store::agreeing::agreement::find(tx, organisation, id).await?;
        self.make_deeds(tx, &made.ok_or_else(agreement_not_found)?, now)
            .await?;
        let made = store::agreeing::agreement::find(tx, organisation, id).await?;
        let made = made.ok_or_else(agreement_not_found)?;
        let signers: Vec<_> = made
            .signers
            .iter()
            .map(|one| format!("{}: {}", one.party.as_str(), one.name))
            .collect();
        let created = Happening::new("created").on(&made).with("signers", signers);
        let created = created
            .with("edition", new.edition.map(|day| day.to_string()))
            .with("bytes", bytes.len());
        created.append(tx, organisation, id, now).await?;
        self.mails.ask(tx, &made, Asking::First, now).await?;
        let event = TimelineEvent::AgreementIssued;
        note(tx, organisation, made.tenancy, &event, Actor::Landlord, now).await?;
        outbox::append(tx, &events::agreement_issued(&made)).await?;
        Ok(made)
    }

    async fn examine(&self, content: Vec<u8>) -> Result<Checked, Error> {
        let checked = self.work(move || file_check::check_as(content, INVALID, "content"));
        let checked = checked.await??;
        if checked.media_type != "application/pdf" {
            let pdf = "Please upload the agreement as a PDF";
            return Err(Error::field("FILE_TYPE_INVALID", "content", pdf));
        }
        Ok(checked)
    }
}

/// A draft with the landlord of the settings where it names none.
///
/// # Errors
/// `LANDLORD_NOT_GIVEN` where neither names one; `AGREEMENT_INVALID` for a portfolio's name; [`Error::Unavailable`] while the database is
/// away.
async fn named(
    tx: &mut Tx,
    organisation: OrganisationId,
    draft: AgreementDraft,
) -> Result<AgreementDraft, Error> {
    let lessor = store::keeping::organisation::find(tx, organisation).await?;
    let landlord = lessor.as_ref().and_then(|lessor| lessor.landlord.as_ref());
    let draft = with_landlord(draft, landlord);
    let is_empty = |text: &str| text.trim().is_empty();
    if is_empty(&draft.landlord_name) || is_empty(&draft.landlord_address) {
        return Err(landlord_not_given());
    }
    if is_portfolio(&draft.landlord_name) {
        let person =
            "This is the portfolio's name. Enter the person or the company that lets the home.";
        return Err(Error::field(INVALID, "terms.landlord_name", person));
    }
    Ok(draft)
}

/// Whether a name is the one that Lintel gives a new organisation: nobody lets under it.
fn is_portfolio(name: &str) -> bool {
    let name = name.trim().replace('\u{2019}', "'").to_lowercase();
    name.ends_with("'s portfolio")
}

/// An agreement that may be issued.
struct Issue {
    terms: AgreementTerms,
    edition: Option<&'static Edition>,
    own: Option<Checked>,
    guarantors: Vec<Guarantor>,
}

/// Judges what an agreement is to be.
fn judged(
    draft: AgreementDraft,
    own: Option<Checked>,
    together: &Signatories,
    standing: Option<&StandingTerms>,
    now: DateTime<Utc>,
) -> Result<Issue, Error> {
    let today = london_date(now);
    // An agreement of a tenancy that goes on is made by the rules of today.
    let day = draft.start.unwrap_or(today).max(today);
    let edition = Edition::of(together.household.nation, day);
    match (&own, edition) {
        (Some(_), Some(_)) => {
            let none = "The document is made here of the terms. Upload none.";
            return Err(Error::field(INVALID, "content", none));
        }
        (None, None) => {
            let own = "Upload your own agreement as a PDF: the home is not in England.";
            return Err(Error::field(INVALID, "content", own));
        }
        (Some(_), None) | (None, Some(_)) => {}
    }
    let signs = draft.guarantor_signs;
    let judging = Judging {
        edition,
        today,
        standing,
        has_guarantor: together.has_guarantor,
    };
    let terms = AgreementTerms::try_new(draft, judging)?;
    let guarantors = match signs {
        true => together.guarantors.clone(),
        false => Vec::new(),
    };
    if signs && guarantors.is_empty() {
        let none = "No guarantor is named in the application.";
        return Err(Error::field(INVALID, "terms.guarantor_signs", none));
    }
    Ok(Issue {
        terms,
        edition,
        own,
        guarantors,
    })
}

/// Where the home is, with the room of a shared house.
pub(in crate::app) fn home(application: &Application) -> String {
    let home = &application.home;
    match home.room_number() {
        Some(room) => format!("Room {room}, {}", home.address),
        None => home.address.clone(),
    }
}
