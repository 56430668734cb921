//! Issuing agreements, taking them back and reminding of them.

use chrono::{DateTime, Duration, Utc};
use lintel_core::{
    ApplicationId, Error, Money, OrganisationId, Principal, RequestKey, Violations, london_date,
};
use lintel_db::{Scope, Tx, once, outbox};
use sha2::{Digest as _, Sha256};

use super::{
    agreement_document::{self, Printed},
    agreement_evidence::Happening,
    agreement_household::{Guarantor, Signatories},
    agreement_reading::{AgreementView, context},
    agreement_work::{self, Agreements, Asking, note},
    file_check::{self, Checked},
    own_applications::lock_with_home,
    pdf_pages,
};
use crate::{
    agreement_terms,
    domain::{
        Actor, Agreement, AgreementDraft, AgreementState, AgreementTerms, Application,
        ApplicationStatus, Nation, Party, ProRata, RentPeriod, Tenancy, TimelineEvent,
        agreement_rules::Edition,
        agreement_terms::{BillDraft, BillKind, BillPayer, Judging},
        check,
    },
    error::{
        agreement_closed, agreement_not_found, agreement_signed, application_not_approved,
        application_not_found, reminded_already, right_to_rent_missing,
    },
    events,
    store::{self, agreement::NewAgreement, agreement_signer},
};

/// The reason of every refusal of what is typed.
const INVALID: &str = "AGREEMENT_INVALID";
/// Who was asked within this time is not asked again.
const JUST_NOW: Duration = Duration::hours(1);

/// What an agreement may say.
#[derive(Debug, Clone)]
pub struct ProposedAgreement {
    /// Whose law.
    pub nation: Nation,
    /// The terms, as somebody would type them.
    pub terms: AgreementDraft,
    /// The most that the deposit may be at that rent; `None` where no cap is held.
    pub deposit_cap: Option<Money>,
    /// What is missing before one can be issued, as sentences.
    pub missing: Vec<String>,
    /// The rules and texts; `None` where the landlord brings their own document.
    pub edition: Option<&'static Edition>,
}

impl Agreements {
    /// Proposes what an agreement of an approved application may say.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `APPLICATION_NOT_APPROVED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.propose_agreement", skip_all, fields(application.id = %application))]
    pub async fn propose(
        &self,
        caller: &Principal,
        application: ApplicationId,
    ) -> Result<ProposedAgreement, Error> {
        let organisation = caller.organisation()?;
        let today = london_date(self.now());
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::application::find(&mut tx, organisation, application).await?;
        let found = found.ok_or_else(application_not_found)?;
        let together = self.signatories(&mut tx, organisation, &found).await?;
        let last = store::agreement::last(&mut tx, organisation, application).await?;
        let tenancy = &together.tenancy;
        let start = tenancy.start.max(today);
        let edition = Edition::of(together.household.nation, start);
        let mut missing = Vec::new();
        if last.is_some_and(|one| one.state == AgreementState::Signed) {
            missing.push("All have signed an agreement already.".to_owned());
        }
        let household = &together.household;
        let without = household.without_right_to_rent(&mut tx, organisation, today);
        for name in without.await? {
            missing.push(format!("Record the right to rent of {name} first."));
        }
        if edition.is_none() {
            missing.push(format!(
                "Upload your own agreement as a PDF: the home is in {}.",
                together.household.nation.as_str()
            ));
        }
        let landlord = store::organisation::name(&mut tx, organisation).await?;
        Ok(ProposedAgreement {
            nation: together.household.nation,
            terms: AgreementDraft {
                landlord_name: landlord.unwrap_or_default(),
                guarantor_signs: together.has_guarantor,
                ..proposed(tenancy, start)
            },
            deposit_cap: edition.map(|edition| edition.deposit_cap.at(tenancy.rent)),
            missing,
            edition,
        })
    }

