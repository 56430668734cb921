//! Copies of maintenance data: an organisation's, and a tenant's own.

use chrono::Duration;
use lintel_auth::Audience;
use lintel_core::{Clock as _, Principal, Role, SystemClock};
use lintel_proto::maintenance::v1::{
    AttachmentKind, Cost, Job, ReadMaintenanceDataRequest, ReadOwnMaintenanceDataRequest,
    privacy_service_client::PrivacyServiceClient,
};
use lintel_testkit::tokens::{landlord, outsider};

use super::{ANN, attachments::picture, day, owner, pounds, report, tenant, world};
use crate::harness::{World, reason, refusal};

fn begun(world: &World, whose: &Principal) -> anyhow::Result<String> {
    let (now, life) = (SystemClock.now(), Duration::minutes(15));
    world.mint.token_of(whose, Audience::Export, now, life)
}

#[tokio::test]
async fn an_owner_gets_everything_of_the_organisation() -> anyhow::Result<()> {
    let world = world().await?;
    let (hand, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    super::jobs::offered(&hand, id, Job::default()).await?;
    ann.say(id, "Please hurry", &[]).await?;
    ann.attach(id, AttachmentKind::Photo, picture()?).await?;
    let cost = Cost {
        description: "Valve".to_owned(),
        amount: pounds(14_850),
        cost_date: day(2026, 11, 25),
        ..Cost::default()
    };
    hand.pay(id, cost, "").await?;
    let whose = landlord(11, 1);
    let token = world.mint.token(&whose)?;
    let mut privacy = PrivacyServiceClient::new(world.bearer(Some(&token))?);
    let read = |page_token: String, export_token: String| ReadMaintenanceDataRequest {
        page_token,
        export_token,
    };
    let refused = refusal(
        privacy
            .read_maintenance_data(read(String::new(), token))
            .await,
    )?;
    assert_eq!(reason(&refused), "EXPORT_NOT_BEGUN");
    let export = begun(&world, &whose)?;
    let (mut files, mut page_token) = (Vec::new(), String::new());
    loop {
        let page = privacy
            .read_maintenance_data(read(page_token, export.clone()))
            .await?;
        let page = page.into_inner().page.unwrap_or_default();
        files.push((page.file_name, page.rows.len()));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    let files: Vec<_> = files
        .iter()
        .map(|(name, rows)| (name.as_str(), *rows))
        .collect();
    let expected = [
        ("contractors.json", 1),
        ("maintenanceRequests.json", 1),
        ("maintenanceJobs.json", 1),
        ("maintenanceComments.json", 1),
        ("maintenanceCosts.json", 1),
        ("maintenanceAttachments.json", 1),
        ("maintenanceEvents.json", 6),
    ];
    assert_eq!(files, expected);
    Ok(())
}

#[tokio::test]
async fn a_tenant_gets_what_they_reported_and_wrote() -> anyhow::Result<()> {
    let world = world().await?;
    let (hand, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    ann.say(id, "Please hurry", &[]).await?;
    hand.say(id, "On Friday", &[]).await?;
    hand.add(super::problem("The landlord's own")).await?;
    let whose = outsider(ANN, Role::Tenant);
    let mut privacy = PrivacyServiceClient::new(world.bearer(Some(&world.mint.token(&whose)?))?);
    let export = begun(&world, &whose)?;
    let mut rows = Vec::new();
    for page_token in ["", "1:"] {
        let request = ReadOwnMaintenanceDataRequest {
            page_token: page_token.to_owned(),
            export_token: export.clone(),
        };
        let page = privacy
            .read_own_maintenance_data(request)
            .await?
            .into_inner();
        rows.extend(page.page.unwrap_or_default().rows);
    }
    assert_eq!(rows.len(), 2);
    assert!(rows[0].contains("Tap drips") && rows[1].contains("Please hurry"));
    assert!(!rows[0].contains("costTotal") && !rows[0].contains("assignee"));
    Ok(())
}
