//! A copy of an organisation's viewings.

use chrono::Duration;
use lintel_auth::Audience;
use lintel_core::{Clock as _, SystemClock};
use lintel_proto::viewings::v1::{
    ReadViewingDataRequest, privacy_service_client::PrivacyServiceClient,
};
use lintel_testkit::tokens::landlord;

use crate::{
    booking::{book, viewing},
    harness::{FLAT, OTHER_FLAT, World, reason, refusal},
};

#[tokio::test]
async fn an_owner_gets_a_copy_of_the_viewings_for_an_export_that_was_begun() -> anyhow::Result<()> {
    let world = World::start().await?;
    let owner = landlord(11, 1);
    book(&world.caller(&owner)?, viewing(FLAT, "Ada")).await?;
    book(&world.caller(&landlord(22, 2))?, viewing(OTHER_FLAT, "Bob")).await?;
    let token = world.mint.token(&owner)?;
    let mut privacy = PrivacyServiceClient::new(world.bearer(Some(&token))?);
    let read = |export_token: String| ReadViewingDataRequest {
        page_token: String::new(),
        export_token,
    };
    let refused = refusal(privacy.read_viewing_data(read(token)).await)?;
    assert_eq!(reason(&refused), "EXPORT_NOT_BEGUN");
    let (now, life) = (SystemClock.now(), Duration::minutes(15));
    let begun = world.mint.token_of(&owner, Audience::Export, now, life)?;
    let page = privacy.read_viewing_data(read(begun)).await?.into_inner();
    let page = page.page.unwrap_or_default();
    assert_eq!(page.file_name, "viewings.json");
    assert_eq!(page.rows.len(), 1);
    let row: serde_json::Value = serde_json::from_str(&page.rows[0])?;
    assert_eq!(row["viewerName"], "Ada");
    assert_eq!(row["viewingTime"], "14:00:00");
    assert!(row.get("tokenHash").is_none());
    Ok(())
}