    /// Issues an agreement and asks the first signers; one that was issued before and is not signed by all becomes void. A repeat under
    /// the same request id issues nothing more.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `APPLICATION_NOT_APPROVED`; `AGREEMENT_SIGNED`; `AGREEMENT_INVALID` with every offending field;
    /// `RIGHT_TO_RENT_MISSING`; `FILE_TYPE_INVALID`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
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
        let found = store::application::find(&mut tx, organisation, application).await?;
        found.ok_or_else(application_not_found)?;
        tx.commit().await?;
        let own = match content.is_empty() {
            true => None,
            false => Some(self.examine(content).await?),
        };
        let now = self.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = lock_with_home(tx, organisation, application).await?;
            let found = found.ok_or_else(application_not_found)?;
            let together = self.signatories(tx, organisation, &found).await?;
            let last = store::agreement::last(tx, organisation, application).await?;
            if last.as_ref().map(|one| one.state) == Some(AgreementState::Signed) {
                return Err(agreement_signed());
            }
            let issue = judged(draft, own, &together, now)?;
            let mut household = together.household.clone();
            household.start = Some(issue.terms.start);
            let today = london_date(now);
            let without = household.without_right_to_rent(tx, organisation, today);
            let without = without.await?;
            if !without.is_empty() {
                return Err(right_to_rent_missing(&without));
            }
            if let Some(open) = last.filter(|one| one.state == AgreementState::Issued) {
                let reason = "Another agreement was issued.";
                agreement_work::void(tx, &open, reason, Actor::Landlord, now).await?;
                let open = store::agreement::find(tx, organisation, open.id).await?;
                let open = open.ok_or_else(agreement_not_found)?;
                self.tell_of_void(tx, &open, now).await?;
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
        let id = store::agreement::insert(tx, organisation, new, now).await?;
        let bytes = match (issue.own, issue.edition) {
            (Some(own), _) => own.bytes,
            (None, Some(edition)) => {
                let guarantors = Guarantor::names(&issue.guarantors);
                let document = agreement_document::document(&Printed {
                    agreement: id.get(),
                    issued_at: now,
                    edition,
                    terms: &issue.terms,
                    home: &address,
                    tenants: &together.names(),
                    guarantor: guarantors.as_deref(),
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
        store::agreement::keep_document(tx, organisation, id, &hash, pages, &sealed).await?;
        for member in together.tenancy.staying() {
            let (name, email) = (&member.person.name, Some(member.person.email.as_str()));
            agreement_signer::insert(tx, organisation, id, Party::Tenant, name, email).await?;
        }
        for one in &issue.guarantors {
            let (party, email) = (Party::Guarantor, Some(one.email.as_str()));
            agreement_signer::insert(tx, organisation, id, party, &one.name, email).await?;
        }
        let (party, name) = (Party::Landlord, &issue.terms.landlord_name);
        agreement_signer::insert(tx, organisation, id, party, name, None).await?;
        let made = store::agreement::find(tx, organisation, id).await?;
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
        self.ask(tx, &made, Asking::First, now).await?;
        let event = TimelineEvent::AgreementIssued;
        note(tx, organisation, made.tenancy, &event, Actor::Landlord, now).await?;
        outbox::append(tx, &events::agreement_issued(&made)).await?;
        Ok(made)
    }

    /// Takes an agreement back that is not signed by all. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `AGREEMENT_NOT_FOUND`; `AGREEMENT_INVALID` for a reason that says nothing; `AGREEMENT_CLOSED`;
    /// `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.void_agreement", skip_all, fields(application.id = %application))]
    pub async fn void(
        &self,
        caller: &Principal,
        application: ApplicationId,
        reason: &str,
        request: Option<&RequestKey>,
    ) -> Result<AgreementView, Error> {
        let organisation = caller.organisation()?;
        let now = self.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let open = Self::open_one(tx, organisation, application).await?;
            let mut found = Violations::default();
            let say = "Say why, in 2 to 500 characters: the parties read it.";
            let reason = check::prose(&mut found, "reason", reason, 2..=500, say);
            found.into_result(INVALID)?;
            let open = open?;
            let reason = reason.unwrap_or_default();
            agreement_work::void(tx, &open, &reason, Actor::Landlord, now).await?;
            let gone = store::agreement::find(tx, organisation, open.id).await?;
            let gone = gone.ok_or_else(agreement_not_found)?;
            self.tell_of_void(tx, &gone, now).await?;
            Ok(open.id.get())
        })
        .await?;
        let seen = self.landlords(&mut tx, organisation, application).await?;
        tx.commit().await?;
        Ok(seen)
    }

    /// Asks those again whose turn it is, at most once an hour. A repeat under the same request id asks nobody more.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `AGREEMENT_NOT_FOUND`; `AGREEMENT_CLOSED`; `REMINDED_ALREADY`; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.remind_signer", skip_all, fields(application.id = %application))]
    pub async fn remind(
        &self,
        caller: &Principal,
        application: ApplicationId,
        request: Option<&RequestKey>,
    ) -> Result<AgreementView, Error> {
        let organisation = caller.organisation()?;
        let now = self.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let open = Self::open_one(tx, organisation, application).await??;
            let just_now = |at: Option<DateTime<Utc>>| at.is_some_and(|at| at > now - JUST_NOW);
            if open.turn().any(|one| just_now(one.sent_at)) {
                return Err(reminded_already());
            }
            self.ask(tx, &open, Asking::Again, now).await?;
            Ok(open.id.get())
        })
        .await?;
        let seen = self.landlords(&mut tx, organisation, application).await?;
        tx.commit().await?;
        Ok(seen)
    }

