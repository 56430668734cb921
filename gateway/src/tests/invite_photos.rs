//! The homes that a link offers, and their photos.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};
use lintel_core::Error;
use lintel_files::{Contents, FileId, Owner, digest, photo::Work};
use lintel_proto::{
    Rpc as _,
    portfolio::v1::{Furnishing, HomeFacts, ListHomeFactsRequest, ListHomeFactsResponse},
    status::into_status,
    tenancy::v1::{OpenHome, OpenInviteRequest, OpenInviteResponse},
};
use serde_json::{Value, json};

use super::{front::Front, tenants::pounds};

const PAGE: &str = "/api/invites/by-token/inv1te";

fn offered() -> OpenInviteResponse {
    OpenInviteResponse {
        organisation_name: "Homes".to_owned(),
        organisation_id: 11,
        homes: vec![OpenHome {
            property_id: 42,
            monthly_rent: pounds(1250),
            ..OpenHome::default()
        }],
        ..OpenInviteResponse::default()
    }
}

/// Keeps a photo of an organisation, and returns its address.
async fn kept(front: &Front, organisation: i64) -> String {
    let mut png = Cursor::new(Vec::new());
    let drawn = DynamicImage::new_rgb8(300, 200);
    drawn.write_to(&mut png, ImageFormat::Png).unwrap();
    let sent = png.into_inner();
    let (owner, id) = (Owner::Organisation(organisation.into()), FileId::generate());
    let contents = Contents::Photo(Work::of(sent.clone()).unwrap().finish().unwrap());
    let files = &front.gateway.files;
    files
        .keep(owner, id, digest(&sent), contents)
        .await
        .unwrap();
    id.address()
}

/// A front whose link offers a home with these photos.
async fn front() -> (Front, [String; 3]) {
    let front = Front::new().await;
    front.upstream.on(OpenInviteRequest::PATH, || Ok(offered()));
    // The landlord's, a stranger's that the landlord names, and one of the landlord's that no home shows.
    let photos = [
        kept(&front, 11).await,
        kept(&front, 12).await,
        kept(&front, 11).await,
    ];
    let [own, strange, _] = photos.clone();
    front.upstream.on(ListHomeFactsRequest::PATH, move || {
        Ok(ListHomeFactsResponse {
            homes: vec![HomeFacts {
                property_id: 42,
                bedrooms: 3,
                bathrooms: 1,
                size: "74 m²".to_owned(),
                furnishing: Furnishing::Unfurnished.into(),
                photo_urls: vec![
                    own.clone(),
                    strange.clone(),
                    "https://elsewhere.example/p.jpg".to_owned(),
                ],
            }],
        })
    });
    (front, photos)
}

fn shown(address: &str) -> String {
    address.replace("/api/files/", &format!("{PAGE}/photos/"))
}

#[tokio::test]
async fn a_link_tells_what_portfolio_knows_of_its_homes() {
    let (front, [own, strange, _]) = front().await;
    let page = front.get(PAGE, "").await.json();
    assert_eq!(
        page["properties"][0]["facts"],
        json!({"bedrooms": 3, "bathrooms": 1, "size": "74 m²", "furnishing": "Unfurnished",
            "photos": [shown(&own), shown(&strange)]})
    );
    let asked: ListHomeFactsRequest = front.upstream.asked().remove(1).message();
    assert_eq!((asked.organisation_id, asked.property_ids), (11, vec![42]));

    // While portfolio is away, the form goes out without.
    front.upstream.on(ListHomeFactsRequest::PATH, || {
        Err::<ListHomeFactsResponse, _>(into_status(Error::unavailable("away")))
    });
    let page = front.get(PAGE, "").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.json()["properties"][0]["facts"], Value::Null);
    let photo = front.get(&shown(&own), "").await;
    assert_eq!(photo.status, 503);
}

#[tokio::test]
async fn a_link_serves_the_photos_of_its_homes_and_no_other_file() {
    let (front, [own, strange, hidden]) = front().await;
    let photo = front.get(&shown(&own), "").await;
    assert_eq!(
        (photo.status.as_u16(), photo.header("content-type")),
        (200, "image/png")
    );
    assert_eq!(
        photo.header("content-disposition"),
        "inline; filename=\"photo.png\""
    );
    assert!(photo.header("cache-control").starts_with("private"));
    assert!(photo.header("content-security-policy").contains("sandbox"));
    let small = front.get(&format!("{}?size=thumb", shown(&own)), "").await;
    let length = |header: &str| header.parse::<u64>().unwrap();
    assert!(length(small.header("content-length")) < length(photo.header("content-length")));
    for other in [shown(&strange), shown(&hidden), format!("{PAGE}/photos/x")] {
        let refused = front.get(&other, "").await;
        assert_eq!(
            (refused.status.as_u16(), refused.reason().as_str()),
            (404, "FILE_NOT_FOUND"),
            "{other}"
        );
    }
    let large = format!("{}?size=huge", shown(&own));
    assert_eq!(front.get(&large, "").await.status, 422);

    front.upstream.on(OpenInviteRequest::PATH, || {
        Err::<OpenInviteResponse, _>(into_status(Error::LinkInvalid {
            message: "This link is invalid or has expired.",
        }))
    });
    let refused = front.get(&shown(&own), "").await;
    assert_eq!(refused.reason(), "LINK_INVALID");
}
