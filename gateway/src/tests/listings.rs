//! Homes to buy: searched, watched, computed, and the searches and analyses that somebody keeps.

use axum::body::Body;
use lintel_core::{Error, Violations};
use lintel_proto::{
    Rpc as _,
    common::v1::Nation,
    listings::v1::{
        AnalyseListingRequest, AnalyseListingResponse, Analysis, AssumptionSource, Assumptions,
        Buyer, BuyerType, Comparable, DeleteAnalysisRequest, DeleteAnalysisResponse,
        DeleteSavedSearchRequest, DeleteSavedSearchResponse, GetListingRequest, GetListingResponse,
        IncomeTax, ListAnalysesRequest, ListAnalysesResponse, ListComparablesRequest,
        ListComparablesResponse, ListListingsRequest, ListListingsResponse,
        ListSavedSearchesRequest, ListSavedSearchesResponse, Listing, ListingSort, ListingType,
        MortgageType, PricePoint, PropertyKind, RateCase, Returns, SaveAnalysisRequest,
        SaveAnalysisResponse, SaveSearchRequest, SaveSearchResponse, SavedSearch,
        SetWatchlistRequest, SetWatchlistResponse, StressCase, TaxBand,
    },
    status::into_status,
};
use prost_types::Timestamp;
use serde_json::{Value, json};

use super::{
    front::Front,
    tenants::{change, day, named, pounds},
};

const PATH: &str = "/api/investment-properties/9";
const KEY: &str = "2f7c1f6e-key";

fn mill_street() -> Listing {
    Listing {
        listing_id: 9,
        title: "2 bed terraced house, Leeds".to_owned(),
        address: "Mill Street, Leeds".to_owned(),
        town: "Leeds".to_owned(),
        postcode: "LS9 8XX".to_owned(),
        nation: Nation::England.into(),
        price: pounds(180_000),
        price_qualifier: String::new(),
        yield_percent: "6.33".to_owned(),
        monthly_rent: pounds(950),
        rent_basis: "3 lettings nearby".to_owned(),
        bedrooms: Some(2),
        bathrooms: None,
        square_feet: Some(710),
        description: "Two bedrooms.".to_owned(),
        tags: vec!["No chain".to_owned()],
        image_url: "https://img.example.com/1.jpg".to_owned(),
        image_urls: vec![
            "https://img.example.com/1.jpg".to_owned(),
            "https://img.example.com/2.jpg".to_owned(),
        ],
        pictures: vec!["c0ffee".to_owned(), "facade".to_owned()],
        source: "Rightmove".to_owned(),
        source_url: String::new(),
        licence: String::new(),
        listing_type: ListingType::House.into(),
        property_type: "Terraced house".to_owned(),
        tenure: "Freehold".to_owned(),
        watchlisted: true,
        first_seen_date: day(2026, 11, 1),
        last_seen_date: day(2026, 11, 24),
        withdrawn_date: None,
        price_history: vec![PricePoint {
            from_date: day(2026, 11, 1),
            price: None,
        }],
        shared: false,
        version: 4,
    }
}

fn shown() -> Value {
    json!({
        "id": 9, "title": "2 bed terraced house, Leeds", "address": "Mill Street, Leeds", "town": "Leeds",
        "postcode": "LS9 8XX", "nation": "England", "price": "180000.00", "priceQualifier": null, "yield": 6.33, "monthlyRent": "950.00",
        "rentBasis": "3 lettings nearby", "bedrooms": 2, "bathrooms": null, "sqft": 710,
        "description": "Two bedrooms.", "tags": ["No chain"], "imageUrl": "/api/listings/9/pictures/c0ffee",
        "images": ["/api/listings/9/pictures/c0ffee", "/api/listings/9/pictures/facade"], "source": "Rightmove",
        "sourceUrl": null, "licence": null, "propertyType": "House", "propertySubtype": "Terraced house",
        "tenure": "Freehold", "isWatchlisted": true, "firstSeen": "2026-11-01", "lastSeen": "2026-11-24",
        "withdrawn": null, "priceHistory": [{"date": "2026-11-01", "price": null}], "shared": false, "version": 4
    })
}

