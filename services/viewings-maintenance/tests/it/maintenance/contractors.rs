//! The directory of contractors.

use lintel_proto::maintenance::v1::{
    Contractor, DeleteContractorRequest, GetContractorRequest, ListContractorsRequest,
    ListMaintenanceRequestsRequest, MaintenanceRequest, Trade, UpdateContractorRequest,
};
use tonic::Status;

use super::{Hand, owner, plumber, problem, world};
use crate::harness::{World, fields, reason, refusal};

async fn names(hand: &Hand, request: ListContractorsRequest) -> Result<Vec<String>, Status> {
    let listed = hand.contractors.clone().list_contractors(request).await?;
    let listed = listed.into_inner().contractors.into_iter();
    Ok(listed.map(|one| one.display_name).collect())
}

async fn change(
    hand: &Hand,
    contractor: Contractor,
    paths: &[&str],
    etag: &str,
) -> Result<Contractor, Status> {
    let request = UpdateContractorRequest {
        contractor: Some(contractor),
        update_mask: Some(prost_types::FieldMask {
            paths: paths.iter().map(|path| (*path).to_owned()).collect(),
        }),
        etag: etag.to_owned(),
        request_id: String::new(),
    };
    let reply = hand.contractors.clone().update_contractor(request).await?;
    Ok(reply.into_inner().contractor.unwrap_or_default())
}

async fn delete(hand: &Hand, contractor_id: i64) -> Result<(), Status> {
    let request = DeleteContractorRequest {
        contractor_id,
        request_id: String::new(),
    };
    hand.contractors.clone().delete_contractor(request).await?;
    Ok(())
}

#[tokio::test]
async fn a_directory_is_listed_by_name_and_searched() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    for name in ["brightwater", "Aire Valley", "Keystone"] {
        landlord.employ(plumber(name)).await?;
    }
    let all = names(&landlord, ListContractorsRequest::default()).await?;
    assert_eq!(all, ["Aire Valley", "brightwater", "Keystone"]);
    let found = ListContractorsRequest {
        search: " WATER".to_owned(),
        ..ListContractorsRequest::default()
    };
    assert_eq!(names(&landlord, found).await?, ["brightwater"]);
    for (search, found) in [
        ("0113 4960101", 3),
        ("+44 113 496 0101", 3),
        ("0113 496 0102", 0),
    ] {
        let request = ListContractorsRequest {
            search: search.to_owned(),
            ..ListContractorsRequest::default()
        };
        assert_eq!(names(&landlord, request).await?.len(), found, "{search}");
    }
    let roofers = ListContractorsRequest {
        trade: Trade::Roofer.into(),
        ..ListContractorsRequest::default()
    };
    assert!(names(&landlord, roofers).await?.is_empty());
    let first = ListContractorsRequest {
        page_size: 2,
        ..ListContractorsRequest::default()
    };
    let page = landlord
        .contractors
        .clone()
        .list_contractors(first.clone())
        .await?
        .into_inner();
    let second = ListContractorsRequest {
        page_token: page.next_page_token,
        ..first
    };
    assert_eq!(names(&landlord, second).await?, ["Keystone"]);
    assert!(
        names(&owner(&world, 2)?, ListContractorsRequest::default())
            .await?
            .is_empty()
    );
    Ok(())
}

