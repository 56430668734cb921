//! The rows of a landlord's search for homes: an import, a listing, an analysis of it and a saved search.

use anyhow::{Context as _, ensure};
use lintel_testkit::wait_for;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{Caller, lettings::HEARD};

/// A bulk load of one home for sale.
const FEED: &str = "#HEADER#\r\nVersion : 3\r\nEOF : '^'\r\nEOR : '~'\r\n\r\n#DEFINITION#\r\nAGENT_REF^ADDRESS_1^ADDRESS_2^\
                    TOWN^POSTCODE1^POSTCODE2^FEATURE1^SUMMARY^DESCRIPTION^BRANCH_ID^STATUS_ID^BEDROOMS^PRICE^PRICE_QUALIFIER^\
                    PROP_SUB_ID^DISPLAY_ADDRESS^PUBLISHED_FLAG^LET_RENT_FREQUENCY^TRANS_TYPE_ID^~\r\n\r\n#DATA#\r\n\
                    77_S1^14^Mill Street^Leeds^LS9^8XX^No chain^Two bedrooms.^Two bedrooms.^77^0^2^180000^0^1^Mill Street, \
                    Leeds^1^^1^~\r\n#END#\r\n";

/// The rows, by their ids.
#[derive(Debug, Clone)]
pub(crate) struct Searches {
    pub(crate) import: String,
    pub(crate) listing: String,
    pub(crate) analysis: String,
    pub(crate) search: String,
}

impl Caller {
    /// Imports a home for sale, computes its return and keeps a search.
    pub(crate) async fn look_for_homes(&self) -> anyhow::Result<Searches> {
        let mut form = Vec::new();
        for (name, value) in [("format", "blm"), ("source", "Rightmove")] {
            let field = format!(
                "--cut\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
            );
            form.extend_from_slice(field.as_bytes());
        }
        let head =
            "--cut\r\ncontent-disposition: form-data; name=\"file\"; filename=\"77.blm\"\r\n\r\n";
        form.extend_from_slice(&[head, FEED, "\r\n--cut--\r\n"].concat().into_bytes());
        let begun = self.send_form("/api/listing-imports", form).await?;
        ensure!(
            begun.status() == StatusCode::ACCEPTED,
            "{}",
            begun.text().await?
        );
        let begun: Value = begun.json().await?;
        let import = begun["id"].to_string();
        let path = format!("/api/listing-imports/{import}");
        wait_for("the listings are read", HEARD, async || {
            let run = self.send(&Method::GET, &path, None).await?;
            let run: Value = run.error_for_status()?.json().await?;
            ensure!(run["state"] != "failed", "{run}");
            Ok((run["state"] == "done").then_some(()))
        })
        .await?;
        let found = self
            .send(&Method::GET, "/api/investment-properties", None)
            .await?;
        let found: Value = found.error_for_status()?.json().await?;
        let listing = found[0]["id"].as_i64().context("no listing")?;
        let analysis =
            json!({"listingId": listing, "name": "Cautious", "assumptions": {"deposit": "45,000"}});
        let search = json!({"name": "Leeds", "location": "LS9"});
        Ok(Searches {
            import,
            listing: listing.to_string(),
            analysis: self.add("/api/roi-analyses", &analysis).await?,
            search: self.add("/api/saved-searches", &search).await?,
        })
    }
}
