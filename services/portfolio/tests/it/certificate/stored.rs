//! Certificates that are stored, refused and changed.

use lintel_proto::portfolio::v1::{
    Certificate, CertificateState, CertificateType, ListCertificateTypesRequest,
    RenewCertificateRequest,
};
use lintel_testkit::tokens::landlord;
use tonic::Code;

use super::{Caller, NOWHERE, a_house, expiring};
use crate::{
    harness::{World, fields, reason, refusal},
    property::day,
};

#[tokio::test]
async fn a_certificate_is_stored_as_given_with_its_property_and_state() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let property_id = a_house(&world).await?;
    let document = world.document(1).await?;
    let added = helen
        .add(Certificate {
            property_id,
            certificate_type: CertificateType::Eicr.into(),
            issue_date: day(2024, 2, 29),
            certificate_url: document.clone(),
            notes: "Two C3 observations.\nConsumer unit: 2019.".to_owned(),
            ..Certificate::default()
        })
        .await?;
    assert_eq!(added.property_display_name, "Victoria Terrace");
    assert_eq!(added.property_address, "1 High Street, Leeds");
    assert_eq!(added.expiry_date, day(2029, 2, 28));
    assert_eq!(added.state(), CertificateState::Valid);
    assert_eq!(added.days_remaining, 830);
    assert_eq!(added.notes, "Two C3 observations.\nConsumer unit: 2019.");
    assert_eq!(added.certificate_url, document);
    assert_eq!((added.changed_by_user_id, added.version), (11, 1));
    assert_eq!(helen.get(added.certificate_id).await?, added);
    Ok(())
}

#[tokio::test]
async fn a_document_is_a_file_of_the_organisation_s_own() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let property_id = a_house(&world).await?;
    let given = expiring(property_id, CertificateType::Epc, day(2030, 1, 1));
    let added = helen.add(given.clone()).await?;
    for certificate_url in [NOWHERE.to_owned(), world.document(2).await?] {
        let with = Certificate {
            certificate_id: added.certificate_id,
            certificate_url: certificate_url.clone(),
            ..given.clone()
        };
        let renewal = RenewCertificateRequest {
            certificate_id: added.certificate_id,
            issue_date: day(2026, 11, 20),
            certificate_url,
            ..Default::default()
        };
        for status in [
            refusal(helen.add(with.clone()).await)?,
            refusal(helen.change(with.clone(), &["certificate_url"], "").await)?,
            refusal(helen.renew(renewal).await)?,
        ] {
            assert_eq!(reason(&status), "CERTIFICATE_INVALID");
            assert_eq!(fields(&status), ["certificate_url"]);
        }
        // What the mask leaves out is not judged.
        assert!(helen.change(with, &["notes"], "").await.is_ok());
    }
    assert_eq!(helen.get(added.certificate_id).await?.certificate_url, "");
    Ok(())
}

#[tokio::test]
async fn what_breaks_a_rule_is_refused_by_name_and_nothing_is_stored() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let property_id = a_house(&world).await?;
    let status = refusal(
        helen
            .add(Certificate {
                property_id,
                issue_date: day(2026, 2, 30),
                certificate_url: "/etc/passwd".to_owned(),
                ..Certificate::default()
            })
            .await,
    )?;
    assert_eq!(status.code(), Code::InvalidArgument);
    assert_eq!(reason(&status), "CERTIFICATE_INVALID");
    let named = [
        "issue_date",
        "certificate_type",
        "expiry_date",
        "certificate_url",
    ];
    assert_eq!(fields(&status), named);
    let count = world
        .number("SELECT count(*) FROM property_certificates")
        .await?;
    assert_eq!(count, 0);
    Ok(())
}

#[tokio::test]
async fn a_change_takes_the_named_fields_and_leaves_the_others() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let property = a_house(&world).await?;
    let added = helen
        .add(Certificate {
            issue_date: day(2026, 11, 1),
            notes: "From the agent".to_owned(),
            ..expiring(property, CertificateType::GasSafety, day(2027, 6, 1))
        })
        .await?;
    let id = added.certificate_id;
    let given = Certificate {
        certificate_id: id,
        certificate_url: world.photo(1).await?,
        notes: "ignored: not in the mask".to_owned(),
        ..Certificate::default()
    };
    let changed = helen
        .change(given.clone(), &["certificate_url"], "1")
        .await?;
    assert_eq!(
        (changed.version, &changed.certificate_url),
        (2, &given.certificate_url)
    );
    assert_eq!(changed.notes, "From the agent");
    assert_eq!(changed.expiry_date, day(2027, 6, 1));
    // Emptied: the notes go, and the expiry date is the usual one again.
    let usual = helen
        .change(given.clone(), &["notes", "expiry_date"], "")
        .await?;
    assert!(usual.notes.starts_with("ignored"));
    assert_eq!(usual.expiry_date, day(2027, 11, 1));

    let stale = refusal(helen.change(given.clone(), &["notes"], "1").await)?;
    assert_eq!(reason(&stale), "STALE_ETAG");
    for mask in [&[][..], &["version"], &["property_id"]] {
        let status = refusal(helen.change(given.clone(), mask, "").await)?;
        assert_eq!(reason(&status), "UPDATE_MASK_INVALID", "{mask:?}");
        assert_eq!(fields(&status), ["update_mask"]);
    }
    let broken = refusal(helen.change(given, &["certificate_type"], "").await)?;
    assert_eq!(fields(&broken), ["certificate_type"]);
    assert_eq!(helen.get(id).await?, usual);
    Ok(())
}

#[tokio::test]
async fn the_types_are_told_in_the_order_in_which_they_are_offered() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let reply = helen
        .0
        .clone()
        .list_certificate_types(ListCertificateTypesRequest {})
        .await?;
    let types: Vec<_> = reply
        .into_inner()
        .certificate_types
        .iter()
        .map(|info| (info.certificate_type(), info.usual_validity_months))
        .collect();
    assert_eq!(types.len(), 11);
    assert_eq!(types[0], (CertificateType::GasSafety, Some(12)));
    assert_eq!(types[10], (CertificateType::Other, None));
    Ok(())
}
