//! Bad input: a clear refusal that names the field, in the decided order, and never a 500.

use lintel_system_tests::{Shared, client::a_house};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn every_field_of_sign_up_has_its_refusal() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let visitor = system.visitor()?;
    let good = json!({"name": "Helen", "email": visitor.email, "password": "correct horse", "role": "Landlord"});
    let cases = [
        ("name", json!(""), "name"),
        ("name", json!("x".repeat(201)), "name"),
        ("name", json!("a\r\nBcc: b@example.com"), "name"),
        ("email", json!("nobody"), "email"),
        ("email", json!("a@b@c.example"), "email"),
        ("email", json!(""), "email"),
        ("password", json!("short"), "password"),
        ("password", json!("password"), "password"),
        ("password", json!("x".repeat(129)), "password"),
        ("role", json!("Admin"), "role"),
        ("role", json!(7), "role"),
        ("name", json!(null), "name"),
    ];
    for (field, value, named) in cases {
        let mut body = good.clone();
        body[field] = value.clone();
        let reply = visitor.post("/api/auth/signup", &body).await?;
        assert_eq!(
            reply.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{field} = {value}: {reply:?}"
        );
        assert!(
            reply.body["errors"][named].is_array(),
            "{field} = {value}: {reply:?}"
        );
    }
    let short = visitor
        .post("/api/auth/signup", &json!({"name": "Helen", "email": "helen@example.com", "password": "short", "role": "Landlord"}))
        .await?;
    assert_eq!(short.body["title"], "Password Too Short");
    assert_eq!(
        short.body["errors"]["password"][0],
        "Password must be at least 6 characters long."
    );
    let common = visitor
        .post("/api/auth/signup", &json!({"name": "Helen", "email": "helen@example.com", "password": "password", "role": "Landlord"}))
        .await?;
    assert_eq!(common.body["title"], "Password Too Common");
    assert_eq!(
        common.body["errors"]["password"][0],
        "Choose a password that is harder to guess."
    );
    let all = visitor.post("/api/auth/signup", &json!({})).await?;
    for field in ["name", "email", "password", "role"] {
        assert!(all.body["errors"][field].is_array(), "{field}: {all:?}");
    }

    assert_eq!(
        visitor.post("/api/auth/signup", &good).await?.status,
        StatusCode::CREATED
    );
    let mut again = good;
    again["email"] = json!(visitor.email.replace("landlord", "LANDLORD"));
    let used = visitor.post("/api/auth/signup", &again).await?;
    assert_eq!(used.status, StatusCode::CONFLICT);
    let detail = used.body["detail"].as_str().unwrap_or_default().to_owned();
    assert!(detail.contains("already in use"), "{detail}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_field_of_a_property_has_its_refusal() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let cases = [
        ("name", json!(""), "name"),
        ("name", json!("x".repeat(201)), "name"),
        ("name", json!("a\u{0}b"), "name"),
        ("address", json!(" "), "address"),
        ("postcode", json!("nowhere"), "postcode"),
        ("propertyType", json!("Castle"), "propertyType"),
        ("propertyType", json!(null), "propertyType"),
        ("bedrooms", json!(-1), "bedrooms"),
        ("bedrooms", json!("many"), "bedrooms"),
        ("bathrooms", json!(0), "bathrooms"),
        ("bathrooms", json!(11), "bathrooms"),
        ("monthlyRent", json!("-1"), "monthlyRent"),
        ("monthlyRent", json!("lots"), "monthlyRent"),
        ("monthlyRent", json!("1.005"), "monthlyRent"),
        ("monthlyRent", json!("100000000.00"), "monthlyRent"),
        ("purchasePrice", json!("10000000000.00"), "purchasePrice"),
        (
            "purchasePrice",
            json!("99999999999999999999999"),
            "purchasePrice",
        ),
        ("currentValue", json!([]), "currentValue"),
        ("status", json!("Partially Occupied"), "status"),
        ("status", json!("On fire"), "status"),
        ("purchaseDate", json!("2026-02-30"), "purchaseDate"),
        ("purchaseDate", json!("20/11/2026"), "purchaseDate"),
        ("purchaseDate", json!("2999-01-01"), "purchaseDate"),
        ("photos", json!(["https://evil.example/a.png"]), "photos"),
    ];
    for (field, value, named) in cases {
        let mut body = a_house("Victoria Terrace");
        body[field] = value.clone();
        let reply = helen.post("/api/properties", &body).await?;
        assert_eq!(
            reply.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{field} = {value}: {reply:?}"
        );
        assert!(
            reply.body["errors"][named].is_array(),
            "{field} = {value}: {reply:?}"
        );
    }
    let empty = helen.get("/api/properties").await?;
    assert_eq!(empty.body, json!([]), "a refused property leaves no row");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_front_door_refuses_what_it_cannot_serve_in_the_decided_order() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let mut tenant = system.visitor()?;
    tenant.become_account("Tenant", &system.mails).await?;
    let http = Client::new();
    let send = async |method: Method, path: &str, token: Option<&str>, body: &str| {
        let mut request = http
            .request(method, format!("{}{path}", system.base))
            .header("content-type", "application/json")
            .body(body.to_owned());
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let reply = request.send().await?;
        let status = reply.status();
        let kind = reply
            .headers()
            .get("content-type")
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned();
        let nosniff = reply.headers().contains_key("x-content-type-options");
        let body: Value = reply.json().await.unwrap_or_default();
        anyhow::Ok((status, kind, nosniff, body))
    };
    let huge = format!("{{\"name\": \"{}\"}}", "x".repeat(1024 * 1024));
    let landlord = Some(helen.token()?);
    let lodger = Some(tenant.token()?);
    let cases = [
        (
            Method::POST,
            "/api/nowhere",
            None,
            huge.as_str(),
            StatusCode::NOT_FOUND,
        ),
        (
            Method::PUT,
            "/api/properties",
            None,
            huge.as_str(),
            StatusCode::METHOD_NOT_ALLOWED,
        ),
        (
            Method::TRACE,
            "/api/properties",
            None,
            "",
            StatusCode::METHOD_NOT_ALLOWED,
        ),
        (
            Method::POST,
            "/api/properties",
            None,
            huge.as_str(),
            StatusCode::PAYLOAD_TOO_LARGE,
        ),
        (
            Method::POST,
            "/api/properties",
            None,
            "{",
            StatusCode::UNAUTHORIZED,
        ),
        (
            Method::POST,
            "/api/properties",
            Some("nonsense"),
            "{",
            StatusCode::UNAUTHORIZED,
        ),
        (
            Method::POST,
            "/api/properties",
            lodger,
            "{",
            StatusCode::FORBIDDEN,
        ),
        (
            Method::POST,
            "/api/properties",
            landlord,
            "{",
            StatusCode::BAD_REQUEST,
        ),
        (
            Method::POST,
            "/api/properties",
            landlord,
            "[]",
            StatusCode::BAD_REQUEST,
        ),
        (
            Method::POST,
            "/api/properties",
            landlord,
            "{}",
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (
            Method::GET,
            "/api/properties/999999",
            landlord,
            "",
            StatusCode::NOT_FOUND,
        ),
        (
            Method::GET,
            "/api/properties/x",
            landlord,
            "",
            StatusCode::NOT_FOUND,
        ),
        (
            Method::GET,
            "/api/rooms/999999",
            landlord,
            "",
            StatusCode::NOT_FOUND,
        ),
        (
            Method::GET,
            "/api/properties?pageToken=junk",
            landlord,
            "",
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (
            Method::GET,
            "/api/dashboard/analytics",
            lodger,
            "",
            StatusCode::FORBIDDEN,
        ),
    ];
    for (method, path, token, body, expected) in cases {
        let (status, kind, nosniff, problem) = send(method.clone(), path, token, body).await?;
        assert_eq!(status, expected, "{method} {path}: {problem}");
        assert!(
            kind.starts_with("application/problem+json"),
            "{method} {path}: {kind}"
        );
        assert!(nosniff, "{method} {path}");
        assert_eq!(problem["status"], json!(expected.as_u16()));
        for member in ["type", "title", "detail", "reason", "traceId"] {
            assert!(
                problem[member].is_string(),
                "{method} {path}: {member}: {problem}"
            );
        }
    }
    Ok(())
}
