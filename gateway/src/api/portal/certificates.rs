//! The certificates of the home that a tenant lives in.

use axum::{Json, response::Response};
use chrono::NaiveDate;
use lintel_core::Error;
use lintel_files::{FileId, Owner, Size};
use lintel_proto::{
    portfolio::v1 as portfolio,
    tenancy::v1::{GetPortalRequest, LeaseStatus},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{
        files, home_facts,
        names::{CertificateState, CertificateType},
        portal::overview::landlord_organisation,
    },
    call::Call,
    rest::{
        PortalParams,
        convert::{date, required},
        ids::CertificateId,
        input::Query,
        openapi::{BadQuery, HomeLeft, NoSuchCertificateDocument, NotLinked, Refusals, SignedIn},
        problem::Problem,
    },
    uploads,
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list))
        .routes(routes!(read))
}

/// The certificates of a home, and the organisation that they belong to.
struct Current {
    organisation: i64,
    certificates: Vec<portfolio::HomeCertificate>,
}

/// Returns the certificates of a tenancy that the account is in and has not left.
async fn current(
    call: &Call<GetPortalRequest>,
    wanted: GetPortalRequest,
) -> Result<Current, Problem> {
    let home = call.send(wanted).await?;
    let tenant = home.tenant.as_ref().ok_or(Error::NotFound {
        reason: "TENANCY_NOT_LINKED",
        resource: "Tenancy",
    })?;
    if tenant.lease_status() == LeaseStatus::Ended {
        return Err(Error::FailedPrecondition {
            reason: "TENANCY_ENDED",
            message: "This tenancy has ended. Ask your landlord for the certificates.",
        }
        .into());
    }
    let organisation = landlord_organisation(&home);
    let found = home_facts::certificates(call.gateway(), organisation, tenant.property_id);
    Ok(Current {
        organisation,
        certificates: found.await?,
    })
}

/// Lists the certificates of the tenant's home
///
/// The current ones by type, without what the landlord notes. Only of a tenancy that has not ended.
#[utoipa::path(
    get, path = "/api/tenant-portal/certificates", tag = "Tenants", operation_id = "listOwnCertificates",
    params(PortalParams),
    responses(
        (status = 200, description = "The certificates", body = Vec<HomeCertificate>),
        NotLinked, HomeLeft, BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<GetPortalRequest>,
    wanted: Query<PortalParams>,
) -> Result<Json<Vec<HomeCertificate>>, Problem> {
    let found = current(&call, wanted.message).await?;
    let certificates = found.certificates.into_iter();
    let certificates = certificates.map(HomeCertificate::try_from);
    Ok(Json(certificates.collect::<Result<_, _>>()?))
}

/// The document of a certificate of the tenant's home
///
/// The list shows the certificate with a document; it is a download.
#[utoipa::path(
    get, path = "/api/tenant-portal/certificates/{id}/document", tag = "Tenants", operation_id = "readOwnCertificate",
    params(("id" = i64, Path, description = "The certificate's id", minimum = 1), PortalParams),
    responses(
        (status = 200, description = "Its bytes", content(
            (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"), (Vec<u8> = "application/pdf")
        )),
        NoSuchCertificateDocument, HomeLeft, BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetPortalRequest>,
    CertificateId(id): CertificateId,
    wanted: Query<PortalParams>,
) -> Result<Response, Problem> {
    let found = current(&call, wanted.message).await?;
    let mut certificates = found.certificates.into_iter();
    let certificate = certificates
        .find(|one| one.certificate_id == id)
        .ok_or(Error::NotFound {
            reason: "CERTIFICATE_NOT_FOUND",
            resource: "Certificate",
        })?;
    let owner = Owner::Organisation(found.organisation.into());
    let file = FileId::of_address(&certificate.certificate_url).ok_or_else(files::not_found)?;
    let gateway = call.gateway();
    let opened = gateway.files.get(owner, file, Size::Full).await;
    let opened = opened.map_err(uploads::away)?;
    let opened = opened.ok_or_else(files::not_found)?;
    files::downloaded(gateway, call.session()?, opened)
}

/// A certificate of the tenant's home.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeCertificate {
    /// Its id.
    #[schema(example = 9)]
    pub id: i64,
    /// Its type.
    pub certificate_type: CertificateType,
    /// The day on which it was issued; null where that is not known.
    #[schema(required)]
    pub issue_date: Option<NaiveDate>,
    /// The last day on which it is valid.
    pub expiry_date: NaiveDate,
    /// The certificate's state today.
    pub state: CertificateState,
    /// True where there is a document to read.
    pub has_document: bool,
}

impl TryFrom<portfolio::HomeCertificate> for HomeCertificate {
    type Error = Problem;

    fn try_from(its: portfolio::HomeCertificate) -> Result<Self, Problem> {
        let kind = CertificateType::from_number(its.certificate_type);
        let state = CertificateState::from_number(its.state);
        Ok(Self {
            id: its.certificate_id,
            certificate_type: required(kind, "certificate_type")?,
            issue_date: date(its.issue_date)?,
            expiry_date: required(date(its.expiry_date)?, "expiry_date")?,
            state: required(state, "state")?,
            has_document: !its.certificate_url.is_empty(),
        })
    }
}
