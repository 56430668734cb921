//! Reading agreements, their documents and their evidence: a landlord's organisation, a signer's account, or a signer's link.

use chrono::{DateTime, Utc};
use lintel_core::{
    AgreementId, ApplicationId, Error, OrganisationId, Principal, Role, SignerId, london_date,
};
use lintel_db::{Scope, Tx};
use sqlx::PgConnection;

use super::{
    agreement_evidence::{Happening, also_of_deed},
    agreement_parties,
    agreement_view::{AgreementView, ReadAgreement},
    agreements::Agreements,
};
use crate::{
    app::{
        applying::{invites, locked::act_in},
        keeping::keys::Keys,
        links::{self, Purpose},
    },
    domain::agreeing::{
        Agreement, AgreementState, Device, Party, Signer, agreement::signer_of, evidence,
    },
    error::{agreement_not_found, application_not_found, link_closed},
    store::{
        self,
        agreeing::{agreement_event, agreement_signer},
    },
};

impl Agreements {
    /// The last agreement of an application. A signer's first opening is kept as evidence.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `AGREEMENT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_agreement", skip_all, fields(application.id = %application))]
    pub async fn get(
        &self,
        caller: &Principal,
        application: ApplicationId,
        device: &Device,
    ) -> Result<AgreementView, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let device = Self::known(&mut tx, device).await?;
        let mut seen = self.of_caller(&mut tx, caller, application).await?;
        if caller.membership.is_none() {
            let now = self.now();
            self.opened(&mut tx, &mut seen, &device, now).await?;
        }
        tx.commit().await?;
        let signer = seen.signer.and_then(|id| seen.agreement.signer(id));
        let turn = signer.filter(|one| seen.agreement.may_sign(one.id));
        if let Some(signer) = turn.filter(|one| one.party == Party::Landlord) {
            // Without identity a landlord who is a person can still read under which name to sign.
            let member = self.owners.name_of(caller.user).await.unwrap_or_default();
            let names = seen.agreement.names_to_type(signer, member.as_deref());
            seen.own_names = Some(names);
        }
        Ok(seen)
    }

    /// What somebody with a link is to sign or has signed. The first opening is kept as evidence.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_CLOSED`; `LINK_EXPIRED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.open_agreement", skip_all)]
    pub async fn by_link(&self, token: &str, device: &Device) -> Result<AgreementView, Error> {
        let (mut tx, mut seen) = self.of_link(token).await?;
        let now = self.now();
        self.opened(&mut tx, &mut seen, device, now).await?;
        tx.commit().await?;
        Ok(seen)
    }

    /// The document of an application's last agreement: the one that is signed, with its certificate once all have signed. A signer's
    /// reading of what is theirs to sign is kept as evidence.
    ///
    /// # Errors
    /// As [`Self::get`].
    #[tracing::instrument(name = "app.read_agreement", skip_all, fields(application.id = %application))]
    pub async fn read(
        &self,
        caller: &Principal,
        application: ApplicationId,
        device: &Device,
    ) -> Result<ReadAgreement, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let device = Self::known(&mut tx, device).await?;
        let seen = self.of_caller(&mut tx, caller, application).await?;
        if caller.membership.is_none() {
            self.viewed(&mut tx, &seen, &device).await?;
        }
        let read = self.document(&mut tx, &seen.agreement).await?;
        tx.commit().await?;
        Ok(read)
    }

    /// As [`Self::read`], with a link.
    ///
    /// # Errors
    /// As [`Self::by_link`].
    #[tracing::instrument(name = "app.read_agreement_by_link", skip_all)]
    pub async fn read_by_link(&self, token: &str, device: &Device) -> Result<ReadAgreement, Error> {
        let (mut tx, seen) = self.of_link(token).await?;
        self.viewed(&mut tx, &seen, device).await?;
        let read = self.document(&mut tx, &seen.agreement).await?;
        tx.commit().await?;
        Ok(read)
    }

    /// The chain of evidence of an application's last agreement, as a file that is verified without anything else.
    ///
    /// # Errors
    /// As [`Self::get`].
    #[tracing::instrument(name = "app.read_agreement_evidence", skip_all, fields(application.id = %application))]
    pub async fn evidence(
        &self,
        caller: &Principal,
        application: ApplicationId,
    ) -> Result<(Vec<u8>, String), Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = self
            .of_caller(&mut tx, caller, application)
            .await?
            .agreement;
        let chain = agreement_event::chain(&mut tx, found.organisation, found.id).await?;
        let file = evidence::File::new(found.id.get(), &found.document_hash, &chain);
        let bytes = serde_json::to_vec(&file).map_err(Error::internal)?;
        Ok((bytes, format!("agreement-{}-evidence.json", found.id)))
    }

    /// The bytes of a document. The landlord's own stays as it was signed; its certificate is a file of its own.
    pub(in crate::app) async fn document(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
    ) -> Result<ReadAgreement, Error> {
        let certified = agreement.completed_at.is_some() && agreement.edition.is_some();
        let bytes = open(tx, &self.keys, agreement, certified).await?;
        let ending = if certified { "-signed" } else { "" };
        Ok(ReadAgreement {
            bytes,
            file_name: format!("agreement-{}{ending}.pdf", agreement.id),
        })
    }

    /// The agreement of an application as its landlord sees it.
    pub(in crate::app) async fn landlords(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        application: ApplicationId,
    ) -> Result<AgreementView, Error> {
        let found = store::applying::application::find(tx, organisation, application).await?;
        let found = found.ok_or_else(application_not_found)?;
        let agreement = store::agreeing::agreement::last(tx, organisation, application).await?;
        let agreement = agreement.ok_or_else(agreement_not_found)?;
        let mut landlords = agreement.signers.iter();
        let landlord = landlords.find(|one| one.party == Party::Landlord);
        Ok(AgreementView {
            signer: landlord.map(|one| one.id),
            agreement,
            application,
            for_landlord: true,
            tenant: found.tenant,
            organisation_name: landlord_name(tx, organisation).await?,
            own_names: None,
            today: london_date(self.now()),
        })
    }

    /// The agreement of an application for its landlord or one of its signers. A transaction of a signer's account acts in the
    /// organisation from then on.
    pub(super) async fn of_caller(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        application: ApplicationId,
    ) -> Result<AgreementView, Error> {
        if caller.role == Role::Landlord {
            let organisation = caller.organisation()?;
            return self.landlords(tx, organisation, application).await;
        }
        let verified = store::keeping::account::email_key(tx, caller.user).await?;
        let verified = verified.ok_or_else(application_not_found)?;
        let own = agreement_signer::of_address(tx, &verified).await?;
        let mut organisations: Vec<_> =
            own.iter().map(|(organisation, ..)| *organisation).collect();
        organisations.dedup();
        for organisation in organisations {
            act_in(tx, caller, organisation).await?;
            let last = store::agreeing::agreement::last(tx, organisation, application).await?;
            let last = last.filter(|last| own.iter().any(|(_, id, _)| *id == last.id));
            if let Some(agreement) = last {
                let organisation_name = landlord_name(tx, organisation).await?;
                return Ok(AgreementView {
                    signer: signer_of(&agreement, &verified),
                    agreement,
                    application,
                    for_landlord: false,
                    tenant: None,
                    organisation_name,
                    own_names: None,
                    today: london_date(self.now()),
                });
            }
        }
        Err(application_not_found())
    }

    /// The agreement of a link that works: it is its signer's last, in time, the agreement is not void, and while it waits for signatures
    /// the signer still belongs to it.
    pub(in crate::app) async fn of_link(&self, token: &str) -> Result<(Tx, AgreementView), Error> {
        let link = links::find(&self.db, Purpose::Signer, token).await?;
        let (organisation, signer) = (link.organisation, SignerId::new(link.subject));
        let mut tx = self.db.begin(invites::of(organisation)).await?;
        let agreement = agreement_signer::agreement_of(&mut tx, organisation, signer).await?;
        // An agreement that nobody has signed goes with its tenancy.
        let agreement = agreement.ok_or_else(link_closed)?;
        let found = store::agreeing::agreement::find(&mut tx, organisation, agreement).await?;
        let agreement = found.ok_or_else(link_closed)?;
        if agreement.state == AgreementState::Voided {
            return Err(link_closed());
        }
        links::require_live(&link, self.clock.now())?;
        let open = agreement.state == AgreementState::Issued;
        if open && !agreement_parties::belongs(&mut tx, &agreement, signer).await? {
            return Err(link_closed());
        }
        let organisation_name = landlord_name(&mut tx, organisation).await?;
        let seen = AgreementView {
            application: agreement.application,
            agreement,
            signer: Some(signer),
            for_landlord: false,
            tenant: None,
            organisation_name,
            own_names: None,
            today: london_date(self.now()),
        };
        Ok((tx, seen))
    }

    /// Keeps that a signer opened the agreement first.
    async fn opened(
        &self,
        tx: &mut Tx,
        seen: &mut AgreementView,
        device: &Device,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let Some(signer) = reader(seen).filter(|one| one.opened_at.is_none()) else {
            return Ok(());
        };
        let signer = signer.clone();
        let (organisation, id) = (seen.agreement.organisation, seen.agreement.id);
        let locked = Self::lock(tx, organisation, seen.agreement.property, id).await?;
        if agreement_signer::open(tx, organisation, signer.id, now).await? {
            let opened = Happening::new("opened")
                .of(&signer)
                .from(device)
                .on(&locked);
            also_of_deed(tx, &locked, signer.id, opened.clone(), now).await?;
            opened.append(tx, organisation, id, now).await?;
        }
        let found = store::agreeing::agreement::find(tx, organisation, id).await?;
        seen.agreement = found.ok_or_else(agreement_not_found)?;
        Ok(())
    }

    /// Keeps that a signer read the document, once in a while: a chain is no place for thousands of readings.
    async fn viewed(
        &self,
        tx: &mut Tx,
        seen: &AgreementView,
        device: &Device,
    ) -> Result<(), Error> {
        const MOST: usize = 200;
        let Some(signer) = reader(seen) else {
            return Ok(());
        };
        let (organisation, id) = (seen.agreement.organisation, seen.agreement.id);
        let locked = Self::lock(tx, organisation, seen.agreement.property, id).await?;
        let chain = agreement_event::chain(tx, organisation, id).await?;
        if chain.len() >= MOST {
            return Ok(());
        }
        let viewed = Happening::new("viewed").of(signer).from(device).on(&locked);
        viewed.append(tx, organisation, id, self.now()).await?;
        Ok(())
    }
}