async fn front() -> (Front, String) {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    (front, token)
}

#[tokio::test]
async fn a_search_narrows_orders_and_counts() {
    let (front, token) = front().await;
    front.upstream.on(ListListingsRequest::PATH, || {
        Ok(ListListingsResponse {
            listings: vec![mill_street()],
            next_page_token: "next".to_owned(),
            total_count: 1001,
        })
    });
    let query = "location=LS9&propertyType=House&minPrice=&maxPrice=all&sortBy=price-desc&isWatchlisted=true";
    let list = "/api/investment-properties";
    let answer = front
        .get(&format!("{list}?{query}&pageSize=1"), &token)
        .await;
    assert_eq!(answer.json(), json!([shown()]));
    assert_eq!(answer.header("lintel-count"), "1000+");
    let link = format!("<{list}?{query}&pageSize=1&pageToken=next>; rel=\"next\"");
    assert_eq!(answer.header("link"), link);
    let second = front
        .get(&format!("{list}?pageSize=1&pageToken=next"), &token)
        .await;
    assert_eq!(second.header("lintel-count"), "");
    let asked: ListListingsRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        ListListingsRequest {
            location: "LS9".to_owned(),
            listing_type: ListingType::House.into(),
            min_price: None,
            max_price: None,
            sort: ListingSort::PriceDesc.into(),
            watchlisted: true,
            page_size: 1,
            page_token: String::new(),
        }
    );
    let refused = front.get(&format!("{list}?sortBy=nonsense"), &token).await;
    assert_eq!(
        (refused.status.as_u16(), named(&refused)),
        (422, vec!["sortBy".to_owned()])
    );
}

#[tokio::test]
async fn a_listing_is_read_and_watched() {
    let (front, token) = front().await;
    let listing = || Some(mill_street());
    front.upstream.on(GetListingRequest::PATH, move || {
        Ok(GetListingResponse { listing: listing() })
    });
    front.upstream.on(SetWatchlistRequest::PATH, move || {
        Ok(SetWatchlistResponse { listing: listing() })
    });
    let read = front.get(PATH, &token).await;
    assert_eq!((read.header("etag"), read.json()), ("\"4\"", shown()));
    let path = format!("{PATH}/watchlist");
    let body = json!({"isWatchlisted": true});
    let watched = change(&front, "PUT", &path, &token, body.to_string().into()).await;
    assert_eq!((watched.status.as_u16(), watched.json()), (200, shown()));
    let asked: SetWatchlistRequest = front.upstream.asked()[1].message();
    assert_eq!(
        asked,
        SetWatchlistRequest {
            listing_id: 9,
            watchlisted: true,
            request_id: KEY.to_owned(),
        }
    );
    let missing = front.get("/api/investment-properties/x", &token).await;
    assert_eq!(missing.reason(), "LISTING_NOT_FOUND");
}

#[tokio::test]
async fn sales_nearby_are_told_with_the_words_of_their_licence() {
    let (front, token) = front().await;
    front.upstream.on(ListComparablesRequest::PATH, || {
        Ok(ListComparablesResponse {
            comparables: vec![Comparable {
                address: "16 Mill Street".to_owned(),
                postcode: "LS9 8XX".to_owned(),
                price: pounds(171_500),
                sale_date: day(2025, 6, 1),
                property_type: "Terraced".to_owned(),
                tenure: "Freehold".to_owned(),
                new_build: false,
            }],
            attribution: "Contains HM Land Registry data.".to_owned(),
        })
    });
    let sales = front.get(&format!("{PATH}/comparables"), &token).await;
    assert_eq!(
        sales.json(),
        json!({"attribution": "Contains HM Land Registry data.", "comparables": [
            {"address": "16 Mill Street", "postcode": "LS9 8XX", "price": "171500.00", "date": "2025-06-01",
                "propertyType": "Terraced", "tenure": "Freehold", "newBuild": false}
        ]})
    );
}