    /// The agreement of an application, locked; the inner error where it does not wait for signatures.
    async fn open_one(
        tx: &mut Tx,
        organisation: OrganisationId,
        application: ApplicationId,
    ) -> Result<Result<Agreement, Error>, Error> {
        let found = store::application::find(tx, organisation, application).await?;
        found.ok_or_else(application_not_found)?;
        let last = store::agreement::last(tx, organisation, application).await?;
        let last = last.ok_or_else(agreement_not_found)?;
        let last = Self::lock(tx, organisation, last.property, last.id).await?;
        Ok(match last.state {
            AgreementState::Issued => Ok(last),
            AgreementState::Signed | AgreementState::Declined | AgreementState::Voided => {
                Err(agreement_closed())
            }
        })
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
    now: DateTime<Utc>,
) -> Result<Issue, Error> {
    let today = london_date(now);
    let day = draft.start.unwrap_or(today);
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
fn home(application: &Application) -> String {
    let home = &application.home;
    match home.room_number() {
        Some(room) => format!("Room {room}, {}", home.address),
        None => home.address.clone(),
    }
}

fn proposed(tenancy: &Tenancy, start: chrono::NaiveDate) -> AgreementDraft {
    use chrono::Datelike as _;
    let bills = BillKind::ALL.iter().map(|kind| BillDraft {
        bill: kind.as_str().to_owned(),
        payer: Some(BillPayer::Tenant),
        ..BillDraft::default()
    });
    AgreementDraft {
        start: Some(start),
        rent: Some(tenancy.rent),
        rent_terms: crate::domain::RentTermsDraft {
            period: Some(RentPeriod::Monthly),
            due_day: i32::try_from(start.day()).unwrap_or(1),
            pro_rata: Some(ProRata::DaysOfYear),
            ..crate::domain::RentTermsDraft::default()
        },
        deposit: Some(tenancy.deposit.unwrap_or(Money::ZERO)),
        bills: bills.collect(),
        ..AgreementDraft::default()
    }
}

/// Refuses an application that is not approved, or came to nothing after it was.
pub(super) fn approved(application: &Application) -> Result<(), Error> {
    let approved = application.status == ApplicationStatus::Approved;
    if approved && application.withdrawn_at.is_none() {
        return Ok(());
    }
    Err(application_not_approved())
}
