//! Changes of properties from JSON to the contract and back.

use axum::body::Body;
use lintel_proto::{
    Rpc as _,
    common::v1::Nation,
    identity::v1::{GetUserSettingsRequest, GetUserSettingsResponse, UserSettings},
    portfolio::v1::{
        GetPropertyRequest, GetPropertyResponse, PreviewPropertyRequest, PreviewPropertyResponse,
        PropertyFigures, ProposeNationRequest, ProposeNationResponse, UpdatePropertyRequest,
        UpdatePropertyResponse,
    },
};
use serde_json::{Value, json};

use super::{
    front::{Answer, Front, request},
    properties::{house, pounds},
};

async fn patch(front: &Front, body: &Value, headers: &[(&'static str, &str)]) -> Answer {
    let (_, token) = front.landlord();
    let mut patch = request(
        "PATCH",
        "/api/properties/42",
        &token,
        Body::from(body.to_string()),
    );
    for (name, value) in headers {
        patch.headers_mut().insert(*name, value.parse().unwrap());
    }
    front.send(patch).await
}

async fn front(auto_rent_calculation: bool) -> Front {
    let front = Front::new().await;
    front.upstream.on(UpdatePropertyRequest::PATH, || {
        Ok(UpdatePropertyResponse {
            property: Some(house()),
        })
    });
    front.upstream.on(GetPropertyRequest::PATH, || {
        Ok(GetPropertyResponse {
            property: Some(house()),
        })
    });
    front.upstream.on(GetUserSettingsRequest::PATH, move || {
        let settings = UserSettings {
            auto_rent_calculation,
            ..UserSettings::default()
        };
        Ok(GetUserSettingsResponse {
            settings: Some(settings),
        })
    });
    front
}

fn asked(front: &Front) -> Vec<String> {
    front
        .upstream
        .asked()
        .into_iter()
        .map(|asked| asked.path)
        .collect()
}

#[tokio::test]
async fn a_change_reaches_the_service_with_its_fields_version_and_key() {
    let front = front(true).await;
    let body = json!({"id": 9, "organisationId": 99, "version": 1, "address": "2 Low Road", "serviceCharge": "£85.50",
        "mortgageCompany": null, "monthlyProfit": "5"});
    let headers = [("if-match", "\"3\""), ("idempotency-key", "2f7c1f6e-key")];
    let answer = patch(&front, &body, &headers).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("etag"), "\"3\"");
    assert_eq!(answer.json()["id"], json!(42));
    // The change does not touch the rent, so settings are not read.
    assert_eq!(asked(&front), [UpdatePropertyRequest::PATH]);
    let message: UpdatePropertyRequest = front.upstream.asked().remove(0).message();
    let property = message.property.unwrap();
    let paths = message.update_mask.unwrap().paths;
    assert_eq!(
        paths,
        ["address", "lease.service_charge", "mortgage.company"]
    );
    assert_eq!((property.property_id, property.version), (42, 0));
    assert_eq!(property.lease.unwrap().service_charge, pounds(8_550));
    assert_eq!(message.etag, "\"3\"");
    assert_eq!(message.request_id, "2f7c1f6e-key");
    assert_eq!(message.auto_rent_calculation, None);
}

#[tokio::test]
async fn whether_a_rent_is_locked_is_the_setting_of_who_saves() {
    for setting in [true, false] {
        for body in [
            json!({"monthlyRent": "1,000"}),
            json!({"hmoRoomRentals": {"1": 480}}),
            json!({"propertyType": "HMO", "monthlyRent": null}),
        ] {
            let front = front(setting).await;
            let answer = patch(&front, &body, &[]).await;
            assert_eq!(answer.status, 200, "{answer:?}");
            assert_eq!(
                asked(&front),
                [GetUserSettingsRequest::PATH, UpdatePropertyRequest::PATH],
                "{body}"
            );
            let message: UpdatePropertyRequest = front.upstream.asked().remove(1).message();
            assert_eq!(message.auto_rent_calculation, Some(setting));
        }
    }
    // The rent of other kinds is not a sum.
    let front = front(false).await;
    patch(
        &front,
        &json!({"propertyType": "Flat", "monthlyRent": "1,000"}),
        &[],
    )
    .await;
    assert_eq!(asked(&front), [UpdatePropertyRequest::PATH]);
}

#[tokio::test]
async fn a_rent_is_not_guessed_at_while_settings_cannot_be_read() {
    let front = Front::new().await;
    let answer = patch(&front, &json!({"monthlyRent": "1,000"}), &[]).await;
    assert!(answer.status.is_server_error());
    assert_eq!(asked(&front), [GetUserSettingsRequest::PATH]);
}

#[tokio::test]
async fn a_change_of_nothing_that_is_the_client_s_answers_what_there_is() {
    let front = front(true).await;
    for body in [
        json!({}),
        json!({"id": 7, "createdAt": "x", "annualYield": 5}),
    ] {
        let answer = patch(&front, &body, &[("if-match", "\"3\"")]).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("etag")),
            (200, "\"3\"")
        );
        let stale = patch(&front, &body, &[("if-match", "\"2\"")]).await;
        assert_eq!(
            (stale.status.as_u16(), stale.reason().as_str()),
            (412, "STALE_ETAG")
        );
    }
    assert!(
        asked(&front)
            .iter()
            .all(|path| path == GetPropertyRequest::PATH)
    );
}

