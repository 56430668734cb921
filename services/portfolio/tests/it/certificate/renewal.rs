//! Certificates that follow one another.

use futures::future::join_all;
use lintel_proto::{
    PublicEvent as _,
    portfolio::v1::{
        CertificateChanged, CertificateDeleted, CertificateType, ListCertificatesRequest,
        RenewCertificateRequest,
    },
};
use lintel_testkit::tokens::landlord;
use prost::Message as _;
use tonic::Code;

use super::{Caller, KEY, a_house, expiring};
use crate::{
    harness::{World, reason, refusal},
    property::day,
};

#[tokio::test]
async fn a_renewal_follows_and_the_old_one_becomes_history() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let property = a_house(&world).await?;
    let old = helen
        .add(expiring(
            property,
            CertificateType::GasSafety,
            day(2026, 12, 15),
        ))
        .await?;
    let request = RenewCertificateRequest {
        certificate_id: old.certificate_id,
        issue_date: day(2026, 11, 20),
        certificate_url: world.document(1).await?,
        etag: "1".to_owned(),
        ..Default::default()
    };
    let renewal = helen.renew(request.clone()).await?;
    // Within two months of the old record's last day, so its day is kept.
    assert_eq!(renewal.expiry_date, day(2027, 12, 15));
    assert_eq!(renewal.property_id, property);
    assert_eq!(renewal.certificate_type(), CertificateType::GasSafety);

    let all = ListCertificatesRequest::default();
    assert_eq!(helen.ids(all.clone()).await?, [renewal.certificate_id]);
    let with_history = ListCertificatesRequest {
        include_superseded: true,
        ..all.clone()
    };
    let both = [old.certificate_id, renewal.certificate_id];
    assert_eq!(helen.ids(with_history.clone()).await?, both);
    let kept = helen.get(old.certificate_id).await?;
    assert_eq!(kept.superseded_by_certificate_id, renewal.certificate_id);
    assert_eq!(kept.version, 2);

    let stale = refusal(helen.renew(request.clone()).await)?;
    assert_eq!(reason(&stale), "STALE_ETAG");
    let again = RenewCertificateRequest {
        etag: String::new(),
        ..request
    };
    let twice = refusal(helen.renew(again).await)?;
    assert_eq!(
        (twice.code(), reason(&twice).as_str()),
        (Code::FailedPrecondition, "CERTIFICATE_SUPERSEDED")
    );
    assert_eq!(
        twice.message(),
        "This certificate has been renewed already. Open its renewal instead."
    );

    // A renewal that was a mistake is deleted: the old one is current again.
    helen.delete(renewal.certificate_id, "1").await?;
    assert_eq!(helen.ids(all).await?, [old.certificate_id]);
    assert_eq!(helen.ids(with_history).await?, [old.certificate_id]);
    Ok(())
}

#[tokio::test]
async fn of_several_renewals_at_once_one_is_made() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let property = a_house(&world).await?;
    let old = helen
        .add(expiring(property, CertificateType::Epc, day(2026, 12, 15)))
        .await?;
    let renewals = (0..6).map(|_| {
        helen.renew(RenewCertificateRequest {
            certificate_id: old.certificate_id,
            issue_date: day(2026, 11, 20),
            ..Default::default()
        })
    });
    let answers = join_all(renewals).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    for refused in answers.into_iter().filter(Result::is_err) {
        assert_eq!(reason(&refusal(refused)?), "CERTIFICATE_SUPERSEDED");
    }
    let count = world
        .number("SELECT count(*) FROM property_certificates")
        .await?;
    assert_eq!(count, 2);
    Ok(())
}

#[tokio::test]
async fn a_chain_stays_whole_when_its_middle_is_deleted() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let property = a_house(&world).await?;
    let mut chain = vec![
        helen
            .add(expiring(property, CertificateType::Pat, day(2024, 6, 1)))
            .await?,
    ];
    for issue_date in [day(2024, 6, 1), day(2025, 6, 1)] {
        let certificate_id = chain[chain.len() - 1].certificate_id;
        let renewal = RenewCertificateRequest {
            certificate_id,
            issue_date,
            ..Default::default()
        };
        chain.push(helen.renew(renewal).await?);
    }
    helen.delete(chain[1].certificate_id, "").await?;
    let first = helen.get(chain[0].certificate_id).await?;
    assert_eq!(first.superseded_by_certificate_id, chain[2].certificate_id);
    Ok(())
}

#[tokio::test]
async fn a_repeat_gets_the_first_answer_and_every_change_is_told_once() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let property = a_house(&world).await?;
    let given = expiring(property, CertificateType::Epc, day(2030, 1, 1));
    let first = helen.add_once(given.clone(), KEY).await?;
    assert_eq!(helen.add_once(given.clone(), KEY).await?, first);
    let other = expiring(property, CertificateType::Epc, day(2031, 1, 1));
    let status = refusal(helen.add_once(other, KEY).await)?;
    assert_eq!(reason(&status), "REQUEST_ID_REUSED");
    helen.delete(first.certificate_id, "1").await?;

    let mut connection = world.database.superuser().await?;
    let events: Vec<(String, String, i64, i64, Vec<u8>)> = sqlx::query_as(
        "SELECT event_type, aggregate_id, aggregate_version, organisation_id, payload FROM outbox
         WHERE aggregate_type = 'certificate' ORDER BY seq",
    )
    .fetch_all(&mut connection)
    .await?;
    let certificate_id = first.certificate_id;
    let [added, gone] = &events[..] else {
        anyhow::bail!("{events:?}")
    };
    assert_eq!(
        (&*added.0, &added.1),
        (CertificateChanged::TYPE, &certificate_id.to_string())
    );
    assert_eq!((added.2, added.3), (1, 1));
    assert_eq!(
        CertificateChanged::decode(&*added.4)?,
        CertificateChanged {
            certificate_id,
            organisation_id: 1,
            version: 1,
            property_id: property,
            certificate_type: CertificateType::Epc.into(),
            issue_date: None,
            expiry_date: day(2030, 1, 1),
            superseded_by_certificate_id: 0,
        }
    );
    assert_eq!((&*gone.0, gone.2), (CertificateDeleted::TYPE, 2));
    assert_eq!(CertificateDeleted::decode(&*gone.4)?.property_id, property);
    Ok(())
}
