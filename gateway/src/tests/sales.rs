//! Sales from JSON to the contract and back.

use axum::body::Body;
use lintel_proto::{
    Rpc as _,
    common::v1::Date,
    portfolio::v1::{
        GetSaleAnalyticsRequest, GetSaleAnalyticsResponse, ListSoldPropertiesRequest,
        ListSoldPropertiesResponse, PreviewSaleRequest, PreviewSaleResponse, PropertyType, Sale,
        SaleAnalytics, SaleFigures, SellPropertyRequest, SellPropertyResponse, SoldProperty,
        SoldPropertySort,
    },
};
use serde_json::{Value, json};

use super::{
    front::{Front, request},
    properties::pounds,
};

fn figures() -> SaleFigures {
    SaleFigures {
        gross_profit: pounds(4_500_000),
        total_costs: pounds(1_530_000),
        total_investment: pounds(22_010_000),
        proceeds: pounds(24_980_000),
        net_profit: pounds(2_970_000),
        profit_percentage: "13.5".to_owned(),
        holding_period_years: "7.0".to_owned(),
        annualized_return: String::new(),
    }
}

fn sold() -> SoldProperty {
    let day = |year| {
        Some(Date {
            year,
            month: 11,
            day: 1,
        })
    };
    SoldProperty {
        sold_property_id: 7,
        original_property_id: 42,
        display_name: "Harbour View".to_owned(),
        address: "2 Slipway Road".to_owned(),
        postcode: "PL1 3QN".to_owned(),
        property_type: PropertyType::Flat.into(),
        purchase_year: 2019,
        sale: Some(Sale {
            sale_price: pounds(25_500_000),
            sale_date: day(2026),
            purchase_price: pounds(21_000_000),
            purchase_date: day(2019),
            stamp_duty: pounds(850_000),
            ..Sale::default()
        }),
        figures: Some(figures()),
        create_time: Some(prost_types::Timestamp {
            seconds: 1_795_000_000,
            nanos: 0,
        }),
        version: 1,
        ..SoldProperty::default()
    }
}

#[tokio::test]
async fn a_sale_reaches_the_service_and_the_sold_property_is_shown() {
    let front = Front::new().await;
    front.upstream.on(SellPropertyRequest::PATH, || {
        Ok(SellPropertyResponse {
            sold_property: Some(sold()),
        })
    });
    let (_, token) = front.landlord();
    let body = json!({"salePrice": "255,000", "saleDate": "2026-11-01", "purchasePrice": 210000, "stampDuty": "£8,500",
        "deposit": "", "organisationId": 99});
    let mut post = request(
        "POST",
        "/api/properties/42/sell",
        &token,
        Body::from(body.to_string()),
    );
    for (name, value) in [("if-match", "\"3\""), ("idempotency-key", "2f7c1f6e-key")] {
        post.headers_mut().insert(name, value.parse().unwrap());
    }
    let answer = front.send(post).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    assert_eq!(answer.header("location"), "/api/sold-properties/7");
    assert_eq!(answer.header("etag"), "\"1\"");
    assert!(
        answer.text.contains(r#""holdingPeriodYears":7.0,"#),
        "{}",
        answer.text
    );
    let shown = answer.json();
    for (field, value) in [
        ("id", json!(7)),
        ("originalPropertyId", json!(42)),
        ("saleDate", json!("2026-11-01")),
        ("salePrice", json!("255000.00")),
        ("deposit", Value::Null),
        ("netProfit", json!("29700.00")),
        ("profitPercentage", json!(13.5)),
        ("annualizedReturn", Value::Null),
        ("notes", Value::Null),
        ("createdAt", json!("2026-11-18T11:06:40Z")),
    ] {
        assert_eq!(shown[field], value, "{field}");
    }
    let described = serde_json::to_value(crate::api::document()).unwrap();
    let described = &described["components"]["schemas"]["SoldProperty"]["properties"];
    let names = |object: &Value| {
        object
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&shown), names(described));

    let message: SellPropertyRequest = front.upstream.asked().remove(0).message();
    assert_eq!((message.property_id, message.etag.as_str()), (42, "\"3\""));
    assert_eq!(message.request_id, "2f7c1f6e-key");
    let sale = message.sale.unwrap();
    assert_eq!((sale.sale_price, sale.deposit), (pounds(25_500_000), None));
}

