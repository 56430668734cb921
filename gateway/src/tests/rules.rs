//! The rules from the contract to JSON.

use lintel_proto::{
    Rpc as _,
    common::v1::{Date, Nation},
    portfolio::v1::{ListRulesRequest, ListRulesResponse, NationHomes, Rule, RuleState},
};
use serde_json::json;

use super::front::Front;

#[tokio::test]
async fn rules_are_told_with_what_is_not_known_of_them_as_null() {
    let front = Front::new().await;
    let day = |month, day| {
        Some(Date {
            year: 2027,
            month,
            day,
        })
    };
    front.upstream.on(ListRulesRequest::PATH, move || {
        Ok(ListRulesResponse {
            rules: vec![Rule {
                key: "income-tax.rates".to_owned(),
                topic: "Tax".to_owned(),
                title: "Income tax on property".to_owned(),
                nations: vec![Nation::England.into(), Nation::NorthernIreland.into()],
                text: "22%, 42% and 47%".to_owned(),
                from_date: day(4, 6),
                until_date: None,
                state: RuleState::Coming.into(),
                source: "GOV.UK: property income rates".to_owned(),
                check_date: day(1, 2),
                confirmed: true,
                doubt: String::new(),
                used: "Analyse ROI".to_owned(),
                example: String::new(),
            }],
            homes: vec![NationHomes {
                nation: Nation::Wales.into(),
                homes: 3,
            }],
        })
    });
    let (_, token) = front.landlord();
    let answer = front.get("/api/rules", &token).await;
    let expected = json!({
        "rules": [{
            "key": "income-tax.rates", "topic": "Tax", "title": "Income tax on property", "nations": ["England", "Northern Ireland"],
            "text": "22%, 42% and 47%", "fromDate": "2027-04-06", "untilDate": null, "state": "Coming",
            "source": "GOV.UK: property income rates", "checkDate": "2027-01-02", "confirmed": true, "doubt": null,
            "used": "Analyse ROI", "example": null
        }],
        "homes": [{"nation": "Wales", "homes": 3}]
    });
    assert_eq!((answer.status.as_u16(), answer.json()), (200, expected));
}
