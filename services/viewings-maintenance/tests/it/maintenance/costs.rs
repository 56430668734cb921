//! The costs of requests, to the penny.

use lintel_proto::{
    common::v1::Date,
    maintenance::v1::{
        AttachmentKind, Cost, GetMaintenanceSummaryRequest, MaintenanceEventKind, RemoveCostRequest,
    },
};

use super::{ANN, attachments::picture, day, owner, pounds, problem, report, tenant, world};
use crate::harness::{fields, reason, refusal};

pub fn cost(pence: i64, date: Option<Date>) -> Cost {
    Cost {
        description: "New valve".to_owned(),
        amount: pounds(pence),
        cost_date: date,
        ..Cost::default()
    }
}

#[tokio::test]
async fn lines_add_up_exactly_and_a_year_is_a_calendar_year() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    let this_year = day(2026, 11, 25);
    for pence in [1, 14_849, 10_010] {
        landlord.pay(id, cost(pence, this_year), "").await?;
    }
    let (last, request) = landlord.pay(id, cost(100, day(2025, 12, 31)), "").await?;
    assert_eq!(request.cost_total, pounds(24_960));
    let mut requests = landlord.requests.clone();
    let figures = requests
        .get_maintenance_summary(GetMaintenanceSummaryRequest {})
        .await?;
    assert_eq!(figures.into_inner().cost_this_year, pounds(24_860));
    let mut own = ann.requests.clone();
    let figures = own
        .get_maintenance_summary(GetMaintenanceSummaryRequest {})
        .await?
        .into_inner();
    assert_eq!((figures.cost_this_year, figures.total), (None, 1));

    let gone = RemoveCostRequest {
        maintenance_request_id: id,
        cost_id: last.cost_id,
        request_id: String::new(),
    };
    let left = requests.remove_cost(gone.clone()).await?.into_inner();
    let left = left.maintenance_request.unwrap_or_default();
    assert_eq!(left.cost_total, pounds(24_860));
    let refused = refusal(requests.remove_cost(gone).await)?;
    assert_eq!(reason(&refused), "COST_NOT_FOUND");
    let details = landlord.details(id).await?;
    assert_eq!(details.costs.len(), 3);
    let costs = details
        .events
        .iter()
        .filter(|event| event.kind() == MaintenanceEventKind::Cost);
    let texts: Vec<_> = costs
        .map(|event| (event.from.as_str(), event.to.as_str()))
        .collect();
    assert_eq!(texts.last(), Some(&("New valve: £1.00", "")));
    // Money is no business of the tenant's.
    let own = ann.details(id).await?;
    assert!(own.costs.is_empty());
    assert!(
        own.events
            .iter()
            .all(|event| event.kind() != MaintenanceEventKind::Cost)
    );
    Ok(())
}

#[tokio::test]
async fn a_cost_names_an_invoice_of_its_own_request() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let id = landlord
        .add(problem("Tap drips"))
        .await?
        .maintenance_request_id;
    let photo = landlord
        .attach(id, AttachmentKind::After, picture()?)
        .await?
        .attachment_id;
    let bill = landlord
        .attach(id, AttachmentKind::Invoice, picture()?)
        .await?
        .attachment_id;
    let billed = |attachment_id| Cost {
        attachment_id,
        ..cost(100, day(2026, 11, 25))
    };
    let (added, _) = landlord.pay(id, billed(bill), "").await?;
    assert_eq!((added.attachment_id, added.added_by_user_id), (bill, 11));
    let refused = refusal(landlord.pay(id, billed(photo), "").await)?;
    assert_eq!(fields(&refused), ["attachment_id"]);
    let refused = refusal(landlord.pay(id, Cost::default(), "").await)?;
    assert_eq!(fields(&refused), ["description", "amount", "cost_date"]);
    let refused = refusal(landlord.pay(id, cost(0, day(2026, 11, 25)), "").await)?;
    assert_eq!(fields(&refused), ["amount"]);
    Ok(())
}

#[tokio::test]
async fn a_repeated_cost_is_one() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let id = landlord
        .add(problem("Tap drips"))
        .await?
        .maintenance_request_id;
    let line = cost(14_850, day(2026, 11, 25));
    let first = landlord.pay(id, line.clone(), "request-0001").await?;
    let again = landlord.pay(id, line, "request-0001").await?;
    assert_eq!(first, again);
    assert_eq!(again.1.cost_total, pounds(14_850));
    Ok(())
}
