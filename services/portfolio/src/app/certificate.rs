//! Reading, adding, changing and renewing certificates.

use std::sync::Arc;

use chrono::NaiveDate;
use lintel_core::{
    CertificateId, Clock, Error, Expected, OrganisationId, Page, PageRequest, PageToken, Principal,
    PropertyId, london_date, london_today,
};
use lintel_db::{Asked, Db, Reply, ResultExt as _, Scope, Tx, once, outbox};
use lintel_files::FileStore;
use lintel_rules::Nation;

use super::files;
use crate::{
    domain::{
        Certificate, CertificateDetails, CertificateDraft, CertificateField, CertificateState,
        CertificateType, PropertyLabel,
    },
    error::{bad_page_token, certificate_not_found, certificate_superseded, property_not_found},
    events,
    store::{self, certificate::Filter},
};

/// The certificates of the caller's organisation.
#[derive(Debug, Clone)]
pub struct Certificates {
    db: Db,
    clock: Arc<dyn Clock>,
    files: FileStore,
}

/// Which certificates a caller asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListedCertificates {
    /// The property; `None` for all.
    pub property: Option<PropertyId>,
    /// The type; `None` for all.
    pub certificate_type: Option<CertificateType>,
    /// In any of these states; empty for every state.
    pub states: Vec<CertificateState>,
    /// True when renewed ones are listed as well.
    pub with_superseded: bool,
}

