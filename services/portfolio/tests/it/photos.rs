//! The photos of a property: files of its organisation.

use crate::{
    harness::{World, refusal, violations},
    property::house,
};

const NOT_OURS: &str = "Upload the photo first: only your own files can be shown.";

#[tokio::test]
async fn photos_keep_their_order_the_cover_first() -> anyhow::Result<()> {
    let world = World::start().await?;
    let mut given = house("With photos");
    given.photo_urls = vec![world.photo(1).await?, world.photo(1).await?];
    let created = world.landlord()?.create(given.clone()).await?;
    assert_eq!(created.photo_urls, given.photo_urls);
    Ok(())
}

#[tokio::test]
async fn only_photos_of_the_own_organisation_that_are_there_are_taken() -> anyhow::Result<()> {
    let world = World::start().await?;
    let missing = lintel_files::FileId::generate().address();
    for other in [world.photo(2).await?, world.document(1).await?, missing] {
        let mut given = house("");
        given.photo_urls = vec![world.photo(1).await?, other];
        let status = refusal(world.landlord()?.create(given).await)?;
        // With all the other fields.
        let named = violations(&status);
        assert!(
            named.contains(&("photo_urls".to_owned(), NOT_OURS.to_owned())),
            "{named:?}"
        );
        assert!(
            named.iter().any(|(field, _)| field == "display_name"),
            "{named:?}"
        );
    }
    assert_eq!(world.rows().await?, [0; 5]);
    Ok(())
}