fn analysis(id: i64) -> Analysis {
    Analysis {
        analysis_id: id,
        listing_id: 9,
        listing_title: "2 bed terraced house, Leeds".to_owned(),
        listing_address: "Mill Street, Leeds".to_owned(),
        display_name: String::new(),
        assumptions: Some(Assumptions {
            price: pounds(180_000),
            deposit: pounds(45_000),
            interest_rate_percent: "5.25".to_owned(),
            term_years: Some(25),
            mortgage_type: MortgageType::InterestOnly.into(),
            buyer_type: BuyerType::Additional.into(),
            property_kind: PropertyKind::Residential.into(),
            dwellings: Some(1),
            owns_another_home: Some(true),
            legal_fees: pounds(1_800),
            void_weeks: "2".to_owned(),
            ..Default::default()
        }),
        sources: vec![AssumptionSource {
            field: "legal_fees".to_owned(),
            source: "usual".to_owned(),
        }],
        returns: Some(Returns {
            gross_yield_percent: "6.33".to_owned(),
            annual_rent: pounds(11_400),
            passes_stress: Some(true),
            stress_cases: vec![StressCase {
                name: "Rent − 10 %".to_owned(),
                annual_cash_flow: pounds(12),
                cover_percent: "120.5".to_owned(),
                monthly_cash_flow: pounds(1),
                return_on_cash_percent: "0.02".to_owned(),
            }],
            nation: "England".to_owned(),
            rate_cases: vec![RateCase {
                interest_rate_percent: "6.50".to_owned(),
                monthly_cash_flow: pounds(7),
            }],
            tax_bands: vec![TaxBand {
                from: pounds(125_000),
                to: None,
                rate_percent: "7".to_owned(),
                tax: pounds(3_850),
            }],
            tax: pounds(10_100),
            tax_name: "SDLT".to_owned(),
            income_tax: Some(IncomeTax {
                tax_year: "2026-27".to_owned(),
                tax: pounds(5_600),
                return_on_cash_percent: "3.21".to_owned(),
                ..Default::default()
            }),
            ..Default::default()
        }),
        update_time: (id != 0).then(Timestamp::default),
        version: i64::from(id != 0),
    }
}