impl Certificates {
    /// Certificates kept in `db`, their documents in `files`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, files: FileStore) -> Self {
        Self { db, clock, files }
    }

    /// The day in London on which states are judged.
    #[must_use]
    pub fn today(&self) -> NaiveDate {
        london_today(self.clock.as_ref())
    }

    /// One certificate, a renewed one included.
    ///
    /// # Errors
    /// `CERTIFICATE_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_certificate", skip_all, fields(certificate.id = %certificate))]
    pub async fn get_certificate(
        &self,
        caller: &Principal,
        certificate: CertificateId,
    ) -> Result<Certificate, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        store::certificate::find(&mut tx, organisation, certificate)
            .await?
            .ok_or_else(certificate_not_found)
    }

    /// A page of certificates, the most overdue first.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's token; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_certificates", skip_all)]
    pub async fn list_certificates(
        &self,
        caller: &Principal,
        wanted: &ListedCertificates,
        page: &PageRequest,
    ) -> Result<Page<Certificate>, Error> {
        let organisation = caller.organisation()?;
        let after = page.after.as_ref().map_or_else(|| Ok(first()), after)?;
        let today = self.today();
        let ranges = wanted.states.iter().map(|state| state.expiry_dates(today));
        let filter = Filter {
            property: wanted.property,
            certificate_type: wanted.certificate_type,
            expiry_dates: ranges.map(std::ops::RangeInclusive::into_inner).collect(),
            with_superseded: wanted.with_superseded,
        };
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let limit = Page::<Certificate>::limit(page);
        let rows = store::certificate::page(&mut tx, organisation, &filter, after, limit).await?;
        Ok(Page::cut(rows, page, |certificate| PageToken {
            sort: certificate.details.expiry_date.to_string(),
            id: certificate.id.get(),
        }))
    }

    /// Adds a certificate to a property.
    ///
    /// # Errors
    /// `PROPERTY_NOT_FOUND`; `CERTIFICATE_INVALID` with every offending field; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.create_certificate", skip_all, fields(property.id = %property))]
    pub async fn create_certificate<R: Reply>(
        &self,
        caller: &Principal,
        property: PropertyId,
        mut draft: CertificateDraft,
        request: Asked<Certificate, R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        self.check_document(organisation, &mut draft).await?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let certificate = once(&mut tx, request, async |tx| {
            let property = store::property::label(tx, organisation, property)
                .await?
                .ok_or_else(property_not_found)?;
            let nation = nation_of(tx, organisation, &property).await?;
            let details = CertificateDetails::try_new(draft, nation, london_date(now))?;
            let added =
                store::certificate::insert(tx, organisation, &property, details, caller.user, now)
                    .await
                    .on_constraint(store::certificate::PROPERTY_FK, property_not_found)?;
            outbox::append(tx, &events::certificate_changed(organisation, &added)).await?;
            Ok(added)
        })
        .await?;
        tx.commit().await?;
        Ok(certificate)
    }

    /// Sets `fields` of a certificate to their values in `given`. Unreadable fields are refused only after the certificate was
    /// found, because a missing row is reported first (docs/reference/http.md).
    ///
    /// # Errors
    /// `CERTIFICATE_NOT_FOUND`; `CERTIFICATE_INVALID` with every offending field; `STALE_ETAG` when it is not at the
    /// `expected` version; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.update_certificate", skip_all, fields(certificate.id = %certificate))]
    pub async fn update_certificate<R: Reply>(
        &self,
        caller: &Principal,
        certificate: CertificateId,
        fields: Result<Vec<CertificateField>, Error>,
        mut given: CertificateDraft,
        expected: &Expected,
        request: Asked<Certificate, R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        self.check_document(organisation, &mut given).await?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let certificate = once(&mut tx, request, async |tx| {
            let mut changed = store::certificate::lock(tx, organisation, certificate)
                .await?
                .ok_or_else(certificate_not_found)?;
            let mut draft = changed.details.draft();
            draft.take(&fields?, &given);
            let nation = nation_of(tx, organisation, &changed.property).await?;
            changed.details = CertificateDetails::try_new(draft, nation, london_date(now))?;
            expected.check(changed.version)?;
            let changed =
                store::certificate::update(tx, organisation, changed, caller.user, now).await?;
            outbox::append(tx, &events::certificate_changed(organisation, &changed)).await?;
            Ok(changed)
        })
        .await?;
        tx.commit().await?;
        Ok(certificate)
    }

    /// Deletes a certificate. The certificate that it renewed is current again, or is linked to the one that renewed the deleted
    /// one. A repeat under the same request id succeeds again.
    ///
    /// # Errors
    /// `CERTIFICATE_NOT_FOUND`; `STALE_ETAG` when it is not at the `expected` version; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.delete_certificate", skip_all, fields(certificate.id = %certificate))]
    pub async fn delete_certificate<R: Reply>(
        &self,
        caller: &Principal,
        certificate: CertificateId,
        expected: &Expected,
        request: Asked<(), R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let reply = once(&mut tx, request, async |tx| {
            // The renewed one is the older one: locked first, as a renewal locks it.
            let renewed = store::certificate::lock_renewed(tx, organisation, certificate).await?;
            let gone = store::certificate::lock(tx, organisation, certificate)
                .await?
                .ok_or_else(certificate_not_found)?;
            expected.check(gone.version)?;
            for mut before in renewed {
                before.superseded_by = gone.superseded_by;
                let before =
                    store::certificate::update(tx, organisation, before, caller.user, now).await?;
                outbox::append(tx, &events::certificate_changed(organisation, &before)).await?;
            }
            store::certificate::delete(tx, organisation, certificate).await?;
            outbox::append(tx, &events::certificate_deleted(organisation, &gone)).await?;
            Ok(())
        })
        .await?;
        tx.commit().await?;
        Ok(reply)
    }

    /// Adds the certificate that follows one; the old one stays as history.
    ///
    /// # Errors
    /// `CERTIFICATE_NOT_FOUND`; `CERTIFICATE_INVALID` with every offending field; `STALE_ETAG` when the old one is not at the
    /// `expected` version; `CERTIFICATE_SUPERSEDED` when it was renewed already; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.renew_certificate", skip_all, fields(certificate.id = %certificate))]
    pub async fn renew_certificate<R: Reply>(
        &self,
        caller: &Principal,
        certificate: CertificateId,
        mut draft: CertificateDraft,
        expected: &Expected,
        request: Asked<Certificate, R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        self.check_document(organisation, &mut draft).await?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let renewal = once(&mut tx, request, async |tx| {
            let mut old = store::certificate::lock(tx, organisation, certificate)
                .await?
                .ok_or_else(certificate_not_found)?;
            let nation = nation_of(tx, organisation, &old.property).await?;
            let (details, today) = (&old.details, london_date(now));
            let details = CertificateDetails::try_renewal(details, draft, nation, today)?;
            expected.check(old.version)?;
            if old.superseded_by.is_some() {
                return Err(certificate_superseded());
            }
            let (property, by) = (old.property.clone(), caller.user);
            let renewal = store::certificate::insert(tx, organisation, &property, details, by, now)
                .await
                .on_constraint(store::certificate::PROPERTY_FK, property_not_found)?;
            old.superseded_by = Some(renewal.id);
            let old = store::certificate::update(tx, organisation, old, by, now).await?;
            for certificate in [&renewal, &old] {
                let event = events::certificate_changed(organisation, certificate);
                outbox::append(tx, &event).await?;
            }
            Ok(renewal)
        })
        .await?;
        tx.commit().await?;
        Ok(renewal)
    }

    async fn check_document(
        &self,
        organisation: OrganisationId,
        draft: &mut CertificateDraft,
    ) -> Result<(), Error> {
        let field = CertificateField::CertificateUrl.as_str();
        let (address, unreadable) = (&draft.certificate_url, &mut draft.unreadable);
        files::check(&self.files, organisation, field, address, unreadable).await
    }
}

/// Before the first possible certificate: a day long before any expiry date.
fn first() -> (NaiveDate, i64) {
    (NaiveDate::from_yo_opt(1, 1).unwrap_or_default(), 0)
}

fn after(token: &PageToken) -> Result<(NaiveDate, i64), Error> {
    let expiry = token.sort.parse().map_err(|_| bad_page_token())?;
    Ok((expiry, token.id))
}

/// The nation that a certificate's property is in: whose law says how long it is valid.
async fn nation_of(
    tx: &mut Tx,
    organisation: OrganisationId,
    property: &PropertyLabel,
) -> Result<Nation, Error> {
    let places = store::diary::places(tx, organisation, &[property.id]).await?;
    let place = places.get(&property.id).ok_or_else(property_not_found)?;
    Ok(place.nation)
}
