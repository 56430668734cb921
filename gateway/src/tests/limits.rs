//! Limits of accounts and organisations by REST and gRPC, and what a refusal contains.

use lintel_core::Error;
use lintel_proto::{
    Rpc as _,
    identity::v1::ExchangeApiKeyResponse,
    portfolio::v1::{
        GetDashboardAnalyticsRequest, GetDashboardAnalyticsResponse,
        analytics_service_client::AnalyticsServiceClient,
    },
    status::into_status,
};
use lintel_testkit::tokens::{landlord, with_token};
use serde_json::json;
use tonic::Code;
use tonic_types::StatusExt as _;

use super::front::Front;

const FIGURES: &str = "/api/dashboard/analytics";

/// A gateway whose service refuses figures with a reason of its own, which shows that a call reached it.
async fn front(limits: &serde_json::Value) -> Front {
    let front = Front::with_limits(limits).await;
    front.upstream.on(GetDashboardAnalyticsRequest::PATH, || {
        Err::<GetDashboardAnalyticsResponse, _>(into_status(Error::NotFound {
            reason: "LET_IN",
            resource: "Test",
        }))
    });
    front
}

#[tokio::test]
async fn an_organisation_has_one_limit_over_rest_and_grpc_which_refusals_name() {
    let front = front(&json!({"limit_organisation_per_minute": 2})).await;
    let (ada, ben) = (landlord(7, 1), landlord(8, 1));
    let ada = front.mint.token(&ada).unwrap();
    let ben = front.mint.token(&ben).unwrap();
    let elsewhere = front.mint.token(&landlord(9, 2)).unwrap();
    let mut figures = AnalyticsServiceClient::new(super::grpc_proxy::open(&front, false).await);
    let call = with_token(GetDashboardAnalyticsRequest::default(), &ada).unwrap();
    let answer = figures.get_dashboard_analytics(call).await.unwrap_err();
    assert_eq!(answer.code(), Code::NotFound, "the service's answer");
    assert_eq!(front.get(FIGURES, &ada).await.reason(), "LET_IN");

    let refused = front.get(FIGURES, &ben).await;
    assert_eq!(
        (refused.status.as_u16(), refused.reason().as_str()),
        (429, "RATE_LIMITED")
    );
    assert_eq!(refused.header("ratelimit-limit"), "2");
    assert_eq!(refused.header("ratelimit-remaining"), "0");
    assert_eq!(
        refused.header("ratelimit-reset"),
        refused.header("retry-after")
    );
    let call = with_token(GetDashboardAnalyticsRequest::default(), &ben).unwrap();
    let refused = figures.get_dashboard_analytics(call).await.unwrap_err();
    assert_eq!(refused.code(), Code::ResourceExhausted);
    let told = refused.metadata();
    assert_eq!(
        ["limit", "remaining"].map(|name| told.get(format!("ratelimit-{name}")).unwrap()),
        ["2", "0"]
    );
    assert_eq!(front.get(FIGURES, &elsewhere).await.reason(), "LET_IN");
}

#[tokio::test]
async fn every_counted_answer_tells_what_is_left_at_both_doors() {
    let front =
        front(&json!({"limit_api_per_minute": 60, "limit_organisation_per_minute": 5})).await;
    let (_, token) = front.landlord();
    let answer = front.get(FIGURES, &token).await;
    let told =
        ["limit", "remaining", "reset"].map(|name| answer.header(&format!("ratelimit-{name}")));
    // Least is left to the organisation: five a minute, one more every 12 seconds.
    assert_eq!(
        (answer.reason().as_str(), told),
        ("LET_IN", ["5", "4", "12"])
    );

    let mut figures = AnalyticsServiceClient::new(super::grpc_proxy::open(&front, false).await);
    front.upstream.on(GetDashboardAnalyticsRequest::PATH, || {
        Ok(GetDashboardAnalyticsResponse::default())
    });
    let call = with_token(GetDashboardAnalyticsRequest::default(), &token).unwrap();
    let answer = figures.get_dashboard_analytics(call).await.unwrap();
    let told = ["limit", "remaining", "reset"].map(|name| {
        let value = answer.metadata().get(format!("ratelimit-{name}"));
        value.unwrap().to_str().unwrap()
    });
    assert_eq!(told, ["5", "3", "12"]);

    // A refusal of a stranger is counted by address alone.
    let stranger = front.get(FIGURES, "made up").await;
    assert_eq!(
        (stranger.status.as_u16(), stranger.header("ratelimit-limit")),
        (401, "60")
    );
    assert!(
        !front
            .get("/healthz", "")
            .await
            .headers
            .contains_key("ratelimit-limit")
    );
}

#[tokio::test]
async fn an_account_has_the_same_limit_over_grpc_as_over_rest() {
    // One call of the account is made first, so the third call here exceeds the limit of the account, not of the address.
    let front = front(&json!({"limit_api_per_minute": 3})).await;
    let (_, token) = front.landlord();
    front
        .gateway
        .limits
        .check_caller(&front.landlord().0)
        .unwrap();
    let mut figures = AnalyticsServiceClient::new(super::grpc_proxy::open(&front, false).await);
    let mut reasons = Vec::new();
    for _ in 0..3 {
        let call = with_token(GetDashboardAnalyticsRequest::default(), &token).unwrap();
        let answer = figures.get_dashboard_analytics(call).await.unwrap_err();
        reasons.push(answer.get_details_error_info().unwrap().reason);
    }
    assert_eq!(reasons, ["LET_IN", "LET_IN", "RATE_LIMITED"]);
}

#[tokio::test]
async fn what_identity_counts_for_all_replicas_is_refused_with_the_same_headers() {
    let front = front(&json!({})).await;
    front.upstream.on::<ExchangeApiKeyResponse>(
        "/lintel.identity.v1.ApiKeyService/ExchangeApiKey",
        || {
            let wait = std::time::Duration::from_secs(180);
            Err(into_status(Error::rate_limited(20, wait)))
        },
    );
    let refused = front.get(FIGURES, "lk_made-up").await;
    assert_eq!(
        (refused.status.as_u16(), refused.reason().as_str()),
        (429, "RATE_LIMITED")
    );
    assert_eq!(refused.header("ratelimit-limit"), "20");
    assert_eq!(refused.header("retry-after"), "180");
    let asked = front.upstream.asked();
    // Identity is told the address for which wrong keys are counted.
    assert!(asked[0].headers.contains_key("x-lintel-client-address"));
}
