//! Properties from JSON to the contract and back.

use axum::body::Body;
use lintel_core::Expected;
use lintel_proto::{
    Rpc as _,
    common::v1::{Date, Money, Nation},
    identity::v1::{GetUserSettingsRequest, GetUserSettingsResponse, UserSettings},
    portfolio::v1::{
        CreatePropertyRequest, CreatePropertyResponse, DashboardAnalytics, DeletePropertyRequest,
        DeletePropertyResponse, DueState, GetDashboardAnalyticsRequest,
        GetDashboardAnalyticsResponse, GetPortfolioSeriesRequest, GetPortfolioSeriesResponse,
        GetPropertyRequest, GetPropertyResponse, Lease, ListPropertiesRequest,
        ListPropertiesResponse, Mortgage, PortfolioMonth, Property, PropertyFigures,
        PropertyListing, PropertySort, PropertyStatus, PropertyType, Room,
    },
};
use serde_json::{Value, json};

use super::{
    front::{Front, request},
    upstream::Asked,
};

pub fn pounds(minor_units: i64) -> Option<Money> {
    Some(Money {
        currency_code: "GBP".to_owned(),
        minor_units,
    })
}

pub fn house() -> Property {
    let room = |number: &str, occupied| Room {
        room_number: number.to_owned(),
        monthly_rent: pounds(48_000),
        asking_rent: pounds(48_000),
        occupied,
        ..Default::default()
    };
    Property {
        property_id: 42,
        display_name: "Shared house".to_owned(),
        address: "1 Long Road".to_owned(),
        postcode: "BS1 4RW".to_owned(),
        property_type: PropertyType::Hmo.into(),
        bedrooms: 2,
        bathrooms: 1,
        monthly_rent: pounds(96_000),
        status: PropertyStatus::PartiallyOccupied.into(),
        rooms: vec![room("2", true), room("10", false)],
        lease: Some(Lease {
            ground_rent: pounds(5),
            ..Default::default()
        }),
        mortgage: Some(Mortgage {
            interest_rate_percent: "4.50".to_owned(),
            fixed_term_end_date: Some(Date {
                year: 2028,
                month: 2,
                day: 29,
            }),
            ..Default::default()
        }),
        figures: Some(PropertyFigures {
            monthly_profit: pounds(-1),
            annual_profit: pounds(-12),
            annual_yield_percent: "8.20".to_owned(),
            monthly_costs: pounds(96_001),
            running_costs: pounds(40_825),
            annual_projection: None,
            mortgage_paid_off_percent: "11.7".to_owned(),
            fixed_term_days_remaining: Some(-3),
            fixed_term_state: DueState::Danger.into(),
            value_change: pounds(-100),
            ltv_percent: "66.67".to_owned(),
            occupied_rooms: 1,
            ..Default::default()
        }),
        tenancy_active: true,
        rooms_configured: true,
        create_time: Some(prost_types::Timestamp {
            seconds: 1_795_000_000,
            nanos: 5_000,
        }),
        update_time: Some(prost_types::Timestamp {
            seconds: 1_795_000_000,
            nanos: 0,
        }),
        version: 3,
        nation: Nation::England.into(),
        nation_to_confirm: true,
        other_nation: Nation::Wales.into(),
        ..Default::default()
    }
}