#[tokio::test]
async fn a_preview_leaves_open_what_it_cannot_know() {
    let front = Front::new().await;
    front.upstream.on(PreviewSaleRequest::PATH, || {
        let figures = SaleFigures {
            total_costs: pounds(0),
            ..SaleFigures::default()
        };
        Ok(PreviewSaleResponse {
            figures: Some(figures),
        })
    });
    let (_, token) = front.landlord();
    let answer = front
        .post("/api/properties/42/sell/preview", &token, &json!({}))
        .await;
    let expected = json!({"grossProfit": null, "totalCosts": "0.00", "totalInvestment": null, "proceeds": null,
        "netProfit": null, "profitPercentage": null, "holdingPeriodYears": null, "annualizedReturn": null});
    assert_eq!(answer.json(), expected);
}

#[tokio::test]
async fn a_list_keeps_its_order_from_page_to_page() {
    let front = Front::new().await;
    front.upstream.on(ListSoldPropertiesRequest::PATH, || {
        Ok(ListSoldPropertiesResponse {
            sold_properties: vec![sold()],
            next_page_token: "next".to_owned(),
        })
    });
    let (_, token) = front.landlord();
    let answer = front
        .get(
            "/api/sold-properties?sort=profit&direction=asc&pageSize=1",
            &token,
        )
        .await;
    assert_eq!(
        answer.header("link"),
        r#"</api/sold-properties?sort=profit&direction=asc&pageSize=1&pageToken=next>; rel="next""#
    );
    let message: ListSoldPropertiesRequest = front.upstream.asked().remove(0).message();
    let expected = ListSoldPropertiesRequest {
        page_size: 1,
        page_token: String::new(),
        sort: SoldPropertySort::Profit.into(),
        ascending: true,
    };
    assert_eq!(message, expected);
    let refused = front.get("/api/sold-properties?sort=price", &token).await;
    assert_eq!(refused.status, 422);
}

#[tokio::test]
async fn the_figures_of_all_sales_come_with_the_sales() {
    let front = Front::new().await;
    front.upstream.on(GetSaleAnalyticsRequest::PATH, || {
        let analytics = SaleAnalytics {
            sold_count: 1,
            total_sales: pounds(25_500_000),
            total_purchase_price: pounds(21_000_000),
            total_costs: pounds(1_530_000),
            total_gross_profit: pounds(4_500_000),
            total_net_profit: pounds(2_970_000),
            average_holding_period: "7.0".to_owned(),
            shortest_holding_period: "7.0".to_owned(),
            longest_holding_period: String::new(),
            average_annual_return: "1.8".to_owned(),
        };
        Ok(GetSaleAnalyticsResponse {
            analytics: Some(analytics),
        })
    });
    front.upstream.on(ListSoldPropertiesRequest::PATH, || {
        Ok(ListSoldPropertiesResponse {
            sold_properties: vec![sold()],
            next_page_token: String::new(),
        })
    });
    let (_, token) = front.landlord();
    let shown = front
        .get("/api/sold-properties/analytics", &token)
        .await
        .json();
    assert_eq!(shown["soldProperties"][0]["id"], json!(7));
    for (field, value) in [
        ("soldCount", json!(1)),
        ("totalSales", json!("255000.00")),
        ("totalNetProfit", json!("29700.00")),
        ("averageHoldingPeriod", json!(7.0)),
        ("longestHoldingPeriod", Value::Null),
        ("averageAnnualReturn", json!(1.8)),
    ] {
        assert_eq!(shown[field], value, "{field}");
    }
}
