//! The ownership of certificates, and the deletions that remove them.

use lintel_core::Grade;
use lintel_proto::portfolio::v1::{
    Certificate, CertificateType, ListCertificatesRequest, RenewCertificateRequest,
};
use lintel_testkit::tokens::{landlord, member};
use tonic::Code;

use super::{Caller, a_house, expiring};
use crate::{
    harness::{World, reason, refusal},
    property::day,
};

#[tokio::test]
async fn another_organisation_s_certificate_answers_as_one_that_does_not_exist()
-> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let stranger = Caller::of(&world, &landlord(22, 2))?;
    let property = a_house(&world).await?;
    let hers = helen
        .add(expiring(property, CertificateType::Epc, day(2026, 12, 1)))
        .await?;
    let id = hers.certificate_id;
    for (given, expected) in [
        (refusal(stranger.get(id).await)?, "CERTIFICATE_NOT_FOUND"),
        (
            refusal(stranger.change(hers.clone(), &["notes"], "").await)?,
            "CERTIFICATE_NOT_FOUND",
        ),
        (
            refusal(stranger.delete(id, "").await)?,
            "CERTIFICATE_NOT_FOUND",
        ),
        (
            refusal(
                stranger
                    .renew(RenewCertificateRequest {
                        certificate_id: id,
                        ..Default::default()
                    })
                    .await,
            )?,
            "CERTIFICATE_NOT_FOUND",
        ),
        // Even a body without anything: whether the property is there comes first.
        (
            refusal(
                stranger
                    .add(Certificate {
                        property_id: property,
                        ..Default::default()
                    })
                    .await,
            )?,
            "PROPERTY_NOT_FOUND",
        ),
    ] {
        assert_eq!((given.code(), &*reason(&given)), (Code::NotFound, expected));
    }
    let of_hers = ListCertificatesRequest {
        property_id: property,
        ..Default::default()
    };
    assert!(stranger.ids(of_hers).await?.is_empty());
    assert!(stranger.ids(Default::default()).await?.is_empty());
    assert_eq!(helen.get(id).await?, hers);
    let viewer = Caller::of(&world, &member(12, 1, Grade::Viewer))?;
    assert_eq!(viewer.get(id).await?, hers);
    assert_eq!(
        refusal(viewer.delete(id, "").await)?.code(),
        Code::PermissionDenied
    );
    Ok(())
}

#[tokio::test]
async fn certificates_of_a_deleted_property_go_with_it() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let (gone, kept) = (a_house(&world).await?, a_house(&world).await?);
    for property in [gone, kept] {
        let old = helen
            .add(expiring(property, CertificateType::Epc, day(2026, 12, 1)))
            .await?;
        helen
            .renew(RenewCertificateRequest {
                certificate_id: old.certificate_id,
                issue_date: day(2026, 11, 1),
                ..Default::default()
            })
            .await?;
    }
    world.landlord()?.delete(gone).await?;
    let rows = helen.list(Default::default()).await?.certificates;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].property_id, kept);
    let left = world
        .number("SELECT count(*) FROM property_certificates")
        .await?;
    assert_eq!(left, 2);
    Ok(())
}