/// The caller, where what is open is theirs to sign.
fn reader(seen: &AgreementView) -> Option<&Signer> {
    let open = seen.agreement.state == AgreementState::Issued;
    let signer = seen.agreement.signer(seen.signer.filter(|_| open)?)?;
    (signer.signed_at.is_none()).then_some(signer)
}

async fn landlord_name(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<String, Error> {
    let name = store::keeping::organisation::name(tx, organisation).await?;
    Ok(name.unwrap_or_default())
}

/// Opens what is kept of an agreement's document.
pub(in crate::app) async fn open(
    tx: &mut PgConnection,
    keys: &Keys,
    agreement: &Agreement,
    certified: bool,
) -> Result<Vec<u8>, Error> {
    let organisation = agreement.organisation;
    let sealed =
        store::agreeing::agreement::contents(tx, organisation, agreement.id, certified).await?;
    let sealed = sealed.ok_or_else(agreement_not_found)?;
    let key = keys.of_organisation(tx, organisation).await?;
    let bytes = key.open(&sealed, &context(organisation, agreement.id, certified));
    Ok(bytes.map_err(Error::internal)?.to_vec())
}

/// What the bytes of a document are bound to: its row.
pub(in crate::app) fn context(
    organisation: OrganisationId,
    agreement: AgreementId,
    certified: bool,
) -> Vec<u8> {
    let what = if certified { "certified" } else { "to sign" };
    format!("agreement {agreement} of {organisation}, {what}").into_bytes()
}
