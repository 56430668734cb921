//! Nobody sees or changes another organisation's viewings.

use lintel_core::{Grade, Role};
use lintel_proto::viewings::v1::{
    EraseViewerRequest, GetViewingCalendarRequest, GetViewingRequest, GetViewingSummaryRequest,
    ListViewingsRequest, Viewing, ViewingStatus,
};
use lintel_testkit::tokens::{landlord, member, outsider};
use tonic::Code;

use crate::{
    booking::{become_, book, change, get, viewing},
    harness::{FLAT, World, reason, refusal},
};

#[tokio::test]
async fn somebody_elses_viewing_answers_like_one_that_does_not_exist() -> anyhow::Result<()> {
    let world = World::start().await?;
    let id = book(&world.landlord()?, viewing(FLAT, "Ada"))
        .await?
        .viewing_id;
    let mut other = world.caller(&landlord(22, 2))?;
    for viewing_id in [id, 999] {
        let mut refused = vec![
            refusal(other.get_viewing(GetViewingRequest { viewing_id }).await)?,
            refusal(become_(&other, viewing_id, ViewingStatus::Cancelled).await)?,
        ];
        let calendar = GetViewingCalendarRequest { viewing_id };
        refused.push(refusal(other.get_viewing_calendar(calendar).await)?);
        let erase = EraseViewerRequest {
            viewing_id,
            request_id: String::new(),
        };
        refused.push(refusal(other.erase_viewer(erase).await)?);
        // The 404 of a row comes before what is wrong with the request.
        let bad = Viewing {
            viewing_id,
            ..Viewing::default()
        };
        refused.push(refusal(change(&other, bad, &["no_such_field"]).await)?);
        for status in refused {
            assert_eq!(status.code(), Code::NotFound);
            assert_eq!(reason(&status), "VIEWING_NOT_FOUND");
        }
    }
    let listed = other.list_viewings(ListViewingsRequest::default()).await?;
    assert!(listed.into_inner().viewings.is_empty());
    let figures = other
        .get_viewing_summary(GetViewingSummaryRequest {})
        .await?;
    assert_eq!(figures.into_inner().total, 0);
    let own = get(&world.landlord()?, id).await?;
    assert_eq!(own.status(), ViewingStatus::Scheduled);
    Ok(())
}

#[tokio::test]
async fn a_grade_that_only_reads_changes_nothing_and_tenants_see_nothing() -> anyhow::Result<()> {
    let world = World::start().await?;
    let id = book(&world.landlord()?, viewing(FLAT, "Ada"))
        .await?
        .viewing_id;
    let reader = world.caller(&member(12, 1, Grade::Viewer))?;
    assert!(get(&reader, id).await.is_ok());
    let refused = refusal(book(&reader, viewing(FLAT, "Bob")).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    let mut manager = world.caller(&member(13, 1, Grade::Manager))?;
    let erase = EraseViewerRequest {
        viewing_id: id,
        request_id: String::new(),
    };
    let refused = refusal(manager.erase_viewer(erase).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    let tenant = world.caller(&outsider(30, Role::Tenant))?;
    assert_eq!(
        refusal(get(&tenant, id).await)?.code(),
        Code::PermissionDenied
    );
    Ok(())
}