#[tokio::test]
async fn what_cannot_be_read_is_named_before_anybody_is_asked() {
    let front = front(true).await;
    let body = json!({"monthlyRent": "lots", "fixedTermEndDate": "soon", "hmoRoomOccupancy": 5});
    let answer = patch(&front, &body, &[]).await;
    assert_eq!(
        (answer.status.as_u16(), answer.reason().as_str()),
        (422, "FIELDS_UNREADABLE")
    );
    let errors = answer.json()["errors"].clone();
    let named: Vec<_> = errors.as_object().unwrap().keys().collect();
    assert_eq!(
        named,
        ["fixedTermEndDate", "hmoRoomOccupancy", "monthlyRent"]
    );
    assert!(asked(&front).is_empty());
}

#[tokio::test]
async fn a_preview_asks_for_nothing_but_figures() {
    let front = front(true).await;
    front.upstream.on(PreviewPropertyRequest::PATH, || {
        let figures = PropertyFigures {
            monthly_profit: pounds(52_900),
            annual_profit: pounds(634_800),
            monthly_costs: pounds(47_100),
            ..PropertyFigures::default()
        };
        Ok(PreviewPropertyResponse {
            figures: Some(figures),
        })
    });
    let (_, token) = front.landlord();
    let answer = front
        .post(
            "/api/properties/preview",
            &token,
            &json!({"monthlyRent": "£1,000", "name": ""}),
        )
        .await;
    let expected = json!({"monthlyProfit": "529.00", "annualProfit": "6348.00", "monthlyCosts": "471.00", "annualYield": null});
    assert_eq!(answer.json(), expected);
    let message: PreviewPropertyRequest = front.upstream.asked().remove(0).message();
    assert_eq!(message.property.unwrap().monthly_rent, pounds(100_000));
}

#[tokio::test]
async fn a_nation_is_proposed_for_a_postcode_in_any_spelling() {
    let front = front(true).await;
    front.upstream.on(ProposeNationRequest::PATH, || {
        Ok(ProposeNationResponse {
            nation: Nation::England.into(),
            other_nation: Nation::Wales.into(),
            outside_reason: String::new(),
        })
    });
    let (_, token) = front.landlord();
    let answer = front
        .get("/api/properties/nation?postcode=ch4%200aa", &token)
        .await;
    let expected = json!({"nation": "England", "otherNation": "Wales", "reason": null});
    assert_eq!(answer.json(), expected);
    let message: ProposeNationRequest = front.upstream.asked().remove(0).message();
    assert_eq!(message.postcode, "ch4 0aa");
}

#[tokio::test]
async fn a_nation_is_changed_and_told_with_the_question_that_is_open() {
    let front = front(true).await;
    let answer = patch(&front, &json!({"nation": "Wales"}), &[]).await;
    assert_eq!(answer.status, 200);
    let told = answer.json();
    assert_eq!(told["nation"], "England");
    assert_eq!(told["nationToConfirm"], true);
    assert_eq!(told["otherNation"], "Wales");
    let message: UpdatePropertyRequest = front.upstream.asked().remove(0).message();
    assert_eq!(message.update_mask.unwrap().paths, ["nation"]);
    assert_eq!(message.property.unwrap().nation(), Nation::Wales);
    let answer = patch(&front, &json!({"nation": "Cornwall"}), &[]).await;
    assert_eq!(answer.status, 422);
    assert!(answer.json()["errors"]["nation"].is_array());
}