#[tokio::test]
async fn a_return_is_computed_from_what_is_said_and_names_what_was_not() {
    let (front, token) = front().await;
    front.upstream.on(AnalyseListingRequest::PATH, || {
        Ok(AnalyseListingResponse {
            analysis: Some(analysis(0)),
        })
    });
    let body = json!({"deposit": "45,000", "interestRate": 5.25, "termYears": 25, "fees": 2000, "stampDuty": "10,100",
        "voidsPercent": 5, "managementPercent": "10 %", "insurance": "220", "maintenance": "500", "monthlyRent": "950",
        "mortgageType": "Repayment", "buyerType": "standard", "propertyKind": "mixed", "dwellings": 2, "buyer": "companyOwnUse",
        "livesAbroad": true, "ownsAnotherHome": false, "firstTimeBuyer": false, "countsIncomeTax": true,
        "otherIncome": "60,000", "taxResidence": "Wales", "nation": "Wales"});
    let path = format!("{PATH}/roi");
    let answer = front.post(&path, &token, &body).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let json = answer.json();
    assert_eq!((&json["id"], &json["listingId"]), (&json!(null), &json!(9)));
    let inputs = &json["assumptions"];
    assert_eq!(inputs["deposit"], "45000.00");
    assert_eq!(inputs["interestRate"], json!(5.25));
    assert_eq!(inputs["mortgageType"], "Interest Only");
    assert_eq!(inputs["propertyKind"], "residential");
    assert_eq!(
        (&inputs["dwellings"], &inputs["ownsAnotherHome"]),
        (&json!(1), &json!(true))
    );
    assert_eq!(inputs["buyer"], json!(null));
    assert_eq!(
        (&inputs["voidWeeks"], &inputs["voidsPercent"]),
        (&json!(2), &json!(3.85))
    );
    assert_eq!(
        json["sources"],
        json!([{"field": "fees", "source": "usual"}])
    );
    let figures = &json["returns"];
    assert_eq!(figures["grossYield"], json!(6.33));
    assert_eq!(figures["netYield"], json!(null));
    assert_eq!(figures["annualRent"], "11400.00");
    assert_eq!(
        figures["stressCases"],
        json!([{"name": "Rent − 10 %", "annualCashFlow": "12.00", "coverPercent": 120.5, "monthlyCashFlow": "1.00",
            "returnOnCash": 0.02}])
    );
    assert_eq!(
        figures["rateCases"],
        json!([{"interestRate": 6.5, "monthlyCashFlow": "7.00"}])
    );
    assert_eq!(
        figures["taxBands"],
        json!([{"from": "125000.00", "to": null, "rate": 7, "tax": "3850.00"}])
    );
    assert_eq!(figures["tax"], "10100.00");
    assert_eq!(figures["taxName"], "SDLT");
    let income_tax = &figures["incomeTax"];
    assert_eq!(income_tax["taxYear"], "2026-27");
    assert_eq!(income_tax["tax"], "5600.00");
    assert_eq!(income_tax["returnOnCash"], json!(3.21));
    assert_eq!(income_tax["refusal"], json!(null));
    let asked: AnalyseListingRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        AnalyseListingRequest {
            listing_id: 9,
            assumptions: Some(Assumptions {
                deposit: pounds(45_000),
                interest_rate_percent: "5.25".to_owned(),
                term_years: Some(25),
                legal_fees: pounds(2000),
                stamp_duty: pounds(10_100),
                void_weeks: "2.6".to_owned(),
                management_percent: "10".to_owned(),
                insurance: pounds(220),
                maintenance: pounds(500),
                monthly_rent: pounds(950),
                mortgage_type: MortgageType::Repayment.into(),
                buyer_type: BuyerType::Standard.into(),
                nation: Nation::Wales.into(),
                property_kind: PropertyKind::Mixed.into(),
                dwellings: Some(2),
                buyer: Buyer::CompanyOwnUse.into(),
                lives_abroad: Some(true),
                owns_another_home: Some(false),
                first_time_buyer: Some(false),
                counts_income_tax: Some(true),
                other_income: pounds(60_000),
                tax_residence: Nation::Wales.into(),
                ..Default::default()
            }),
        }
    );
}

/// A refusal of two inputs, as the service names them.
fn refusal() -> tonic::Status {
    let mut violations = Violations::default();
    violations.add("assumptions.deposit", "Enter at most the price.");
    violations.add("assumptions.interest_rate_percent", "Enter at most 25.");
    into_status(Error::Invalid {
        reason: "ANALYSIS_INVALID",
        violations,
    })
}

#[tokio::test]
async fn a_refusal_names_inputs_as_the_body_has_them() {
    let (front, token) = front().await;
    front
        .upstream
        .on::<AnalyseListingResponse>(AnalyseListingRequest::PATH, || Err(refusal()));
    front
        .upstream
        .on::<SaveAnalysisResponse>(SaveAnalysisRequest::PATH, || Err(refusal()));
    let path = format!("{PATH}/roi");
    let flat = front.post(&path, &token, &json!({"deposit": 1})).await;
    assert_eq!(named(&flat), ["deposit", "interestRate"]);
    let body = json!({"listingId": 9, "assumptions": {}});
    let kept = front.post("/api/roi-analyses", &token, &body).await;
    assert_eq!(
        named(&kept),
        ["assumptions.deposit", "assumptions.interestRate"]
    );
    let body = json!({"listingId": 9, "assumptions": {"deposit": "lots"}});
    let unreadable = front.post("/api/roi-analyses", &token, &body).await;
    assert_eq!(named(&unreadable), ["assumptions.deposit"]);
}

