//! The duties of homes, from JSON to the contract and back.

use lintel_proto::{
    Rpc as _,
    common::v1::{Date, Nation},
    portfolio::v1::{
        AnswerHomeFactRequest, AnswerHomeFactResponse, Duty, DutyCounts, DutyExemption, DutyTotal,
        HomeDuties, HomeDuty, HomeDutySort, HomeDutyState, HomeFact, LicensingArea,
        ListHomeDutiesRequest, ListHomeDutiesResponse, PropertyType, RemoveDutyExemptionRequest,
        RemoveDutyExemptionResponse, SetDutyExemptionRequest, SetDutyExemptionResponse,
        UnknownFact,
    },
};
use serde_json::json;

use super::front::Front;

const fn day(year: i32, month: i32, day: i32) -> Option<Date> {
    Some(Date { year, month, day })
}

fn exempted() -> HomeDuty {
    HomeDuty {
        duty: Duty::Insurance.into(),
        state: HomeDutyState::NotRequired.into(),
        reason: "You said that it is not needed".to_owned(),
        short_reason: "By the block".to_owned(),
        exemption: Some(DutyExemption {
            reason: "By the block".to_owned(),
            user_id: 11,
            create_time: Some(prost_types::Timestamp::default()),
        }),
        ..Default::default()
    }
}

fn shown() -> serde_json::Value {
    json!({
        "duty": "Insurance", "state": "NotRequired", "reason": "You said that it is not needed",
        "shortReason": "By the block", "rule": null, "ruleSource": null, "ruleDoubt": null, "unknownFact": null,
        "validUntil": null, "tested": null, "daysRemaining": null, "certificateId": null,
        "exemption": {"reason": "By the block", "userId": 11, "createdAt": "1970-01-01T00:00:00Z"}, "tenancyStart": null
    })
}

#[tokio::test]
async fn homes_are_asked_for_and_shown_with_their_totals() {
    let front = Front::new().await;
    front.upstream.on(ListHomeDutiesRequest::PATH, || {
        let gas = HomeDuty {
            duty: Duty::GasSafety.into(),
            state: HomeDutyState::Due.into(),
            reason: "Its last day is near".to_owned(),
            rule: "Every let home with gas, each year".to_owned(),
            rule_source: "An Act".to_owned(),
            unknown_fact: HomeFact::Gas.into(),
            valid_until_date: day(2026, 12, 3),
            days_remaining: Some(3),
            certificate_id: 301,
            ..Default::default()
        };
        let counts = DutyCounts {
            due: 1,
            not_required: 1,
            ..Default::default()
        };
        Ok(ListHomeDutiesResponse {
            homes: vec![HomeDuties {
                property_id: 42,
                display_name: "Ashmead House".to_owned(),
                address: "212 Ashmead Road, Bristol".to_owned(),
                postcode: "BS6 7QD".to_owned(),
                property_type: PropertyType::House.into(),
                nation: Nation::England.into(),
                duties: vec![gas, exempted()],
            }],
            next_page_token: "next".to_owned(),
            match_count: 2,
            home_count: 3,
            to_do_home_count: 1,
            totals: Some(counts),
            columns: vec![DutyTotal {
                duty: Duty::GasSafety.into(),
                counts: Some(counts),
                next_date: day(2026, 12, 3),
            }],
            next_date: day(2026, 12, 3),
            unknown_facts: vec![UnknownFact {
                fact: HomeFact::Gas.into(),
                home_count: 9,
            }],
            in_date_names: vec!["Wharf Lane".to_owned()],
        })
    });
    let (_, token) = front.landlord();
    let path = "/api/compliance/homes?search=bs67qd&duty=Gas%20Safety&toDo=true&sort=name&propertyId=42&pageSize=20&pageToken=t";
    let answer = front.get(path, &token).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let counts = json!({"missing": 0, "expired": 0, "due": 1, "valid": 0, "notRequired": 1});
    assert_eq!(
        answer.json(),
        json!({
            "homes": [{
                "propertyId": 42, "name": "Ashmead House", "address": "212 Ashmead Road, Bristol", "postcode": "BS6 7QD",
                "propertyType": "House", "nation": "England",
                "duties": [{
                    "duty": "Gas Safety", "state": "Due", "reason": "Its last day is near", "shortReason": null,
                    "rule": "Every let home with gas, each year", "ruleSource": "An Act", "ruleDoubt": null,
                    "unknownFact": "gas", "validUntil": "2026-12-03", "tested": null, "daysRemaining": 3,
                    "certificateId": 301, "exemption": null, "tenancyStart": null
                }, shown()]
            }],
            "nextPageToken": "next", "matchCount": 2, "homeCount": 3, "toDoHomeCount": 1, "totals": counts,
            "columns": [{"duty": "Gas Safety", "counts": counts, "nextDate": "2026-12-03"}], "nextDate": "2026-12-03",
            "unknownFacts": [{"fact": "gas", "homes": 9}], "inDateNames": ["Wharf Lane"]
        })
    );
    let asked: ListHomeDutiesRequest = front.upstream.asked()[0].message();
    assert_eq!(
        asked,
        ListHomeDutiesRequest {
            search: "bs67qd".to_owned(),
            duty: Duty::GasSafety.into(),
            to_do: true,
            sort: HomeDutySort::Name.into(),
            property_id: 42,
            page_size: 20,
            page_token: "t".to_owned(),
        }
    );
}

