//! Mails to those who sign agreements, and to the members of the organisation about them.

use chrono::{DateTime, Duration, Utc};
use lintel_core::{Error, OrganisationId};
use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{TenancyMail, TenancyMailKind},
};
use sqlx::PgConnection;

use super::agreement_evidence::{Happening, also_of_deed};
use crate::{
    app::{
        Links,
        mail_requests::{Mails, NEWS},
    },
    domain::agreeing::{Agreement, GuaranteeEnd, Party, Signer, evidence::hex},
    store::{self, agreeing::agreement_signer},
};

/// How long the link of somebody who is asked to sign works.
const TO_SIGN: Duration = Duration::days(30);
/// How long it works once all have signed, to read the document.
const TO_READ: Duration = Duration::days(90);
/// Why an agreement is void whose applicant is not going to move in.
pub(in crate::app) const NOT_TO_BEGIN: &str = "The tenancy is not going to begin.";

/// Asks for mails about agreements.
#[derive(Debug, Clone)]
pub struct AgreementMails {
    mails: Mails,
    links: Links,
}

impl AgreementMails {
    /// Asks `mails`, with `links` to put into them.
    #[must_use]
    pub const fn new(mails: Mails, links: Links) -> Self {
        Self { mails, links }
    }

    /// Asks those whose turn it is, for the first time or again.
    pub(in crate::app) async fn ask(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        how: Asking,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let turn: Vec<_> = agreement.turn().cloned().collect();
        for signer in turn.iter().filter(|one| how.is_for(one, now)) {
            self.ask_one(tx, agreement, signer, how, now).await?;
        }
        Ok(())
    }

    pub(super) async fn ask_one(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        signer: &Signer,
        how: Asking,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let organisation = agreement.organisation;
        let reminded = how == Asking::Reminding;
        let sent = Happening::new("sent").of(signer).on(agreement);
        if signer.party == Party::Landlord {
            agreement_signer::sent(tx, organisation, signer.id, None, reminded, now).await?;
            sent.append(tx, organisation, agreement.id, now).await?;
            let mail = self.about(tx, agreement).await?;
            let kind = TenancyMailKind::AgreementToCountersign;
            let expire = now + NEWS;
            let mails = &self.mails;
            return mails
                .request(tx, organisation, kind, mail, true, expire)
                .await;
        }
        let generation = signer.generation + 1;
        let token = self.links.agreement(signer.id, generation);
        let expires = now + TO_SIGN;
        let hash = token.hash();
        let link = Some((&hash, generation, expires));
        agreement_signer::sent(tx, organisation, signer.id, link, reminded, now).await?;
        also_of_deed(tx, agreement, signer.id, sent.clone(), now).await?;
        sent.append(tx, organisation, agreement.id, now).await?;
        let mail = TenancyMail {
            token: token.expose().to_string(),
            expire_time: Some(timestamp(expires)),
            ..self.to_signer(tx, agreement, signer).await?
        };
        let kind = match how {
            Asking::First => TenancyMailKind::AgreementToSign,
            Asking::Again | Asking::Reminding => TenancyMailKind::AgreementReminder,
        };
        let mails = &self.mails;
        mails
            .request(tx, organisation, kind, mail, false, expires)
            .await
    }

    /// Sends every party the signed document, by a link, with the head of the chain of evidence.
    pub(super) async fn send_copies(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let organisation = agreement.organisation;
        let parties: Vec<_> = agreement
            .signers
            .iter()
            .filter(|one| one.party != Party::Landlord)
            .collect();
        let mut head = agreement.evidence_hash;
        for signer in &parties {
            let copied = Happening::new("copied").of(signer);
            also_of_deed(tx, agreement, signer.id, copied.clone(), now).await?;
            head = copied.append(tx, organisation, agreement.id, now).await?;
        }
        let evidence = hex(&head);
        for signer in parties {
            // The link by which they signed, which lives longer: a page that is still open goes on.
            let link = (signer, signer.generation);
            self.send_copy(tx, agreement, link, &evidence, now).await?;
        }
        let mail = TenancyMail {
            evidence_hash: evidence,
            ..self.about(tx, agreement).await?
        };
        self.tell_members(
            tx,
            organisation,
            TenancyMailKind::AgreementCompleted,
            mail,
            now,
        )
        .await
    }

    /// Sends a party the signed document again, by a new link.
    pub(super) async fn send_copy_again(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        signer: &Signer,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let organisation = agreement.organisation;
        let copied = Happening::new("copied").of(signer);
        also_of_deed(tx, agreement, signer.id, copied.clone(), now).await?;
        let head = copied.append(tx, organisation, agreement.id, now).await?;
        let generation = signer.generation + 1;
        self.send_copy(tx, agreement, (signer, generation), &hex(&head), now)
            .await
    }