#[tokio::test]
async fn a_property_is_shown_in_the_shapes_of_the_specification() {
    let front = Front::new().await;
    front.upstream.on(GetPropertyRequest::PATH, || {
        Ok(GetPropertyResponse {
            property: Some(house()),
        })
    });
    let (_, token) = front.landlord();
    let answer = front.get("/api/properties/42", &token).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("etag"), "\"3\"");
    assert_eq!(answer.header("cache-control"), "no-store");
    // The text is compared, because a parsed value would not show the digits of a decimal and the order of rooms.
    assert!(
        answer.text.contains(r#""interestRate":4.50,"#),
        "{}",
        answer.text
    );
    assert!(answer.text.contains(r#""annualYield":8.20"#));
    assert!(
        answer
            .text
            .contains(r#""hmoRoomRentals":{"2":"480.00","10":"480.00"}"#)
    );
    let shown = answer.json();
    for (field, value) in [
        ("id", json!(42)),
        ("name", json!("Shared house")),
        ("propertyType", json!("HMO")),
        ("status", json!("Partially Occupied")),
        ("monthlyRent", json!("960.00")),
        ("purchasePrice", Value::Null),
        ("purchaseYear", Value::Null),
        ("size", Value::Null),
        ("photos", json!([])),
        ("hmoRooms", json!(2)),
        ("hmoRoomOccupancy", json!(["Occupied", "Vacant"])),
        ("groundRent", json!("0.05")),
        ("leaseYearsRemaining", Value::Null),
        ("mortgageType", Value::Null),
        ("fixedTermEndDate", json!("2028-02-29")),
        ("monthlyProfit", json!("-0.01")),
        ("monthlyCosts", json!("960.01")),
        ("runningCosts", json!("408.25")),
        ("monthlyInsurance", Value::Null),
        ("annualProjection", Value::Null),
        ("mortgagePaidOffPercent", json!(11.7)),
        ("fixedTermDaysRemaining", json!(-3)),
        ("fixedTermState", json!("Danger")),
        ("insuranceDaysRemaining", Value::Null),
        ("insuranceRenewalState", Value::Null),
        ("valueChange", json!("-1.00")),
        ("ltvPercent", json!(66.67)),
        ("occupiedRooms", json!(1)),
        ("roomsConfigured", json!(true)),
        ("tenancyActive", json!(true)),
        ("createdAt", json!("2026-11-18T11:06:40.000005Z")),
        ("version", json!(3)),
    ] {
        assert_eq!(shown[field], value, "{field}");
    }
    let described = serde_json::to_value(crate::api::document()).unwrap();
    let described = &described["components"]["schemas"]["Property"]["properties"];
    let names = |object: &Value| {
        object
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&shown), names(described));
}

#[tokio::test]
async fn a_new_property_reaches_the_service_with_its_key_and_its_caller() {
    let front = Front::new().await;
    let created = || {
        Ok(CreatePropertyResponse {
            property: Some(house()),
        })
    };
    front.upstream.on(CreatePropertyRequest::PATH, created);
    front.upstream.on(GetUserSettingsRequest::PATH, || {
        let settings = UserSettings {
            default_inspection_frequency: 3,
            ..UserSettings::default()
        };
        Ok(GetUserSettingsResponse {
            settings: Some(settings),
        })
    });
    let (_, token) = front.landlord();
    let body = json!({"name": "Shared house", "propertyType": "HMO", "hmoRooms": 1,
        "hmoRoomRentals": "{\"1\": \"£480\"}", "organisationId": 99, "id": 5});
    let mut post = request("POST", "/api/properties", &token, body.to_string().into());
    let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    for (name, value) in [
        ("idempotency-key", "2f7c1f6e-key"),
        ("traceparent", trace),
        ("x-lintel-service-key", "stolen"),
    ] {
        post.headers_mut().insert(name, value.parse().unwrap());
    }
    let answer = front.send(post).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    assert_eq!(answer.header("location"), "/api/properties/42");
    assert_eq!(answer.header("etag"), "\"3\"");

    let asked = added(&front);
    let header = |name: &str| asked.headers.get(name).map(|value| value.to_str().unwrap());
    assert_eq!(
        header("authorization"),
        Some(format!("Bearer {token}").as_str())
    );
    assert_eq!(header("x-lintel-service-key"), None);
    assert!(header("grpc-timeout").is_some());
    let message: CreatePropertyRequest = asked.message();
    assert_eq!(message.request_id, "2f7c1f6e-key");
    let property = message.property.unwrap();
    assert_eq!(property.property_id, 0);
    assert_eq!(property.rooms[0].monthly_rent, pounds(48_000));
    // It is inspected as often as the settings of its maker say.
    assert_eq!(message.inspection_frequency_months, Some(3));
}

#[tokio::test]
async fn a_property_is_added_while_its_adder_s_settings_cannot_be_read() {
    let front = Front::new().await;
    front.upstream.on(CreatePropertyRequest::PATH, || {
        Ok(CreatePropertyResponse {
            property: Some(house()),
        })
    });
    let (_, token) = front.landlord();
    let answer = front
        .post("/api/properties", &token, &json!({"name": "House"}))
        .await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let message: CreatePropertyRequest = added(&front).message();
    assert_eq!(message.inspection_frequency_months, None);
}

/// Returns the call by which the service was asked to add a property.
fn added(front: &Front) -> Asked {
    let mut asked = front.upstream.asked().into_iter();
    asked
        .find(|asked| asked.path == CreatePropertyRequest::PATH)
        .unwrap()
}

#[tokio::test]
async fn a_property_is_deleted_at_the_version_that_was_seen() {
    let front = Front::new().await;
    front.upstream.on(DeletePropertyRequest::PATH, || {
        Ok(DeletePropertyResponse {})
    });
    let (_, token) = front.landlord();
    let mut delete = request("DELETE", "/api/properties/42", &token, Body::empty());
    for (name, value) in [("if-match", "\"3\""), ("idempotency-key", "2f7c1f6e-key")] {
        delete.headers_mut().insert(name, value.parse().unwrap());
    }
    let answer = front.send(delete).await;
    assert_eq!(
        (answer.status, answer.text.as_str()),
        (204.try_into().unwrap(), "")
    );
    let asked: DeletePropertyRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        DeletePropertyRequest {
            property_id: 42,
            etag: "\"3\"".to_owned(),
            request_id: "2f7c1f6e-key".to_owned(),
        }
    );
}

#[tokio::test]
async fn a_header_that_is_no_text_deletes_nothing() {
    let front = Front::new().await;
    front.upstream.on(DeletePropertyRequest::PATH, || {
        Ok(DeletePropertyResponse {})
    });
    let (_, token) = front.landlord();
    let mut delete = request("DELETE", "/api/properties/42", &token, Body::empty());
    let unreadable = http::HeaderValue::from_bytes(b"\xff").unwrap();
    delete.headers_mut().insert("if-match", unreadable);
    front.send(delete).await;
    let asked: DeletePropertyRequest = front.upstream.asked().remove(0).message();
    assert_eq!(Expected::parse(&asked.etag), Expected::OneOf(vec![]));
}

#[tokio::test]
async fn a_list_is_gathered_from_its_pages() {
    let front = Front::new().await;
    let count = std::sync::atomic::AtomicUsize::new(0);
    front.upstream.on(ListPropertiesRequest::PATH, move || {
        let page = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok(ListPropertiesResponse {
            properties: vec![house(); 2],
            next_page_token: if page == 0 {
                "next".to_owned()
            } else {
                String::new()
            },
            total_size: None,
        })
    });
    let (_, token) = front.landlord();
    let answer = front.get("/api/properties", &token).await;
    assert_eq!(answer.json().as_array().map(Vec::len), Some(4));
    assert_eq!(answer.header("link"), "");
    let asked: Vec<ListPropertiesRequest> = front
        .upstream
        .asked()
        .iter()
        .map(super::upstream::Asked::message)
        .collect();
    assert_eq!(
        asked[0],
        ListPropertiesRequest {
            page_size: 200,
            page_token: String::new(),
            listing: Some(PropertyListing::default()),
        }
    );
    assert_eq!(
        asked[1],
        ListPropertiesRequest {
            page_size: 200,
            page_token: "next".to_owned(),
            listing: Some(PropertyListing::default()),
        }
    );
}

#[tokio::test]
async fn a_page_may_take_as_long_as_any_read_and_only_a_whole_list_longer() {
    let front = Front::new().await;
    front.upstream.on(ListPropertiesRequest::PATH, || {
        Ok(ListPropertiesResponse::default())
    });
    let (_, token) = front.landlord();
    for (path, most) in [
        ("/api/properties?pageSize=10", 1_500_000),
        ("/api/properties", 10_000_000),
    ] {
        front.get(path, &token).await;
        let asked = front.upstream.asked().pop().unwrap();
        let told = asked.headers["grpc-timeout"].to_str().unwrap();
        let micros: u32 = told.strip_suffix('u').unwrap().parse().unwrap();
        assert!(
            micros <= most && micros > most - 1_000_000,
            "{path}: {told}"
        );
    }
}

#[tokio::test]
async fn a_search_reaches_the_service_and_the_address_of_the_next_page() {
    let front = Front::new().await;
    front.upstream.on(ListPropertiesRequest::PATH, || {
        Ok(ListPropertiesResponse {
            properties: vec![house()],
            next_page_token: "next".to_owned(),
            total_size: Some(7),
        })
    });
    let (_, token) = front.landlord();
    let path = "/api/properties?search=high%20street&propertyType=HMO&status=Partially+Occupied&sort=-rent&pageSize=1";
    let answer = front.get(path, &token).await;
    assert_eq!(answer.header("lintel-total-count"), "7");
    let next = "</api/properties?search=high%20street&propertyType=HMO&status=Partially+Occupied&sort=-rent\
                &pageSize=1&pageToken=next>; rel=\"next\"";
    assert_eq!(answer.header("link"), next);
    let asked: ListPropertiesRequest = front.upstream.asked()[0].message();
    let listing = PropertyListing {
        search: "high street".to_owned(),
        property_type: PropertyType::Hmo.into(),
        status: PropertyStatus::PartiallyOccupied.into(),
        sort: PropertySort::MonthlyRent.into(),
        descending: true,
    };
    assert_eq!(asked.listing, Some(listing));
    let later = front.get(&format!("{path}&pageToken=next"), &token).await;
    assert_eq!(later.header("lintel-total-count"), "");
    let answer = front.get("/api/properties?sort=price", &token).await;
    assert_eq!(
        (answer.status.as_u16(), answer.reason().as_str()),
        (422, "FIELDS_UNREADABLE")
    );
}

#[tokio::test]
async fn the_dashboards_figures_are_exact() {
    let front = Front::new().await;
    front.upstream.on(GetDashboardAnalyticsRequest::PATH, || {
        let figures = DashboardAnalytics {
            monthly_net_profit: pounds(421_055),
            monthly_income: pounds(985_000),
            total_value: pounds(235_000_000),
            total_purchase_price: pounds(0),
            active_properties: 12,
            occupied_properties: 10,
            occupancy_rate_percent: "83.3".to_owned(),
            lettable_units: 18,
            occupied_units: 15,
            let_income: pounds(890_000),
            costed_properties: 11,
        };
        Ok(GetDashboardAnalyticsResponse {
            analytics: Some(figures),
        })
    });
    let (_, token) = front.landlord();
    let answer = front.get("/api/dashboard/analytics", &token).await;
    assert_eq!(
        answer.json(),
        json!({
            "monthlyNetProfit": "4210.55", "monthlyIncome": "9850.00", "totalValue": "2350000.00",
            "totalPurchasePrice": "0.00", "activeProperties": 12, "occupiedProperties": 10,
            "occupancyRate": 83.3, "lettableUnits": 18, "occupiedUnits": 15, "letIncome": "8900.00",
            "costedProperties": 11
        })
    );
}

#[tokio::test]
async fn the_portfolio_is_told_month_by_month() {
    let front = Front::new().await;
    front.upstream.on(GetPortfolioSeriesRequest::PATH, || {
        let month = PortfolioMonth {
            year: 2026,
            month: 3,
            monthly_income: pounds(985_000),
            monthly_costs: pounds(563_945),
            monthly_net_profit: pounds(421_055),
            total_value: pounds(235_000_000),
            active_properties: 12,
            occupied_properties: 10,
            occupancy_rate_percent: "83.3".to_owned(),
        };
        Ok(GetPortfolioSeriesResponse {
            months: vec![month],
        })
    });
    let (_, token) = front.landlord();
    let answer = front.get("/api/dashboard/series?months=24", &token).await;
    assert_eq!(
        answer.json(),
        json!([{
            "month": "2026-03", "income": "9850.00", "costs": "5639.45", "profit": "4210.55",
            "totalValue": "2350000.00", "properties": 12, "occupiedProperties": 10, "occupancyRate": 83.3
        }])
    );
    let asked: Vec<GetPortfolioSeriesRequest> = front
        .upstream
        .asked()
        .iter()
        .map(super::upstream::Asked::message)
        .collect();
    assert_eq!(asked, [GetPortfolioSeriesRequest { months: 24 }]);
}