#[tokio::test]
async fn a_duty_is_exempted_and_required_again() {
    let front = Front::new().await;
    front.upstream.on(SetDutyExemptionRequest::PATH, || {
        Ok(SetDutyExemptionResponse {
            duty: Some(exempted()),
        })
    });
    front.upstream.on(RemoveDutyExemptionRequest::PATH, || {
        Ok(RemoveDutyExemptionResponse {
            duty: Some(exempted()),
        })
    });
    let (_, token) = front.landlord();
    let body = json!({"propertyId": 42, "duty": "Insurance", "reason": "By the block"});
    let answer = front
        .post("/api/compliance/exemptions", &token, &body)
        .await;
    assert_eq!((answer.status.as_u16(), answer.json()), (200, shown()));
    let body = json!({"propertyId": 42, "duty": "Insurance"});
    let path = "/api/compliance/exemptions/take-back";
    let answer = front.post(path, &token, &body).await;
    assert_eq!((answer.status.as_u16(), answer.json()), (200, shown()));
    let asked = front.upstream.asked();
    let set: SetDutyExemptionRequest = asked[0].message();
    assert_eq!(
        (set.property_id, set.duty(), set.reason.as_str()),
        (42, Duty::Insurance, "By the block")
    );
    let removed: RemoveDutyExemptionRequest = asked[1].message();
    assert_eq!((removed.property_id, removed.duty()), (42, Duty::Insurance));
}

#[tokio::test]
async fn a_fact_is_said_of_all_homes() {
    let front = Front::new().await;
    front.upstream.on(AnswerHomeFactRequest::PATH, || {
        Ok(AnswerHomeFactResponse {
            answered_count: 100,
            remaining_count: 7,
        })
    });
    let (_, token) = front.landlord();
    for body in [json!({"gas": false}), json!({"licensingArea": "None"})] {
        let answer = front.post("/api/compliance/facts", &token, &body).await;
        assert_eq!(
            (answer.status.as_u16(), answer.json()),
            (200, json!({"answered": 100, "remaining": 7}))
        );
    }
    let asked = front.upstream.asked();
    let gas: AnswerHomeFactRequest = asked[0].message();
    assert_eq!(gas.gas, Some(false));
    let area: AnswerHomeFactRequest = asked[1].message();
    assert_eq!(
        (area.gas, area.licensing_area()),
        (None, LicensingArea::None)
    );
}