#[tokio::test]
async fn analyses_are_kept_listed_and_deleted() {
    let (front, token) = front().await;
    front.upstream.on(SaveAnalysisRequest::PATH, || {
        Ok(SaveAnalysisResponse {
            analysis: Some(analysis(6)),
        })
    });
    front.upstream.on(ListAnalysesRequest::PATH, || {
        Ok(ListAnalysesResponse {
            analyses: vec![analysis(6)],
            next_page_token: String::new(),
        })
    });
    front.upstream.on(DeleteAnalysisRequest::PATH, || {
        Ok(DeleteAnalysisResponse {})
    });
    let body = json!({"analysisId": 6, "listingId": 9, "name": "Cautious", "assumptions": {"deposit": "45,000"}});
    let list = "/api/roi-analyses";
    let saved = change(&front, "POST", list, &token, body.to_string().into()).await;
    assert_eq!(
        (saved.status.as_u16(), &saved.json()["id"]),
        (201, &json!(6))
    );
    assert_eq!(front.get(list, &token).await.json()[0]["id"], 6);
    let gone = change(
        &front,
        "DELETE",
        &format!("{list}/6"),
        &token,
        Body::empty(),
    )
    .await;
    assert_eq!(gone.status, 204);
    let asked: SaveAnalysisRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        SaveAnalysisRequest {
            analysis: Some(Analysis {
                analysis_id: 6,
                listing_id: 9,
                display_name: "Cautious".to_owned(),
                assumptions: Some(Assumptions {
                    deposit: pounds(45_000),
                    ..Default::default()
                }),
                ..Default::default()
            }),
            request_id: KEY.to_owned(),
        }
    );
}

#[tokio::test]
async fn searches_are_kept_listed_and_deleted() {
    let (front, token) = front().await;
    let search = || SavedSearch {
        saved_search_id: 3,
        display_name: "Terraces".to_owned(),
        location: "LS9".to_owned(),
        listing_type: ListingType::House.into(),
        min_price: None,
        max_price: pounds(200_000),
        create_time: Some(Timestamp::default()),
    };
    front.upstream.on(SaveSearchRequest::PATH, move || {
        Ok(SaveSearchResponse {
            saved_search: Some(search()),
        })
    });
    front.upstream.on(ListSavedSearchesRequest::PATH, move || {
        Ok(ListSavedSearchesResponse {
            saved_searches: vec![search()],
        })
    });
    front.upstream.on(DeleteSavedSearchRequest::PATH, || {
        Ok(DeleteSavedSearchResponse {})
    });
    let expected = json!({"id": 3, "name": "Terraces", "location": "LS9", "propertyType": "House", "minPrice": null,
        "maxPrice": "200000.00", "createdAt": "1970-01-01T00:00:00Z"});
    let list = "/api/saved-searches";
    let body = json!({"name": "Terraces", "location": "LS9", "propertyType": "House", "minPrice": "all",
        "maxPrice": "200,000"});
    let saved = change(&front, "POST", list, &token, body.to_string().into()).await;
    assert_eq!(
        (saved.status.as_u16(), saved.json()),
        (201, expected.clone())
    );
    assert_eq!(front.get(list, &token).await.json(), json!([expected]));
    let gone = change(
        &front,
        "DELETE",
        &format!("{list}/3"),
        &token,
        Body::empty(),
    )
    .await;
    assert_eq!(gone.status, 204);
    let asked: SaveSearchRequest = front.upstream.asked().remove(0).message();
    let wanted = SavedSearch {
        saved_search_id: 0,
        create_time: None,
        ..search()
    };
    assert_eq!(asked.saved_search, Some(wanted));
}
