//! A home that people apply for and report repairs of.

use anyhow::{Context as _, ensure};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::{
    Visitor,
    client::{a_signup, a_vacant_house},
};

/// A vacant home and a link to apply for it.
#[derive(Debug, Clone)]
pub struct Home {
    /// The property.
    pub property: i64,
    /// The link's token.
    pub invite: String,
}

impl Home {
    /// Adds one to the landlord's portfolio.
    ///
    /// # Errors
    /// When it is refused by one of the services.
    pub async fn create(landlord: &Visitor, name: &str) -> anyhow::Result<Self> {
        let house = landlord
            .post("/api/properties", &a_vacant_house(name))
            .await?;
        let property = house.body["id"]
            .as_i64()
            .with_context(|| format!("{house:?}"))?;
        let invite = created(landlord, "/api/invites", &json!({"propertyId": property})).await?;
        let url = invite["url"].as_str().context("the link has an address")?;
        let home = Self {
            property,
            invite: url.rsplit('=').next().unwrap_or_default().to_owned(),
        };
        created(
            landlord,
            "/api/maintenance-requests",
            &home.repair(&format!("{name}: first")),
        )
        .await?;
        Ok(home)
    }

    /// An application for it; every address in it comes from the applicant's name.
    #[must_use]
    pub fn application(&self, name: &str) -> Value {
        let stem = name.to_lowercase().replace(' ', "-");
        let [applicant, guarantor, employer] = ["applicant", "guarantor", "employer"]
            .map(|who| format!("{stem}-{who}-{}@example.com", self.property));
        let mut form = a_signup(
            &self.invite,
            self.property,
            &applicant,
            &guarantor,
            &employer,
        );
        form["name"] = json!(name);
        form
    }

    /// Something to repair in it.
    #[must_use]
    pub fn repair(&self, title: &str) -> Value {
        json!({
            "propertyId": self.property, "title": title, "category": "Plumbing & leaks", "priority": "Low",
            "description": "The tap in the kitchen drips.",
        })
    }
}

async fn created(landlord: &Visitor, path: &str, body: &Value) -> anyhow::Result<Value> {
    let reply = landlord.post(path, body).await?;
    ensure!(reply.status == StatusCode::CREATED, "{path}: {reply:?}");
    Ok(reply.body)
}