#[tokio::test]
async fn a_gas_engineer_is_registered_and_stays_so() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let unregistered = Contractor {
        trade: Trade::GasEngineer.into(),
        ..plumber("Aire Valley")
    };
    let refused = refusal(landlord.employ(unregistered.clone()).await)?;
    assert_eq!(
        (reason(&refused).as_str(), fields(&refused)),
        ("CONTRACTOR_INVALID", vec!["registration".to_owned()])
    );
    let registered = Contractor {
        registration: "Gas Safe 512907".to_owned(),
        ..unregistered
    };
    let added = landlord.employ(registered).await?;
    let emptied = Contractor {
        contractor_id: added.contractor_id,
        ..Contractor::default()
    };
    let refused = refusal(change(&landlord, emptied.clone(), &["registration"], "").await)?;
    assert_eq!(fields(&refused), ["registration"]);
    let changed = Contractor {
        email: "jobs@aire.example".to_owned(),
        ..emptied
    };
    let stale = refusal(change(&landlord, changed.clone(), &["email"], "9").await)?;
    assert_eq!(reason(&stale), "STALE_ETAG");
    let changed = change(&landlord, changed, &["email"], "1").await?;
    assert_eq!(
        (changed.version, changed.email.as_str()),
        (2, "jobs@aire.example")
    );
    assert_eq!(changed.display_name, "Aire Valley");
    Ok(())
}

#[tokio::test]
async fn who_has_work_stays_and_who_leaves_leaves_the_name() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let firm = landlord.employ(plumber("Brightwater")).await?.contractor_id;
    let named = MaintenanceRequest {
        contractor_id: firm,
        ..problem("Tap drips")
    };
    let added = landlord.add(named).await?;
    let id = added.maintenance_request_id;
    // The tenant learns nothing of it, so the request has still to be answered.
    assert!(added.first_response_time.is_none());
    let found = landlord.list(ListMaintenanceRequestsRequest {
        search: "01134960101".to_owned(),
        ..ListMaintenanceRequestsRequest::default()
    });
    assert_eq!(found.await?.maintenance_requests.len(), 1);
    assert_eq!(
        reason(&refusal(delete(&landlord, firm).await)?),
        "CONTRACTOR_HAS_WORK"
    );
    landlord.complete(id).await?;
    let renamed = Contractor {
        contractor_id: firm,
        display_name: "Brightwater Ltd".to_owned(),
        ..Contractor::default()
    };
    change(&landlord, renamed, &["display_name"], "").await?;
    assert_eq!(landlord.get(id).await?.contractor_name, "Brightwater Ltd");
    delete(&landlord, firm).await?;
    let left = landlord.get(id).await?;
    assert_eq!(
        (
            left.contractor_id,
            left.contractor_name.as_str(),
            left.contractor_phone.as_str()
        ),
        (0, "Brightwater Ltd", "")
    );
    assert_eq!(
        reason(&refusal(delete(&landlord, firm).await)?),
        "CONTRACTOR_NOT_FOUND"
    );
    let told: i64 = world
        .scalar("SELECT count(*) FROM outbox WHERE aggregate_type = 'contractor'")
        .await?;
    assert_eq!(told, 3);
    Ok(())
}

#[tokio::test]
async fn another_organisations_contractor_is_not_there() -> anyhow::Result<()> {
    let world: World = world().await?;
    let (landlord, other) = (owner(&world, 1)?, owner(&world, 2)?);
    let firm = landlord.employ(plumber("Brightwater")).await?.contractor_id;
    let read = GetContractorRequest {
        contractor_id: firm,
    };
    let refused = refusal(other.contractors.clone().get_contractor(read).await)?;
    assert_eq!(reason(&refused), "CONTRACTOR_NOT_FOUND");
    let renamed = Contractor {
        contractor_id: firm,
        ..plumber("Mine")
    };
    let refused = refusal(change(&other, renamed, &["display_name"], "").await)?;
    assert_eq!(reason(&refused), "CONTRACTOR_NOT_FOUND");
    assert_eq!(
        reason(&refusal(delete(&other, firm).await)?),
        "CONTRACTOR_NOT_FOUND"
    );
    let named = MaintenanceRequest {
        property_id: crate::harness::OTHER_FLAT,
        contractor_id: firm,
        ..problem("Tap drips")
    };
    let refused = refusal(other.add(named).await)?;
    assert_eq!(reason(&refused), "CONTRACTOR_NOT_FOUND");
    Ok(())
}
