//! Photos of tenants, set by their landlord or by themselves.

use std::io::Cursor;

use chrono::Duration;
use image::{DynamicImage, ImageFormat};
use lintel_core::{Grade, Role};
use lintel_proto::tenancy::v1::{
    ReadOwnPhotoRequest, ReadTenantPhotoRequest, ReadTenantPhotoResponse, RemoveOwnPhotoRequest,
    RemoveTenantPhotoRequest, SetOwnPhotoRequest, SetTenantPhotoRequest, Tenant,
    portal_service_client::PortalServiceClient, tenant_service_client::TenantServiceClient,
};
use lintel_testkit::tokens::{member, outsider};
use tonic::{Code, Status};

use crate::{
    applying::{ANN, COTTAGE, FLAT, owner, request_id, tenant as account, world},
    harness::{Connection, reason, refusal},
    tenants::{day, tenant},
};

/// A picture of one colour.
pub fn picture(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let drawn = DynamicImage::new_rgb8(width, height).write_to(&mut bytes, ImageFormat::Png);
    assert!(drawn.is_ok());
    bytes.into_inner()
}

fn tenants(connection: &Connection) -> TenantServiceClient<Connection> {
    TenantServiceClient::new(connection.clone())
}

fn portal(connection: &Connection) -> PortalServiceClient<Connection> {
    PortalServiceClient::new(connection.clone())
}

/// Sets a photo.
pub async fn set(
    connection: &Connection,
    tenant_id: i64,
    content: Vec<u8>,
    request_id: &str,
) -> Result<Tenant, Status> {
    let request = SetTenantPhotoRequest {
        tenant_id,
        content,
        request_id: request_id.to_owned(),
    };
    let set = tenants(connection).set_tenant_photo(request).await?;
    Ok(set.into_inner().tenant.unwrap_or_default())
}

async fn remove(connection: &Connection, tenant_id: i64) -> Result<Tenant, Status> {
    let request = RemoveTenantPhotoRequest {
        tenant_id,
        request_id: request_id(),
    };
    let removed = tenants(connection).remove_tenant_photo(request).await?;
    Ok(removed.into_inner().tenant.unwrap_or_default())
}

async fn photo(connection: &Connection, tenant_id: i64) -> Result<ReadTenantPhotoResponse, Status> {
    let request = ReadTenantPhotoRequest { tenant_id };
    Ok(tenants(connection)
        .read_tenant_photo(request)
        .await?
        .into_inner())
}

#[tokio::test]
async fn a_landlord_sets_a_photo_which_is_small_sealed_and_told_of() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers) = (world.landlord()?, owner(&world, 1)?);
    let ada = landlord.add(tenant(FLAT, "Ada")).await?;
    assert_eq!(ada.photo_id, 0);
    let missing = refusal(photo(&hers, ada.tenant_id).await)?;
    assert_eq!(reason(&missing), "PHOTO_NOT_FOUND");
    let key = request_id();
    let shown = set(&hers, ada.tenant_id, picture(1200, 600), &key).await?;
    assert!(shown.photo_id > 0 && shown.version == ada.version + 1);
    // A repeat changes nothing more.
    let again = set(&hers, ada.tenant_id, picture(1200, 600), &key).await?;
    assert_eq!(again, shown);
    let read = photo(&hers, ada.tenant_id).await?;
    assert_eq!(read.media_type, "image/jpeg");
    let size = image::load_from_memory(&read.content)?;
    assert_eq!((size.width(), size.height()), (400, 200));
    let sealed: Vec<u8> = world.scalar("SELECT sealed FROM tenant_photos").await?;
    assert!(!sealed.windows(16).any(|part| part == &read.content[..16]));
    // Another photo has another number, so that browsers show it.
    let other = set(&hers, ada.tenant_id, picture(10, 10), &request_id()).await?;
    assert!(other.photo_id > shown.photo_id);
    assert_eq!(world.number("SELECT count(*) FROM tenant_photos").await?, 1);
    let removed = remove(&hers, ada.tenant_id).await?;
    assert_eq!((removed.photo_id, removed.version), (0, other.version + 1));
    let once_more = remove(&hers, ada.tenant_id).await?;
    assert_eq!(once_more.version, removed.version);
    assert_eq!(
        world.told().await?.last().map(String::as_str),
        Some("tenancy.tenancy.changed.v1")
    );
    Ok(())
}