    async fn send_copy(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        (signer, generation): (&Signer, i32),
        evidence: &str,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let organisation = agreement.organisation;
        let expires = now + TO_READ;
        let token = self.links.agreement(signer.id, generation);
        let hash = token.hash();
        let link = Some((&hash, generation, expires));
        agreement_signer::sent(tx, organisation, signer.id, link, false, now).await?;
        let mail = TenancyMail {
            token: token.expose().to_string(),
            expire_time: Some(timestamp(expires)),
            evidence_hash: evidence.to_owned(),
            ..self.to_signer(tx, agreement, signer).await?
        };
        let (mails, kind) = (&self.mails, TenancyMailKind::AgreementSigned);
        mails
            .request(tx, organisation, kind, mail, false, expires)
            .await
    }

    /// Tells the members of the organisation that a party does not want to sign.
    pub(in crate::app) async fn tell_of_refusal(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        signer: &Signer,
        reason: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mail = TenancyMail {
            tenant_name: signer.name.clone(),
            subject_kind: signer.party.as_str().to_owned(),
            note: reason.unwrap_or_default().to_owned(),
            ..self.about(tx, agreement).await?
        };
        let kind = TenancyMailKind::AgreementDeclined;
        self.tell_members(tx, agreement.organisation, kind, mail, now)
            .await
    }

    async fn tell_members(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        kind: TenancyMailKind,
        mail: TenancyMail,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let expire = now + NEWS;
        self.mails
            .request(tx, organisation, kind, mail, true, expire)
            .await
    }

    /// Tells those who were asked that an agreement is void, once.
    pub(super) async fn tell_of_void(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let organisation = agreement.organisation;
        if !store::agreeing::agreement::told(tx, organisation, agreement.id).await? {
            return Ok(());
        }
        let reason = agreement.reason.as_deref().unwrap_or_default();
        self.tell_asked(tx, agreement, reason, now).await
    }

    /// Tells those who were asked that an agreement goes with its tenancy, which is not going to begin.
    pub(in crate::app) async fn tell_of_end(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        self.tell_asked(tx, agreement, NOT_TO_BEGIN, now).await
    }

    /// Tells a guarantor when the guarantee ends, and why.
    pub(super) async fn tell_of_guarantee_end(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        signer: &Signer,
        end: GuaranteeEnd,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mail = TenancyMail {
            subject_kind: end.reason.as_str().to_owned(),
            date: Some(end.last_day.into()),
            ..self.to_signer(tx, agreement, signer).await?
        };
        let (organisation, kind) = (agreement.organisation, TenancyMailKind::GuaranteeEnded);
        let (mails, expire) = (&self.mails, now + NEWS);
        mails
            .request(tx, organisation, kind, mail, false, expire)
            .await
    }

    async fn tell_asked(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        reason: &str,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let organisation = agreement.organisation;
        let asked = agreement.signers.iter();
        let asked = asked.filter(|one| one.party != Party::Landlord && one.sent_at.is_some());
        for signer in asked {
            let mail = TenancyMail {
                note: reason.to_owned(),
                ..self.to_signer(tx, agreement, signer).await?
            };
            let kind = TenancyMailKind::AgreementVoided;
            let expire = now + NEWS;
            self.mails
                .request(tx, organisation, kind, mail, false, expire)
                .await?;
        }
        Ok(())
    }

    async fn to_signer(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
        signer: &Signer,
    ) -> Result<TenancyMail, Error> {
        Ok(TenancyMail {
            recipient_name: signer.name.clone(),
            recipient_email: signer.email.clone(),
            subject_kind: signer.party.as_str().to_owned(),
            guarantee_limit: limit(agreement, signer),
            ..self.about(tx, agreement).await?
        })
    }

    /// What every mail about an agreement says.
    async fn about(
        &self,
        tx: &mut PgConnection,
        agreement: &Agreement,
    ) -> Result<TenancyMail, Error> {
        let organisation = agreement.organisation;
        let name = store::keeping::organisation::name(tx, organisation).await?;
        let application =
            store::applying::application::find(tx, organisation, agreement.application).await?;
        let home = application.map(|one| one.home.name);
        Ok(TenancyMail {
            property_id: agreement.property.get(),
            application_id: agreement.application.get(),
            organisation_name: name.unwrap_or_default(),
            property_display_name: home.unwrap_or_default(),
            property_address: agreement.address.clone(),
            applicant_name: agreement.tenants().join(" and "),
            monthly_rent: Some(agreement.terms.rent.into()),
            date: Some(agreement.terms.start.into()),
            ..TenancyMail::default()
        })
    }
}

/// The highest sum of the deed that a signer signs in place of the agreement.
fn limit(agreement: &Agreement, signer: &Signer) -> Option<lintel_proto::common::v1::Money> {
    agreement.deed_of(signer.id)?;
    Some(agreement.terms.guarantee?.limit.into())
}

/// How somebody is asked to sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::app) enum Asking {
    /// Whoever was not asked yet.
    First,
    /// Again, because the landlord wants it.
    Again,
    /// Again by itself, once, after [`SILENT`].
    Reminding,
}

/// Who has not answered for so long is reminded.
pub(super) const SILENT: Duration = Duration::days(3);

impl Asking {
    fn is_for(self, signer: &Signer, now: DateTime<Utc>) -> bool {
        match self {
            Self::First => signer.sent_at.is_none(),
            Self::Again => true,
            Self::Reminding => signer.sent_at.is_some_and(|sent| sent <= now - SILENT),
        }
    }
}
