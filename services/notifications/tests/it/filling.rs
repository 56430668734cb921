//! The copies of accounts and members, filled from identity itself.

use lintel_auth::ServiceKey;
use lintel_notifications::jobs::{Fill, note_unfilled};
use lintel_proto::{
    common::v1::Sealed,
    identity::v1::{
        AccountChanged, AccountContact, MembershipChanged, OrganisationChanged,
        OrganisationSnapshot,
    },
    portfolio::v1::PropertyChanged,
};
use lintel_runtime::fill::Filled;
use lintel_testkit::OwnersServer;
use tokio_util::sync::CancellationToken;
use tonic::transport::Endpoint;

use crate::support::Bench;

/// Identity: three accounts, two of them members of one organisation. Portfolio: one home.
async fn owners(contact: &[u8]) -> anyhow::Result<OwnersServer> {
    let account = |user_id| AccountChanged {
        user_id,
        version: 4,
        contact: Some(Sealed {
            ciphertext: contact.to_vec(),
        }),
        ..AccountChanged::default()
    };
    let member = |user| MembershipChanged {
        membership_id: 100 + user,
        organisation_id: 5,
        user_id: user,
        version: 1,
        ..MembershipChanged::default()
    };
    let owners = OwnersServer::start().await?;
    owners.know(|known| {
        known.accounts = (1..=3).map(account).collect();
        known.organisations = vec![OrganisationSnapshot {
            organisation: Some(OrganisationChanged {
                organisation_id: 5,
                version: 1,
                profile_for_notifications: Some(Sealed {
                    ciphertext: contact.to_vec(),
                }),
                ..OrganisationChanged::default()
            }),
            members: vec![member(1), member(2)],
        }];
        known.properties = vec![PropertyChanged {
            property_id: 7,
            organisation_id: 5,
            version: 1,
            display_name: "Garden Flat".to_owned(),
            ..PropertyChanged::default()
        }];
    });
    Ok(owners)
}

fn filling(bench: &Bench, owners: &OwnersServer) -> anyhow::Result<Fill> {
    let channel = Endpoint::from_shared(owners.url().to_owned())?.connect_lazy();
    Ok(Fill {
        db: bench.database.db.clone(),
        identity: channel.clone(),
        portfolio: channel,
        sealed_box: bench.sealed_box(),
        key: ServiceKey::new(OwnersServer::KEY.into()),
    })
}

async fn numbers(bench: &Bench) -> anyhow::Result<(i64, i64)> {
    let mut admin = bench.database.superuser().await?;
    let sql = "SELECT (SELECT count(contact) FROM contacts), (SELECT count(*) FROM members WHERE NOT ended)";
    Ok(sqlx::query_as(sql).fetch_one(&mut admin).await?)
}

#[tokio::test]
async fn the_copies_are_filled_once_and_again_after_a_time_without_mails() -> anyhow::Result<()> {
    let bench = Bench::new().await?;
    let contact = AccountContact {
        display_name: "Ada".to_owned(),
        verified_email: "ada@example.org".to_owned(),
        email_notifications: true,
        maintenance_alerts: true,
        ..AccountContact::default()
    };
    let owners = owners(&bench.seal(&contact)).await?;
    let fill = filling(&bench, &owners)?;
    let stop = CancellationToken::new();

    // Identity refuses the first call; the page is asked for again.
    owners.refuse(1);
    fill.at_first_start(&stop).await;
    assert_eq!(numbers(&bench).await?, (3, 2));
    let mut admin = bench.database.superuser().await?;
    let sql = "SELECT (SELECT name FROM nt_homes), (SELECT organisation_id FROM nt_landlords), bool_and(address_digest IS NOT NULL) FROM contacts";
    let (home, landlord, found): (String, i64, bool) =
        sqlx::query_as(sql).fetch_one(&mut admin).await?;
    assert_eq!((home.as_str(), landlord, found), ("Garden Flat", 5, true));
    // An installation of the release before knew no landlords.
    for sql in ["DELETE FROM nt_landlords", "DELETE FROM filled_landlords"] {
        sqlx::query(sql).execute(&mut admin).await?;
    }
    fill.at_first_start(&stop).await;
    let sql = "SELECT count(*) FROM nt_landlords";
    let landlords: i64 = sqlx::query_scalar(sql).fetch_one(&mut admin).await?;
    assert_eq!(landlords, 1);
    let once = owners.asked();
    fill.at_first_start(&stop).await;
    assert_eq!(owners.asked(), once, "it is not asked twice");

    // Without mails identity seals no contacts.
    sqlx::query("UPDATE contacts SET contact = NULL")
        .execute(&mut admin)
        .await?;
    note_unfilled(&bench.database.db, &stop).await;
    fill.at_first_start(&stop).await;
    assert_eq!(numbers(&bench).await?, (3, 2));
    Ok(())
}

#[tokio::test]
async fn what_events_told_meanwhile_is_newer() -> anyhow::Result<()> {
    let bench = Bench::new().await?;
    let mut admin = bench.database.superuser().await?;
    for sql in [
        "INSERT INTO contacts (user_id, contact, version) VALUES (3, NULL, 5)",
        "INSERT INTO members (organisation_id, membership_id, user_id, ended, version) VALUES (5, 102, 2, true, 2)",
    ] {
        sqlx::query(sql).execute(&mut admin).await?;
    }
    let owners = owners(b"sealed").await?;
    let fill = filling(&bench, &owners)?;
    fill.at_first_start(&CancellationToken::new()).await;
    assert_eq!(
        numbers(&bench).await?,
        (2, 1),
        "the account is deleted and one member has left"
    );

    // Identity was restored from an older backup: it has them again, and nothing of those that came later.
    for sql in [
        "INSERT INTO contacts (user_id, contact, version) VALUES (9, 'sealed', 5)",
        "INSERT INTO members (organisation_id, membership_id, user_id, version) VALUES (5, 109, 9, 2)",
        "INSERT INTO nt_homes (organisation_id, property_id, version) VALUES (5, 8, 2)",
    ] {
        sqlx::query(sql).execute(&mut admin).await?;
    }
    assert_eq!(fill.again().await?, Filled { rows: 6, gone: 3 });
    assert_eq!(numbers(&bench).await?, (3, 2));
    Ok(())
}