#[tokio::test]
async fn what_is_no_photo_and_whose_tenant_is_another_s_is_refused() -> anyhow::Result<()> {
    let world = world().await?;
    let (hers, his) = (owner(&world, 1)?, owner(&world, 2)?);
    let ada = world.landlord()?.add(tenant(FLAT, "Ada")).await?.tenant_id;
    set(&hers, ada, picture(10, 10), &request_id()).await?;
    for (content, expected) in [
        (b"%PDF-1.7".to_vec(), "FILE_TYPE_INVALID"),
        (b"<svg/>".to_vec(), "FILE_TYPE_INVALID"),
        (Vec::new(), "PHOTO_INVALID"),
    ] {
        let refused = refusal(set(&hers, ada, content, &request_id()).await)?;
        assert_eq!(reason(&refused), expected);
    }
    for refused in [
        refusal(set(&his, ada, picture(10, 10), &request_id()).await)?,
        refusal(remove(&his, ada).await)?,
        refusal(photo(&his, ada).await)?,
    ] {
        assert_eq!(reason(&refused), "TENANT_NOT_FOUND");
    }
    let viewer = world.mint.token(&member(12, 1, Grade::Viewer))?;
    let viewer = world.bearer(Some(&viewer))?;
    photo(&viewer, ada).await?;
    let refused = refusal(remove(&viewer, ada).await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    Ok(())
}

#[tokio::test]
async fn a_tenant_sets_their_own_and_their_landlord_sees_it() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers, ann) = (world.landlord()?, owner(&world, 1)?, account(&world, ANN)?);
    let own = |content| SetOwnPhotoRequest {
        content,
        request_id: request_id(),
    };
    let early = portal(&ann).set_own_photo(own(picture(10, 10))).await;
    assert_eq!(reason(&refusal(early)?), "TENANCY_NOT_LINKED");
    let added = landlord.add(tenant(FLAT, "Ann")).await?;
    landlord.add(tenant(COTTAGE, "Ben")).await?;
    let asked = portal(&ann).set_own_photo(own(picture(10, 10))).await;
    assert_eq!(reason(&refusal(asked)?), "TENANCY_NOT_LINKED");
    world.confirm(ANN, added.tenancy_id).await?;
    let set = portal(&ann).set_own_photo(own(picture(800, 800))).await?;
    let photo_id = set.into_inner().photo_id;
    assert_eq!(landlord.get(added.tenant_id).await?.photo_id, photo_id);
    let read = portal(&ann).read_own_photo(ReadOwnPhotoRequest {}).await?;
    let seen = photo(&hers, added.tenant_id).await?;
    assert_eq!(read.into_inner().content, seen.content);
    let shown = world.caller(&outsider(ANN, Role::Tenant))?.portal().await?;
    assert_eq!(shown.tenant.unwrap_or_default().photo_id, photo_id);
    let request = RemoveOwnPhotoRequest {
        request_id: request_id(),
    };
    portal(&ann).remove_own_photo(request).await?;
    let gone = portal(&ann).read_own_photo(ReadOwnPhotoRequest {}).await;
    assert_eq!(reason(&refusal(gone)?), "PHOTO_NOT_FOUND");
    Ok(())
}

#[tokio::test]
async fn who_has_left_reads_the_photo_that_the_portal_shows() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, hers, ann) = (world.landlord()?, owner(&world, 1)?, account(&world, ANN)?);
    let added = landlord.add(tenant(FLAT, "Ann")).await?;
    world.confirm(ANN, added.tenancy_id).await?;
    let set = set(&hers, added.tenant_id, picture(10, 10), &request_id()).await?;
    landlord.end(added.tenant_id, day(2026, 11, 24)).await?;
    let shown = world.caller(&outsider(ANN, Role::Tenant))?.portal().await?;
    assert_eq!(shown.tenant.unwrap_or_default().photo_id, set.photo_id);
    let own = async || portal(&ann).read_own_photo(ReadOwnPhotoRequest {}).await;
    let read = own().await?.into_inner();
    assert_eq!(read.content, photo(&hers, added.tenant_id).await?.content);
    // It is read and nothing else.
    let content = SetOwnPhotoRequest {
        content: picture(20, 20),
        request_id: request_id(),
    };
    let gone = RemoveOwnPhotoRequest {
        request_id: request_id(),
    };
    for refused in [
        refusal(portal(&ann).set_own_photo(content).await.map(drop))?,
        refusal(portal(&ann).remove_own_photo(gone).await.map(drop))?,
    ] {
        assert_eq!(reason(&refused), "TENANCY_NOT_LINKED");
    }
    // A home of now comes first, with its photo or none.
    let next = landlord.add(tenant(COTTAGE, "Ann")).await?;
    world.confirm(ANN, next.tenancy_id).await?;
    let refused = refusal(own().await.map(drop))?;
    assert_eq!(reason(&refused), "PHOTO_NOT_FOUND");
    landlord.end(next.tenant_id, day(2026, 11, 23)).await?;
    own().await?;
    // Twelve months after the end the home is seen no more.
    world.clock.advance(Duration::days(367));
    let refused = refusal(own().await.map(drop))?;
    assert_eq!(reason(&refused), "TENANCY_NOT_LINKED");
    Ok(())
}
