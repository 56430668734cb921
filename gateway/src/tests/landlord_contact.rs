//! The landlord's contact on the pages of those who have a link.

use lintel_core::Error;
use lintel_proto::{
    Rpc as _,
    identity::v1::{FindLandlordContactRequest, FindLandlordContactResponse, LandlordContact},
    status::into_status,
    tenancy::v1::{
        GetOwnApplicationRequest, GetOwnApplicationResponse, OpenEmployerRequestRequest,
        OpenEmployerRequestResponse, OpenGuarantorRequestRequest, OpenGuarantorRequestResponse,
    },
    viewings::v1::{OpenViewingRequest, OpenViewingResponse, ViewerPage},
};
use serde_json::{Value, json};

use super::{applications::application, front::Front, viewings::page};

const PAGES: [&str; 4] = [
    "/api/tenant-status/st4tus",
    "/api/guarantor-verify/t0k",
    "/api/employer-verify/t0k",
    "/api/viewings/t0k",
];

async fn front() -> Front {
    let front = Front::new().await;
    front.upstream.on(GetOwnApplicationRequest::PATH, || {
        Ok(GetOwnApplicationResponse {
            application: Some(application()),
            organisation_id: 11,
        })
    });
    front.upstream.on(OpenGuarantorRequestRequest::PATH, || {
        Ok(OpenGuarantorRequestResponse {
            organisation_id: 11,
            ..Default::default()
        })
    });
    front.upstream.on(OpenEmployerRequestRequest::PATH, || {
        Ok(OpenEmployerRequestResponse {
            organisation_id: 11,
            ..Default::default()
        })
    });
    front.upstream.on(OpenViewingRequest::PATH, || {
        let page = page().map(|page| ViewerPage {
            organisation_id: 11,
            ..page
        });
        Ok(OpenViewingResponse { page })
    });
    front
}

#[tokio::test]
async fn every_page_by_a_link_says_how_to_reach_the_landlord() {
    let front = front().await;
    front.upstream.on(FindLandlordContactRequest::PATH, || {
        Ok(FindLandlordContactResponse {
            contact: Some(LandlordContact {
                display_name: "Okafor Lettings".to_owned(),
                contact_name: "Helen Okafor".to_owned(),
                contact_phone: "0117 496 0140".to_owned(),
                contact_email: String::new(),
                notice_address: "4 Queen Charlotte Court, Bristol BS1 4HE".to_owned(),
            }),
        })
    });
    for path in PAGES {
        let shown = front.get(path, "").await;
        assert_eq!(
            shown.json()["landlord"],
            json!({"name": "Okafor Lettings", "contactName": "Helen Okafor", "phone": "0117 496 0140", "email": null,
                "noticeAddress": "4 Queen Charlotte Court, Bristol BS1 4HE"}),
            "{path}"
        );
    }
    let asked = front.upstream.asked();
    let last: FindLandlordContactRequest = asked[asked.len() - 1].message();
    assert_eq!(last.organisation_id, 11);
}

#[tokio::test]
async fn a_page_goes_out_without_it_while_identity_is_away() {
    let front = front().await;
    front
        .upstream
        .on::<FindLandlordContactResponse>(FindLandlordContactRequest::PATH, || {
            Err(into_status(Error::unavailable("away")))
        });
    for path in PAGES {
        let shown = front.get(path, "").await;
        assert_eq!(shown.status.as_u16(), 200, "{path}");
        assert_eq!(shown.json()["landlord"], Value::Null, "{path}");
    }
}
