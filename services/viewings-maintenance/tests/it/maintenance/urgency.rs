//! A tenant's answers to the questions of urgency, before the report is sent and with it.

use lintel_proto::maintenance::v1::{
    JudgeReportRequest, JudgeReportResponse, MaintenanceCategory, MaintenancePriority,
    MaintenanceRequest, Urgency,
};
use tonic::{Code, Status};

use super::{ANN, Hand, owner, report, tenant, world};
use crate::harness::{FLAT, HOUSE, reason, refusal};

const COLD_AND_AT_RISK: Urgency = Urgency {
    no_heating_or_hot_water: Some(true),
    water_coming_in: None,
    person_at_risk: Some(true),
};

async fn judge(hand: &Hand, property_id: i64) -> Result<JudgeReportResponse, Status> {
    let request = JudgeReportRequest {
        property_id,
        category: MaintenanceCategory::Heating.into(),
        title: "No heating".to_owned(),
        urgency: Some(COLD_AND_AT_RISK),
        ..JudgeReportRequest::default()
    };
    let judged = hand.requests.clone().judge_report(request).await?;
    Ok(judged.into_inner())
}

#[tokio::test]
async fn a_report_is_judged_as_it_will_be_and_nothing_is_stored() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let judged = judge(&ann, FLAT).await?;
    assert_eq!(
        (judged.priority(), judged.emergency),
        (MaintenancePriority::High, true)
    );
    let stored: i64 = world
        .scalar("SELECT count(*) FROM maintenance_requests")
        .await?;
    assert_eq!(stored, 0);
    let heating = MaintenanceRequest {
        category: MaintenanceCategory::Heating.into(),
        urgency: Some(COLD_AND_AT_RISK),
        ..report("No heating")
    };
    let added = ann.add(heating).await?;
    assert_eq!(
        (added.priority(), added.emergency),
        (judged.priority(), true)
    );
    assert_eq!(added.respond_by_time, judged.respond_by_time);
    assert_eq!(added.fix_by_time, judged.fix_by_time);
    let seen = landlord.get(added.maintenance_request_id).await?;
    assert_eq!(seen.urgency, Some(COLD_AND_AT_RISK));
    Ok(())
}

#[tokio::test]
async fn a_report_without_answers_is_medium_and_keeps_none() -> anyhow::Result<()> {
    let world = world().await?;
    let added = tenant(&world, ANN)?.add(report("Tap drips")).await?;
    assert_eq!(added.priority(), MaintenancePriority::Medium);
    assert_eq!(added.urgency, None);
    Ok(())
}

#[tokio::test]
async fn a_report_is_judged_for_the_own_home_alone() -> anyhow::Result<()> {
    let world = world().await?;
    let refused = refusal(judge(&tenant(&world, ANN)?, HOUSE).await)?;
    assert_eq!(reason(&refused), "HOME_NOT_FOUND");
    let refused = refusal(judge(&owner(&world, 1)?, FLAT).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    Ok(())
}
