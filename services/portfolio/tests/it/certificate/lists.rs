//! The list of certificates, and the day on which one expires.

use lintel_proto::portfolio::v1::{CertificateState, CertificateType, ListCertificatesRequest};
use lintel_testkit::tokens::landlord;

use super::{Caller, a_house, expiring};
use crate::{
    harness::{World, fields, reason, refusal},
    property::day,
};

#[tokio::test]
async fn the_list_is_most_overdue_first_and_narrows_by_state_type_and_property()
-> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let (one, other) = (a_house(&world).await?, a_house(&world).await?);
    let mut ids = Vec::new();
    // Today is the 21st of November 2026.
    for (property, kind, expiry) in [
        (one, CertificateType::Epc, day(2026, 11, 20)),
        (one, CertificateType::GasSafety, day(2026, 11, 21)),
        (other, CertificateType::Pat, day(2026, 11, 28)),
        (one, CertificateType::Eicr, day(2026, 11, 29)),
        (other, CertificateType::Epc, day(2026, 12, 21)),
        (one, CertificateType::HmoLicence, day(2026, 12, 22)),
    ] {
        let added = helen.add(expiring(property, kind, expiry)).await?;
        ids.push(added.certificate_id);
    }
    let all = ListCertificatesRequest::default();
    assert_eq!(helen.ids(all.clone()).await?, ids);
    for (state, expected) in [
        (CertificateState::Expired, &ids[..1]),
        (CertificateState::ExpiringSoon, &ids[1..3]),
        (CertificateState::RenewalDue, &ids[3..5]),
        (CertificateState::Valid, &ids[5..]),
    ] {
        let listed = helen
            .list(ListCertificatesRequest {
                states: vec![state.into()],
                ..all.clone()
            })
            .await?;
        assert!(listed.certificates.iter().all(|row| row.state() == state));
        let listed: Vec<_> = listed
            .certificates
            .iter()
            .map(|row| row.certificate_id)
            .collect();
        assert_eq!(listed, expected, "{state:?}");
    }
    let urgent = ListCertificatesRequest {
        states: vec![
            CertificateState::Expired.into(),
            CertificateState::ExpiringSoon.into(),
        ],
        ..all.clone()
    };
    assert_eq!(helen.ids(urgent).await?, ids[..3]);
    let of_other = ListCertificatesRequest {
        property_id: other,
        ..all.clone()
    };
    assert_eq!(helen.ids(of_other).await?, [ids[2], ids[4]]);
    let epcs = ListCertificatesRequest {
        certificate_type: CertificateType::Epc.into(),
        ..all.clone()
    };
    assert_eq!(helen.ids(epcs).await?, [ids[0], ids[4]]);

    let mut paged = Vec::new();
    let mut request = ListCertificatesRequest {
        page_size: 4,
        ..all.clone()
    };
    loop {
        let page = helen.list(request.clone()).await?;
        paged.extend(page.certificates.iter().map(|row| row.certificate_id));
        if page.next_page_token.is_empty() {
            break;
        }
        request.page_token = page.next_page_token;
    }
    assert_eq!(paged, ids);
    for (bad, field) in [
        (
            ListCertificatesRequest {
                states: vec![0],
                ..all.clone()
            },
            "states",
        ),
        (
            ListCertificatesRequest {
                certificate_type: 99,
                ..all.clone()
            },
            "certificate_type",
        ),
    ] {
        let status = refusal(helen.list(bad).await)?;
        assert_eq!(reason(&status), "FILTER_INVALID");
        assert_eq!(fields(&status), [field]);
    }
    Ok(())
}

#[tokio::test]
async fn a_certificate_expires_at_midnight_in_london_in_summer_and_winter() -> anyhow::Result<()> {
    for (last_day, still, over) in [
        // Winter time, summer time, and the nights on which the clocks change.
        (
            day(2026, 12, 1),
            "2026-12-01T23:59:59Z",
            "2026-12-02T00:00:00Z",
        ),
        (
            day(2026, 7, 1),
            "2026-07-01T22:59:59Z",
            "2026-07-01T23:00:00Z",
        ),
        (
            day(2026, 3, 29),
            "2026-03-29T22:59:59Z",
            "2026-03-29T23:00:00Z",
        ),
        (
            day(2026, 10, 25),
            "2026-10-25T23:59:59Z",
            "2026-10-26T00:00:00Z",
        ),
    ] {
        for (now, state, days) in [
            (still, CertificateState::ExpiringSoon, 0),
            (over, CertificateState::Expired, -1),
        ] {
            let world = World::start_at(now).await?;
            let helen = Caller::of(&world, &landlord(11, 1))?;
            let property = a_house(&world).await?;
            let added = helen
                .add(expiring(property, CertificateType::Epc, last_day))
                .await?;
            assert_eq!(
                (added.state(), added.days_remaining),
                (state, days),
                "{now}"
            );
            let expired = ListCertificatesRequest {
                states: vec![CertificateState::Expired.into()],
                ..Default::default()
            };
            assert_eq!(
                helen.ids(expired).await?.len(),
                usize::from(days < 0),
                "{now}"
            );
        }
    }
    Ok(())
}
