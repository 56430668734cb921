//! Facts of homes for applicants and tenants: what Lintel's own programs are told, and nobody else.

use lintel_proto::portfolio::v1::{
    Certificate, CertificateState, CertificateType, CreateCertificateRequest, Furnishing,
    HomeCertificate, HomeFacts, ListHomeCertificatesRequest, ListHomeFactsRequest, Property,
    certificate_service_client::CertificateServiceClient,
    home_facts_service_client::HomeFactsServiceClient,
};
use lintel_testkit::tokens::landlord;
use tonic::{Code, Request, Status};

use crate::{
    harness::{World, reason},
    property::{day, house, shared_house},
};

const KEY: &str = "the key of our own processes";

fn internal<T>(message: T) -> anyhow::Result<Request<T>> {
    let mut request = Request::new(message);
    let key = KEY.parse()?;
    let metadata = request.metadata_mut();
    metadata.insert(lintel_auth::SERVICE_KEY_HEADER, key);
    Ok(request)
}

async fn facts(
    world: &World,
    organisation_id: i64,
    property_ids: Vec<i64>,
) -> anyhow::Result<Result<Vec<HomeFacts>, Status>> {
    let mut client = HomeFactsServiceClient::new(world.bearer(None)?);
    let request = internal(ListHomeFactsRequest {
        organisation_id,
        property_ids,
    })?;
    let listed = client.list_home_facts(request).await;
    Ok(listed.map(|listed| listed.into_inner().homes))
}

async fn certificates(
    world: &World,
    organisation_id: i64,
    property_id: i64,
) -> anyhow::Result<Vec<HomeCertificate>> {
    let mut client = HomeFactsServiceClient::new(world.bearer(None)?);
    let request = internal(ListHomeCertificatesRequest {
        organisation_id,
        property_id,
    })?;
    let listed = client.list_home_certificates(request).await?;
    Ok(listed.into_inner().certificates)
}

#[tokio::test]
async fn applicants_are_told_the_facts_of_the_organisations_homes() -> anyhow::Result<()> {
    let world = World::start().await?;
    let photos = vec![world.photo(1).await?, world.photo(1).await?];
    let hers = world.landlord()?;
    let whole = hers.create(Property {
        size: "78 sq m".to_owned(),
        furnishing: Furnishing::PartFurnished.into(),
        photo_urls: photos.clone(),
        ..house("Victoria Terrace")
    });
    let whole = whole.await?.property_id;
    let shared = hers.create(shared_house("Ashmead House", &[50_000, 52_000]));
    let shared = shared.await?.property_id;
    let theirs = world.other_landlord()?.create(house("Elsewhere")).await?;
    let asked = vec![shared, whole, theirs.property_id, whole, 999_999];
    let told = facts(&world, 1, asked).await??;
    let first = HomeFacts {
        property_id: whole,
        bedrooms: 3,
        bathrooms: 1,
        size: "78 sq m".to_owned(),
        furnishing: Furnishing::PartFurnished.into(),
        photo_urls: photos,
    };
    let second = HomeFacts {
        property_id: shared,
        bedrooms: 2,
        bathrooms: 1,
        ..HomeFacts::default()
    };
    assert_eq!(told, [first, second]);
    let many = facts(&world, 1, (1..=201).collect()).await?;
    let many = many.err().map(|status| reason(&status));
    assert_eq!(many.as_deref(), Some("HOMES_TOO_MANY"));
    Ok(())
}

#[tokio::test]
async fn tenants_are_told_the_current_certificates_without_notes_and_others() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let home = world.landlord()?.create(house("Victoria Terrace")).await?;
    let home = home.property_id;
    let document = world.document(1).await?;
    let token = world.mint.token(&landlord(11, 1))?;
    let mut client = CertificateServiceClient::new(world.bearer(Some(&token))?);
    let mut ids = Vec::new();
    // START is 21 November 2026.
    for (kind, expiry, url) in [
        (CertificateType::Other, day(2027, 1, 1), ""),
        (CertificateType::Eicr, day(2030, 1, 1), document.as_str()),
        (CertificateType::GasSafety, day(2026, 11, 20), ""),
        (CertificateType::GasSafety, day(2026, 11, 10), ""),
    ] {
        let request = CreateCertificateRequest {
            certificate: Some(Certificate {
                property_id: home,
                certificate_type: kind.into(),
                expiry_date: expiry,
                certificate_url: url.to_owned(),
                notes: "The engineer was late.".to_owned(),
                ..Certificate::default()
            }),
            ..CreateCertificateRequest::default()
        };
        let added = client.create_certificate(request).await?.into_inner();
        ids.push(added.certificate.unwrap_or_default().certificate_id);
    }
    // The first gas record was renewed by the second.
    let renewed = format!(
        "UPDATE property_certificates SET superseded_by = {} WHERE certificate_id = {} RETURNING 1::bigint",
        ids[2], ids[3]
    );
    assert_eq!(world.scalar::<i64>(&renewed).await?, 1);
    let gas = HomeCertificate {
        certificate_id: ids[2],
        certificate_type: CertificateType::GasSafety.into(),
        issue_date: None,
        expiry_date: day(2026, 11, 20),
        state: CertificateState::Expired.into(),
        certificate_url: String::new(),
    };
    let eicr = HomeCertificate {
        certificate_id: ids[1],
        certificate_type: CertificateType::Eicr.into(),
        expiry_date: day(2030, 1, 1),
        state: CertificateState::Valid.into(),
        certificate_url: document,
        ..HomeCertificate::default()
    };
    assert_eq!(certificates(&world, 1, home).await?, [gas, eicr]);
    assert_eq!(certificates(&world, 2, home).await?, []);
    Ok(())
}

#[tokio::test]
async fn facts_of_homes_are_for_lintels_own_programs() -> anyhow::Result<()> {
    let world = World::start().await?;
    let token = world.mint.token(&landlord(11, 1))?;
    let mut client = HomeFactsServiceClient::new(world.bearer(Some(&token))?);
    let listed = client.list_home_facts(ListHomeFactsRequest::default());
    let refused = listed.await.err().map(|status| status.code());
    assert_eq!(refused, Some(Code::PermissionDenied));
    let listed = client.list_home_certificates(ListHomeCertificatesRequest::default());
    let refused = listed.await.err().map(|status| status.code());
    assert_eq!(refused, Some(Code::PermissionDenied));
    Ok(())
}
